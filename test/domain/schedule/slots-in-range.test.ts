import { describe, expect, it } from 'vitest';
import { countSlots, justBefore, slotsBetween, type Timing } from '../../../src/domain/schedule/timing.js';
import { at, HOURLY, timing } from './timings.js';

/** As a backfill reads them: from the start on, before the end. */
function slotsInRange(of: Timing, from: Date, to: Date, limit: number) {
  const range = [justBefore(from), justBefore(to)] as const;
  return { slots: slotsBetween(of, ...range, limit), total: countSlots(of, ...range) };
}

describe('the slots of a range', () => {
  it('includes the start and excludes the end, and counts beyond the limit', () => {
    expect(slotsInRange(HOURLY, at('2026-01-01T09:00Z'), at('2026-01-01T12:00Z'), 2)).toEqual({
      slots: [at('2026-01-01T09:00Z'), at('2026-01-01T10:00Z')],
      total: 3,
    });
  });

  it('ignores the creation of a cron schedule, but respects startAt and endAt', () => {
    const bounded = { ...HOURLY, startAt: at('2025-06-01T10:00Z'), endAt: at('2025-06-01T12:00Z') };
    expect(slotsInRange(bounded, at('2020-01-01T00:00Z'), at('2026-01-01T00:00Z'), 10)).toEqual({
      slots: [at('2025-06-01T10:00Z'), at('2025-06-01T11:00Z')],
      total: 2,
    });
    expect(slotsInRange(HOURLY, at('2020-01-01T00:00Z'), at('2021-01-01T00:00Z'), 0)).toEqual({
      slots: [],
      total: 366 * 24,
    });
  });

  it('has no slots of an interval from before its grid', () => {
    const grid = timing({ interval: 60_000 });
    expect(slotsInRange(grid, at('2025-12-31T00:00Z'), at('2026-01-01T00:02Z'), 10)).toEqual({
      slots: [at('2026-01-01T00:01:00.500Z')],
      total: 1,
    });
  });

  it('is empty if the range is empty', () => {
    const nine = at('2026-01-01T09:00Z');
    expect(slotsInRange(HOURLY, nine, nine, 10)).toEqual({ slots: [], total: 0 });
    expect(slotsInRange(HOURLY, nine, at('2026-01-01T08:00Z'), 10)).toEqual({ slots: [], total: 0 });
  });
});
