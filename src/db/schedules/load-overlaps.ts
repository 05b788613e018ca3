import type { Queryable } from '../system/queryable.js';

/** What is going on of a schedule, that a new slot may overlap with. Backfills are none of it: a long one would make its schedule miss what is due now. */
export interface Overlap {
  scheduleId: string;
  /** Pending or running, whatever started them; those in `waiting` are not among them. */
  active: number;
  /** Waiting for the active ones to end, by slot, and locked. */
  waiting: { id: string; slotAt: string }[];
  /** Of all these, what a newer slot may take the place of: not what a webhook asked for. */
  replaceable: string[];
}

/** A run that somebody wants later does not hold anything up before. */
const HAS_BEGUN = `NOT (trigger = 'manual' AND "expandedAt" IS NULL AND "fireAt" > clock_timestamp())`;

/**
 * What is going on of schedules that the caller has locked; schedules of which nothing is are left out. Waiting executions are locked
 * first, in a statement of their own, so that nobody cancels one while the claim gives it another slot. One that another transaction
 * holds, perhaps to cancel it, counts as active: the claim neither waits for it nor touches it.
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
            coalesce(jsonb_agg(jsonb_build_object('id', id, 'slotAt', "slotAt") ORDER BY "slotAt", id) FILTER (WHERE waits), '[]') AS waiting,
            coalesce(array_agg(id) FILTER (WHERE trigger IN ('schedule', 'manual')), '{}') AS replaceable
     FROM (
       SELECT *, "waitingSince" IS NOT NULL AND id = ANY ($2::text[]) AS waits FROM "ScheduleExecution"
       WHERE "scheduleId" = ANY ($1::text[]) AND "runStatus" IN ('pending', 'running') AND trigger <> 'backfill' AND ${HAS_BEGUN}) going
     GROUP BY "scheduleId"`,
    [scheduleIds, ours.map(({ id }) => id)],
  );
  return rows;
}

/** The oldest execution of a schedule that is going on, of a schedule that the caller has locked. */
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
