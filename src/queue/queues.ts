/**
 * The queues: BullMQ tells workers that there is work and distributes it. It is not the source of truth. A
 * task names rows in PostgreSQL, and the periodic recovery queues again what the rows say is missing. The
 * queues may therefore be emptied, lost or unreachable at any moment. What is queued then is lost without
 * harm; a line in the log says so.
 */
import type { RedisSettings } from '../runtime/redis-settings.js';
import type { Logger } from '../runtime/telemetry/logger.js';
import { aborted, within } from '../runtime/time-limit.js';
import type { BackendQueue, BackendWorker, QueueBackend, QueueEntry } from './backend.js';
import { createPostgresQueueBackend } from './postgres-backend.js';
import { toQueuePriority } from './priority.js';
import { createRedisQueueBackend } from './redis-backend.js';
import { type DispatchToken, dispatchTask, expandTask, type Task } from './tasks.js';
import { createTroubleLog } from './trouble-log.js';

export type { DispatchToken } from './tasks.js';

export interface QueuesOptions {
  /** Without it, the queues live in PostgreSQL. */
  redis?: RedisSettings | undefined;
  databaseUrl: string;
  logger: Logger;
  /** Time limit for queueing; default 5,000. */
  enqueueTimeoutMs?: number;
}

export interface QueueHandlers {
  expand(executionId: string): Promise<void>;
  dispatch(token: DispatchToken): Promise<void>;
}

export interface Queues {
  /** @throws StartupError if the settings or the tables are wrong. An unreachable Redis is only a warning. */
  open(): Promise<void>;
  /** For readiness: rejects if the backend does not answer. */
  check(): Promise<unknown>;
  /** Queues runs for expansion. Rejects within `enqueueTimeoutMs` if that is not possible now. */
  enqueueExpand(executionIds: readonly string[]): Promise<void>;
  /** Queues parts of batches, those with a higher priority first. Rejects like `enqueueExpand`. */
  enqueueDispatch(tokens: readonly DispatchToken[], priority: number): Promise<void>;
  /**
   * Starts to take tasks; call once. A handler that throws has a bug: the error is logged, the task is gone,
   * and recovery finds the rows.
   */
  process(
    handlers: QueueHandlers,
    concurrency: { expandConcurrency: number; dispatchConcurrency: number },
  ): Promise<void>;
  /** Takes no more tasks until `resume`; running ones finish. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /**
   * Takes no more tasks. Resolves when the running ones have ended, or at once if the signal aborts.
   * Idempotent.
   */
  close(deadline?: AbortSignal): Promise<void>;
  /** Empties both queues. */
  obliterate(): Promise<void>;
}

/** How many are sent in one statement or pipeline. */
const CHUNK = 1_000;

/** Connects in the background, to PostgreSQL when it is first used. Call `open` to find out whether that works. */
export function createQueues(options: QueuesOptions): Queues {
  const { redis, databaseUrl, logger, enqueueTimeoutMs = 5_000 } = options;
  let closing: Promise<void> | undefined;
  const log = createTroubleLog(logger);
  const unavailable = createTroubleLog(logger, {
    event: 'queue.unavailable',
    message: 'The queue is unavailable: workers continue without it',
    kindOf: () => 'any',
  });
  const trouble: typeof log = (error, fields) => closing === undefined && log(error, fields);
  const backend = redis
    ? createRedisQueueBackend(redis, logger, trouble)
    : createPostgresQueueBackend(databaseUrl, logger, trouble);
  let opened: Record<'expand' | 'dispatch', BackendQueue> | undefined;
  // A queue connects when it is created. That must not be before the start has found out whether a pooler
  // takes the settings of a connection.
  const queues = () => {
    opened ??= { expand: backend.queue(expandTask.name), dispatch: backend.queue(dispatchTask.name) };
    return opened;
  };
  const workers: BackendWorker[] = [];

  async function enqueue<P>(
    name: 'expand' | 'dispatch',
    task: Task<P>,
    payloads: P[],
    priority?: number,
  ): Promise<void> {
    const entries = payloads.map((payload) => entryOf(task, payload, priority));
    if (closing) throw new Error('the queues are closed');
    try {
      for (let start = 0; start < entries.length; start += CHUNK) {
        const chunk = entries.slice(start, start + CHUNK);
        const added = backend.ready().then(() => queues()[name].addBulk(chunk));
        await within(enqueueTimeoutMs, added, `the queue did not take it within ${enqueueTimeoutMs} ms`);
      }
    } catch (error) {
      if (!closing) unavailable(error as Error, { task: task.name });
      throw error;
    }
  }

  return {
    open() {
      queues();
      return backend.open();
    },
    check: backend.check,
    enqueueExpand: (ids) =>
      enqueue(
        'expand',
        expandTask,
        ids.map((executionId) => ({ executionId })),
      ),
    enqueueDispatch: (tokens, priority) => enqueue('dispatch', dispatchTask, [...tokens], priority),
    async process(handlers, { expandConcurrency, dispatchConcurrency }) {
      if (workers.length > 0) throw new Error('already processing');
      const expand = taskHandler(expandTask, ({ executionId }) => handlers.expand(executionId), logger);
      const dispatch = taskHandler(dispatchTask, (token) => handlers.dispatch(token), logger);
      workers.push(
        await backend.startWorker(expandTask.name, { concurrency: expandConcurrency, process: expand }),
      );
      workers.push(
        await backend.startWorker(dispatchTask.name, { concurrency: dispatchConcurrency, process: dispatch }),
      );
    },
    async pause() {
      await Promise.all(workers.map((worker) => worker.pause()));
    },
    async resume() {
      await Promise.all(workers.map((worker) => worker.resume()));
    },
    close(deadline) {
      closing ??= closeAll(backend, Object.values(opened ?? {}), workers, deadline);
      return closing;
    },
    async obliterate() {
      for (const queue of Object.values(queues())) await queue.obliterate({ force: true });
    },
  };
}

function taskHandler<P>(task: Task<P>, handle: (payload: P) => Promise<void>, logger: Logger) {
  return async (data: unknown): Promise<void> => {
    try {
      await handle(task.payload.parse(data));
    } catch (err) {
      logger.error('queue.task_failed', { task: task.name, data, err });
      throw err;
    }
  };
}

function entryOf<P>(task: Task<P>, payload: P, priority?: number): QueueEntry {
  const data = task.payload.parse(payload);
  const order = priority === undefined ? {} : { priority: toQueuePriority(priority) };
  return { name: task.name, data, opts: { jobId: task.jobId(data), ...order } };
}

async function closeAll(
  backend: QueueBackend,
  queues: BackendQueue[],
  workers: BackendWorker[],
  deadline: AbortSignal = new AbortController().signal,
): Promise<void> {
  const drained = Promise.all(workers.map((worker) => worker.close())).then(() => true);
  let inTime = false;
  try {
    inTime = await Promise.race([drained, aborted(deadline).then(() => false)]);
  } finally {
    // Also if a worker could not close: its connections would keep the process from ending.
    try {
      if (!inTime) await Promise.all(workers.map((worker) => worker.abandon()));
      await Promise.all(queues.map((queue) => queue.close()));
    } finally {
      await backend.close(!inTime);
    }
  }
}
