import pg from 'pg';
import { applyMigrations } from '../../src/db/migrate/apply-migrations.js';
import { migrateQueue } from '../../src/queue/migrate-queue.js';
import { createLogger } from '../../src/runtime/telemetry/logger.js';
import { databaseUrl, TEMPLATE_DATABASE, withAdmin } from './database.js';

/**
 * Creates the database that test files clone: a migrated one on the server of CALLBOARD_TEST_DATABASE_URL.
 */
export async function createTemplate(): Promise<void> {
  await withAdmin((admin) => admin.query(`CREATE DATABASE ${TEMPLATE_DATABASE}`));
  const template = databaseUrl(TEMPLATE_DATABASE);
  const logger = createLogger({ level: 'warn', name: 'test' });
  await applyMigrations({ databaseUrl: template, prismaDir: 'prisma', logger });
  await migrateQueue({ databaseUrl: template });
  await closePublic(template);
}

/** The default since PostgreSQL 15. Without it, no logins of agents can be created. */
async function closePublic(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('REVOKE CREATE ON SCHEMA public FROM PUBLIC').finally(() => client.end());
}
