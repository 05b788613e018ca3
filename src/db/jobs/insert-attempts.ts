import type { RetryConfig } from '../../domain/retry/retry.js';

/** What all jobs of one expansion have in common. */
export interface AttemptsOrigin {
  scheduleExecutionId: string;
  scheduleId: string | null;
  pipelineId: string | null;
  traceId: string;
  /** Of one agent's jobs: those of batch 0 are released later, like those of any other batch. Steps of pipelines never are. */
  holdsFirst?: boolean;
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
  /** Of a step: contexts begin with it. */
  begins?: boolean;
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

/** A statement with its values, as texts that are ready to be sent. */
export interface AttemptsInsertion {
  text: string;
  values: unknown[];
}

/**
 * A statement that inserts the first attempts of many jobs, to be made while another one is under way. Those of batch 0 are released at once, unless the origin
 * holds them; of steps, only those that a context begins with. All at one instant: among equals ids tell the order, whatever order a plan gives the rows.
 */
export function attemptsInsertion(
  origin: AttemptsOrigin,
  calls: readonly CallSettings[],
  attempts: readonly NewAttempt[],
): AttemptsInsertion {
  const [only, ...others] = calls;
  return only && only.pipelineStepId === null && others.length === 0
    ? plainInsertion(origin, only, attempts)
    : insertionOfCalls(origin, calls, attempts);
}

/** Of ids and numbers, which need no quotes. */
const arrayOf = (items: readonly (string | number)[]) => `{${items.join()}}`;
/** JSON has no line feed outside of its texts, and none that is not escaped in them. */
const linesOf = (attempts: readonly NewAttempt[]) => attempts.map(({ params }) => params).join('\n');
const LINES = (parameter: string) => `string_to_table(${parameter}::text, E'\\n')`;

const COLUMNS = `id, "jobId", params, "batchIndex", "enqueuedAt", "releasedAt",
       "scheduleExecutionId", "scheduleId", "pipelineId", "traceId",
       "agentId", "agentVersion", priority, "attemptTimeout", "heartbeatTimeout", "maxQueueTime", "retryConfig", "retriesLeft", "dependencyTimeout", requirements`;

/** Of one agent, which are most and can be very many: what they have in common is sent once, and nothing is joined. */
function plainInsertion(
  origin: AttemptsOrigin,
  call: CallSettings,
  attempts: readonly NewAttempt[],
): AttemptsInsertion {
  return {
    text: `INSERT INTO "AgentJobExecution" (${COLUMNS})
     SELECT a.id, a."jobId", a.params::jsonb, a."batchIndex",
       CASE WHEN a."batchIndex" = 0 AND NOT $19 THEN statement_timestamp() END, CASE WHEN a."batchIndex" = 0 AND NOT $19 THEN statement_timestamp() END,
       $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15::jsonb, $16, $17, $18
     FROM ROWS FROM (unnest($1::text[]), unnest($2::text[]), ${LINES('$3')}, unnest($4::int[])) AS a(id, "jobId", params, "batchIndex")`,
    values: [
      arrayOf(attempts.map(({ id }) => id)),
      arrayOf(attempts.map(({ jobId }) => jobId)),
      linesOf(attempts),
      arrayOf(attempts.map(({ batchIndex }) => batchIndex)),
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
      origin.holdsFirst ?? false,
    ],
  };
}

function insertionOfCalls(
  origin: AttemptsOrigin,
  calls: readonly CallSettings[],
  attempts: readonly NewAttempt[],
): AttemptsInsertion {
  return {
    text: `INSERT INTO "AgentJobExecution" (${COLUMNS}, "contextId", dependencies, "pipelineStepId")
     SELECT a.id, a."jobId", a.params::jsonb, a."batchIndex",
       CASE WHEN a."batchIndex" = 0 AND (a."contextId" IS NULL OR c.begins) THEN statement_timestamp() END,
       CASE WHEN a."batchIndex" = 0 AND (a."contextId" IS NULL OR c.begins) THEN statement_timestamp() END,
       $8, $9, $10, $11, c."agentId", c."agentVersion", c.priority, c."attemptTimeout", c."heartbeatTimeout", c."maxQueueTime", c."retryConfig",
       (c."retryConfig" ->> 'maxRetries')::int, c."dependencyTimeout", c.requirements, a."contextId", a.dependencies::text[], c."pipelineStepId"
     FROM ROWS FROM (unnest($1::text[]), unnest($2::text[]), ${LINES('$3')}, unnest($4::int[]), unnest($5::int[]), unnest($6::text[]), ${LINES('$7')})
       AS a(id, "jobId", params, "batchIndex", call, "contextId", dependencies)
     JOIN ROWS FROM (jsonb_to_recordset($12::jsonb) AS ("pipelineStepId" text, "agentId" text, "agentVersion" text, priority int, "attemptTimeout" int,
       "heartbeatTimeout" int, "maxQueueTime" int, "retryConfig" jsonb, "dependencyTimeout" int, begins boolean, requirements text)) WITH ORDINALITY
       AS c("pipelineStepId", "agentId", "agentVersion", priority, "attemptTimeout", "heartbeatTimeout", "maxQueueTime", "retryConfig", "dependencyTimeout", begins, requirements, place)
       ON c.place = a.call + 1`,
    values: [
      arrayOf(attempts.map(({ id }) => id)),
      arrayOf(attempts.map(({ jobId }) => jobId)),
      linesOf(attempts),
      arrayOf(attempts.map(({ batchIndex }) => batchIndex)),
      arrayOf(attempts.map(({ call }) => call)),
      arrayOf(attempts.map(({ contextId }) => contextId ?? 'NULL')),
      attempts.map(({ dependencies }) => arrayOf(dependencies)).join('\n'),
      origin.scheduleExecutionId,
      origin.scheduleId,
      origin.pipelineId,
      origin.traceId,
      JSON.stringify(calls),
    ],
  };
}
