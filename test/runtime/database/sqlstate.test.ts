/** The codes that PostgreSQL really sends, and what they mean to us. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isDatabaseAway, mayPass } from '../../../src/runtime/database/database-error.js';
import {
  codeOf,
  isLockTimeout,
  isRefusedError,
  isServerAway,
  isSqlState,
  type SqlState,
  sqlStateOf,
} from '../../../src/runtime/database/sqlstate.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { rollBack } from '../../support/lock-waits.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database?.drop());

async function errorOf(statement: string): Promise<unknown> {
  return database.pool.query(statement).then(
    () => undefined,
    (error: unknown) => error,
  );
}

test.each<[SqlState, string]>([
  ['insufficientPrivilege', `SET ROLE callboard_agent; SELECT * FROM callboard."ApiToken"`],
  ['uniqueViolation', `INSERT INTO "AgentConfig" (key, value) VALUES ('twice', '{}'), ('twice', '{}')`],
  ['duplicateTable', `CREATE TABLE "Schedule" (id text)`],
  ['duplicateSchema', 'CREATE SCHEMA callboard'],
  ['queryCanceled', `SET statement_timeout = 10; SELECT pg_sleep(60)`],
  ['readOnly', `BEGIN READ ONLY; DELETE FROM "AgentConfig"`],
  ['numberOutOfRange', 'SELECT 99999999999::int'],
  ['instantOutOfRange', `SELECT '2026-02-31'::timestamptz`],
  ['untranslatableCharacter', `SELECT '"\\u0000"'::jsonb ->> 0`],
  ['guardRefused', `DO $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = 'CB002'; END $$`],
])('%s', async (state, statement) => {
  const error = await errorOf(statement);
  // A session that was changed is not used again.
  await database.pool.query('ROLLBACK; RESET ALL; RESET ROLE');
  expect(sqlStateOf(error), codeOf(error)).toBe(state);
  const refused: SqlState[] = [
    'uniqueViolation',
    'numberOutOfRange',
    'instantOutOfRange',
    'untranslatableCharacter',
    'guardRefused',
  ];
  expect(isRefusedError(error)).toBe(refused.includes(state));
  expect(isDatabaseAway(error)).toBe(state === 'readOnly');
});

test('a row that another transaction has locked is recognized', async () => {
  await database.pool.query(`INSERT INTO "AgentConfig" (key, value) VALUES ('held', '{}')`);
  const [holder, other] = [await database.pool.connect(), await database.pool.connect()];
  try {
    await holder.query(`BEGIN; SELECT * FROM "AgentConfig" WHERE key = 'held' FOR UPDATE`);
    await other.query(`BEGIN; SET LOCAL lock_timeout = 10`);
    const error: unknown = await other
      .query(`SELECT * FROM "AgentConfig" WHERE key = 'held' FOR UPDATE`)
      .catch((reason: unknown) => reason);
    expect([isLockTimeout(error), mayPass(error), isRefusedError(error)]).toEqual([true, true, false]);
  } finally {
    for (const client of [holder, other]) {
      await rollBack(client);
    }
  }
});

test.each(['08006', '57P01', '57P03', '53300'])('%s: the server is down', (code) => {
  expect([isServerAway({ code }), isDatabaseAway({ code }), mayPass({ code })]).toEqual([true, true, true]);
});

test.each(['53200', '53100', '40001', '40P01'])('%s: temporary, but the server is up', (code) => {
  expect([isDatabaseAway({ code }), mayPass({ code })]).toEqual([false, true]);
});

test.each([null, undefined, 'text', {}, { code: 7 }, new Error('x')])('%j has no code', (error) => {
  expect(codeOf(error)).toBe('');
  expect(sqlStateOf(error)).toBeUndefined();
  expect(isSqlState(error, 'deadlock')).toBe(false);
  expect([isRefusedError(error), mayPass(error)]).toEqual([false, false]);
});
