import { z } from 'zod';
import { loadSchedule, type StoredSchedule } from '../../../db/schedules/lock-schedule.js';
import { loadLastSlots } from '../../../db/schedules/lock-schedules.js';
import { type DstTransition, dstTransitions } from '../../../domain/schedule/cron/dst-transitions.js';
import { type PlannedRun, planNextRun } from '../../../domain/schedule/governor/governor.js';
import type { Governing } from '../../../domain/schedule/governor/plan-input.js';
import { jitteredFireAt } from '../../../domain/schedule/slots/jitter.js';
import {
  MAX_RUNS_BEFORE,
  type OverdueSlots,
  overdueSlots,
  type PreviewedRun,
  type PreviewInput,
  previewRuns,
} from '../../../domain/schedule/slots/preview-runs.js';
import { LAST_MOMENT, type Timing } from '../../../domain/schedule/timing.js';
import { validatePolicies } from '../../../domain/schedule/validate-policies.js';
import { onlyGiven, parseInput } from '../../system/parse-input.js';
import { readNowAndConfig } from '../../system/read-settings.js';
import { conflict, invalid, notFound, ok, type Result } from '../../system/result.js';
import type { UseCase } from '../../system/use-case.js';
import { checkTiming } from '../check-schedule.js';
import {
  differIn,
  LIMIT_FIELDS,
  policyInput,
  type SchedulePolicies,
  type ScheduleTiming,
  TIMING_FIELDS,
  timingInput,
} from '../schedule-input.js';
import { governingOf, NO_HISTORY, timingOf } from './governing.js';
import { runsLeftOf } from './plan-schedule.js';

const MAX_OCCURRENCES = 100;

const timingAndPolicies = timingInput.extend(policyInput.shape);

const previewInput = timingAndPolicies.partial().extend({
  /** The schedule to start from. The other fields replace its own. */
  scheduleId: z.string().nullish(),
  /** Start of the preview. Defaults to now. */
  from: z.date('must be a date and time').nullish(),
});

/** A future run and the reason for its time. */
export interface Occurrence extends PreviewedRun {
  /** `at` with jitter, which depends on the schedule's id; unknown without one. */
  fireAt: Date;
}

export interface SchedulePreview {
  /** Late slots that no worker has claimed. They are not among the occurrences. Null if there are none. */
  overdue: OverdueSlots | null;
  occurrences: Occurrence[];
  /** The next clock changes in the schedule's zone, and their effects. */
  transitions: DstTransition[];
  /** IANA name of the effective zone. */
  timezone: string;
}

/**
 * The next runs of a stored or hypothetical schedule, from the governor and simulated claims. Hints expire on
 * the way, and the number of failures stays the same. A change of the timing is shown as if it were saved at the
 * start of the preview, and a disabled schedule as if it were enabled then. Otherwise a preview that starts later
 * shows what remains after the runs until then, because limits and hints count from these.
 */
export const previewSchedule: UseCase<{ input: unknown; count?: number }, SchedulePreview> = async (
  deps,
  _actor,
  { input, count = 5 },
) => {
  const parsed = parseInput(previewInput, input);
  const issues = parsed.kind === 'ok' ? [] : parsed.issues;
  if (!Number.isInteger(count) || count < 1 || count > MAX_OCCURRENCES) {
    issues.push({ path: ['count'], message: `must be a whole number from 1 to ${MAX_OCCURRENCES}` });
  }
  if (parsed.kind !== 'ok' || issues.length > 0) return invalid(issues);
  const { scheduleId, from, ...fields } = parsed.value;
  const patch = onlyGiven(fields, input);

  const { now, config } = await readNowAndConfig(deps.pool);
  const { timezone, misfireThreshold } = config.scheduler;
  const stored = scheduleId == null ? undefined : await loadSchedule(deps.pool, scheduleId);
  if (scheduleId != null && !stored) return notFound('schedule', scheduleId);

  const checked = checkWanted(stored, patch, timezone, from ?? now);
  if (checked.kind !== 'ok') return checked;
  const wanted = checked.value;
  const continues = from == null || (from > now && !isOnGrid({ ...stored, ...wanted }));
  const kept = stored?.enabled && continues ? stored : undefined;
  const retimed = kept === undefined || differIn(TIMING_FIELDS, kept, { ...kept, ...patch });
  const limited = kept !== undefined && differIn(LIMIT_FIELDS, kept, { ...kept, ...patch });
  const plan = kept === undefined || retimed ? null : planOf(kept);
  const lastSlots = stored ? await loadLastSlots(deps.pool, [stored.id]) : undefined;
  const start = retimed ? (from ?? now) : now;
  const previewed = preview({
    wanted,
    stored,
    // It may look further ahead than dates go.
    timing: timingOf(
      { ...wanted, endAt: wanted.endAt ?? LAST_MOMENT, originAt: stored?.originAt ?? now },
      timezone,
    ),
    lastSlotAt: (!retimed && stored && lastSlots?.get(stored.id)) || null,
    start,
    from: from ?? null,
    isActivated: retimed,
    plan: limited && plan?.nextRunAt && plan.nextRunAt > start ? null : plan,
    misfireThresholdMs: misfireThreshold,
    count,
  });
  if (previewed) return ok(previewed);
  const message = `is more than ${MAX_RUNS_BEFORE.toLocaleString('en')} runs ahead: choose an earlier time`;
  return invalid([{ path: ['from'], message }]);
};

