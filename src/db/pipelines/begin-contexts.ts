import type { Queryable } from '../system/queryable.js';

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
