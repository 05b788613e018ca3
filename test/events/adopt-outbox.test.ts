import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  entities,
  insertAgents,
  type OutboxFixture,
  openOutbox,
  openTransaction,
  take,
} from './outbox-fixture.js';

let outbox: OutboxFixture;

beforeEach(async () => {
  outbox = await openOutbox();
});
afterEach(() => outbox.close());

/** As after `pg_restore` in another cluster, whose transaction ids are `ahead` behind those of the events. */
async function pretendRestored(ahead: number): Promise<void> {
  await outbox.db.pool.query(
    `UPDATE outbox SET xid = (pg_current_xact_id()::text::bigint + $1)::text::xid8`,
    [ahead],
  );
  await outbox.db.pool.query(`UPDATE outbox_origin SET origin = 'another cluster'`);
}

async function spendTransactionIds(count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) await outbox.db.pool.query('SELECT pg_current_xact_id()');
}

async function kept(): Promise<string[]> {
  const { rows } = await outbox.db.pool.query('SELECT "entityId" AS id FROM outbox ORDER BY pos');
  return rows.map(({ id }: { id: string }) => id);
}

test('events from a dump are not delivered as new when the ids of this cluster reach theirs', async () => {
  const { db } = outbox;
  await insertAgents(db.pool, 'old', 2);
  await outbox.tail.stop();
  await pretendRestored(20);
  const tail = await outbox.startTail();
  const live = tail.subscribe({ kind: 'agent' });
  await spendTransactionIds(40);
  await insertAgents(db.pool, 'new', 1);
  expect(entities(await take(live, 1))).toEqual(['new1']);
  expect(await kept()).toEqual(['new1']);
});

test.each([
  ['smaller', -20],
  ['larger', 20],
])('a cursor of another database has expired, also if ids here are %s', async (_, ahead) => {
  const { db } = outbox;
  await insertAgents(db.pool, 'old', 2);
  const after = await outbox.tail.currentCursor();
  await outbox.tail.stop();
  await pretendRestored(ahead);
  const tail = await outbox.startTail();
  await expect(tail.subscribe({ kind: 'agent', after }).next()).rejects.toMatchObject({
    code: 'CURSOR_EXPIRED',
  });
});

test('of several servers that start at once, none deletes what an open transaction has written, or anything twice', async () => {
  const { db } = outbox;
  await insertAgents(db.pool, 'old', 2);
  await outbox.tail.stop();
  await pretendRestored(20);
  const open = await openTransaction(db.url);
  await insertAgents(open, 'open', 1);
  const tails = await Promise.all(Array.from({ length: 4 }, () => outbox.startTail()));
  const live = tails.map((tail) => tail.subscribe({ kind: 'agent' }));
  await insertAgents(db.pool, 'new', 1);
  for (const one of live) expect(entities(await take(one, 1))).toEqual(['new1']);
  await open.query('COMMIT');
  await open.end();
  for (const one of live) expect(entities(await take(one, 1))).toEqual(['open1']);
  expect((await kept()).sort()).toEqual(['new1', 'open1']);
});

test('a database that stays in its cluster keeps events and cursors, however often servers start', async () => {
  const { db, tail } = outbox;
  const after = await tail.currentCursor();
  await insertAgents(db.pool, 'a', 2);
  await tail.stop();
  const later = await outbox.startTail();
  expect(entities(await take(later.subscribe({ kind: 'agent', after }), 2))).toEqual(['a1', 'a2']);
});
