/** What a person who inserts a schedule or a pipeline by SQL may leave out. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

const COLUMNS = `name, "repeat", "interval", "targetType", "agentId"`;
const VALUES = `'Hourly', 'repeating', 3600000, 'agent', 'a'`;

async function loginName(): Promise<string> {
  const { rows } = await db.pool.query<{ name: string }>('SELECT session_user AS name');
  return rows[0]?.name ?? '';
}

test.each([
  ['leaves both out', '', ''],
  ['has SQL NULL', ', params, "createdBy"', ', NULL, NULL'],
  ['has JSON null', ', params', `, 'null'`],
])('params are {} and the creator is the login when the statement %s', async (id, columns, values) => {
  const { rows } = await db.pool.query(
    `INSERT INTO "Schedule" (id, ${COLUMNS}${columns}) VALUES ($1, ${VALUES}${values}) RETURNING params, "createdBy"`,
    [id],
  );
  expect(rows).toEqual([{ params: {}, createdBy: await loginName() }]);
});

test('what is given is kept, and params that are set to NULL later are {}', async () => {
  const { rows } = await db.pool.query(
    `INSERT INTO "Schedule" (id, ${COLUMNS}, params, "createdBy") VALUES ('given', ${VALUES}, '{"a": null}', 'ops')
     RETURNING params, "createdBy"`,
  );
  expect(rows).toEqual([{ params: { a: null }, createdBy: 'ops' }]);
  const update = `UPDATE "Schedule" SET params = NULL WHERE id = 'given' RETURNING params, "createdBy"`;
  expect((await db.pool.query(update)).rows).toEqual([{ params: {}, createdBy: 'ops' }]);
});

test('the creator of a pipeline is the login', async () => {
  const { rows } = await db.pool.query(
    `INSERT INTO "Pipeline" (id, name, steps) VALUES ('p', 'P', '[]') RETURNING "createdBy"`,
  );
  expect(rows).toEqual([{ createdBy: await loginName() }]);
});
