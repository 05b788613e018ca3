import type { Queryable } from '../system/queryable.js';
import type { StoredSchedule } from './lock-schedule.js';

export type UnplannedSchedule = StoredSchedule & { lastSlotAt: Date | null };

const UNPLANNED = `enabled AND "nextRunAt" IS NULL AND NOT template AND flag IS DISTINCT FROM 'invalid_timing'`;

export async function hasUnplannedSchedules(client: Queryable): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    `SELECT EXISTS (SELECT FROM "Schedule" WHERE ${UNPLANNED}) AS found`,
  );
  return rows[0]?.found ?? false;
}

/**
 * Locks enabled schedules without a next run that are no templates and not flagged: those written by SQL, or
 * by a bug.
 */
export async function lockUnplannedSchedules(client: Queryable, limit: number): Promise<UnplannedSchedule[]> {
  const { rows } = await client.query<UnplannedSchedule>(
    `SELECT s.*,
            (SELECT max(coalesce(e."lastSlotAt", e."slotAt")) FROM "ScheduleExecution" e WHERE e."scheduleId" = s.id AND e.trigger = 'schedule') AS "lastSlotAt"
     FROM "Schedule" s WHERE ${UNPLANNED}
     LIMIT $1 FOR UPDATE SKIP LOCKED`,
    [limit],
  );
  return rows;
}
