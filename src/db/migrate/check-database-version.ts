import type pg from 'pg';
import { explainDatabaseError } from '../../runtime/database-error.js';
import type { Logger } from '../../runtime/logger.js';
import { connectionConfig } from '../../runtime/pool.js';
import { StartupError } from '../../runtime/startup-error.js';
import { WatchedClient } from '../../runtime/watched-client.js';
import { readMigrations } from './migration-files.js';
import { requireSafeSchemas } from './require-safe-schemas.js';
import { CONTROL_SCHEMA } from './schema-engine.js';

/** How a database's recorded migrations stand to those that this code brings. */
export type DatabaseVersion =
  | { kind: 'current' }
  /** These have yet to be applied. */
  | { kind: 'behind'; missing: string[] }
  /** These were applied by a newer Callboard. */
  | { kind: 'newer'; unknown: string[] }
  /** This one failed, not in a transaction or by another tool: nobody knows how much of it took effect. */
  | { kind: 'failed'; migration: string };

export const MINIMUM_POSTGRES_MAJOR = 14;

/**
 * For a process that needs the database as it is: reads, changes nothing.
 * @throws StartupError when it cannot be reached, is older than PostgreSQL 14, or lets agents create where they must not
 */
export async function checkDatabaseVersion(options: {
  databaseUrl: string;
  migrationsDir: string;
  logger?: Logger;
}): Promise<DatabaseVersion> {
  const { databaseUrl, migrationsDir, logger } = options;
  const names = (await readMigrations(migrationsDir)).map(({ name }) => name);
  const client = await connect(databaseUrl, 'callboard', logger);
  try {
    return await readDatabaseVersion(client, names);
  } finally {
    await client.end();
  }
}

/** Passes for `current`. @throws StartupError saying what to do about any other version */
export function requireCurrentVersion(version: DatabaseVersion): void {
  if (version.kind === 'behind') {
    throw new StartupError(
      `the database lacks ${version.missing.length} migration(s), the first ${version.missing[0]}: run "npm run migrate"`,
    );
  }
  refuseForeignVersion(version);
}

/** @throws StartupError for a database that must not be migrated by this code */
export function refuseForeignVersion(version: DatabaseVersion): void {
  if (version.kind === 'newer') {
    throw new StartupError(
      `the database is of a newer Callboard (it has the migration ${version.unknown.at(-1)}, which this one does not know): start that version, or restore an older database`,
    );
  }
  if (version.kind === 'failed') {
    throw new StartupError(
      `the migration ${version.migration} failed in this database and was not cleared: put right what it left, then set rolled_back_at = now() in its row of ${CONTROL_SCHEMA}._prisma_migrations`,
    );
  }
}

/** A connection to a PostgreSQL that is new enough, and safe to use. @throws StartupError */
export async function connect(
  databaseUrl: string,
  applicationName: string,
  logger?: Logger,
): Promise<pg.Client> {
  const client = new WatchedClient({
    ...connectionConfig({ connectionString: databaseUrl, applicationName, searchPath: CONTROL_SCHEMA }),
    connectionTimeoutMillis: 10_000,
  });
  client.on('error', () => {}); // the query that is under way, or comes next, rejects
  try {
    await client.connect();
    const { rows } = await client.query<{ version: string }>(
      `SELECT current_setting('server_version_num') AS version`,
    );
    const major = Math.floor(Number(rows[0]?.version) / 10_000);
    if (major < MINIMUM_POSTGRES_MAJOR) {
      throw new StartupError(
        `DATABASE_URL: this is PostgreSQL ${major}, Callboard needs ${MINIMUM_POSTGRES_MAJOR} or newer`,
      );
    }
    await requireSafeSchemas(client, logger);
    return client;
  } catch (error) {
    await client.end().catch(() => {});
    throw explainDatabaseError(error, databaseUrl);
  }
}

/** Compares by name, as the engine does. An attempt that was rolled back, or is under way or was killed (no logs), does not count. */
export async function readDatabaseVersion(
  client: pg.Client,
  names: readonly string[],
): Promise<DatabaseVersion> {
  const { rows: tables } = await client.query(
    `SELECT to_regclass('${CONTROL_SCHEMA}._prisma_migrations') AS found`,
  );
  if (tables[0]?.found === null) return namesMissing(names);
  const { rows } = await client.query<{ name: string; failed: boolean }>(
    `SELECT migration_name AS name, finished_at IS NULL AS failed FROM ${CONTROL_SCHEMA}._prisma_migrations
      WHERE rolled_back_at IS NULL AND (finished_at IS NOT NULL OR logs IS NOT NULL) ORDER BY started_at`,
  );
  const failed = rows.find((row) => row.failed);
  if (failed) return { kind: 'failed', migration: failed.name };
  const applied = new Set(rows.map(({ name }) => name));
  const unknown = [...applied].filter((name) => !names.includes(name));
  if (unknown.length > 0) return { kind: 'newer', unknown };
  return namesMissing(names.filter((name) => !applied.has(name)));
}

function namesMissing(missing: readonly string[]): DatabaseVersion {
  return missing.length === 0 ? { kind: 'current' } : { kind: 'behind', missing: [...missing] };
}
