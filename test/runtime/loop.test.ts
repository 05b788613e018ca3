import { afterEach, expect, test, vi } from 'vitest';
import { createLoop, type Loop } from '../../src/runtime/loop.js';
import { createDeferred } from '../support/deferred.js';
import { createRecordingLogger } from '../support/recording-logger.js';

const DAY_MS = 86_400_000;
let loop: Loop | undefined;

afterEach(async () => {
  vi.useRealTimers();
  await loop?.stop();
});

/** A loop that runs `rounds` one after the other, then sleeps until woken; `reached(n)` resolves when round n has begun. */
function start(...rounds: ((signal: AbortSignal) => Promise<number | null>)[]) {
  const logger = createRecordingLogger();
  const begun = Array.from({ length: rounds.length + 5 }, () => createDeferred());
  let count = 0;
  loop = createLoop({
    name: 'test',
    logger,
    async runOnce(signal) {
      const index = count++;
      begun[index]?.resolve();
      return (await rounds[index]?.(signal)) ?? null;
    },
  });
  loop.start();
  return { loop, logger, count: () => count, reached: (round: number) => begun[round - 1]?.promise };
}

test('a round follows after the time that the last one returned', async () => {
  vi.useFakeTimers();
  const { reached, count } = start(
    async () => 1_000,
    async () => null,
  );
  await reached(1);
  await vi.advanceTimersByTimeAsync(999);
  expect(count()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(count()).toBe(2);
  await vi.advanceTimersByTimeAsync(365 * DAY_MS);
  expect(count()).toBe(2);
});

test('wakeIn ends a sleep early, never late, and applies to the sleep after the current round', async () => {
  vi.useFakeTimers();
  const gate = createDeferred();
  const { loop, reached, count } = start(
    async () => 10_000,
    async () => {
      await gate.promise;
      return 10_000;
    },
    async () => 10_000,
  );
  await reached(1);
  loop.wakeIn(20_000);
  loop.wakeIn(3_000);
  loop.wakeIn(4_000);
  await vi.advanceTimersByTimeAsync(2_999);
  expect(count()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(count()).toBe(2);
  loop.wakeIn(500);
  await vi.advanceTimersByTimeAsync(1_000);
  gate.resolve();
  await reached(3);
  await vi.advanceTimersByTimeAsync(9_999);
  expect(count()).toBe(3);
});

test('0 means at once', async () => {
  const { reached } = start(
    async () => 0,
    async () => 0,
    async () => null,
  );
  await reached(3);
});

test('a sleep longer than setTimeout supports lasts its whole time', async () => {
  vi.useFakeTimers();
  const { reached, count } = start(
    async () => 60 * DAY_MS,
    async () => null,
  );
  await reached(1);
  await vi.advanceTimersByTimeAsync(60 * DAY_MS - 1);
  expect(count()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(count()).toBe(2);
});

test('wake ends the sleep', async () => {
  const { loop, reached } = start(
    async () => DAY_MS,
    async () => null,
  );
  await reached(1);
  loop.wake();
  await reached(2);
  loop.wake();
  await reached(3);
});

test('a wake during a round causes one more, and only one', async () => {
  const first = createDeferred<number | null>();
  const { loop, reached, count } = start(
    () => first.promise,
    async () => null,
  );
  await reached(1);
  loop.wake();
  loop.wake();
  first.resolve(null);
  await reached(2);
  await loop.stop();
  expect(count()).toBe(2);
});

test('rounds never overlap, whoever asks for them', async () => {
  let running = 0;
  const overlaps: number[] = [];
  const round = async () => {
    running += 1;
    overlaps.push(running);
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
    return 0;
  };
  const { loop } = start(round, round, round, round, round);
  await Promise.all([loop.runOnce(), loop.runOnce(), loop.runOnce()]);
  expect(overlaps.length).toBeGreaterThanOrEqual(3);
  expect(Math.max(...overlaps)).toBe(1);
});

test('failures are logged and delay the next round by 100 ms, 200 ms … 5 s; a success resets the delay', async () => {
  vi.useFakeTimers();
  const fail = async () => {
    throw new Error('no database');
  };
  const { logger } = start(fail, fail, fail, fail, fail, fail, fail, fail, async () => 1, fail);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(logger.lines[0]).toMatchObject({
    event: 'loop.failed',
    loop: 'test',
    err: { message: 'no database' },
  });
  expect(logger.lines.map(({ retryInMs }) => retryInMs)).toEqual([
    100, 200, 400, 800, 1600, 3200, 5000, 5000, 100,
  ]);
});

test('wakes do not shorten the delay after a failure', async () => {
  vi.useFakeTimers();
  const { loop, logger, count } = start(
    async () => {
      throw new Error('no database');
    },
    async () => null,
  );
  await vi.advanceTimersByTimeAsync(0);
  expect(logger.lines).toHaveLength(1);
  loop.wake();
  await vi.advanceTimersByTimeAsync(99);
  expect(count()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(count()).toBe(2);
});

test('stop aborts the signal, awaits the round and starts no other', async () => {
  const ended = createDeferred();
  const { loop, reached, count } = start(async (signal) => {
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    ended.resolve();
    return 0;
  });
  await reached(1);
  await Promise.all([loop.stop(), loop.stop()]);
  await ended.promise;
  expect(count()).toBe(1);
  loop.wake();
  await loop.stop();
  expect(count()).toBe(1);
});

test('a round that stop interrupts is not a failure', async () => {
  const { loop, reached, logger } = start(async (signal) => {
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    signal.throwIfAborted();
    return 0;
  });
  await reached(1);
  await loop.stop();
  expect(logger.lines).toEqual([]);
});

test('start is idempotent, and possible again after stop', async () => {
  const { loop, reached, count } = start(
    async () => null,
    async () => null,
  );
  loop.start();
  await reached(1);
  await loop.stop();
  expect(count()).toBe(1);
  loop.start();
  await reached(2);
});

test('runOnce works without start and throws what the round throws', async () => {
  const lonely = createLoop({
    name: 'test',
    logger: createRecordingLogger(),
    runOnce: async () => {
      throw new Error('seen');
    },
  });
  await expect(lonely.runOnce()).rejects.toThrow('seen');
});
