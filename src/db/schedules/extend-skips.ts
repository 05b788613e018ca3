import type { NewExecution } from '../runs/insert-executions.js';
import type { Queryable } from '../system/queryable.js';

/**
 * Keeps consecutive misses in one row: if the slot before a new skip was skipped for the same reason, its row
 * is extended. The order is that of slots, because ids depend on the clocks of hosts. The caller has locked
 * the schedules. Rows that another transaction locks are not extended.
 *
 * @param skips at most one for each schedule
 * @returns ids of the skips that need no row of their own
 */
export async function extendSkips(client: Queryable, skips: readonly NewExecution[]): Promise<Set<string>> {
  if (skips.length === 0) return new Set();
  const { rows } = await client.query<{ id: string }>(
    `UPDATE "ScheduleExecution" e SET "lastSlotAt" = s."lastSlotAt", "missedCount" = e."missedCount" + s."missedCount"
     FROM jsonb_to_recordset($1::jsonb) AS s(id text, "scheduleId" text, reason text, "slotAt" timestamptz, "lastSlotAt" timestamptz, "missedCount" int)
     CROSS JOIN LATERAL (
       SELECT p.id FROM "ScheduleExecution" p WHERE p."scheduleId" = s."scheduleId" AND p.trigger = 'schedule' AND p."slotAt" < s."slotAt"
       ORDER BY p."slotAt" DESC LIMIT 1) before
     CROSS JOIN LATERAL (SELECT l.id FROM "ScheduleExecution" l WHERE l.id = before.id FOR UPDATE SKIP LOCKED) free
     WHERE e.id = free.id AND e.status = 'skipped' AND e.reason = s.reason AND e."lastSlotAt" < s."slotAt"
     RETURNING s.id`,
    [
      JSON.stringify(
        skips.map(({ id, scheduleId, reason, slotAt, lastSlotAt, missedCount }) => ({
          id,
          scheduleId,
          reason,
          slotAt,
          lastSlotAt,
          missedCount,
        })),
      ),
    ],
  );
  return new Set(rows.map(({ id }) => id));
}
