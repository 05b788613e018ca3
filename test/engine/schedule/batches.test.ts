import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { accepts, answer, completes } from '../../support/agent-server.js';
import { createDeferred } from '../../support/deferred.js';
import { eventually, type TestEngine } from '../../support/engine.js';
import { holding } from '../../support/lock-waits.js';
import { insertExecution, insertExpanded } from '../../support/rows.js';
import { createEngineFixture, type EngineFixture } from '../engine-fixture.js';

let fixture: EngineFixture;
let engine: TestEngine;

beforeAll(async () => {
  fixture = await createEngineFixture();
  await fixture.db.pool.query(`
    CREATE TABLE public."Ticker" (id text PRIMARY KEY);
    INSERT INTO public."Ticker" SELECT 'T' || n FROM generate_series(1, 12) n`);
  engine = await fixture.start();
});
afterAll(() => fixture?.stop());
beforeEach(() => {
  fixture.agent.reset();
  fixture.agent.behave(completes);
});

const trigger = (options: string, execution: { retryConfig?: object } = {}) =>
  insertExecution(fixture.db.pool, {
    agentId: 'agent',
    params: { t: `db:ticker:all:id?${options}` },
    ...execution,
  });

describe('batches', () => {
  test('follow each other: the next starts staggerDelay after the last answer of the one before', async () => {
    const { agent } = fixture;
    const answered: number[] = [];
    agent.behave((_entry, response) => {
      setTimeout(() => {
        answered.push(performance.now());
        answer(response, 200, { status: 'completed' });
      }, Math.random() * 30);
    });
    const id = await trigger('batchSize=4&staggerDelay=80');
    expect(await fixture.ended(id)).toMatchObject({ runStatus: 'succeeded', jobsCompleted: 12, batches: 3 });
    const starts = agent.ledger.map(({ at }) => at);
    for (const first of [4, 8]) {
      const lastAnswer = Math.max(...answered.slice(0, first));
      expect((starts[first] ?? 0) - lastAnswer).toBeGreaterThanOrEqual(79);
    }
    const batchOf = new Map((await fixture.attempts(id)).map((attempt) => [attempt.id, attempt.batchIndex]));
    expect(agent.ledger.map(({ executionId }) => batchOf.get(executionId))).toEqual([
      0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2,
    ]);
  });

  test('continue as soon as all jobs of the last one were accepted', async () => {
    const { db, agent } = fixture;
    agent.behave(accepts);
    const id = await trigger('batchSize=5&staggerDelay=0');
    await agent.calls(12);
    // Delivery is settled although no job has ended.
    const [execution] = await eventually<{ status: string; runStatus: string }>(
      db.pool,
      'SELECT status, "runStatus" FROM "ScheduleExecution" WHERE id = $1',
      [id],
      ([row]) => row?.status !== 'pending',
    );
    expect(execution).toEqual({ status: 'success', runStatus: 'running' });
    await db.pool.query(
      `UPDATE "AgentJobExecution" SET status = 'completed', result = '1' WHERE "scheduleExecutionId" = $1`,
      [id],
    );
    expect(await fixture.ended(id)).toMatchObject({ runStatus: 'succeeded', jobsCompleted: 12 });
  });

  test('continue with the last answer, although an earlier one came while the run was locked', async () => {
    const { db, agent } = fixture;
    const locked = createDeferred();
    const held = createDeferred();
    agent.behave(async (entry, response) => {
      await (entry.body.params.t === 'T1' ? held : locked).promise;
      await accepts(entry, response);
    });
    const id = await trigger(
      'batchSize=2&staggerDelay=0&limit=4&orderBy=id&filter={"id":{"$in":["T1","T2","T3","T4"]}}',
    );
    await agent.calls(2);
    await holding(db.url, `SELECT FROM "ScheduleExecution" WHERE id = '${id}' FOR UPDATE`, async () => {
      locked.resolve();
      await eventually<{ uncounted: number }>(
        db.pool,
        `SELECT count(*)::int AS uncounted FROM "AgentJobExecution" WHERE "scheduleExecutionId" = $1 AND "acceptedAt" IS NOT NULL AND "answersCounted" = 0`,
        [id],
        ([row]) => row?.uncounted === 1,
      );
    });
    await eventually<{ jobsUnanswered: number }>(
      db.pool,
      `SELECT "jobsUnanswered" FROM "ScheduleExecution" WHERE id = $1`,
      [id],
      ([row]) => row?.jobsUnanswered === 1,
    );
    held.resolve();
    await agent.calls(4);
  });

  test('do not wait for retries, and a failed job blocks no other', async () => {
    const { agent } = fixture;
    agent.behave((entry, response) => {
      if (entry.body.params.t === 'T1' && entry.body.metadata.retryCount < 2) answer(response, 503, {});
      else if (entry.body.params.t === 'T2') response.destroy();
      else answer(response, 200, { status: 'completed' });
    });
    const id = await trigger('batchSize=4&staggerDelay=1', {
      retryConfig: { maxRetries: 2, backoff: 'fixed', delay: 3_600_000 },
    });
    await agent.calls(12);
    for (const retry of [1, 2]) await fixture.dueNow(id, retry, 2);
    expect(await fixture.ended(id)).toMatchObject({ runStatus: 'partial', jobsCompleted: 11, jobsFailed: 1 });
    const firstRetry = agent.ledger.findIndex(({ body }) => body.metadata.retryCount > 0);
    expect(firstRetry).toBe(12);
    expect(agent.ledger).toHaveLength(12 + 2 + 2);
  });

  test('continue past one whose jobs were all cancelled', async () => {
    const { db, agent } = fixture;
    const held = createDeferred();
    agent.behave(async (entry, response) => {
      await held.promise;
      completes(entry, response);
    });
    const id = await trigger('batchSize=3&staggerDelay=1');
    await agent.calls(3);
    await db.pool.query(
      `SET callboard.writer = 'server'; UPDATE "AgentJobExecution" SET status = 'cancelled', reason = 'operator' WHERE "batchIndex" IN (1, 3) AND "scheduleExecutionId" = '${id}'; RESET callboard.writer`,
    );
    held.resolve();
    expect(await fixture.ended(id)).toMatchObject({
      runStatus: 'partial',
      jobsCompleted: 6,
      jobsCancelled: 6,
    });
    expect(new Set(agent.ledger.map(({ body }) => body.params.t)).size).toBe(6);
  });

  test('that are too large for one worker are shared: each takes what it has room for', async () => {
    const { db, agent } = fixture;
    await db.pool.query('CREATE TABLE public."Many" AS SELECT n::text AS id FROM generate_series(1, 200) n');
    const other = await fixture.start();
    const isOpen = createDeferred<void>();
    agent.behave(async (_entry, response) => {
      await isOpen.promise;
      answer(response, 200, { status: 'completed' });
    });
    const id = await insertExecution(db.pool, {
      agentId: 'agent',
      params: { t: 'db:many:all:id?batchSize=200' },
    });
    // More than one worker may have open at once.
    await agent.calls(60);
    isOpen.resolve();
    expect(await fixture.ended(id)).toMatchObject({ runStatus: 'succeeded', jobsCompleted: 200, batches: 1 });
    const { rows } = await db.pool.query(
      'SELECT count(*)::int AS jobs FROM "AgentJobExecution" WHERE "scheduleExecutionId" = $1 GROUP BY "workerId"',
      [id],
    );
    expect(rows).toHaveLength(2);
    expect(agent.ledger).toHaveLength(200);
    await other.stop();
  });

  test('of many runs at once all end', async () => {
    const executions = [];
    for (let n = 0; n < 40; n += 1) {
      const jobs = Array.from({ length: 6 }, (_, job) => ({ n, job }));
      executions.push(
        await insertExpanded(fixture.db.pool, { agentId: 'agent', jobs, batchSize: 2, staggerDelay: n % 3 }),
      );
    }
    for (const { id } of executions)
      expect(await fixture.ended(id)).toMatchObject({ runStatus: 'succeeded', jobsCompleted: 6 });
    expect(fixture.agent.ledger).toHaveLength(240);
  });

  test('left nothing to recover', async () => {
    expect(await engine.findings()).toEqual({});
  });
});
