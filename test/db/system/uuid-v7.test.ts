import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database?.drop());

test('ids created by the database are UUIDs of version 7, ordered by time', async () => {
  const { rows } = await database.pool.query<{ id: string }>(
    'SELECT uuid_v7() AS id, pg_sleep(0.002) FROM generate_series(1, 20)',
  );
  const ids = rows.map(({ id }) => id);
  for (const id of ids)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(new Set(ids).size).toBe(20);
  expect(ids).toEqual(ids.toSorted());
});
