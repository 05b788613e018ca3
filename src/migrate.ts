import { describeProblems, describeWarnings, parseMigrateConfig } from './config.js';
import { applyMigrations } from './db/migrate/apply-migrations.js';
import { PRISMA_DIR } from './db/migrate/database-files.js';
import { migrateQueue } from './queue/migrate-queue.js';
import { createLogger } from './runtime/logger.js';
import { StartupError } from './runtime/startup-error.js';

/**
 * `npm run migrate`: exit code 0 if the database is up to date, 1 if that failed, 2 if settings are wrong.
 */
async function migrate(): Promise<number> {
  const parsed = parseMigrateConfig();
  if (parsed.kind === 'error') {
    process.stderr.write(`${describeProblems(parsed.problems)}\n`);
    return 2;
  }
  process.stderr.write(describeWarnings(parsed.warnings));
  const { databaseUrl, logLevel } = parsed.config;
  try {
    const { applied, sqlFiles } = await applyMigrations({
      databaseUrl,
      prismaDir: PRISMA_DIR,
      logger: createLogger({ level: logLevel, name: 'migrate' }),
    });
    await migrateQueue({ databaseUrl });
    for (const name of applied) process.stdout.write(`applied ${name}\n`);
    if (sqlFiles) process.stdout.write('applied functions and triggers\n');
    process.stdout.write('The database is up to date.\n');
    return 0;
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 1;
  }
}

process.exitCode = await migrate();
