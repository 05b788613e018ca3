import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { isSqlState } from '../../runtime/database/sqlstate.js';
import { StartupError } from '../../runtime/startup-error.js';
import { VERSION } from '../../runtime/version.js';
import type { DatabaseFiles } from './database-files.js';
import { missingRight } from './missing-right.js';
import { CONTROL_SCHEMA } from './schema-engine.js';

/** The table with one row that describes what was applied last. */
export const APPLIED_SQL = `${CONTROL_SCHEMA}._applied_sql`;

export interface AppliedSql {
  checksum: string;
  /** The version of Callboard that applied the files. */
  version: string;
  /**
   * The oldest version that can work with the migrations. Null if the version that applied them did not
   * record it.
   */
  requires: string | null;
}

/** Undefined if no SQL file was ever applied. */
export async function readAppliedSql(client: pg.Client): Promise<AppliedSql | undefined> {
  const { rows: tables } = await client.query('SELECT to_regclass($1) AS found', [APPLIED_SQL]);
  if (tables[0]?.found === null) return undefined;
  const { rows } = await client.query<AppliedSql>(
    `SELECT checksum, version, to_jsonb(applied) ->> 'requires' AS requires FROM ${APPLIED_SQL} applied`,
  );
  return rows[0];
}

/**
 * Records what the migrations require before they are applied, so that an older program that starts in
 * between does not take them for compatible. Does nothing in a database without migrations.
 */
export async function noteRequirement(client: pg.Client, { requires }: DatabaseFiles): Promise<void> {
  const applied = await readAppliedSql(client);
  if (applied === undefined) return;
  // An earlier version created the table without this column.
  if (applied.requires === null)
    await client.query(`ALTER TABLE ${APPLIED_SQL} ADD COLUMN IF NOT EXISTS requires text`);
  await client.query(`UPDATE ${APPLIED_SQL} SET requires = $1`, [requires]);
}

/**
 * Applies all SQL files in one transaction, which blocks writes to the tables with triggers for a few hundred
 * milliseconds. Workers may be running, so the transaction waits for each lock only briefly, then releases
 * all locks and tries again.
 * @throws StartupError if a file fails
 */
export async function applySqlFiles(client: pg.Client, files: DatabaseFiles): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    let running: string | undefined;
    try {
      await applyOnce(client, files, (name) => {
        running = name;
      });
      return;
    } catch (error) {
      if (!(error instanceof pg.DatabaseError) || running === undefined) throw error;
      await client.query('ROLLBACK');
      if (tries === MAX_TRIES || !isSqlState(error, 'lockTimeout', 'deadlock'))
        throw new StartupError(`prisma/sql/${running} failed: ${error.message}${missingRight(error)}`);
    }
    await sleep(PAUSE_MS);
  }
}

const MAX_TRIES = 20;
const PAUSE_MS = 500;
const LOCK_TIMEOUT_MS = 2_000;

async function applyOnce(
  client: pg.Client,
  { sqlFiles, checksum, requires }: DatabaseFiles,
  onFile: (name: string) => void,
): Promise<void> {
  await client.query(`BEGIN; SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}; CREATE TABLE IF NOT EXISTS ${APPLIED_SQL} (
    one boolean PRIMARY KEY DEFAULT true CHECK (one), checksum text NOT NULL, version text NOT NULL, applied_at timestamptz NOT NULL,
    requires text)`);
  for (const { name, script } of sqlFiles) {
    onFile(name);
    await client.query(script);
  }
  await client.query(
    `INSERT INTO ${APPLIED_SQL} (checksum, version, applied_at, requires) VALUES ($1, $2, now(), $3) ON CONFLICT (one) DO UPDATE
     SET checksum = EXCLUDED.checksum, version = EXCLUDED.version, applied_at = EXCLUDED.applied_at, requires = EXCLUDED.requires`,
    [checksum, VERSION, requires],
  );
  await client.query('COMMIT');
}
