import {
  type DeliveryStatus,
  deliveryStatus,
  type JobCounts,
  type RunStatus,
} from '../../../domain/job/states.js';
import type { GroupedError } from '../../../domain/run/errors.js';
import { among } from '../../system/among.js';
import type { Queryable } from '../../system/queryable.js';
import { toJsonb } from '../../system/to-jsonb.js';
import { RUN_TIMEOUT } from './overdue-runs.js';

/** Changes to the counters of a run, and its errors. */
export interface CounterDelta {
  id: string;
  completed: number;
  failed: number;
  skipped: number;
  cancelled: number;
  /** First attempts that are answered now, and how many of these an agent accepted. */
  answered: number;
  started: number;
  errors: GroupedError[];
}

/**
 * @returns runs whose jobs have all ended, and runs whose newest batch is answered, according to their
 * counters
 */
export async function addToCounters(
  client: Queryable,
  deltas: readonly CounterDelta[],
): Promise<{ done: string[]; answered: string[] }> {
  if (deltas.length === 0) return { done: [], answered: [] };
  const { rows } = await client.query<{ id: string; done: boolean; answered: boolean }>(
    `UPDATE "ScheduleExecution" e SET "jobsCompleted" = e."jobsCompleted" + d.completed, "jobsFailed" = e."jobsFailed" + d.failed,
       "jobsSkipped" = e."jobsSkipped" + d.skipped, "jobsCancelled" = e."jobsCancelled" + d.cancelled, errors = d.errors,
       "jobsUnanswered" = e."jobsUnanswered" - d.answered, "jobsStarted" = e."jobsStarted" + d.started
     FROM jsonb_to_recordset($1::jsonb) AS d(id text, completed int, failed int, skipped int, cancelled int, answered int, started int, errors jsonb)
     WHERE e.id = d.id
     RETURNING e.id, e."jobsCompleted" + e."jobsFailed" + e."jobsSkipped" + e."jobsCancelled" >= e."jobsCreated" AS done,
       e."jobsUnanswered" <= 0 AS answered`,
    // A truncated message may end in half a character.
    [toJsonb(deltas)],
  );
  const idsOf = (found: typeof rows) => found.map(({ id }) => id);
  return {
    done: idsOf(rows.filter(({ done }) => done)),
    answered: idsOf(rows.filter(({ answered }) => answered)),
  };
}

