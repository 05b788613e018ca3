import type { Snapshot } from '../domain/execution/snapshot.js';
import { insertJobsFrom, JOB_TYPES, type SingleJob } from './insert-single-jobs.js';
import type { Queryable } from './queryable.js';
import { toJsonb } from './to-jsonb.js';

/** A `ScheduleExecution` to be: of a slot, a manual trigger, or of slots that do not run (`status: 'skipped'`). */
export interface NewExecution {
  id: string;
  scheduleId: string | null;
  targetType: 'agent' | 'pipeline';
  agentId: string | null;
  pipelineId: string | null;
  trigger: 'schedule' | 'manual' | 'webhook' | 'backfill';
  /** The governor's source of the slot; null for what no governor planned. */
  source: string | null;
  reason: string | null;
  slotAt: Date | null;
  lastSlotAt: Date | null;
  missedCount: number;
  fireAt: Date;
  executionTime: Date;
  /** Since when it waits for an earlier execution of its schedule; it is not expanded meanwhile. */
  waitingSince?: Date | null;
  status: 'pending' | 'skipped';
  decision: unknown;
  snapshot: Snapshot;
  /** 32 hex digits, not all zero. */
  traceId: string;
  createdBy: string | null;
}

/**
 * Records executions in one statement. A slot that is recorded already is left as it is: the unique index on
 * (scheduleId, slotAt) is what makes a slot happen once.
 *
 * @returns the ids that are new
 */
export async function insertExecutions(
  client: Queryable,
  executions: readonly NewExecution[],
): Promise<string[]> {
  if (executions.length === 0) return [];
  const { rows } = await client.query<{ id: string }>(
    `INSERT INTO "ScheduleExecution" (${COLUMNS}, "runStatus")
     SELECT ${COLUMNS}, CASE WHEN status = 'skipped' THEN NULL ELSE 'pending' END
     FROM jsonb_to_recordset($1::jsonb) AS e(${TYPES})
     ${ONCE}
     RETURNING id`,
    [JSON.stringify(executions)],
  );
  return rows.map(({ id }) => id);
}

/**
 * Records executions of which some have their one job already: what `insertExecutions` and `insertSingleJobs` would do one after
 * the other, in one statement and with one version of each row. The job of a slot that is recorded already is not inserted.
 *
 * @param jobs each of one of the executions, which is pending and may start
 * @returns the ids of the executions that are new
 */
export async function insertExecutionsWithJobs(
  client: Queryable,
  executions: readonly NewExecution[],
  jobs: readonly SingleJob[],
): Promise<string[]> {
  if (jobs.length === 0) return insertExecutions(client, executions);
  const { rows } = await client.query<{ id: string }>(
    `WITH jobs AS MATERIALIZED (
       SELECT * FROM jsonb_to_recordset($2::jsonb) AS j(${JOB_TYPES}, metadata jsonb)
     ), recorded AS (
       INSERT INTO "ScheduleExecution" (${COLUMNS}, "runStatus", "expandedAt", "jobsCreated", "jobsEnqueued", "jobsUnanswered", batches, "batchCursor", metadata, "staggerDelay")
       SELECT ${COLUMNS}, CASE WHEN status = 'skipped' THEN NULL WHEN metadata IS NULL THEN 'pending' ELSE 'running' END,
         CASE WHEN metadata IS NOT NULL THEN clock_timestamp() END, had.jobs, had.jobs, had.jobs, had.jobs, had.jobs - 1, coalesce(metadata, '{}'), coalesce((metadata ->> 'staggerDelay')::int, 0)
       FROM jsonb_to_recordset($1::jsonb) AS e(${TYPES})
       LEFT JOIN (SELECT "scheduleExecutionId", metadata FROM jobs) job ON job."scheduleExecutionId" = e.id
       CROSS JOIN LATERAL (SELECT CASE WHEN metadata IS NULL THEN 0 ELSE 1 END AS jobs) had
       ${ONCE}
       RETURNING id
     ), inserted AS (
       ${insertJobsFrom('jobs')} JOIN recorded ON recorded.id = j."scheduleExecutionId"
     )
     SELECT id FROM recorded`,
    [JSON.stringify(executions), toJsonb(jobs)],
  );
  return rows.map(({ id }) => id);
}

const COLUMNS = `id, "scheduleId", "targetType", "agentId", "pipelineId", trigger, source, reason, "slotAt", "lastSlotAt",
       "missedCount", "fireAt", "executionTime", "waitingSince", status, decision, snapshot, "traceId", "createdBy"`;
const TYPES = `id text, "scheduleId" text, "targetType" text, "agentId" text, "pipelineId" text, trigger text, source text,
       reason text, "slotAt" timestamptz, "lastSlotAt" timestamptz, "missedCount" int, "fireAt" timestamptz, "executionTime" timestamptz, "waitingSince" timestamptz, status text,
       decision jsonb, snapshot jsonb, "traceId" text, "createdBy" text`;
const ONCE = `ON CONFLICT ("scheduleId", "slotAt") WHERE trigger = 'schedule' DO NOTHING`;
