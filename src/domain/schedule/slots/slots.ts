import { baselineSource } from '../governor/baseline.js';
import type { Decision, PlannedRun, RunSource } from '../governor/decision.js';
import { explainSlot, planNextRun } from '../governor/governor.js';
import { consumeHints, type Hints } from '../governor/hints.js';
import {
  asSkipped,
  type DueSlotsDecision,
  decideDueSlots,
  NOTHING_DUE,
  type SlotPolicies,
} from './decide-due-slots.js';
import { type DueInput, type DueSlots, dueSlots } from './due-slots.js';
import { jitteredFireAt } from './jitter.js';

/**
 * `activatedAt` is when the schedule was created, enabled, resumed or re-timed (no slot from before is
 * considered), `dueFrom` its `nextRunAt`, `source` its `nextRunSource` (default: the baseline's).
 */
export interface SlotsInput extends DueInput, SlotPolicies {
  readonly now: Date;
  readonly pausedUntil?: Date | null;
  /** The decision stored with the plan. It becomes the decision of the planned slot's run. */
  readonly plannedDecision?: Decision | null;
  /** Milliseconds over which slots spread; needs `scheduleId`. */
  readonly jitter?: number | null;
  readonly scheduleId?: string;
  readonly maxRuns: number | null;
  readonly runCount: number;
}

/** Each run has the decision that led to its own slot, also if one claim runs several. */
export interface SlotRun {
  readonly slotAt: Date;
  /** The slot plus its jitter; never earlier. */
  readonly fireAt: Date;
  readonly source: RunSource;
  readonly decision: Decision;
  /** `wait`: starts when the open runs have ended. */
  readonly disposition: 'start' | 'wait';
}

export interface SlotsDecision extends Omit<DueSlotsDecision, 'start' | 'wait'> {
  /** Oldest first: those that start, then those that wait. */
  readonly run: readonly SlotRun[];
  /** What to add to the schedule's `runCount`: the runs, minus a waiting run that was replaced. */
  readonly runsCounted: number;
  /** What to store of the hints. */
  readonly hints: Hints | null;
  /** The plan after the last slot handled. It is already due if more slots are due than one claim runs. */
  readonly next: PlannedRun;
  /**
   * The schedule has no slot left: it ran once, or reached `endAt` or `maxRuns`. Never set for a template.
   */
  readonly exhausted: boolean;
}

/**
 * Decides what happens to every slot of one schedule that is due at `now`. Each slot runs or is recorded with
 * its reason. The next plan starts after the last one, so that no slot is decided twice or never. For a
 * schedule that is not due, only the plan is returned.
 */
export function decideSlots(input: SlotsInput): SlotsDecision {
  const { now, maxRuns, runCount, template = false } = input;
  const runsLeft = maxRuns === null ? null : Math.max(maxRuns - runCount, 0);
  const isOpen = runsLeft !== 0 && !template;
  if (isOpen && input.dueFrom > now) return notYet(input);

  const due = dueSlots(input);
  const decided = isOpen ? decideDueSlots(input, due, runsLeft) : NOTHING_DUE;
  const { start, wait, skipped, cancelActive, replaceWaiter, late } = decided;
  const last = lastOf([...start, ...wait, ...skipped.map(({ lastSlotAt }) => lastSlotAt)]);
  const runsCounted = start.length + wait.length - (replaceWaiter ? 1 : 0);
  const hints = hintsAfter(input, due, last);
  const next = planAfter(input, due, last, hints, runsLeft === null ? null : runsLeft - runsCounted);
  // Names each field, because a rest pattern or a spread would be the largest cost of a decision.
  return {
    skipped: isOpen ? [...asSkipped('disabled', due.withdrawn), ...skipped] : skipped,
    cancelActive,
    replaceWaiter,
    late,
    run: [
      ...start.map((slotAt) => runOf(input, due, slotAt, 'start')),
      ...wait.map((slotAt) => runOf(input, due, slotAt, 'wait')),
    ],
    runsCounted,
    hints,
    next,
    exhausted: next.nextRunAt === null && !template,
  };
}

/** The plan is kept: the schedule is not due yet, or the clock was set back. */
function notYet(input: SlotsInput): SlotsDecision {
  const { timing, now, dueFrom, source, plannedDecision, hints = null } = input;
  const decision = plannedDecision ?? explainSlot(timing, dueFrom, now);
  const next = { nextRunAt: dueFrom, source: source ?? baselineSource(timing), decision };
  const { start: _, wait: __, ...decided } = NOTHING_DUE;
  return { ...decided, run: [], runsCounted: 0, hints, next, exhausted: false };
}

/** A claim uses up hints, unless it leaves slots due: then the hints are still part of the plan. */
function hintsAfter(
  { hints = null, now }: SlotsInput,
  { series }: DueSlots,
  last: Date | null,
): Hints | null {
  const rest = last && series.next(last);
  return rest !== null && rest <= now ? hints : consumeHints(hints, now).hints;
}

function planAfter(
  input: SlotsInput,
  { first, gridFrom }: DueSlots,
  last: Date | null,
  hints: Hints | null,
  runsLeft: number | null,
): PlannedRun {
  const { now, timing, pausedUntil = null, pauseNote = null } = input;
  const { minInterval = null, maxInterval = null, since = null } = input;
  const { failureBackoff = false, failureCount = 0, template = false } = input;
  const basis = {
    now,
    timing,
    hints,
    minInterval,
    maxInterval,
    since,
    pausedUntil,
    pauseNote,
    failureBackoff,
    failureCount,
    template,
    lastSlotAt: last ?? input.lastSlotAt ?? null,
    ranAt: last === null ? (input.ranAt ?? null) : now,
    runsLeft,
  };
  if (last === null && first !== null) return planNextRun({ ...basis, activatedAt: first });
  return planNextRun({ ...basis, after: last !== null && last > gridFrom ? last : gridFrom });
}

function runOf(input: SlotsInput, due: DueSlots, slotAt: Date, disposition: SlotRun['disposition']): SlotRun {
  const { scheduleId, jitter } = input;
  const fireAt = scheduleId !== undefined && jitter ? jitteredFireAt(scheduleId, slotAt, jitter) : slotAt;
  const decision = decisionOf(input, due, slotAt);
  return { slotAt, fireAt, source: decision.source, decision, disposition };
}

function decisionOf(
  { timing, now, plannedDecision, hints }: SlotsInput,
  due: DueSlots,
  slotAt: Date,
): Decision {
  if (slotAt.getTime() === due.oneShot?.getTime()) {
    const reason = `hint, once: ${hints?.reason ?? ''}`;
    return explainSlot(timing, slotAt, now, { source: 'ai-oneshot', reason });
  }
  if (slotAt.getTime() !== due.planned?.getTime()) return explainSlot(timing, slotAt, now);
  const { source } = due;
  if (plannedDecision?.chosen === slotAt.toISOString() && plannedDecision.source === source)
    return plannedDecision;
  if (source === baselineSource(timing)) return explainSlot(timing, slotAt, now);
  return explainSlot(timing, slotAt, now, { source, reason: 'as planned' });
}

function lastOf(slots: readonly Date[]): Date | null {
  return slots.reduce<Date | null>((last, slot) => (last === null || slot > last ? slot : last), null);
}
