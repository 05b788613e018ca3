import type { DispatchToken, Queues } from '../queue/queues.js';
import type { Pool } from '../runtime/database/pool.js';
import type { Logger } from '../runtime/telemetry/logger.js';
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
  /** The longest time between two checks of the rows by a loop, in milliseconds. */
  safetyNetMs: number;
  /** Undefined if traces are off. */
  traces?: RunTraces | undefined;
}

/** Delay before the next check if due rows are locked by another worker or an operator. */
export const BUSY_MS = 5;
/** A long lock is an open transaction, which does not end sooner if the loop checks more often. */
const BUSY_MAX_MS = 200;

export interface BusyWait {
  /** Milliseconds to wait while due rows stay locked: 5, 10, 20 … up to `maxMs`. */
  next(): number;
  /** Call when nothing was locked. */
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

/**
 * A token wakes one idle worker, which then works until nothing is left, so a small release needs few tokens.
 */
const ATTEMPTS_PER_TOKEN = 50;
/**
 * The maximum number of tokens for a release. Each costs the queue as much as a job. Every worker finds one,
 * even if some take several.
 */
const TOKENS_PER_WORKER = 4;

/**
 * Queue tasks for a released batch or a part of it. Each release adds its own, regardless of tasks of earlier
 * releases.
 */
export function tokensFor(
  { scheduleExecutionId, batchIndex, released }: Released,
  workers: number,
): DispatchToken[] {
  const parts = Math.min(Math.ceil(released / ATTEMPTS_PER_TOKEN), TOKENS_PER_WORKER * Math.max(workers, 2));
  const round = Date.now();
  return Array.from({ length: parts }, (_, part) => ({ scheduleExecutionId, batchIndex, part, round }));
}
