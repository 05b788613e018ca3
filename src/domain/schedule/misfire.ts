import { countSlots, latestSlotAtOrBefore, slotsBetween, type Timing } from './timing.js';

/** What happens to slots found late: run the newest, run all (up to 100), run none. */
export type MisfirePolicy = 'latest' | 'all' | 'skip';

/** However a backlog came about, one claim never runs more of a schedule than this. */
export const MAX_RUNS_PER_CLAIM = 100;

/** Consecutive slots that do not run, recorded as one row. */
export interface MissedSlots {
  readonly slotAt: Date;
  readonly lastSlotAt: Date;
  readonly missedCount: number;
}

export interface MisfireDecision {
  /** Oldest first. */
  readonly run: readonly Date[];
  readonly missed: MissedSlots | null;
}

/**
 * Decides over all slots from `first` (which is due, whether on the grid or not) to `now`:
 *
 * | policy   | runs                                      | is recorded as missed |
 * |----------|-------------------------------------------|-----------------------|
 * | `latest` | the newest                                | all before it         |
 * | `all`    | oldest first, at most 100 (or `maxRuns`)  | the rest              |
 * | `skip`   | none                                      | all                   |
 */
export function decideMisfire(
  policy: MisfirePolicy,
  timing: Timing,
  first: Date,
  now: Date,
  limit = MAX_RUNS_PER_CLAIM,
): MisfireDecision {
  switch (policy) {
    case 'latest': {
      const newest = latestSlotAtOrBefore(timing, first, now) ?? first;
      return { run: [newest], missed: missedSlots(timing, first, new Date(newest.getTime() - 1)) };
    }
    case 'all': {
      const run = [first, ...slotsBetween(timing, first, now, limit - 1)];
      const lastRun = run.at(-1) ?? first;
      const rest = slotsBetween(timing, lastRun, now, 1)[0];
      return { run, missed: rest ? missedSlots(timing, rest, now) : null };
    }
    case 'skip':
      return { run: [], missed: missedSlots(timing, first, now) };
  }
}

/** The slots from `first` to `to` as one record; null when `to` lies before `first`. */
export function missedSlots(timing: Timing, first: Date, to: Date): MissedSlots | null {
  if (to < first) return null;
  return {
    slotAt: first,
    lastSlotAt: latestSlotAtOrBefore(timing, first, to) ?? first,
    missedCount: 1 + countSlots(timing, first, to),
  };
}
