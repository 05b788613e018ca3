import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Permits,
  permit,
  permitsLeft,
  type RateLimit,
  rateLimitSchema,
  sendWindowMs,
  validMs,
} from '../../../src/domain/agent/rate-limit.js';

describe('the notation', () => {
  test('per is in milliseconds or a duration', () => {
    expect(rateLimitSchema.parse({ limit: 10, per: '1m' })).toEqual({ limit: 10, per: 60_000 });
    expect(rateLimitSchema.parse({ limit: 1, per: 250 })).toEqual({ limit: 1, per: 250 });
  });

  test.each([
    [{ limit: 0, per: '1s' }, 'must be a whole number from 1 to 1,000,000'],
    [{ limit: 1.5, per: '1s' }, 'must be a whole number from 1 to 1,000,000'],
    [{ limit: 1, per: '10ms' }, 'must be from 100 ms to 24 hours'],
    [{ limit: 1, per: '2d' }, 'must be from 100 ms to 24 hours'],
    [{ limit: 1, per: 'soon' }, '"soon" is not a duration'],
    [{ limit: 1 }, 'must be milliseconds or a duration such as "1m"'],
    [{ limit: 1, per: 1000, burst: 2 }, 'burst'],
  ])('%j is refused', (value, message) => {
    expect(rateLimitSchema.safeParse(value).error?.issues[0]?.message).toContain(message);
  });
});

test('used permits return one by one as they age, not all at once', () => {
  const rate: RateLimit = { limit: 3, per: 10_000 };
  let permits: Permits = permit(rate, [], 2, 0);
  permits = permit(rate, permits, 1, 4_000);
  expect(permitsLeft(rate, permits, 5_000)).toEqual({ left: 0, nextAt: 11_000 });
  expect(permitsLeft(rate, permits, 11_000)).toMatchObject({ left: 2 });
  expect(permitsLeft(rate, permits, 15_000)).toMatchObject({ left: 3 });
});

test('a lowered limit waits until enough permits have returned; a raised one applies at once', () => {
  const permits = permit({ limit: 5, per: 1_000 }, permit({ limit: 5, per: 1_000 }, [], 3, 0), 2, 500);
  expect(permitsLeft({ limit: 2, per: 1_000 }, permits, 600)).toEqual({ left: 0, nextAt: 1_600 });
  expect(permitsLeft({ limit: 3, per: 1_000 }, permits, 600)).toEqual({ left: 0, nextAt: 1_100 });
  expect(permitsLeft({ limit: 8, per: 1_000 }, permits, 600)).toMatchObject({ left: 3 });
});

test('a clock that is set back delays nobody for longer than one window', () => {
  const rate = { limit: 1, per: 1_000 };
  const permits = permit(rate, [], 1, 3_600_000);
  expect(permitsLeft(rate, permits, 0)).toEqual({ left: 0, nextAt: 1_100 });
});

test('a permit that is valid for longer returns as much later, also after other claims', () => {
  const rate = { limit: 1, per: 1_000 };
  const slow = permit(rate, [], 1, 0, 400);
  expect(permitsLeft(rate, slow, 10)).toEqual({ left: 0, nextAt: 1_400 });
  expect(permitsLeft(rate, permit(rate, slow, 0, 20), 1_399)).toEqual({ left: 0, nextAt: 1_400 });
  expect(permitsLeft(rate, slow, 1_400)).toMatchObject({ left: 1 });
});

test('a permit does not wait for one that was given at the same time and is valid for longer', () => {
  const rate = { limit: 2, per: 1_000 };
  const permits = permit(rate, permit(rate, [], 1, 0), 1, 0, 400);
  expect(permitsLeft(rate, permits, 10)).toEqual({ left: 0, nextAt: 1_100 });
  expect(permitsLeft(rate, permits, 1_100)).toMatchObject({ left: 1 });
  expect(permitsLeft(rate, permits, 1_400)).toMatchObject({ left: 2 });
});

test('a window of many permits is stored as few entries', () => {
  const rate = { limit: 1_000_000, per: 1_000 };
  let permits: Permits = [];
  for (let now = 0; now < 3_000; now += 1) permits = permit(rate, permits, 5, now);
  expect(permits.length).toBeLessThanOrEqual(130);
  expect(permitsLeft(rate, permits, 3_000).left).toBe(1_000_000 - 5 * 1_100);
});

test('a permit is valid for twice the time that claims take, within bounds', () => {
  expect([0, 60, 90_000].map((claimMs) => validMs({ limit: 1, per: 1_000 }, claimMs))).toEqual([
    100, 120, 10_000,
  ]);
});

test('no window starts more calls than the limit, however long each takes to leave, and permits return in time', () => {
  const asks = fc.array(
    fc.record({
      afterMs: fc.nat(700),
      claimMs: fc.oneof(fc.constant(0), fc.nat(2_000)),
      wants: fc.integer({ min: 1, max: 8 }),
      delays: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 8, maxLength: 8 }),
    }),
    { maxLength: 120 },
  );
  fc.assert(
    fc.property(
      asks,
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 100, max: 3_000 }),
      (list, limit, per) => {
        const rate = { limit, per };
        const window = per + sendWindowMs(rate);
        let permits: Permits = [];
        const sends: number[] = [];
        const given: number[] = [];
        let now = 1_000;
        let last = 0;
        for (const { afterMs, wants, delays, claimMs } of list) {
          now += afterMs;
          const { left, nextAt } = permitsLeft(rate, permits, now);
          const count = Math.min(wants, left);
          // Entries are merged, so one may come back a little late: never by more than the share of one entry.
          const exact = limit - given.filter((at) => at > now - window).length;
          const slow = limit - given.filter((at) => at > now - window - window / 128).length;
          expect(left).toBeLessThanOrEqual(Math.max(0, exact));
          expect(left).toBeGreaterThanOrEqual(Math.max(0, slow));
          if (left === 0) expect(permitsLeft(rate, permits, nextAt).left).toBeGreaterThan(0);
          const valid = validMs(rate, claimMs);
          permits = permit(rate, permits, count, now, valid);
          expect(permits.length).toBeLessThanOrEqual(130);
          for (let n = 0; n < count; n += 1) {
            last = Math.max(last, now + valid - sendWindowMs(rate));
            given.push(last);
            sends.push(now + (delays[n] ?? 0) * valid);
          }
        }
        for (const from of sends)
          expect(sends.filter((at) => at >= from && at < from + per).length).toBeLessThanOrEqual(limit);
      },
    ),
  );
});
