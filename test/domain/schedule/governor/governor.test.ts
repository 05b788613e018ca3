import { describe, expect, it } from 'vitest';
import { planNextRun } from '../../../../src/domain/schedule/governor/governor.js';
import type { Hints } from '../../../../src/domain/schedule/governor/hints.js';
import type { Timing } from '../../../../src/domain/schedule/timing.js';
import { at, EVERY_10_S, HOURLY, timing } from '../timings.js';
import { both, hints, NOW, onlyOnce, plan } from './plan.js';

describe('planNextRun', () => {
  it.each<[string, Timing, string, string]>([
    ['baseline-cron', HOURLY, '2026-01-05T10:00:00.000Z', 'cron 0 * * * * in UTC'],
    [
      'baseline-interval',
      EVERY_10_S,
      '2026-01-05T09:30:10.000Z',
      'every 10 seconds from 2026-01-01T00:00:00.000Z',
    ],
    [
      'baseline-once',
      timing({ repeat: 'once', startAt: at('2026-02-01T00:00Z') }),
      '2026-02-01T00:00:00.000Z',
      'once, at its start time',
    ],
  ])('%s returns the time, the source and the reason', (source, schedule, chosen, reason) => {
    expect(planNextRun({ now: NOW, timing: schedule, after: NOW })).toEqual({
      nextRunAt: at(chosen),
      source,
      decision: {
        now: NOW.toISOString(),
        chosen,
        source,
        candidates: [{ source, at: chosen, reason, chosen: true }],
        clamps: [],
      },
    });
  });

  it('plans from the activation, which may be a slot', () => {
    expect(planNextRun({ now: NOW, timing: HOURLY, activatedAt: at('2026-01-05T10:00Z') }).nextRunAt).toEqual(
      at('2026-01-05T10:00Z'),
    );
    expect(planNextRun({ now: NOW, timing: timing({ repeat: 'once' }), activatedAt: NOW }).nextRunAt).toEqual(
      NOW,
    );
  });

  it('may plan a slot one millisecond after the start of the plan', () => {
    expect(plan({ after: at('2026-01-05T09:59:59.999Z') }).nextRunAt).toEqual(at('2026-01-05T10:00Z'));
  });

  it('keeps a slot that is due but not handled', () => {
    expect(planNextRun({ now: NOW, timing: HOURLY, after: at('2026-01-05T07:00Z') }).nextRunAt).toEqual(
      at('2026-01-05T08:00Z'),
    );
  });

  it.each<[string, Parameters<typeof planNextRun>[0]]>([
    ['maxRuns is reached', { now: NOW, timing: HOURLY, after: NOW, runsLeft: 0 }],
    ['its only time has passed', { now: NOW, timing: timing({ repeat: 'once', startAt: NOW }), after: NOW }],
    [
      'nothing is due before endAt 2026-01-05T09:45:00.000Z',
      { now: NOW, timing: { ...HOURLY, endAt: at('2026-01-05T09:45Z') }, after: NOW },
    ],
  ])('returns no run and says why: %s', (reason, input) => {
    const plan = planNextRun(input);
    expect(plan).toMatchObject({
      nextRunAt: null,
      decision: { chosen: null, candidates: [{ at: null, reason }] },
    });
    expect(plan.decision.candidates[0]).not.toHaveProperty('chosen');
  });

  it('never runs a template by time, whatever else asks for it', () => {
    const plan = planNextRun({
      now: NOW,
      timing: HOURLY,
      after: NOW,
      template: true,
      hints: hints({}),
      maxInterval: 1_000,
    });
    expect(plan.nextRunAt).toBeNull();
    expect(plan.decision.candidates.map(({ ignored, reason }) => ignored ?? reason)).toEqual([
      'a template waits for triggers and webhooks',
      'a template waits for triggers and webhooks',
    ]);
  });
});

