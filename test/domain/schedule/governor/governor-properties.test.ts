import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planNextRun } from '../../../../src/domain/schedule/governor/governor.js';
import { consumeHints, type Hints } from '../../../../src/domain/schedule/governor/hints.js';
import { at, EVERY_10_S, HOURLY, timing } from '../timings.js';

const NOW = at('2026-01-05T09:30Z');

describe('planNextRun, for any input,', () => {
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
        since: optional(minute),
        reason: fc.constant('because'),
      }),
    ),
    ranAt: optional(minute),
    since: optional(minute),
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

  it('never plans in the past, respects limits and bounds, and gives the same result each time', () => {
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
      // This long after the last run, the latest time is before the earliest from now.
      if (source !== 'clamped-max' && source !== 'paused')
        expect(time.getTime()).toBeGreaterThanOrEqual(now.getTime() + Math.min(...limits));
      const from = input.ranAt ?? input.since ?? now;
      const latest = Math.max(
        from.getTime() + Math.max(...limits),
        now.getTime(),
        schedule.startAt?.getTime() ?? 0,
      );
      if (source !== 'paused') expect(time.getTime()).toBeLessThanOrEqual(latest);
    });
    fc.assert(property, { numRuns: 500 });
  });

  it('never loops: after a run at the planned time the next one is later', () => {
    const property = fc.property(inputs, ({ limits: _, ...input }) => {
      let [now, after] = [input.now, input.after];
      let proposed: Hints | null = input.hints;
      let ranAt = input.ranAt;
      for (let i = 0; i < 5; i += 1) {
        const { nextRunAt } = planNextRun({
          ...input,
          ...{ hints: proposed, now, after, ranAt, dueSlots: 'pass' },
        });
        if (nextRunAt === null) return;
        if (i > 0) expect(nextRunAt.getTime()).toBeGreaterThan(now.getTime());
        [now, after, ranAt] = [nextRunAt, nextRunAt, nextRunAt];
        proposed = consumeHints(proposed, now).hints;
      }
    });
    fc.assert(property, { numRuns: 300 });
  });

  it('runs an interval hint that is renewed again and again when the first one said, counted from the last run', () => {
    const property = fc.property(
      fc.integer({ min: 1_000, max: 3_600_000 }),
      fc.array(fc.integer({ min: 1, max: 600_000 }), { minLength: 1, maxLength: 20 }),
      optional(fc.integer({ min: 0, max: 7_200_000 })),
      (intervalMs, pauses, ranAgo) => {
        const ranAt = ranAgo === null ? null : new Date(NOW.getTime() - ranAgo);
        const dueAt = Math.max((ranAt ?? NOW).getTime() + intervalMs, NOW.getTime());
        let now = NOW;
        for (const pause of [0, ...pauses]) {
          now = new Date(now.getTime() + pause);
          if (now.getTime() > dueAt) return;
          const expiresAt = new Date(now.getTime() + 2 * 3_600_000);
          const hints = { intervalMs, nextRunAt: null, since: NOW, expiresAt, reason: 'again' };
          const planned = planNextRun({
            ...{
              timing: timing({ interval: 86_400_000 }),
              activatedAt: now,
              dueSlots: 'pass',
              now,
              hints,
              ranAt,
            },
          });
          expect(planned).toMatchObject({ nextRunAt: new Date(dueAt), source: 'ai-interval' });
        }
      },
    );
    fc.assert(property, { numRuns: 300 });
  });

  it('holds maxInterval from the last run, whatever is proposed meanwhile', () => {
    const property = fc.property(
      duration,
      fc.integer({ min: 0, max: 40_000_000 }),
      duration,
      fc.nat(8),
      (maxInterval, ranAgo, intervalMs, failureCount) => {
        const ranAt = new Date(NOW.getTime() - ranAgo);
        const expiresAt = new Date(NOW.getTime() + 86_400_000);
        const hints = {
          intervalMs: intervalMs * 10,
          nextRunAt: null,
          since: NOW,
          expiresAt,
          reason: 'later',
        };
        const limits = { maxInterval, failureBackoff: true, failureCount, lastSlotAt: ranAt };
        const { nextRunAt } = planNextRun({
          ...{ timing: HOURLY, activatedAt: NOW, dueSlots: 'pass', now: NOW, hints, ranAt, ...limits },
        });
        expect(nextRunAt?.getTime()).toBeLessThanOrEqual(
          Math.max(ranAt.getTime() + maxInterval, NOW.getTime()),
        );
      },
    );
    fc.assert(property, { numRuns: 300 });
  });
});
