import type { Queryable } from '../system/queryable.js';
import { PLANNING_COLUMNS } from './claim/lock-due-schedules.js';
import type { StoredSchedule } from './lock-schedule.js';

/** A schedule that is due soon, with everything that its plan depends on. */
export type UpcomingSchedule = Omit<
  StoredSchedule,
  | 'description'
  | 'params'
  | 'retryConfig'
  | 'pipeline'
  | 'requirements'
  | 'environment'
  | 'key'
  | 'templateId'
  | 'lent'
  | 'maxQueueTime'
  | 'nextRunAt'
  | 'nextRunSource'
> & { nextRunAt: Date; nextRunSource: NonNullable<StoredSchedule['nextRunSource']> };

/** Schedules that can run and are due before `until`, the earliest first. */
export async function loadUpcomingSchedules(
  client: Queryable,
  until: Date,
  limit: number,
): Promise<UpcomingSchedule[]> {
  const { rows } = await client.query<UpcomingSchedule>(
    `SELECT s.enabled, s.flag, ${PLANNING_COLUMNS}
     FROM "Schedule" s
     WHERE enabled AND "nextRunAt" < $1 AND NOT template AND flag IS NULL AND "nextRunSource" IS NOT NULL AND decision IS NOT NULL
     ORDER BY "nextRunAt" LIMIT $2`,
    [until, limit],
  );
  return rows;
}
