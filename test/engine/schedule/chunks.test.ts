import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { answer, completes } from '../../support/agent-server.js';
import { eventually, type TestEngine } from '../../support/engine.js';
import { insertExecution } from '../../support/rows.js';
import { createEngineFixture, type EngineFixture } from '../engine-fixture.js';

/** Runs that are large enough to be stored in chunks. */
const JOBS = 3_000;
const BATCH = 1_000;
/** A slow machine takes a while for so many jobs. */
const ENDS_WITHIN_MS = 200_000;
const PATIENT = { timeout: ENDS_WITHIN_MS + 40_000 };

let fixture: EngineFixture;
let workers: TestEngine[];
beforeAll(async () => {
  fixture = await createEngineFixture();
  await fixture.db.pool.query(`
    CREATE TABLE public."Item" (id int PRIMARY KEY);
    INSERT INTO public."Item" SELECT generate_series(1, ${JOBS});
    CREATE FUNCTION public.later() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW."storeAt" := now() + interval '1 hour'; RETURN NEW; END $$`);
  // With room for a claim, whatever was answered before.
  workers = await Promise.all([fixture.start({ maxConcurrent: 30 }), fixture.start({ maxConcurrent: 30 })]);
});
afterAll(() => fixture?.stop());
beforeEach(async () => {
  await fixture.db.pool.query('TRUNCATE "ScheduleExecution", "AgentJobExecution", "JobChunk"');
  fixture.agent.reset();
});

const trigger = () =>
  insertExecution(fixture.db.pool, {
    agentId: 'agent',
    params: { id: `db:item:all:id?batchSize=${BATCH}&staggerDelay=0` },
  });

const called = () => fixture.agent.ledger.map(({ body }) => Number(body.params.id));

/** Chunks do not become rows by the passage of time, however slow the machine is. */
async function storeLater(event: 'INSERT' | 'INSERT OR UPDATE'): Promise<void> {
  await fixture.db.pool.query(`
    CREATE OR REPLACE TRIGGER later BEFORE ${event} ON "JobChunk" FOR EACH ROW EXECUTE FUNCTION public.later()`);
}

async function chunks(): Promise<number> {
  const { rows } = await fixture.db.pool.query('SELECT count(*)::int AS count FROM "JobChunk"');
  return rows[0]?.count;
}

test('two workers call each job once, batch by batch', PATIENT, async () => {
  fixture.agent.behave(completes);
  const id = await trigger();
  expect(await fixture.ended(id, ENDS_WITHIN_MS)).toMatchObject({
    runStatus: 'succeeded',
    jobsCreated: JOBS,
    jobsCompleted: JOBS,
    batchCursor: 2,
  });
  expect(await chunks()).toBe(0);
  const items = called();
  expect(items).toHaveLength(JOBS);
  for (const batch of [0, 1, 2]) {
    const ofBatch = new Set(items.slice(batch * BATCH, (batch + 1) * BATCH));
    expect(ofBatch.size).toBe(BATCH);
    expect([...ofBatch].every((item) => Math.floor((item - 1) / BATCH) === batch)).toBe(true);
  }
});

test('two runs that are due at once call each job once', PATIENT, async () => {
  fixture.agent.behave(completes);
  const ids = await Promise.all([trigger(), trigger()]);
  for (const id of ids)
    expect(await fixture.ended(id, ENDS_WITHIN_MS)).toMatchObject({
      runStatus: 'succeeded',
      jobsCompleted: JOBS,
    });
  expect(await chunks()).toBe(0);
  const times = new Map<number, number>();
  for (const item of called()) times.set(item, (times.get(item) ?? 0) + 1);
  expect(times.size).toBe(JOBS);
  expect([...times.values()].every((count) => count === 2)).toBe(true);
});

test('jobs that nobody claims become rows, and are called when there is room', PATIENT, async () => {
  const waiting: ServerResponse[] = [];
  fixture.agent.behave((_, response) => {
    waiting.push(response);
  });
  const id = await trigger();
  await eventually(
    fixture.db.pool,
    'SELECT count(*)::int AS jobs FROM "AgentJobExecution" WHERE "scheduleExecutionId" = $1',
    [id],
    ([row]) => (row as { jobs: number }).jobs === JOBS,
  );
  expect(await chunks()).toBe(0);
  fixture.agent.behave(completes);
  for (const response of waiting) answer(response, 200, { status: 'completed' });
  expect(await fixture.ended(id, ENDS_WITHIN_MS)).toMatchObject({
    runStatus: 'succeeded',
    jobsCompleted: JOBS,
  });
  expect(new Set(called()).size).toBe(JOBS);
});

test('a cancelled run creates no more jobs, and ends', async () => {
  fixture.agent.behave(() => {}); // no answer
  await storeLater('INSERT OR UPDATE');
  const id = await trigger();
  await fixture.agent.calls(40);
  await fixture.db.pool.query(
    `UPDATE "ScheduleExecution" SET "cancelRequestedAt" = clock_timestamp(), "nextBatchAt" = NULL WHERE id = $1`,
    [id],
  );
  const run = await fixture.ended(id);
  expect(run.runStatus).toBe('cancelled');
  expect(run.jobsCreated).toBeLessThan(JOBS);
  expect(run.jobsCancelled).toBe(run.jobsCreated);
  expect(await fixture.attempts(id)).toHaveLength(run.jobsCreated);
  expect(await chunks()).toBe(0);
});

test('workers that stop store what is left', async () => {
  fixture.agent.behave(() => {}); // no answer
  await storeLater('INSERT OR UPDATE');
  const id = await trigger();
  await fixture.agent.calls(40);
  expect(await chunks()).toBeGreaterThan(0);
  const deadline = new AbortController();
  const stopped = Promise.all(workers.map((worker) => worker.stop(deadline.signal)));
  await expect.poll(chunks).toBe(0);
  deadline.abort(); // the agent never answers
  await stopped;
  expect(await fixture.attempts(id)).toHaveLength(JOBS);
});

test(
  'a worker that has no room for a claim makes the jobs of the due batch rows at once',
  PATIENT,
  async () => {
    await fixture.start({ maxConcurrent: 2 }); // the others have stopped
    fixture.agent.behave(completes);
    await storeLater('INSERT');
    const id = await trigger();
    expect(await fixture.ended(id, ENDS_WITHIN_MS)).toMatchObject({
      runStatus: 'succeeded',
      jobsCompleted: JOBS,
    });
    expect(new Set(called()).size).toBe(JOBS);
  },
);
