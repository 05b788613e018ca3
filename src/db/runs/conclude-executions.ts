import type { RunStatus } from '../../domain/job/states.js';
import type { Queryable } from '../system/queryable.js';
import { toJsonb } from '../system/to-jsonb.js';

export interface ToConclude {
  id: string;
  scheduleId: string;
}

/** Ended executions of which their schedules have still to draw the consequences. */
export async function executionsToConclude(client: Queryable, limit: number): Promise<ToConclude[]> {
  const { rows } = await client.query<ToConclude>(
    `SELECT id, "scheduleId" FROM "ScheduleExecution" WHERE "toConclude" AND "completedAt" IS NOT NULL ORDER BY id LIMIT $1`,
    [limit],
  );
  return rows;
}

export interface EndedExecution extends ToConclude {
  runStatus: RunStatus;
}

/**
 * Takes ended executions as concluded, in the order in which they ended. Those that were opened again meanwhile are left out, and
 * those that another transaction holds.
 */
export async function markConcluded(client: Queryable, ids: readonly string[]): Promise<EndedExecution[]> {
  const { rows } = await client.query<EndedExecution>(
    `WITH concluded AS (
       UPDATE "ScheduleExecution" SET "toConclude" = false WHERE id IN (
         SELECT id FROM "ScheduleExecution" WHERE id = ANY ($1::text[]) AND "toConclude" AND "completedAt" IS NOT NULL
         ORDER BY id FOR UPDATE SKIP LOCKED)
       RETURNING id, "scheduleId", "runStatus", "completedAt"
     )
     SELECT id, "scheduleId", "runStatus" FROM concluded ORDER BY "completedAt", id`,
    [ids],
  );
  return rows;
}

/** What a schedule learns from executions that ended. */
export interface Conclusion {
  id: string;
  failureCount: number;
  /** Its next run, planned anew; absent: it stays. */
  plan?: { nextRunAt: Date | null; nextRunSource: string | null; decision: unknown } | undefined;
}

export async function writeConclusions(client: Queryable, conclusions: readonly Conclusion[]): Promise<void> {
  if (conclusions.length === 0) return;
  await client.query(
    `UPDATE "Schedule" s SET "failureCount" = c."failureCount",
       "nextRunAt" = CASE WHEN c.plan IS NULL THEN s."nextRunAt" ELSE (c.plan ->> 'nextRunAt')::timestamptz END,
       "nextRunSource" = CASE WHEN c.plan IS NULL THEN s."nextRunSource" ELSE c.plan ->> 'nextRunSource' END,
       decision = CASE WHEN c.plan IS NULL THEN s.decision ELSE c.plan -> 'decision' END
     FROM jsonb_to_recordset($1::jsonb) AS c(id text, "failureCount" int, plan jsonb)
     WHERE s.id = c.id`,
    [toJsonb(conclusions)],
  );
}
