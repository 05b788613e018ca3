/**
 * Every state of a job's attempts and of executions, and every move between them. The database guards
 * the same table; what is illegal here it refuses, whoever writes.
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
 * The only legal moves. `pending` leaves without running when a dependency skips it, an operator cancels
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

/** Why a released job is not sent though its turn has come: told in `reason`, and no batch waits for it. */
export const PARKED_REASONS = ['no_matching_worker', 'circuit_open', 'rate_limited'] as const;

/** Whether an attempt of this status is over for good. */
export function isEnded(status: AttemptStatus): boolean {
  return LEGAL_MOVES[status].length === 0;
}

/** Whether an attempt may go from one status to another; staying is not a move. */
export function canMove(from: AttemptStatus, to: AttemptStatus): boolean {
  return LEGAL_MOVES[from].includes(to);
}

/** Delivery: did the agents take the execution's jobs (`ScheduleExecution.status`)? */
export type DeliveryStatus = 'pending' | 'success' | 'partial' | 'failed' | 'skipped';

/** Outcome: how did the jobs end (`ScheduleExecution.runStatus`)? */
export type RunStatus = 'pending' | 'running' | 'succeeded' | 'partial' | 'failed' | 'cancelled';

/** An execution's jobs by how they ended; dead letters count as failed. */
export interface JobCounts {
  readonly created: number;
  readonly completed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly cancelled: number;
}

/**
 * The outcome of a started execution. Skipped jobs are neutral; among the others:
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
 * While a job is open it is `running`. Once all have ended, a requested cancellation makes it `cancelled`
 * whatever the mix: what was not retried or released because of it cannot be told from the counts. One that was stopped because it
 * went on for too long is `failed` in the same way.
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
 * Delivery of an execution, once each first attempt was answered or has ended unanswered: all started (also: none wanted) is
 * `success`, some `partial`, none `failed`. Started is what an agent took, by a 2xx or a report, whatever came of it; a 4xx, a 5xx
 * or silence is not. Jobs skipped by a dependency were never to be sent: leave them out of `created`.
 */
export function deliveryStatus(counts: {
  readonly created: number;
  readonly started: number;
}): DeliveryStatus {
  if (counts.started >= counts.created) return 'success';
  return counts.started > 0 ? 'partial' : 'failed';
}
