import { advanceSchedules, type ScheduleAdvance } from '../../../db/schedules/claim/advance-schedules.js';
import {
  hasUnplannedSchedules,
  lockUnplannedSchedules,
  type UnplannedSchedule,
} from '../../../db/schedules/unplanned-schedules.js';
import { databaseNow } from '../../../db/system/database-now.js';
import { planNextRun } from '../../../domain/schedule/governor/governor.js';
import { type Pool, withTransaction } from '../../../runtime/database/pool.js';
import { NO_SLOT_HANDLED, unplannable } from '../claim/decide-due-schedule.js';
import { governingOf, timingOf } from './governing.js';
import { runsLeftOf, storedPlan } from './plan-schedule.js';

export const PLANNED_AT_ONCE = 1_000;

/**
 * Plans enabled schedules that have no next run. Disables those without any further slot, so that none looks
 * active without a next run.
 */
export async function planUnplannedSchedules(pool: Pool, timezone: string): Promise<number> {
  if (!(await hasUnplannedSchedules(pool))) return 0;
  return withTransaction(pool, async (client) => {
    const schedules = await lockUnplannedSchedules(client, PLANNED_AT_ONCE);
    if (schedules.length === 0) return 0;
    const now = await databaseNow(client);
    const advances = schedules.map((schedule) => {
      try {
        return plan(schedule, timezone, now);
      } catch (error) {
        return unplannable(schedule.id, error, now);
      }
    });
    await advanceSchedules(client, advances, now);
    return schedules.length;
  });
}

/**
 * Slots between the activation and now are due, and a claim decides about them: a schedule written by SQL may
 * have waited for a worker. The history may be deleted, so a schedule that has run since continues after now.
 */
function plan(schedule: UnplannedSchedule, timezone: string, now: Date): ScheduleAdvance {
  const { id, lastSlotAt, activatedAt, lastRunAt } = schedule;
  const hasRun = lastRunAt !== null && lastRunAt >= activatedAt;
  const basis = {
    ...governingOf(schedule),
    now,
    timing: timingOf(schedule, timezone),
    lastSlotAt,
    runsLeft: runsLeftOf(schedule),
  };
  const next = planNextRun(
    lastSlotAt !== null && lastSlotAt >= activatedAt
      ? { ...basis, after: lastSlotAt }
      : { ...basis, activatedAt: hasRun ? now : activatedAt },
  );
  return { id, ...storedPlan(next), ...NO_SLOT_HANDLED, enabled: next.nextRunAt !== null, flag: null };
}
