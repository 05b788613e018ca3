import { baselineSource, failureBackoff } from '../governor/baseline.js';
import type { RunSource } from '../governor/decision.js';
import type { Governing } from '../governor/plan-input.js';
import { firstSlot, justBefore, nextSlot, type Timing } from '../timing.js';
import { type MissedSlots, missedSlots } from './misfire.js';
import { gridOf, type SlotSeries, withInstants } from './slot-series.js';

export interface DueInput extends Governing {
  readonly timing: Timing;
  readonly activatedAt: Date;
  readonly dueFrom: Date;
  readonly source?: RunSource | null;
  readonly now: Date;
}

/** The slots of a schedule that have not been handled yet. */
export interface DueSlots {
  readonly series: SlotSeries;
  /** The oldest slot, whether or not it is due by `now`. Null if there is none. */
  readonly first: Date | null;
  /** The planned slot, if it is not on the grid and not the end of a pause. */
  readonly planned: Date | null;
  /** Why it was planned. */
  readonly source: RunSource;
  /** The additional run of a hint that became due beside the plan. */
  readonly oneShot: Date | null;
  /** The grid has been handled up to here, so the next plan starts no earlier. */
  readonly gridFrom: Date;
  /** Planned slots from before the activation, which do not run. */
  readonly withdrawn: MissedSlots | null;
}

/**
 * The slots that are due, given the plan. Grid points that a limit or an interval hint skipped are not
 * slots; the decision records the limit or hint. So the grid starts
 *
 * - after a slot of the baseline, of a hint's additional run or of `maxInterval`: at that slot;
 * - after a slot of `minInterval`: now, because the limit applies;
 * - after a slot of a hint while its interval is in effect: at the end of the hint;
 * - after a pause: at the last slot handled before it.
 *
 * An additional run that became due meanwhile is one more slot. While failures stretch the interval, the
 * grid is the stretched one.
 */
export function dueSlots(input: DueInput): DueSlots {
  return input.source === 'paused' ? sinceBeforePause(input) : sincePlanned(input);
}

function sincePlanned(input: DueInput): DueSlots {
  const { activatedAt, dueFrom: planned, source } = input;
  if (planned < activatedAt) return sinceActivation(input);
  return assemble(input, {
    planned,
    source,
    gridFrom: gridAfterPlanned(input, planned),
    lastSlotAt: planned,
  });
}

/** SQL has disabled and enabled the schedule while slots were due. */
function sinceActivation(input: DueInput): DueSlots {
  const { timing, activatedAt } = input;
  const planned = firstSlot(timing, activatedAt);
  const withdrawn = beforeActivation(input);
  if (planned === null)
    return assemble(input, { planned, gridFrom: activatedAt, lastSlotAt: null, withdrawn });
  return assemble(input, { planned, gridFrom: planned, lastSlotAt: planned, withdrawn });
}

/** A plan from before its creation, which only SQL can write, has no slots. */
function beforeActivation({ timing, activatedAt, dueFrom }: DueInput): MissedSlots | null {
  if (dueFrom < timing.origin) return null;
  const series = withInstants(gridOf(timing), dueFrom, [dueFrom]);
  return missedSlots(series, dueFrom, justBefore(activatedAt));
}

function gridAfterPlanned({ source, hints, now }: DueInput, planned: Date): Date {
  if (source == null || source.startsWith('baseline-')) return planned;
  if (source === 'clamped-min') return now;
  if (hints == null || hints.intervalMs === null || hints.expiresAt <= planned) return planned;
  return hints.expiresAt < now ? hints.expiresAt : now;
}

function sinceBeforePause(input: DueInput): DueSlots {
  const { timing, activatedAt, lastSlotAt } = input;
  const isHandled = lastSlotAt != null && lastSlotAt >= activatedAt;
  // A one-time schedule without startAt is due at its activation, and has no grid.
  const planned = isHandled || timing.repeat !== 'once' ? null : firstSlot(timing, activatedAt);
  const gridFrom = isHandled ? lastSlotAt : new Date(activatedAt.getTime() - 1);
  return assemble(input, { planned, gridFrom, lastSlotAt: lastSlotAt ?? null });
}

interface Basis {
  readonly planned: Date | null;
  readonly source?: RunSource | null | undefined;
  readonly gridFrom: Date;
  /** The time from which failures stretch the interval. */
  readonly lastSlotAt: Date | null;
  readonly withdrawn?: MissedSlots | null;
}

function assemble(
  input: DueInput,
  { planned, source, gridFrom, lastSlotAt, withdrawn = null }: Basis,
): DueSlots {
  const grid = gridOf(stretched(input, lastSlotAt, gridFrom));
  const oneShot = oneShotBeside(planned ?? gridFrom, gridFrom, input, grid);
  const instants = [planned, oneShot].filter((at) => at !== null);
  const series = withInstants(grid, gridFrom, instants);
  const first = planned ?? series.next(gridFrom);
  return {
    series,
    first,
    planned,
    source: source ?? baselineSource(input.timing),
    oneShot,
    gridFrom,
    withdrawn,
  };
}

/**
 * The additional run of a hint that became due while the hint was in effect. A plan for a later time
 * already includes it; on the grid it is not a separate slot.
 */
function oneShotBeside(
  planned: Date,
  gridFrom: Date,
  { hints, now, timing }: DueInput,
  grid: SlotSeries,
): Date | null {
  const at = hints?.nextRunAt;
  if (!hints || !at || timing.repeat === 'once') return null;
  const { startAt, endAt } = timing;
  const isOutside = (startAt && at < startAt) || (endAt && at >= endAt);
  if (isOutside || at <= planned || at > now || at >= hints.expiresAt) return null;
  return at > gridFrom && grid.count(new Date(at.getTime() - 1), at) > 0 ? null : at;
}

/**
 * The grid with its interval doubled by each failure, from the first point that is late enough after
 * the last slot.
 */
function stretched(input: DueInput, lastSlotAt: Date | null, gridFrom: Date): Timing {
  const { timing } = input;
  const backoff = failureBackoff(input, lastSlotAt);
  if (backoff === null || timing.interval === null) return timing;
  const { factor, notBefore } = backoff;
  const from = new Date(Math.max(notBefore.getTime() - 1, gridFrom.getTime()));
  return { ...timing, interval: timing.interval * factor, startAt: nextSlot(timing, from) ?? from };
}
