import type { JsonObject } from '../../domain/json.js';
import type { AttemptsOrigin, CallSettings } from '../jobs/insert-attempts.js';
import { columns } from '../system/columns.js';
import type { Queryable } from '../system/queryable.js';

/** The only job of a run, with its first attempt. */
export interface SingleJob extends AttemptsOrigin, CallSettings {
  id: string;
  jobId: string;
  params: JsonObject;
  /** Metadata of the run. */
  metadata: unknown;
}

export const SINGLE_JOBS = columns<SingleJob & { claimed?: boolean }>({
  id: 'text',
  jobId: 'text',
  params: 'jsonb',
  scheduleExecutionId: 'text',
  scheduleId: 'text',
  agentId: 'text',
  agentVersion: 'text',
  priority: 'int',
  attemptTimeout: 'int',
  heartbeatTimeout: 'int',
  maxQueueTime: 'int',
  retryConfig: 'jsonb',
  traceId: 'text',
  requirements: 'text',
  metadata: 'jsonb',
  claimed: 'boolean', // the last, because it is known last
});

/** What a run receives from its job. */
const EXPANDED = columns<Pick<SingleJob, 'scheduleExecutionId' | 'metadata'>>({
  scheduleExecutionId: 'text',
  metadata: 'jsonb',
});

/** Columns of jobs that are released at once, and their values from a record `j`. */
export const JOB_COLUMNS = `id, "jobId", params, "enqueuedAt", "releasedAt", "scheduleExecutionId", "scheduleId", "agentId", "agentVersion",
       priority, "attemptTimeout", "heartbeatTimeout", "maxQueueTime", "retryConfig", "retriesLeft", "traceId", requirements`;
export const JOB_VALUES = `j.id, j."jobId", j.params, statement_timestamp(), statement_timestamp(), j."scheduleExecutionId", j."scheduleId", j."agentId", j."agentVersion",
       j.priority, j."attemptTimeout", j."heartbeatTimeout", j."maxQueueTime", j."retryConfig", (j."retryConfig" ->> 'maxRetries')::int, j."traceId", j.requirements`;

/**
 * Inserts the only job of each of many locked runs, released at once. Two statements, however many runs there
 * are.
 */
export async function insertSingleJobs(client: Queryable, jobs: readonly SingleJob[]): Promise<void> {
  if (jobs.length === 0) return;
  await client.query(
    `INSERT INTO "AgentJobExecution" (${JOB_COLUMNS}) SELECT ${JOB_VALUES} FROM ${SINGLE_JOBS.from(1, 'j')}`,
    SINGLE_JOBS.arrays(jobs),
  );
  await client.query(
    `UPDATE "ScheduleExecution" e SET "expandedAt" = clock_timestamp(), "jobsCreated" = 1, "jobsEnqueued" = 1, "jobsUnanswered" = 1, batches = 1, "batchCursor" = 0,
       metadata = j.metadata, "staggerDelay" = (j.metadata ->> 'staggerDelay')::int, "runStatus" = 'running', reason = NULL, "nextTryAt" = NULL
     FROM ${EXPANDED.from(1, 'j')} WHERE e.id = j."scheduleExecutionId" AND e.id = ANY ($1::text[])`,
    EXPANDED.arrays(jobs),
  );
}
