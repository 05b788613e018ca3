import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { createPool } from '../../src/runtime/database/pool.js';
import { within } from '../../src/runtime/time-limit.js';

export interface TestDatabase {
  /** URL of a superuser. */
  url: string;
  /** The search path is `callboard`, as in the control plane. */
  pool: pg.Pool;
  /** Ends the pool. Fails if a test has kept one of its connections, and says what for. */
  close(): Promise<void>;
  /** The same, but also closes all other connections and drops the database, whatever a test has kept. */
  drop(): Promise<void>;
}

export interface TestDatabaseOptions {
  /** `callboard.writer` of the pool's connections. Default: none. */
  writer?: string;
  /** Name of a database without connections that is cloned. Default: a freshly migrated one. */
  template?: string;
  /** Tablespace of the database. Default: that of the server. */
  tablespace?: string;
}

export const TEMPLATE_DATABASE = 'callboard_template';

/** Much longer than a statement takes on a busy machine, much shorter than the time limit of a hook. */
const CLOSE_MS = 20_000;

/** A migrated database for one test file, cloned in milliseconds. */
export async function createTestDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const failure = process.env.CALLBOARD_TEST_TEMPLATE_ERROR;
  if (failure) throw new Error(`no migrated database to clone: ${failure}`);
  const where = options.tablespace === undefined ? '' : ` TABLESPACE ${options.tablespace}`;
  return createDatabase(`TEMPLATE ${options.template ?? TEMPLATE_DATABASE}`, where, options);
}

/** An empty database. */
export async function createEmptyDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  return createDatabase('TEMPLATE template0', '', options);
}

async function createDatabase(
  template: string,
  where: string,
  { writer }: TestDatabaseOptions,
): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  // PostgreSQL 14 always copies files, and has no word for it.
  const { rows } = await maintenance().query<{ fourteen: boolean }>(
    `SELECT current_setting('server_version_num')::int < 150000 AS fourteen`,
  );
  const strategy = rows[0]?.fourteen ? '' : 'STRATEGY file_copy';
  await maintenance().query(`CREATE DATABASE ${name} ${template} ${strategy}${where}`);
  const url = databaseUrl(name);
  const pool = createPool({
    connectionString: url,
    max: 5,
    applicationName: 'callboard test',
    writer,
    pipeline: true,
  });
  // A test may hold a lock for as long as it needs, also on a busy machine.
  pool.on('connect', (client) => {
    client.query('SET idle_in_transaction_session_timeout = 0').catch(() => {});
  });
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= within(CLOSE_MS, pool.end(), 'late').catch(async () => {
      throw new Error(`a test has kept connections to its database; ${await sessionsOf(name)}`);
    });
    return closing;
  };
  return {
    url,
    pool,
    close,
    async drop() {
      await close().finally(() => maintenance().query(`DROP DATABASE ${name} WITH (FORCE)`));
    },
  };
}

let maintaining: pg.Pool | undefined;

/**
 * Creates and drops databases, for all test files of the process. A new connection would cost three times the
 * processor time of the copy. It ends with the process.
 */
function maintenance(): pg.Pool {
  maintaining ??= new pg.Pool({
    connectionString: databaseUrl('postgres'),
    max: 2,
    idleTimeoutMillis: 0,
    allowExitOnIdle: true,
  }).on('error', () => {}); // The server ends before some test processes do.
  return maintaining;
}

/** The open connections to a database and what they did last, for the message of a failure. */
export async function sessionsOf(name: string): Promise<string> {
  const { rows } = await withAdmin((admin) =>
    admin.query<{ who: string; state: string; query: string }>(
      'SELECT application_name AS who, state, left(query, 200) AS query FROM pg_stat_activity WHERE datname = $1',
      [name],
    ),
  );
  return `its sessions: ${rows.map(({ who, state, query }) => `\n- ${who} (${state}): ${query}`).join('')}`;
}

/** URL of a database of the test server. */
export function databaseUrl(name: string): string {
  const url = new URL(serverUrl());
  url.pathname = `/${name}`;
  return url.href;
}

/** Runs `work` on a connection to the test server's maintenance database. */
export async function withAdmin<T>(work: (admin: pg.Client) => Promise<T>): Promise<T> {
  const admin = new pg.Client({ connectionString: databaseUrl('postgres') });
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.end();
  }
}

function serverUrl(): string {
  const url = process.env.CALLBOARD_TEST_DATABASE_URL;
  if (!url)
    throw new Error(
      'CALLBOARD_TEST_DATABASE_URL is not set: test/support/vitest/global-setup.ts did not run',
    );
  return url;
}
