import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ClaimRoom } from '../../../src/engine/dispatch/claim/claim-room.js';
import { IdleClaims } from '../../../src/engine/dispatch/claim/idle-claims.js';
import { createPrefetch } from '../../../src/engine/dispatch/claim/prefetch.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const CAPACITY = 50;

/** A worker whose requests are all in progress. */
function setUp() {
  const state = { inProgress: CAPACITY, isIdle: true, slow: [] as string[] };
  const requests = {
    get inProgress() {
      return state.inProgress;
    },
    waiting: 0,
    slowAgents: () => state.slow,
    areSlow: () => state.slow.length > 0,
  };
  const prefetch = createPrefetch();
  const room = new ClaimRoom({
    ...{ requests, prefetch },
    capacity: () => CAPACITY,
    pace: { maxInProgress: () => Number.POSITIVE_INFINITY },
    writer: { isBehind: () => false },
  });
  const idle = new IdleClaims({
    ...{ requests, prefetch, room },
    timing: { isIdle: () => state.isIdle },
    served: { keys: () => [''] },
    mayClaim: () => true,
    maySend: () => true,
  });
  /** Waits for room for half of the capacity. */
  function wait(maxMs: number) {
    const waiting: { room?: number } = {};
    void idle.room(CAPACITY / 2, maxMs).then(({ size }) => {
      waiting.room = size;
    });
    return waiting;
  }
  return { state, room, idle, wait };
}

test('who waits for room does so although no request has ended for a while', async () => {
  const { state, room, wait } = setUp();
  const waiting = wait(1_000);
  await vi.advanceTimersByTimeAsync(900);
  expect(waiting).toEqual({});
  state.inProgress = 10;
  room.grow();
  await vi.advanceTimersByTimeAsync(0);
  expect(waiting).toEqual({ room: 40 });
});

test('who waits for room gives up after a while, and when an agent has become slow', async () => {
  const { state, wait } = setUp();
  const short = wait(300);
  const long = wait(10_000);
  await vi.advanceTimersByTimeAsync(300);
  expect([short, long]).toEqual([{ room: 0 }, {}]);
  state.slow = ['agent'];
  await vi.advanceTimersByTimeAsync(100);
  expect(long).toEqual({ room: 0 });
});

test('a claim may take what it was promised, although a round began meanwhile, unless an agent has become slow', () => {
  const { state, idle } = setUp();
  const promised = { size: 30, claimed: CAPACITY };
  state.isIdle = false;
  expect(idle.next()).toBeUndefined();
  expect(idle.next(promised)).toMatchObject({ limit: 30 });
  state.slow = ['agent'];
  expect(idle.next(promised)).toBeUndefined();
});

test('a claim does not take what others have claimed since it was promised', async () => {
  const { state, idle } = setUp();
  state.inProgress = 10;
  const promised = await idle.room(1, 0);
  expect(promised).toEqual({ size: 40, claimed: 10 });
  state.inProgress = 35;
  expect(idle.next(promised)).toMatchObject({ limit: 15 });
  state.inProgress = CAPACITY;
  expect(idle.next(promised)).toBeUndefined();
  // Answers make room for claims that are prepared later, and not for this one.
  state.isIdle = false;
  state.inProgress = 0;
  expect(idle.next(promised)).toMatchObject({ limit: 40 });
});
