import { type Cron, parseCron } from './cron/cron.js';
import {
  countCronSlots,
  type DstGap,
  type DstRepeat,
  latestCronSlot,
  nextCronSlot,
  type ZonedCron,
} from './cron/cron-slots.js';

/** The last year of the common ISO form. PostgreSQL and JavaScript disagree about later ones. */
export const LAST_YEAR = 9_999;
export const LAST_MOMENT = new Date(Date.UTC(LAST_YEAR, 11, 31, 23, 59, 59, 999));

/**
 * The timing of a schedule, as accepted by {@link validateTiming}. A repeating one has exactly one of
 * `cronExpression` and `interval`; a one-time one has neither.
 */
export interface Timing {
  readonly repeat: 'once' | 'repeating';
  readonly cronExpression: string | null;
  /** Milliseconds. */
  readonly interval: number | null;
  /** IANA name. */
  readonly timezone: string;
  /** Inclusive; also the origin of the interval grid. */
  readonly startAt: Date | null;
  /** Exclusive. */
  readonly endAt: Date | null;
  readonly dstGap: DstGap;
  readonly dstRepeat: DstRepeat;
  /** When the schedule was created: the origin of the interval grid if `startAt` is null. */
  readonly origin: Date;
}

/** The slots of one schedule as arithmetic on epoch milliseconds, before `endAt` is applied. */
interface Series {
  /** The first slot strictly after the instant. */
  next(after: number): number | null;
  /** The last slot in `(from, to]`. */
  latest(from: number, to: number): number | null;
  /** How many slots lie in `(from, to]`. */
  count(from: number, to: number): number;
}

/**
 * The first slot strictly after `after`, within `startAt` (inclusive) and `endAt` (exclusive). Null
 * if there is none. The creation instant is the origin of an interval's grid but not itself a slot.
 * @throws if the timing was not validated (for example, an invalid cron expression), which is a bug
 * of the caller
 */
export function nextSlot(timing: Timing, after: Date): Date | null {
  const slot = seriesOf(timing).next(clampStart(timing, after));
  return slot !== null && slot <= lastMoment(timing) ? new Date(slot) : null;
}

/**
 * The first slot of a schedule that was created, enabled, resumed or re-timed at `activatedAt`, never
 * before that moment. A one-time schedule without `startAt` is due at that moment.
 */
export function firstSlot(timing: Timing, activatedAt: Date): Date | null {
  if (timing.repeat === 'once' && timing.startAt === null) {
    return activatedAt.getTime() <= lastMoment(timing) ? activatedAt : null;
  }
  return nextSlot(timing, justBefore(activatedAt));
}

/** The last instant before this one. Instants are whole milliseconds. */
export function justBefore(instant: Date): Date {
  return new Date(instant.getTime() - 1);
}

/** The first `limit` slots in `(fromExclusive, toInclusive]`, oldest first. */
export function slotsBetween(timing: Timing, fromExclusive: Date, toInclusive: Date, limit: number): Date[] {
  const slots: Date[] = [];
  let slot = nextSlot(timing, fromExclusive);
  while (slot !== null && slot <= toInclusive && slots.length < limit) {
    slots.push(slot);
    slot = nextSlot(timing, slot);
  }
  return slots;
}

/** The last slot in `(fromExclusive, at]`, or null. Fast, however long ago `fromExclusive` was. */
export function latestSlotAtOrBefore(timing: Timing, fromExclusive: Date, at: Date): Date | null {
  const from = clampStart(timing, fromExclusive);
  const slot = seriesOf(timing).latest(from, clampEnd(timing, at));
  return slot === null ? null : new Date(slot);
}

/** The exact number of slots in `(fromExclusive, toInclusive]`, without iterating over them. */
export function countSlots(timing: Timing, fromExclusive: Date, toInclusive: Date): number {
  return seriesOf(timing).count(clampStart(timing, fromExclusive), clampEnd(timing, toInclusive));
}

function clampStart({ startAt }: Timing, after: Date): number {
  return startAt ? Math.max(after.getTime(), startAt.getTime() - 1) : after.getTime();
}

function clampEnd(timing: Timing, to: Date): number {
  return Math.min(to.getTime(), lastMoment(timing));
}

function lastMoment({ endAt }: Timing): number {
  return endAt ? endAt.getTime() - 1 : Number.POSITIVE_INFINITY;
}

function seriesOf(timing: Timing): Series {
  const origin = (timing.startAt ?? timing.origin).getTime();
  if (timing.repeat === 'once') return onceSeries(origin);
  if (timing.interval !== null) return intervalSeries(timing.interval, origin, timing.startAt ? 0 : 1);
  return cronSeries({ ...timing, cron: cronOf(timing) });
}

function onceSeries(at: number): Series {
  const within = (from: number, to: number) => from < at && at <= to;
  return {
    next: (after) => (after < at ? at : null),
    latest: (from, to) => (within(from, to) ? at : null),
    count: (from, to) => (within(from, to) ? 1 : 0),
  };
}

/** A fixed grid `origin + k · interval`, k ≥ `firstIndex`. A late run never moves it. */
function intervalSeries(interval: number, origin: number, firstIndex: number): Series {
  const lastIndexAt = (instant: number) =>
    Math.max(Math.floor((instant - origin) / interval), firstIndex - 1);
  return {
    next: (after) => origin + (lastIndexAt(after) + 1) * interval,
    latest: (from, to) => (lastIndexAt(to) > lastIndexAt(from) ? origin + lastIndexAt(to) * interval : null),
    count: (from, to) => Math.max(lastIndexAt(to) - lastIndexAt(from), 0),
  };
}

function cronSeries(zoned: ZonedCron): Series {
  return {
    next: (after) => nextCronSlot(zoned, after),
    latest: (from, to) => latestCronSlot(zoned, from, to),
    count: (from, to) => countCronSlots(zoned, from, to),
  };
}

export function cronOf({ cronExpression }: Timing): Cron {
  const parsed = parseCron(cronExpression ?? '');
  // SQL can write an invalid expression, and the message is shown to people.
  if (parsed.kind === 'error') throw new Error(parsed.message);
  return parsed.cron;
}
