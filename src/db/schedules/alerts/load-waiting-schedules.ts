import { alongIndex } from '../../system/along-index.js';
import type { Queryable } from '../../system/queryable.js';

export interface WaitingSchedule {
  id: string;
  name: string;
  /** How many of the latest slots were skipped because a run had not ended; 0: the last slot was not. */
  overlaps: number;
}

/** The enabled ones of these schedules, with the slots that they skipped. */
export async function loadWaitingSchedules(
  client: Queryable,
  ids: readonly string[],
): Promise<WaitingSchedule[]> {
  const { rows } = await client.query<WaitingSchedule>(
    `SELECT s.id, s.name, coalesce(skipped."missedCount", 0) AS overlaps
     FROM "Schedule" s LEFT JOIN LATERAL (
       SELECT e."missedCount" FROM (
         SELECT "missedCount", reason FROM "ScheduleExecution"
         WHERE ${alongIndex('"scheduleId"', 's.id')} ORDER BY "scheduleId" DESC, id DESC LIMIT 1) e
       WHERE e.reason = 'overlap') skipped ON true
     WHERE s.id = ANY ($1::text[]) AND s.enabled`,
    [ids],
  );
  return rows;
}
