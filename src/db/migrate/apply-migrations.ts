/**
 * Brings a database up to the migrations and SQL files of a folder. Safe when many processes do so at once: all of it happens while a
 * connection of its own holds a lock on the engine's table, which no agent's login may touch (the engine's own lock comes
 * after it has already looked, ends too early, and can be held by any login).
 *
 * A migration is one transaction together with the note that it is done. So an attempt without that note, be it failed or
 * killed, changed nothing: it is marked as rolled back, and the next start tries again. The SQL files are one transaction too, and
 * what tells whether they are to be applied is a checksum, so a start with nothing to do locks and writes nothing.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { explainDatabaseError } from '../../runtime/database-error.js';
import type { Logger } from '../../runtime/logger.js';
import { isSqlState, type SqlState } from '../../runtime/sqlstate.js';
import { StartupError } from '../../runtime/startup-error.js';
import { applySqlFiles, noteRequirement } from './apply-sql-files.js';
import { readDatabaseVersion, refuseForeignVersion } from './check-database-version.js';
import { connect } from './connect.js';
import { readDatabaseFiles, type Script, toMigrationList } from './database-files.js';
import { missingRight } from './missing-right.js';
import { requireMigrationRights } from './require-migration-rights.js';
import { CONTROL_SCHEMA, withSchemaEngine } from './schema-engine.js';

export interface ApplyMigrationsOptions {
  /** Of the user who owns, or will own, what is created. */
  databaseUrl: string;
  /** The setting that `databaseUrl` comes from, for messages; default `DATABASE_URL`. */
  setting?: string | undefined;
  /** The folder with `migrations` and `sql`. */
  prismaDir: string;
  logger: Logger;
}

/** What was applied now. */
export interface AppliedMigrations {
  /** Names of migrations. */
  applied: string[];
  /** Whether the SQL files were. */
  sqlFiles: boolean;
}

/**
 * @throws StartupError when the database cannot be reached or used, is of a newer version, or a migration fails
 */
export async function applyMigrations(options: ApplyMigrationsOptions): Promise<AppliedMigrations> {
  const { databaseUrl, setting = 'DATABASE_URL', prismaDir, logger } = options;
  const files = await readDatabaseFiles(prismaDir);
  const client = await connect(databaseUrl, { applicationName: 'callboard migrate', logger, setting });
  const turn = await connect(databaseUrl, { applicationName: 'callboard migrate: turn', setting });
  try {
    await requireMigrationRights(client, setting);
    await takeTurn(turn, logger);
    const version = await readDatabaseVersion(client, files);
    refuseForeignVersion(version);
    // An older version that runs beside a newer one must not undo what that one brought.
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

/** Polls, since waiting inside PostgreSQL would hold a snapshot, for which `CREATE INDEX CONCURRENTLY` of the one ahead would wait in turn. */
async function takeTurn(client: pg.Client, logger: Logger): Promise<void> {
  // The turn lasts as long as the migrations do.
  await client.query('SET idle_in_transaction_session_timeout = 0');
  for (let tries = 0; ; tries += 1) {
    try {
      await createTable(client);
      await client.query('BEGIN');
      // Excludes itself and nobody who reads or writes. Unlike the strongest lock it needs no transaction id, which would hold back vacuum.
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
/** Locked by another, or just created by another. */
const BUSY: readonly SqlState[] = [
  'lockTimeout',
  'uniqueViolation',
  'duplicateObject',
  'duplicateSchema',
  'duplicateTable',
];

/** The engine's own table, as it would create it with the first migration. */
async function createTable(client: pg.Client): Promise<void> {
  const { rows } = await client.query('SELECT to_regclass($1) AS found', [TABLE]);
  if (rows[0]?.found !== null) return;
  // With IF NOT EXISTS alone, PostgreSQL asks for the right to create a schema even if it exists.
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
