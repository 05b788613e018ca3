import type { NewExecution } from './insert-executions.js';
import type { Queryable } from './queryable.js';

/**
 * Consecutive misses are one row: where the last that was recorded of a schedule is a skip for the same reason, it takes in
 * the new one. The schedules are locked by the caller.
 *
 * @param skips at most one of each schedule
 * @returns ids of those that were taken in, and need no row of their own
 */
export async function extendSkips(client: Queryable, skips: readonly NewExecution[]): Promise<Set<string>> {
  if (skips.length === 0) return new Set();
  const { rows } = await client.query<{ id: string }>(
    `UPDATE "ScheduleExecution" e SET "lastSlotAt" = s."lastSlotAt", "missedCount" = e."missedCount" + s."missedCount"
     FROM jsonb_to_recordset($1::jsonb) AS s(id text, "scheduleId" text, reason text, "lastSlotAt" timestamptz, "missedCount" int)
     WHERE e.status = 'skipped' AND e.reason = s.reason AND e.id = (
       SELECT p.id FROM "ScheduleExecution" p WHERE p."scheduleId" = s."scheduleId" ORDER BY p.id DESC LIMIT 1)
     RETURNING s.id`,
    [
      JSON.stringify(
        skips.map(({ id, scheduleId, reason, lastSlotAt, missedCount }) => ({
          id,
          scheduleId,
          reason,
          lastSlotAt,
          missedCount,
        })),
      ),
    ],
  );
  return new Set(rows.map(({ id }) => id));
}
