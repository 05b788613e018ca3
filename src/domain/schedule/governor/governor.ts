import { LAST_YEAR, type Timing } from '../timing.js';
import { type Baseline, baselineCandidate, baselineReason, baselineSource } from './baseline.js';
import { clampToLimits } from './clamp.js';
import type { Candidate, Clamp, Decision, PlannedRun, RunSource } from './decision.js';
import { describeHints } from './hints.js';
import type { PlanInput } from './plan-input.js';
import { candidatesBesideDue, rankCandidates } from './rank-candidates.js';

export type { Decision, PlannedRun, RunSource } from './decision.js';
export type { PlanInput } from './plan-input.js';

/**
 * The governor: decides when a schedule runs next and records why.
 *
 * 1. Candidates: the baseline on its grid; from valid hints the interval, counted from the last run
 * (otherwise from the first proposal of an unbroken series), and the additional run; both not before now.
 * 2. Choice: of two hints the earlier, ignoring the baseline (tie: interval); a single interval hint; the
 * earlier of additional run and baseline (tie: baseline); otherwise the baseline.
 * 3. Limits: first `minInterval`, counted from now, then `maxInterval`, counted from the last run (otherwise
 * from the creation).
 * 4. A pause overrides everything: the schedule continues at `pausedUntil` and records the slots of the
 * pause.
 *
 * `startAt` and `endAt` bound all of this. For a one-time schedule only the pause applies, and it never runs
 * twice. Hints and pauses compare strictly (> now).
 *
 * @throws if the next run would be after the last year: only limits and intervals written by SQL are so long
 */
export function planNextRun(input: PlanInput): PlannedRun {
  const { now, pausedUntil } = input;
  const baseline = baselineCandidate(input);
  if (input.dueSlots !== 'pass' && baseline.at !== null && baseline.at <= now) {
    return planOf(input, baseline, { ...baseline, candidates: candidatesBesideDue(baseline, input) });
  }
  const { chosen, candidates } = rankCandidates(baseline, input);
  const clamped = clampToLimits(chosen, input);
  const choice = { ...clamped, candidates: clamped.over ? endedBy(clamped.over, candidates) : candidates };
  if (clamped.at === null || pausedUntil == null || pausedUntil <= now)
    return planOf(input, baseline, choice);
  return planOf(input, baseline, { ...choice, at: pausedUntil, source: 'paused', instead: clamped.at });
}

/**
 * The plan that led to a slot, repeated for a slot that fell due in between; `planned` if the source is not
 * the baseline.
 */
export function explainSlot(
  timing: Timing,
  slotAt: Date,
  now: Date,
  planned: { readonly source: RunSource; readonly reason: string } = {
    source: baselineSource(timing),
    reason: baselineReason(timing),
  },
): Decision {
  const chosen = slotAt.toISOString();
  const { source, reason } = planned;
  const candidates: Candidate[] = [{ source, at: chosen, reason, chosen: true }];
  return { now: now.toISOString(), chosen, source, candidates, clamps: [] };
}

interface Choice {
  readonly at: Date | null;
  readonly source: RunSource;
  readonly candidates: readonly Candidate[];
  readonly clamps?: readonly Clamp[];
  /** The decision that the pause overrides. */
  readonly instead?: Date;
}

function planOf(input: PlanInput, { backoff }: Baseline, choice: Choice): PlannedRun {
  const { now, hints, pausedUntil, pauseNote } = input;
  const { at, source, candidates, clamps = [], instead } = choice;
  if (at !== null && at.getUTCFullYear() > LAST_YEAR) {
    throw new RangeError(`The next run would be after the year ${LAST_YEAR}`);
  }
  const until = pausedUntil?.toISOString();
  return {
    nextRunAt: at,
    source,
    decision: {
      now: now.toISOString(),
      chosen: at?.toISOString() ?? null,
      source,
      candidates,
      clamps,
      ...(backoff && { backoff }),
      ...(hints && { hint: describeHints(hints, now) }),
      ...(instead && until && { pause: { until, note: pauseNote ?? null, instead: instead.toISOString() } }),
    },
  };
}

/** A limit left no time for the chosen candidate, so it is not chosen after all. */
function endedBy(over: string, candidates: readonly Candidate[]): Candidate[] {
  return candidates.map(({ chosen, ...candidate }) => (chosen ? { ...candidate, ignored: over } : candidate));
}
