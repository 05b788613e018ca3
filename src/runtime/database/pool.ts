import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { type ConnectionOptions, connectionConfig } from './connection-config.js';
import { endsConnection } from './database-error.js';
import { createSteadyPool } from './steady-pool.js';
import { WatchedClient } from './watched-client.js';

export type { Pool, PoolClient } from 'pg';

export interface PoolOptions extends ConnectionOptions {
  /** Maximum number of connections. */
  max: number;
  /** How long to wait for a connection before giving up; default 10,000. */
  connectTimeoutMs?: number;
  /**
   * How long an idle connection stays open; default 10,000; 0: without limit. Opening another one costs a
   * server process and the plans of its statements.
   */
  idleTimeoutMs?: number;
  /**
   * Milliseconds of silence after which a statement fails and its connection is closed; default `SILENCE_MS`.
   */
  silenceMs?: number | undefined;
  /**
   * Pipelines statements that are sent without waiting for each other; for transactions with many statements.
   */
  pipeline?: boolean | undefined;
  /**
   * The pools that connect to the same server, to which this one is added. If a connection of one is unusable,
   * all close their idle ones.
   */
  together?: Set<pg.Pool>;
  /** Called when a connection breaks; the pool replaces it. */
  onError?: (error: Error) => void;
  /** Called with the error of each statement that failed. */
  onFailed?: ((error: unknown) => void) | undefined;
}

/** A pool that survives broken connections: they are replaced and never crash the process. */
export function createPool(options: PoolOptions): pg.Pool {
  const {
    max,
    connectTimeoutMs = 10_000,
    idleTimeoutMs = 10_000,
    onError,
    onFailed,
    silenceMs,
    prepare,
    pipeline,
    together,
  } = options;
  return watchedPool(
    {
      ...connectionConfig(options),
      max,
      connectionTimeoutMillis: connectTimeoutMs,
      idleTimeoutMillis: idleTimeoutMs,
      pipeline,
    },
    { silenceMs, onError, onFailed, prepare, together },
  );
}

/** A pool that closes silent, read-only and broken connections, and then its idle ones too. */
export function watchedPool(
  config: pg.PoolConfig,
  {
    silenceMs,
    onError,
    onFailed,
    prepare,
    together = new Set(),
  }: Pick<PoolOptions, 'silenceMs' | 'prepare' | 'onFailed' | 'together'> & {
    onError?: ((error: Error) => void) | undefined;
  },
): pg.Pool {
  const watch = { silenceMs, prepare, onFailed, onUnfit: () => together.forEach(discardIdle) };
  const Client = WatchedClient as unknown as NonNullable<pg.PoolConfig['Client']>;
  const pool: pg.Pool = createSteadyPool({ ...config, ...watch, Client } as pg.PoolConfig);
  together.add(pool);
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
export async function probeDatabase(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  let fit = false;
  try {
    const { rows } = await client.query<{ readOnly: string }>({
      text: `SELECT current_setting('transaction_read_only') AS "readOnly"`,
      query_timeout: 2_000,
    } as pg.QueryConfig);
    fit = rows[0]?.readOnly === 'off';
  } finally {
    client.release(!fit);
  }
  if (!fit) throw new Error('the database is read-only');
}

/**
 * Server parameters that describe the reason of a transaction, by name. They are set for the transaction
 * only.
 */
const transactionSettings = new AsyncLocalStorage<Readonly<Record<string, string>>>();

/** Sets these parameters in every transaction within `work`. */
export function withTransactionSettings<T>(
  settings: Readonly<Record<string, string>>,
  work: () => Promise<T>,
): Promise<T> {
  return transactionSettings.run(settings, work);
}

/** Parameters for a statement that is its own transaction and must set them itself. */
export function currentTransactionSettings(): Readonly<Record<string, string>> {
  return transactionSettings.getStore() ?? {};
}

/** BEGIN and the parameters in one round trip. */
function begin(own: Readonly<Record<string, string>>): string {
  const settings = Object.entries({ ...currentTransactionSettings(), ...own });
  const calls = settings.map(
    ([name, value]) => `set_config(${pg.escapeLiteral(name)}, ${pg.escapeLiteral(value)}, true)`,
  );
  return calls.length === 0 ? 'BEGIN' : `BEGIN; SELECT ${calls.join(', ')}`;
}

/**
 * Runs `work` in one transaction: commits if it resolves, rolls back if it throws (and rethrows). Fails if
 * `work` resolves although one of its statements failed: nothing was stored then. Begins with the server's
 * default, `READ COMMITTED`; `work` may `SET TRANSACTION` first.
 *
 * @param settings server parameters for this transaction only, in addition to those of {@link
 * withTransactionSettings}
 */
export function withTransaction<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
  settings: Readonly<Record<string, string>> = {},
): Promise<T> {
  const joined = joinedTo.get(pool);
  if (joined) return partOf(joined, work);
  return transact(pool, async (client) => {
    await client.query(begin(settings));
    const result = await work(client);
    requireCommitted(await client.query('COMMIT'));
    return result;
  });
}

/** The server answers COMMIT with ROLLBACK if a statement of the transaction has failed. */
function requireCommitted({ command }: pg.QueryResult): void {
  if (command !== 'COMMIT')
    throw new Error('the transaction was rolled back: one of its statements had failed');
}

const joinedTo = new WeakMap<pg.Pool, pg.PoolClient>();

/**
 * A pool for use cases that share one transaction: their statements use its connection, and each {@link
 * withTransaction} is a savepoint in it. It has no connections of its own. Valid until the transaction ends.
 */
export function joinTransaction(pool: pg.Pool, client: pg.PoolClient): pg.Pool {
  const joined: pg.Pool = Object.create(pool, {
    query: { value: client.query.bind(client) },
    connect: {
      value: () => {
        throw new Error('a transaction that was joined has one connection');
      },
    },
  });
  joinedTo.set(joined, client);
  return joined;
}

/** Whether this pool is part of an open transaction. */
export function isJoined(pool: pg.Pool): boolean {
  return joinedTo.has(pool);
}

async function partOf<T>(client: pg.PoolClient, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  await client.query('SAVEPOINT part');
  try {
    const result = await work(client);
    await client.query('RELEASE SAVEPOINT part');
    return result;
  } catch (error) {
    await client.query('ROLLBACK TO SAVEPOINT part; RELEASE SAVEPOINT part');
    throw error;
  }
}

/** A transaction with few round trips, if the connections of the pool pipeline. */
export interface ShortTransaction<F, T> {
  settings?: Readonly<Record<string, string>>;
  /**
   * Sent together with BEGIN. If BEGIN alone fails, this statement is not part of a transaction. So it must
   * change nothing, or only where the `settings` of the transaction are set.
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
    requireCommitted(await (commit ?? client.query('COMMIT')));
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
