import { formatInterval } from '../../duration.js';
import { firstSlot, nextSlot, type Timing } from '../timing.js';
import type { Decision, RunSource } from './decision.js';
import type { PlanInput } from './plan-input.js';

/** A candidate during the decision, with its time as a Date. */
export interface Option {
  readonly source: RunSource;
  /** Null if this source has no further time. */
  readonly at: Date | null;
  readonly reason: string;
}

export interface Baseline extends Option {
  readonly backoff?: Decision['backoff'];
}

/** The interval grows no further after five consecutive failures: ×32. */
const MAX_DOUBLINGS = 5;

export function baselineSource({ repeat, interval }: Timing): RunSource {
  if (repeat === 'once') return 'baseline-once';
  return interval === null ? 'baseline-cron' : 'baseline-interval';
}

/** Describes the timing alone. */
export function baselineReason(timing: Timing): string {
  const { repeat, startAt, interval, cronExpression, timezone } = timing;
  if (repeat === 'once') return startAt ? 'once, at its start time' : 'once, immediately';
  if (interval === null) return `cron ${cronExpression} in ${timezone}`;
  const origin = (startAt ?? timing.origin).toISOString();
  return `${formatInterval(interval)} from ${origin}`;
}

/** Why the schedule has no further slots. Null if it has. */
export function stopReason({ template, runsLeft = null }: PlanInput): string | null {
  if (template) return 'a template waits for triggers and webhooks';
  return runsLeft !== null && runsLeft <= 0 ? 'maxRuns is reached' : null;
}

/** The first slot after the start of the plan, or a later one if failures stretch the interval. */
export function baselineCandidate(input: PlanInput): Baseline {
  const { timing, after, activatedAt, now } = input;
  const source = baselineSource(timing);
  const stopped = stopReason(input);
  if (stopped !== null) return { source, at: null, reason: stopped };
  const backoff = failureBackoff(input, input.lastSlotAt ?? after ?? null);
  const from = Math.max(
    activatedAt ? activatedAt.getTime() : after.getTime() + 1,
    backoff?.notBefore.getTime() ?? Number.NEGATIVE_INFINITY,
    input.dueSlots === 'pass' ? now.getTime() : Number.NEGATIVE_INFINITY,
  );
  const at = activatedAt ? firstSlot(timing, new Date(from)) : nextSlot(timing, new Date(from - 1));
  if (at === null) return { source, at, reason: overReason(timing) };
  if (backoff === null) return { source, at, reason: baselineReason(timing) };
  const { failures, factor, notBefore } = backoff;
  return {
    source,
    at,
    reason: `${baselineReason(timing)}, ×${factor} after ${failures} consecutive failures`,
    backoff: { failures, factor, notBefore: notBefore.toISOString() },
  };
}

export interface FailureBackoff {
  readonly failures: number;
  readonly factor: number;
  readonly notBefore: Date;
}

/**
 * How far failures postpone the next run of an interval schedule: 2, 4, 8, 16 or 32 intervals after
 * the last slot, for 1, 2, 3, 4, or 5 and more consecutive failures. Null if they do not: the option
 * is off, there was no failure or no slot yet, or the schedule has no interval.
 */
export function failureBackoff(
  {
    timing,
    failureBackoff: wanted = false,
    failureCount = 0,
  }: Pick<PlanInput, 'timing' | 'failureBackoff' | 'failureCount'>,
  lastSlotAt: Date | null,
): FailureBackoff | null {
  const { repeat, interval } = timing;
  if (!wanted || failureCount <= 0 || repeat === 'once' || interval === null || lastSlotAt === null)
    return null;
  const factor = 2 ** Math.min(failureCount, MAX_DOUBLINGS);
  return { failures: failureCount, factor, notBefore: new Date(lastSlotAt.getTime() + interval * factor) };
}

function overReason({ repeat, endAt }: Timing): string {
  if (repeat === 'once') return 'its only time has passed';
  return endAt === null ? 'no further time matches' : `nothing is due before endAt ${endAt.toISOString()}`;
}
