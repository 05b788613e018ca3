import { setTimeout as sleep } from 'node:timers/promises';
import {
  createPostgresBackend,
  SchemaMigrationRequiredError,
  SchemaVersionMismatchError,
  withBackend,
} from 'bullmq';
import { explainDatabaseError } from '../runtime/database/database-error.js';
import { createPool, type Pool, type PoolClient, probeDatabase } from '../runtime/database/pool.js';
import { createLoop, type Loop } from '../runtime/loop.js';
import { StartupError } from '../runtime/startup-error.js';
import type { Logger } from '../runtime/telemetry/logger.js';
import { QUEUE_OPTIONS, type QueueBackend, WORKER_OPTIONS } from './backend.js';
import { QUEUE_SCHEMA } from './migrate-queue.js';
import type { TroubleLog } from './trouble-log.js';

const { Queue, Worker } = withBackend(createPostgresBackend);

/** Two of them listen, one per worker. BullMQ's default would be a pool of ten for each queue and worker. */
const CONNECTIONS = 8;
/** Errors of BullMQ's functions for a task that is not in the expected state: an answer, not an outage. */
const ANSWER = 'BM001';
const RETRY_PAUSE_MS = 250;
const LOCK_TIMEOUT_MS = 2_000;
const PROBE_INTERVAL_MS = 10_000;
const PROBE_TIMEOUT_MS = 5_000;

/** BullMQ's own PostgreSQL backend, in the schema that `migrateQueue` creates. */
export function createPostgresQueueBackend(
  databaseUrl: string,
  logger: Logger,
  trouble: TroubleLog,
): QueueBackend {
  const pool = createPool({
    connectionString: databaseUrl,
    applicationName: 'callboard queue',
    searchPath: QUEUE_SCHEMA,
    max: CONNECTIONS,
    // BullMQ uses advisory locks, which any login can hold. Recovery makes up for a task that cannot be
    // added, but not for one that hangs.
    lockTimeoutMs: LOCK_TIMEOUT_MS,
    onError: trouble,
  });
  unhurry(pool);
  const listeners = createListenerProbe(pool, logger);
  const queues: InstanceType<typeof Queue>[] = [];
  return {
    async open() {
      try {
        // A queue whose first connection fails never tries again.
        await Promise.all(queues.map((queue) => queue.waitUntilReady()));
      } catch (error) {
        throw explain(error, databaseUrl);
      }
    },
    check: () => probeDatabase(pool),
    ready: () => Promise.resolve(),
    queue(name) {
      const queue = new Queue(name, { connection: pool, ...QUEUE_OPTIONS });
      queue.on('error', trouble);
      queues.push(queue);
      return queue;
    },
    async startWorker(name, { concurrency, process }) {
      const worker = new Worker(name, (job) => process(job.data), {
        connection: pool,
        concurrency,
        ...WORKER_OPTIONS,
      });
      worker.on('error', trouble);
      try {
        // A worker whose first connection fails never tries again.
        await worker.waitUntilReady();
      } catch (error) {
        await worker.close(true);
        throw explain(error, databaseUrl);
      }
      worker.run().catch(trouble);
      listeners.start();
      return {
        pause: () => worker.pause(),
        resume: () => worker.resume(),
        close: () => worker.close(),
        abandon: () => worker.getBackend().close(true),
      };
    },
    async close() {
      await listeners.stop();
      await pool.end();
    },
  };
}

/**
 * BullMQ's workers keep connections of the pool for listening. A connection that the network dropped never
 * reports it, and BullMQ would wait for an hour. It is therefore probed from time to time and closed if it
 * does not answer; BullMQ then opens another.
 */
function createListenerProbe(pool: Pool, logger: Logger): Loop {
  const inUseSince = new Map<PoolClient, number>();
  pool.on('acquire', (client) => inUseSince.set(client, performance.now()));
  pool.on('release', (_error, client) => inUseSince.delete(client as PoolClient));
  pool.on('remove', (client) => inUseSince.delete(client as PoolClient));
  return createLoop({
    name: 'queue listeners',
    logger,
    async runOnce() {
      const longAgo = performance.now() - PROBE_INTERVAL_MS;
      const probe = { text: 'SELECT 1', query_timeout: PROBE_TIMEOUT_MS };
      for (const [client, since] of inUseSince) if (since < longAgo) client.query(probe).catch(() => {});
      return PROBE_INTERVAL_MS;
    },
  });
}

/**
 * A BullMQ worker that gets an error tries again at once, thousands of times a second while PostgreSQL
 * restarts. BullMQ has no option to prevent this, so a failing query is delayed for a moment.
 */
function unhurry(pool: Pool): void {
  const query = pool.query.bind(pool) as (...args: unknown[]) => Promise<unknown>;
  pool.query = (async (...args: unknown[]) => {
    try {
      return await query(...args);
    } catch (error) {
      if ((error as { code?: string }).code !== ANSWER) await sleep(RETRY_PAUSE_MS);
      throw error;
    }
  }) as Pool['query'];
}

function explain(error: unknown, databaseUrl: string): Error {
  if (error instanceof SchemaMigrationRequiredError)
    return new StartupError(
      'DATABASE_URL: the queue\'s tables are missing or outdated: run "npm run migrate" first',
    );
  if (error instanceof SchemaVersionMismatchError)
    return new StartupError(
      "DATABASE_URL: the queue's tables belong to a newer version of Callboard: start that version or a newer one",
    );
  return explainDatabaseError(error, databaseUrl);
}
