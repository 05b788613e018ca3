import { describe, expect, it } from 'vitest';
import { at, HOURLY, timing } from '../timings.js';
import { hints, NOW, onlyOnce, plan } from './plan.js';

describe('limits and pause', () => {
  it('minInterval delays a run that is too soon, and is named', () => {
    const { nextRunAt, source, decision } = plan({
      hints: onlyOnce('2026-01-05T09:31Z'),
      minInterval: 900_000,
    });
    expect([nextRunAt, source]).toEqual([at('2026-01-05T09:45Z'), 'clamped-min']);
    expect(decision.clamps).toEqual([
      { limit: 'minInterval 15m', from: '2026-01-05T09:31:00.000Z', to: '2026-01-05T09:45:00.000Z' },
    ]);
    expect(decision.candidates[1]?.chosen).toBe(true);
  });

  it('maxInterval brings forward a run that is too late, but not before startAt', () => {
    const relaxed = plan({ hints: hints({ intervalMs: 86_400_000 }), maxInterval: 3_600_000 });
    expect([relaxed.nextRunAt, relaxed.source]).toEqual([at('2026-01-05T10:30Z'), 'clamped-max']);
    const later = { ...timing({ cronExpression: '0 0 * * *' }), startAt: at('2026-01-07T09:00Z') };
    expect(plan({ timing: later, maxInterval: 3_600_000 }).nextRunAt).toEqual(at('2026-01-07T09:00Z'));
  });

  it('maxInterval counts from the last run, otherwise from the creation, but never moves a run to the past', () => {
    const since = at('2026-01-05T09:10Z');
    const limited = (ranAt: Date | null) =>
      plan({ hints: hints({ intervalMs: 86_400_000 }), maxInterval: 3_600_000, since, ranAt });
    expect(limited(null).nextRunAt).toEqual(at('2026-01-05T10:10Z'));
    expect(limited(at('2026-01-05T09:20Z')).nextRunAt).toEqual(at('2026-01-05T10:20Z'));
    expect(limited(at('2026-01-05T07:00Z')).nextRunAt).toEqual(NOW);
  });

  it('maxInterval has the last word if minInterval leaves no time before it', () => {
    const limits = { minInterval: 1_800_000, maxInterval: 3_600_000 };
    const { nextRunAt, source, decision } = plan({
      hints: onlyOnce('2026-01-05T09:31Z'),
      ranAt: at('2026-01-05T08:40Z'),
      ...limits,
    });
    expect([nextRunAt, source]).toEqual([at('2026-01-05T09:40Z'), 'clamped-max']);
    expect(decision.clamps).toEqual([
      { limit: 'minInterval 30m', from: '2026-01-05T09:31:00.000Z', to: '2026-01-05T10:00:00.000Z' },
      { limit: 'maxInterval 1h', from: '2026-01-05T10:00:00.000Z', to: '2026-01-05T09:40:00.000Z' },
    ]);
    const ending = { ...HOURLY, endAt: at('2026-01-05T09:50Z') };
    const about = { timing: ending, hints: onlyOnce('2026-01-05T09:31Z'), ranAt: at('2026-01-05T08:40Z') };
    expect(plan({ ...about, ...limits }).nextRunAt).toEqual(at('2026-01-05T09:40Z'));
  });

  it('limits do not apply to a one-time schedule, and do not revive one that has ended', () => {
    const limits = { minInterval: 3_600_000, maxInterval: 7_200_000 };
    const once = timing({ repeat: 'once', startAt: at('2026-01-05T09:40Z') });
    expect(plan({ timing: once, ...limits }).nextRunAt).toEqual(at('2026-01-05T09:40Z'));
    const ended = { ...HOURLY, endAt: at('2026-01-05T09:45Z') };
    expect(plan({ timing: ended, ...limits }).nextRunAt).toBeNull();
  });

  it('a run exactly on a limit is left alone', () => {
    const limits = { minInterval: 1_800_000, maxInterval: 1_800_000 };
    expect(plan(limits)).toMatchObject({ source: 'baseline-cron', decision: { clamps: [] } });
  });

  it('the schedule ends if minInterval leaves no time before endAt', () => {
    const ending = { ...HOURLY, endAt: at('2026-01-05T10:15Z') };
    const { nextRunAt, decision } = plan({ timing: ending, minInterval: 3_600_000 });
    expect(nextRunAt).toBeNull();
    expect(decision.candidates).toMatchObject([{ ignored: expect.stringContaining('at or after endAt') }]);
    expect(decision.candidates[0]?.chosen).toBeUndefined();
    const until = (endAt: Date) => plan({ timing: { ...HOURLY, endAt }, minInterval: 3_600_000 }).nextRunAt;
    expect(until(at('2026-01-05T10:30Z'))).toBeNull();
    expect(until(at('2026-01-05T10:30:00.001Z'))).toEqual(at('2026-01-05T10:30Z'));
  });

  it('a candidate that lost before the schedule ended keeps its reason', () => {
    const ending = { ...HOURLY, endAt: at('2026-01-05T10:15Z') };
    const { decision } = plan({
      timing: ending,
      minInterval: 3_600_000,
      hints: onlyOnce('2026-01-05T10:05Z'),
    });
    expect(decision.candidates[1]?.ignored).toBe('baseline-cron is due earlier');
  });

  it('a pause comes last, and the decision names what it delays', () => {
    const { nextRunAt, source, decision } = plan({
      hints: hints({}),
      maxInterval: 60_000,
      pausedUntil: at('2026-01-06T00:00Z'),
      pauseNote: 'migration',
    });
    expect([nextRunAt, source]).toEqual([at('2026-01-06T00:00Z'), 'paused']);
    expect(decision).toMatchObject({
      chosen: '2026-01-06T00:00:00.000Z',
      pause: { until: '2026-01-06T00:00:00.000Z', note: 'migration', instead: '2026-01-05T09:31:00.000Z' },
    });
  });

  it('a pause that ends now is over, and a pause of an ended schedule changes nothing', () => {
    expect(plan({ pausedUntil: NOW }).source).toBe('baseline-cron');
    const over = timing({ repeat: 'once', startAt: at('2026-01-05T09:00Z') });
    expect(plan({ timing: over, pausedUntil: at('2026-01-06T00:00Z') }).nextRunAt).toBeNull();
  });
});
