import type { Queryable } from './queryable.js';

/** Which jobs of a locked execution begin anew. */
export interface ReplayScope {
  scheduleExecutionId: string;
  /** One of them; absent: all that qualify. */
  jobId?: string;
  /** How the latest attempt has ended, settled. */
  statuses: readonly string[];
}

export interface ReplayedJob {
  /** The new attempt. */
  id: string;
  jobId: string;
}

/**
 * Gives jobs a new attempt with a fresh retry budget, released at once, and opens their execution again, in three statements
 * whatever their number. Counters are what the rows say, as at a roll-up.
 */
export async function replayJobs(
  client: Queryable,
  { scheduleExecutionId, jobId, statuses }: ReplayScope,
): Promise<ReplayedJob[]> {
  const { rows: replaced } = await client.query<{ id: string }>(
    `UPDATE "AgentJobExecution" SET "isLatest" = false
     WHERE "scheduleExecutionId" = $1 AND ($2::text IS NULL OR "jobId" = $2) AND "isLatest" AND "settledAt" IS NOT NULL AND status = ANY ($3::text[])
     RETURNING id`,
    [scheduleExecutionId, jobId ?? null, statuses],
  );
  if (replaced.length === 0) return [];
  const { rows } = await client.query<ReplayedJob>(
    `INSERT INTO "AgentJobExecution" (id, "jobId", "retryCount", supersedes, "retriesLeft", "releasedAt", "enqueuedAt",
       "scheduleExecutionId", "scheduleId", "agentId", "agentVersion", "pipelineId", "pipelineStepId", "contextId", turn, priority, params,
       dependencies, "batchIndex", "attemptTimeout", "heartbeatTimeout", "retryConfig", "traceId")
     SELECT uuid_v7(), a."jobId", a."retryCount" + 1, a.id, (a."retryConfig" ->> 'maxRetries')::int, clock_timestamp(), clock_timestamp(),
       a."scheduleExecutionId", a."scheduleId", a."agentId", a."agentVersion", a."pipelineId", a."pipelineStepId", a."contextId", a.turn, a.priority, a.params,
       a.dependencies, a."batchIndex", a."attemptTimeout", a."heartbeatTimeout", a."retryConfig", a."traceId"
     FROM "AgentJobExecution" a WHERE a.id = ANY ($1::text[])
     RETURNING id, "jobId"`,
    [replaced.map(({ id }) => id)],
  );
  await client.query(
    `UPDATE "ScheduleExecution" e SET "runStatus" = 'running', "completedAt" = NULL, "cancelRequestedAt" = NULL, reason = NULL,
       "jobsCompleted" = c.completed, "jobsFailed" = c.failed, "jobsSkipped" = c.skipped, "jobsCancelled" = c.cancelled
     FROM (
       SELECT count(*) FILTER (WHERE status = 'completed') AS completed,
         count(*) FILTER (WHERE status IN ('failed', 'dead_letter')) AS failed,
         count(*) FILTER (WHERE status = 'skipped') AS skipped,
         count(*) FILTER (WHERE status = 'cancelled') AS cancelled
       FROM "AgentJobExecution" WHERE "scheduleExecutionId" = $1 AND "isLatest" AND "settledAt" IS NOT NULL) c
     WHERE e.id = $1`,
    [scheduleExecutionId],
  );
  return rows;
}
