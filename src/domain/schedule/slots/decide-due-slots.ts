import type { DueSlots } from './due-slots.js';
import {
  decideMisfire,
  MAX_RUNS_PER_CLAIM,
  type MisfirePolicy,
  type MissedSlots,
  missedSlots,
} from './misfire.js';
import { type ConcurrencyPolicy, decideOverlap, type OverlapDecision } from './overlap.js';
import { type SlotSeries, slotsWithin } from './slot-series.js';

/** A slot is late when it is older than this, in milliseconds. */
export const DEFAULT_MISFIRE_THRESHOLD_MS = 5_000;

/** The schedule's policies for slots that cannot simply run, and what prevents them. */
export interface SlotPolicies {
  readonly now: Date;
  readonly pausedUntil?: Date | null;
  /** False while `scheduler.enabled` is off: due slots are recorded and do not run. */
  readonly enabledGlobally: boolean;
  /** Slots later than this many milliseconds do not run. */
  readonly startingDeadline?: number | null;
  readonly misfireThresholdMs?: number;
  /**
   * Since when due slots have been claimed without a break. Slots that became due since then were
   * only waiting for their turn and are not late, however long that took. Defaults to `now`.
   */
  readonly watchedSince?: Date | null;
  /** Defaults to `latest`. */
  readonly misfirePolicy?: MisfirePolicy;
  /** Defaults to `allow`. */
  readonly concurrencyPolicy?: ConcurrencyPolicy;
  /** Number of runs that are PENDING or RUNNING, without queued ones. Defaults to 0. */
  readonly active?: number;
  /** Number of queued runs under the policy `queue`. Defaults to 0. */
  readonly waiting?: number;
}

interface SlotSkip extends MissedSlots {
  readonly reason: 'disabled' | 'paused' | 'scheduler_disabled' | 'deadline' | 'misfire' | 'overlap';
}

export interface DueSlotsDecision extends Omit<OverlapDecision, 'overlapped'> {
  /** Oldest first. */
  readonly skipped: readonly SlotSkip[];
  /** Whether the oldest slot that may run was late. */
  readonly late: boolean;
}

export const NOTHING_DUE: DueSlotsDecision = {
  start: [],
  wait: [],
  cancelActive: false,
  replaceWaiter: false,
  skipped: [],
  late: false,
};

/**
 * Decides about all due slots, if there are any, by pause, disabled scheduler,
 * deadline, misfire policy and overlap, in this order. Each check removes the slots that must not
 * run, oldest first. `runsLeft` of `maxRuns` is at least 1, or null.
 */
export function decideDueSlots(
  policies: SlotPolicies,
  due: DueSlots,
  runsLeft: number | null,
): DueSlotsDecision {
  const { now, pausedUntil, enabledGlobally } = policies;
  const skipped: SlotSkip[] = [];
  let first = due.first;
  const skipBefore = (reason: SlotSkip['reason'], end: number) => {
    const to = new Date(Math.min(end - 1, now.getTime()));
    if (first === null || first > to) return;
    skipped.push(...asSkipped(reason, missedSlots(due.series, first, to)));
    first = due.series.next(to);
  };
  if (pausedUntil != null) skipBefore('paused', pausedUntil.getTime());
  if (!enabledGlobally) skipBefore('scheduler_disabled', Number.POSITIVE_INFINITY);
  if (policies.startingDeadline != null) skipBefore('deadline', now.getTime() - policies.startingDeadline);
  if (first === null) return { ...NOTHING_DUE, skipped };
  return runOrMiss(policies, due.series, first, runsLeft, skipped);
}

function runOrMiss(
  policies: SlotPolicies,
  due: SlotSeries,
  first: Date,
  runsLeft: number | null,
  skipped: readonly SlotSkip[],
): DueSlotsDecision {
  const { now, misfireThresholdMs = DEFAULT_MISFIRE_THRESHOLD_MS, misfirePolicy = 'latest' } = policies;
  const { concurrencyPolicy = 'allow', active = 0, waiting = 0 } = policies;
  const watchedSince = policies.watchedSince ?? now;
  const late = Math.min(now.getTime(), watchedSince.getTime()) - first.getTime() > misfireThresholdMs;
  const keepsAll = late && misfirePolicy === 'all' && concurrencyPolicy === 'queue';
  const limit = mostRuns(policies, runsLeft, keepsAll);
  const { run, missed } = late
    ? decideMisfire(misfirePolicy, due, first, now, limit)
    : { run: slotsWithin(due, new Date(first.getTime() - 1), now, limit), missed: null };
  const overlap = decideOverlap(concurrencyPolicy, run, { active, waiting }, keepsAll);
  const { start, wait, overlapped, cancelActive, replaceWaiter } = overlap;
  const rest = [...asSkipped('misfire', missed), ...asSkipped('overlap', consecutive(overlapped))];
  rest.sort((a, b) => a.slotAt.getTime() - b.slotAt.getTime());
  return { start, wait, cancelActive, replaceWaiter, skipped: [...skipped, ...rest], late };
}

/** How many slots to examine, so that at most 100 and no more than `maxRuns` run. None if it is not positive. */
function mostRuns(policies: SlotPolicies, runsLeft: number | null, keepsAll: boolean): number {
  const { concurrencyPolicy = 'allow', active = 0, waiting = 0 } = policies;
  const left = Math.min(runsLeft ?? MAX_RUNS_PER_CLAIM, MAX_RUNS_PER_CLAIM);
  if (concurrencyPolicy === 'allow') return left;
  if (keepsAll) return Math.min(left, MAX_RUNS_PER_CLAIM - waiting);
  // Only one of several slots runs, or one starts and one waits. The others are overlaps, however
  // many runs are left.
  return concurrencyPolicy === 'queue' && active + waiting === 0 && left === 1 ? 1 : MAX_RUNS_PER_CLAIM;
}

function consecutive(slots: readonly Date[]): MissedSlots | null {
  const [slotAt, lastSlotAt] = [slots[0], slots.at(-1)];
  return slotAt && lastSlotAt ? { slotAt, lastSlotAt, missedCount: slots.length } : null;
}

export function asSkipped(reason: SlotSkip['reason'], missed: MissedSlots | null): SlotSkip[] {
  return missed === null ? [] : [{ reason, ...missed }];
}
