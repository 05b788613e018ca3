import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  countSlots,
  firstSlot,
  latestSlotAtOrBefore,
  nextSlot,
  slotsBetween,
  type Timing,
} from '../../../src/domain/schedule/timing.js';
import { at, EVERY_10_S, HOURLY, timing } from './timings.js';

describe('nextSlot', () => {
  it('is strictly after the argument', () => {
    expect(nextSlot(HOURLY, at('2026-01-01T09:00Z'))).toEqual(at('2026-01-01T10:00Z'));
    expect(nextSlot(HOURLY, at('2026-01-01T08:59:59.999Z'))).toEqual(at('2026-01-01T09:00Z'));
    expect(nextSlot(EVERY_10_S, at('2026-01-01T00:00:10Z'))).toEqual(at('2026-01-01T00:00:20Z'));
  });

  it('includes startAt and excludes endAt', () => {
    const bounded = timing({
      cronExpression: '0 * * * *',
      startAt: at('2026-02-01T10:00Z'),
      endAt: at('2026-02-01T12:00Z'),
    });
    expect(slotsBetween(bounded, at('2026-01-01T00:00Z'), at('2027-01-01T00:00Z'), 10)).toEqual([
      at('2026-02-01T10:00Z'),
      at('2026-02-01T11:00Z'),
    ]);
    const later = { ...bounded, startAt: at('2026-02-01T10:00:00.001Z') };
    expect(nextSlot(later, at('2026-01-01T00:00Z'))).toEqual(at('2026-02-01T11:00Z'));
  });

  it('keeps an interval on the grid of startAt, however late it is asked', () => {
    const grid = timing({ interval: 7_000, startAt: at('2026-01-01T00:00:01Z') });
    expect(nextSlot(grid, at('2025-01-01T00:00Z'))).toEqual(at('2026-01-01T00:00:01Z'));
    expect(nextSlot(grid, at('2026-01-01T00:00:09.123Z'))).toEqual(at('2026-01-01T00:00:15Z'));
  });

  it('takes the creation as the origin of an interval without startAt, but not as a slot', () => {
    const grid = timing({ interval: 60_000 });
    expect(nextSlot(grid, at('2025-12-31T00:00Z'))).toEqual(at('2026-01-01T00:01:00.500Z'));
    expect(nextSlot(grid, grid.origin)).toEqual(at('2026-01-01T00:01:00.500Z'));
  });

  it('runs once at startAt, or else at the creation', () => {
    const once = timing({ repeat: 'once', startAt: at('2026-03-01T00:00Z') });
    expect(nextSlot(once, at('2026-01-01T00:00Z'))).toEqual(once.startAt);
    expect(nextSlot(once, at('2026-03-01T00:00Z'))).toBeNull();
    const atOnce = timing({ repeat: 'once' });
    expect(nextSlot(atOnce, new Date(atOnce.origin.getTime() - 1))).toEqual(atOnce.origin);
    expect(nextSlot(atOnce, atOnce.origin)).toBeNull();
  });

  it('throws for a timing that was never validated', () => {
    // The message is shown as the reason why a schedule is blocked.
    const broken = timing({ cronExpression: '61 * * * *' });
    expect(() => nextSlot(broken, at('2026-01-01T00:00Z'))).toThrow(/^minute field "61"/);
  });
});

describe('firstSlot', () => {
  it('is never before the activation', () => {
    expect(firstSlot(HOURLY, at('2026-01-01T09:00:00.001Z'))).toEqual(at('2026-01-01T10:00Z'));
    expect(firstSlot(HOURLY, at('2026-01-01T09:00Z'))).toEqual(at('2026-01-01T09:00Z'));
    expect(firstSlot(timing({ interval: 60_000 }), timing({}).origin)).toEqual(
      at('2026-01-01T00:01:00.500Z'),
    );
  });

  it('is the activation itself for a one-time schedule without startAt', () => {
    const enabledLater = at('2026-05-05T05:05:05.555Z');
    expect(firstSlot(timing({ repeat: 'once' }), enabledLater)).toEqual(enabledLater);
    expect(firstSlot(timing({ repeat: 'once', endAt: enabledLater }), enabledLater)).toBeNull();
  });

  it('is null for a one-time schedule whose time has passed', () => {
    const once = timing({ repeat: 'once', startAt: at('2026-03-01T00:00Z') });
    expect(firstSlot(once, at('2026-03-01T00:00:00.001Z'))).toBeNull();
  });
});

describe('slots in a range', () => {
  it('are at most the limit, oldest first', () => {
    const slots = slotsBetween(EVERY_10_S, at('2026-01-01T00:00Z'), at('2026-01-02T00:00Z'), 2);
    expect(slots).toEqual([at('2026-01-01T00:00:10Z'), at('2026-01-01T00:00:20Z')]);
    expect(slotsBetween(EVERY_10_S, at('2026-01-01T00:00Z'), at('2026-01-02T00:00Z'), 0)).toEqual([]);
  });

  const instant = fc.integer({ min: Date.UTC(2026, 2, 1), max: Date.UTC(2026, 2, 12) });
  const maybe = (arbitrary: fc.Arbitrary<number>) =>
    fc.option(
      arbitrary.map((ms) => new Date(ms)),
      { nil: null },
    );
  const timings = fc
    .record({
      kind: fc.constantFrom<Partial<Timing>>(
        { cronExpression: '7 */5 * * *' },
        { cronExpression: '30 2 * * 0,3' },
        { interval: 3_600_001 },
        { interval: 86_400_000 },
        { repeat: 'once' },
      ),
      startAt: maybe(instant),
      endAt: maybe(instant),
      origin: instant.map((ms) => new Date(ms)),
    })
    .map(({ kind, ...bounds }) => timing({ timezone: 'America/New_York', ...bounds, ...kind }));

  it('are the same for every way to ask for them', () => {
    const property = fc.property(timings, instant, instant, (schedule, a, b) => {
      const [from, to] = [new Date(Math.min(a, b)), new Date(Math.max(a, b))];
      const slots = slotsBetween(schedule, from, to, 10_000);
      expect(countSlots(schedule, from, to)).toBe(slots.length);
      expect(latestSlotAtOrBefore(schedule, from, to)).toEqual(slots.at(-1) ?? null);
      for (const [i, slot] of slots.entries()) {
        expect(slot.getTime()).toBeGreaterThan((slots[i - 1] ?? from).getTime());
        if (schedule.startAt) expect(slot.getTime()).toBeGreaterThanOrEqual(schedule.startAt.getTime());
        if (schedule.endAt) expect(slot.getTime()).toBeLessThan(schedule.endAt.getTime());
      }
    });
    fc.assert(property, { numRuns: 300 });
  });
});
