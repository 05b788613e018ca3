import { once } from 'node:events';
import { Queue, Worker } from 'bullmq';
import type { RedisSettings } from '../runtime/redis-settings.js';
import type { Logger } from '../runtime/telemetry/logger.js';
import { QUEUE_OPTIONS, type QueueBackend, WORKER_OPTIONS } from './backend.js';
import { probeRedis } from './probe-redis.js';
import {
  CONNECT_LIMIT_MS,
  createRedisClient,
  keyPrefix,
  type RedisClient,
  type RedisClientOptions,
} from './redis-client.js';
import type { TroubleLog } from './trouble-log.js';

/** The key disappears by itself. */
const CHECK = `return redis.call('SET', KEYS[1], '', 'PX', 60000)`;

/** BullMQ on Redis or Valkey. Workers wait for a Redis that is unavailable; queueing does not. */
export function createRedisQueueBackend(
  settings: RedisSettings,
  logger: Logger,
  trouble: TroubleLog,
): QueueBackend {
  const connect = (options: RedisClientOptions) => {
    const client = createRedisClient(settings, options);
    client.on('error', trouble);
    return client;
  };
  // Fails at once while there is no connection, instead of storing every command until there is one.
  const producer = connect({ offlineQueue: false, maxRetries: 0 });
  const consumer = connect({ offlineQueue: true, maxRetries: null });
  const prefix = keyPrefix(settings);
  return {
    open: () => probeRedis(settings, logger),
    // A script that writes, as all of BullMQ's: Redis may answer but refuse these, because it is full or a
    // replica. A key of ours, because in a cluster the node that has the queues must take it.
    check: () => producer.eval(CHECK, 1, `${prefix}:callboard-check`),
    ready: () => connected(producer),
    queue(name) {
      const queue = new Queue(name, { connection: producer, prefix, ...QUEUE_OPTIONS });
      queue.on('error', trouble);
      return queue;
    },
    async startWorker(name, { concurrency, process }) {
      const worker = new Worker(name, (job) => process(job.data), {
        connection: consumer,
        prefix,
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

async function connected(redis: RedisClient): Promise<void> {
  if (redis.status !== 'ready') await once(redis, 'ready', { signal: AbortSignal.timeout(CONNECT_LIMIT_MS) });
}
