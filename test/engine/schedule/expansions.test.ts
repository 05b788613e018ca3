import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { withTransaction } from '../../../src/runtime/database/pool.js';
import { completes } from '../../support/agent-server.js';
import { eventually } from '../../support/engine.js';
import { insertAgent, insertExecution } from '../../support/rows.js';
import { createEngineFixture, type EngineFixture } from '../engine-fixture.js';

let fixture: EngineFixture;
beforeAll(async () => {
  fixture = await createEngineFixture();
  fixture.agent.behave(completes);
  await fixture.start();
});
afterAll(() => fixture?.stop());
beforeEach(() => fixture.db.pool.query('TRUNCATE "ScheduleExecution", "AgentJobExecution"'));

/** This many copies of this run, in one statement. */
async function insertLike(executionId: string, count: number, columns = ''): Promise<void> {
  await fixture.db.pool.query(
    `INSERT INTO "ScheduleExecution" (id, "targetType", "agentId", trigger, "fireAt", "executionTime", snapshot, "traceId"${columns && ', "nextTryAt"'})
     SELECT id || '-' || n, "targetType", "agentId", trigger, clock_timestamp(), "executionTime", snapshot, "traceId"${columns && `, ${columns}`}
     FROM "ScheduleExecution", generate_series(1, $2::int) n WHERE id = $1`,
    [executionId, count],
  );
}
const unexpanded = (left: number) =>
  eventually(
    fixture.db.pool,
    'SELECT FROM "ScheduleExecution" WHERE "expandedAt" IS NULL',
    [],
    ({ length }) => length === left,
  );

test('a run starts at once although thousands before it cannot be expanded now', async () => {
  const first = await insertExecution(fixture.db.pool, { agentId: 'agent' });
  await fixture.ended(first);
  await insertLike(first, 2_500, `clock_timestamp() + interval '1 hour'`);
  const behind = await insertExecution(fixture.db.pool, { agentId: 'agent' });
  expect(await fixture.ended(behind)).toMatchObject({ runStatus: 'succeeded' });
  await unexpanded(2_500);
  // They are tried again when their next try is due.
  await fixture.db.pool.query(
    `UPDATE "ScheduleExecution" SET "nextTryAt" = clock_timestamp() WHERE id LIKE '%-1'`,
  );
  await fixture.db.pool.query('NOTIFY callboard_engine');
  await unexpanded(2_499);
});

test('thousands of waiting runs are expanded without a pause', async () => {
  const first = await insertExecution(fixture.db.pool, { agentId: 'agent' });
  await fixture.ended(first);
  await insertLike(first, 3_500);
  await unexpanded(0);
});

test('a run whose row was locked is expanded once it is free, even without a notification', async () => {
  const fresh = await createEngineFixture();
  try {
    const { pool } = fresh.db;
    fresh.agent.behave(completes);
    const held = await insertExecution(pool, { agentId: 'agent' });
    await withTransaction(pool, async (holder) => {
      await holder.query('SELECT FROM "ScheduleExecution" WHERE id = $1 FOR UPDATE', [held]);
      await fresh.start();
      // Whoever expands this one has checked the one before, too.
      await fresh.ended(await insertExecution(pool, { agentId: 'agent' }));
    });
    expect(await fresh.ended(held)).toMatchObject({ runStatus: 'succeeded' });
  } finally {
    await fresh.stop();
  }
});

test('runs whose data source hangs do not hold up the runs of others', async () => {
  const { pool } = fixture.db;
  await pool.query('CREATE TABLE public.slow AS SELECT 1 AS id');
  await pool.query('CREATE TABLE public.quick AS SELECT 1 AS id');
  await insertAgent(pool, 'other', fixture.agent.url);
  const holder = await pool.connect();
  const hang = async () => {
    await holder.query('BEGIN');
    await holder.query('LOCK TABLE public.slow IN ACCESS EXCLUSIVE MODE');
  };
  const slow = () => insertExecution(pool, { agentId: 'agent', params: { id: 'db:slow:all:id' } });
  try {
    await hang();
    const first = await slow();
    // The worker learns that the data source is slow.
    await eventually(
      pool,
      `SELECT FROM pg_stat_activity WHERE query LIKE '%"slow"%' AND wait_event_type = 'Lock'
         AND query_start < clock_timestamp() - interval '5.1 seconds'`,
      [],
      ({ length }) => length === 1,
    );
    await holder.query('COMMIT');
    await fixture.ended(first);

    await hang();
    const hanging = [];
    for (let n = 0; n < 6; n++) hanging.push(await slow());
    const good = await insertExecution(pool, { agentId: 'other', params: { id: 'db:quick:all:id' } });
    expect(await fixture.ended(good)).toMatchObject({ runStatus: 'succeeded', jobsCreated: 1 });
    // One of them is expanded, and the others say what they wait for.
    await eventually(
      pool,
      `SELECT FROM "ScheduleExecution" WHERE id = ANY ($1) AND reason = 'slow_expansions'`,
      [hanging],
      ({ length }) => length === hanging.length - 1,
    );
    await holder.query('COMMIT');
    for (const id of hanging)
      expect(await fixture.ended(id)).toMatchObject({
        runStatus: 'succeeded',
        jobsCreated: 1,
        reason: null,
      });
  } finally {
    holder.release(true);
  }
});
