import { afterEach, beforeEach, expect, test } from 'vitest';
import { trimOutbox } from '../../src/events/trim-outbox.js';
import {
  entities,
  insertAgents,
  type OutboxFixture,
  openOutbox,
  openTransaction,
  take,
  uniqueName,
} from './outbox-fixture.js';

const DAY_MS = 86_400_000;
const DAY = { olderThanMs: DAY_MS, limit: 10 };
const EVERYTHING = { olderThanMs: 0, limit: 1_000 };

let outbox: OutboxFixture;

beforeEach(async () => {
  outbox = await openOutbox();
});

afterEach(async () => {
  await outbox.close();
});

async function kept(): Promise<string[]> {
  const { rows } = await outbox.db.pool.query('SELECT "entityId" AS id FROM outbox ORDER BY pos');
  return rows.map(({ id }: { id: string }) => id);
}

/** Pretends that all marks so far are this old. */
async function age(ms: number): Promise<void> {
  await outbox.db.pool.query(`UPDATE outbox_mark SET at = at - $1 * interval '1 millisecond'`, [ms]);
}

/** The tail has reached the present, so trimming the past loses nothing for it. */
async function tailIsPresent(): Promise<void> {
  const { db, tail } = outbox;
  const subscription = tail.subscribe({ kind: 'agent' });
  await insertAgents(db.pool, uniqueName('present'), 1);
  await take(subscription, 1);
  await subscription.return();
}

test('a cursor from before the trimming has expired, a later one has not', async () => {
  const { db, tail } = outbox;
  const live = tail.subscribe({ kind: 'agent', filter: (event) => /^[ab]/.test(event.entityId) });
  await insertAgents(db.pool, 'a', 2);
  const [first] = await take(live, 2);
  await trimOutbox(db.pool, DAY);
  await tailIsPresent();
  await age(DAY_MS);
  expect(await trimOutbox(db.pool, DAY)).toBe(2);
  const after = await tail.currentCursor();
  await insertAgents(db.pool, 'b', 1);
  const expired = tail.subscribe({ kind: 'agent', after: first?.cursor });
  await expect(expired.next()).rejects.toMatchObject({ code: 'CURSOR_EXPIRED', cursor: undefined });
  expect(await expired.next()).toEqual({ done: true, value: undefined });
  expect(entities(await take(tail.subscribe({ kind: 'agent', after }), 1))).toEqual(['b1']);
  expect(entities(await take(live, 1))).toEqual(['b1']);
});

test('trimming works in small portions, by any number of processes at once', async () => {
  const { db } = outbox;
  await insertAgents(db.pool, 'a', 250);
  const counts = await Promise.all([1, 2, 3].map(() => trimOutbox(db.pool, { olderThanMs: 0, limit: 20 })));
  const rest = await trimOutbox(db.pool, EVERYTHING);
  expect(counts.reduce((sum, count) => sum + count, rest)).toBe(250);
  expect(await kept()).toEqual([]);
});

test('nothing younger than the retention is touched, and no cursor expires', async () => {
  const { db, tail } = outbox;
  const after = await tail.currentCursor();
  await insertAgents(db.pool, 'a', 1);
  expect(await trimOutbox(db.pool, DAY)).toBe(0);
  await age(DAY_MS - 60_000);
  expect(await trimOutbox(db.pool, DAY)).toBe(0);
  expect(entities(await take(tail.subscribe({ kind: 'agent', after }), 1))).toEqual(['a1']);
  await age(60_000);
  expect(await trimOutbox(db.pool, DAY)).toBe(1);
});

test('the commit counts: a transaction that was open for days loses nothing', async () => {
  const { db, tail } = outbox;
  const late = await openTransaction(db.url);
  await insertAgents(late, 'late', 1);
  await insertAgents(db.pool, 'early', 1);
  await trimOutbox(db.pool, DAY);
  await tailIsPresent();
  await age(DAY_MS);
  const after = await tail.currentCursor();
  await late.query('COMMIT');
  await late.end();
  expect(await trimOutbox(db.pool, DAY)).toBe(1);
  expect((await kept())[0]).toBe('late1');
  expect(entities(await take(tail.subscribe({ kind: 'agent', after }), 1))).toEqual(['late1']);
});

test('marks are few, and those before the horizon are deleted', async () => {
  const { db } = outbox;
  const marks = async () => (await db.pool.query('SELECT trimmed FROM outbox_mark ORDER BY at')).rows;
  for (let call = 0; call < 5; call += 1) await trimOutbox(db.pool, DAY);
  expect(await marks()).toEqual([{ trimmed: false }]);
  for (let call = 0; call < 3; call += 1) {
    await age(DAY_MS);
    await trimOutbox(db.pool, DAY);
  }
  expect(await marks()).toEqual([{ trimmed: true }, { trimmed: false }]);
});

test('marks of another cluster, restored with a dump, trim nothing and expire nothing', async () => {
  const { db, tail } = outbox;
  await db.pool.query(
    `INSERT INTO outbox_mark (at, snapshot, trimmed) VALUES (now() - interval '1 year', '900000000000:900000000000:', true)`,
  );
  const live = tail.subscribe({ kind: 'agent' });
  const after = await tail.currentCursor();
  await insertAgents(db.pool, 'a', 1);
  expect(await trimOutbox(db.pool, DAY)).toBe(0);
  expect(entities(await take(live, 1))).toEqual(['a1']);
  expect(entities(await take(tail.subscribe({ kind: 'agent', after }), 1))).toEqual(['a1']);
});

test('a tail that was away for too long ends its subscriptions and continues from the present', async () => {
  const { db, tail, logger } = outbox;
  const live = tail.subscribe({ kind: 'agent' });
  // Its position is before the horizon when it reads again, which the lock keeps it from doing too early.
  const client = await db.pool.connect();
  await client.query('BEGIN');
  await client.query('LOCK TABLE outbox_mark');
  await db.pool.query('SELECT pg_current_xact_id()');
  await client.query('INSERT INTO outbox_mark (trimmed) VALUES (true)');
  await client.query('NOTIFY callboard_events');
  await client.query('COMMIT');
  client.release();
  await expect(live.next()).rejects.toMatchObject({ code: 'CURSOR_EXPIRED' });
  expect(logger.lines).toContainEqual(expect.objectContaining({ event: 'outbox.place_lost', level: 'warn' }));
  const restarted = tail.subscribe({ kind: 'agent' });
  await insertAgents(db.pool, 'a', 1);
  expect(entities(await take(restarted, 1))).toEqual(['a1']);
});

test('a stop is respected between two portions', async () => {
  const { db } = outbox;
  await insertAgents(db.pool, 'a', 3);
  const signal = AbortSignal.abort();
  expect(await trimOutbox(db.pool, { ...EVERYTHING, limit: 1, signal })).toBe(0);
  expect(await kept()).toHaveLength(3);
});
