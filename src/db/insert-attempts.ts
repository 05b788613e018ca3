import type { JsonObject } from '../domain/json.js';
import type { RetryConfig } from '../domain/retry/retry.js';
import type { Queryable } from './queryable.js';

/** What all jobs of one expansion have in common. */
export interface AttemptsOrigin {
  scheduleExecutionId: string;
  scheduleId: string | null;
  agentId: string;
  agentVersion: string;
  priority: number;
  /** milliseconds */
  attemptTimeout: number;
  heartbeatTimeout: number | null;
  retryConfig: RetryConfig;
  traceId: string;
}

export interface NewAttempt {
  id: string;
  jobId: string;
  params: JsonObject;
  batchIndex: number;
}

/** Inserts the first attempts of many jobs in one statement; those of batch 0 are released at once. */
export async function insertAttempts(
  client: Queryable,
  origin: AttemptsOrigin,
  attempts: readonly NewAttempt[],
): Promise<void> {
  await client.query(
    `INSERT INTO "AgentJobExecution" (id, "jobId", params, "batchIndex", "enqueuedAt", "releasedAt",
       "scheduleExecutionId", "scheduleId", "agentId", "agentVersion", priority, "attemptTimeout", "heartbeatTimeout", "retryConfig", "retriesLeft", "traceId")
     SELECT a.id, a."jobId", a.params::jsonb, a."batchIndex",
       CASE WHEN a."batchIndex" = 0 THEN clock_timestamp() END, CASE WHEN a."batchIndex" = 0 THEN clock_timestamp() END,
       $5, $6, $7, $8, $9, $10, $11, $12, $13, $14
     FROM unnest($1::text[], $2::text[], $3::text[], $4::int[]) AS a(id, "jobId", params, "batchIndex")`,
    [
      attempts.map(({ id }) => id),
      attempts.map(({ jobId }) => jobId),
      attempts.map(({ params }) => JSON.stringify(params)),
      attempts.map(({ batchIndex }) => batchIndex),
      origin.scheduleExecutionId,
      origin.scheduleId,
      origin.agentId,
      origin.agentVersion,
      origin.priority,
      origin.attemptTimeout,
      origin.heartbeatTimeout,
      JSON.stringify(origin.retryConfig),
      origin.retryConfig.maxRetries,
      origin.traceId,
    ],
  );
}