describe('hints', () => {
  it.each<[string, Hints, string, string]>([
    [
      'an interval counts from now and replaces the baseline',
      hints({}),
      'ai-interval',
      '2026-01-05T09:40:00.000Z',
    ],
    [
      'an interval may also be longer',
      hints({ intervalMs: 7_200_000 }),
      'ai-interval',
      '2026-01-05T11:30:00.000Z',
    ],
    [
      'a one-shot before the baseline',
      onlyOnce('2026-01-05T09:45Z'),
      'ai-oneshot',
      '2026-01-05T09:45:00.000Z',
    ],
    [
      'a one-shot after the baseline',
      onlyOnce('2026-01-05T10:30Z'),
      'baseline-cron',
      '2026-01-05T10:00:00.000Z',
    ],
    [
      'a one-shot and the baseline at the same time',
      onlyOnce('2026-01-05T10:00Z'),
      'baseline-cron',
      '2026-01-05T10:00:00.000Z',
    ],
    ['a past one-shot runs now', onlyOnce('2026-01-05T08:00Z'), 'ai-oneshot', '2026-01-05T09:30:00.000Z'],
    ['of both, the one-shot', both('2026-01-05T09:35Z'), 'ai-oneshot', '2026-01-05T09:35:00.000Z'],
    ['of both, the interval', both('2026-01-05T09:50Z'), 'ai-interval', '2026-01-05T09:40:00.000Z'],
    ['both at the same time', both('2026-01-05T09:40Z'), 'ai-interval', '2026-01-05T09:40:00.000Z'],
    [
      'both later than the baseline',
      { ...both('2026-01-05T11:00Z'), intervalMs: 10_800_000 },
      'ai-oneshot',
      '2026-01-05T11:00:00.000Z',
    ],
    [
      'the last moment before it expires',
      hints({ expiresAt: at('2026-01-05T09:30:00.001Z') }),
      'ai-interval',
      '2026-01-05T09:40:00.000Z',
    ],
    ['expired at this moment', hints({ expiresAt: NOW }), 'baseline-cron', '2026-01-05T10:00:00.000Z'],
    [
      'an expired one-shot',
      { ...onlyOnce('2026-01-05T09:45Z'), expiresAt: NOW },
      'baseline-cron',
      '2026-01-05T10:00:00.000Z',
    ],
    [
      'an interval counts from its first proposal',
      hints({ since: at('2026-01-05T09:25Z') }),
      'ai-interval',
      '2026-01-05T09:35:00.000Z',
    ],
  ])('%s', (_, proposed, source, chosen) => {
    const { decision, ...planned } = plan({ hints: proposed });
    expect(planned).toEqual({ nextRunAt: at(chosen), source });
    expect(decision.candidates.filter((candidate) => candidate.chosen)).toMatchObject([
      { source, at: chosen },
    ]);
    const lost = decision.candidates.filter((candidate) => !candidate.chosen);
    expect(lost.map(({ ignored }) => ignored)).not.toContain(undefined);
  });

  it('that lost each say why', () => {
    expect(plan({ hints: both('2026-01-05T09:50Z') }).decision).toEqual({
      now: '2026-01-05T09:30:00.000Z',
      chosen: '2026-01-05T09:40:00.000Z',
      source: 'ai-interval',
      candidates: [
        {
          source: 'baseline-cron',
          at: '2026-01-05T10:00:00.000Z',
          reason: 'cron 0 * * * * in UTC',
          ignored: 'an interval hint replaces the baseline',
        },
        {
          source: 'ai-interval',
          at: '2026-01-05T09:40:00.000Z',
          reason: 'hint, 10m from 2026-01-05T09:30:00.000Z: queue grows',
          chosen: true,
        },
        {
          source: 'ai-oneshot',
          at: '2026-01-05T09:50:00.000Z',
          reason: 'hint, once at 2026-01-05T09:50:00.000Z: queue grows',
          ignored: 'ai-interval is due earlier',
        },
      ],
      clamps: [],
      hint: {
        intervalMs: 600_000,
        nextRunAt: '2026-01-05T09:50:00.000Z',
        expiresAt: '2026-01-05T12:00:00.000Z',
        fresh: true,
        reason: 'queue grows',
        proposedBy: 'token-1',
      },
    });
  });

  it.each<[string, Parameters<typeof plan>[0], Date | null, string]>([
    [
      'a one-time schedule keeps its own time',
      { timing: timing({ repeat: 'once', startAt: at('2026-02-01T00:00Z') }) },
      at('2026-02-01T00:00Z'),
      'a one-time schedule keeps its own time',
    ],
    [
      'one that has run does not run again',
      { timing: timing({ repeat: 'once', startAt: at('2026-01-05T09:00Z') }) },
      null,
      'a one-time schedule keeps its own time',
    ],
    [
      'startAt bounds them',
      { timing: { ...HOURLY, startAt: at('2026-01-05T09:41Z') } },
      at('2026-01-05T10:00Z'),
      'before startAt 2026-01-05T09:41:00.000Z',
    ],
    [
      'endAt bounds them',
      { timing: { ...HOURLY, endAt: at('2026-01-05T09:40Z') } },
      null,
      'at or after endAt 2026-01-05T09:40:00.000Z',
    ],
  ])('%s', (_, about, nextRunAt, why) => {
    const planned = plan({ ...about, hints: hints({}), maxInterval: 3_600_000 });
    expect(planned.nextRunAt).toEqual(nextRunAt);
    expect(planned.decision.candidates[1]).toMatchObject({ source: 'ai-interval', ignored: why });
  });

  it('continue to apply if the baseline has no slot left before endAt', () => {
    const ending = { ...HOURLY, endAt: at('2026-01-05T09:50Z') };
    for (const proposed of [hints({}), onlyOnce('2026-01-05T09:40Z')]) {
      const { nextRunAt, decision } = plan({ timing: ending, hints: proposed });
      expect(nextRunAt).toEqual(at('2026-01-05T09:40Z'));
      expect(decision.candidates[0]).toEqual({
        source: 'baseline-cron',
        at: null,
        reason: 'nothing is due before endAt 2026-01-05T09:50:00.000Z',
      });
    }
  });

  it('may be due at startAt itself', () => {
    const starting = { ...HOURLY, startAt: at('2026-01-05T09:40Z') };
    expect(plan({ timing: starting, hints: hints({}) }).source).toBe('ai-interval');
  });

  it('an interval counts from the last run, but a run that should have been is due now, not in the past', () => {
    const since = at('2026-01-05T09:22Z');
    const next = (ranAt: Date) => plan({ hints: hints({ since }), ranAt }).nextRunAt;
    expect(next(at('2026-01-05T09:25Z'))).toEqual(at('2026-01-05T09:35Z'));
    expect(next(at('2026-01-05T08:00Z'))).toEqual(NOW);
  });

  it.each([
    ['2026-01-05T09:45Z', ['ai-oneshot is due earlier', undefined]],
    ['2026-01-05T10:00Z', [undefined, 'baseline-cron is due at the same time and takes precedence']],
    ['2026-01-05T10:15Z', [undefined, 'baseline-cron is due earlier']],
  ])('a one-shot at %s and the baseline: the one that lost says why', (time, ignored) => {
    const { candidates } = plan({ hints: onlyOnce(time) }).decision;
    expect(candidates.map((candidate) => candidate.ignored)).toEqual(ignored);
  });

  it('says that a past one-shot runs immediately', () => {
    expect(plan({ hints: onlyOnce('2026-01-05T08:00Z') }).decision.candidates[1]?.reason).toBe(
      'hint, once at 2026-01-05T08:00:00.000Z, which was in the past: immediately: queue grows',
    );
  });
});

