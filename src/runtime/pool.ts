import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { endsConnection } from './database-error.js';
import { PREPARING } from './prepared-statement.js';
import { WatchedClient } from './watched-client.js';

export type { Pool, PoolClient } from 'pg';

export interface ConnectionOptions {
  connectionString: string;
  /** Shown in `pg_stat_activity`. */
  applicationName: string;
  /** Schemas for unqualified names; default `callboard`. `pg_temp` always comes last. */
  searchPath?: string;
  /** Who writes; the guards in the database check it (setting `callboard.writer`). Unset: an agent. */
  writer?: string;
  /** The server cancels statements that take longer; default: no limit. */
  statementTimeoutMs?: number;
  /** Statements that wait longer for a lock fail with SQLSTATE 55P03; default: no limit. */
  lockTimeoutMs?: number;
  /** Prepares repeated statements, once per connection. */
  prepare?: boolean | undefined;
}

export interface PoolOptions extends ConnectionOptions {
  /** Maximum number of connections. */
  max: number;
  /** How long to wait for a connection before giving up; default 10 000. */
  connectTimeoutMs?: number;
  /**
   * Milliseconds of silence after which a statement fails and its connection is closed; default `SILENCE_MS`.
   */
  silenceMs?: number | undefined;
  /**
   * Pipelines statements that are sent without waiting for each other; for transactions with many statements.
   */
  pipeline?: boolean | undefined;
  /** Called when a connection breaks; the pool replaces it. */
  onError?: (error: Error) => void;
}

const INT8 = 20;

/**
 * Counts and cursors are far below 2^53, so `bigint` is returned as a number instead of node-postgres'
 * string.
 */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === INT8 && format !== 'binary'
      ? Number
      : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
};

/** Settings of every connection: UTC, the search path, `bigint` as number, keep-alive. */
export function connectionConfig(options: ConnectionOptions): pg.ClientConfig {
  const {
    connectionString,
    applicationName,
    searchPath = 'callboard',
    writer,
    statementTimeoutMs,
    lockTimeoutMs,
    prepare = false,
  } = options;
  const settings: Record<string, string> = {
    // Never a schema in which others may create objects: a function of theirs with better-matching arguments
    // would run with our rights.
    search_path: `${searchPath.replaceAll(' ', '')},pg_temp`,
    timezone: 'UTC',
    // A process that was stopped or cut off in a transaction must not hold its locks forever.
    idle_in_transaction_session_timeout: '30000',
    ...PEER_LOSS,
    ...(prepare && PREPARING),
  };
  if (writer !== undefined) settings['callboard.writer'] = writer;
  if (statementTimeoutMs !== undefined) settings.statement_timeout = String(statementTimeoutMs);
  if (lockTimeoutMs !== undefined) settings.lock_timeout = String(lockTimeoutMs);
  // In node-postgres, settings in the URL override the options. Both of these must be ours.
  const url = new URL(connectionString);
  const theirs = url.searchParams.get('options');
  url.searchParams.delete('options');
  url.searchParams.delete('application_name');
  return {
    connectionString: url.href,
    application_name: applicationName,
    options: [theirs, ...Object.entries(settings).map(([name, value]) => `-c ${name}=${escapeOption(value)}`)]
      .filter(Boolean)
      .join(' '),
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    types,
  };
}

/**
 * An idle connection is probed after this time. Otherwise a firewall that dropped it would only be noticed
 * after two hours.
 */
export const KEEP_ALIVE_MS = 10_000;
/** How the server notices that we are gone: within about 25 s. It then releases our locks. */
const PEER_LOSS = {
  tcp_keepalives_idle: '10',
  tcp_keepalives_interval: '5',
  tcp_keepalives_count: '3',
  tcp_user_timeout: '25000',
};

/** A pool that survives broken connections: they are replaced and never crash the process. */
export function createPool(options: PoolOptions): pg.Pool {
  const { max, connectTimeoutMs = 10_000, onError, silenceMs, prepare, pipeline = false } = options;
  return watchedPool(
    { ...connectionConfig(options), max, connectionTimeoutMillis: connectTimeoutMs, pipeline },
    { silenceMs, onError, prepare },
  );
}

