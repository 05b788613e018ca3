import { PrismaPg } from '@prisma/adapter-pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PrismaClient } from '../../../src/db/generated/client.js';
import { isDatabaseAway } from '../../../src/runtime/database/database-error.js';
import { createPool } from '../../../src/runtime/database/pool.js';
import { findFreePort } from '../../../src/runtime/free-port.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { rollBack } from '../../support/lock-waits.js';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db?.drop());

const errorOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );
const poolTo = (connectionString: string) =>
  createPool({ connectionString, max: 1, applicationName: 'test', connectTimeoutMs: 5_000 });

describe('the database counts as down', () => {
  test('if nothing listens, for node-postgres and for Prisma', async () => {
    const pool = poolTo(`postgresql://user@127.0.0.1:${await findFreePort()}/x`);
    const prisma = new PrismaClient({ adapter: new PrismaPg(pool, { schema: 'callboard' }) });
    expect(isDatabaseAway(await errorOf(pool.query('SELECT 1')))).toBe(true);
    expect(isDatabaseAway(await errorOf(prisma.schedule.findMany()))).toBe(true);
    await prisma.$disconnect();
    await pool.end();
  });

  test('if the connection is cut during a statement', async () => {
    const pool = poolTo(db.url);
    const cut = errorOf(pool.query('SELECT pg_terminate_backend(pg_backend_pid())'));
    expect(isDatabaseAway(await cut)).toBe(true);
    const prisma = new PrismaClient({ adapter: new PrismaPg(pool, { schema: 'callboard' }) });
    const holder = await db.pool.connect();
    await holder.query('BEGIN; LOCK TABLE "Schedule"');
    const waiting = errorOf(prisma.schedule.findMany());
    const cutWaiting = `SELECT count(pg_terminate_backend(pid))::int AS cut FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
    while ((await db.pool.query<{ cut: number }>(cutWaiting)).rows[0]?.cut === 0);
    expect(isDatabaseAway(await waiting)).toBe(true);
    await rollBack(holder);
    await prisma.$disconnect();
    await pool.end();
  });

  test('if no connection is left', async () => {
    const pool = poolTo(db.url);
    const held = await pool.connect();
    pool.options.connectionTimeoutMillis = 50;
    expect(isDatabaseAway(await errorOf(pool.query('SELECT 1')))).toBe(true);
    const prisma = new PrismaClient({ adapter: new PrismaPg(pool, { schema: 'callboard' }) });
    expect(isDatabaseAway(await errorOf(prisma.schedule.findMany()))).toBe(true);
    held.release();
    await prisma.$disconnect();
    await pool.end();
  });
});

test('other errors are different: a wrong statement, a bug, a slow statement that was cancelled', async () => {
  expect(isDatabaseAway(await errorOf(db.pool.query('SELECT nothing')))).toBe(false);
  expect(isDatabaseAway(await errorOf(db.pool.query('SET statement_timeout = 10; SELECT pg_sleep(5)')))).toBe(
    false,
  );
  const prisma = new PrismaClient({ adapter: new PrismaPg(db.pool, { schema: 'callboard' }) });
  expect(isDatabaseAway(await errorOf(prisma.schedule.findMany({ where: { id: 5 as never } })))).toBe(false);
  await prisma.$disconnect();
  for (const error of [new TypeError('x is undefined'), undefined, null, 'text', new AggregateError([])])
    expect(isDatabaseAway(error)).toBe(false);
});
