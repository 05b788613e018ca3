import { describe, expect, it } from 'vitest';
import { planNextRun } from '../../../../src/domain/schedule/governor/governor.js';
import type { Governing } from '../../../../src/domain/schedule/governor/plan-input.js';
import {
  MAX_RUNS_BEFORE,
  overdueSlots,
  type PreviewInput,
  previewRuns,
  runsAhead,
} from '../../../../src/domain/schedule/slots/preview-runs.js';
import { at, EVERY_10_S, HOURLY, timing } from '../timings.js';

const NOW = at('2026-01-05T09:30Z');

function preview(about: Partial<PreviewInput>, count = 4): string[] {
  const input = { timing: HOURLY, now: NOW, activatedAt: NOW, maxRuns: null, runCount: 0, ...about };
  const plan = planNextRun({ ...input, after: NOW, activatedAt: undefined });
  return (previewRuns({ ...input, plan }, count) ?? []).map(
    ({ at: time, source, decision }) =>
      `${time.toISOString().slice(8, 19)} ${source} ${decision.candidates.length}`,
  );
}

describe('previewRuns', () => {
  it('runs the governor forward', () => {
    expect(preview({}, 3)).toEqual([
      '05T10:00:00 baseline-cron 1',
      '05T11:00:00 baseline-cron 1',
      '05T12:00:00 baseline-cron 1',
    ]);
  });

  it('follows a hint until it expires, and uses a one-shot once', () => {
    const hints = {
      intervalMs: 1_500_000,
      nextRunAt: null,
      expiresAt: at('2026-01-05T10:21Z'),
      reason: 'because',
    };
    expect(preview({ hints })).toEqual([
      '05T09:55:00 ai-interval 2',
      '05T10:20:00 ai-interval 2',
      '05T10:45:00 ai-interval 2',
      '05T11:00:00 baseline-cron 1',
    ]);
    const oneShot = { ...hints, intervalMs: null, nextRunAt: at('2026-01-05T09:40Z') };
    expect(preview({ hints: oneShot }, 2)).toEqual([
      '05T09:40:00 ai-oneshot 2',
      '05T10:00:00 baseline-cron 1',
    ]);
  });

  it('covers a pause, limits and the end of the schedule', () => {
    expect(preview({ pausedUntil: at('2026-01-05T11:00Z') }, 2)).toEqual([
      '05T11:00:00 baseline-cron 1',
      '05T12:00:00 baseline-cron 1',
    ]);
    expect(preview({ minInterval: 5_400_000 }, 2)).toEqual([
      '05T11:00:00 clamped-min 1',
      '05T12:30:00 clamped-min 1',
    ]);
    expect(preview({ maxRuns: 5, runCount: 3 })).toHaveLength(2);
    expect(preview({ timing: { ...HOURLY, endAt: at('2026-01-05T11:00Z') } })).toHaveLength(1);
    expect(preview({ template: true })).toEqual([]);
  });

  it('starts with what is already due', () => {
    const plan = { ...planNextRun({ now: NOW, timing: HOURLY, after: at('2026-01-05T08:00Z') }) };
    const input = {
      timing: HOURLY,
      now: NOW,
      activatedAt: at('2026-01-01T00:00Z'),
      maxRuns: null,
      runCount: 0,
    };
    expect(previewRuns({ ...input, plan }, 2)?.map(({ at: time }) => time)).toEqual([
      at('2026-01-05T09:00Z'),
      at('2026-01-05T10:00Z'),
    ]);
  });

  it('ends with a one-time schedule, and when a policy lets nothing run', () => {
    const once = timing({ repeat: 'once', startAt: at('2026-01-06T00:00Z') });
    expect(preview({ timing: once })).toEqual(['06T00:00:00 baseline-once 1']);
    const past = { nextRunAt: at('2026-01-05T09:00Z') };
    const plan = { ...planNextRun({ now: NOW, timing: HOURLY, after: at('2026-01-05T08:00Z') }), ...past };
    const input = {
      timing: HOURLY,
      now: NOW,
      activatedAt: at('2026-01-01T00:00Z'),
      maxRuns: null,
      runCount: 0,
    };
    expect(previewRuns({ ...input, plan, misfirePolicy: 'skip' }, 1)?.[0]?.at).toEqual(
      at('2026-01-05T10:00Z'),
    );
  });

  it('counts limits and failures from each run', () => {
    const daily = timing({ cronExpression: '0 0 * * *' });
    expect(preview({ timing: daily, ranAt: at('2026-01-05T09:00Z'), maxInterval: 18_000_000 })).toEqual([
      '05T14:00:00 clamped-max 1',
      '05T19:00:00 clamped-max 1',
      '06T00:00:00 baseline-cron 1',
      '06T05:00:00 clamped-max 1',
    ]);
    const failing = { timing: EVERY_10_S, failureBackoff: true, failureCount: 2, lastSlotAt: NOW };
    expect(preview(failing, 2)).toEqual([
      '05T09:30:40 baseline-interval 1',
      '05T09:31:20 baseline-interval 1',
    ]);
  });
});

