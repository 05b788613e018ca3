import { loadLastSlots } from '../../db/schedules/lock-schedules.js';
import type { Columns } from '../../db/system/write-row.js';
import type { ScheduleChange } from './change-schedule.js';
import { columnsOf, planAgain } from './plan-schedule.js';

/**
 * The plan of a locked schedule whose hints have changed. A plan that respects `minInterval` already is not postponed, because
 * frequent hints would otherwise keep the schedule from ever running.
 */
export async function planHinted({ client, schedule, timing, now }: ScheduleChange): Promise<Columns> {
  const lastSlots = await loadLastSlots(client, [schedule.id]);
  const plan = planAgain(schedule, timing, now, lastSlots.get(schedule.id));
  if (plan === null) return {};
  const { nextRunAt } = schedule;
  const isPutOff =
    plan.source === 'clamped-min' &&
    schedule.nextRunSource !== 'paused' &&
    nextRunAt !== null &&
    (plan.nextRunAt === null || nextRunAt < plan.nextRunAt);
  return isPutOff ? {} : columnsOf(plan);
}
