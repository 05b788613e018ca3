import { runMigrations } from 'bullmq';
import { explainDatabaseError } from '../runtime/database-error.js';
import { connectionConfig } from '../runtime/pool.js';
import { MIGRATION_SILENCE_MS, WatchedClient } from '../runtime/watched-client.js';

/** The schema of BullMQ's PostgreSQL backend. */
export const QUEUE_SCHEMA = 'bullmq';

/**
 * Creates or updates BullMQ's own tables. Idempotent, and safe when many do so at once: BullMQ takes a lock.
 * @returns the version they are at
 * @throws StartupError when the database cannot be reached or used
 */
export async function migrateQueue({ databaseUrl }: { databaseUrl: string }): Promise<number> {
  const config = connectionConfig({ connectionString: databaseUrl, applicationName: 'callboard migrate' });
  const client = new WatchedClient({
    ...config,
    connectionTimeoutMillis: 10_000,
    silenceMs: MIGRATION_SILENCE_MS,
  });
  client.on('error', () => {}); // the query that is under way rejects
  try {
    await client.connect();
    return await runMigrations(client, QUEUE_SCHEMA);
  } catch (error) {
    throw explainDatabaseError(error, databaseUrl);
  } finally {
    await client.end().catch(() => {});
  }
}
