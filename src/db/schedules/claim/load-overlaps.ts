import type { Queryable } from '../../system/queryable.js';

/**
 * The open runs of a schedule, which a new slot may overlap with. Backfills do not count, because a long one
 * would make its schedule miss slots.
 */
export interface Overlap {
  scheduleId: string;
  /** Pending or running, whatever started them, without those in `waiting`. */
  active: number;
  /** Queued behind the active ones, in the order of slots, and locked. `followed`: a later slot has a row already. */
  waiting: { id: string; slotAt: string; followed: boolean }[];
  /** Those that a newer slot may replace. Runs that a webhook requested are not among them. */
  replaceable: string[];
}

/** A run that was triggered for a later time does not count before it. */
const HAS_BEGUN = `NOT (trigger = 'manual' AND "expandedAt" IS NULL AND "fireAt" > clock_timestamp())`;

/**
 * The open runs of schedules that the caller has locked; schedules without any are left out. Queued runs are
 * locked first, in a statement of their own, so that none is cancelled while the claim gives it another slot.
 * A queued run that another transaction has locked counts as active, and the claim does not change it.
 */
export async function loadOverlaps(client: Queryable, scheduleIds: readonly string[]): Promise<Overlap[]> {
  if (scheduleIds.length === 0) return [];
  const { rows: ours } = await client.query<{ id: string }>(
    `SELECT id FROM "ScheduleExecution" WHERE "scheduleId" = ANY ($1::text[]) AND "waitingSince" IS NOT NULL AND "runStatus" = 'pending'
     ORDER BY id FOR UPDATE SKIP LOCKED`,
    [scheduleIds],
  );
  const { rows } = await client.query<Overlap>(
    `SELECT "scheduleId", count(*) FILTER (WHERE NOT waits) AS active,
            coalesce(jsonb_agg(jsonb_build_object('id', id, 'slotAt', "slotAt", 'followed', EXISTS (
              SELECT FROM "ScheduleExecution" l WHERE l."scheduleId" = going."scheduleId" AND l.trigger = 'schedule' AND l."slotAt" > going."slotAt")) ORDER BY "slotAt", id) FILTER (WHERE waits), '[]') AS waiting,
            coalesce(array_agg(id) FILTER (WHERE trigger IN ('schedule', 'manual')), '{}') AS replaceable
     FROM (
       SELECT *, "waitingSince" IS NOT NULL AND id = ANY ($2::text[]) AS waits FROM "ScheduleExecution"
       WHERE "scheduleId" = ANY ($1::text[]) AND "runStatus" IN ('pending', 'running') AND trigger <> 'backfill' AND ${HAS_BEGUN}) going
     GROUP BY "scheduleId"`,
    [scheduleIds, ours.map(({ id }) => id)],
  );
  return rows;
}

/** The oldest open run of a schedule that the caller has locked. */
export async function loadActive(
  client: Queryable,
  scheduleId: string,
): Promise<{ id: string; since: Date } | undefined> {
  const { rows } = await client.query<{ id: string; since: Date }>(
    `SELECT id, "executionTime" AS since FROM "ScheduleExecution"
     WHERE "scheduleId" = $1 AND "runStatus" IN ('pending', 'running') AND trigger <> 'backfill' AND ${HAS_BEGUN} ORDER BY id LIMIT 1`,
    [scheduleId],
  );
  return rows[0];
}
