/** Relative times: coarse, except for what is about to happen. */
import { expect, test } from 'vitest';
import { formatRelative } from '../../admin/src/lib/text/time.js';

const NOW = new Date('2026-11-20T12:00:00Z');
const at = (seconds: number) => formatRelative(new Date(NOW.getTime() + seconds * 1_000), NOW);

test('runs that follow each other within a minute can be told apart', () => {
  const next = Array.from({ length: 10 }, (_, index) => at(50 * (index + 1)));
  expect(next.slice(0, 4)).toEqual(['in 50 s', 'in 1 min 40 s', 'in 2 min 30 s', 'in 3 min 20 s']);
  expect(new Set(next).size).toBe(next.length);
});

test.each([
  [0, 'now'],
  [60, 'in 1 min'],
  [599, 'in 9 min 59 s'],
  [659, 'in 10 min'],
  [-12, '12 s ago'],
  [-80, '1 min ago'],
  [3 * 3_600 + 300, 'in 3 h 5 min'],
  [-2 * 86_400, '2 d ago'],
])('%i s from now is “%s”', (seconds, text) => {
  expect(at(seconds)).toBe(text);
});
