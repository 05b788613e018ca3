import { setImmediate as immediate } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { LIMITS } from '../../../src/domain/limits.js';
import { createAdmission } from '../../../src/schema/server/admission.js';

const TOO_MANY = { extensions: { code: 'TOO_MANY_REQUESTS' } };

test('an operation keeps its place and its bytes until it has ended, even if its client is gone', async () => {
  const admission = createAdmission();
  const admitted = await Promise.all(
    Array.from({ length: LIMITS.operationsPerToken }, () => admission.enter('token')),
  );
  const [first] = admitted;
  let resolve = () => {};
  const work = first?.during(async () => {
    await new Promise<void>((ended) => {
      resolve = ended;
    });
    first.budget.spend(LIMITS.operationBytes);
  });
  first?.leave();
  let entered = false;
  const next = admission.enter('token').then((place) => {
    entered = true;
    return place;
  });
  await immediate(); // after everything that waits only for promises
  expect(entered).toBe(false);
  resolve();
  await work;
  const { budget } = await next;
  expect(budget.spend(LIMITS.operationBytes)).toBe(true);
  expect(admission.eventBudget('token').spend(LIMITS.tokenBytes - LIMITS.operationBytes)).toBe(true);
});

test('operations of one token share its bytes, and all share those of the server', () => {
  const admission = createAdmission();
  const held: unknown[] = [];
  const spend = (key: string) => {
    const budget = admission.eventBudget(key);
    held.push(budget);
    return budget.spend(LIMITS.operationBytes) ? 'ok' : budget.exceeded;
  };
  const perToken = LIMITS.tokenBytes / LIMITS.operationBytes;
  const tokens = LIMITS.serverBytes / LIMITS.tokenBytes;
  for (let token = 0; token < tokens; token += 1) {
    for (let index = 0; index < perToken; index += 1) expect(spend(`token ${token}`)).toBe('ok');
    expect(spend(`token ${token}`)).toBe('shared');
  }
  expect(spend('one more')).toBe('shared');
  const alone = createAdmission().eventBudget('token');
  expect([alone.spend(LIMITS.operationBytes + 1), alone.exceeded]).toEqual([false, 'own']);
});

test('a server runs a limited number of operations, fewer per token; others wait or are refused', async () => {
  vi.useFakeTimers();
  try {
    const admission = createAdmission();
    const enter = (key: string, count: number) => Array.from({ length: count }, () => admission.enter(key));
    await Promise.all(enter('a', LIMITS.operationsPerToken));
    const waiting = enter('a', LIMITS.waitingOperationsPerToken);
    await expect(admission.enter('a')).rejects.toMatchObject(TOO_MANY);
    const refused = Promise.allSettled(waiting);
    await vi.advanceTimersByTimeAsync(LIMITS.operationWaitMs - 1);
    // Other tokens can still use all places that are left.
    const tokens = LIMITS.operations / LIMITS.operationsPerToken;
    for (let token = 1; token < tokens; token += 1)
      await Promise.all(enter(`${token}`, LIMITS.operationsPerToken));
    await vi.advanceTimersByTimeAsync(1);
    expect(new Set((await refused).map(({ status }) => status))).toEqual(new Set(['rejected']));
    const late = expect(admission.enter('late')).rejects.toMatchObject(TOO_MANY);
    await vi.advanceTimersByTimeAsync(LIMITS.operationWaitMs);
    await late;
  } finally {
    vi.useRealTimers();
  }
});

test('one token has a limited number of subscriptions, and all together have a limit of their own', () => {
  const admission = createAdmission();
  const tooMany = expect.objectContaining({ extensions: { code: 'TOO_MANY_SUBSCRIPTIONS' } });
  const tokens = LIMITS.subscriptions / LIMITS.subscriptionsPerToken;
  const ends: (() => void)[] = [];
  for (let token = 0; token < tokens; token += 1) {
    for (let index = 0; index < LIMITS.subscriptionsPerToken; index += 1)
      ends.push(admission.subscribe(`${token}`));
    expect(() => admission.subscribe(`${token}`)).toThrow(tooMany);
  }
  expect(() => admission.subscribe('other')).toThrow(tooMany);
  ends[0]?.();
  expect(() => admission.subscribe('other')).not.toThrow();
});
