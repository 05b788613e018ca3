import { countSlots, slotsBetween, type Timing } from './timing.js';

export interface SlotsInRange {
  /** Oldest first, at most `limit`. */
  readonly slots: readonly Date[];
  /** How many lie in the range, counted without walking them. */
  readonly total: number;
}

/**
 * The slots of a timing in `[from, to)`, as if the schedule had been on all the time: when it was created or
 * enabled does not matter, nor hints, limits and pauses, which are of their moment. `startAt` and `endAt`
 * still bound it. An interval without `startAt` has its grid from creation on and none before: there are no
 * slots of that time to make up for.
 */
export function slotsInRange(timing: Timing, from: Date, to: Date, limit: number): SlotsInRange {
  const before = new Date(from.getTime() - 1);
  const last = new Date(to.getTime() - 1);
  return { slots: slotsBetween(timing, before, last, limit), total: countSlots(timing, before, last) };
}
