import { z } from 'zod';
import { loadSchedule, type StoredSchedule } from '../../db/schedules/lock-schedule.js';
import { loadLastSlots } from '../../db/schedules/lock-schedules.js';
import { issuesOf } from '../../domain/parse-leniently.js';
import { type DstTransition, dstTransitions } from '../../domain/schedule/dst-transitions.js';
import { type PlannedRun, planNextRun } from '../../domain/schedule/governor.js';
import { jitteredFireAt } from '../../domain/schedule/jitter.js';
import type { Governing } from '../../domain/schedule/plan-input.js';
import { type PreviewedRun, previewRuns } from '../../domain/schedule/preview-runs.js';
import type { Timing } from '../../domain/schedule/timing.js';
import { validatePolicies } from '../../domain/schedule/validate-policies.js';
import type { Actor, ServiceDeps } from '../access/context.js';
import { onlyGiven, parseInput } from '../system/parse-input.js';
import { readNowAndConfig } from '../system/read-settings.js';
import { conflict, invalid, notFound, ok, type Result } from '../system/result.js';
import { asTiming, checkTiming } from './check-schedule.js';
import { governingOf, NO_HINTS } from './governing.js';
import { policyInput, type SchedulePolicies, type ScheduleTiming, timingInput } from './schedule-input.js';

const MAX_OCCURRENCES = 100;

const previewInput = timingInput
  .extend(policyInput.shape)
  .partial()
  .extend({
    /** This schedule, but for what is given beside it. */
    scheduleId: z.string().nullish(),
    /** From when on; default now. */
    from: z.date('must be a date and time').nullish(),
  });

/** One run to come, and why then. */
export interface Occurrence extends PreviewedRun {
  /** `at` with its jitter, which hangs on the schedule's id: without one it is not known. */
  fireAt: Date;
}

export interface SchedulePreview {
  occurrences: Occurrence[];
  /** The next changes of the clock in the schedule's zone, and what they do to it. */
  transitions: DstTransition[];
  /** IANA name of the zone in force. */
  timezone: string;
}

/**
 * The next runs of a schedule, or of one that is only being thought of: the governor, and the claims that will be, made ahead of time.
 * Hints run out on the way, failures stay as many as they are. Disabled ones are shown as if they were on.
 */
export async function previewSchedule(
  deps: ServiceDeps,
  _actor: Actor,
  { input, count = 5 }: { input: unknown; count?: number },
): Promise<Result<SchedulePreview>> {
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

  const wanted = timingInput.extend(policyInput.shape).safeParse({ ...stored, ...patch });
  if (!wanted.success) return invalid(issuesOf(wanted.error, timingInput.extend(policyInput.shape)));
  const isAsStored = stored !== undefined && Object.keys(patch).length === 0;
  const start = from ?? now;
  // A stored schedule may be over: that is an empty preview, not a mistake.
  const wrong = isAsStored
    ? []
    : [...checkTiming(wanted.data, timezone, start, stored?.runCount), ...validatePolicies(wanted.data)];
  if (wrong.length > 0) return invalid(wrong);
  if (isAsStored && stored.flag === 'invalid_timing')
    return conflict('The stored timing of this schedule is not valid: change it.');
  const lastSlots = stored ? await loadLastSlots(deps.pool, [stored.id]) : undefined;
  return ok(
    preview({
      wanted: wanted.data,
      stored,
      timing: asTiming(wanted.data, timezone, stored?.originAt ?? now),
      lastSlotAt: (stored && lastSlots?.get(stored.id)) ?? null,
      start,
      plan: isAsStored && from == null ? planOf(stored) : null,
      misfireThresholdMs: misfireThreshold,
      count,
    }),
  );
}

interface Wanted {
  wanted: ScheduleTiming & SchedulePolicies;
  stored: StoredSchedule | undefined;
  timing: Timing;
  lastSlotAt: Date | null;
  start: Date;
  /** To go on from; null: one is made from `start` on. */
  plan: PlannedRun | null;
  misfireThresholdMs: number;
  count: number;
}

function preview(given: Wanted): SchedulePreview {
  const { wanted, stored, timing, lastSlotAt, start, plan, misfireThresholdMs, count } = given;
  const governing: Governing = {
    ...governingOf({ ...NEW, ...stored, ...wanted }),
    template: wanted.template,
    lastSlotAt,
  };
  const { maxRuns, jitter } = wanted;
  const runCount = stored?.runCount ?? 0;
  const runsLeft = maxRuns === null ? null : Math.max(0, maxRuns - runCount);
  const runs = previewRuns(
    {
      ...wanted,
      ...governing,
      timing,
      activatedAt: plan && stored ? stored.activatedAt : start,
      now: start,
      plan: plan ?? planNextRun({ ...governing, timing, now: start, activatedAt: start, runsLeft }),
      misfireThresholdMs,
      // What is going on now is over by then.
      concurrencyPolicy: 'allow',
      jitter: null,
      maxRuns,
      runCount,
    },
    count,
  );
  return {
    occurrences: runs.map((run) => ({
      ...run,
      fireAt: stored && jitter !== null ? jitteredFireAt(stored.id, run.at, jitter) : run.at,
    })),
    transitions: dstTransitions(timing, start),
    timezone: timing.timezone,
  };
}

const NEW = { failureCount: 0, pausedUntil: null, pauseNote: null, ...NO_HINTS };

/** What is planned already, and perhaps due but not claimed yet, comes first. */
function planOf({ enabled, nextRunAt, nextRunSource: source, decision }: StoredSchedule): PlannedRun | null {
  return enabled && nextRunAt && source && decision ? { nextRunAt, source, decision } : null;
}