describe('a preview over a pause', () => {
  const EVERY_10_MIN = timing({ interval: 600_000, startAt: at('2026-01-01T00:00Z') });
  const failing = { timing: EVERY_10_MIN, failureBackoff: true, failureCount: 1 };
  const pausedUntil = at('2026-01-05T09:35Z');

  it('counts limits and failures from the last run', () => {
    const limited = { pausedUntil, ranAt: at('2026-01-05T09:20Z'), maxInterval: 1_500_000 };
    expect(preview(limited, 1)).toEqual(['05T09:45:00 clamped-max 1']);
    expect(preview({ ...failing, pausedUntil, lastSlotAt: at('2026-01-05T09:20Z') }, 1)).toEqual([
      '05T09:40:00 baseline-interval 1',
    ]);
  });

  it('counts them from a slot that was due before, which the pause covers', () => {
    const runs = (input: Governing & Pick<PreviewInput, 'timing'>, after: Date) => {
      const plan = planNextRun({ ...input, now: after, after });
      const rest = {
        now: NOW,
        activatedAt: at('2026-01-01T00:00Z'),
        maxRuns: null,
        runCount: 0,
        pausedUntil,
      };
      return previewRuns({ ...rest, ...input, plan }, 1)?.map((run) => [run.source, run.at]);
    };
    expect(runs({ timing: HOURLY, maxInterval: 1_500_000 }, at('2026-01-05T08:40Z'))).toEqual([
      ['clamped-max', at('2026-01-05T09:55Z')],
    ]);
    expect(runs(failing, at('2026-01-05T09:00Z'))).toEqual([['baseline-interval', at('2026-01-05T09:40Z')]]);
  });
});

const HOURLY_SINCE_EIGHT = {
  timing: HOURLY,
  activatedAt: at('2026-01-01T00:00Z'),
  maxRuns: null,
  runCount: 0,
  plan: planNextRun({ now: at('2026-01-05T07:30Z'), timing: HOURLY, after: at('2026-01-05T07:30Z') }),
};

describe('a page of the preview', () => {
  const input = { ...HOURLY_SINCE_EIGHT, now: at('2026-01-05T07:30Z') };

  it('begins after the last run of the page before', () => {
    const page = previewRuns(input, 2, at('2026-01-05T09:00Z'));
    expect(page?.map((run) => run.at)).toEqual([at('2026-01-05T10:00Z'), at('2026-01-05T11:00Z')]);
    expect(previewRuns(input, 0)).toEqual([]);
    expect(previewRuns(input, 1)).toHaveLength(1);
  });

  it('is refused if too many runs are before it', () => {
    const hoursAfterSeven = (hours: number) =>
      new Date(at('2026-01-05T07:00Z').getTime() + hours * 3_600_000);
    expect(previewRuns(input, 1, hoursAfterSeven(MAX_RUNS_BEFORE))).toHaveLength(1);
    expect(previewRuns(input, 1, hoursAfterSeven(MAX_RUNS_BEFORE + 1))).toBeNull();
  });

  it('can end before an instant', () => {
    const runs = [...runsAhead(input, at('2026-01-05T10:00Z'))];
    expect(runs.map((run) => run.at)).toEqual([at('2026-01-05T08:00Z'), at('2026-01-05T09:00Z')]);
  });
});

describe('overdueSlots', () => {
  const overdue = (about: Partial<PreviewInput> & { now: Date }) =>
    overdueSlots({ ...HOURLY_SINCE_EIGHT, ...about });

  it('are what a claim would decide about now', () => {
    const now = at('2026-01-05T10:30Z');
    const slots = { firstAt: at('2026-01-05T08:00Z'), lastAt: at('2026-01-05T10:00Z'), count: 3 };
    expect(overdue({ now })).toEqual({ ...slots, runs: 1 });
    expect(overdue({ now, misfirePolicy: 'all' })).toEqual({ ...slots, runs: 3 });
    expect(overdue({ now, misfirePolicy: 'skip' })).toEqual({ ...slots, runs: 0 });
  });

  it('are none until the oldest slot is late', () => {
    expect(overdue({ now: at('2026-01-05T08:00:05Z') })).toBeNull();
    expect(overdue({ now: at('2026-01-05T08:00:05.001Z') })).toMatchObject({ count: 1, runs: 1 });
    const plan = planNextRun({ now: NOW, timing: HOURLY, after: NOW, template: true });
    expect(overdue({ now: at('2026-01-06T00:00Z'), plan })).toBeNull();
  });

  it('do not run if they are from before the activation', () => {
    const activatedAt = at('2026-01-05T10:15Z');
    expect(overdue({ now: at('2026-01-05T10:30Z'), activatedAt })).toMatchObject({ runs: 0 });
  });
});
