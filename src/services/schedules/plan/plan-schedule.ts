import type { StoredSchedule } from '../../../db/schedules/lock-schedule.js';
import { loadLastSlots } from '../../../db/schedules/lock-schedules.js';
import { toJsonb } from '../../../db/system/to-jsonb.js';
import type { Columns } from '../../../db/system/write-row.js';
import type { Issue } from '../../../domain/issue.js';
import { isPostponed } from '../../../domain/schedule/governor/clamp.js';
import { type PlannedRun, planNextRun } from '../../../domain/schedule/governor/governor.js';
import type { Timing } from '../../../domain/schedule/timing.js';
import type { ScheduleChange } from '../change-schedule.js';
import { type GoverningColumns, governingOf } from './governing.js';

type RunsLeft = Pick<StoredSchedule, 'maxRuns' | 'runCount'>;
type Plannable = GoverningColumns & RunsLeft & Pick<StoredSchedule, 'enabled' | 'template'>;

/** The plan from this moment on, as if the schedule had just been activated. */
export function planFromNow(schedule: GoverningColumns & RunsLeft, timing: Timing, now: Date): PlannedRun {
  return planNextRun({
    ...governingOf(schedule, now),
    now,
    timing,
    activatedAt: now,
    runsLeft: runsLeftOf(schedule),
  });
}

/**
 * The plan of a schedule that is activated now. No slot from before this moment runs. A schedule without any
 * further slot is disabled, as by a claim, so that no schedule looks active without a next run.
 */
export function planColumns(schedule: Plannable, timing: Timing, now: Date): Columns {
  if (!schedule.enabled || schedule.template)
    return { activatedAt: now, nextRunAt: null, nextRunSource: null, decision: null };
  const plan = planFromNow(schedule, timing, now);
  return { activatedAt: now, ...columnsOf(plan), ...(plan.nextRunAt === null && { enabled: false }) };
}

/**
 * Describes why an enabled schedule has no next run although its timing has one: `minInterval` or
 * `failureBackoff` moves it beyond the end. Undefined if there is no such problem.
 */
export function deadEndOf(
  {
    enabled,
    template,
    endAt,
    minInterval,
  }: Pick<StoredSchedule, 'enabled' | 'template' | 'endAt' | 'minInterval'>,
  planned: Columns,
): Issue | undefined {
  if (!enabled || template || planned.nextRunAt !== null || endAt === null) return undefined;
  const blamed = (field: string, remedy: string): Issue => ({
    path: [field],
    message: `leaves no run before endAt ${endAt.toISOString()}: ${remedy}, or choose a later endAt`,
  });
  return minInterval === null ? blamed('failureBackoff', 'turn it off') : blamed('minInterval', 'shorten it');
}

/**
 * The plan of a schedule after a change of hints, limits or failures, but not of its timing. Null if the
 * plan stays: a claim decides about a schedule that is due already, and a schedule without a next run gets
 * none.
 */
export function planAgain(
  schedule: Plannable & Pick<StoredSchedule, 'nextRunAt'>,
  timing: Timing,
  now: Date,
  lastSlotAt: Date | null = null,
): PlannedRun | null {
  const { enabled, template, nextRunAt } = schedule;
  if (!enabled || template || nextRunAt === null || nextRunAt <= now) return null;
  const governing = governingOf(schedule);
  const runsLeft = runsLeftOf(schedule);
  // If the clock was set back, slots that have run are not planned again.
  const from = lastSlotAt !== null && lastSlotAt >= now ? new Date(lastSlotAt.getTime() + 1) : now;
  return planNextRun({
    ...governing,
    now,
    timing,
    activatedAt: from,
    runsLeft,
    lastSlotAt,
    dueSlots: 'pass',
  });
}

async function planChanged({ client, schedule, timing, now }: ScheduleChange): Promise<PlannedRun | null> {
  const lastSlots = await loadLastSlots(client, [schedule.id]);
  return planAgain(schedule, timing, now, lastSlots.get(schedule.id));
}

/** The plan of a locked schedule whose limits have changed. */
export async function planWithinLimits(change: ScheduleChange): Promise<Columns> {
  const plan = await planChanged(change);
  return plan === null ? {} : columnsOf(plan);
}

/**
 * The plan of a locked schedule whose hints have changed. A plan that respects `minInterval` already is
 * not postponed, because frequent hints would otherwise keep the schedule from ever running.
 */
export async function planHinted(change: ScheduleChange): Promise<Columns> {
  const plan = await planChanged(change);
  if (plan === null) return {};
  const { nextRunAt, nextRunSource } = change.schedule;
  const isPutOff =
    isPostponed(plan.decision.clamps) &&
    nextRunSource !== 'paused' &&
    nextRunAt !== null &&
    (plan.nextRunAt === null || nextRunAt < plan.nextRunAt);
  return isPutOff ? {} : columnsOf(plan);
}

/** A plan as it is stored: without a next run, it has no source. */
export function storedPlan({ nextRunAt, source, decision }: PlannedRun) {
  return { nextRunAt, nextRunSource: nextRunAt && source, decision };
}

function columnsOf(plan: PlannedRun): Columns {
  return { ...storedPlan(plan), decision: toJsonb(plan.decision) };
}

export function runsLeftOf({ maxRuns, runCount }: RunsLeft): number | null {
  return maxRuns === null ? null : Math.max(0, maxRuns - runCount);
}
