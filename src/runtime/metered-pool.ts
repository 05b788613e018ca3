import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import type { Socket } from 'node:net';
import type { Pool, PoolClient } from 'pg';
import { LIMITS } from '../domain/limits.js';
import type { ByteBudget } from './byte-budget.js';
import { createSlots } from './slots.js';

/** What one piece of work may take from the database. */
export interface ReadShare {
  /** Charged with what connections receive, before it is parsed. */
  budget: ByteBudget;
  /** Who the work is done for: they share their connections of each pool. */
  key: string;
  /** Whether only reading is metered: pools that also write are left alone otherwise. */
  readsOnly: boolean;
}

const shares = new AsyncLocalStorage<ReadShare | undefined>();

/** Everything that `work` reads through metered pools counts against the share. */
export function withReadShare<T>(share: ReadShare | undefined, work: () => T): T {
  return shares.run(share, work);
}

/**
 * Makes the pool count what it receives for the work at hand. A statement that exceeds the budget loses its connection, which is
 * the only way to stop PostgreSQL from sending the rest. Who has its share of connections waits, for as long as a request would.
 *
 * @param alsoWrites only work that reads is metered
 */
export function meterPool(pool: Pool, { alsoWrites = false } = {}): void {
  const connections = createSlots({
    max: Number.POSITIVE_INFINITY,
    maxPerKey: LIMITS.connectionsPerToken,
    maxWaitingPerKey: Number.POSITIVE_INFINITY,
    waitMs: LIMITS.operationWaitMs,
  });
  const connect = pool.connect.bind(pool) as {
    (): Promise<PoolClient>;
    (callback: ConnectCallback): void;
  };
  const leaveOf = new WeakMap<object, () => void>();
  const shareNow = () => {
    const share = shares.getStore();
    return share && (share.readsOnly || !alsoWrites) ? share : undefined;
  };

  async function connectWithin({ key }: ReadShare): Promise<PoolClient> {
    const leave = await connections.enter(key);
    if (!leave)
      throw new Error('timeout exceeded when trying to connect: too many statements of one API token');
    try {
      const client = await connect();
      leaveOf.set(client, leave);
      return client;
    } catch (error) {
      leave();
      throw error;
    }
  }

  pool.connect = ((callback?: ConnectCallback) => {
    const share = shareNow();
    // The pool calls back in the context of whoever returned the connection.
    if (!share) return callback ? connect(AsyncResource.bind(callback)) : connect();
    const connected = connectWithin(share);
    if (!callback) return connected;
    connected.then(
      (client) => callback(undefined, client, client.release),
      (error: Error) => callback(error, undefined, () => {}),
    );
  }) as typeof pool.connect;

  pool.on('connect', (client) => meterClient(client, shareNow));
  pool.on('release', (_error, client) => {
    leaveOf.get(client)?.();
    leaveOf.delete(client);
  });
}

type ConnectCallback = (
  error: Error | undefined,
  client: PoolClient | undefined,
  done: (release?: Error | boolean) => void,
) => void;

function meterClient(client: PoolClient, shareNow: () => ReadShare | undefined): void {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  let budget: ByteBudget | undefined;
  client.query = ((...args: unknown[]) => {
    budget = shareNow()?.budget;
    return query(...args);
  }) as typeof client.query;
  stream.on('data', (chunk: Buffer) => {
    if (budget && !budget.spend(chunk.length)) {
      stream.destroy(new Error('The statement returned more than may be read at once.'));
    }
  });
}
