import type { StoredSchedule } from '../../../db/schedules/lock-schedule.js';
import {
  beginSecondPass,
  endZoneChange,
  lockZoneChange,
  lockZoneFollowers,
  moveZoneChange,
  msUntilZoneChange,
  type Replan,
  writeReplans,
} from '../../../db/schedules/zone-change.js';
import { databaseNow } from '../../../db/system/database-now.js';
import type { Queryable } from '../../../db/system/queryable.js';
import { nextSlot, type Timing } from '../../../domain/schedule/timing.js';
import { liesInRows } from '../../../runtime/database/database-error.js';
import { type Pool, withTransaction } from '../../../runtime/database/pool.js';
import type { ServiceDeps } from '../../access/context.js';
import { readSchedulerConfig } from '../../system/read-settings.js';
import { recordUnclaimedSlots } from '../slots/record-unclaimed-slots.js';
import { timingOf } from './governing.js';
import { planFromNow, storedPlan } from './plan-schedule.js';

type Deps = { pool: Pool } & Pick<ServiceDeps, 'missedSlots' | 'logger'>;

/** Schedules per transaction, few enough not to delay claims. */
const SCHEDULES_AT_ONCE = 200;
/** By this time, every worker knows the new zone. */
const SECOND_PASS_IN_MS = 10_000;

/**
 * Plans cron schedules in the default time zone again after it has changed, like after any change of timing.
 * Works in small transactions that store their progress, so that claims do not wait and a crash loses
 * nothing.
 *
 * @param forMs starts no further transaction after this time
 * @returns milliseconds until there is more to do; null: there is nothing
 */
export async function replanZone(deps: Deps, forMs: number): Promise<number | null> {
  const until = performance.now() + forMs;
  for (;;) {
    const ms = await msUntilZoneChange(deps.pool);
    if (ms === null || ms > 0) return ms;
    if (performance.now() >= until) return 0;
    if (!(await replanNext(deps, SCHEDULES_AT_ONCE))) return SECOND_PASS_IN_MS;
  }
}

/**
 * Plans the next schedules, at most `limit`. One whose row keeps its plan from being stored, which only SQL can
 * write, keeps its old plan and does not stop the others.
 *
 * @returns false if another worker does it
 */
async function replanNext(deps: Deps, limit: number): Promise<boolean> {
  let locked: readonly StoredSchedule[] = [];
  try {
    return await withTransaction(deps.pool, (client) =>
      replanSome(deps, client, limit, (schedules) => {
        locked = schedules;
      }),
    );
  } catch (error) {
    const [first] = locked;
    if (first === undefined || !liesInRows(error)) throw error;
    if (locked.length > 1) return replanNext(deps, locked.length >> 1);
    deps.logger.error('schedule.not_replanned', { scheduleId: first.id, err: error });
    return withTransaction(deps.pool, (client) => passOver(client, first.id));
  }
}

async function passOver(client: Queryable, scheduleId: string): Promise<boolean> {
  const change = await lockZoneChange(client);
  if (!change) return false;
  const [next] = await lockZoneFollowers(client, change.cursor, 1);
  if (next?.id === scheduleId) await moveZoneChange(client, scheduleId);
  return true;
}

/** @param onLocked called with the schedules that it is about to plan */
async function replanSome(
  deps: Deps,
  client: Queryable,
  limit: number,
  onLocked: (schedules: readonly StoredSchedule[]) => void,
): Promise<boolean> {
  const change = await lockZoneChange(client);
  if (!change) return false;
  const schedules = await lockZoneFollowers(client, change.cursor, limit);
  onLocked(schedules);
  const { timezone } = (await readSchedulerConfig(client)).scheduler;
  const now = await databaseNow(client);
  const replans: Replan[] = [];
  for (const schedule of schedules) {
    const plan = replan(schedule, timingOf(schedule, timezone), now);
    if (plan === null) continue;
    const timing = timingOf(schedule, change.zoneBefore);
    await recordUnclaimedSlots(deps, { client, schedule, timing, now }, 'edited');
    replans.push(plan);
  }
  await writeReplans(client, replans);
  const last = schedules.at(-1);
  if (last) await moveZoneChange(client, last.id);
  else if (change.pass === 1) await beginSecondPass(client, SECOND_PASS_IN_MS);
  else await endZoneChange(client);
  return true;
}

/**
 * Null if the plan stays, because it was made after the change or is the same in both zones. A claim decides
 * about due slots.
 */
function replan(schedule: StoredSchedule, timing: Timing, now: Date): Replan | null {
  const { id, nextRunAt, nextRunSource } = schedule;
  try {
    if (nextRunAt !== null && nextRunAt <= now && isOfZone(nextRunAt, nextRunSource, timing)) return null;
    const plan = planFromNow(schedule, timing, now);
    if (plan.nextRunAt?.getTime() === nextRunAt?.getTime()) return null;
    return { id, activatedAt: now, ...storedPlan(plan), enabled: plan.nextRunAt !== null };
  } catch {
    // SQL made its timing invalid. The next claim blocks the schedule.
    return null;
  }
}

/**
 * Whether the plan depends on the zone. One that does not, for example that of a hint, is valid in
 * any zone.
 */
function isOfZone(slot: Date, source: string | null, timing: Timing): boolean {
  if (source !== null && source !== 'baseline-cron') return source !== 'paused';
  return nextSlot(timing, new Date(slot.getTime() - 1))?.getTime() === slot.getTime();
}
