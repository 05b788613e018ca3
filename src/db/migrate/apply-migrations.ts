/**
 * Applies the migrations and SQL files of a folder to a database. Many processes may do so at once: a
 * separate connection holds a lock on the engine's table, which no agent's login may touch. (The engine's own
 * lock is taken too late, is released too early, and can be held by any login.)
 *
 * A migration is one transaction together with the record that it is done. So an attempt without that record,
 * failed or killed, changed nothing: it is marked as rolled back, and the next start tries again. The SQL
 * files are one transaction too. A checksum decides whether they must be applied, so a start with nothing to
 * do neither locks nor writes.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { explainDatabaseError } from '../../runtime/database/database-error.js';
import { isSqlState, type SqlState } from '../../runtime/database/sqlstate.js';
import { StartupError } from '../../runtime/startup-error.js';
import type { Logger } from '../../runtime/telemetry/logger.js';
import { applySqlFiles, noteRequirement } from './apply-sql-files.js';
import { readDatabaseVersion, refuseForeignVersion } from './check-database-version.js';
import { connect } from './connect.js';
import { readDatabaseFiles, type Script, toMigrationList } from './database-files.js';
import { missingRight } from './missing-right.js';
import { requireMigrationRights } from './require-migration-rights.js';
import { requireWritable } from './require-writable.js';
import { CONTROL_SCHEMA, withSchemaEngine } from './schema-engine.js';

export interface ApplyMigrationsOptions {
  /** URL of the user who owns, or will own, the created objects. */
  databaseUrl: string;
  /** The setting that `databaseUrl` comes from, for messages; default `DATABASE_URL`. */
  setting?: string | undefined;
  /** The folder with `migrations` and `sql`. */
  prismaDir: string;
  logger: Logger;
}

export interface AppliedMigrations {
  applied: string[];
  sqlFiles: boolean;
}

/**
 * @throws StartupError if the database cannot be reached or used, if a newer version changed it, or if a
 * migration fails
 */
export async function applyMigrations(options: ApplyMigrationsOptions): Promise<AppliedMigrations> {
  const { databaseUrl, setting = 'DATABASE_URL', prismaDir, logger } = options;
  const files = await readDatabaseFiles(prismaDir);
  const client = await connect(databaseUrl, { applicationName: 'callboard migrate', logger, setting });
  const turn = await connect(databaseUrl, { applicationName: 'callboard migrate: turn', setting });
  try {
    await requireWritable(client, setting);
    await requireMigrationRights(client, setting);
    await waitForTurn(turn, logger);
    const version = await readDatabaseVersion(client, files);
    refuseForeignVersion(version);
    // An older version that runs beside a newer one must not undo its changes.
    if (version.kind === 'newer')
      logger.info(
        'migrations.newer',
        { found: version.found },
        'A newer Callboard has upgraded the database: nothing to apply',
      );
    if (version.kind !== 'behind') return { applied: [], sqlFiles: false };
    await markRolledBack(client);
    await noteRequirement(client, files);
    const applied = version.missing.length > 0 ? await runEngine(client, files.migrations, options) : [];
    await applySqlFiles(client, files);
    logger.info('migrations.applied', { applied });
    return { applied, sqlFiles: true };
  } catch (error) {
    throw explainDatabaseError(error, databaseUrl, setting);
  } finally {
    await Promise.all([client.end(), turn.end()]); // gives the turn to the next
  }
}

/**
 * Waits for the lock by polling. Waiting inside PostgreSQL would hold a snapshot, which `CREATE INDEX
 * CONCURRENTLY` in the process that holds the lock would wait for.
 */
async function waitForTurn(client: pg.Client, logger: Logger): Promise<void> {
  // The lock must last as long as the migrations do.
  await client.query('SET idle_in_transaction_session_timeout = 0');
  for (let tries = 0; ; tries += 1) {
    try {
      await createTable(client);
      await client.query('BEGIN');
      // This mode excludes only itself, not readers or writers. Unlike the strongest mode it needs no
      // transaction id, which would hold back vacuum.
      await client.query(`LOCK TABLE ${TABLE} IN SHARE UPDATE EXCLUSIVE MODE NOWAIT`);
      return;
    } catch (error) {
      await client.query('ROLLBACK');
      if (!isSqlState(error, ...BUSY)) throw error;
    }
    if (tries === 20)
      logger.info('migrations.waiting', {}, 'Another process is migrating this database: waiting for it');
    await sleep(50);
  }
}

const TABLE = `${CONTROL_SCHEMA}._prisma_migrations`;
/** Another process holds the lock, or has just created the table. */
const BUSY: readonly SqlState[] = [
  'lockTimeout',
  'uniqueViolation',
  'duplicateObject',
  'duplicateSchema',
  'duplicateTable',
];

/** Creates the engine's own table, as the engine would with the first migration. */
async function createTable(client: pg.Client): Promise<void> {
  const { rows } = await client.query('SELECT to_regclass($1) AS found', [TABLE]);
  if (rows[0]?.found !== null) return;
  // Even with IF NOT EXISTS, PostgreSQL demands the right to create a schema that already exists.
  const { rows: schemas } = await client.query('SELECT to_regnamespace($1) AS found', [CONTROL_SCHEMA]);
  if (schemas[0]?.found === null) await client.query(`CREATE SCHEMA IF NOT EXISTS ${CONTROL_SCHEMA}`);
  await client.query(`CREATE TABLE IF NOT EXISTS ${TABLE} (
    id varchar(36) PRIMARY KEY NOT NULL, checksum varchar(64) NOT NULL, finished_at timestamptz, migration_name varchar(255) NOT NULL,
    logs text, rolled_back_at timestamptz, started_at timestamptz NOT NULL DEFAULT now(), applied_steps_count integer NOT NULL DEFAULT 0)`);
}

async function runEngine(
  client: pg.Client,
  migrations: readonly Script[],
  { databaseUrl, prismaDir }: ApplyMigrationsOptions,
): Promise<string[]> {
  let scriptError: pg.DatabaseError | undefined;
  let running: Script | undefined;
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
          migrationsList: toMigrationList(prismaDir, migrations),
          filters: { externalTables: [], externalEnums: [] },
        }),
    );
    return appliedMigrationNames;
  } catch (error) {
    if (running === undefined || scriptError === undefined) throw error;
    if (isTransactional(running.script)) await markRolledBack(client);
    throw new StartupError(
      `the migration ${running.name} failed: ${scriptError.message}${missingRight(scriptError)}`,
    );
  }
}

/** At most one row is unfinished: the migration that is running, or that was interrupted. */
const UNFINISHED = 'finished_at IS NULL AND rolled_back_at IS NULL';
const NOTE_DONE = `UPDATE ${CONTROL_SCHEMA}._prisma_migrations SET finished_at = now() WHERE ${UNFINISHED}`;

async function markRolledBack(client: pg.Client): Promise<void> {
  const { rows } = await client.query(`SELECT to_regclass('${CONTROL_SCHEMA}._prisma_migrations') AS found`);
  if (rows[0]?.found === null) return;
  await client.query(
    `UPDATE ${CONTROL_SCHEMA}._prisma_migrations SET rolled_back_at = now() WHERE ${UNFINISHED}`,
  );
}

/**
 * `CREATE INDEX CONCURRENTLY` and similar statements run outside a transaction, as the only statement of a
 * script.
 */
function isTransactional(script: string): boolean {
  return !/\bCONCURRENTLY\b/i.test(script);
}
