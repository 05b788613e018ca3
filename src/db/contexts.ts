import type { PipelineSnapshot } from '../domain/execution/snapshot.js';
import type { AttemptStatus } from '../domain/job/states.js';
import type { Json } from '../domain/json.js';
import type { Queryable } from './queryable.js';

/** What judging the contexts of an execution needs of it. */
export interface PipelineExecution {
  id: string;
  pipeline: PipelineSnapshot;
  cancelRequested: boolean;
  /** Newest released batch: contexts of later ones have not begun. */
  batchCursor: number;
}

/** Executions of pipelines among these; their rows are locked by the caller, in an earlier statement. */
export async function loadPipelineExecutions(
  client: Queryable,
  executionIds: readonly string[],
): Promise<PipelineExecution[]> {
  const { rows } = await client.query<PipelineExecution>(
    `SELECT id, snapshot -> 'pipeline' AS pipeline, "cancelRequestedAt" IS NOT NULL AS "cancelRequested", "batchCursor"
     FROM "ScheduleExecution" WHERE id = ANY ($1::text[]) AND "targetType" = 'pipeline' AND jsonb_typeof(snapshot -> 'pipeline') = 'object'`,
    [executionIds],
  );
  return rows;
}

/** The current row of a step in its context: the latest attempt of its highest turn. */
export interface CurrentStepRow {
  id: string;
  jobId: string;
  scheduleExecutionId: string;
  contextId: string;
  stepId: string;
  batchIndex: number;
  turn: number;
  contextRetry: number;
  status: AttemptStatus;
  settled: boolean;
  /** In line or running. */
  released: boolean;
  retryAt: Date | null;
  dependencyDeadlineAt: Date | null;
  /** Of steps that end a loop; else null. */
  result: Json;
}

/** Current rows of contexts, with the results of the steps that end a loop. */
export async function loadCurrentSteps(
  client: Queryable,
  contextIds: readonly string[],
  loopSteps: readonly string[],
): Promise<CurrentStepRow[]> {
  const { rows } = await client.query<CurrentStepRow>(
    `SELECT DISTINCT ON ("contextId", "pipelineStepId") id, "jobId", "scheduleExecutionId", "contextId", "pipelineStepId" AS "stepId", "batchIndex", turn,
       "contextRetry", status, "settledAt" IS NOT NULL AS settled, "releasedAt" IS NOT NULL AS released, "retryAt",
       "dependencyDeadlineAt", CASE WHEN "pipelineStepId" = ANY ($2::text[]) THEN result END AS result
     FROM "AgentJobExecution" WHERE "contextId" = ANY ($1::text[]) AND "isLatest"
     ORDER BY "contextId", "pipelineStepId", turn DESC`,
    [contextIds, loopSteps],
  );
  return rows;
}

/** Puts steps in line. */
export async function releaseSteps(client: Queryable, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await client.query(
    `UPDATE "AgentJobExecution" SET "releasedAt" = clock_timestamp(), "enqueuedAt" = coalesce("enqueuedAt", clock_timestamp())
     WHERE id = ANY ($1::text[]) AND status = 'pending'`,
    [ids],
  );
}

/** Ends steps that will not run; settled with it, since nothing follows but what the caller decides. */
export async function skipSteps(
  client: Queryable,
  skips: readonly { id: string; reason: string }[],
): Promise<void> {
  if (skips.length === 0) return;
  await client.query(
    `UPDATE "AgentJobExecution" j SET status = 'skipped', reason = s.reason, "settledAt" = clock_timestamp()
     FROM unnest($1::text[], $2::text[]) AS s(id, reason) WHERE j.id = s.id AND j.status = 'pending'`,
    [skips.map(({ id }) => id), skips.map(({ reason }) => reason)],
  );
}

