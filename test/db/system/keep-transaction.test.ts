/** Transactions that wait for something else, with a short limit for idle ones. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keepTransaction } from '../../../src/db/system/keep-transaction.js';
import { withTransaction } from '../../../src/runtime/database/pool.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';

const IDLE_MS = 500;
let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

const wait = (everyMs: number) =>
  withTransaction(
    db.pool,
    async (client) => {
      await keepTransaction(client, () => sleep(4 * IDLE_MS), everyMs);
      return (await client.query<{ answer: number }>('SELECT 42 AS answer')).rows;
    },
    { idle_in_transaction_session_timeout: `${IDLE_MS}` },
  );

test('stay open while the process runs, for longer than an idle one may', async () => {
  expect(await wait(IDLE_MS / 5)).toEqual([{ answer: 42 }]);
});

test('end if the process does nothing for so long', async () => {
  await expect(wait(60_000)).rejects.toThrow();
});
