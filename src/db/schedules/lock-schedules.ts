import type { Queryable } from '../system/queryable.js';
import { SELECT_SCHEDULE, type StoredSchedule } from './lock-schedule.js';

/**
 * Locks schedules until the transaction ends, always in the same order. Leaves out those that another
 * transaction has locked.
 */
export async function lockSchedules(client: Queryable, ids: readonly string[]): Promise<StoredSchedule[]> {
  const { rows } = await client.query<StoredSchedule>(
    `${SELECT_SCHEDULE} WHERE s.id = ANY ($1::text[]) ORDER BY s.id FOR UPDATE OF s SKIP LOCKED`,
    [ids],
  );
  return rows;
}

/** Which of these schedules no longer exist. */
export async function goneSchedules(client: Queryable, ids: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT id FROM unnest($1::text[]) AS wanted(id) WHERE NOT EXISTS (SELECT FROM "Schedule" s WHERE s.id = wanted.id)`,
    [ids],
  );
  return rows.map(({ id }) => id);
}

/** The newest slot of each schedule that ran or was recorded. Schedules without one are left out. */
export async function loadLastSlots(client: Queryable, ids: readonly string[]): Promise<Map<string, Date>> {
  if (ids.length === 0) return new Map();
  const { rows } = await client.query<{ id: string; at: Date }>(
    `SELECT wanted.id, last.at FROM unnest($1::text[]) AS wanted(id) CROSS JOIN LATERAL (
       SELECT coalesce("lastSlotAt", "slotAt") AS at FROM "ScheduleExecution"
       WHERE "scheduleId" = wanted.id AND trigger = 'schedule' ORDER BY "slotAt" DESC LIMIT 1) last`,
    [ids],
  );
  return new Map(rows.map(({ id, at }) => [id, at]));
}
