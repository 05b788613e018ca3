import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import type { Socket } from 'node:net';
import type { Pool, PoolClient } from 'pg';
import { LIMITS } from '../../domain/limits.js';
import type { ByteBudget } from '../limits/byte-budget.js';
import { createFairSemaphore } from '../limits/fair-semaphore.js';

/** The share of the database that one piece of work may use. */
export interface ReadShare {
  /** Charged with the bytes that connections receive, before they are parsed. */
  budget: ByteBudget;
  /** On whose behalf the work is done. All work of one owner shares its connections of each pool. */
  key: string;
  /** Whether only reading is metered. Pools that also write are not metered then. */
  readsOnly: boolean;
}

const shares = new AsyncLocalStorage<ReadShare | undefined>();

/** Everything that `work` reads through metered pools counts against the share. */
export function withReadShare<T>(share: ReadShare | undefined, work: () => T): T {
  return shares.run(share, work);
}

/**
 * Makes the pool count the bytes it receives for the current work. A statement that exceeds the budget loses
 * its connection, because that is the only way to stop PostgreSQL from sending the rest. An owner that has
 * all of its connections in use waits, for as long as a request would; the work that waits longer is refused.
 *
 * @param alsoWrites only work that reads is metered
 */
export function meterPool(pool: Pool, { alsoWrites = false } = {}): void {
  const connections = createFairSemaphore({
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

  async function connectWithin({ key, budget }: ReadShare): Promise<PoolClient> {
    if (budget.exceeded) throw new Error(NO_RESULT);
    const leave = await connections.enter(key);
    if (!leave) {
      budget.refuse();
      throw new Error('timeout exceeded when trying to connect: too many statements of one API token');
    }
    if (budget.exceeded) {
      leave();
      throw new Error(NO_RESULT);
    }
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
    if (!share) return callback ? connect(inThisContext(callback)) : connect();
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

/** Work that has exceeded its budget is refused, so its other statements would only delay others. */
const NO_RESULT = 'The query has read more data than allowed.';

type ConnectCallback = (
  error: Error | undefined,
  client: PoolClient | undefined,
  done: (release?: Error | boolean) => void,
) => void;

/**
 * `AsyncResource.bind` does the same, but on Node 20 also defines a deprecated property for each function,
 * which takes longer than the rest.
 */
function inThisContext(callback: ConnectCallback): ConnectCallback {
  const resource = new AsyncResource('bound-anonymous-fn');
  return (...result) => resource.runInAsyncScope(callback, undefined, ...result);
}

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
      stream.destroy(new Error('The statement returned more data than allowed.'));
    }
  });
}
