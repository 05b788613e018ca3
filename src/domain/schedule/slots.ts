import {
  baselineSource,
  type Decision,
  explainSlot,
  type PlannedRun,
  planNextRun,
  type RunSource,
} from './governor.js';
import {
  decideMisfire,
  MAX_RUNS_PER_CLAIM,
  type MisfirePolicy,
  type MissedSlots,
  missedSlots,
} from './misfire.js';
import { firstSlot, slotsBetween, type Timing } from './timing.js';

/** A slot is late when it is older than this, in milliseconds. */
export const DEFAULT_MISFIRE_THRESHOLD_MS = 5_000;

export interface SlotsInput {
  readonly timing: Timing;
  /** When the schedule was created, enabled, resumed or re-timed: no slot from before is considered. */
  readonly activatedAt: Date;
  /** The schedule's `nextRunAt`: its oldest slot not handled yet. */
  readonly dueFrom: Date;
  readonly now: Date;
  readonly misfireThresholdMs?: number;
  readonly misfirePolicy?: MisfirePolicy;
  readonly maxRuns: number | null;
  readonly runCount: number;
  /** False while `scheduler.enabled` is off: what is due is recorded, not run. */
  readonly enabledGlobally: boolean;
}

/** Each run carries the decision that led to its own slot, also where one claim runs several. */
export interface SlotRun {
  readonly slotAt: Date;
  readonly source: RunSource;
  readonly decision: Decision;
}

export interface SlotSkip extends MissedSlots {
  readonly reason: 'misfire' | 'scheduler_disabled';
}

export interface SlotsDecision {
  /** Oldest first. */
  readonly run: readonly SlotRun[];
  readonly skipped: readonly SlotSkip[];
  /** The plan after the last slot handled; due already when more slots are due than one claim runs. */
  readonly next: PlannedRun;
  /** The schedule has no slot left: ran once, reached `endAt` or `maxRuns`. */
  readonly exhausted: boolean;
}

/** What is done with the due slots, before the plan that follows from it. */
interface Handling {
  readonly run: readonly Date[];
  readonly skipped: readonly SlotSkip[];
}

/**
 * Decides what becomes of every slot of one schedule that is due at `now`. Each either runs or is recorded
 * with its reason, and the next plan starts after the last one, so that no slot is decided twice or never.
 * A schedule that is not due yields nothing but its plan.
 *
 * Checks come in the order pause, deadline, misfire, overlap; of these only misfire exists today.
 */
export function decideSlots(input: SlotsInput): SlotsDecision {
  const { timing, now } = input;
  const first = oldestSlot(input);
  const runsLeft = input.maxRuns === null ? null : Math.max(input.maxRuns - input.runCount, 0);
  const isDue = first !== null && first <= now && runsLeft !== 0;
  const { run, skipped } = isDue ? handle(input, first, runsLeft) : { run: [], skipped: [] };

  const source = baselineSource(timing);
  const last = lastOf(run, skipped);
  const next = planNextRun({
    now,
    timing,
    ...(last ? { after: last } : { activatedAt: first ?? now }),
    runsLeft: runsLeft === null ? null : runsLeft - run.length,
  });
  return {
    run: run.map((slotAt) => ({ slotAt, source, decision: explainSlot(timing, slotAt, now) })),
    skipped,
    next,
    exhausted: next.nextRunAt === null,
  };
}

function oldestSlot({ timing, activatedAt, dueFrom }: SlotsInput): Date | null {
  return dueFrom < activatedAt ? firstSlot(timing, activatedAt) : dueFrom;
}

function handle(input: SlotsInput, first: Date, runsLeft: number | null): Handling {
  const { timing, now, misfireThresholdMs = DEFAULT_MISFIRE_THRESHOLD_MS } = input;
  if (!input.enabledGlobally) {
    return { run: [], skipped: asSkipped('scheduler_disabled', missedSlots(timing, first, now)) };
  }
  const limit = Math.min(runsLeft ?? MAX_RUNS_PER_CLAIM, MAX_RUNS_PER_CLAIM);
  const isLate = now.getTime() - first.getTime() > misfireThresholdMs;
  if (!isLate) return { run: [first, ...slotsBetween(timing, first, now, limit - 1)], skipped: [] };
  const { run, missed } = decideMisfire(input.misfirePolicy ?? 'latest', timing, first, now, limit);
  return { run, skipped: asSkipped('misfire', missed) };
}

function asSkipped(reason: SlotSkip['reason'], missed: MissedSlots | null): SlotSkip[] {
  return missed === null ? [] : [{ reason, ...missed }];
}

function lastOf(run: readonly Date[], skipped: readonly SlotSkip[]): Date | null {
  const handled = [...run, ...skipped.map(({ lastSlotAt }) => lastSlotAt)];
  return handled.reduce<Date | null>((last, slot) => (last === null || slot > last ? slot : last), null);
}
