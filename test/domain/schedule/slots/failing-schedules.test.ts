import { describe, expect, it } from 'vitest';
import { decide } from '../governor/decide.js';
import { at, EVERY_10_S } from '../timings.js';

describe('failures stretch the slots', () => {
  it('of a catch-up', () => {
    const { ran, rows, next } = decide({
      timing: EVERY_10_S,
      now: at('2026-01-05T09:00:50Z'),
      failureBackoff: true,
      failureCount: 1,
      misfirePolicy: 'all',
    });
    expect([ran, rows, next]).toEqual([
      ['start 09:00:00', 'start 09:00:20', 'start 09:00:40'],
      [],
      'baseline-interval 09:01:00',
    ]);
  });

  it('from the first point of the grid that is late enough', () => {
    const { ran } = decide({
      timing: EVERY_10_S,
      dueFrom: at('2026-01-05T09:00:00.001Z'),
      source: 'ai-oneshot',
      now: at('2026-01-05T09:00:50Z'),
      failureBackoff: true,
      failureCount: 1,
      misfirePolicy: 'all',
    });
    expect(ran).toEqual(['start 09:00:00', 'start 09:00:30', 'start 09:00:50']);
  });

  it('until none is left before endAt', () => {
    const { ran, exhausted } = decide({
      timing: { ...EVERY_10_S, endAt: at('2026-01-05T09:00:15Z') },
      now: at('2026-01-05T09:00:30Z'),
      failureBackoff: true,
      failureCount: 1,
      misfirePolicy: 'all',
    });
    expect([ran, exhausted]).toEqual([['start 09:00:00'], true]);
  });

  it('but never postpone the first slot after an activation', () => {
    const pausedUntil = at('2026-01-05T09:00:35Z');
    const { rows } = decide({
      timing: EVERY_10_S,
      source: 'paused',
      activatedAt: at('2026-01-05T09:00:05Z'),
      pausedUntil,
      dueFrom: pausedUntil,
      now: pausedUntil,
      lastSlotAt: at('2026-01-05T08:59:00Z'),
      failureBackoff: true,
      failureCount: 1,
    });
    expect(rows).toEqual(['paused 09:00:10-09:00:30 ×2']);
  });

  it('also during a pause', () => {
    const pausedUntil = at('2026-01-05T09:00:35Z');
    const { rows } = decide({
      timing: EVERY_10_S,
      source: 'paused',
      pausedUntil,
      dueFrom: pausedUntil,
      now: pausedUntil,
      lastSlotAt: at('2026-01-05T08:59:50Z'),
      failureBackoff: true,
      failureCount: 1,
    });
    expect(rows).toEqual(['paused 09:00:10-09:00:30 ×2']);
  });

  it('from the last slot if a pause ends without one', () => {
    const pausedUntil = at('2026-01-05T08:30Z');
    const { rows, next, plan } = decide({
      source: 'paused',
      pausedUntil,
      dueFrom: pausedUntil,
      now: pausedUntil,
      timing: EVERY_10_S,
      lastSlotAt: at('2026-01-05T08:29:55Z'),
      failureBackoff: true,
      failureCount: 1,
    });
    expect([rows, next]).toEqual([[], 'baseline-interval 08:30:20']);
    expect(plan.decision.backoff).toMatchObject({ factor: 2, notBefore: '2026-01-05T08:30:15.000Z' });
  });

  it('from the slot, however late its run was', () => {
    const { ran, next } = decide({
      timing: EVERY_10_S,
      dueFrom: at('2026-01-05T09:00:03Z'),
      source: 'clamped-min',
      now: at('2026-01-05T09:00:35Z'),
      failureBackoff: true,
      failureCount: 1,
    });
    expect([ran, next]).toEqual([['start 09:00:03'], 'baseline-interval 09:00:40']);
  });
});
