import type pg from 'pg';
import { StartupError } from '../../runtime/startup-error.js';
import { VERSION } from '../../runtime/version.js';
import { readAppliedSql } from './apply-sql-files.js';
import { compareVersions } from './compare-versions.js';
import { connect } from './connect.js';
import { type DatabaseFiles, readDatabaseFiles } from './database-files.js';
import { CONTROL_SCHEMA } from './schema-engine.js';

/** How a database relates to the migrations and SQL files of this code. */
export type DatabaseVersion =
  | { kind: 'current' }
  /** These migrations must still be applied, and the SQL files. The list can be empty. */
  | { kind: 'behind'; missing: string[] }
  /**
   * A newer version of Callboard changed the database. `found` says what shows this. If it is compatible, the
   * changes only added objects that this version does not use.
   */
  | { kind: 'newer'; found: string; compatible: boolean }
  /** Created before the first release, by migrations that no release contains. */
  | { kind: 'unreleased'; migration: string }
  /**
   * This migration failed outside a transaction or in another tool, so it is unknown how much of it took
   * effect.
   */
  | { kind: 'failed'; migration: string };

/**
 * For a process that uses the database but does not migrate it. Only reads.
 * @throws StartupError if the database cannot be reached, is older than PostgreSQL 14, or lets agents create
 * objects where they must not
 */
export async function checkDatabaseVersion(options: {
  databaseUrl: string;
  prismaDir: string;
}): Promise<DatabaseVersion> {
  const { databaseUrl, prismaDir } = options;
  const files = await readDatabaseFiles(prismaDir);
  const client = await connect(databaseUrl);
  try {
    return await readDatabaseVersion(client, files);
  } finally {
    await client.end();
  }
}

/** Returns if this code can work with the version. @throws StartupError that says what to do otherwise */
export function requireUsableVersion(version: DatabaseVersion): void {
  if (version.kind === 'behind') {
    const lacks =
      version.missing.length > 0
        ? `lacks ${version.missing.length} migration(s), the first ${version.missing[0]}`
        : 'has functions and triggers of another version';
    throw new StartupError(`the database ${lacks}: run "npm run migrate"`);
  }
  refuseForeignVersion(version);
}

/** @throws StartupError if this code can neither migrate nor use the database */
export function refuseForeignVersion(version: DatabaseVersion): void {
  if (version.kind === 'newer' && !version.compatible) {
    throw new StartupError(
      `the database belongs to a newer version of Callboard (it has ${version.found}): start that version, or restore an older database`,
    );
  }
  if (version.kind === 'unreleased') {
    throw new StartupError(
      `the database was created before the first release of Callboard (it has the migration ${version.migration}) and cannot be upgraded; nothing was changed. Start with an empty database: with npm start, move the data directory away or set CALLBOARD_DATA_DIR to a new one. To keep what the old database holds, dump it first (pg_dump)`,
    );
  }
  if (version.kind === 'failed') {
    throw new StartupError(
      `the migration ${version.migration} failed in this database and was not cleared: repair what it left behind, then set rolled_back_at = now() in its row of ${CONTROL_SCHEMA}._prisma_migrations`,
    );
  }
}

/**
 * Compares migrations by name, as the engine does. An attempt without logs is running or was interrupted.
 * Such attempts, and those that were rolled back, do not count.
 */
export async function readDatabaseVersion(
  client: pg.Client,
  { migrations, checksum }: DatabaseFiles,
): Promise<DatabaseVersion> {
  const names = migrations.map(({ name }) => name);
  const attempts = await readAttempts(client);
  const failed = attempts.find((attempt) => attempt.failed);
  if (failed) return { kind: 'failed', migration: failed.name };
  const applied = new Set(attempts.map(({ name }) => name));
  const unknown = [...applied].filter((name) => !names.includes(name));
  const unreleased = unknown.find((name) => names[0] !== undefined && name < names[0]);
  if (unreleased !== undefined) return { kind: 'unreleased', migration: unreleased };
  const sql = await readAppliedSql(client);
  const missing = names.filter((name) => !applied.has(name));
  const compatible =
    missing.length === 0 && sql?.requires != null && compareVersions(sql.requires, VERSION) <= 0;
  if (unknown.length > 0)
    return {
      kind: 'newer',
      found: `the migration ${unknown.at(-1)}, which this one does not know`,
      compatible,
    };
  if (sql && compareVersions(sql.version, VERSION) > 0)
    return { kind: 'newer', found: `functions and triggers of version ${sql.version}`, compatible };
  return missing.length === 0 && sql?.checksum === checksum
    ? { kind: 'current' }
    : { kind: 'behind', missing };
}

async function readAttempts(client: pg.Client): Promise<{ name: string; failed: boolean }[]> {
  const table = `${CONTROL_SCHEMA}._prisma_migrations`;
  const { rows: tables } = await client.query('SELECT to_regclass($1) AS found', [table]);
  if (tables[0]?.found === null) return [];
  const { rows } = await client.query<{ name: string; failed: boolean }>(
    `SELECT migration_name AS name, finished_at IS NULL AS failed FROM ${table}
      WHERE rolled_back_at IS NULL AND (finished_at IS NOT NULL OR logs IS NOT NULL) ORDER BY started_at`,
  );
  return rows;
}
