import type { RunStatus } from '../../domain/job/states.js';
import type { Queryable } from '../system/queryable.js';

export interface LockedRun {
  id: string;
  targetType: 'agent' | 'pipeline';
  /** null: skipped, nothing ever ran */
  runStatus: RunStatus | null;
  /** Why it is in this state, e.g. 'replaced'. */
  reason: string | null;
  isExpanded: boolean;
  cancelRequested: boolean;
}

const LOCKED_RUN = `id, "targetType", "runStatus", reason, "expandedAt" IS NOT NULL AS "isExpanded", "cancelRequestedAt" IS NOT NULL AS "cancelRequested"`;

/**
 * Holds an execution for the rest of the transaction. In a statement of its own: what is decided under the lock is read by
 * later statements, from a snapshot after the wait.
 */
export async function lockExecution(client: Queryable, id: string): Promise<LockedRun | undefined> {
  const { rows } = await client.query<LockedRun>(
    `SELECT ${LOCKED_RUN} FROM "ScheduleExecution" WHERE id = $1 FOR UPDATE`,
    [id],
  );
  return rows[0];
}

/** The same without waiting; undefined also when another transaction holds it. */
export async function tryLockExecution(client: Queryable, id: string): Promise<LockedRun | undefined> {
  const { rows } = await client.query<LockedRun>(
    `SELECT ${LOCKED_RUN} FROM "ScheduleExecution" WHERE id = $1 FOR UPDATE SKIP LOCKED`,
    [id],
  );
  return rows[0];
}

/** The same for many, always in the same order. */
export async function lockRuns(client: Queryable, ids: readonly string[]): Promise<LockedRun[]> {
  const { rows } = await client.query<LockedRun>(
    `SELECT ${LOCKED_RUN} FROM "ScheduleExecution" WHERE id = ANY ($1::text[]) ORDER BY id FOR UPDATE`,
    [ids],
  );
  return rows;
}

export interface LatestAttempt {
  id: string;
  jobId: string;
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
  return (await loadLatestAttempts(client, [jobId]))[0];
}

/** The same for many; jobs that do not exist are absent. */
export async function loadLatestAttempts(
  client: Queryable,
  jobIds: readonly string[],
): Promise<LatestAttempt[]> {
  const { rows } = await client.query<LatestAttempt>(
    `SELECT latest.* FROM unnest($1::text[]) AS wanted(id) CROSS JOIN LATERAL (
       SELECT id, "jobId", "scheduleExecutionId", "contextId", status, "settledAt" IS NOT NULL AS "isSettled"
       FROM "AgentJobExecution" WHERE "jobId" = wanted.id ORDER BY "retryCount" DESC LIMIT 1) latest`,
    [jobIds],
  );
  return rows;
}