/** Ends steps that waited too long for their dependencies. */
export async function timeOutSteps(client: Queryable, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await client.query(
    `UPDATE "AgentJobExecution" SET status = 'failed', reason = 'dependency_timeout', "settledAt" = clock_timestamp(),
       error = '{"message": "What this step depends on did not end within its dependencyTimeout.", "code": "DEPENDENCY_TIMEOUT", "retryable": false}'
     WHERE id = ANY ($1::text[]) AND status = 'pending'`,
    [ids],
  );
}

/** A row for a step to run again: a turn of a loop, or the context from its beginning. */
export interface StepAgain {
  /** The row that it follows. */
  after: string;
  id: string;
  jobId: string;
  turn: number;
  contextRetry: number;
  /** milliseconds from now before it may start; null: at once */
  waitMs: number | null;
}

/**
 * Inserts rows for steps that run again, as jobs of their own, with the dependencies of those they follow; where these are
 * among the repeated ones, with their successors.
 */
export async function insertStepsAgain(client: Queryable, again: readonly StepAgain[]): Promise<void> {
  if (again.length === 0) return;
  await client.query(
    `WITH again AS (
       SELECT r.*, a."jobId" AS "oldJobId" FROM jsonb_to_recordset($1::jsonb)
         AS r(after text, id text, "jobId" text, turn int, "contextRetry" int, "waitMs" float8)
       JOIN "AgentJobExecution" a ON a.id = r.after
     )
     INSERT INTO "AgentJobExecution" (id, "jobId", supersedes, turn, "contextRetry", "retryAt", dependencies, "retriesLeft",
       "scheduleExecutionId", "scheduleId", "agentId", "agentVersion", "pipelineId", "pipelineStepId", "contextId", priority, params,
       "batchIndex", "attemptTimeout", "heartbeatTimeout", "retryConfig", "traceId", "dependencyTimeout", "dependencyDeadlineAt")
     SELECT r.id, r."jobId", a.id, r.turn, r."contextRetry", clock_timestamp() + r."waitMs" * interval '1 millisecond',
       ARRAY(SELECT coalesce(next."jobId", d.job) FROM unnest(a.dependencies) WITH ORDINALITY AS d(job, place)
             LEFT JOIN again next ON next."oldJobId" = d.job ORDER BY d.place),
       (a."retryConfig" ->> 'maxRetries')::int,
       a."scheduleExecutionId", a."scheduleId", a."agentId", a."agentVersion", a."pipelineId", a."pipelineStepId", a."contextId", a.priority, a.params,
       a."batchIndex", a."attemptTimeout", a."heartbeatTimeout", a."retryConfig", a."traceId", a."dependencyTimeout",
       clock_timestamp() + (coalesce(r."waitMs", 0) + a."dependencyTimeout") * interval '1 millisecond'
     FROM again r JOIN "AgentJobExecution" a ON a.id = r.after`,
    [JSON.stringify(again)],
  );
}

/** Dependents that wait for a repeated step wait for its new job. */
export async function redirectDependents(
  client: Queryable,
  contextIds: readonly string[],
  jobs: readonly { from: string; to: string }[],
): Promise<void> {
  if (jobs.length === 0) return;
  await client.query(
    `WITH moved AS (SELECT * FROM unnest($2::text[], $3::text[]) AS m("from", "to"))
     UPDATE "AgentJobExecution" j SET dependencies = ARRAY(
       SELECT coalesce(m."to", d.job) FROM unnest(j.dependencies) WITH ORDINALITY AS d(job, place) LEFT JOIN moved m ON m."from" = d.job ORDER BY d.place)
     WHERE j."contextId" = ANY ($1::text[]) AND j.status = 'pending' AND j.dependencies && (SELECT array_agg("from") FROM moved)
       AND NOT (j."jobId" = ANY ($3::text[]))`,
    [contextIds, jobs.map(({ from }) => from), jobs.map(({ to }) => to)],
  );
}

/** Rows of a context that was begun anew are history. */
export async function supersedeSteps(client: Queryable, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await client.query(`UPDATE "AgentJobExecution" SET "isLatest" = false WHERE id = ANY ($1::text[])`, [ids]);
}

