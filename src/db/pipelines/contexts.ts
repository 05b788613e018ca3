import type { PipelineSnapshot } from '../../domain/execution/snapshot.js';
import type { AttemptStatus } from '../../domain/job/states.js';
import type { Json } from '../../domain/json.js';
import { boundedMemo } from '../../domain/schedule/bounded-memo.js';
import type { Queryable } from '../system/queryable.js';

/** The parts of a run that decide what its contexts do next. */
export interface PipelineExecution {
  id: string;
  pipeline: PipelineSnapshot;
  cancelRequested: boolean;
  /** Index of the newest released batch. Contexts of later batches have not begun. */
  batchCursor: number;
  /**
   * Number of jobs that have not ended, and of released first attempts that are not answered, from the run's
   * counters.
   */
  open: number;
  unanswered: number;
  /** The database's time, the same for all runs that are loaded together. */
  now: Date;
}

/**
 * Runs of one pipeline store the same text. Memoizing it keeps one copy of its parts and of what is derived
 * from them.
 */
const parsePipeline = boundedMemo(20, (text) => JSON.parse(text) as PipelineSnapshot);

/** Hides the number of ids from the planner, which would otherwise plan each call anew. */
const ANY_NUMBER = 'ARRAY(SELECT unnest($1::text[]))';

/**
 * Loads those of these runs that are pipeline runs. The caller has locked their rows in an earlier statement.
 */
export async function loadPipelineExecutions(
  client: Queryable,
  executionIds: readonly string[],
  lock = '',
): Promise<PipelineExecution[]> {
  const { rows } = await client.query<Omit<PipelineExecution, 'pipeline'> & { pipeline: string }>(
    `SELECT id, (snapshot -> 'pipeline')::text AS pipeline, "cancelRequestedAt" IS NOT NULL AS "cancelRequested", "batchCursor",
       "jobsCreated" - "jobsCompleted" - "jobsFailed" - "jobsSkipped" - "jobsCancelled" AS open, "jobsUnanswered" AS unanswered, statement_timestamp() AS now
     FROM "ScheduleExecution" WHERE id = ANY (${ANY_NUMBER}) AND "targetType" = 'pipeline' AND jsonb_typeof(snapshot -> 'pipeline') = 'object' ${lock}`,
    [executionIds],
  );
  return rows.map((row) => ({ ...row, pipeline: parsePipeline(row.pipeline) }));
}

/**
 * Loads and locks pipeline runs. Later statements read contexts from a snapshot taken after the wait for the
 * lock.
 */
export function lockPipelineExecutions(
  client: Queryable,
  executionIds: readonly string[],
): Promise<PipelineExecution[]> {
  return loadPipelineExecutions(client, executionIds, 'ORDER BY id FOR NO KEY UPDATE');
}

/**
 * The current row of a step in its context: the latest attempt of the highest turn, since the context last
 * began.
 */
export interface CurrentStepRow {
  id: string;
  jobId: string;
  retryCount: number;
  scheduleExecutionId: string;
  contextId: string;
  stepId: string;
  batchIndex: number;
  turn: number;
  contextRetry: number;
  status: AttemptStatus;
  settled: boolean;
  /** Queued or running. */
  released: boolean;
  /** True if any attempt of the job has been queued. */
  enqueued: boolean;
  retryAt: Date | null;
  dependencyDeadlineAt: Date | null;
  /** Only for steps that end a loop, otherwise null. */
  result: Json;
}

/** A step that ends a loop, so its result is read. */
export interface LoopStep {
  scheduleExecutionId: string;
  stepId: string;
}

/** Loads the current rows of contexts, with the results of the steps that end a loop. */
export async function loadCurrentSteps(
  client: Queryable,
  contextIds: readonly string[],
  loopSteps: readonly LoopStep[],
): Promise<CurrentStepRow[]> {
  return currentSteps(client, '$1::text[]', contextIds, loopSteps);
}

/** Loads the current rows of the contexts that these attempts belong to. */
export async function loadStepsAround(
  client: Queryable,
  attemptIds: readonly string[],
  loopSteps: readonly LoopStep[],
): Promise<CurrentStepRow[]> {
  const contexts = `ARRAY(SELECT own."contextId" FROM "AgentJobExecution" own WHERE own.id = ANY (${ANY_NUMBER}))`;
  return currentSteps(client, contexts, attemptIds, loopSteps);
}

