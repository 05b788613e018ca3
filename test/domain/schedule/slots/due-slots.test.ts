import { describe, expect, it } from 'vitest';
import type { Hints } from '../../../../src/domain/schedule/governor/hints.js';
import { clock, decide, NINE } from '../governor/decide.js';
import { at, EVERY_10_S, HOURLY, timing } from '../timings.js';

describe('the slots of hints and limits', () => {
  const hints = (about: Partial<Hints>): Hints => ({
    intervalMs: null,
    nextRunAt: null,
    expiresAt: at('2026-01-06T00:00Z'),
    reason: 'because',
    ...about,
  });
  const tenPast = at('2026-01-05T09:10Z');

  it('a one-shot is a slot at its planned time, is used up by it, and the baseline continues', () => {
    const {
      run,
      next,
      hints: left,
    } = decide({
      dueFrom: tenPast,
      source: 'ai-oneshot',
      hints: hints({ nextRunAt: tenPast }),
      now: at('2026-01-05T09:10:00.003Z'),
    });
    expect(run).toMatchObject([{ slotAt: tenPast, source: 'ai-oneshot' }]);
    expect([next, left]).toEqual(['baseline-cron 10:00:00', null]);
  });

  it('the stored decision stays on the run that it led to', () => {
    const plannedDecision = {
      now: '2026-01-05T09:00:00.000Z',
      chosen: tenPast.toISOString(),
      source: 'ai-interval' as const,
      candidates: [],
      clamps: [],
    };
    const { run } = decide({ dueFrom: tenPast, source: 'ai-interval', plannedDecision, now: tenPast });
    expect(run[0]?.decision).toBe(plannedDecision);
    const another = { ...plannedDecision, chosen: NINE.toISOString() };
    const other = decide({ dueFrom: tenPast, source: 'ai-interval', plannedDecision: another, now: tenPast });
    expect(other.run[0]?.decision).toMatchObject({ chosen: tenPast.toISOString(), source: 'ai-interval' });
    const oneShot = decide({ dueFrom: tenPast, source: 'ai-oneshot', plannedDecision, now: tenPast });
    expect(oneShot.run[0]?.decision).toMatchObject({ source: 'ai-oneshot' });
    const grid = decide({
      dueFrom: tenPast,
      source: 'ai-oneshot',
      now: at('2026-01-05T10:00Z'),
      misfirePolicy: 'all',
    });
    expect(grid.run.map(({ source }) => source)).toEqual(['ai-oneshot', 'baseline-cron']);
  });

  it('an interval hint gives one slot however late, and counts from now again', () => {
    const { ran, rows, next } = decide({
      dueFrom: tenPast,
      source: 'ai-interval',
      hints: hints({ intervalMs: 600_000 }),
      now: at('2026-01-05T11:07Z'),
    });
    expect([ran, rows, next]).toEqual([['start 09:10:00'], [], 'ai-interval 11:17:00']);
  });

  it('after a hint that ended during a downtime, the grid applies again', () => {
    const {
      ran,
      rows,
      next,
      hints: left,
    } = decide({
      dueFrom: tenPast,
      source: 'ai-interval',
      hints: hints({ intervalMs: 600_000, expiresAt: at('2026-01-05T10:30Z') }),
      now: at('2026-01-05T12:07Z'),
    });
    expect(rows).toEqual(['misfire 09:10:00-11:00:00 ×2']);
    expect([ran, next, left]).toEqual([['start 12:00:00'], 'baseline-cron 13:00:00', null]);
  });

  it('after a slot of the baseline, the grid applies, even if an interval hint is in effect by now', () => {
    const { ran, rows } = decide({
      source: 'baseline-cron',
      hints: hints({ intervalMs: 600_000 }),
      now: at('2026-01-05T11:30Z'),
    });
    expect([ran, rows]).toEqual([['start 11:00:00'], ['misfire 09:00:00-10:00:00 ×2']]);
  });

  it.each([
    ['without a hint', null],
    ['of a hint without an interval', hints({ nextRunAt: tenPast })],
  ])('after a slot %s, the grid applies', (_, left) => {
    const { ran, rows } = decide({
      dueFrom: tenPast,
      source: 'ai-oneshot',
      hints: left,
      now: at('2026-01-05T11:07Z'),
    });
    expect([ran, rows]).toEqual([['start 11:00:00'], ['misfire 09:10:00-10:00:00 ×2']]);
  });

  it('while an interval hint is in effect, the baseline continues from now', () => {
    const { candidates } = decide({
      dueFrom: tenPast,
      source: 'ai-interval',
      hints: hints({ intervalMs: 600_000 }),
      now: at('2026-01-05T11:07Z'),
    });
    expect(candidates).toContainEqual(
      expect.objectContaining({ source: 'baseline-cron', at: '2026-01-05T12:00:00.000Z' }),
    );
  });

  it('a one-shot that fell due beside the plan is one more slot, once', () => {
    const beside = decide({
      hints: hints({ nextRunAt: at('2026-01-05T10:20Z') }),
      now: at('2026-01-05T10:30Z'),
      misfirePolicy: 'all',
    });
    expect(beside.run.map(({ slotAt, source }) => [clock(slotAt), source])).toEqual([
      ['09:00:00', 'baseline-cron'],
      ['10:00:00', 'baseline-cron'],
      ['10:20:00', 'ai-oneshot'],
    ]);
    expect(beside.run[2]?.decision.candidates).toMatchObject([{ reason: 'hint, once: because' }]);
    expect([beside.hints, beside.next]).toEqual([null, 'baseline-cron 11:00:00']);
    const same = decide({
      hints: hints({ nextRunAt: at('2026-01-05T10:00Z') }),
      now: at('2026-01-05T10:30Z'),
    });
    expect([same.rows, same.ran]).toEqual([['misfire 09:00:00-09:00:00 ×1'], ['start 10:00:00']]);
    expect(same.run.map(({ source }) => source)).toEqual(['baseline-cron']);
  });

  it('a one-shot a millisecond before a slot of the grid is missed or run like any other', () => {
    const due = { hints: hints({ nextRunAt: at('2026-01-05T09:59:59.999Z') }), now: at('2026-01-05T10:30Z') };
    const { ran, rows } = decide(due);
    expect([ran, rows]).toEqual([['start 10:00:00'], ['misfire 09:00:00-09:59:59 ×2']]);
    const overdue = decide({ ...due, misfirePolicy: 'all', startingDeadline: 1_800_000 });
    expect([overdue.ran, overdue.rows]).toEqual([['start 10:00:00'], ['deadline 09:00:00-09:59:59 ×2']]);
  });

  it('a one-shot that fell due during a pause is one of its slots, even before the first of the grid', () => {
    const pausedUntil = at('2026-01-05T10:30Z');
    const { ran, rows } = decide({
      source: 'paused',
      activatedAt: at('2026-01-05T09:05Z'),
      pausedUntil,
      dueFrom: pausedUntil,
      now: pausedUntil,
      hints: hints({ nextRunAt: tenPast }),
    });
    expect([ran, rows]).toEqual([[], ['paused 09:10:00-10:00:00 ×2']]);
    const after = decide({
      source: 'paused',
      pausedUntil,
      dueFrom: pausedUntil,
      now: at('2026-01-05T11:10Z'),
      lastSlotAt: at('2026-01-05T08:00Z'),
      hints: hints({ nextRunAt: at('2026-01-05T10:40Z') }),
    });
    expect([after.ran, after.rows]).toEqual([
      ['start 11:00:00'],
      ['paused 09:00:00-10:00:00 ×2', 'misfire 10:40:00-10:40:00 ×1'],
    ]);
  });

  const tenTwenty = at('2026-01-05T10:20Z');
  const tenTwentyOne = at('2026-01-05T10:21Z');
  it.each<[string, Parameters<typeof decide>[0], boolean]>([
    ['now', { now: tenTwenty }, true],
    ['at startAt', { timing: { ...HOURLY, startAt: tenTwenty } }, true],
    ['before startAt', { timing: { ...HOURLY, startAt: tenTwentyOne } }, false],
    ['before endAt', { timing: { ...HOURLY, endAt: tenTwentyOne } }, true],
    ['at endAt', { timing: { ...HOURLY, endAt: tenTwenty } }, false],
    ['at the end of the hint', { hints: hints({ nextRunAt: tenTwenty, expiresAt: tenTwenty }) }, false],
    ['and whose schedule is a one-time one', { timing: timing({ repeat: 'once', startAt: NINE }) }, false],
  ])('a one-shot beside the plan that is due %s', (_, about, isSlot) => {
    const { run } = decide({
      hints: hints({ nextRunAt: tenTwenty }),
      now: at('2026-01-05T10:30Z'),
      misfirePolicy: 'all',
      ...about,
    });
    expect(run.some(({ source }) => source === 'ai-oneshot')).toBe(isSlot);
  });

  it('with a one-shot and an interval, the interval stays', () => {
    const { hints: left } = decide({
      dueFrom: tenPast,
      source: 'ai-oneshot',
      hints: hints({ nextRunAt: tenPast, intervalMs: 900_000 }),
      now: tenPast,
    });
    expect(left).toMatchObject({ nextRunAt: null, intervalMs: 900_000 });
  });

  it('what minInterval skipped is not a slot', () => {
    const { ran, rows, next } = decide({
      timing: EVERY_10_S,
      dueFrom: at('2026-01-05T09:00:03Z'),
      source: 'clamped-min',
      minInterval: 60_000,
      now: at('2026-01-05T09:00:35Z'),
    });
    expect([ran, rows, next]).toEqual([['start 09:00:03'], [], 'clamped-min 09:01:35']);
  });

  it('a one-shot on a grid point that minInterval skipped is a slot', () => {
    const { ran } = decide({
      timing: EVERY_10_S,
      dueFrom: at('2026-01-05T09:00:03Z'),
      source: 'clamped-min',
      hints: hints({ nextRunAt: at('2026-01-05T09:00:20Z') }),
      now: at('2026-01-05T09:00:35Z'),
      misfirePolicy: 'all',
    });
    expect(ran).toEqual(['start 09:00:03', 'start 09:00:20']);
    const rightNow = decide({
      timing: EVERY_10_S,
      dueFrom: at('2026-01-05T09:00:03Z'),
      source: 'clamped-min',
      hints: hints({ nextRunAt: at('2026-01-05T09:00:30Z') }),
      now: at('2026-01-05T09:00:30Z'),
      misfirePolicy: 'all',
    });
    expect(rightNow.ran).toEqual(['start 09:00:03', 'start 09:00:30']);
  });

  it('grid slots after one that maxInterval moved forward are due as usual', () => {
    const { ran, rows } = decide({
      dueFrom: at('2026-01-05T09:30Z'),
      source: 'clamped-max',
      maxInterval: 1_800_000,
      now: at('2026-01-05T11:10Z'),
    });
    expect([ran, rows]).toEqual([['start 11:00:00'], ['misfire 09:30:00-10:00:00 ×2']]);
  });

  it('hints and plan of a schedule that is not due stay', () => {
    const later = hints({ nextRunAt: tenPast });
    const { ran, next, hints: left } = decide({ dueFrom: tenPast, source: 'ai-oneshot', hints: later });
    expect([ran, next, left]).toEqual([[], 'ai-oneshot 09:10:00', later]);
    const plannedDecision = decide({}).plan.decision;
    const limited = decide({
      dueFrom: tenPast,
      source: 'clamped-min',
      minInterval: 3_600_000,
      plannedDecision,
    });
    expect([limited.next, limited.candidates]).toEqual(['clamped-min 09:10:00', plannedDecision.candidates]);
  });

  it('a one-shot that a full claim leaves due is not lost', () => {
    const now = at('2026-01-05T09:16:35Z');
    const left = hints({ nextRunAt: now });
    const backlog = { timing: EVERY_10_S, now, hints: left, misfireThresholdMs: 3_600_000 };
    const first = decide(backlog);
    expect([first.ran.length, first.ran.at(-1), first.hints]).toEqual([100, 'start 09:16:30', left]);
    const { nextRunAt, source } = first.plan;
    const { ran, hints: none } = decide({ ...backlog, dueFrom: nextRunAt ?? NINE, source });
    expect([ran, none]).toEqual([['start 09:16:35'], null]);
  });

  it('a new activation discards what a hint had planned', () => {
    const stale = { dueFrom: at('2026-01-05T08:10Z'), activatedAt: at('2026-01-05T08:30Z') };
    const { ran, run, next } = decide({ ...stale, source: 'ai-oneshot' });
    expect([ran, next]).toEqual([['start 09:00:00'], 'baseline-cron 10:00:00']);
    expect(run[0]?.source).toBe('baseline-cron');
    // No slot of the grid is lost to a limit that no longer applies.
    const limited = decide({ ...stale, source: 'clamped-min', now: at('2026-01-05T11:10Z') });
    const rows = ['disabled 08:10:00-08:10:00 ×1', 'misfire 09:00:00-10:00:00 ×2'];
    expect([limited.ran, limited.rows]).toEqual([['start 11:00:00'], rows]);
  });

  it('a plan from before the creation is discarded without a row', () => {
    const origin = at('2026-01-05T08:30Z');
    const early = { timing: { ...HOURLY, origin }, dueFrom: at('2026-01-05T08:00Z'), activatedAt: origin };
    const { ran, rows } = decide(early);
    expect([ran, rows]).toEqual([['start 09:00:00'], []]);
  });

  it('a plan from before the activation of a schedule that has no slot left is recorded, and nothing runs', () => {
    const { ran, rows, exhausted } = decide({
      timing: { ...HOURLY, endAt: at('2026-01-05T08:00Z') },
      dueFrom: at('2026-01-05T07:00Z'),
      activatedAt: at('2026-01-05T08:30Z'),
    });
    expect([ran, rows, exhausted]).toEqual([[], ['disabled 07:00:00-07:00:00 ×1'], true]);
  });

  it('a plan for the instant of the activation is not discarded', () => {
    const { run } = decide({ dueFrom: tenPast, source: 'ai-oneshot', activatedAt: tenPast, now: tenPast });
    expect(run).toMatchObject([{ slotAt: tenPast, source: 'ai-oneshot' }]);
  });

  it('maxInterval counts from the last run if a pause ends without a slot', () => {
    const pausedUntil = at('2026-01-05T08:30Z');
    const lastSlotAt = at('2026-01-05T08:00Z');
    const { rows, next } = decide({
      source: 'paused',
      pausedUntil,
      dueFrom: pausedUntil,
      now: pausedUntil,
      lastSlotAt,
      ranAt: lastSlotAt,
      maxInterval: 2_400_000,
    });
    expect([rows, next]).toEqual([[], 'clamped-max 08:40:00']);
  });
});
