import { formatDuration } from '../duration.js';
import { firstSlot, nextSlot, type Timing } from './timing.js';

/** Why a schedule is due when it is. */
export type RunSource = 'baseline-cron' | 'baseline-interval' | 'baseline-once';

/** One possible next run. `at` is an ISO instant, or null when that source has no further time. */
export interface Candidate {
  readonly source: RunSource;
  readonly at: string | null;
  readonly reason: string;
}

/** A limit that moved the chosen time, and from where. */
export interface Clamp {
  readonly limit: string;
  readonly from: string;
  readonly to: string;
}

/** The whole decision as JSON, stored on the schedule and on the execution that it leads to. */
export interface Decision {
  readonly now: string;
  readonly chosen: string | null;
  readonly source: RunSource;
  readonly candidates: readonly Candidate[];
  readonly clamps: readonly Clamp[];
}

/** When a schedule runs next (null: never again) and why. */
export interface PlannedRun {
  readonly nextRunAt: Date | null;
  readonly source: RunSource;
  readonly decision: Decision;
}

interface PlanBasis {
  readonly now: Date;
  readonly timing: Timing;
  /** Runs left of `maxRuns`; null or absent without such a limit. */
  readonly runsLeft?: number | null;
}

/**
 * Where the plan starts: strictly `after` the last slot handled, or at the moment the schedule was
 * activated (created, enabled, resumed, re-timed), which may itself be a slot.
 */
export type PlanInput = PlanBasis &
  (
    | { readonly after: Date; readonly activatedAt?: never }
    | { readonly activatedAt: Date; readonly after?: never }
  );

/**
 * The governor: decides a schedule's next run and says why. Candidates are gathered, one is chosen, the
 * choice is clamped. Today the baseline is the sole candidate and nothing clamps.
 *
 * The baseline moves along its own grid from where the plan starts, so a slot that is due but was not
 * handled yet is returned although it lies in the past; what becomes of it `decideSlots` decides.
 */
export function planNextRun(input: PlanInput): PlannedRun {
  const baseline = baselineCandidate(input);
  return {
    nextRunAt: baseline.at === null ? null : new Date(baseline.at),
    source: baseline.source,
    decision: decisionOf(input.now, baseline),
  };
}

/** The plan that led to a slot of the baseline, told again for a slot that was due in between. */
export function explainSlot(timing: Timing, slotAt: Date, now: Date): Decision {
  const source = baselineSource(timing);
  return decisionOf(now, { source, at: slotAt.toISOString(), reason: baselineReason(timing) });
}

function decisionOf(now: Date, chosen: Candidate): Decision {
  return {
    now: now.toISOString(),
    chosen: chosen.at,
    source: chosen.source,
    candidates: [chosen],
    clamps: [],
  };
}

/** Which kind of baseline a timing has. */
export function baselineSource({ repeat, interval }: Timing): RunSource {
  if (repeat === 'once') return 'baseline-once';
  return interval === null ? 'baseline-cron' : 'baseline-interval';
}

function baselineCandidate({ timing, after, activatedAt, runsLeft = null }: PlanInput): Candidate {
  const source = baselineSource(timing);
  if (runsLeft !== null && runsLeft <= 0) return { source, at: null, reason: 'maxRuns is reached' };
  const at = activatedAt ? firstSlot(timing, activatedAt) : nextSlot(timing, after);
  if (at === null) return { source, at: null, reason: overReason(timing) };
  return { source, at: at.toISOString(), reason: baselineReason(timing) };
}

function baselineReason(timing: Timing): string {
  const { repeat, startAt, interval, cronExpression, timezone } = timing;
  if (repeat === 'once') return startAt ? 'once, at startAt' : 'once, at once';
  if (interval === null) return `cron ${cronExpression} in ${timezone}`;
  const origin = (startAt ?? timing.origin).toISOString();
  return `every ${formatDuration(interval)} from ${origin}`;
}

function overReason({ repeat, endAt }: Timing): string {
  if (repeat === 'once') return 'ran once already';
  return endAt === null ? 'no further time matches' : `nothing is due before endAt ${endAt.toISOString()}`;
}