async function currentSteps(
  client: Queryable,
  contexts: string,
  ids: readonly string[],
  loopSteps: readonly LoopStep[],
): Promise<CurrentStepRow[]> {
  const { rows } = await client.query<CurrentStepRow>(
    `SELECT DISTINCT ON ("contextId", "pipelineStepId") id, "jobId", "retryCount", "scheduleExecutionId", "contextId", "pipelineStepId" AS "stepId", "batchIndex", turn,
       "contextRetry", status, "settledAt" IS NOT NULL AS settled, "releasedAt" IS NOT NULL AS released, "enqueuedAt" IS NOT NULL AS enqueued, "retryAt",
       "dependencyDeadlineAt",
       CASE WHEN ("scheduleExecutionId", "pipelineStepId") IN (SELECT * FROM unnest($2::text[], $3::text[])) THEN result END AS result
     FROM "AgentJobExecution" WHERE "contextId" = ANY (${contexts}) AND "isLatest"
     ORDER BY "contextId", "pipelineStepId", "contextRetry" DESC, turn DESC`,
    [
      ids,
      loopSteps.map(({ scheduleExecutionId }) => scheduleExecutionId),
      loopSteps.map(({ stepId }) => stepId),
    ],
  );
  return rows;
}

/** Releases steps, all at the same instant. Of steps with equal priority, the order of their ids decides. */
export async function releaseSteps(client: Queryable, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await client.query(
    `UPDATE "AgentJobExecution" j SET "releasedAt" = now.at, "enqueuedAt" = coalesce(j."enqueuedAt", now.at)
     FROM (SELECT clock_timestamp() AS at) now WHERE j.id = ANY ($1::text[]) AND j.status = 'pending'`,
    [ids],
  );
}

/**
 * Clears the expired waits of steps that other steps of their context still block. Such steps no longer wait
 * for an instant: they are evaluated when those other steps end.
 */
