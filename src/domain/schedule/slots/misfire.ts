import { type SlotSeries, slotsWithin } from './slot-series.js';

/** What happens to late slots: the newest runs, all run (up to 100), or none runs. */
export type MisfirePolicy = 'latest' | 'all' | 'skip';

/** One claim never runs more slots of a schedule than this, however large the backlog. */
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
 * Decides over all slots of `due` from `first`, which is one of them, to `now`:
 *
 * | policy   | runs                                      | is recorded as missed |
 * |----------|-------------------------------------------|-----------------------|
 * | `latest` | the newest                                | all before it         |
 * | `all`    | oldest first, at most `limit`             | the rest              |
 * | `skip`   | none                                      | all                   |
 */
export function decideMisfire(
  policy: MisfirePolicy,
  due: SlotSeries,
  first: Date,
  now: Date,
  limit = MAX_RUNS_PER_CLAIM,
): MisfireDecision {
  switch (policy) {
    case 'latest': {
      const newest = due.latest(first, now) ?? first;
      return { run: [newest], missed: missedSlots(due, first, new Date(newest.getTime() - 1)) };
    }
    case 'all': {
      const run = slotsWithin(due, new Date(first.getTime() - 1), now, limit);
      const rest = run.length > 0 ? due.next(run.at(-1) as Date) : first;
      return { run, missed: rest && missedSlots(due, rest, now) };
    }
    case 'skip':
      return { run: [], missed: missedSlots(due, first, now) };
  }
}

/**
 * The slots of the series from `first`, which is one of them, to `to` as one record. Null if `to` is
 * before `first`.
 */
export function missedSlots(series: SlotSeries, first: Date, to: Date): MissedSlots | null {
  if (to < first) return null;
  return {
    slotAt: first,
    lastSlotAt: series.latest(first, to) ?? first,
    missedCount: 1 + series.count(first, to),
  };
}
