import { describe, expect, it } from 'vitest';
import { consumeHints, type Hints } from '../../../../src/domain/schedule/governor/hints.js';
import { at } from '../timings.js';

const NOW = at('2026-01-05T09:30Z');
const BOTH: Hints = {
  intervalMs: 60_000,
  nextRunAt: at('2026-01-05T09:45Z'),
  expiresAt: at('2026-01-05T10:00Z'),
  reason: 'because',
};

describe('consumeHints', () => {
  it.each<[string, Hints | null, ReturnType<typeof consumeHints>]>([
    ['nothing', null, { hints: null, consumed: false, expired: false }],
    ['valid and in the future', BOTH, { hints: BOTH, consumed: false, expired: false }],
    [
      'a one-shot due now leaves the interval',
      { ...BOTH, nextRunAt: NOW },
      { hints: { ...BOTH, nextRunAt: null }, consumed: true, expired: false },
    ],
    [
      'a one-shot alone leaves nothing',
      { ...BOTH, intervalMs: null, nextRunAt: at('2026-01-05T09:00Z') },
      { hints: null, consumed: true, expired: false },
    ],
    ['expired now', { ...BOTH, expiresAt: NOW }, { hints: null, consumed: false, expired: true }],
    [
      'consumed and expired',
      { ...BOTH, nextRunAt: NOW, expiresAt: NOW },
      { hints: null, consumed: true, expired: true },
    ],
    [
      'valid for another millisecond',
      { ...BOTH, expiresAt: at('2026-01-05T09:30:00.001Z') },
      { hints: { ...BOTH, expiresAt: at('2026-01-05T09:30:00.001Z') }, consumed: false, expired: false },
    ],
  ])('%s', (_, hints, expected) => {
    expect(consumeHints(hints, NOW)).toEqual(expected);
  });

  it('returns the same object if nothing changed', () => {
    expect(consumeHints(BOTH, NOW).hints).toBe(BOTH);
  });
});
