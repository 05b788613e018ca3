/** What the audit log leaves out, whatever the shape of the value. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db?.drop());

async function audited(members: object): Promise<unknown> {
  const { rows } = await db.pool.query('SELECT audit_members($1::jsonb) AS members', [
    JSON.stringify(members),
  ]);
  return rows[0]?.members;
}

const SECRET_NAMES = [
  'password',
  'PASSWD',
  'clientSecret',
  'token',
  'api_key',
  'X-API-KEY',
  'apikey',
  'credential',
  'Authorization',
  'privateKey',
  'private-key',
  'private_key',
  'Cookie',
];

test.each(SECRET_NAMES)('a text named %s is left out, at any depth', async (name) => {
  expect(await audited({ name: 'a', [name]: 'x' })).toEqual({ name: 'a', [name]: { set: true } });
  expect(await audited({ params: [{ deep: { [name]: 'x' } }] })).toEqual({
    params: [{ deep: { [name]: { set: true } } }],
  });
});

test('an encrypted text is left out, whatever its name', async () => {
  expect(await audited({ a: { b: `v1.${'x'.repeat(38)}` } })).toEqual({ a: { b: { set: true } } });
});

test('a hint moves to its secret', async () => {
  expect(await audited({ token: 'x', tokenHint: '…abcd' })).toEqual({ token: { set: true, hint: '…abcd' } });
});

test('everything else is kept, also what only resembles a secret', async () => {
  const members = { key: 'orders', apis: ['a'], private: true, note: 'v1 of the key', tokens: 5 };
  expect(await audited(members)).toEqual(members);
});
