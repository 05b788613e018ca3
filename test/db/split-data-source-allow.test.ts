import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database?.drop());

test.each([
  [
    { allow: ['Ticker', 'Account.token'] },
    { allow: ['Ticker', 'Account.token'], only: ['Account', 'Ticker'] },
  ],
  [
    { allow: [' Ticker ', 'Ticker.id'], deny: ['x'] },
    { allow: [' Ticker ', 'Ticker.id'], deny: ['x'], only: ['Ticker'] },
  ],
  [{ allow: ['Account.token'] }, { allow: ['Account.token'] }],
  [
    { allow: [], deny: ['Ticker'] },
    { allow: [], deny: ['Ticker'] },
  ],
  [{ allow: 'all' }, { allow: 'all' }],
  [[], []],
])('a policy stored before "only" existed closes what it closed: %j', async (stored, migrated) => {
  await database.pool.query(
    `INSERT INTO "AgentConfig" (key, value) VALUES ('dataSources', $1) ON CONFLICT (key) DO UPDATE SET value = EXCLUDED.value`,
    [JSON.stringify(stored)],
  );
  const script = 'prisma/migrations/20261122080000_split_data_source_allow/migration.sql';
  await database.pool.query(await readFile(script, 'utf8'));
  const { rows } = await database.pool.query(`SELECT value FROM "AgentConfig" WHERE key = 'dataSources'`);
  expect(rows).toEqual([{ value: migrated }]);
});
