import type { RunStatus } from '../../domain/job/states.js';
import type { Queryable } from '../system/queryable.js';

export interface LockedRun {
  id: string;
  targetType: 'agent' | 'pipeline';
  /** Null if the run was skipped. */
  runStatus: RunStatus | null;
  /** Why the run has its current status, for example 'replaced'. */
  reason: string | null;
  isExpanded: boolean;
  cancelRequested: boolean;
}

const LOCKED_RUN = `id, "targetType", "runStatus", reason, "expandedAt" IS NOT NULL AS "isExpanded", "cancelRequestedAt" IS NOT NULL AS "cancelRequested"`;

/**
 * Locks a run for the rest of the transaction. This is a statement of its own, so that later statements read
 * from a snapshot taken after the wait.
 */
export async function lockExecution(client: Queryable, id: string): Promise<LockedRun | undefined> {
  const { rows } = await client.query<LockedRun>(
    `SELECT ${LOCKED_RUN} FROM "ScheduleExecution" WHERE id = $1 FOR UPDATE`,
    [id],
  );
  return rows[0];
}

/** Locks a run without waiting. Undefined also if another transaction has locked it. */
export async function tryLockExecution(client: Queryable, id: string): Promise<LockedRun | undefined> {
  const { rows } = await client.query<LockedRun>(
    `SELECT ${LOCKED_RUN} FROM "ScheduleExecution" WHERE id = $1 FOR UPDATE SKIP LOCKED`,
    [id],
  );
  return rows[0];
}

/** Locks many runs, always in the same order. */
export async function lockRuns(client: Queryable, ids: readonly string[]): Promise<LockedRun[]> {
  const { rows } = await client.query<LockedRun>(
    `SELECT ${LOCKED_RUN} FROM "ScheduleExecution" WHERE id = ANY ($1::text[]) ORDER BY id FOR UPDATE`,
    [ids],
  );
  return rows;
}

/** The latest attempt of a job. */
export interface JobAttempt {
  id: string;
  jobId: string;
  scheduleExecutionId: string;
  /** Null for jobs that are not steps of a pipeline. */
  contextId: string | null;
}

export interface LatestAttempt extends JobAttempt {
  status: string;
  isSettled: boolean;
}

/** The latest attempt of a job. Undefined if the job does not exist. */
export async function loadLatestAttempt(
  client: Queryable,
  jobId: string,
): Promise<LatestAttempt | undefined> {
  return (await loadLatestAttempts(client, [jobId]))[0];
}

/** The latest attempts of jobs. Jobs that do not exist are absent. */
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
