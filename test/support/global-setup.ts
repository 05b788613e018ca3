import { applyMigrations } from '../../src/db/migrate/apply-migrations.js';
import { migrateQueue } from '../../src/queue/migrate-queue.js';
import { createLogger } from '../../src/runtime/logger.js';
import { buildPrograms, isBuilt } from './build-programs.js';
import { databaseUrl, TEMPLATE_DATABASE, withAdmin } from './database.js';
import { removeAbandoned, startTestPostgres } from './postgres.js';

/**
 * One PostgreSQL for the whole run, with a migrated database that test files clone. Its address reaches them as
 * CALLBOARD_TEST_DATABASE_URL. That migrations fail is told by the tests that want the clone, not by all.
 */
export default async function setup(): Promise<() => Promise<void>> {
  await removeAbandoned();
  // On a fresh machine: compiling takes longer than a test may. That it fails is told by the tests that start programs.
  if (!isBuilt()) await buildPrograms().catch(() => undefined);
  const server = await startTestPostgres();
  process.env.CALLBOARD_TEST_DATABASE_URL = server.url;
  process.env.CALLBOARD_TEST_TEMPLATE_ERROR = '';
  try {
    await withAdmin((admin) => admin.query(`CREATE DATABASE ${TEMPLATE_DATABASE}`));
    const template = databaseUrl(TEMPLATE_DATABASE);
    const logger = createLogger({ level: 'warn', name: 'test' });
    await applyMigrations({ databaseUrl: template, migrationsDir: 'prisma/migrations', logger });
    await migrateQueue({ databaseUrl: template });
  } catch (error) {
    process.env.CALLBOARD_TEST_TEMPLATE_ERROR = (error as Error).message || String(error);
  }
  return server.stop;
}
