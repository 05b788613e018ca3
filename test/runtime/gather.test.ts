import { expect, test } from 'vitest';
import { gather } from '../../src/runtime/gather.js';

interface Call {
  items: number[];
  end(): void;
  fail(error: Error): void;
}

/** Work that goes on until the test ends it. */
function openWork({ atMost = 10, maxWaitMs = 60_000, lingerMs = 0, mayBeOneOf = (): boolean => false } = {}) {
  const calls: Call[] = [];
  const listeners: (() => void)[] = [];
  const add = gather<number, number>({
    atMost,
    maxWaitMs,
    lingerMs,
    mayBeOneOf,
    work: (items) =>
      new Promise((resolve, reject) => {
        calls.push({ items, end: () => resolve(items.map((item) => item * 10)), fail: reject });
        for (const listener of listeners.splice(0)) listener();
      }),
  });
  /** The call of this number, once it has begun. */
  const call = async (index: number): Promise<Call> => {
    while (calls.length <= index) await new Promise<void>((resolve) => listeners.push(resolve));
    return calls[index] as Call;
  };
  return { add, call, calls };
}

test('requests of one turn are handled together, each with its own result', async () => {
  const { add, call } = openWork();
  const results = Promise.all([1, 2, 3].map((item) => add('a', item)));
  const first = await call(0);
  expect(first.items).toEqual([1, 2, 3]);
  first.end();
  expect(await results).toEqual([10, 20, 30]);
});

test('requests during a call wait for the next one, which takes up to its limit', async () => {
  const { add, call, calls } = openWork({ atMost: 2 });
  const one = add('a', 1);
  const first = await call(0);
  const others = Promise.all([2, 3, 4].map((item) => add('a', item)));
  expect(calls).toHaveLength(1);
  first.end();
  await one;
  (await call(1)).end();
  (await call(2)).end();
  expect(await others).toEqual([20, 30, 40]);
  expect(calls.map(({ items }) => items)).toEqual([[1], [2, 3], [4]]);
});

test('lanes do not wait for each other, and an empty lane starts again', async () => {
  const { add, call } = openWork();
  const held = add('a', 1);
  await call(0);
  const other = add('b', 2);
  (await call(1)).end();
  expect(await other).toBe(20);
  const again = add('b', 3);
  (await call(2)).end();
  expect(await again).toBe(30);
  (await call(0)).end();
  expect(await held).toBe(10);
});

test('a call that takes longer than maxWaitMs does not delay those that follow', async () => {
  const { add, call } = openWork({ maxWaitMs: 1 });
  const held = add('a', 1);
  await call(0);
  const next = add('a', 2);
  (await call(1)).end();
  expect(await next).toBe(20);
  (await call(0)).end();
  expect(await held).toBe(10);
});

test('after a large call, the next one waits for more requests', async () => {
  const { add, call } = openWork({ lingerMs: 1_000 });
  const many = Promise.all([1, 2, 3, 4].map((item) => add('a', item)));
  const first = await call(0);
  const next = add('a', 5);
  first.end();
  await many;
  const later = add('a', 6);
  const second = await call(1);
  expect(second.items).toEqual([5, 6]);
  second.end();
  expect(await Promise.all([next, later])).toEqual([50, 60]);
});

test('an error fails all requests of a call', async () => {
  const { add, call } = openWork();
  const results = Promise.allSettled([add('a', 1), add('a', 2)]);
  (await call(0)).fail(new Error('lost'));
  expect(await results).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
});

test('an error that one request may have caused makes each be tried alone', async () => {
  const { add, call } = openWork({ mayBeOneOf: () => true });
  const results = Promise.allSettled([add('a', 1), add('a', 2)]);
  (await call(0)).fail(new Error('refused'));
  (await call(1)).fail(new Error('refused'));
  (await call(2)).end();
  expect(await results).toMatchObject([{ status: 'rejected' }, { status: 'fulfilled', value: 20 }]);
});
