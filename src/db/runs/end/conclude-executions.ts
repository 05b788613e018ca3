import type { RunStatus } from '../../../domain/job/states.js';
import type { Queryable } from '../../system/queryable.js';
import { toJsonb } from '../../system/to-jsonb.js';

export interface ToConclude {
  id: string;
  scheduleId: string;
}

/** Finds ended runs whose consequences for their schedules are not applied yet. */
export async function executionsToConclude(client: Queryable, limit: number): Promise<ToConclude[]> {
  const { rows } = await client.query<ToConclude>(
    `SELECT id, "scheduleId" FROM "ScheduleExecution" WHERE "toConclude" AND "completedAt" IS NOT NULL ORDER BY id LIMIT $1`,
    [limit],
  );
  return rows;
}

export interface ConcludedExecution extends ToConclude {
  runStatus: RunStatus;
}

/**
 * Marks ended runs as concluded, in the order in which they ended. Skips runs that were reopened meanwhile,
 * and runs that another transaction has locked.
 */
export async function markConcluded(
  client: Queryable,
  ids: readonly string[],
): Promise<ConcludedExecution[]> {
  const { rows } = await client.query<ConcludedExecution>(
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

/** Changes to a schedule after runs that ended. */
export interface Conclusion {
  id: string;
  failureCount: number;
  /** The newly planned next run. If absent, the plan stays. */
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
