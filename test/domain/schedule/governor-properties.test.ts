import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planNextRun } from '../../../src/domain/schedule/governor.js';
import { consumeHints, type Hints } from '../../../src/domain/schedule/hints.js';
import { at, EVERY_10_S, HOURLY, timing } from './timings.js';

const NOW = at('2026-01-05T09:30Z');

describe('planNextRun, whatever it is given', () => {
  const minute = fc.integer({ min: -600, max: 600 }).map((m) => new Date(NOW.getTime() + m * 60_000));
  const duration = fc.integer({ min: 1_000, max: 20_000_000 });
  const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });
  const timings = fc.oneof(
    fc.constantFrom(
      HOURLY,
      EVERY_10_S,
      timing({ interval: 600_001 }),
      timing({ repeat: 'once' }),
      timing({ cronExpression: '30 2 * * *', timezone: 'Australia/Lord_Howe' }),
    ),
    fc.tuple(minute, fc.integer({ min: 1, max: 600 })).map(([startAt, length]) => ({
      ...HOURLY,
      startAt,
      endAt: new Date(startAt.getTime() + length * 60_000),
    })),
  );
  const inputs = fc.record({
    timing: timings,
    now: minute,
    after: minute,
    hints: optional(
      fc.record({
        intervalMs: optional(duration),
        nextRunAt: optional(minute),
        expiresAt: minute,
        reason: fc.constant('because'),
      }),
    ),
    limits: optional(fc.tuple(duration, duration)),
    pausedUntil: optional(minute),
    failureBackoff: fc.boolean(),
    failureCount: fc.nat(8),
    runsLeft: fc.constantFrom(null, null, 0, 3),
    template: fc.constantFrom(false, false, false, true),
  });
  const replan = ({ limits, ...input }: typeof inputs extends fc.Arbitrary<infer I> ? I : never) =>
    planNextRun({
      ...input,
      minInterval: limits && Math.min(...limits),
      maxInterval: limits && Math.max(...limits),
      dueSlots: 'pass',
    });

  it('a re-plan is never in the past, within limits and bounds, and the same each time', () => {
    const property = fc.property(inputs, (input) => {
      const planned = replan(input);
      expect(replan(input)).toEqual(planned);
      expect(JSON.parse(JSON.stringify(planned.decision))).toEqual(planned.decision);
      const { nextRunAt, source, decision } = planned;
      const { timing: schedule, now, pausedUntil, limits } = input;
      expect(decision.chosen).toBe(nextRunAt?.toISOString() ?? null);
      expect(decision.candidates.filter(({ chosen }) => chosen)).toHaveLength(nextRunAt ? 1 : 0);
      for (const { at: time, chosen, ignored } of decision.candidates) {
        if (time !== null) expect(Boolean(chosen)).toBe(ignored === undefined);
      }
      if (input.template || input.runsLeft === 0) expect(nextRunAt).toBeNull();
      if (nextRunAt === null) return;
      expect(nextRunAt >= now).toBe(true);
      const isPaused = pausedUntil !== null && pausedUntil > now;
      expect(source === 'paused').toBe(isPaused);
      if (isPaused) expect(nextRunAt).toEqual(pausedUntil);
      const time = decision.pause ? at(decision.pause.instead) : nextRunAt;
      if (schedule.startAt) expect(time >= schedule.startAt).toBe(true);
      if (schedule.endAt) expect(time < schedule.endAt).toBe(true);
      if (limits === null || schedule.repeat === 'once') return;
      expect(time.getTime()).toBeGreaterThanOrEqual(now.getTime() + Math.min(...limits));
      const latest = Math.max(now.getTime() + Math.max(...limits), schedule.startAt?.getTime() ?? 0);
      expect(time.getTime()).toBeLessThanOrEqual(latest);
    });
    fc.assert(property, { numRuns: 500 });
  });

  it('never loops: after a run at the planned time the next is later', () => {
    const property = fc.property(inputs, ({ limits: _, ...input }) => {
      let [now, after] = [input.now, input.after];
      let proposed: Hints | null = input.hints;
      for (let i = 0; i < 5; i += 1) {
        const { nextRunAt } = planNextRun({ ...input, hints: proposed, now, after, dueSlots: 'pass' });
        if (nextRunAt === null) return;
        if (i > 0) expect(nextRunAt.getTime()).toBeGreaterThan(now.getTime());
        [now, after] = [nextRunAt, nextRunAt];
        proposed = consumeHints(proposed, now).hints;
      }
    });
    fc.assert(property, { numRuns: 300 });
  });
});
