import { type CancelledAttempt, cancelOpenAttempts } from '../../../db/jobs/end/cancel-attempts.js';
import { RUN_TIMEOUT } from '../../../db/runs/end/overdue-runs.js';
import { executionsToStop } from '../../../db/runs/end/replace-executions.js';
import type { CancelReason } from '../../../domain/run/reasons.js';
import type { Pool } from '../../../runtime/database/pool.js';
import { withRunLocked } from './lock-turns.js';

export interface StoppedAttempt extends CancelledAttempt {
  reason: CancelReason;
}

export interface Stopped {
  attempts: StoppedAttempt[];
  /**
   * Number of runs that still have open attempts: another transaction locks rows, or workers have not given
   * them back. Try them again soon.
   */
  open: number;
  /** Those that another transaction locks. */
  locked: string[];
  /** Whether there is more to end. If so, call again immediately. */
  more: boolean;
}

/** Attempts ended in one transaction, which bounds the time that it locks the run. */
export const STOPPED_AT_ONCE = 1_000;
/** Attempts ended in one call, so that the caller can do other work in between. */
const STOPPED_PER_CALL = 5_000;

/**
 * Ends the open attempts of runs that were asked to stop, after that request was committed. Workers
 * give back those that they have claimed, or write their answers. Each transaction is bounded and waits for
 * no lock. After a crash, the next call finds what is still open.
 *
 * @param waitFor a run whose lock this waits for, for a moment
 */
export async function stopExecutions(pool: Pool, ids: readonly string[], waitFor?: string): Promise<Stopped> {
  const stopped: Stopped = { attempts: [], open: 0, locked: [], more: false };
  for (const id of ids) {
    let after = '';
    for (let ended = STOPPED_AT_ONCE; ended === STOPPED_AT_ONCE; ) {
      if (stopped.attempts.length >= STOPPED_PER_CALL) {
        stopped.more = true;
        break;
      }
      const attempts = await stop(pool, id, after, id === waitFor);
      if (attempts === undefined) {
        stopped.locked.push(id);
        break;
      }
      stopped.attempts.push(...attempts);
      ended = attempts.length;
      for (const { executionId } of attempts) if (executionId > after) after = executionId;
    }
  }
  if (ids.length > 0 && !stopped.more) stopped.open = (await executionsToStop(pool, ids)).length;
  // The engine ignores its own notifications. Workers that have claimed such attempts give them back.
  if (stopped.attempts.some(({ wasRunning }) => wasRunning))
    await pool.query(`SELECT pg_notify('callboard_engine', 'attempt')`);
  return stopped;
}

/** @returns undefined if another transaction locks the run */
function stop(
  pool: Pool,
  scheduleExecutionId: string,
  after: string,
  waits: boolean,
): Promise<StoppedAttempt[] | undefined> {
  return withRunLocked(pool, scheduleExecutionId, waits, async (client, execution) => {
    if (!execution.cancelRequested || execution.runStatus !== 'running') return [];
    const reason = reasonOf(execution.reason);
    const attempts = await cancelOpenAttempts(client, scheduleExecutionId, reason, STOPPED_AT_ONCE, after);
    return attempts.map((attempt) => ({ ...attempt, reason }));
  });
}

function reasonOf(reason: string | null): CancelReason {
  return reason === 'replaced' || reason === RUN_TIMEOUT ? reason : 'operator';
}
