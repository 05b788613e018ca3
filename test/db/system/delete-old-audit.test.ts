import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteOldAudit } from '../../../src/db/system/delete-old-rows.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase({ writer: 'engine' });
});
afterAll(() => db?.drop());

test('the oldest entries are deleted, a few at a time, and no younger ones', async () => {
  const DAY = 86_400_000;
  await db.pool.query(
    `INSERT INTO "AuditEntry" (id, at, action, "entityType", "entityId", origin)
     SELECT lpad(n::text, 4, '0'), now() - (11 - n) * interval '1 day', 'x', 'Schedule', 'x', 'server' FROM generate_series(1, 10) n`,
  );
  const rounds: number[] = [];
  for (let deleted = 3; deleted === 3; ) {
    deleted = await deleteOldAudit(db.pool, 5.5 * DAY, 3);
    rounds.push(deleted);
  }
  expect(rounds).toEqual([3, 2]);
  const { rows } = await db.pool.query('SELECT id FROM "AuditEntry" ORDER BY id');
  expect(rows.map(({ id }) => Number(id))).toEqual([6, 7, 8, 9, 10]);
});

test('secrets are found at any depth that can be registered', async () => {
  const deep = `${'{"a":'.repeat(199)}{"password":"hidden"}${'}'.repeat(199)}`;
  const { rows } = await db.pool.query('SELECT audit_members($1::jsonb)::text AS audited', [
    `{"m": ${deep}}`,
  ]);
  expect(rows[0]?.audited).toContain('"password": {"set": true}');
  expect(rows[0]?.audited).not.toContain('hidden');
});