/** What judging contexts did to an execution's counters. */
export interface StepCounters {
  id: string;
  created: number;
  enqueued: number;
  completed: number;
  failed: number;
  skipped: number;
  cancelled: number;
}

export async function addStepCounters(client: Queryable, deltas: readonly StepCounters[]): Promise<void> {
  if (deltas.length === 0) return;
  await client.query(
    `UPDATE "ScheduleExecution" e SET "jobsCreated" = e."jobsCreated" + d.created, "jobsEnqueued" = e."jobsEnqueued" + d.enqueued,
       "jobsCompleted" = e."jobsCompleted" + d.completed, "jobsFailed" = e."jobsFailed" + d.failed, "jobsSkipped" = e."jobsSkipped" + d.skipped,
       "jobsCancelled" = e."jobsCancelled" + d.cancelled
     FROM jsonb_to_recordset($1::jsonb) AS d(id text, created int, enqueued int, completed int, failed int, skipped int, cancelled int)
     WHERE e.id = d.id`,
    [JSON.stringify(deltas)],
  );
}

/** Contexts of batches that have just been released begin: the clock of their dependency timeouts starts. */
export async function beginContexts(
  client: Queryable,
  scheduleExecutionId: string,
  batchIndex: number,
): Promise<string[]> {
  await client.query(
    `UPDATE "AgentJobExecution" SET "dependencyDeadlineAt" = clock_timestamp() + "dependencyTimeout" * interval '1 millisecond'
     WHERE "scheduleExecutionId" = $1 AND "batchIndex" = $2 AND "dependencyTimeout" IS NOT NULL AND status = 'pending'`,
    [scheduleExecutionId, batchIndex],
  );
  const { rows } = await client.query<{ contextId: string }>(
    `SELECT DISTINCT "contextId" FROM "AgentJobExecution" WHERE "scheduleExecutionId" = $1 AND "batchIndex" = $2 AND status = 'pending'`,
    [scheduleExecutionId, batchIndex],
  );
  return rows.map(({ contextId }) => contextId);
}

export interface ContextRef {
  scheduleExecutionId: string;
  contextId: string;
}

/** Contexts in which a wait is over: before a retry, or for dependencies. */
export async function contextsDue(client: Queryable, limit: number): Promise<ContextRef[]> {
  const { rows } = await client.query<ContextRef>(
    `SELECT DISTINCT "scheduleExecutionId", "contextId" FROM (
       (SELECT "scheduleExecutionId", "contextId" FROM "AgentJobExecution"
        WHERE status = 'pending' AND "retryAt" <= clock_timestamp() AND "releasedAt" IS NULL AND "contextId" IS NOT NULL LIMIT $1)
       UNION ALL
       (SELECT "scheduleExecutionId", "contextId" FROM "AgentJobExecution"
        WHERE status = 'pending' AND "releasedAt" IS NULL AND "dependencyDeadlineAt" <= clock_timestamp() LIMIT $1)) due`,
    [limit],
  );
  return rows;
}

/** Contexts of released batches in which rows are pending and nothing is in line, running, or waiting to be: somebody died between two steps. */
export async function contextsStuck(client: Queryable, limit: number): Promise<ContextRef[]> {
  const { rows } = await client.query<ContextRef>(
    `SELECT j."scheduleExecutionId", j."contextId"
     FROM "AgentJobExecution" j JOIN "ScheduleExecution" e ON e.id = j."scheduleExecutionId"
     WHERE e."runStatus" = 'running' AND e."targetType" = 'pipeline' AND j."isLatest" AND j."batchIndex" <= e."batchCursor"
       AND j."settledAt" IS NULL
     GROUP BY 1, 2
     HAVING bool_and(j.status = 'pending' AND j."releasedAt" IS NULL AND (j."retryAt" IS NULL OR j."retryAt" <= clock_timestamp()))
     LIMIT $1`,
    [limit],
  );
  return rows;
}
