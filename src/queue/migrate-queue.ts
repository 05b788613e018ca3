import { runMigrations } from 'bullmq';
import { explainDatabaseError } from '../runtime/database-error.js';
import { connectionConfig } from '../runtime/pool.js';
import { StartupError } from '../runtime/startup-error.js';
import { MIGRATION_SILENCE_MS, WatchedClient } from '../runtime/watched-client.js';

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
export async function migrateQueue({ databaseUrl }: { databaseUrl: string }): Promise<number> {
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
    return await runMigrations(client, QUEUE_SCHEMA);
  } catch (error) {
    if ((error as { code?: string }).code === '55P03')
      throw new StartupError(
        `DATABASE_URL: another session has held a lock of the queue's tables for ${LOCK_TIMEOUT_MS / 1_000} seconds. Look for it in pg_locks (pg_stat_activity tells whose it is), end it with pg_terminate_backend, and try again`,
      );
    throw explainDatabaseError(error, databaseUrl);
  } finally {
    await client.end().catch(() => {});
  }
}
