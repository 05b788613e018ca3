import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { StartupError } from '../../runtime/startup-error.js';
import { VERSION } from '../../runtime/version.js';
import { LOCK_TIMEOUT } from '../system/lock-timeout.js';
import { DEADLOCK } from '../system/retry-deadlock.js';
import type { DatabaseFiles } from './database-files.js';
import { missingRight } from './missing-right.js';
import { CONTROL_SCHEMA } from './schema-engine.js';

/** The table with one row: what was applied last. */
export const APPLIED_SQL = `${CONTROL_SCHEMA}._applied_sql`;

export interface AppliedSql {
  checksum: string;
  /** The version of Callboard that applied it. */
  version: string;
}

/** Undefined: no SQL file was ever applied. */
export async function readAppliedSql(client: pg.Client): Promise<AppliedSql | undefined> {
  const { rows: tables } = await client.query('SELECT to_regclass($1) AS found', [APPLIED_SQL]);
  if (tables[0]?.found === null) return undefined;
  const { rows } = await client.query<AppliedSql>(`SELECT checksum, version FROM ${APPLIED_SQL}`);
  return rows[0];
}

/**
 * Applies all SQL files in one transaction, which locks the tables with triggers against writes for some hundred milliseconds.
 * Workers may be running: it waits for each lock only briefly, lets them pass, and tries again.
 * @throws StartupError when a file fails
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
      if (tries === MAX_TRIES || !BUSY.includes(error.code ?? ''))
        throw new StartupError(`prisma/sql/${running} failed: ${error.message}${missingRight(error)}`);
    }
    await sleep(PAUSE_MS);
  }
}

const MAX_TRIES = 20;
const PAUSE_MS = 500;
const LOCK_TIMEOUT_MS = 2_000;
const BUSY = [LOCK_TIMEOUT, DEADLOCK];

async function applyOnce(
  client: pg.Client,
  { sqlFiles, checksum }: DatabaseFiles,
  onFile: (name: string) => void,
): Promise<void> {
  await client.query(`BEGIN; SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}; CREATE TABLE IF NOT EXISTS ${APPLIED_SQL} (
    one boolean PRIMARY KEY DEFAULT true CHECK (one), checksum text NOT NULL, version text NOT NULL, applied_at timestamptz NOT NULL)`);
  for (const { name, script } of sqlFiles) {
    onFile(name);
    await client.query(script);
  }
  await client.query(
    `INSERT INTO ${APPLIED_SQL} (checksum, version, applied_at) VALUES ($1, $2, now()) ON CONFLICT (one) DO UPDATE
     SET checksum = EXCLUDED.checksum, version = EXCLUDED.version, applied_at = EXCLUDED.applied_at`,
    [checksum, VERSION],
  );
  await client.query('COMMIT');
}
