import { longStatement } from '../../runtime/database/watched-client.js';
import type { Queryable } from '../system/queryable.js';

export interface ReplayedJob {
  /** The new attempt. */
  id: string;
  jobId: string;
}

/**
 * Gives jobs a new attempt with a full retry budget, in two statements for any number of jobs. A job of an
 * agent is released at once. A step of a pipeline waits for its dependencies again, and the engine decides
 * when it starts (`advanceContexts`). `createdAt` is not the start of the transaction, which may have waited for
 * the lock of the run: the attempt is later than all steps that were released before it (`loadUpstream`).
 *
 * @param ids the latest attempts of the jobs, which are settled and belong to locked runs
 */
export async function replayAttempts(client: Queryable, ids: readonly string[]): Promise<ReplayedJob[]> {
  await client.query(
    longStatement(`UPDATE "AgentJobExecution" SET "isLatest" = false WHERE id = ANY ($1::text[])`, [ids]),
  );
  const { rows } = await client.query<ReplayedJob>(
    longStatement(
      `INSERT INTO "AgentJobExecution" (id, "jobId", "retryCount", supersedes, "retriesLeft", "releasedAt", "enqueuedAt", "dependencyDeadlineAt",
       "scheduleExecutionId", "scheduleId", "agentId", "agentVersion", "pipelineId", "pipelineStepId", "contextId", turn, "contextRetry", priority, params,
       dependencies, "dependencyTimeout", "batchIndex", "attemptTimeout", "heartbeatTimeout", "maxQueueTime", "retryConfig", "traceId", requirements, "createdAt")
     SELECT uuid_v7(), a."jobId", a."retryCount" + 1, a.id, (a."retryConfig" ->> 'maxRetries')::int,
       CASE WHEN a."contextId" IS NULL THEN clock_timestamp() END, CASE WHEN a."contextId" IS NULL THEN clock_timestamp() END,
       clock_timestamp() + a."dependencyTimeout" * interval '1 millisecond',
       a."scheduleExecutionId", a."scheduleId", a."agentId", a."agentVersion", a."pipelineId", a."pipelineStepId", a."contextId", a.turn, a."contextRetry", a.priority, a.params,
       a.dependencies, a."dependencyTimeout", a."batchIndex", a."attemptTimeout", a."heartbeatTimeout", a."maxQueueTime", a."retryConfig", a."traceId", a.requirements, clock_timestamp()
     FROM "AgentJobExecution" a WHERE a.id = ANY ($1::text[])
     RETURNING id, "jobId"`,
      [ids],
    ),
  );
  return rows;
}

/** Reopens locked runs whose jobs have new attempts. Recomputes their counters from the rows. */
export async function reopenExecutions(
  client: Queryable,
  scheduleExecutionIds: readonly string[],
): Promise<void> {
  await client.query(
    longStatement(
      `UPDATE "ScheduleExecution" e SET "runStatus" = 'running', "completedAt" = NULL, "cancelRequestedAt" = NULL, reason = NULL,
       "jobsCompleted" = c.completed, "jobsFailed" = c.failed, "jobsSkipped" = c.skipped, "jobsCancelled" = c.cancelled,
       "jobsStarted" = f.started
     FROM unnest($1::text[]) AS reopened(id) CROSS JOIN LATERAL (
       SELECT count(*) FILTER (WHERE status = 'completed') AS completed,
         count(*) FILTER (WHERE status IN ('failed', 'dead_letter')) AS failed,
         count(*) FILTER (WHERE status = 'skipped') AS skipped,
         count(*) FILTER (WHERE status = 'cancelled') AS cancelled
       FROM "AgentJobExecution" WHERE "scheduleExecutionId" = reopened.id AND "isLatest" AND "settledAt" IS NOT NULL) c
     CROSS JOIN LATERAL (
       SELECT count(*) FILTER (WHERE "answersCounted" > 0 AND ("statusCode" BETWEEN 200 AND 299 OR "acceptedAt" IS NOT NULL)) AS started
       FROM "AgentJobExecution" WHERE "scheduleExecutionId" = reopened.id AND "retryCount" = 0) f
     WHERE e.id = reopened.id`,
      [scheduleExecutionIds],
    ),
  );
}
