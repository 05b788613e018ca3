import type { Queryable } from '../../system/queryable.js';

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
