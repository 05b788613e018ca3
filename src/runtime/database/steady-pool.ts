import pg from 'pg';

/** What pg-pool keeps. `pool.test.ts` notices if a version of it works differently. */
interface Internals {
  _clients: unknown[];
  _idle: { client: unknown }[];
  _pendingQueue: unknown[];
  _pulseQueue(): void;
}

/**
 * A pool that uses the oldest idle connection. pg-pool uses the one that was released last, which after some
 * statements at the same time may be any of them. Each connection has a server process of its own, which has to plan
 * each statement, compile the functions of triggers, and read the descriptions of tables and indexes when it first needs
 * them. That can take ten times as long as the statement itself.
 */
export function createSteadyPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(config);
  const internals = pool as unknown as Internals;
  const handOut = internals._pulseQueue.bind(pool);
  internals._pulseQueue = () => {
    if (internals._pendingQueue.length > 0) putOldestLast(internals);
    handOut();
  };
  return pool;
}

/** The last idle connection is used next. */
function putOldestLast({ _clients: byAge, _idle: idle }: Internals): void {
  if (idle.length < 2) return;
  const ages = idle.map(({ client }) => byAge.indexOf(client));
  const [oldest] = idle.splice(ages.indexOf(Math.min(...ages)), 1);
  if (oldest) idle.push(oldest);
}
