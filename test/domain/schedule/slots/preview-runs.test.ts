import { describe, expect, it } from 'vitest';
import { planNextRun } from '../../../../src/domain/schedule/governor/governor.js';
import { type PreviewInput, previewRuns } from '../../../../src/domain/schedule/slots/preview-runs.js';
import { at, HOURLY, timing } from '../timings.js';

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
});
