import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { formatDuration, formatInterval, MAX_DURATION_MS, parseDuration } from '../../src/domain/duration.js';

describe('parseDuration', () => {
  it.each([
    [0, 0],
    [1500, 1500],
    ['500ms', 500],
    ['30s', 30_000],
    ['10m', 600_000],
    ['1.5h', 5_400_000],
    ['2d', 172_800_000],
    ['1.1s', 1_100],
    ['0.001s', 1],
    ['2000', 2_000],
    [' 30 s ', 30_000],
    ['3650d', MAX_DURATION_MS],
  ])('%j is %i ms', (value, ms) => {
    expect(parseDuration(value)).toEqual({ kind: 'ok', ms });
  });

  it.each([
    ['', 'is not a duration'],
    ['soon', '"soon" is not a duration'],
    ['30 seconds', 'is not a duration'],
    ['1h30m', 'is not a duration'],
    ['-5s', 'is not a duration'],
    ['5S', 'is not a duration'],
    ['1e3', 'is not a duration'],
    ['.5s', 'is not a duration'],
    ['0x10', 'is not a duration'],
    ['0.5ms', 'whole number of milliseconds'],
    ['3651d', 'longer than ten years'],
    ['999999999999999d', 'longer than ten years'],
    [-1, 'negative'],
    [1.5, 'whole number of milliseconds'],
    [Number.NaN, 'finite'],
    [Number.POSITIVE_INFINITY, 'finite'],
  ])('refuses %j: %s', (value, reason) => {
    expect(parseDuration(value)).toEqual({ kind: 'error', message: expect.stringContaining(reason) });
  });

  it('quotes only the beginning of a long text', () => {
    const result = parseDuration('x'.repeat(10_000));
    expect(result.kind === 'error' && result.message.length).toBeLessThan(200);
  });
});

test.each([
  [1_000, 'every second'],
  [5_000, 'every 5 seconds'],
  [1_500, 'every 1,500 milliseconds'],
  [5_400_000, 'every 90 minutes'],
  [86_400_000, 'every day'],
])('an interval of %i is %s', (ms, text) => {
  expect(formatInterval(ms)).toBe(text);
});

describe('formatDuration', () => {
  it.each([
    [0, '0s'],
    [500, '500ms'],
    [1_000, '1s'],
    [90_000, '90s'],
    [5_400_000, '90m'],
    [86_400_000, '1d'],
  ])('%i is %s', (ms, text) => {
    expect(formatDuration(ms)).toBe(text);
  });

  it('is read back as the same duration', () => {
    const property = fc.property(fc.integer({ min: 0, max: MAX_DURATION_MS }), (ms) => {
      expect(parseDuration(formatDuration(ms))).toEqual({ kind: 'ok', ms });
    });
    fc.assert(property);
  });
});
