import type { Queryable } from './queryable.js';

/** What is going on of a schedule, that a new slot may overlap with. Backfills are none of it: a long one would make its schedule miss what is due now. */
export interface Overlap {
  scheduleId: string;
  /** Pending or running, whatever started them; those that wait are not among them. */
  active: number;
  /** Waiting for the active ones to end, the oldest first. */
  waiting: { id: string; slotAt: string }[];
  /** Of all these, what a newer slot may take the place of: not what a webhook asked for. */
  replaceable: string[];
}

/** What is going on of schedules that the caller has locked; one of which nothing is, is left out. */
export async function loadOverlaps(client: Queryable, scheduleIds: readonly string[]): Promise<Overlap[]> {
  if (scheduleIds.length === 0) return [];
  const { rows } = await client.query<Overlap>(
    `SELECT "scheduleId", count(*) FILTER (WHERE "waitingSince" IS NULL) AS active,
            coalesce(jsonb_agg(jsonb_build_object('id', id, 'slotAt', "slotAt") ORDER BY id) FILTER (WHERE "waitingSince" IS NOT NULL), '[]') AS waiting,
            coalesce(array_agg(id) FILTER (WHERE trigger IN ('schedule', 'manual')), '{}') AS replaceable
     FROM "ScheduleExecution"
     WHERE "scheduleId" = ANY ($1::text[]) AND "runStatus" IN ('pending', 'running') AND trigger <> 'backfill'
     GROUP BY "scheduleId"`,
    [scheduleIds],
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
     WHERE "scheduleId" = $1 AND "runStatus" IN ('pending', 'running') AND trigger <> 'backfill' ORDER BY id LIMIT 1`,
    [scheduleId],
  );
  return rows[0];
}
