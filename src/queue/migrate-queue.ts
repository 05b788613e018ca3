import { runMigrations } from 'bullmq';
import type pg from 'pg';
import { connectionConfig } from '../runtime/database/connection-config.js';
import { explainDatabaseError } from '../runtime/database/database-error.js';
import { isLockTimeout } from '../runtime/database/sqlstate.js';
import { MIGRATION_SILENCE_MS, WatchedClient } from '../runtime/database/watched-client.js';
import { StartupError } from '../runtime/startup-error.js';
import { dispatchTask, expandTask } from './tasks.js';

/**
 * BullMQ uses an advisory lock, which any login can hold. An error is better than a start that waits forever.
 */
const LOCK_TIMEOUT_MS = 60_000;

/** The schema of BullMQ's PostgreSQL backend. */
export const QUEUE_SCHEMA = 'bullmq';

/**
 * Creates or updates BullMQ's own tables. Idempotent, and safe if several processes do it at once: BullMQ
 * takes a lock.
 * @returns the version of the tables
 * @throws StartupError if the database cannot be reached or used
 */
export async function migrateQueue({
  databaseUrl,
  setting = 'DATABASE_URL',
}: {
  databaseUrl: string;
  /** The setting that `databaseUrl` comes from, for messages. */
  setting?: string | undefined;
}): Promise<number> {
  const config = connectionConfig({
    connectionString: databaseUrl,
    applicationName: 'callboard migrate',
    lockTimeoutMs: LOCK_TIMEOUT_MS,
  });
  const client = new WatchedClient({
    ...config,
    connectionTimeoutMillis: 10_000,
    silenceMs: MIGRATION_SILENCE_MS,
  });
  client.on('error', () => {}); // the running query rejects
  try {
    await client.connect();
    await keepSchema(client);
    const version = await runMigrations(client, QUEUE_SCHEMA);
    await createSequences(client);
    return version;
  } catch (error) {
    if (isLockTimeout(error))
      throw new StartupError(
        `${setting}: another session has held a lock of the queue's tables for ${LOCK_TIMEOUT_MS / 1_000} seconds. Look for it in pg_locks (pg_stat_activity shows whose it is), end it with pg_terminate_backend, and try again`,
      );
    throw explainDatabaseError(error, databaseUrl, setting);
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * BullMQ creates the sequence of a queue with its first task, for which the user of the programs may lack the
 * right.
 */
async function createSequences(client: WatchedClient): Promise<void> {
  for (const { name } of [expandTask, dispatchTask]) {
    const { rows } = await client.query<{ sequence: string }>(
      `SELECT ${QUEUE_SCHEMA}.job_id_seq_name($1) AS sequence`,
      [name],
    );
    if (rows[0]) await client.query(`CREATE SEQUENCE IF NOT EXISTS ${QUEUE_SCHEMA}.${rows[0].sequence}`);
  }
}

/**
 * BullMQ says `CREATE SCHEMA IF NOT EXISTS`, for which PostgreSQL asks for the right to create a schema even if
 * it exists.
 */
async function keepSchema(client: WatchedClient): Promise<void> {
  const { rows } = await client.query<{ found: string | null }>('SELECT to_regnamespace($1) AS found', [
    QUEUE_SCHEMA,
  ]);
  if (rows[0]?.found === null) return;
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  client.query = ((...args: unknown[]) =>
    query(
      ...(/^CREATE SCHEMA IF NOT EXISTS/.test(String(args[0])) ? ['SELECT'] : args),
    )) as pg.Client['query'];
}
