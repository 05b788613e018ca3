import type { Cron } from './cron.js';
import { countLocalMinutes, nextLocalMinute } from './local-minutes.js';
import { type ZoneSegment, zoneSegmentAt } from './zone.js';

/** What happens to a fixed time of day when the clock jumps ahead (gap) or back (repeat). */
export type DstGap = 'next_valid' | 'skip';
export type DstRepeat = 'first' | 'last' | 'both';

/** A cron expression in a zone. All instants below are epoch milliseconds. */
export interface ZonedCron {
  readonly cron: Cron;
  readonly timezone: string;
  readonly dstGap: DstGap;
  readonly dstRepeat: DstRepeat;
}

/** 29 February can be eight years away. A slot that does not occur within thirty years never does. */
const HORIZON_MS = 30 * 366 * 86_400_000;
const LAST_INSTANT = 8_640_000_000_000_000;
const MINUTE = 60_000;

/**
 * The first slot strictly after `after`, or null when none comes within thirty years.
 *
 * Walks the stretches of constant offset. In each, slots are the matching local minutes of a window,
 * and possibly its very start:
 *
 * | hour field | local window of a segment                       | its start, after a gap              |
 * |------------|--------------------------------------------------|-------------------------------------|
 * | `*…`       | all of it: both passes of a repeated hour run    | nothing: those minutes do not exist |
 * | otherwise  | `first`: without the second pass at its start;   | `next_valid`: fires once if a time  |
 * |            | `last`: without the first pass at its end        | fell in the gap                     |
 */
export function nextCronSlot(zoned: ZonedCron, after: number): number | null {
  const from = Math.floor(after) + 1;
  const horizon = Math.min(from + HORIZON_MS, LAST_INSTANT);
  for (let at = from; at < horizon; ) {
    const segment = zoneSegmentAt(zoned.timezone, at);
    if (segment.start === at && firesAfterGap(zoned, segment)) return segment.start;
    const window = localWindow(zoned, segment);
    const local = nextLocalMinute(zoned.cron, Math.max(window.from, at + segment.offset), window.to);
    if (local !== null) return local - segment.offset;
    at = segment.end;
  }
  return null;
}

/**
 * The last slot in `(from, to]`, or null. A binary search over {@link nextCronSlot}, which is monotone: some
 * tens of steps however long the time is, and no second search that must agree with the first.
 */
export function latestCronSlot(zoned: ZonedCron, from: number, to: number): number | null {
  let best = slotWithin(zoned, from, to);
  if (best === null) return null;
  for (let back = MINUTE; to - back > best; back *= 4) {
    const slot = slotWithin(zoned, to - back, to);
    if (slot === null) continue;
    best = slot;
    break;
  }
  let low = best;
  let high = to;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const slot = slotWithin(zoned, middle, to);
    if (slot === null) {
      high = middle;
    } else {
      best = slot;
      low = slot;
    }
  }
  return best;
}

/** The exact number of slots in `(from, to]`. The cost grows with the days, not with the slots. */
export function countCronSlots(zoned: ZonedCron, from: number, to: number): number {
  let count = 0;
  for (let at = Math.floor(from) + 1; at <= to; ) {
    const segment = zoneSegmentAt(zoned.timezone, at);
    const window = localWindow(zoned, segment);
    const localFrom = Math.max(window.from, at + segment.offset);
    count += countLocalMinutes(zoned.cron, localFrom, Math.min(window.to, to + 1 + segment.offset));
    if (segment.start === at && firesAfterGap(zoned, segment) && !firesAtStart(zoned, segment)) count += 1;
    at = segment.end;
  }
  return count;
}

function slotWithin(zoned: ZonedCron, from: number, to: number): number | null {
  const slot = nextCronSlot(zoned, from);
  return slot !== null && slot <= to ? slot : null;
}

function localWindow(zoned: ZonedCron, segment: ZoneSegment): { from: number; to: number } {
  const { start, end, offset, offsetBefore, offsetAfter } = segment;
  const fixedTime = !zoned.cron.followsRealTime;
  const firstPassOnly = fixedTime && zoned.dstRepeat === 'first';
  const lastPassOnly = fixedTime && zoned.dstRepeat === 'last';
  return {
    from: start + (firstPassOnly ? Math.max(offset, offsetBefore) : offset),
    to: end + (lastPassOnly ? Math.min(offset, offsetAfter) : offset),
  };
}

function firesAfterGap({ cron, dstGap }: ZonedCron, { start, offset, offsetBefore }: ZoneSegment): boolean {
  if (cron.followsRealTime || dstGap === 'skip' || offset <= offsetBefore) return false;
  return nextLocalMinute(cron, start + offsetBefore, start + offset) !== null;
}

/** Whether the first instant after the gap is itself a slot, so that both are one. */
function firesAtStart({ cron }: ZonedCron, { start, offset }: ZoneSegment): boolean {
  return nextLocalMinute(cron, start + offset, start + offset + 1) !== null;
}
