/** What the admin makes of a stored decision, which may be anything that somebody wrote by SQL. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readDecision, sourceLabel } from '../../admin/src/lib/decision.js';
import { planNextRun } from '../../src/domain/schedule/governor.js';

const now = new Date('2026-11-20T12:00:00Z');

test('is read as the governor writes it', () => {
  const { decision } = planNextRun({
    timing: {
      repeat: 'repeating',
      cronExpression: '0 2 * * *',
      interval: null,
      timezone: 'UTC',
      startAt: null,
      endAt: null,
      origin: now,
      dstGap: 'next_valid',
      dstRepeat: 'first',
    },
    now,
    activatedAt: now,
    minInterval: 3_600_000,
    hints: {
      intervalMs: 60_000,
      nextRunAt: null,
      expiresAt: new Date('2026-11-20T13:00:00Z'),
      reason: 'errors are rising',
    },
    pausedUntil: new Date('2026-11-21T00:00:00Z'),
    pauseNote: 'vendor',
  });
  expect(readDecision(JSON.parse(JSON.stringify(decision)))).toEqual({
    now: '2026-11-20T12:00:00.000Z',
    chosen: '2026-11-21T00:00:00.000Z',
    source: 'paused',
    candidates: [
      {
        source: 'baseline-cron',
        at: '2026-11-21T02:00:00.000Z',
        reason: 'cron 0 2 * * * in UTC',
        isChosen: false,
        ignored: 'an interval hint takes the place of the baseline',
      },
      {
        source: 'ai-interval',
        at: '2026-11-20T12:01:00.000Z',
        reason: 'hint, 1m from 2026-11-20T12:00:00.000Z: errors are rising',
        isChosen: true,
        ignored: null,
      },
    ],
    clamps: [{ limit: 'minInterval 1h', from: '2026-11-20T12:01:00.000Z', to: '2026-11-20T13:00:00.000Z' }],
    backoff: null,
    hint: { reason: 'errors are rising', expiresAt: '2026-11-20T13:00:00.000Z', isFresh: true },
    pause: { until: '2026-11-21T00:00:00.000Z', note: 'vendor', instead: '2026-11-20T13:00:00.000Z' },
    problem: null,
  });
});

test('of anything else, what can be read', () => {
  expect(readDecision(null)).toBeUndefined();
  expect(readDecision('0 2 * * *')).toBeUndefined();
  expect(readDecision([])).toBeUndefined();
  expect(readDecision({ now: 'x' })).toBeUndefined();
  expect(readDecision({ problem: 'cron has 4 fields' })).toMatchObject({
    problem: 'cron has 4 fields',
    candidates: [],
  });
  expect(
    readDecision({ chosen: '2026-01-01T00:00:00Z', clamps: [{ limit: 'a', from: 'b' }], hint: 7 }),
  ).toMatchObject({
    chosen: '2026-01-01T00:00:00Z',
    clamps: [],
    hint: null,
  });
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      for (const stored of [
        value,
        { candidates: value, clamps: value, hint: value, pause: value, backoff: value },
      ]) {
        const read = readDecision(stored);
        for (const { at } of read?.candidates ?? [])
          expect(at === null || Date.parse(at) > -Infinity).toBe(true);
      }
    }),
  );
});

test('sources have names; new ones are shown as they are', () => {
  expect(sourceLabel('ai-oneshot')).toBe('Hint: extra run');
  expect(sourceLabel('some-new-source')).toBe('some new source');
});