/** The stored schedule with the changes, and whether it could be saved at `start`. */
function checkWanted(
  stored: StoredSchedule | undefined,
  patch: object,
  timezone: string,
  start: Date,
): Result<ScheduleTiming & SchedulePolicies> {
  const parsed = parseInput(timingAndPolicies, { ...stored, ...patch });
  if (parsed.kind !== 'ok') return parsed;
  if (stored !== undefined && Object.keys(patch).length === 0) {
    // A stored schedule may have no further run, which is an empty preview, not an error.
    return stored.flag === 'invalid_timing'
      ? conflict('The stored timing of this schedule is not valid: change it.')
      : parsed;
  }
  const issues = [
    ...checkTiming(parsed.value, timezone, start, stored?.runCount),
    ...validatePolicies(parsed.value),
  ];
  return issues.length > 0 ? invalid(issues) : parsed;
}

/** Whether the slots do not depend on earlier ones, so that a preview may start anywhere. */
function isOnGrid({
  repeat,
  minInterval,
  maxInterval,
  maxRuns,
  failureBackoff,
  failureCount = 0,
  hintExpiresAt = null,
}: ScheduleTiming &
  SchedulePolicies &
  Partial<Pick<StoredSchedule, 'failureCount' | 'hintExpiresAt'>>): boolean {
  const isStretched = failureBackoff && failureCount > 0;
  const limits = [minInterval, maxInterval, maxRuns, hintExpiresAt];
  return repeat === 'repeating' && !isStretched && limits.every((limit) => limit === null);
}

interface Wanted {
  wanted: ScheduleTiming & SchedulePolicies;
  stored: StoredSchedule | undefined;
  timing: Timing;
  lastSlotAt: Date | null;
  start: Date;
  /** Leaves out runs before this time. Null if none are left out. */
  from: Date | null;
  /** Whether the schedule would be activated at `start`: limits and hints would no longer count from before. */
  isActivated: boolean;
  /** The plan to continue from. Null to plan from `start`. */
  plan: PlannedRun | null;
  misfireThresholdMs: number;
  count: number;
}

/** Null if there are too many runs before `from`. */
function preview(given: Wanted): SchedulePreview | null {
  const { wanted, stored, timing, lastSlotAt, start, from, isActivated, plan, misfireThresholdMs, count } =
    given;
  const governing: Governing = {
    ...governingOf({ ...NO_HISTORY, ...stored, ...wanted, ...(isActivated && { activatedAt: start }) }),
    template: wanted.template,
    lastSlotAt,
  };
  const { maxRuns, jitter } = wanted;
  const runCount = stored?.runCount ?? 0;
  const input: PreviewInput = {
    ...wanted,
    ...governing,
    timing,
    activatedAt: stored && !isActivated ? stored.activatedAt : start,
    now: start,
    plan:
      plan ??
      planNextRun({
        ...governing,
        timing,
        now: start,
        activatedAt: start,
        runsLeft: runsLeftOf({ maxRuns, runCount }),
      }),
    misfireThresholdMs,
    // Runs that are open now will have ended by then.
    concurrencyPolicy: 'allow',
    jitter: null,
    maxRuns,
    runCount,
  };
  const overdue = plan && overdueSlots(input);
  const after = from ? new Date(from.getTime() - 1) : overdue ? start : undefined;
  const runs = previewRuns(input, count, after);
  if (!runs) return null;
  return {
    overdue,
    occurrences: runs.map((run) => ({
      ...run,
      fireAt: stored && jitter !== null ? jitteredFireAt(stored.id, run.at, jitter) : run.at,
    })),
    transitions: dstTransitions(timing, from ?? start),
    timezone: timing.timezone,
  };
}

/** The planned run comes first, even if it is due and not claimed yet, unless it is late. */
function planOf({ nextRunAt, nextRunSource: source, decision }: StoredSchedule): PlannedRun | null {
  return nextRunAt && source && decision ? { nextRunAt, source, decision } : null;
}
