/**
 * Every state of attempts and runs, and every move between them. The database guards the same table: it
 * refuses any move that is not listed here, whoever writes it.
 */

/** Status of one attempt (`AgentJobExecution.status`). */
export const ATTEMPT_STATUSES = [
  'pending',
  'running',
  'completed',
  'failed',
  'dead_letter',
  'cancelled',
  'skipped',
] as const;
export type AttemptStatus = (typeof ATTEMPT_STATUSES)[number];

/**
 * The only legal moves. Staying is not a move. `pending` leaves without running when a dependency skips it, an operator cancels
 * it or its params are invalid. `dead_letter` is a retryable failure with no retry left. An ended attempt
 * never changes.
 */
export const LEGAL_MOVES: Readonly<Record<AttemptStatus, readonly AttemptStatus[]>> = {
  pending: ['running', 'skipped', 'cancelled', 'failed'],
  running: ['completed', 'failed', 'dead_letter', 'cancelled'],
  completed: [],
  failed: [],
  dead_letter: [],
  cancelled: [],
  skipped: [],
};

/** Why a released job is not sent yet. The value is in `reason`; no batch waits for such a job. */
export const THROTTLED_REASONS = ['no_matching_worker', 'circuit_open', 'rate_limited'] as const;
export type ThrottledReason = (typeof THROTTLED_REASONS)[number];

export function isEnded(status: AttemptStatus): boolean {
  return LEGAL_MOVES[status].length === 0;
}

/** Delivery: did the agents accept the jobs of the run (`ScheduleExecution.status`)? */
export type DeliveryStatus = 'pending' | 'success' | 'partial' | 'failed' | 'skipped';

/** Outcome: how did the jobs end (`ScheduleExecution.runStatus`)? */
export type RunStatus = 'pending' | 'running' | 'succeeded' | 'partial' | 'failed' | 'cancelled';

/** The jobs of a run by how they ended; dead letters count as failed. */
export interface JobCounts {
  readonly created: number;
  readonly completed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly cancelled: number;
}

/**
 * The outcome of a started run. Skipped jobs do not count. Of the others:
 *
 * | completed | failed | cancelled |             |
 * |-----------|--------|-----------|-------------|
 * | 0         | 0      | 0         | `succeeded` | also with no jobs at all
 * | some      | 0      | 0         | `succeeded` |
 * | 0         | some   | any       | `failed`    | nothing was achieved, and not by choice alone
 * | 0         | 0      | some      | `cancelled` |
 * | some      | some   | any       | `partial`   |
 * | some      | 0      | some      | `partial`   |
 *
 * While a job is open, the run is `running`. Once all have ended, a requested cancellation makes it
 * `cancelled` whatever the mix, because the counts do not show what was not retried or released for that
 * reason. A run that was stopped because it took too long is `failed` in the same way.
 */
export function rollUpRunStatus(counts: JobCounts, cancelRequested = false, overdue = false): RunStatus {
  const { created, completed, failed, skipped, cancelled } = counts;
  if (completed + failed + skipped + cancelled < created) return 'running';
  if (overdue) return 'failed';
  if (cancelRequested) return 'cancelled';
  if (completed > 0) return failed + cancelled > 0 ? 'partial' : 'succeeded';
  if (failed > 0) return 'failed';
  return cancelled > 0 ? 'cancelled' : 'succeeded';
}

/**
 * Delivery of a run, once each first attempt was answered or has ended unanswered: `success` if all started
 * (or none was wanted), `partial` if some did, `failed` if none did. An attempt has started if the agent
 * answered 2xx or reported, whatever the outcome. A 4xx, a 5xx or no answer is not a start. Do not count jobs
 * in `created` that a dependency skipped: they were never to be sent.
 */
export function deliveryStatus(counts: {
  readonly created: number;
  readonly started: number;
}): DeliveryStatus {
  if (counts.started >= counts.created) return 'success';
  return counts.started > 0 ? 'partial' : 'failed';
}