/** A pool that closes silent, read-only and broken connections, and then its idle ones too. */
export function watchedPool(
  config: pg.PoolConfig,
  {
    silenceMs,
    onError,
    prepare,
  }: Pick<PoolOptions, 'silenceMs' | 'prepare'> & { onError?: ((error: Error) => void) | undefined },
): pg.Pool {
  const watch = { silenceMs, prepare, onUnfit: () => discardIdle(pool) };
  const Client = WatchedClient as unknown as NonNullable<pg.PoolConfig['Client']>;
  const pool: pg.Pool = new pg.Pool({ ...config, ...watch, Client } as pg.PoolConfig);
  pool.on('error', (error) => onError?.(error));
  // The pool only listens to idle connections. An error of one that is checked out would end the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** They were opened at the same time as a connection that is unusable now, and nobody has used them since. */
function discardIdle(pool: pg.Pool): void {
  for (let left = pool.idleCount; left > 0 && !pool.ending; left -= 1)
    pool.connect().then(
      (client) => client.release(true),
      () => {},
    );
}

/**
 * For readiness: one statement, which a session that may write must answer in time. A session that may not
 * write is closed, so that the next check can find out whether that has changed.
 */
export async function probeDatabase(pool: pg.Pool, timeoutMs = 2_000): Promise<void> {
  const client = await pool.connect();
  let fit = false;
  try {
    const { rows } = await client.query<{ readOnly: string }>({
      text: `SELECT current_setting('transaction_read_only') AS "readOnly"`,
      query_timeout: timeoutMs,
    } as pg.QueryConfig);
    fit = rows[0]?.readOnly === 'off';
  } finally {
    client.release(!fit);
  }
  if (!fit) throw new Error('the database is read-only');
}

/** Server parameters that tell transactions why they run, by name, for the transaction only. */
const transactionSettings = new AsyncLocalStorage<Readonly<Record<string, string>>>();

/** Every transaction within `work` has these parameters, whoever opens it. */
export function withTransactionSettings<T>(
  settings: Readonly<Record<string, string>>,
  work: () => Promise<T>,
): Promise<T> {
  return transactionSettings.run(settings, work);
}

/** For a statement that is its own transaction and has to set them itself. */
export function currentTransactionSettings(): Readonly<Record<string, string>> {
  return transactionSettings.getStore() ?? {};
}

/** One round trip, whatever there is to set. */
function begin(own: Readonly<Record<string, string>>): string {
  const settings = Object.entries({ ...currentTransactionSettings(), ...own });
  const calls = settings.map(
    ([name, value]) => `set_config(${pg.escapeLiteral(name)}, ${pg.escapeLiteral(value)}, true)`,
  );
  return calls.length === 0 ? 'BEGIN' : `BEGIN; SELECT ${calls.join(', ')}`;
}

/**
 * Runs `work` in one transaction: commits if it resolves, rolls back if it throws (and rethrows). Begins with
 * the server's default, `READ COMMITTED`; `work` may `SET TRANSACTION` first.
 *
 * @param settings server parameters for this transaction only, in addition to those of {@link
 * withTransactionSettings}
 */
export function withTransaction<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
  settings: Readonly<Record<string, string>> = {},
): Promise<T> {
  return transact(pool, async (client) => {
    await client.query(begin(settings));
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  });
}

/** A transaction with few round trips, if the connections of the pool pipeline. */
export interface ShortTransaction<F, T> {
  settings?: Readonly<Record<string, string>>;
  /**
   * Sent together with BEGIN. If BEGIN alone fails, this is not part of a transaction. So it must change nothing, or only where the
   * `settings` of the transaction are in force.
   */
  first(client: pg.PoolClient): Promise<F>;
  /** @param commit sends COMMIT together with the pending statements; no statement may follow */
  work(client: pg.PoolClient, first: F, commit: () => void): Promise<T>;
}

/** Like {@link withTransaction}. */
export function withShortTransaction<F, T>(
  pool: pg.Pool,
  { settings = {}, first, work }: ShortTransaction<F, T>,
): Promise<T> {
  return transact(pool, async (client) => {
    const [, found] = await Promise.all([client.query(begin(settings)), first(client)]);
    let commit: Promise<pg.QueryResult> | undefined;
    const result = await work(client, found, () => {
      commit ??= client.query('COMMIT');
      commit.catch(() => {}); // awaited below, unless a statement before it has failed
    });
    const { command } = await (commit ?? client.query('COMMIT'));
    if (command !== 'COMMIT')
      throw new Error('the transaction was rolled back: one of its statements had failed');
    return result;
  });
}

async function transact<T>(pool: pg.Pool, run: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    return await run(client);
  } catch (error) {
    // A connection that cannot even roll back is closed, which rolls back.
    await client.query('ROLLBACK').catch((rollbackError: Error) => {
      broken = rollbackError;
    });
    // A read-only session would also be read-only for the next user.
    if (endsConnection(error)) broken ??= error as Error;
    throw error;
  } finally {
    client.release(broken);
  }
}

/** The server splits `options` at spaces; a backslash escapes one. */
function escapeOption(value: string): string {
  return value.replace(/[\\\s]/g, '\\$&');
}
