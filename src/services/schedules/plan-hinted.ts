import type { StoredSchedule } from '../../db/schedules/lock-schedule.js';
import { loadLastSlots } from '../../db/schedules/lock-schedules.js';
import type { Queryable } from '../../db/system/queryable.js';
import type { Columns } from '../../db/system/write-row.js';
import { readSchedulerConfig } from '../system/read-settings.js';
import { timingOf } from './governing.js';
import { columnsOf, planAgain } from './plan-schedule.js';

/**
 * The plan of a locked schedule whose hints have changed. A plan that respects `minInterval` already is not postponed, because
 * frequent hints would otherwise keep the schedule from ever running.
 */
export async function planHinted(client: Queryable, schedule: StoredSchedule, now: Date): Promise<Columns> {
  const { timezone } = (await readSchedulerConfig(client)).scheduler;
  const lastSlots = await loadLastSlots(client, [schedule.id]);
  const plan = planAgain(schedule, timingOf(schedule, timezone), now, lastSlots.get(schedule.id));
  if (plan === null) return {};
  const { nextRunAt } = schedule;
  const isPutOff =
    plan.source === 'clamped-min' &&
    schedule.nextRunSource !== 'paused' &&
    nextRunAt !== null &&
    (plan.nextRunAt === null || nextRunAt < plan.nextRunAt);
  return isPutOff ? {} : columnsOf(plan);
}
