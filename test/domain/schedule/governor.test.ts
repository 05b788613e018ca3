import { describe, expect, it } from 'vitest';
import { planNextRun } from '../../../src/domain/schedule/governor.js';
import type { Timing } from '../../../src/domain/schedule/timing.js';
import { at, EVERY_10_S, HOURLY, timing } from './timings.js';

const NOW = at('2026-01-05T09:30Z');

describe('planNextRun', () => {
  it.each<[string, Timing, string, string]>([
    ['baseline-cron', HOURLY, '2026-01-05T10:00:00.000Z', 'cron 0 * * * * in UTC'],
    ['baseline-interval', EVERY_10_S, '2026-01-05T09:30:10.000Z', 'every 10s from 2026-01-01T00:00:00.000Z'],
    [
      'baseline-once',
      timing({ repeat: 'once', startAt: at('2026-02-01T00:00Z') }),
      '2026-02-01T00:00:00.000Z',
      'once, at startAt',
    ],
  ])('%s tells the time, the source and why', (source, schedule, chosen, reason) => {
    expect(planNextRun({ now: NOW, timing: schedule, after: NOW })).toEqual({
      nextRunAt: at(chosen),
      source,
      decision: {
        now: NOW.toISOString(),
        chosen,
        source,
        candidates: [{ source, at: chosen, reason }],
        clamps: [],
      },
    });
  });

  it('plans from the activation, which may be the slot', () => {
    expect(planNextRun({ now: NOW, timing: HOURLY, activatedAt: at('2026-01-05T10:00Z') }).nextRunAt).toEqual(
      at('2026-01-05T10:00Z'),
    );
    expect(planNextRun({ now: NOW, timing: timing({ repeat: 'once' }), activatedAt: NOW }).nextRunAt).toEqual(
      NOW,
    );
  });

  it('keeps a slot that is due but not handled', () => {
    expect(planNextRun({ now: NOW, timing: HOURLY, after: at('2026-01-05T07:00Z') }).nextRunAt).toEqual(
      at('2026-01-05T08:00Z'),
    );
  });

  it.each<[string, Parameters<typeof planNextRun>[0]]>([
    ['maxRuns is reached', { now: NOW, timing: HOURLY, after: NOW, runsLeft: 0 }],
    ['ran once already', { now: NOW, timing: timing({ repeat: 'once', startAt: NOW }), after: NOW }],
    [
      'nothing is due before endAt 2026-01-05T09:45:00.000Z',
      { now: NOW, timing: { ...HOURLY, endAt: at('2026-01-05T09:45Z') }, after: NOW },
    ],
  ])('ends and says so: %s', (reason, input) => {
    const plan = planNextRun(input);
    expect(plan).toMatchObject({
      nextRunAt: null,
      decision: { chosen: null, candidates: [{ at: null, reason }] },
    });
  });

  it('is plain JSON', () => {
    const { decision } = planNextRun({ now: NOW, timing: HOURLY, after: NOW });
    expect(JSON.parse(JSON.stringify(decision))).toEqual(decision);
  });
});
