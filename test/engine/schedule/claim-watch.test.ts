import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createClaimWatch } from '../../../src/engine/schedule/claim-watch.js';

const THRESHOLD_MS = 5_000;
const at = (seconds: number) => new Date(Date.UTC(2026, 10, 22) + seconds * 1_000);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

test('while the worker claims without a break, due slots have been watched since the first claim', () => {
  const watch = createClaimWatch(() => 1);
  expect(watch.since(THRESHOLD_MS)).toBeUndefined();
  watch.claimed(at(0), true, 0);
  vi.advanceTimersByTime(4_000);
  expect(watch.since(THRESHOLD_MS)).toEqual(at(0));
  watch.claimed(at(20), true, 0);
  expect(watch.since(THRESHOLD_MS)).toEqual(at(0));
  watch.claimed(at(21), false, 60_000);
  vi.advanceTimersByTime(60_000);
  expect(watch.since(THRESHOLD_MS)).toEqual(at(21));
});

test('a stop, a failed claim and another lease are breaks', () => {
  let epoch: number | undefined = 1;
  const watch = createClaimWatch(() => epoch);
  const claim = () => {
    watch.since(THRESHOLD_MS);
    watch.claimed(at(0), false, 1_000);
  };
  claim();
  vi.advanceTimersByTime(6_000);
  expect(watch.since(THRESHOLD_MS)).toEqual(at(0));
  vi.advanceTimersByTime(1);
  expect(watch.since(THRESHOLD_MS)).toBeUndefined();
  claim();
  watch.broken();
  expect(watch.since(THRESHOLD_MS)).toBeUndefined();
  claim();
  epoch = 2;
  expect(watch.since(THRESHOLD_MS)).toBeUndefined();
  claim();
  epoch = undefined;
  expect(watch.since(THRESHOLD_MS)).toBeUndefined();
});
