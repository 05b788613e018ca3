import type { StoredSchedule } from '../../db/schedules/lock-schedule.js';
import {
  beginSecondPass,
  endZoneChange,
  lockZoneChange,
  lockZoneFollowers,
  moveZoneChange,
  msUntilZoneChange,
  type Replan,
  writeReplans,
} from '../../db/schedules/zone-change.js';
import { databaseNow } from '../../db/system/database-now.js';
import type { Queryable } from '../../db/system/queryable.js';
import { planNextRun } from '../../domain/schedule/governor.js';
import { nextSlot, type Timing } from '../../domain/schedule/timing.js';
import { type Pool, withTransaction } from '../../runtime/pool.js';
import type { ServiceDeps } from '../access/context.js';
import { readSchedulerConfig } from '../system/read-settings.js';
import { governingOf, timingOf } from './governing.js';
import { recordUnclaimedSlots } from './plan-schedule.js';

type Deps = { pool: Pool } & Pick<ServiceDeps, 'missedSlots'>;

/** Schedules of one transaction: their claims wait no longer than for so many. */
const SCHEDULES_AT_ONCE = 200;
/** By then every worker has heard of the change. */
const SECOND_PASS_IN_MS = 10_000;

/**
 * Plans anew, after the default zone has changed, what follows it by cron: due at other times from now on, a change of timing like any
 * other. In small transactions, which remember how far they have come, so that no claim waits and a crash loses nothing.
 *
 * @param forMs begins no further transaction after so long
 * @returns milliseconds until there is more to do; null: nothing is
 */
export async function replanZone(deps: Deps, forMs: number): Promise<number | null> {
  const until = performance.now() + forMs;
  for (;;) {
    const ms = await msUntilZoneChange(deps.pool);
    if (ms === null || ms > 0) return ms;
    if (performance.now() >= until) return 0;
    if (!(await withTransaction(deps.pool, (client) => replanSome(deps, client)))) return SECOND_PASS_IN_MS;
  }
}

/** @returns false: another is at it */
async function replanSome(deps: Deps, client: Queryable): Promise<boolean> {
  const change = await lockZoneChange(client);
  if (!change) return false;
  const schedules = await lockZoneFollowers(client, change.cursor, SCHEDULES_AT_ONCE);
  const { timezone } = (await readSchedulerConfig(client)).scheduler;
  const now = await databaseNow(client);
  const replans: Replan[] = [];
  for (const schedule of schedules) {
    const plan = replan(schedule, timingOf(schedule, timezone), now);
    if (plan === null) continue;
    const timing = timingOf(schedule, change.zoneBefore);
    await recordUnclaimedSlots(deps, client, schedule, { timing, now, reason: 'edited' });
    replans.push(plan);
  }
  await writeReplans(client, replans);
  const last = schedules.at(-1);
  if (last) await moveZoneChange(client, last.id);
  else if (change.pass === 1) await beginSecondPass(client, SECOND_PASS_IN_MS);
  else await endZoneChange(client);
  return true;
}

/** Null where the plan stands: made after the change, or the same in both zones. A slot of the new zone that is due is for a claim. */
function replan(schedule: StoredSchedule, timing: Timing, now: Date): Replan | null {
  const { id, nextRunAt, nextRunSource, maxRuns, runCount } = schedule;
  try {
    if (nextRunAt !== null && nextRunAt <= now && isOfZone(nextRunAt, nextRunSource, timing)) return null;
    const plan = planNextRun({
      ...governingOf({ ...schedule, activatedAt: now }),
      now,
      timing,
      activatedAt: now,
      runsLeft: maxRuns === null ? null : Math.max(0, maxRuns - runCount),
    });
    if (plan.nextRunAt?.getTime() === nextRunAt?.getTime()) return null;
    return {
      id,
      activatedAt: now,
      nextRunAt: plan.nextRunAt,
      nextRunSource: plan.nextRunAt && plan.source,
      decision: plan.decision,
      enabled: plan.nextRunAt !== null,
    };
  } catch {
    // Its timing was made impossible by SQL: the next claim says so.
    return null;
  }
}

/** What no zone has decided, a hint say, is of any. */
function isOfZone(slot: Date, source: string | null, timing: Timing): boolean {
  if (source !== null && source !== 'baseline-cron') return source !== 'paused';
  return nextSlot(timing, new Date(slot.getTime() - 1))?.getTime() === slot.getTime();
}
