import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertTogether } from '../../../src/db/system/insert-together.js';
import { createPool, type Pool, withTransactionSettings } from '../../../src/runtime/database/pool.js';
import { uuidv7 } from '../../../src/runtime/ids.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';

let db: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  db = await createTestDatabase();
  pool = createPool({
    connectionString: db.url,
    applicationName: 'test',
    writer: 'server',
    max: 4,
    prepare: true,
  });
});
afterAll(async () => {
  await pool.end();
  await db.close();
});

const NOW = new Date('2026-03-01T12:00:00.123Z');

const aSchedule = (more: Record<string, string | number | boolean | Date | null> = {}) => ({
  id: uuidv7(),
  key: null,
  name: 'made',
  repeat: 'repeating',
  interval: 3_600_000,
  nextRunAt: NOW,
  params: '{"a":null,"text":"1"}',
  decision: null,
  targetType: 'agent',
  createdBy: 'test',
  ...more,
});

const by = <T>(actorId: string, work: () => Promise<T>) =>
  withTransactionSettings({ 'callboard.audit': JSON.stringify({ actorId, action: 'createSchedule' }) }, work);

test('rows inserted at the same time share a transaction, and each is returned as stored', async () => {
  const wanted = Array.from({ length: 5 }, (_, n) => aSchedule({ name: `made "${n}"` }));
  const rows = await Promise.all(wanted.map((columns) => insertTogether(pool, 'Schedule', columns)));
  expect(rows).toMatchObject(
    wanted.map(({ id, name }) => ({
      id,
      name,
      interval: 3_600_000,
      nextRunAt: NOW,
      params: { a: null, text: '1' },
      decision: null,
      runCount: 0,
    })),
  );
  const { rows: stored } = await pool.query(
    'SELECT DISTINCT xmin::text FROM "Schedule" WHERE id = ANY ($1)',
    [wanted.map(({ id }) => id)],
  );
  expect(stored).toHaveLength(1);
});

test('each actor gets the audit entries of their own rows', async () => {
  const ids = new Map([
    ['anna', [uuidv7(), uuidv7()]],
    ['boris', [uuidv7(), uuidv7()]],
  ]);
  await Promise.all(
    [...ids].flatMap(([actor, own]) =>
      own.map((id) => by(actor, () => insertTogether(pool, 'Schedule', aSchedule({ id })))),
    ),
  );
  for (const [actor, own] of ids) {
    const { rows } = await pool.query(
      `SELECT "actorId", action FROM "AuditEntry" WHERE "entityId" = ANY ($1)`,
      [own],
    );
    expect(rows).toEqual(own.map(() => ({ actorId: actor, action: 'createSchedule' })));
  }
});

test('of several rows with one key the first is inserted, and the others are refused as taken', async () => {
  const rows = await Promise.all(
    Array.from({ length: 4 }, () => insertTogether(pool, 'Schedule', aSchedule({ key: 'daily' }))),
  );
  expect(rows.filter((row) => row !== undefined)).toHaveLength(1);
});

test('a row that the database refuses does not affect the others', async () => {
  const results = await Promise.allSettled([
    insertTogether(pool, 'Schedule', aSchedule()),
    insertTogether(pool, 'Schedule', aSchedule({ repeat: 'never' })),
    insertTogether(pool, 'Schedule', aSchedule()),
  ]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

test('a key that another transaction is about to take delays nothing else', async () => {
  const other = await pool.connect();
  await other.query('BEGIN');
  await other.query(
    `INSERT INTO "Schedule" (id, key, name, repeat, "targetType", "createdBy") VALUES ($1, 'held', 'held', 'repeating', 'agent', 'test')`,
    [uuidv7()],
  );
  const waiting = insertTogether(pool, 'Schedule', aSchedule({ key: 'held' }));
  expect(await insertTogether(pool, 'Schedule', aSchedule())).toBeDefined();
  await other.query('COMMIT');
  other.release();
  expect(await waiting).toBeUndefined();
});
