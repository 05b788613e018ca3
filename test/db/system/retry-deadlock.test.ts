import { afterAll, beforeAll, expect, test } from 'vitest';
import { retryDeadlock } from '../../../src/db/system/retry-deadlock.js';
import { withTransaction } from '../../../src/runtime/database/pool.js';
import { createEmptyDatabase, type TestDatabase } from '../../support/database.js';
import { createDeferred } from '../../support/deferred.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createEmptyDatabase();
  await database.pool.query(
    `CREATE TABLE public.item (id int PRIMARY KEY, n int); INSERT INTO public.item VALUES (1, 0), (2, 0)`,
  );
});
afterAll(() => database.drop());

test('two transactions that wait for each other both succeed', async () => {
  const [one, two] = [createDeferred(), createDeferred()];
  let runs = 0;
  const add = (first: number, second: number, mine: typeof one, theirs: typeof one) =>
    retryDeadlock(() =>
      withTransaction(database.pool, async (client) => {
        runs += 1;
        await client.query('SET LOCAL deadlock_timeout = 50');
        await client.query('UPDATE public.item SET n = n + 1 WHERE id = $1', [first]);
        mine.resolve();
        await theirs.promise;
        await client.query('UPDATE public.item SET n = n + 1 WHERE id = $1', [second]);
      }),
    );
  await Promise.all([add(1, 2, one, two), add(2, 1, two, one)]);
  // Usually 3; on a busy machine the repeated one may meet the other once more.
  expect(runs).toBeGreaterThanOrEqual(3);
  expect((await database.pool.query('SELECT n FROM public.item')).rows).toEqual([{ n: 2 }, { n: 2 }]);
});

test('other errors are thrown at once', async () => {
  let runs = 0;
  const failing = retryDeadlock(async () => {
    runs += 1;
    throw new Error('other');
  });
  await expect(failing).rejects.toThrow('other');
  expect(runs).toBe(1);
});
