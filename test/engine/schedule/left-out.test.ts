import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLeftOut } from '../../../src/engine/schedule/left-out.js';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

test('each schedule is left out for a minute', () => {
  const leftOut = createLeftOut();
  expect(leftOut.ids()).toEqual([]);
  expect(leftOut.msLeft()).toBe(Number.POSITIVE_INFINITY);
  leftOut.add('a');
  vi.advanceTimersByTime(40_000);
  leftOut.add('b');
  expect(leftOut.ids()).toEqual(['a', 'b']);
  expect(leftOut.msLeft()).toBe(20_000);
  vi.advanceTimersByTime(20_000);
  expect(leftOut.ids()).toEqual(['b']);
  vi.advanceTimersByTime(20_000);
  leftOut.add('b');
  vi.advanceTimersByTime(20_000);
  expect(leftOut.ids()).toEqual(['b']);
});
