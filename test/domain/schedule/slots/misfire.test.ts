import { describe, expect, it } from 'vitest';
import { decideMisfire } from '../../../../src/domain/schedule/slots/misfire.js';
import { gridOf } from '../../../../src/domain/schedule/slots/slot-series.js';
import { at, HOURLY } from '../timings.js';

const GRID = gridOf(HOURLY);

const FIRST = at('2026-01-01T01:00Z');

describe('decideMisfire over 150 hourly slots', () => {
  const now = at('2026-01-07T06:30Z');

  it('latest runs the newest and records the rest', () => {
    expect(decideMisfire('latest', GRID, FIRST, now)).toEqual({
      run: [at('2026-01-07T06:00Z')],
      missed: { slotAt: FIRST, lastSlotAt: at('2026-01-07T05:00Z'), missedCount: 149 },
    });
  });

  it('all runs the oldest hundred and records the rest', () => {
    const { run, missed } = decideMisfire('all', GRID, FIRST, now);
    expect(run).toHaveLength(100);
    expect([run[0], run[99]]).toEqual([FIRST, at('2026-01-05T04:00Z')]);
    expect(missed).toEqual({
      slotAt: at('2026-01-05T05:00Z'),
      lastSlotAt: at('2026-01-07T06:00Z'),
      missedCount: 50,
    });
  });

  it('all runs fewer if fewer are left, and none if none is', () => {
    expect(decideMisfire('all', GRID, FIRST, now, 1)).toMatchObject({
      run: [FIRST],
      missed: { missedCount: 149 },
    });
    expect(decideMisfire('all', GRID, FIRST, now, 0)).toMatchObject({
      run: [],
      missed: { missedCount: 150 },
    });
  });

  it('skip runs none and records all', () => {
    expect(decideMisfire('skip', GRID, FIRST, now)).toEqual({
      run: [],
      missed: { slotAt: FIRST, lastSlotAt: at('2026-01-07T06:00Z'), missedCount: 150 },
    });
  });
});

describe('decideMisfire over a single slot', () => {
  const now = at('2026-01-01T01:30Z');
  const alone = { slotAt: FIRST, lastSlotAt: FIRST, missedCount: 1 };

  it.each([
    ['latest', { run: [FIRST], missed: null }],
    ['all', { run: [FIRST], missed: null }],
    ['skip', { run: [], missed: alone }],
  ] as const)('%s', (policy, expected) => {
    expect(decideMisfire(policy, GRID, FIRST, now)).toEqual(expected);
  });
});
