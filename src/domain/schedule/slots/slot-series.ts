import { countSlots, latestSlotAtOrBefore, nextSlot, type Timing } from '../timing.js';

/** Slots in order, computed by arithmetic: nothing iterates over a long time. */
export interface SlotSeries {
  /** The first slot strictly after the instant. */
  next(after: Date): Date | null;
  /** The last slot in `(after, to]`. */
  latest(after: Date, to: Date): Date | null;
  /** How many slots are in `(after, to]`. */
  count(after: Date, to: Date): number;
}

export function gridOf(timing: Timing): SlotSeries {
  return {
    next: (after) => nextSlot(timing, after),
    latest: (after, to) => latestSlotAtOrBefore(timing, after, to),
    count: (after, to) => countSlots(timing, after, to),
  };
}

/**
 * Single instants in order, and the part of the grid strictly after `gridFrom`. An instant must not be on
 * that part, unless it is the first slot of all.
 */
export function withInstants(grid: SlotSeries, gridFrom: Date, instants: readonly Date[]): SlotSeries {
  const within = (after: Date, to: Date) => instants.filter((at) => at > after && at <= to);
  const onGrid = (after: Date) => (after < gridFrom ? gridFrom : after);
  return {
    next: (after) => earlier(grid.next(onGrid(after)), instants.find((at) => at > after) ?? null),
    latest: (after, to) => later(grid.latest(onGrid(after), to), within(after, to).at(-1) ?? null),
    count: (after, to) => grid.count(onGrid(after), to) + within(after, to).length,
  };
}

/** The first `limit` slots in `(after, to]`, oldest first. */
export function slotsWithin(series: SlotSeries, after: Date, to: Date, limit: number): Date[] {
  const slots: Date[] = [];
  let slot = limit > 0 ? series.next(after) : null;
  while (slot !== null && slot <= to) {
    slots.push(slot);
    slot = slots.length < limit ? series.next(slot) : null;
  }
  return slots;
}

function earlier(a: Date | null, b: Date | null): Date | null {
  if (a === null || b === null) return a ?? b;
  return a <= b ? a : b;
}

function later(a: Date | null, b: Date | null): Date | null {
  if (a === null || b === null) return a ?? b;
  return a >= b ? a : b;
}
