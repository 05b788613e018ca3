import type { PipelineSnapshot } from '../../domain/execution/snapshot.js';
import type { AttemptStatus } from '../../domain/job/states.js';
import type { Json } from '../../domain/json.js';
import { boundedMemo } from '../../domain/schedule/bounded-memo.js';
import type { Queryable } from '../system/queryable.js';

/** What judging the contexts of an execution needs of it. */
export interface PipelineExecution {
  id: string;
  pipeline: PipelineSnapshot;
  cancelRequested: boolean;
  /** Newest released batch: contexts of later ones have not begun. */
  batchCursor: number;
  /** Jobs that have not ended, and first attempts in line that are not answered, by its counters. */
  open: number;
  unanswered: number;
  /** By the database's clock, the same for all that are loaded together. */
  now: Date;
}

/** Executions of one pipeline remember the same text: its parts, and what is derived from them, are there once. */
const parsePipeline = boundedMemo(20, (text) => JSON.parse(text) as PipelineSnapshot);

/** Ids of which the planner does not look how many there are: else it makes a plan for each call. */
const ANY_NUMBER = 'ARRAY(SELECT unnest($1::text[]))';

/** Executions of pipelines among these; their rows are locked by the caller, in an earlier statement. */
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

/** The same, and locks them: what is read of contexts in later statements is from after the wait. */
export function lockPipelineExecutions(
  client: Queryable,
  executionIds: readonly string[],
): Promise<PipelineExecution[]> {
  return loadPipelineExecutions(client, executionIds, 'ORDER BY id FOR NO KEY UPDATE');
}

/** The current row of a step in its context: the latest attempt of its highest turn, since the context last began. */
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
  /** In line or running. */
  released: boolean;
  /** It, or an attempt before it at the same job, has been in line. */
  enqueued: boolean;
  retryAt: Date | null;
  dependencyDeadlineAt: Date | null;
  /** Of steps that end a loop; else null. */
  result: Json;
}

/** A step whose result is read: it ends a loop. */
export interface LoopStep {
  scheduleExecutionId: string;
  stepId: string;
}

/** Current rows of contexts, with the results of the steps that end a loop. */
export async function loadCurrentSteps(
  client: Queryable,
  contextIds: readonly string[],
  loopSteps: readonly LoopStep[],
): Promise<CurrentStepRow[]> {
  return currentSteps(client, '$1::text[]', contextIds, loopSteps);
}

/** The same, of the contexts of these attempts. */
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

/** Puts steps in line, all at one instant: among equals those listed first go first, by their ids. */
export async function releaseSteps(client: Queryable, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await client.query(
    `UPDATE "AgentJobExecution" j SET "releasedAt" = now.at, "enqueuedAt" = coalesce(j."enqueuedAt", now.at)
     FROM (SELECT clock_timestamp() AS at) now WHERE j.id = ANY ($1::text[]) AND j.status = 'pending'`,
    [ids],
  );
}

/**
 * Steps whose wait is over and that are held back by others of their context: they wait for no instant any more, and are judged
 * when those others end.
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

/** Ends steps that waited too long for their dependencies. What follows for them is drawn like from every other failure, when they are settled. */
export async function timeOutSteps(client: Queryable, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await client.query(
    `UPDATE "AgentJobExecution" SET status = 'failed', reason = 'dependency_timeout',
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
  /** jobIds */
  dependencies: readonly string[];
  /** milliseconds from now before the first of them may start; null: at once */
  waitMs: number | null;
}

/** Inserts rows for steps that run again, as jobs of their own. Only those that depend on nothing wait for the time; the others wait for them. */
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

/** What judging contexts did to an execution's counters. */
export interface StepCounters {
  id: string;
  created: number;
  enqueued: number;
  completed: number;
  failed: number;
  skipped: number;
  cancelled: number;
  /** First attempts put in line, less those that were answered. */
  unanswered: number;
  /** First attempts that an agent took. */
  started: number;
}

/**
 * The rows that contexts have so far, of all turns, become history: the context begins anew.
 *
 * @returns what they had added to the counters of their executions
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

/** @returns executions all of whose jobs have ended, and those whose newest batch is answered, by their counters */
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

/** Steps of a batch that nobody has put in line yet, replays included. */
const WAITING = `"scheduleExecutionId" = $1 AND "batchIndex" = $2 AND status = 'pending' AND "releasedAt" IS NULL AND "contextId" IS NOT NULL`;

/** Contexts of a batch begin: the clocks of their dependency timeouts start. */
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

/** Contexts of a batch that has just been released begin. @returns their ids */
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
