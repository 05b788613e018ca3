/**
 * A limit on sends: in no span of `per`, wherever it begins, do more than `limit` requests to the agent
 * start. First sends, retries and redeliveries count together, over all workers.
 *
 * A send is permitted when it is claimed and starts a moment later. A permit is therefore valid only for a
 * short time (`sendWindowMs`), and counts for `per` plus that time: however long each send took within it,
 * the requests that start in a span of `per` were permitted within `per + sendWindowMs`, in which there are
 * at most `limit`. A worker whose claims take longer asks for permits that are valid for longer, and they count
 * for as much longer. Otherwise each would expire before its request can leave, and nothing would be sent.
 */
import { z } from 'zod';
import { parseDuration } from '../duration.js';

const MIN_PER_MS = 100;
const DAY_MS = 86_400_000;
const MAX_LIMIT = 1_000_000;

const LIMIT = `must be a whole number from 1 to ${MAX_LIMIT.toLocaleString('en')}`;

export const rateLimitSchema = z.strictObject({
  limit: z.number(LIMIT).int(LIMIT).min(1, LIMIT).max(MAX_LIMIT, LIMIT),
  /** Milliseconds, or text such as "1m"; parsed to milliseconds. */
  per: z
    .union([z.number(), z.string()], 'must be milliseconds or a duration such as "1m"')
    .transform((value, context) => {
      const parsed = parseDuration(value);
      if (parsed.kind === 'ok' && parsed.ms >= MIN_PER_MS && parsed.ms <= DAY_MS) return parsed.ms;
      const message = parsed.kind === 'error' ? parsed.message : `must be from ${MIN_PER_MS} ms to 24 hours`;
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    })
    .meta({ title: 'Duration' }),
});

/** At most `limit` sends in any `per` (milliseconds). */
export type RateLimit = z.output<typeof rateLimitSchema>;

/**
 * Permits that were given, the oldest first: how many, from when until when (milliseconds of the database's
 * clock).
 */
export type Permits = readonly (readonly [from: number, until: number, count: number])[];

/**
 * A window has this many parts. Permits that return in the same part are stored as one entry, as if all were
 * given with the last.
 */
const ENTRIES = 128;

/** The longest time for which a permit is valid, in milliseconds. */
const LONGEST_VALID_MS = 10_000;

/** How long a permit is valid, in milliseconds, if claims take no longer than usual. */
export function sendWindowMs({ per }: RateLimit): number {
  return Math.ceil(Math.min(Math.max(per / 10, 50), 2_000));
}

/** How long a permit has to be valid, in milliseconds, for a worker that takes `claimMs` to claim and send. */
export function validMs(rate: RateLimit, claimMs: number): number {
  return Math.max(sendWindowMs(rate), Math.ceil(Math.min(2 * claimMs, LONGEST_VALID_MS)));
}

/** How many may be sent now and, if none, when the next one may. */
export function permitsLeft(rate: RateLimit, given: Permits, now: number): { left: number; nextAt: number } {
  const counting = current(rate, given, now);
  let left = rate.limit - sum(counting);
  if (left > 0) return { left, nextAt: now };
  for (const [, until, count] of counting) {
    left += count;
    if (left > 0) return { left: 0, nextAt: until + windowMs(rate) };
  }
  return { left: 0, nextAt: now + windowMs(rate) }; // cannot happen: limit is at least 1
}

/**
 * Adds `count` permits given now, and drops those that no longer count.
 * @param valid how long they are valid, in milliseconds. What exceeds `sendWindowMs` delays their return as
 * much, as if they were given later
 */
export function permit(
  rate: RateLimit,
  given: Permits,
  count: number,
  now: number,
  valid = sendWindowMs(rate),
): Permits {
  const counting = current(rate, given, now);
  if (count === 0) return counting;
  const last = counting.at(-1);
  const until = Math.max(now + valid - sendWindowMs(rate), last?.[1] ?? 0);
  const part = (instant: number) => Math.floor((instant * ENTRIES) / windowMs(rate));
  if (!last || part(until) > part(last[1])) return [...counting, [now, until, count]];
  return [...counting.slice(0, -1), [last[0], until, last[2] + count]];
}

function windowMs(rate: RateLimit): number {
  return rate.per + sendWindowMs(rate);
}

/** A permit given in the future counts as given now: the clock was set back. */
function current(rate: RateLimit, given: Permits, now: number): Permits {
  return given
    .filter(([, until]) => until > now - windowMs(rate))
    .map(([from, until, count]) => (from > now ? [now, now + until - from, count] : [from, until, count]));
}

function sum(permits: Permits): number {
  return permits.reduce((total, [, , count]) => total + count, 0);
}
