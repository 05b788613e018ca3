import type { RetryConfig } from '../../domain/retry/retry.js';

/** Values that all jobs of one expansion share. */
export interface AttemptsOrigin {
  scheduleExecutionId: string;
  scheduleId: string | null;
  pipelineId: string | null;
  traceId: string;
  /**
   * True if the jobs of batch 0 are released later, like those of any other batch. Only for runs of one
   * agent, never for pipelines.
   */
  firstBatchStaysPending?: boolean;
}

/** Values that all jobs of one agent call share. A run has one call, or one for each step of a pipeline. */
export interface CallSettings {
  pipelineStepId: string | null;
  agentId: string;
  agentVersion: string;
  priority: number;
  /** Milliseconds. */
  attemptTimeout: number;
  heartbeatTimeout: number | null;
  /** Milliseconds from the release to the start. Null: no limit. */
  maxQueueTime: number | null;
  retryConfig: RetryConfig;
  /** Milliseconds from the start of the context. */
  dependencyTimeout: number | null;
  /** True for steps that a context begins with. */
  begins?: boolean;
  /** Key of the capabilities that a worker needs. '' requires none. */
  requirements: string;
}

export interface NewAttempt {
  id: string;
  jobId: string;
  /** JSON text. */
  params: string;
  batchIndex: number;
  /** Index of the settings of its call. */
  call: number;
  contextId: string | null;
  /** The jobIds. */
  dependencies: readonly string[];
}

/** A statement with its values, as texts that are ready to send. */
export interface AttemptsInsertion {
  text: string;
  values: unknown[];
}

/**
 * A statement that inserts the first attempts of many jobs. It is built while the previous one is in
 * progress. Attempts of batch 0 are released at once, unless `firstBatchStaysPending`. Of steps, only those
 * that a context begins with are released. All get the same instant, so ids decide the order of equal
 * priorities, whatever order a plan gives the rows.
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

/** Builds an array literal of ids and numbers, which need no quotes. */
const arrayOf = (items: readonly (string | number)[]) => `{${items.join()}}`;
/** JSON texts joined by line feeds, which JSON only contains as escapes. */
const linesOf = (attempts: readonly NewAttempt[]) => attempts.map(({ params }) => params).join('\n');
const LINES = (parameter: string) => `string_to_table(${parameter}::text, E'\\n')`;

const COLUMNS = `id, "jobId", params, "batchIndex", "enqueuedAt", "releasedAt",
       "scheduleExecutionId", "scheduleId", "pipelineId", "traceId",
       "agentId", "agentVersion", priority, "attemptTimeout", "heartbeatTimeout", "maxQueueTime", "retryConfig", "retriesLeft", "dependencyTimeout", requirements`;

/**
 * The statement for jobs of one agent, which are most jobs and can be very many. It sends their common values
 * once and joins nothing.
 */
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
      origin.firstBatchStaysPending ?? false,
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
