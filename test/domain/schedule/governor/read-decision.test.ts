/** Reading a stored decision, which SQL may have set to anything. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { planNextRun } from '../../../../src/domain/schedule/governor/governor.js';
import { isDecided, readDecision } from '../../../../src/domain/schedule/governor/read-decision.js';

const now = new Date('2026-11-20T12:00:00Z');
const at = (text: string) => new Date(text);

test('a decision is read as the governor writes it', () => {
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
      expiresAt: at('2026-11-20T13:00:00Z'),
      reason: 'errors are rising',
    },
    pausedUntil: at('2026-11-21T00:00:00Z'),
    pauseNote: 'vendor',
  });
  expect(readDecision(JSON.parse(JSON.stringify(decision)))).toEqual({
    now,
    chosen: at('2026-11-21T00:00:00Z'),
    source: 'paused',
    candidates: [
      {
        source: 'baseline-cron',
        at: at('2026-11-21T02:00:00Z'),
        reason: 'cron 0 2 * * * in UTC',
        chosen: false,
        ignored: 'an interval hint replaces the baseline',
      },
      {
        source: 'ai-interval',
        at: at('2026-11-20T12:01:00Z'),
        reason: 'hint, 1m from 2026-11-20T12:00:00.000Z: errors are rising',
        chosen: true,
      },
    ],
    clamps: [{ limit: 'minInterval 1h', from: at('2026-11-20T12:01:00Z'), to: at('2026-11-20T13:00:00Z') }],
    hint: {
      intervalMs: 60_000,
      nextRunAt: null,
      reason: 'errors are rising',
      expiresAt: at('2026-11-20T13:00:00Z'),
      fresh: true,
      proposedBy: null,
    },
    pause: { until: at('2026-11-21T00:00:00Z'), note: 'vendor', instead: at('2026-11-20T13:00:00Z') },
  });
});

test.each([null, '0 2 * * *', [], 7, { now: 'x' }])('%j is not read as a decision', (stored) => {
  expect(isDecided(readDecision(stored))).toBe(false);
});

test('unreadable parts are left out', () => {
  const read = readDecision({
    chosen: '2026-01-01T00:00:00Z',
    candidates: [7, { at: 'soon', reason: 'a hint' }],
    clamps: [{ limit: 'a', from: 'b' }],
    backoff: { failures: 1.5, factor: 2 ** 40, notBefore: '2026-01-01T00:00:00Z' },
    hint: 7,
  });
  expect(read).toMatchObject({ candidates: [{ at: null, reason: 'a hint', chosen: false }], clamps: [] });
  expect(read.backoff ?? null).toBeNull();
  expect(read.hint ?? null).toBeNull();
  expect(isDecided(read)).toBe(true);
});

test.each([
  { problem: 'cron has 4 fields' },
  { chosen: '2026-01-01T00:00:00Z' },
  { candidates: [{ reason: 'a hint' }] },
])('%j is read as a decision', (stored) => {
  expect(isDecided(readDecision(stored))).toBe(true);
});

test('any stored value gives valid instants and numbers that fit GraphQL', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      for (const stored of [
        value,
        { candidates: value, clamps: value, hint: value, pause: value, backoff: value, chosen: value },
        { candidates: [{ at: value }], backoff: { failures: value, factor: value, notBefore: value } },
      ]) {
        const { candidates, backoff, chosen } = readDecision(stored);
        for (const instant of [chosen, ...candidates.map((candidate) => candidate.at)])
          if (instant) expect(instant.getTime()).not.toBeNaN();
        if (backoff) expect(backoff.failures | 0).toBe(backoff.failures);
      }
    }),
  );
});
