import type { AttemptStatus } from '../../domain/job/states.js';
import type { Json } from '../../domain/json.js';
import type { RetryConfig } from '../../domain/retry/retry.js';
import type { Queryable } from '../system/queryable.js';

const UNSETTLED = `FROM "AgentJobExecution" WHERE "settledAt" IS NULL AND status IN ('completed', 'failed', 'cancelled', 'skipped', 'dead_letter')`;

/** Reported results of these agents are settled only after they were validated. */
export interface Validated {
  agentIds: readonly string[];
  attemptIds: readonly string[];
}

/** Parameters: the ids of agents, and of attempts, of {@link Validated}. */
const MAY_SETTLE = (agentIds: string, attemptIds: string) =>
  `NOT (status = 'completed' AND "acceptedAt" IS NOT NULL AND "agentId" = ANY (${agentIds}::text[]) AND NOT id = ANY (${attemptIds}::text[]))`;

/** Runs with attempts that have ended and are not settled yet. */
export async function executionsToSettle(
  client: Queryable,
  limit: number,
  { agentIds, attemptIds }: Validated,
): Promise<string[]> {
  const unsettled = `${UNSETTLED} AND ${MAY_SETTLE('$2', '$3')}`;
  const parameters = [limit, agentIds, attemptIds];
  const { rows } = await client.query<{ id: string }>(
    `SELECT "scheduleExecutionId" AS id ${unsettled} LIMIT $1`,
    parameters,
  );
  const ids = new Set(rows.map(({ id }) => id));
  if (rows.length < limit || ids.size === limit) return [...ids];
  // All of these may belong to a few runs that are locked, with the attempts of other runs behind them.
  const { rows: distinct } = await client.query<{ id: string }>(
    `WITH RECURSIVE step AS (
       SELECT (SELECT min("scheduleExecutionId") ${unsettled}) AS id
       UNION ALL
       SELECT (SELECT min("scheduleExecutionId") ${unsettled} AND "scheduleExecutionId" > step.id) FROM step WHERE step.id IS NOT NULL
     )
     SELECT id FROM step WHERE id IS NOT NULL LIMIT $1`,
    parameters,
  );
  return distinct.map(({ id }) => id);
}

export interface EndedAttempt {
  id: string;
  jobId: string;
  scheduleExecutionId: string;
  contextId: string | null;
  agentId: string;
  traceId: string;
  status: Exclude<AttemptStatus, 'pending' | 'running'>;
  retryCount: number;
  retriesLeft: number;
  retryConfig: RetryConfig;
  error: { message?: unknown; retryable?: unknown; retryAfterMs?: unknown } | null;
  completedAt: Date;
  /** A released first attempt whose answer is not counted yet. */
  uncounted: boolean;
  /** An agent accepted it. */
  started: boolean;
}

/**
 * Locks ended attempts of locked runs that are not settled yet, without those that their agent's transaction
 * locks.
 */
export async function loadEndedAttempts(
  client: Queryable,
  executionIds: readonly string[],
  limit: number,
  { agentIds, attemptIds }: Validated,
): Promise<EndedAttempt[]> {
  const { rows } = await client.query<EndedAttempt>(
    `SELECT id, "jobId", "scheduleExecutionId", "contextId", "agentId", "traceId", status, "retryCount", "retriesLeft", "retryConfig", error, "completedAt",
       "retryCount" = 0 AND "answersCounted" = 0 AND "enqueuedAt" IS NOT NULL AS uncounted, coalesce("acceptedAt" IS NOT NULL OR "statusCode" BETWEEN 200 AND 299, false) AS started
     FROM "AgentJobExecution"
     WHERE "scheduleExecutionId" = ANY ($1::text[]) AND "settledAt" IS NULL AND status IN ('completed', 'failed', 'cancelled', 'skipped', 'dead_letter')
       AND ${MAY_SETTLE('$3', '$4')}
     LIMIT $2 FOR UPDATE SKIP LOCKED`,
    [executionIds, limit, agentIds, attemptIds],
  );
  return rows;
}

/** Results of attempts. Read a few at a time, because each may have 256 KiB. */
export async function loadResults(
  client: Queryable,
  ids: readonly string[],
): Promise<{ id: string; result: Json }[]> {
  const { rows } = await client.query<{ id: string; result: Json }>(
    `SELECT id, result FROM "AgentJobExecution" WHERE id = ANY ($1::text[])`,
    [ids],
  );
  return rows;
}

export interface NextAttempt {
  /** The attempt that failed. */
  supersedes: string;
  id: string;
  /** milliseconds from now */
  delayMs: number;
}

/**
 * Inserts the next attempts as new rows, which a late report about the failed attempt cannot change. Retries
 * of steps are released when their delay is over and their context has room for them.
 */
export async function insertRetries(client: Queryable, retries: readonly NextAttempt[]): Promise<void> {
  if (retries.length === 0) return;
  await client.query(
    `INSERT INTO "AgentJobExecution" (id, "jobId", "retryCount", supersedes, "retriesLeft", "retryAt", "releasedAt", "enqueuedAt",
       "scheduleExecutionId", "scheduleId", "agentId", "agentVersion", "pipelineId", "pipelineStepId", "contextId", turn, priority, params,
       dependencies, "batchIndex", "attemptTimeout", "heartbeatTimeout", "maxQueueTime", "retryConfig", "traceId", "contextRetry", "dependencyTimeout", requirements)
     SELECT r.id, a."jobId", a."retryCount" + 1, a.id, a."retriesLeft" - 1, now.at + r."delayMs" * interval '1 millisecond',
       CASE WHEN a."contextId" IS NULL THEN now.at + r."delayMs" * interval '1 millisecond' END, now.at,
       a."scheduleExecutionId", a."scheduleId", a."agentId", a."agentVersion", a."pipelineId", a."pipelineStepId", a."contextId", a.turn, a.priority, a.params,
       a.dependencies, a."batchIndex", a."attemptTimeout", a."heartbeatTimeout", a."maxQueueTime", a."retryConfig", a."traceId", a."contextRetry", a."dependencyTimeout", a.requirements
     FROM unnest($1::text[], $2::text[], $3::float8[]) AS r(supersedes, id, "delayMs")
     JOIN "AgentJobExecution" a ON a.id = r.supersedes
     CROSS JOIN (SELECT clock_timestamp() AS at) now`,
    [
      retries.map(({ supersedes }) => supersedes),
      retries.map(({ id }) => id),
      retries.map(({ delayMs }) => delayMs),
    ],
  );
}

/** Marks attempts settled. The `retried` ones are no longer the latest of their jobs. */
export async function markSettled(
  client: Queryable,
  ids: readonly string[],
  retried: readonly string[],
  invalidResults: readonly string[],
): Promise<void> {
  await client.query(
    `UPDATE "AgentJobExecution" SET "settledAt" = clock_timestamp(), "answersCounted" = 1, "isLatest" = "isLatest" AND NOT (id = ANY ($2::text[])),
       "resultInvalid" = "resultInvalid" OR id = ANY ($3::text[]),
       -- Its worker died and no other could send it again, but its agent had received it.
       reason = CASE WHEN status = 'completed' AND reason = 'no_matching_worker' THEN NULL ELSE reason END
     WHERE id = ANY ($1::text[])`,
    [ids, retried, invalidResults],
  );
}
