import { countSlots, slotsBetween, type Timing } from '../timing.js';

export interface SlotsInRange {
  /** Oldest first, at most `limit`. */
  readonly slots: readonly Date[];
  /** How many are in the range, without iterating over them. */
  readonly total: number;
}

/**
 * The slots of a timing in `[from, to)`, as if the schedule had always been enabled: it does not matter when
 * it was created or enabled. Hints, limits and pauses do not apply, because they belong to their time.
 * `startAt` and `endAt` do apply. An interval without `startAt` has its grid from its creation on and no
 * slots before.
 */
export function slotsInRange(timing: Timing, from: Date, to: Date, limit: number): SlotsInRange {
  const before = new Date(from.getTime() - 1);
  const last = new Date(to.getTime() - 1);
  return { slots: slotsBetween(timing, before, last, limit), total: countSlots(timing, before, last) };
}
