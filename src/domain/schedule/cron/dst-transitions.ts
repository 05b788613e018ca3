import { cronOf, type Timing } from '../timing.js';
import type { Cron } from './cron.js';
import { nextLocalMinute } from './local-minutes.js';
import { zoneSegmentAt } from './zone.js';

/** One change of a zone's offset, and its effect on a schedule. */
export interface DstTransition {
  readonly at: Date;
  /** `gap`: the clock jumps ahead and local times are skipped; `repeat`: it goes back and they come twice. */
  readonly kind: 'gap' | 'repeat';
  /** UTC offsets before and after, as `+05:30`. */
  readonly from: string;
  readonly to: string;
  /** The local time at which the clock changes and the one it changes to, as `2026-03-29T02:00`. */
  readonly localFrom: string;
  readonly localTo: string;
  /**
   * The first of the schedule's local times that are skipped or occur twice, and when they run:
   * never, once or twice.
   */
  readonly affected: readonly { readonly local: string; readonly runsAt: readonly Date[] }[];
  readonly effect: string;
}

/** How far Temporal looks ahead: zones that still change do so at least yearly. */
const HORIZON_MS = 3 * 366 * 86_400_000;
const COUNT = 2;
const SHOWN = 5;
const MINUTE = 60_000;

/** The next two changes of the schedule's zone strictly after `now`. Empty if the clock does not change. */
export function dstTransitions(timing: Timing, now: Date): DstTransition[] {
  const found: DstTransition[] = [];
  const horizon = now.getTime() + HORIZON_MS;
  let segment = zoneSegmentAt(timing.timezone, now.getTime());
  while (found.length < COUNT && segment.end <= horizon) {
    const { end, offset, offsetAfter } = segment;
    if (offset !== offsetAfter) found.push(transition(timing, end, offset, offsetAfter));
    segment = zoneSegmentAt(timing.timezone, end);
  }
  return found;
}

function transition(timing: Timing, at: number, before: number, after: number): DstTransition {
  const kind = after > before ? 'gap' : 'repeat';
  const change = { at, before, after };
  const cron = timing.cronExpression === null ? null : cronOf(timing);
  const readings = cron ? firstReadings(cron, change) : [];
  const affected = readings.map((reading) => ({
    local: show(reading),
    runsAt: cron ? runsOf(reading, timing, cron, change).map((instant) => new Date(instant)) : [],
  }));
  return {
    at: new Date(at),
    kind,
    from: showOffset(before),
    to: showOffset(after),
    localFrom: show(at + before),
    localTo: show(at + after),
    affected,
    effect: effectOf(timing, cron, kind, affected[0]?.local.slice(11)),
  };
}

interface Change {
  readonly at: number;
  readonly before: number;
  readonly after: number;
}

/** Matching local times among those that are skipped or occur twice. */
function firstReadings(cron: Cron, { at, before, after }: Change): number[] {
  const readings: number[] = [];
  const limit = at + Math.max(before, after);
  let reading = nextLocalMinute(cron, at + Math.min(before, after), limit);
  while (reading !== null && readings.length < SHOWN) {
    readings.push(reading);
    reading = nextLocalMinute(cron, reading + MINUTE, limit);
  }
  return readings;
}

/** The same rules as in `cron-slots.ts`, for one local time. */
function runsOf(reading: number, { dstGap, dstRepeat }: Timing, cron: Cron, change: Change): number[] {
  const { at, before, after } = change;
  if (after > before) return cron.followsRealTime || dstGap === 'skip' ? [] : [at];
  const [first, last] = [reading - before, reading - after];
  if (cron.followsRealTime || dstRepeat === 'both') return [first, last];
  return [dstRepeat === 'first' ? first : last];
}

function effectOf(
  { repeat, interval, dstGap, dstRepeat }: Timing,
  cron: Cron | null,
  kind: DstTransition['kind'],
  time: string | undefined,
): string {
  if (repeat === 'once') return 'No effect: the schedule runs once, at a fixed instant.';
  if (interval !== null) return 'No effect: intervals are measured in elapsed time.';
  if (time === undefined)
    return `No effect: the schedule has no runs in the ${kind === 'gap' ? 'skipped' : 'repeated'} period.`;
  if (kind === 'gap') {
    if (cron?.followsRealTime)
      return `Times from ${time} on do not exist that day. Because the hour field begins with "*", runs continue in real time.`;
    if (dstGap === 'skip') return `${time} does not exist that day: it does not run (dstGap SKIP).`;
    return `${time} does not exist that day: it runs once, right after the gap (dstGap NEXT_VALID).`;
  }
  if (cron?.followsRealTime)
    return `${time} occurs twice. Because the hour field begins with "*", it runs both times.`;
  if (dstRepeat === 'both') return `${time} occurs twice: it runs both times (dstRepeat BOTH).`;
  return `${time} occurs twice: it runs the ${dstRepeat} time only (dstRepeat ${dstRepeat.toUpperCase()}).`;
}

function show(local: number): string {
  return new Date(local).toISOString().slice(0, 16);
}

function showOffset(offset: number): string {
  const size = Math.abs(offset);
  return `${offset < 0 ? '-' : '+'}${new Date(size).toISOString().slice(11, 16)}`;
}
