import { alongIndex } from '../system/along-index.js';
import type { Queryable } from '../system/queryable.js';

/** A run of a schedule, in short. */
export interface RecentOutcome {
  executionId: string;
  /** The slot, or when the run was triggered. */
  at: Date;
  /** Null if the slot was skipped. */
  runStatus: string | null;
  reason: string | null;
  /** How many slots this row stands for. */
  missedCount: number;
  /** Milliseconds from the claim to the end of the last job; null: still open, or skipped. */
  durationMs: number | null;
}

/** The `last` newest runs of each schedule, the oldest first, in one statement for all schedules. */
export async function loadRecentOutcomes(
  client: Queryable,
  scheduleIds: readonly string[],
  last: number,
): Promise<Map<string, RecentOutcome[]>> {
  const { rows } = await client.query<RecentOutcome & { scheduleId: string }>(
    `SELECT wanted.id AS "scheduleId", recent.* FROM unnest($1::text[]) AS wanted(id)
     CROSS JOIN LATERAL (
       SELECT id AS "executionId", coalesce("slotAt", "executionTime") AS at, "runStatus", reason, "missedCount",
              CASE WHEN "runStatus" IS NOT NULL
                   THEN (extract(epoch FROM "completedAt" - "executionTime") * 1000)::float8 END AS "durationMs"
       FROM "ScheduleExecution" WHERE ${alongIndex('"scheduleId"', 'wanted.id')} ORDER BY "scheduleId" DESC, id DESC LIMIT $2
     ) recent
     ORDER BY recent."executionId"`,
    [scheduleIds, last],
  );
  const outcomes = new Map<string, RecentOutcome[]>(scheduleIds.map((id) => [id, []]));
  for (const { scheduleId, ...outcome } of rows) outcomes.get(scheduleId)?.push(outcome);
  return outcomes;
}

/** The newest open run of each schedule that has one. */
export async function findActiveExecutions(
  client: Queryable,
  scheduleIds: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await client.query<{ scheduleId: string; id: string }>(
    `SELECT wanted.id AS "scheduleId", newest.id FROM unnest($1::text[]) AS wanted(id)
     CROSS JOIN LATERAL (
       SELECT id FROM "ScheduleExecution"
       WHERE "scheduleId" = wanted.id AND "runStatus" IN ('pending', 'running') ORDER BY id DESC LIMIT 1
     ) newest`,
    [scheduleIds],
  );
  return new Map(rows.map(({ scheduleId, id }) => [scheduleId, id]));
}
