import { type Baseline, baselineCandidate, baselineReason, baselineSource } from './baseline.js';
import { clampToLimits } from './clamp.js';
import type { Candidate, Clamp, Decision, PlannedRun, RunSource } from './decision.js';
import { describeHints } from './hints.js';
import type { PlanInput } from './plan-input.js';
import { candidatesBesideDue, rankCandidates } from './rank-candidates.js';
import type { Timing } from './timing.js';

export type { Decision, PlannedRun, RunSource } from './decision.js';
export type { PlanInput } from './plan-input.js';

/**
 * The governor: decides a schedule's next run and says why, as in Cronicorn's reference.
 *
 * 1. Candidates: the baseline on its grid; from fresh hints the interval, counted from the last run (else from the first proposal
 *    of an unbroken series), and the one-shot; both at least now.
 * 2. One is chosen: of two hints the earlier, baseline ignored (tie: interval); the interval hint alone;
 *    the earlier of one-shot and baseline (tie: baseline); else the baseline.
 * 3. Limits: first `minInterval`, counted from now, then `maxInterval`, counted from the last run (else from creation).
 * 4. A pause has the last word: the schedule wakes at `pausedUntil`, to record what it slept through.
 *
 * `startAt` and `endAt` bound all of it. A one-time schedule has no rhythm to steer: of these only the
 * pause touches it, and once it ran nothing brings it back. Freshness and pause compare strictly (> now).
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

/** The plan that led to a slot, told again for one that was due in between; `planned` where not the baseline did. */
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
  /** What the pause stands in front of. */
  readonly instead?: Date;
}

function planOf(input: PlanInput, { backoff }: Baseline, choice: Choice): PlannedRun {
  const { now, hints, pausedUntil, pauseNote } = input;
  const { at, source, candidates, clamps = [], instead } = choice;
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

/** A limit left no time for the chosen candidate, so it lost after all. */
function endedBy(over: string, candidates: readonly Candidate[]): Candidate[] {
  return candidates.map(({ chosen, ...candidate }) => (chosen ? { ...candidate, ignored: over } : candidate));
}
