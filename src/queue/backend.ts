/** The part of BullMQ that the queues need, the same for both of its backends. */

export interface QueueEntry {
  name: string;
  data: unknown;
  opts: { jobId: string; priority?: number };
}

export interface BackendQueue {
  addBulk(entries: QueueEntry[]): Promise<unknown>;
  obliterate(options: { force: boolean }): Promise<void>;
  close(): Promise<void>;
}

export interface BackendWorker {
  /** Takes no more tasks until `resume`. Resolves when the running ones have ended. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Takes no more tasks. Resolves when the running ones have ended. */
  close(): Promise<void>;
  /** Closes everything at once, without waiting. */
  abandon(): Promise<void>;
}

interface WorkerSettings {
  concurrency: number;
  /** Receives the payload as it was queued. If it throws, the error is logged; the task is gone anyway. */
  process(data: unknown): Promise<void>;
}

/** Where the queues live. */
export interface QueueBackend {
  /** @throws StartupError if something must be fixed that waiting will not fix */
  open(): Promise<void>;
  /** Resolves when the backend answers. */
  check(): Promise<unknown>;
  /** Rejects if nothing can be queued now. */
  ready(): Promise<void>;
  queue(name: string): BackendQueue;
  startWorker(name: string, settings: WorkerSettings): Promise<BackendWorker>;
  /** Call after the queues and workers are closed. */
  close(force: boolean): Promise<void>;
}

/** Ended tasks are deleted, because the rows contain the history. */
export const QUEUE_OPTIONS = {
  defaultJobOptions: { removeOnComplete: true, removeOnFail: true },
} as const;

export const WORKER_OPTIONS = {
  autorun: false,
  /** How long it pauses after a refused connection; BullMQ's 15 s would be most of a recovery. */
  runRetryDelay: 1_000,
  /** The task of a worker that died runs again within 40 s. Recovery from the rows is usually faster. */
  lockDuration: 30_000,
  stalledInterval: 10_000,
} as const;
