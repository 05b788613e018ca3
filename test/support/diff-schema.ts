import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { APPLIED_SQL } from '../../src/db/migrate/apply-sql-files.js';
import { withSchemaEngine } from '../../src/db/migrate/schema-engine.js';

/**
 * Describes how a database differs from the Prisma schema. Empty if it does not. CHECKs, partial indexes,
 * triggers and views do not count, nor do the tables in `externalTables` (`callboard.<table>`), which are not
 * in the schema.
 */
export async function diffSchema(options: {
  databaseUrl: string;
  schemaPath: string;
  externalTables?: string[];
}): Promise<string> {
  const { databaseUrl, externalTables = [] } = options;
  const path = resolve(options.schemaPath);
  const content = await readFile(path, 'utf8');
  return withSchemaEngine({ databaseUrl, datamodels: [[path, content]] }, async (engine) => {
    const { exitCode, stdout } = await engine.diff({
      from: { tag: 'schemaDatasource', files: [{ path, content }], configDir: dirname(path) },
      to: { tag: 'schemaDatamodel', files: [{ path, content }] },
      script: false,
      exitCode: true,
      filters: { externalTables: [APPLIED_SQL, ...externalTables], externalEnums: [] },
    });
    return exitCode === 0 ? '' : (stdout ?? 'the database differs from the schema');
  });
}
