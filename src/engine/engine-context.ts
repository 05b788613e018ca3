import type { DispatchToken, Queues } from '../queue/queues.js';
import type { Logger } from '../runtime/logger.js';
import type { Pool } from '../runtime/pool.js';
import type { AgentDirectory } from '../services/agents/agent-directory.js';
import type { EngineMetrics } from './engine-metrics.js';
import type { DatabaseClock } from './maintain/database-clock.js';
import type { RunTraces } from './run-traces.js';
import type { Released, Signals } from './signals.js';

/** What every loop of the engine works with. */
export interface EngineContext {
  /** Its connections write as `engine`. */
  pool: Pool;
  queues: Queues;
  directory: AgentDirectory;
  logger: Logger;
  metrics: EngineMetrics;
  clock: DatabaseClock;
  signals: Signals;
  /** Milliseconds after which loops look at the rows at the latest, woken or not. */
  safetyNetMs: number;
  /** Unless traces are off. */
  traces?: RunTraces | undefined;
}

export type Announce = (batches: readonly Released[]) => void;

/** What is due and still there after a look is locked, for a moment: by another worker, or an operator. It is asked for again after this. */
export const BUSY_MS = 5;
/** A lock that lasts is somebody's open transaction: asking more often does not end it. */
const BUSY_MAX_MS = 200;

export interface BusyWait {
  /** Milliseconds to wait: 5, 10, 20 … up to the most, while what is due stays locked. */
  next(): number;
  /** Nothing was locked. */
  reset(): void;
}

export function createBusyWait(maxMs = BUSY_MAX_MS): BusyWait {
  let waitMs = 0;
  return {
    next() {
      waitMs = Math.min(waitMs * 2 || BUSY_MS, maxMs);
      return waitMs;
    },
    reset() {
      waitMs = 0;
    },
  };
}

/** A token wakes one idle worker, which works until nothing is left: a small release needs no more than one for every so many attempts. */
const ATTEMPTS_PER_TOKEN = 50;
/** However much is released, since each token costs the queue as much as a job: enough that every worker finds one when some take several. */
const TOKENS_PER_WORKER = 4;

/** What is put in line for a released batch, or a part of it: with each release anew, whatever is still in line of the last. */
export function tokensFor(
  { scheduleExecutionId, batchIndex, released }: Released,
  workers: number,
): DispatchToken[] {
  const parts = Math.min(Math.ceil(released / ATTEMPTS_PER_TOKEN), TOKENS_PER_WORKER * Math.max(workers, 2));
  const round = Date.now();
  return Array.from({ length: parts }, (_, part) => ({ scheduleExecutionId, batchIndex, part, round }));
}
