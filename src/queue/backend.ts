/** What the queues need of BullMQ, the same from both of its backends. */

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
  /** Takes no more until `resume`; resolves when what was taken has ended. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Takes no more and resolves when what was taken has ended. */
  close(): Promise<void>;
  /** Lets go of everything at once. */
  abandon(): Promise<void>;
}

export interface WorkerSettings {
  concurrency: number;
  /** The payload as it was put in line. One that throws is logged; its task is gone all the same. */
  process(data: unknown): Promise<void>;
}

/** Where the queues live. */
export interface QueueBackend {
  /** @throws StartupError when there is something to put right that waiting will not */
  open(): Promise<void>;
  /** Resolves when the backend answers. */
  check(): Promise<unknown>;
  /** Rejects when nothing can be put in line now. */
  ready(): Promise<void>;
  queue(name: string): BackendQueue;
  startWorker(name: string, settings: WorkerSettings): Promise<BackendWorker>;
  /** After queues and workers. */
  close(force: boolean): Promise<void>;
}

/** Nothing is kept of what has ended: the rows tell. */
export const QUEUE_OPTIONS = {
  defaultJobOptions: { removeOnComplete: true, removeOnFail: true },
} as const;

export const WORKER_OPTIONS = {
  autorun: false,
  /** How long it rests after a refused connection; BullMQ's 15 s would be most of a recovery. */
  runRetryDelay: 1_000,
  /** The task of a worker that died runs again within 40 s at most; mostly the rows' recovery is there before. */
  lockDuration: 30_000,
  stalledInterval: 10_000,
} as const;