export async function endWaits(client: Queryable, ids: readonly string[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  await client.query(
    `UPDATE "AgentJobExecution" SET "retryAt" = CASE WHEN "retryAt" > $2 THEN "retryAt" END,
       "dependencyDeadlineAt" = CASE WHEN "dependencyDeadlineAt" > $2 THEN "dependencyDeadlineAt" END
     WHERE id = ANY ($1::text[]) AND status = 'pending'`,
    [ids, now],
  );
}

/**
 * Ends steps that will not run. They are settled at once, since the caller decides everything that follows.
 */
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

/**
 * Fails steps that waited too long for their dependencies. As with any failure, the consequences are applied
 * when the steps are settled.
 */
export async function timeOutSteps(client: Queryable, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await client.query(
    `UPDATE "AgentJobExecution" SET status = 'failed', reason = 'dependency_timeout',
       error = '{"message": "What this step depends on did not end within its dependencyTimeout.", "code": "DEPENDENCY_TIMEOUT", "retryable": false}'
     WHERE id = ANY ($1::text[]) AND status = 'pending'`,
    [ids],
  );
}

/** A new row for a step that runs again, in another turn of a loop or because its context starts over. */
export interface StepAgain {
  /** Id of the row to repeat. */
  after: string;
  id: string;
  jobId: string;
  turn: number;
  contextRetry: number;
  /** The jobIds. */
  dependencies: readonly string[];
  /** Milliseconds from now until the first of these steps may start. Null: start at once. */
  waitMs: number | null;
}

/**
 * Inserts rows for steps that run again, each as a new job. Only steps without dependencies wait for
 * `waitMs`. The others wait for their dependencies.
 */
export async function insertStepsAgain(client: Queryable, again: readonly StepAgain[]): Promise<void> {
  if (again.length === 0) return;
  await client.query(
    `INSERT INTO "AgentJobExecution" (id, "jobId", supersedes, turn, "contextRetry", "retryAt", dependencies, "retriesLeft",
       "scheduleExecutionId", "scheduleId", "agentId", "agentVersion", "pipelineId", "pipelineStepId", "contextId", priority, params,
       "batchIndex", "attemptTimeout", "heartbeatTimeout", "maxQueueTime", "retryConfig", "traceId", requirements, "dependencyTimeout", "dependencyDeadlineAt")
     SELECT r.id, r."jobId", a.id, r.turn, r."contextRetry",
       CASE WHEN r.dependencies = '{}' THEN now.at + r."waitMs" * interval '1 millisecond' END, r.dependencies,
       (a."retryConfig" ->> 'maxRetries')::int,
       a."scheduleExecutionId", a."scheduleId", a."agentId", a."agentVersion", a."pipelineId", a."pipelineStepId", a."contextId", a.priority, a.params,
       a."batchIndex", a."attemptTimeout", a."heartbeatTimeout", a."maxQueueTime", a."retryConfig", a."traceId", a.requirements, a."dependencyTimeout",
       now.at + (coalesce(r."waitMs", 0) + a."dependencyTimeout") * interval '1 millisecond'
     FROM jsonb_to_recordset($1::jsonb)
       AS r(after text, id text, "jobId" text, turn int, "contextRetry" int, dependencies text[], "waitMs" float8)
     JOIN "AgentJobExecution" a ON a.id = r.after
     CROSS JOIN (SELECT clock_timestamp() AS at) now`,
    [JSON.stringify(again)],
  );
}

/** Makes the dependents of a repeated step wait for its new job. */
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

/** Changes to the counters of a run. */
export interface StepCounters {
  id: string;
  created: number;
  enqueued: number;
  completed: number;
  failed: number;
  skipped: number;
  cancelled: number;
  /** First attempts that were released, minus those that were answered. */
  unanswered: number;
  /** First attempts that an agent accepted. */
  started: number;
}

/**
 * Marks all rows of contexts, of every turn, as superseded, because these contexts start over.
 *
 * @returns what the rows had added to the counters of their runs
 */
export async function supersedeContexts(
  client: Queryable,
  contextIds: readonly string[],
): Promise<StepCounters[]> {
  if (contextIds.length === 0) return [];
  const { rows } = await client.query<StepCounters>(
    `WITH superseded AS (
       UPDATE "AgentJobExecution" SET "isLatest" = false WHERE "contextId" = ANY ($1::text[]) AND "isLatest"
       RETURNING "scheduleExecutionId" AS id, status, "enqueuedAt")
     SELECT id, count(*)::int AS created, count("enqueuedAt")::int AS enqueued,
       count(*) FILTER (WHERE status = 'completed')::int AS completed,
       count(*) FILTER (WHERE status IN ('failed', 'dead_letter'))::int AS failed,
       count(*) FILTER (WHERE status = 'skipped')::int AS skipped,
       count(*) FILTER (WHERE status = 'cancelled')::int AS cancelled, 0 AS unanswered, 0 AS started
     FROM superseded GROUP BY id`,
    [contextIds],
  );
  return rows;
}

/**
 * @returns the runs whose jobs have all ended, and the runs whose newest batch is answered, according to
 * their counters
 */
export async function addStepCounters(
  client: Queryable,
  deltas: readonly StepCounters[],
): Promise<{ id: string; done: boolean; answered: boolean }[]> {
  if (deltas.length === 0) return [];
  const { rows } = await client.query<{ id: string; done: boolean; answered: boolean }>(
    `UPDATE "ScheduleExecution" e SET "jobsCreated" = e."jobsCreated" + d.created, "jobsEnqueued" = e."jobsEnqueued" + d.enqueued,
       "jobsCompleted" = e."jobsCompleted" + d.completed, "jobsFailed" = e."jobsFailed" + d.failed, "jobsSkipped" = e."jobsSkipped" + d.skipped,
       "jobsCancelled" = e."jobsCancelled" + d.cancelled, "jobsUnanswered" = e."jobsUnanswered" + d.unanswered,
       "jobsStarted" = e."jobsStarted" + d.started
     FROM jsonb_to_recordset($1::jsonb)
       AS d(id text, created int, enqueued int, completed int, failed int, skipped int, cancelled int, unanswered int, started int)
     WHERE e.id = d.id
     RETURNING e.id, e."jobsCompleted" + e."jobsFailed" + e."jobsSkipped" + e."jobsCancelled" >= e."jobsCreated" AS done,
       e."jobsUnanswered" <= 0 AND (e."batchCursor" < e.batches - 1 OR e.status = 'pending') AS answered`,
    [JSON.stringify(deltas)],
  );
  return rows;
}

/** Steps of a batch that are not released yet, replays included. */
const WAITING = `"scheduleExecutionId" = $1 AND "batchIndex" = $2 AND status = 'pending' AND "releasedAt" IS NULL AND "contextId" IS NOT NULL`;

/** Starts the dependency timeouts of the contexts of a batch. */
export async function startDependencyClocks(
  client: Queryable,
  scheduleExecutionId: string,
  batchIndex: number,
): Promise<void> {
  await client.query(
    `UPDATE "AgentJobExecution" SET "dependencyDeadlineAt" = clock_timestamp() + "dependencyTimeout" * interval '1 millisecond'
     WHERE ${WAITING} AND "dependencyTimeout" IS NOT NULL`,
    [scheduleExecutionId, batchIndex],
  );
}

/** Starts the contexts of a batch that has just been released. @returns their ids */
export async function beginContexts(
  client: Queryable,
  scheduleExecutionId: string,
  batchIndex: number,
): Promise<string[]> {
  await startDependencyClocks(client, scheduleExecutionId, batchIndex);
  const { rows } = await client.query<{ contextId: string }>(
    `SELECT DISTINCT "contextId" FROM "AgentJobExecution" WHERE ${WAITING}`,
    [scheduleExecutionId, batchIndex],
  );
  return rows.map(({ contextId }) => contextId);
}
