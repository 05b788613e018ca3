import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jitteredFireAt, spreadCatchUp } from '../../../../src/domain/schedule/slots/jitter.js';
import { at } from '../timings.js';

const SLOT = at('2026-01-05T09:00Z');
const NOW = at('2026-01-05T12:00Z');

describe('jitteredFireAt', () => {
  it('stays within the jitter, and is the same each time', () => {
    const property = fc.property(fc.uuid(), fc.nat(1e9), fc.nat(86_400_000), (id, offset, jitter) => {
      const slot = new Date(SLOT.getTime() + offset);
      const shift = jitteredFireAt(id, slot, jitter).getTime() - slot.getTime();
      expect(shift).toBeGreaterThanOrEqual(0);
      if (jitter > 0) expect(shift).toBeLessThan(jitter);
      else expect(shift).toBe(0);
      expect(jitteredFireAt(id, slot, jitter).getTime() - slot.getTime()).toBe(shift);
    });
    fc.assert(property);
  });

  it('never changes between versions, so that announced slots do not move', () => {
    const shifts = ['a', 'b', 'nightly'].map(
      (id) => jitteredFireAt(id, SLOT, 60_000).getTime() - SLOT.getTime(),
    );
    expect(shifts).toEqual([11_879, 55_330, 7_636]);
  });

  it('is evenly distributed: neighboring schedules and slots do not cluster', () => {
    const counts = new Array<number>(10).fill(0);
    for (let i = 0; i < 10_000; i += 1) {
      const slot = new Date(SLOT.getTime() + (i % 100) * 60_000);
      const shift = jitteredFireAt(`schedule-${Math.floor(i / 100)}`, slot, 1_000).getTime() - slot.getTime();
      counts[Math.floor(shift / 100)]! += 1;
    }
    // 1 000 each, give or take 30 (one standard deviation).
    for (const count of counts) expect(Math.abs(count - 1_000)).toBeLessThan(120);
  });
});

describe('spreadCatchUp', () => {
  const run = (scheduleId: string, late = true, fireAt = SLOT) => ({ scheduleId, late, fireAt });

  it('does not move a few late schedules, however many runs each has', () => {
    const runs = ['a', 'a', 'a', 'b', 'c'].map((id) => run(id));
    expect(spreadCatchUp(runs, NOW)).toEqual(runs.map(() => SLOT));
  });

  it('does not move late schedules because many others are on time', () => {
    const runs = ['a', 'b', 'c', 'd', 'e'].map((id) => run(id, id === 'a'));
    expect(spreadCatchUp(runs, NOW)).toEqual(runs.map(() => SLOT));
  });

  it('spreads more than the threshold over the time from now, but only the late ones', () => {
    const runs = [...Array.from({ length: 200 }, (_, i) => run(`s-${i}`)), run('punctual', false, NOW)];
    const fires = spreadCatchUp(runs, NOW);
    expect(fires.at(-1)).toEqual(NOW);
    const shifts = fires.slice(0, -1).map((fire) => fire.getTime() - NOW.getTime());
    expect(Math.min(...shifts)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...shifts)).toBeLessThan(30_000);
    expect(new Set(shifts).size).toBeGreaterThan(150);
    expect(spreadCatchUp(runs, NOW)).toEqual(fires);
  });

  it('follows the settings', () => {
    const runs = ['a', 'b'].map((id) => run(id));
    expect(spreadCatchUp(runs, NOW, { jitterThreshold: 2 })).toEqual([SLOT, SLOT]);
    for (const fire of spreadCatchUp(runs, NOW, { jitterThreshold: 1, maxJitterMs: 1_000 })) {
      expect(fire >= NOW && fire.getTime() < NOW.getTime() + 1_000).toBe(true);
    }
    expect(spreadCatchUp([], NOW, { jitterThreshold: 0 })).toEqual([]);
  });

  it('keeps the runs of one schedule in order, and never moves one before its time', () => {
    const later = at('2026-01-05T13:00Z');
    const fires = spreadCatchUp(
      [...['a', 'b', 'c', 'd', 'd'].map((id) => run(id)), run('d', true, later)],
      NOW,
    );
    expect(fires[3]).toEqual(fires[4]);
    expect(fires[5]).toEqual(later);
  });
});