describe('failure backoff', () => {
  const every10m = timing({ interval: 600_000, startAt: at('2026-01-05T00:00Z') });
  const failing = (failureCount: number, about = {}) =>
    plan({ timing: every10m, failureBackoff: true, failureCount, after: at('2026-01-05T09:30Z'), ...about });

  it.each([
    [0, '2026-01-05T09:40Z', undefined],
    [1, '2026-01-05T09:50Z', 2],
    [2, '2026-01-05T10:10Z', 4],
    [4, '2026-01-05T12:10Z', 16],
    [5, '2026-01-05T14:50Z', 32],
    [60, '2026-01-05T14:50Z', 32],
  ])('%i failures: %s', (failures, expected, factor) => {
    const { nextRunAt, decision } = failing(failures);
    expect(nextRunAt).toEqual(at(expected));
    expect(decision.backoff?.factor).toBe(factor);
  });

  it('stays on the grid after a slot that was not on it', () => {
    const { nextRunAt, decision } = failing(1, { lastSlotAt: at('2026-01-05T09:33Z') });
    expect(nextRunAt).toEqual(at('2026-01-05T10:00Z'));
    expect(decision.backoff).toEqual({ failures: 1, factor: 2, notBefore: '2026-01-05T09:53:00.000Z' });
  });

  it('is opt-in and for intervals only', () => {
    expect(failing(3, { failureBackoff: false }).nextRunAt).toEqual(at('2026-01-05T09:40Z'));
    expect(plan({ timing: every10m, failureBackoff: true, after: NOW }).decision.backoff).toBeUndefined();
    expect(failing(3, { timing: HOURLY }).nextRunAt).toEqual(at('2026-01-05T10:00Z'));
  });
});

describe('a slot that is due and not handled', () => {
  const after = at('2026-01-05T07:00Z');

  it('is kept for the claim, before hints, limits and pause', () => {
    const { nextRunAt, source, decision } = plan({
      after,
      hints: hints({}),
      minInterval: 3_600_000,
      pausedUntil: at('2026-01-06T00:00Z'),
    });
    expect([nextRunAt, source]).toEqual([at('2026-01-05T08:00Z'), 'baseline-cron']);
    expect(decision.candidates[1]?.ignored).toBe('a slot is already due and is handled first');
    // Also at the instant at which it is due.
    const rightNow = plan({ now: at('2026-01-05T10:00Z'), hints: hints({}) });
    expect([rightNow.nextRunAt, rightNow.source]).toEqual([at('2026-01-05T10:00Z'), 'baseline-cron']);
  });

  it('is passed by a re-plan, along the grid; a slot due at this moment is not in the past', () => {
    expect(plan({ after, dueSlots: 'pass' }).nextRunAt).toEqual(at('2026-01-05T10:00Z'));
    expect(plan({ after, dueSlots: 'pass', now: at('2026-01-05T09:00Z') }).nextRunAt).toEqual(
      at('2026-01-05T09:00Z'),
    );
    expect(
      plan({ after: at('2026-01-05T09:00Z'), dueSlots: 'pass', now: at('2026-01-05T09:00Z') }).nextRunAt,
    ).toEqual(at('2026-01-05T10:00Z'));
    const pausedUntil = at('2026-01-05T10:30Z');
    expect(plan({ after, dueSlots: 'pass', now: at('2026-01-05T09:00Z'), pausedUntil }).nextRunAt).toEqual(
      pausedUntil,
    );
  });
});
