import { afterAll, beforeAll, expect, test } from 'vitest';
import { leaseMutex, returnMutex } from '../../../src/db/system/mutex.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase({ writer: 'engine' });
});
afterAll(() => db?.drop());

test('a leased name is free again when it is returned, or when its time is over', async () => {
  const first = await leaseMutex(db.pool, 'a', 60_000);
  expect(await leaseMutex(db.pool, 'a', 60_000)).toBeUndefined();
  if (first) await returnMutex(db.pool, first);
  expect(await leaseMutex(db.pool, 'a', -1)).toMatchObject({ name: 'a' });
  expect(await leaseMutex(db.pool, 'a', 60_000)).toMatchObject({ name: 'a' });
});

test('a process that took too long does not return the lock of the next one', async () => {
  const late = await leaseMutex(db.pool, 'b', -1);
  const next = await leaseMutex(db.pool, 'b', 60_000);
  if (late) await returnMutex(db.pool, late);
  expect(await leaseMutex(db.pool, 'b', 60_000)).toBeUndefined();
  if (next) await returnMutex(db.pool, next);
  expect(await leaseMutex(db.pool, 'b', 60_000)).toMatchObject({ name: 'b' });
});
