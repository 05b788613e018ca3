import { formatDuration } from '../../duration.js';
import { type Option, stopReason } from './baseline.js';
import type { Candidate } from './decision.js';
import { type Hints, isFresh } from './hints.js';
import type { PlanInput } from './plan-input.js';

export interface Ranking {
  readonly chosen: Option;
  /** All candidates, baseline first, each with its outcome. */
  readonly candidates: readonly Candidate[];
}

/** An option from a hint, with the reason why it cannot be chosen. */
interface Proposal extends Option {
  readonly refused: string | null;
}

/**
 * Chooses among the baseline and the hints. Two hints: the earlier, or the interval if equal, and the
 * baseline is ignored. The interval hint alone replaces the baseline. The one-shot alone competes with it,
 * and loses if equal.
 */
export function rankCandidates(baseline: Option, input: PlanInput): Ranking {
  const [interval, oneShot] = proposalsOf(input);
  const every = interval?.refused === null ? interval : null;
  const once = oneShot?.refused === null ? oneShot : null;
  const chosen = choose(baseline, every, once);
  const lost = (option: Option) => {
    if (option === baseline && every !== null) return 'an interval hint replaces the baseline';
    return option.at?.getTime() === chosen.at?.getTime()
      ? `${chosen.source} is due at the same time and takes precedence`
      : `${chosen.source} is due earlier`;
  };
  const proposals = [interval, oneShot].filter((proposal) => proposal !== null);
  return {
    chosen,
    candidates: [
      candidateOf(baseline, chosen, lost(baseline)),
      ...proposals.map((proposal) => candidateOf(proposal, chosen, proposal.refused ?? lost(proposal))),
    ],
  };
}

/** The candidates of a plan that only repeats a slot which is already due. */
export function candidatesBesideDue(due: Option, input: PlanInput): readonly Candidate[] {
  const proposals = proposalsOf(input).filter((proposal) => proposal !== null);
  const lost = 'a slot is already due and is handled first';
  return [due, ...proposals].map((option) => candidateOf(option, due, lost));
}

function choose(baseline: Option, every: Option | null, once: Option | null): Option {
  if (every?.at && once?.at) return once.at < every.at ? once : every;
  if (every !== null) return every;
  if (once?.at && (baseline.at === null || once.at < baseline.at)) return once;
  return baseline;
}

function candidateOf({ source, at, reason }: Option, chosen: Option, ignored: string): Candidate {
  const shown = { source, at: at?.toISOString() ?? null, reason };
  if (source === chosen.source) return at === null ? shown : { ...shown, chosen: true };
  return at === null ? shown : { ...shown, ignored };
}

function proposalsOf(input: PlanInput): readonly [Proposal | null, Proposal | null] {
  const { hints, now, ranAt } = input;
  if (hints == null) return [null, null];
  const { intervalMs, nextRunAt, since, reason } = hints;
  const from = ranAt ?? since ?? now;
  const propose = (source: Option['source'], at: Date, what: string): Proposal => ({
    source,
    at,
    reason: `${what}: ${reason}`,
    refused: refusal(hints, at, input),
  });
  return [
    intervalMs === null
      ? null
      : propose(
          'ai-interval',
          new Date(Math.max(from.getTime() + intervalMs, now.getTime())),
          `hint, ${formatDuration(intervalMs)} from ${from.toISOString()}`,
        ),
    nextRunAt === null
      ? null
      : propose(
          'ai-oneshot',
          nextRunAt < now ? now : nextRunAt,
          `hint, once at ${nextRunAt.toISOString()}${nextRunAt < now ? ', which was in the past: immediately' : ''}`,
        ),
  ];
}

function refusal(hints: Hints, at: Date, input: PlanInput): string | null {
  const { startAt, endAt, repeat } = input.timing;
  if (!isFresh(hints, input.now)) return `expired at ${hints.expiresAt.toISOString()}`;
  if (repeat === 'once') return 'a one-time schedule keeps its own time';
  if (startAt && at < startAt) return `before startAt ${startAt.toISOString()}`;
  if (endAt && at >= endAt) return `at or after endAt ${endAt.toISOString()}`;
  return stopReason(input);
}
