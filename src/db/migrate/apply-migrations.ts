/**
 * Brings a database up to the migrations of a folder. Safe when many processes do so at once: all of it happens under an
 * advisory lock of the database (the engine's own comes after it has already looked, and ends too early).
 *
 * A migration is one transaction together with the note that it is done. So an attempt without that note, be it failed or
 * killed, changed nothing: it is marked as rolled back, and the next start tries again.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { explainDatabaseError } from '../../runtime/database-error.js';
import type { Logger } from '../../runtime/logger.js';
import { StartupError } from '../../runtime/startup-error.js';
import { connect, readDatabaseVersion, refuseForeignVersion } from './check-database-version.js';
import { type Migration, readMigrations, toMigrationList } from './migration-files.js';
import { CONTROL_SCHEMA, withSchemaEngine } from './schema-engine.js';

export interface ApplyMigrationsOptions {
  databaseUrl: string;
  /** E.g. `prisma/migrations`. */
  migrationsDir: string;
  logger: Logger;
}

/**
 * @returns the names of those that were applied now
 * @throws StartupError when the database cannot be reached or used, is of a newer version, or a migration fails
 */
export async function applyMigrations(options: ApplyMigrationsOptions): Promise<{ applied: string[] }> {
  const { databaseUrl, migrationsDir, logger } = options;
  const migrations = await readMigrations(migrationsDir);
  const client = await connect(databaseUrl, 'callboard migrate', logger);
  try {
    await takeTurn(client, logger);
    const names = migrations.map(({ name }) => name);
    const version = await readDatabaseVersion(client, names);
    refuseForeignVersion(version);
    if (version.kind === 'current') return { applied: [] };
    await client.query(`CREATE SCHEMA IF NOT EXISTS ${CONTROL_SCHEMA}`);
    await markRolledBack(client);
    const applied = await runEngine(client, migrations, options);
    logger.info('migrations.applied', { applied });
    return { applied };
  } catch (error) {
    throw explainDatabaseError(error, databaseUrl);
  } finally {
    await client.end(); // gives the turn to the next
  }
}

/** Polls, since waiting inside PostgreSQL would hold a snapshot, for which `CREATE INDEX CONCURRENTLY` of the one ahead would wait in turn. */
async function takeTurn(client: pg.Client, logger: Logger): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    const { rows } = await client.query<{ taken: boolean }>(
      `SELECT pg_try_advisory_lock(hashtextextended('callboard.migrate', 0)) AS taken`,
    );
    if (rows[0]?.taken) return;
    if (tries === 20)
      logger.info('migrations.waiting', {}, 'Another process is migrating this database: waiting for it');
    await sleep(50);
  }
}

async function runEngine(
  client: pg.Client,
  migrations: readonly Migration[],
  { databaseUrl, migrationsDir }: ApplyMigrationsOptions,
): Promise<string[]> {
  let scriptError: pg.DatabaseError | undefined;
  let running: Migration | undefined;
  const byScript = new Map(migrations.map((migration) => [migration.script, migration]));
  try {
    const { appliedMigrationNames } = await withSchemaEngine(
      {
        databaseUrl,
        prepareScript(script) {
          running = byScript.get(script);
          return running && isTransactional(script) ? `${script}\n;${NOTE_DONE}` : script;
        },
        onScriptError: (error) => {
          scriptError = error;
        },
      },
      (engine) =>
        engine.applyMigrations({
          migrationsList: toMigrationList(migrationsDir, migrations),
          filters: { externalTables: [], externalEnums: [] },
        }),
    );
    return appliedMigrationNames;
  } catch (error) {
    if (running === undefined || scriptError === undefined) throw error;
    if (isTransactional(running.script)) await markRolledBack(client);
    throw new StartupError(
      `the migration ${running.name} failed: ${scriptError.message}${scriptError.code === '42501' ? ' (DATABASE_URL must name a user who may create schemas, tables and roles)' : ''}`,
    );
  }
}

/** At most one row is unfinished: the one that is running, or was. */
const UNFINISHED = 'finished_at IS NULL AND rolled_back_at IS NULL';
const NOTE_DONE = `UPDATE ${CONTROL_SCHEMA}._prisma_migrations SET finished_at = now() WHERE ${UNFINISHED}`;

async function markRolledBack(client: pg.Client): Promise<void> {
  const { rows } = await client.query(`SELECT to_regclass('${CONTROL_SCHEMA}._prisma_migrations') AS found`);
  if (rows[0]?.found === null) return;
  await client.query(
    `UPDATE ${CONTROL_SCHEMA}._prisma_migrations SET rolled_back_at = now() WHERE ${UNFINISHED}`,
  );
}

/** `CREATE INDEX CONCURRENTLY` and the like run outside a transaction, as a script's sole statement. */
function isTransactional(script: string): boolean {
  return !/\bCONCURRENTLY\b/i.test(script);
}