/** Which of these runs have no open jobs, according to their counters. */
export async function findWithoutOpenJobs(
  client: Queryable,
  executionIds: readonly string[],
): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT id FROM "ScheduleExecution" WHERE id = ANY ($1::text[])
       AND "jobsCompleted" + "jobsFailed" + "jobsSkipped" + "jobsCancelled" >= "jobsCreated"`,
    [executionIds],
  );
  return rows.map(({ id }) => id);
}

/** The state of a run, counted from its rows. */
export interface RowCounts extends JobCounts {
  id: string;
  cancelRequested: boolean;
  /** Whether it was stopped because it lasted too long. */
  overdue: boolean;
  /** Whether it has not ended yet. */
  open: boolean;
  enqueued: number;
  /** First attempts that were released, including those of contexts that were run again. */
  wanted: number;
  /** How many of these an agent accepted, by a 2xx answer or a report. */
  started: number;
}

export async function countJobs(client: Queryable, executionIds: readonly string[]): Promise<RowCounts[]> {
  const { rows } = await client.query<RowCounts>(
    `SELECT e.id, e."cancelRequestedAt" IS NOT NULL AS "cancelRequested",
       e."cancelRequestedAt" IS NOT NULL AND e.reason IS NOT DISTINCT FROM '${RUN_TIMEOUT}' AS overdue, e."completedAt" IS NULL AS open, c.*
     FROM "ScheduleExecution" e
     CROSS JOIN LATERAL (
       SELECT count(*) FILTER (WHERE "isLatest") + (SELECT coalesce(sum(jobs), 0) FROM "JobChunk" WHERE "executionId" = e.id) AS created,
         count(*) FILTER (WHERE "isLatest" AND "settledAt" IS NOT NULL AND status = 'completed') AS completed,
         count(*) FILTER (WHERE "isLatest" AND "settledAt" IS NOT NULL AND status IN ('failed', 'dead_letter')) AS failed,
         count(*) FILTER (WHERE "isLatest" AND "settledAt" IS NOT NULL AND status = 'skipped') AS skipped,
         count(*) FILTER (WHERE "isLatest" AND "settledAt" IS NOT NULL AND status = 'cancelled') AS cancelled,
         count(*) FILTER (WHERE "isLatest" AND "enqueuedAt" IS NOT NULL) AS enqueued,
         count(*) FILTER (WHERE "retryCount" = 0 AND status <> 'skipped') AS wanted,
         count(*) FILTER (WHERE "retryCount" = 0 AND ("statusCode" BETWEEN 200 AND 299 OR "acceptedAt" IS NOT NULL)) AS started
       FROM "AgentJobExecution" j WHERE j."scheduleExecutionId" = e.id) c
     WHERE e.id = ANY ($1::text[])`,
    [executionIds],
  );
  return rows;
}

/**
 * Sets the delivery status of locked runs whose first attempts were all answered or have ended. Does not
 * count jobs, because most jobs of a large run are still open.
 */
export async function writeDelivery(client: Queryable, executionIds: readonly string[]): Promise<void> {
  if (executionIds.length === 0) return;
  await client.query(
    `UPDATE "ScheduleExecution" e SET status = CASE
       WHEN NOT EXISTS (
         SELECT FROM "AgentJobExecution" j WHERE j."scheduleExecutionId" = e.id AND j."retryCount" = 0 AND j."acceptedAt" IS NULL
           AND j.status IN ('failed', 'dead_letter', 'cancelled') AND (j."statusCode" IS NULL OR j."statusCode" NOT BETWEEN 200 AND 299) OFFSET 0)
         THEN '${deliveryStatus({ created: 1, started: 1 })}'
       WHEN EXISTS (
         SELECT FROM "AgentJobExecution" j WHERE j."scheduleExecutionId" = e.id AND j."retryCount" = 0
           AND (j."acceptedAt" IS NOT NULL OR j."statusCode" BETWEEN 200 AND 299) OFFSET 0)
         THEN '${deliveryStatus({ created: 2, started: 1 })}'
       ELSE '${deliveryStatus({ created: 1, started: 0 })}' END
     WHERE e.id = ANY ($1::text[]) AND e.status = 'pending' AND e."runStatus" = 'running'`,
    [executionIds],
  );
}

export interface RollUp extends Omit<RowCounts, 'wanted' | 'cancelRequested' | 'overdue'> {
  runStatus: RunStatus;
  status: DeliveryStatus;
}

/** A run that has ended, for the log. */
export interface EndedExecution extends Omit<JobCounts, 'created'> {
  scheduleExecutionId: string;
  scheduleId: string | null;
  traceId: string;
  status: DeliveryStatus;
  runStatus: RunStatus;
  jobs: number;
  /** Milliseconds since its claim. */
  durationMs: number;
  /** Whether its schedule has to be updated; absent: perhaps. */
  toConclude?: boolean;
}

/**
 * Recomputes counters, run status and delivery status from the rows. @returns the runs that have ended with
 * it
 */
export async function writeRollUps(client: Queryable, rollUps: readonly RollUp[]): Promise<EndedExecution[]> {
  if (rollUps.length === 0) return [];
  const { rows } = await client.query<EndedExecution & { ended: boolean }>(
    `UPDATE "ScheduleExecution" e SET "jobsCreated" = r.created, "jobsEnqueued" = r.enqueued, "jobsCompleted" = r.completed, "jobsFailed" = r.failed,
       "jobsSkipped" = r.skipped, "jobsCancelled" = r.cancelled, "jobsStarted" = r.started, "runStatus" = r."runStatus", status = r.status,
       "nextBatchAt" = CASE WHEN r."runStatus" = 'running' THEN e."nextBatchAt" END,
       "completedAt" = CASE WHEN r."runStatus" = 'running' THEN NULL ELSE coalesce(e."completedAt", clock_timestamp()) END
     FROM jsonb_to_recordset($1::jsonb)
       AS r(id text, open boolean, created int, enqueued int, completed int, failed int, skipped int, cancelled int, started int, "runStatus" text, status text)
     WHERE e.id = r.id
     RETURNING e.id AS "scheduleExecutionId", e."scheduleId", e."traceId", e.status, e."runStatus", r.created AS jobs, r.completed, r.failed,
       r.skipped, r.cancelled, round(extract(epoch FROM e."completedAt" - e."executionTime") * 1000)::float8 AS "durationMs",
       r.open AND e."completedAt" IS NOT NULL AS ended`,
    [JSON.stringify(rollUps)],
  );
  return rows.filter(({ ended }) => ended);
}

/** Finds running runs whose jobs have all ended and are settled, but that are not rolled up yet. */
export async function executionsToRollUp(
  client: Queryable,
  ids: readonly string[] | null,
): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT e.id FROM "ScheduleExecution" e WHERE e."runStatus" = 'running' AND ${among(ids, 'e.id')} AND NOT has_open_jobs(e.id)
     LIMIT 1000`,
    [ids],
  );
  return rows.map(({ id }) => id);
}
