import type { AttemptStatus } from '../../../domain/job/states.js';
import { isLockTimeout, isSqlState } from '../../../runtime/database/sqlstate.js';
import type { Queryable } from '../../system/queryable.js';

export interface ReportedAttempt {
  status: AttemptStatus;
  /** The current schema of the agent. */
  outputSchema: unknown;
}

export async function loadReported(
  client: Queryable,
  executionId: string,
): Promise<ReportedAttempt | undefined> {
  const { rows } = await client.query<ReportedAttempt>(
    `SELECT j.status, a."outputSchema" FROM "AgentJobExecution" j LEFT JOIN "AgentRegistry" a ON a.id = j."agentId" WHERE j.id = $1`,
    [executionId],
  );
  return rows[0];
}

/** Whether an ended attempt has another result than this one, given as JSON text. */
export async function hasOtherResult(
  client: Queryable,
  executionId: string,
  result: string | null,
): Promise<boolean> {
  const { rows } = await client.query<{ isOther: boolean }>(
    `SELECT coalesce(result, 'null') <> coalesce($2::jsonb, 'null') AS "isOther" FROM "AgentJobExecution" WHERE id = $1`,
    [executionId, result],
  );
  return rows[0]?.isOther ?? false;
}

export interface AppliedReport {
  executionId: string;
  status: 'running' | 'completed' | 'failed';
  /** JSON text, like the two below. Null if there is none. Progress changes neither result nor error. */
  result: string | null;
  error: string | null;
  /** Null keeps the value of earlier reports. */
  metrics: string | null;
  /** Whether the result is not quite what the agent sent. */
  resultInvalid: boolean;
}

export type AppliedOutcome =
  /** The new status. A retryable failure without retries left is a dead letter. */
  | { kind: 'ok'; status: AttemptStatus }
  | { kind: 'not_running' }
  /** The limit counts jsonb's text, in which numbers such as 1e300 are written out. */
  | { kind: 'too_large' }
  /** The agent's own open transaction locks the attempt. */
  | { kind: 'locked' };

/**
 * Writes a report to a running attempt. Progress moves the deadline to now + timeout, within
 * `maxAttemptDuration`.
 */
export async function applyReport(client: Queryable, report: AppliedReport): Promise<AppliedOutcome> {
  const { executionId, status, result, error, metrics, resultInvalid } = report;
  try {
    const { rows } = await client.query<{ status: AttemptStatus }>(
      `UPDATE "AgentJobExecution" SET status = $2, result = CASE WHEN $2 = 'running' THEN result ELSE $3::jsonb END,
         error = CASE WHEN $2 = 'running' THEN error ELSE $4::jsonb END, metrics = coalesce($5::jsonb, metrics), "resultInvalid" = $6,
         "acceptedAt" = coalesce("acceptedAt", clock_timestamp()), reason = NULL,
         "progressAt" = CASE WHEN $2 = 'running' THEN clock_timestamp() ELSE "progressAt" END,
         "deadlineAt" = CASE WHEN $2 = 'running' THEN greatest("deadlineAt", least(
           clock_timestamp() + "attemptTimeout" * interval '1 millisecond', "sentAt" + max_attempt_duration())) ELSE "deadlineAt" END
       WHERE id = $1 AND status = 'running' RETURNING status`,
      [executionId, status, result, error, metrics, resultInvalid],
    );
    return rows[0] ? { kind: 'ok', status: rows[0].status } : { kind: 'not_running' };
  } catch (failure) {
    // The guard of attempts also refuses other writes, but here only the size can still be wrong.
    if (isSqlState(failure, 'guardRefused')) return { kind: 'too_large' };
    if (isLockTimeout(failure)) return { kind: 'locked' };
    throw failure;
  }
}
