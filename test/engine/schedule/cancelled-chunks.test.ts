import type { PoolClient } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventually } from '../../support/engine.js';
import { insertExecution, insertExpanded } from '../../support/rows.js';
import { createEngineFixture, type EngineFixture } from '../engine-fixture.js';

const JOBS = 3_000;
/** While this lock is held, jobs become rows no further than to the gate. */
const LOCK = 4_711;

let fixture: EngineFixture;
let keeper: PoolClient;
beforeEach(async () => {
  fixture = await createEngineFixture();
  await fixture.db.pool.query(`
    CREATE TABLE public."Item" (id int PRIMARY KEY);
    INSERT INTO public."Item" SELECT generate_series(1, ${JOBS});
    CREATE FUNCTION public.later() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW."storeAt" := now() + interval '1 hour'; RETURN NEW; END $$;
    CREATE FUNCTION public.gate() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      WHILE NOT pg_try_advisory_xact_lock_shared(${LOCK}) LOOP PERFORM pg_sleep(0.01); END LOOP;
      RETURN NEW;
    END $$`);
  fixture.agent.behave(() => {}); // no answer
  keeper = await fixture.db.pool.connect();
});
afterEach(async () => {
  await open();
  keeper.release();
  await fixture.stop();
});

const trigger = () =>
  insertExecution(fixture.db.pool, { agentId: 'agent', params: { id: 'db:item:all:id?batchSize=10000' } });

/** Rows of these jobs wait at the gate. */
async function close(jobs: string): Promise<void> {
  await keeper.query('SELECT pg_advisory_lock($1)', [LOCK]);
  await keeper.query(
    `CREATE TRIGGER gate BEFORE INSERT ON "AgentJobExecution" FOR EACH ROW WHEN (${jobs}) EXECUTE FUNCTION public.gate()`,
  );
}

const open = () => keeper.query('SELECT pg_advisory_unlock_all()');

async function waitsAtGate(): Promise<void> {
  await eventually(
    fixture.db.pool,
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'`,
    [],
    ({ length }) => length > 0,
  );
}

const cancel = (ids: readonly string[]) =>
  fixture.db.pool.query(
    `UPDATE "ScheduleExecution" SET "cancelRequestedAt" = clock_timestamp(), "nextBatchAt" = NULL WHERE id = ANY ($1)`,
    [ids],
  );

test('a run that is cancelled while its first jobs are claimed ends, and calls no agent', async () => {
  await fixture.db.pool.query(
    'CREATE TRIGGER later BEFORE INSERT OR UPDATE ON "JobChunk" FOR EACH ROW EXECUTE FUNCTION public.later()',
  );
  await fixture.start({ maxConcurrent: 50 });
  const { id: other } = await insertExpanded(fixture.db.pool, { agentId: 'agent', jobs: [{}] });
  await fixture.agent.calls(1);
  await close(`NEW.status = 'running'`);
  const id = await trigger();
  await waitsAtGate();
  await cancel([id, other]);
  // The engine has stopped what it found.
  expect(await fixture.ended(other)).toMatchObject({ runStatus: 'cancelled' });
  await open();
  const run = await fixture.ended(id);
  expect(run).toMatchObject({ runStatus: 'cancelled', jobsCancelled: run.jobsCreated });
  expect(fixture.agent.ledger).toHaveLength(1);
});

test('a run that is cancelled while its jobs are stored ends', async () => {
  await close(`NEW.status = 'pending'`);
  await fixture.start({ maxConcurrent: 50 });
  const id = await trigger();
  await waitsAtGate();
  await cancel([id]);
  // The engine has stopped what it found.
  await eventually(
    fixture.db.pool,
    `SELECT FROM "AgentJobExecution" WHERE "scheduleExecutionId" = $1 AND "settledAt" IS NULL`,
    [id],
    ({ length }) => length === 0,
  );
  await open();
  const run = await fixture.ended(id);
  expect(run).toMatchObject({ runStatus: 'cancelled', jobsCancelled: run.jobsCreated });
  expect(run.jobsCreated).toBeGreaterThan(0);
});
