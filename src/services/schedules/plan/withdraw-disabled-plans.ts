import { findDisabledPlans } from '../../../db/schedules/disabled-plans.js';
import { lockSchedule } from '../../../db/schedules/lock-schedule.js';
import type { Queryable } from '../../../db/system/queryable.js';
import { updateRow } from '../../../db/system/write-row.js';
import { mayPass } from '../../../runtime/database/database-error.js';
import { type Pool, withTransaction } from '../../../runtime/database/pool.js';
import type { ServiceDeps } from '../../access/context.js';
import { recordUnclaimedSlots, withdrawWaiting } from '../slots/record-unclaimed-slots.js';
import { timingOf } from './governing.js';

type Deps = { pool: Pool } & Pick<ServiceDeps, 'missedSlots' | 'logger'>;

const NO_PLAN = { nextRunAt: null, nextRunSource: null, decision: null };

/**
 * Does for schedules that SQL has disabled what the API does at once: records the slots that were due, skips
 * the runs that wait, and deletes the plan.
 *
 * @param limit the largest number of schedules
 * @returns how many
 */
export async function withdrawDisabledPlans(deps: Deps, timezone: string, limit: number): Promise<number> {
  const ids = await findDisabledPlans(deps.pool, limit);
  for (const id of ids) {
    try {
      await withTransaction(deps.pool, (client) => withdrawPlan(client, deps, id, timezone));
    } catch (error) {
      if (mayPass(error)) throw error;
      // SQL has also written a value with which its slots cannot be computed or recorded.
      deps.logger.error('schedule.slots_not_recorded', { scheduleId: id, err: error });
      await withTransaction(deps.pool, (client) => updateRow(client, 'Schedule', id, NO_PLAN));
    }
  }
  return ids.length;
}

async function withdrawPlan(client: Queryable, deps: Deps, id: string, timezone: string): Promise<void> {
  const schedule = await lockSchedule(client, id);
  if (!schedule || schedule.enabled || schedule.nextRunAt === null) return;
  // No later slot was due while it was enabled, unless the row has been changed since.
  const now = schedule.updatedAt;
  const change = { client, schedule, timing: timingOf(schedule, timezone), now };
  await recordUnclaimedSlots(deps, change, 'disabled');
  const waiting = await withdrawWaiting(deps, change, 'disabled');
  await updateRow(client, 'Schedule', id, { ...waiting, ...NO_PLAN, activatedAt: now });
}
