import { type MigrateConfig, parseMigrateConfig } from './config/migrate-config.js';
import { runWithSettings } from './config/read-settings.js';
import { applyMigrations } from './db/migrate/apply-migrations.js';
import { PRISMA_DIR } from './db/migrate/database-files.js';
import { grantRuntimeRights } from './db/migrate/runtime-rights.js';
import { migrateQueue } from './queue/migrate-queue.js';
import { StartupError } from './runtime/startup-error.js';
import { createLogger } from './runtime/telemetry/logger.js';

/**
 * `npm run migrate`: exit code 0 if the database is up to date, 1 if that failed, 2 if settings are wrong.
 */
async function migrate({ migrateUrl, migrateSetting, runtimeUrl, logLevel }: MigrateConfig): Promise<void> {
  const database = { databaseUrl: migrateUrl, setting: migrateSetting };
  try {
    const { applied, sqlFiles } = await applyMigrations({
      ...database,
      prismaDir: PRISMA_DIR,
      logger: createLogger({ level: logLevel, name: 'migrate' }),
    });
    await migrateQueue(database);
    const rights = runtimeUrl && (await grantRuntimeRights({ migrateUrl, runtimeUrl }));
    for (const name of applied) process.stdout.write(`applied ${name}\n`);
    if (sqlFiles) process.stdout.write('applied functions and triggers\n');
    if (rights && rights.granted > 0)
      process.stdout.write(`granted ${rights.granted} rights to ${rights.user}\n`);
    process.stdout.write('The database is up to date.\n');
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}

await runWithSettings('Brings the database in DATABASE_URL up to date.', parseMigrateConfig(), migrate);
