import { once } from 'node:events';
import { Queue, Worker } from 'bullmq';
import { Redis, type RedisOptions } from 'ioredis';
import type { Logger } from '../runtime/logger.js';
import { StartupError } from '../runtime/startup-error.js';
import { QUEUE_OPTIONS, type QueueBackend, WORKER_OPTIONS } from './backend.js';
import type { TroubleLog } from './trouble-log.js';

const CONNECT_LIMIT_MS = 5_000;
/** 50, 100, 200 … 1 000 ms: we notice the end of an outage within a second. */
const retryStrategy = (attempt: number) => Math.min(25 * 2 ** attempt, 1_000);
/** Errors of a Redis that can be reached but refuses us. */
const REFUSED = /^(WRONGPASS|NOAUTH|NOPERM)|invalid password|DB index is out of range/i;

/** BullMQ on Redis or Valkey. Workers wait for a Redis that is unavailable; queueing does not. */
export function createRedisQueueBackend(redisUrl: string, logger: Logger, trouble: TroubleLog): QueueBackend {
  const connect = (options: RedisOptions) => {
    const redis = new Redis(redisUrl, { retryStrategy, connectTimeout: CONNECT_LIMIT_MS, ...options });
    redis.on('error', trouble);
    return redis;
  };
  // Fails at once while there is no connection, instead of storing every command until there is one.
  const producer = connect({ enableOfflineQueue: false, maxRetriesPerRequest: 0 });
  const consumer = connect({ maxRetriesPerRequest: null });
  return {
    open: () => probe(redisUrl, logger),
    check: () => producer.ping(),
    ready: () => connected(producer),
    queue(name) {
      const queue = new Queue(name, { connection: producer, ...QUEUE_OPTIONS });
      queue.on('error', trouble);
      return queue;
    },
    async startWorker(name, { concurrency, process }) {
      const worker = new Worker(name, (job) => process(job.data), {
        connection: consumer,
        concurrency,
        ...WORKER_OPTIONS,
      });
      worker.on('error', trouble);
      worker.run().catch(trouble);
      return {
        pause: () => worker.pause(),
        resume: () => worker.resume(),
        close: () => worker.close(),
        abandon: () => worker.getBackend().close(true),
      };
    },
    async close(force) {
      for (const redis of [producer, consumer]) {
        if (force || redis.status !== 'ready') redis.disconnect();
        else await redis.quit().catch(() => redis.disconnect());
      }
    },
  };
}

async function connected(redis: Redis): Promise<void> {
  if (redis.status !== 'ready') await once(redis, 'ready', { signal: AbortSignal.timeout(CONNECT_LIMIT_MS) });
}

/** An unavailable Redis comes back, and the work waits in PostgreSQL. A wrong password stays wrong. */
async function probe(redisUrl: string, logger: Logger): Promise<void> {
  const redis = new Redis(redisUrl, {
    lazyConnect: true,
    retryStrategy: () => null,
    maxRetriesPerRequest: 0,
    connectTimeout: CONNECT_LIMIT_MS,
  });
  let failure: Error | undefined;
  redis.on('error', (error: Error) => {
    failure = error;
  });
  try {
    await redis.connect();
    await redis.ping();
  } catch (error) {
    const reason = failure ?? (error as Error);
    if (REFUSED.test(reason.message))
      throw new StartupError(`REDIS_URL: Redis refused the connection: ${reason.message}`);
    logger.warn('queue.unreachable', { err: reason }, 'Redis does not answer: workers continue without it');
  } finally {
    redis.disconnect();
  }
}
