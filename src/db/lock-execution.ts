import type { RunStatus } from '../domain/job/states.js';
import type { Queryable } from './queryable.js';

export interface LockedRun {
  id: string;
  targetType: 'agent' | 'pipeline';
  /** null: skipped, nothing ever ran */
  runStatus: RunStatus | null;
  isExpanded: boolean;
  cancelRequested: boolean;
}

/**
 * Holds an execution for the rest of the transaction. In a statement of its own: what is decided under the lock is read by
 * later statements, from a snapshot after the wait.
 */
export async function lockExecution(client: Queryable, id: string): Promise<LockedRun | undefined> {
  const { rows } = await client.query<LockedRun>(
    `SELECT id, "targetType", "runStatus", "expandedAt" IS NOT NULL AS "isExpanded", "cancelRequestedAt" IS NOT NULL AS "cancelRequested"
     FROM "ScheduleExecution" WHERE id = $1 FOR UPDATE`,
    [id],
  );
  return rows[0];
}

export interface LatestAttempt {
  id: string;
  scheduleExecutionId: string;
  /** null: no step of a pipeline */
  contextId: string | null;
  status: string;
  isSettled: boolean;
}

/** The attempt that speaks for a job; undefined when there is no such job. */
export async function loadLatestAttempt(
  client: Queryable,
  jobId: string,
): Promise<LatestAttempt | undefined> {
  const { rows } = await client.query<LatestAttempt>(
    `SELECT id, "scheduleExecutionId", "contextId", status, "settledAt" IS NOT NULL AS "isSettled"
     FROM "AgentJobExecution" WHERE "jobId" = $1 ORDER BY "retryCount" DESC LIMIT 1`,
    [jobId],
  );
  return rows[0];
}
