import {
  ENDED_AT_ONCE,
  failOverdueAttempts,
  failSilentAttempts,
} from '../../db/jobs/end/fail-late-attempts.js';
import { OVERDUE_AT_ONCE, stopOverdueRuns } from '../../db/runs/end/overdue-runs.js';
import { databaseNow } from '../../db/system/database-now.js';
import { msUntilNextDue } from '../../db/system/next-due.js';
import { createLoop, type Loop } from '../../runtime/loop.js';
import { EXPIRED_AT_ONCE, endQueuedTooLong } from '../../services/runs/stop/end-queued-too-long.js';
import { createBusyWait } from '../busy-wait.js';
import type { EngineContext } from '../engine-context.js';

export interface DeadlineLoop extends Loop {
  /** A deadline or heartbeat timeout is due in this many milliseconds, so the loop checks by then. */
  expect(msLeft: number): void;
}

/** Delay after a deadline, so that an answer that was just in time comes first. */
const BEHIND_MS = 20;
/** The longest time between two checks of overdue attempts that an agent's open transaction locks. */
const LONGEST_WAIT_MS = 5_000;

/**
 * Ends attempts that are past their deadline or whose agent sends no heartbeats, jobs that have waited too
 * long, and runs that have lasted too long. Signals `attemptsTimedOut`, `jobsExpired` and `runsEnded`.
 */
export function createDeadlineLoop({
  pool,
  logger,
  metrics,
  signals,
  safetyNetMs,
}: EngineContext): DeadlineLoop {
  /** When the next check begins, by `performance.now()`. */
  let nextCheckAt = 0;
  /** The earliest deadline since the last check began, by `performance.now()`. */
  let earliest = Number.POSITIVE_INFINITY;
  const locked = createBusyWait(LONGEST_WAIT_MS);

  // Each of the next three returns whether there may be more.
  async function endLateAttempts(): Promise<boolean> {
    const overdue = await failOverdueAttempts(pool);
    const silent = await failSilentAttempts(pool);
    metrics.findings.inc({ kind: 'overdue' }, overdue.length);
    metrics.findings.inc({ kind: 'silent' }, silent.length);
    if (overdue.length + silent.length > 0) signals.emit('attemptsTimedOut', [...overdue, ...silent]);
    return overdue.length >= ENDED_AT_ONCE || silent.length === ENDED_AT_ONCE;
  }

  async function endQueuedJobs(): Promise<boolean> {
    const expired = await endQueuedTooLong(pool);
    if (expired.length > 0) {
      logger.warn('jobs.queued_too_long', { jobs: expired.length });
      signals.emit('jobsExpired');
    }
    return expired.length === EXPIRED_AT_ONCE;
  }

  async function stopRuns(): Promise<boolean> {
    const runs = await stopOverdueRuns(pool);
    for (const { id } of runs) logger.warn('execution.overdue', { scheduleExecutionId: id });
    if (runs.length > 0) signals.emit('runsEnded');
    return runs.length === OVERDUE_AT_ONCE;
  }

  /** @returns the delay before the next check, in milliseconds */
  async function check(): Promise<number> {
    const more = [await endLateAttempts(), await endQueuedJobs(), await stopRuns()];
    if (more.includes(true)) return 0;
    const waitMs = await untilNext();
    if (waitMs > 0) {
      locked.reset();
      return Math.min(waitMs + BEHIND_MS, safetyNetMs);
    }
    // Something due is locked. The next check must not be late for the rest.
    const others = await untilNext(await databaseNow(pool));
    return Math.min(others + BEHIND_MS, locked.next(), safetyNetMs);
  }

  async function untilNext(after?: Date): Promise<number> {
    const due = await Promise.all(
      (['deadline', 'silence', 'queue', 'run'] as const).map((kind) => msUntilNextDue(pool, kind, after)),
    );
    return Math.min(...due.map((ms) => ms ?? safetyNetMs));
  }

  const loop = createLoop({
    name: 'deadline',
    logger,
    async runOnce() {
      earliest = Number.POSITIVE_INFINITY;
      nextCheckAt = 0; // `expect` must not wake the loop during a check
      const delayMs = await check();
      const now = performance.now();
      nextCheckAt = Math.min(now + delayMs, earliest + BEHIND_MS);
      return Math.max(0, nextCheckAt - now);
    },
  });

  return {
    ...loop,
    expect(msLeft) {
      const endsAt = performance.now() + msLeft;
      earliest = Math.min(earliest, endsAt);
      if (endsAt + BEHIND_MS < nextCheckAt) loop.wake();
    },
  };
}
