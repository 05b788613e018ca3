import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { LIMITS } from '../../src/domain/limits.js';
import { completes } from '../support/agent-server.js';
import { eventually } from '../support/engine.js';
import { insertExecution } from '../support/rows.js';
import { AGENT, type FaultFixture, openFaultFixture } from './fault-fixture.js';
import { holdInvariants, quiesce } from './invariants.js';

let fixture: FaultFixture;

beforeEach(async () => {
  fixture = await openFaultFixture({ CALLBOARD_MAX_CONCURRENT: '4' });
});
afterEach(() => fixture.close());

async function runOf(id: string): Promise<Record<string, unknown>> {
  const { rows } = await fixture.db.pool.query('SELECT * FROM "ScheduleExecution" WHERE id = $1', [id]);
  return rows[0];
}

describe('an expansion of large values', () => {
  test('does not exhaust a worker with a small heap: 100 values of 1 MB each', async () => {
    const { pool } = fixture.db;
    await pool.query('CREATE TABLE public."Article" (id int PRIMARY KEY, body text)');
    await pool.query(
      `INSERT INTO public."Article" SELECT n, n || repeat('x', 1000000) FROM generate_series(1, 100) n`,
    );
    const worker = await fixture.startWorker({ NODE_OPTIONS: '--max-old-space-size=96' });
    const id = await insertExecution(pool, {
      agentId: AGENT,
      params: { body: 'db:article:all:body?batchSize=2&staggerDelay=0' },
    });
    // Only the memory of the expansion itself is measured here.
    await pool.query(`UPDATE "AgentRegistry" SET enabled = false WHERE id = $1`, [AGENT]);
    await worker.logged('execution.expanded');
    expect(await runOf(id)).toMatchObject({
      jobsCreated: 100,
      runStatus: expect.not.stringMatching('pending'),
    });
    const { rows } = await pool.query(
      `SELECT count(DISTINCT params ->> 'body')::int AS bodies FROM "AgentJobExecution" WHERE "scheduleExecutionId" = $1`,
      [id],
    );
    expect(rows).toEqual([{ bodies: 100 }]);
  });
});

describe('an expansion that kills its worker', () => {
  test('is tried a limited number of times, then fails with the reason', async () => {
    const { pool } = fixture.db;
    // While a worker waits here, it is in the middle of the expansion.
    await pool.query(
      `CREATE VIEW public."Slow" AS SELECT id FROM public."Item" WHERE pg_sleep(60) IS NOT NULL`,
    );
    const id = await insertExecution(pool, { agentId: AGENT, params: { id: 'db:slow:all:id' } });
    for (let tries = 1; tries <= LIMITS.expansionTries; tries++) {
      const worker = await fixture.startWorker();
      await eventually<{ tries: number }>(
        pool,
        `SELECT "expandTries" AS tries FROM "ScheduleExecution" WHERE id = $1`,
        [id],
        ([row]) => row?.tries === tries,
      );
      await worker.kill();
      await fixture.expireLease(worker);
      // Ends the pause between tries.
      await pool.query(`UPDATE "ScheduleExecution" SET "nextTryAt" = clock_timestamp() WHERE id = $1`, [id]);
    }
    await fixture.startWorker();
    await quiesce(pool);
    expect(await runOf(id)).toMatchObject({
      status: 'failed',
      runStatus: 'failed',
      jobsCreated: 0,
      errors: [{ message: expect.stringContaining(`expanded ${LIMITS.expansionTries} times`) }],
    });
  });
});

describe('a worker that dies while the first jobs run and the others are not rows yet', () => {
  const JOBS = 4_000;
  /** Chunks after the first become rows only while this lock is free. */
  const LOCK = 4_711;

  test('leaves nothing undone: another worker stores and calls the others, each once', async ({ task }) => {
    const { pool } = fixture.db;
    fixture.agent.behave(completes);
    await pool.query(`
      CREATE TABLE public."Ticker" (id int PRIMARY KEY);
      INSERT INTO public."Ticker" SELECT generate_series(1, ${JOBS});
      CREATE FUNCTION public.wait() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN PERFORM pg_advisory_xact_lock(${LOCK}); RETURN coalesce(NEW, OLD); END $$;
      CREATE TRIGGER wait BEFORE UPDATE OR DELETE ON "JobChunk" FOR EACH ROW WHEN (OLD.part > 0) EXECUTE FUNCTION public.wait()`);
    const holder = await pool.connect();
    try {
      await holder.query('SELECT pg_advisory_lock($1)', [LOCK]);
      const id = await insertExecution(pool, {
        agentId: AGENT,
        params: { id: 'db:ticker:all:id?batchSize=1000&staggerDelay=0' },
      });
      const worker = await fixture.startWorker({ CALLBOARD_MAX_CONCURRENT: '20' });
      await fixture.agent.calls(1_200); // of the second batch
      expect(await runOf(id)).toMatchObject({ jobsCreated: JOBS, runStatus: 'running' });
      await worker.kill();
      await fixture.expireLease(worker);
      await holder.query('SELECT pg_advisory_unlock($1)', [LOCK]);
    } finally {
      holder.release();
    }
    await fixture.startWorker({ CALLBOARD_MAX_CONCURRENT: '20' });
    await holdInvariants(task, fixture, { fault: 'SIGKILL while chunks of an expansion are left' });
    const { rows } = await pool.query(
      `SELECT count(*)::int AS jobs, count(DISTINCT params ->> 'id')::int AS items, max("batchIndex") AS last FROM "AgentJobExecution"`,
    );
    expect(rows).toEqual([{ jobs: JOBS, items: JOBS, last: 3 }]);
  });
});
