import { beforeEach, expect, test, vi } from 'vitest';
import { createStepPace, type StepPace } from '../../../src/engine/dispatch/step-pace.js';

let nowMs = 0;
let pace: StepPace;
beforeEach(() => {
  nowMs = 0;
  pace = createStepPace(
    () => {},
    () => nowMs,
  );
});

/** Batches of this many answers, one after the other, that waited this long. */
function write(batches: number, count: number, meanMs: number): void {
  for (let n = 0; n < batches; n += 1) {
    for (let one = 0; one < count; one += 1) pace.answered();
    nowMs += meanMs;
    pace.written(count, { count, meanMs, longestMs: meanMs, tookMs: 5 });
  }
}

test('while answers are written quickly, there is no limit', () => {
  write(50, 10, 10);
  expect(pace.maxInProgress()).toBe(Number.POSITIVE_INFINITY);
});

test('while answers wait long, fewer and fewer steps start, but never too few', () => {
  write(1, 400, 60);
  const first = pace.maxInProgress();
  expect(first).toBeLessThan(500);
  write(50, 50, 60);
  expect(pace.maxInProgress()).toBe(60);
});

test('answers that wait to be written count as running', () => {
  write(50, 50, 60);
  for (let n = 0; n < 20; n += 1) pace.answered();
  expect(pace.maxInProgress()).toBe(40);
});

test('when answers no longer wait, the limit rises again; it disappears at once if no step is answered', () => {
  write(50, 50, 60);
  write(50, 50, 5);
  expect(pace.maxInProgress()).toBe(Number.POSITIVE_INFINITY);
  write(50, 50, 60);
  nowMs += 1_001;
  expect(pace.maxInProgress()).toBe(Number.POSITIVE_INFINITY);
});

test('a database that is slow for each batch does not lower the limit', () => {
  for (let n = 0; n < 20; n += 1) {
    for (let one = 0; one < 50; one += 1) pace.answered();
    nowMs += 60;
    pace.written(50, { count: 50, meanMs: 60, longestMs: 60, tookMs: 40 });
  }
  expect(pace.maxInProgress()).toBe(Number.POSITIVE_INFINITY);
});

test('waits for other reasons than the writer do not count', () => {
  for (let n = 0; n < 20; n += 1) {
    for (let one = 0; one < 50; one += 1) pace.answered();
    nowMs += 2_000;
    pace.written(50);
  }
  expect(pace.maxInProgress()).toBe(Number.POSITIVE_INFINITY);
});

test('the change is reported when the limit disappears because no step is answered any more', async () => {
  vi.useFakeTimers();
  try {
    const forgotten = vi.fn();
    pace = createStepPace(forgotten, () => nowMs);
    write(50, 50, 60);
    nowMs += 1_002;
    vi.advanceTimersByTime(1_001);
    expect(forgotten).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(forgotten).toHaveBeenCalledOnce();
    expect(pace.maxInProgress()).toBe(Number.POSITIVE_INFINITY);
  } finally {
    vi.useRealTimers();
  }
});
