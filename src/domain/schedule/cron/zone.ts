import { Temporal } from 'temporal-polyfill';
import { boundedMemo } from '../../bounded-memo.js';

/** A period in which a zone keeps one UTC offset: `[start, end)` in epoch ms, offsets in ms. */
export interface ZoneSegment {
  readonly start: number;
  readonly end: number;
  readonly offset: number;
  /** The offset up to `start`: smaller means that the clock jumped ahead there (a gap). */
  readonly offsetBefore: number;
  /** The offset from `end` on: smaller means that the last local times come again (a repeat). */
  readonly offsetAfter: number;
}

/**
 * If Temporal finds no transition, it has searched about three years ahead. So a segment ends after 1
 * 000 days at the latest, and the next one searches again.
 */
const MAX_SEGMENT_MS = 1_000 * 86_400_000;
const SEGMENTS_PER_ZONE = 64;
const LAST_INSTANT = 8_640_000_000_000_000;

/** Asking Temporal for a transition takes about a millisecond, a cached segment some nanoseconds. */
const segmentsOf = boundedMemo<ZoneSegment[]>(512, () => []);

/** The segment of `timezone` that contains the instant. The zone must be known. */
export function zoneSegmentAt(timezone: string, instantMs: number): ZoneSegment {
  const segments = segmentsOf(timezone);
  const hit = segments.find((segment) => segment.start <= instantMs && instantMs < segment.end);
  if (hit) return hit;
  const segment = findSegment(timezone, instantMs);
  if (segments.length >= SEGMENTS_PER_ZONE) segments.shift();
  segments.push(segment);
  return segment;
}

/**
 * Whether this is the name of an IANA time zone. Plain offsets (`+02:00`) are not, because they have no DST.
 */
export function isTimeZone(name: string): boolean {
  return /^[A-Za-z][A-Za-z0-9_+\-/]{0,63}$/.test(name) && isKnownZone(name);
}

/**
 * Asking takes a quarter of a millisecond. Temporal also refuses abbreviations such as "PST", which `Intl` knows.
 */
const isKnownZone = boundedMemo(512, (name) => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    zoned(name, 0);
    return true;
  } catch {
    return false;
  }
});

function findSegment(timezone: string, instantMs: number): ZoneSegment {
  // "Previous" is strictly before, and an instant that is itself a transition begins its segment.
  const justAfter = zoned(timezone, Math.min(instantMs + 1, LAST_INSTANT));
  const start = justAfter.getTimeZoneTransition('previous')?.epochMilliseconds ?? Number.NEGATIVE_INFINITY;
  const next = zoned(timezone, instantMs).getTimeZoneTransition('next')?.epochMilliseconds;
  const end = Math.min(next ?? Number.POSITIVE_INFINITY, instantMs + MAX_SEGMENT_MS);
  return {
    start,
    end,
    offset: offsetAt(timezone, instantMs),
    offsetBefore: offsetAt(timezone, Number.isFinite(start) ? start - 1 : instantMs),
    offsetAfter: offsetAt(timezone, Math.min(end, LAST_INSTANT)),
  };
}

function offsetAt(timezone: string, instantMs: number): number {
  return zoned(timezone, instantMs).offsetNanoseconds / 1e6;
}

function zoned(timezone: string, instantMs: number): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(instantMs).toZonedDateTimeISO(timezone);
}
