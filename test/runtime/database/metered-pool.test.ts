import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { LIMITS } from '../../../src/domain/limits.js';
import { meterPool, withReadShare } from '../../../src/runtime/database/metered-pool.js';
import { createPool, type Pool } from '../../../src/runtime/database/pool.js';
import { ByteBudget } from '../../../src/runtime/limits/byte-budget.js';
import { createEmptyDatabase, type TestDatabase } from '../../support/database.js';

const MOST = LIMITS.connectionsPerToken;
let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await createEmptyDatabase();
  pool = createPool({ connectionString: database.url, max: MOST + 2, applicationName: 'metered' });
  meterPool(pool);
});
afterEach(() => void vi.useRealTimers());
afterAll(async () => {
  await pool?.end();
  await database?.drop();
});

const connect = (key: string, budget = new ByteBudget(1_000)) =>
  withReadShare({ budget, key, readsOnly: true }, () => pool.connect());
const connectMany = (count: number, key: string) =>
  Promise.all(Array.from({ length: count }, () => connect(key)));

test('one token has a limited number of connections; its next statement waits and delays nobody else', async () => {
  const held = await connectMany(MOST, 'token');
  let served = false;
  const next = connect('token').then((client) => {
    served = true;
    return client;
  });
  const others = await Promise.all([connect('other'), pool.connect()]);
  for (const client of others) client.release();
  for (const client of await connectMany(2, 'other')) client.release();
  expect([served, pool.idleCount]).toEqual([false, 2]);
  held.pop()?.release();
  for (const client of [await next, ...held]) client.release();
  expect(pool.idleCount).toBe(pool.totalCount);
});

test('a statement that waits too long is refused, and keeps nothing', async () => {
  const held = await connectMany(MOST, 'token');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let refused = false;
  const budget = new ByteBudget(1_000);
  const next = connect('token', budget).catch((error: Error) => {
    refused = true;
    return error.message;
  });
  await vi.advanceTimersByTimeAsync(LIMITS.operationWaitMs - 1);
  expect(refused).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(await next).toMatch(/too many statements of one API token/);
  expect(budget.exceeded).toBe('shared');
  vi.useRealTimers();
  for (const client of held) client.release();
  for (const client of await connectMany(MOST, 'token')) client.release();
});

test('work whose budget is exceeded gets no connection, not even one that it waits for', async () => {
  const held = await connectMany(MOST, 'token');
  const budget = new ByteBudget(1_000);
  const next = connect('token', budget);
  budget.spend(1_001);
  await expect(connect('token', budget)).rejects.toThrow('has read more data than allowed');
  held.pop()?.release();
  await expect(next).rejects.toThrow('has read more data than allowed');
  held.push(await connect('token'));
  for (const client of held) client.release();
  expect(pool.idleCount).toBe(pool.totalCount);
});
