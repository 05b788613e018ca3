import type { RetryConfig } from '../domain/retry/retry.js';
import type { Queryable } from './queryable.js';

/** What all jobs of one expansion have in common. */
export interface AttemptsOrigin {
  scheduleExecutionId: string;
  scheduleId: string | null;
  pipelineId: string | null;
  traceId: string;
}

/** What all jobs of one agent call have in common: there is one, or one for each step of a pipeline. */
export interface CallSettings {
  pipelineStepId: string | null;
  agentId: string;
  agentVersion: string;
  priority: number;
  /** milliseconds */
  attemptTimeout: number;
  heartbeatTimeout: number | null;
  /** milliseconds from the release to the start; null: as long as it takes */
  maxQueueTime: number | null;
  retryConfig: RetryConfig;
  /** milliseconds from the start of the context */
  dependencyTimeout: number | null;
  /** Of a worker, by key; '' asks for nothing. */
  requirements: string;
}

export interface NewAttempt {
  id: string;
  jobId: string;
  /** JSON */
  params: string;
  batchIndex: number;
  /** Index of its call's settings. */
  call: number;
  contextId: string | null;
  /** jobIds */
  dependencies: readonly string[];
}

/**
 * Inserts the first attempts of many jobs in one statement. Those of batch 0 are released at once, but for steps: their context
 * begins later. All at one instant: among equals ids tell the order, whatever order a plan gives the rows.
 */
export async function insertAttempts(
  client: Queryable,
  origin: AttemptsOrigin,
  calls: readonly CallSettings[],
  attempts: readonly NewAttempt[],
): Promise<void> {
  const [only, ...others] = calls;
  if (only && only.pipelineStepId === null && others.length === 0)
    await insertPlain(client, origin, only, attempts);
  else await insertOfCalls(client, origin, calls, attempts);
}

const COLUMNS = `id, "jobId", params, "batchIndex", "enqueuedAt", "releasedAt",
       "scheduleExecutionId", "scheduleId", "pipelineId", "traceId",
       "agentId", "agentVersion", priority, "attemptTimeout", "heartbeatTimeout", "maxQueueTime", "retryConfig", "retriesLeft", "dependencyTimeout", requirements`;

/** Of one agent, which are most and can be very many: what they have in common is sent once, and nothing is joined. */
async function insertPlain(
  client: Queryable,
  origin: AttemptsOrigin,
  call: CallSettings,
  attempts: readonly NewAttempt[],
): Promise<void> {
  await client.query(
    `INSERT INTO "AgentJobExecution" (${COLUMNS})
     SELECT a.id, a."jobId", a.params::jsonb, a."batchIndex",
       CASE WHEN a."batchIndex" = 0 THEN statement_timestamp() END, CASE WHEN a."batchIndex" = 0 THEN statement_timestamp() END,
       $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15::jsonb, $16, $17, $18
     FROM unnest($1::text[], $2::text[], $3::text[], $4::int[]) AS a(id, "jobId", params, "batchIndex")`,
    [
      attempts.map(({ id }) => id),
      attempts.map(({ jobId }) => jobId),
      attempts.map(({ params }) => params),
      attempts.map(({ batchIndex }) => batchIndex),
      origin.scheduleExecutionId,
      origin.scheduleId,
      origin.pipelineId,
      origin.traceId,
      call.agentId,
      call.agentVersion,
      call.priority,
      call.attemptTimeout,
      call.heartbeatTimeout,
      call.maxQueueTime,
      JSON.stringify(call.retryConfig),
      call.retryConfig.maxRetries,
      call.dependencyTimeout,
      call.requirements,
    ],
  );
}

async function insertOfCalls(
  client: Queryable,
  origin: AttemptsOrigin,
  calls: readonly CallSettings[],
  attempts: readonly NewAttempt[],
): Promise<void> {
  await client.query(
    `INSERT INTO "AgentJobExecution" (${COLUMNS}, "contextId", dependencies, "pipelineStepId")
     SELECT a.id, a."jobId", a.params::jsonb, a."batchIndex",
       CASE WHEN a."batchIndex" = 0 AND a."contextId" IS NULL THEN statement_timestamp() END,
       CASE WHEN a."batchIndex" = 0 AND a."contextId" IS NULL THEN statement_timestamp() END,
       $8, $9, $10, $11, c."agentId", c."agentVersion", c.priority, c."attemptTimeout", c."heartbeatTimeout", c."maxQueueTime", c."retryConfig",
       (c."retryConfig" ->> 'maxRetries')::int, c."dependencyTimeout", c.requirements, a."contextId", a.dependencies::text[], c."pipelineStepId"
     FROM unnest($1::text[], $2::text[], $3::text[], $4::int[], $5::int[], $6::text[], $7::text[])
       AS a(id, "jobId", params, "batchIndex", call, "contextId", dependencies)
     JOIN ROWS FROM (jsonb_to_recordset($12::jsonb) AS ("pipelineStepId" text, "agentId" text, "agentVersion" text, priority int, "attemptTimeout" int,
       "heartbeatTimeout" int, "maxQueueTime" int, "retryConfig" jsonb, "dependencyTimeout" int, requirements text)) WITH ORDINALITY
       AS c("pipelineStepId", "agentId", "agentVersion", priority, "attemptTimeout", "heartbeatTimeout", "maxQueueTime", "retryConfig", "dependencyTimeout", requirements, place)
       ON c.place = a.call + 1`,
    [
      attempts.map(({ id }) => id),
      attempts.map(({ jobId }) => jobId),
      attempts.map(({ params }) => params),
      attempts.map(({ batchIndex }) => batchIndex),
      attempts.map(({ call }) => call),
      attempts.map(({ contextId }) => contextId),
      // UUIDs: an array literal of them needs no quotes.
      attempts.map(({ dependencies }) => `{${dependencies.join(',')}}`),
      origin.scheduleExecutionId,
      origin.scheduleId,
      origin.pipelineId,
      origin.traceId,
      JSON.stringify(calls),
    ],
  );
}
