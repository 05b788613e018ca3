import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { rerunFrom } from '../../../src/services/pipelines/rerun-from.js';
import { cancelScheduleExecution } from '../../../src/services/runs/stop/cancel-schedule-execution.js';
import { accepts, completes } from '../../support/agent-server.js';
import { createDeferred } from '../../support/deferred.js';
import { eventually } from '../../support/engine.js';
import {
  byStep,
  createPipelineFixture,
  fails,
  NO_RETRY,
  operator,
  type PipelineFixture,
  steps,
} from './pipeline-fixture.js';

let fixture: PipelineFixture;

beforeEach(async () => {
  fixture = await createPipelineFixture();
});
afterEach(() => fixture?.stop());

async function createNumbers(count: number): Promise<void> {
  await fixture.db.pool.query('CREATE TABLE public."Number" (id int PRIMARY KEY)');
  await fixture.db.pool.query('INSERT INTO public."Number" SELECT generate_series(1, $1::int)', [count]);
}

describe('batches of contexts', () => {
  test('start when everything that was released of the last one is answered, and so do the clocks of dependencyTimeout', async () => {
    await createNumbers(4);
    await fixture.start();
    fixture.agent.behave(byStep({ slow: accepts }));
    const id = await fixture.run(
      steps(
        { step: 'slow', timeout: 60_000, retryConfig: NO_RETRY },
        { step: 'hasty < slow', dependencyTimeout: 60_000 },
        { step: 'after < hasty', runIf: 'any_failed' },
      ),
      { params: { n: 'db:number:all:id?batchSize=2&staggerDelay=2000' } },
    );
    for (const nth of [0, 1, 2, 3]) await fixture.report((await fixture.accepted(id, 'slow', nth)).id);
    const { execution, attempts } = await fixture.over(id);
    expect(execution).toMatchObject({ batches: 2, jobsCreated: 12 });
    const rows = attempts as ((typeof attempts)[number] & {
      batchIndex: number;
      dependencyDeadlineAt: Date | null;
    })[];
    const start = (batch: number) =>
      Math.min(
        ...rows
          .filter((row) => row.batchIndex === batch && row.stepId === 'slow')
          .map((row) => Number(row.releasedAt)),
      );
    expect(start(1) - start(0)).toBeGreaterThanOrEqual(1_999);
    const waits = rows
      .filter(({ stepId }) => stepId === 'hasty')
      .map((row) => Number(row.dependencyDeadlineAt) - start(row.batchIndex));
    // Counted from the first batch, the second would have two seconds less. (The instants are those of two
    // statements.)
    expect(
      waits.every((ms) => ms > 58_500 && ms < 61_500),
      `${waits}`,
    ).toBe(true);
  });

  test('of agents that answer at once complete before the next one begins', async () => {
    await createNumbers(6);
    await fixture.start();
    const id = await fixture.run(steps('a', 'b < a', 'c < b'), {
      params: { n: 'db:number:all:id?batchSize=2&staggerDelay=0' },
    });
    await fixture.over(id);
    const batchOf = (n: unknown) => Math.ceil(Number(n) / 2);
    const batches = fixture.calls(id).map(({ body }) => batchOf(body.params.n));
    expect(batches).toEqual([...batches].sort());
  });

  test('are not delayed by a step that waits for an accepted one; delivery is settled when all have been sent', async () => {
    await createNumbers(2);
    await fixture.start();
    fixture.agent.behave(accepts);
    const id = await fixture.run(steps('a', 'b < a'), {
      params: { n: 'db:number:all:id?batchSize=1&staggerDelay=0' },
    });
    await fixture.accepted(id, 'a', 1);
    expect(await statusOf(id)).toEqual({ status: 'pending', runStatus: 'running' });
    for (const nth of [0, 1]) await fixture.report((await fixture.accepted(id, 'a', nth)).id);
    for (const nth of [0, 1]) await fixture.accepted(id, 'b', nth);
    await eventually(
      fixture.db.pool,
      `SELECT FROM "ScheduleExecution" WHERE id = $1 AND status = 'success'`,
      [id],
      ({ length }) => length > 0,
    );
    for (const nth of [0, 1]) await fixture.report((await fixture.accepted(id, 'b', nth)).id);
    expect((await fixture.over(id)).execution).toMatchObject({ runStatus: 'succeeded', jobsCompleted: 4 });
  });
});

async function statusOf(id: string): Promise<unknown> {
  const { rows } = await fixture.db.pool.query(
    `SELECT status, "runStatus" FROM "ScheduleExecution" WHERE id = $1`,
    [id],
  );
  return rows[0];
}

describe('dependencyTimeout', () => {
  test('fails the step, names itself in the errors, and has its dependents judged', async () => {
    await fixture.start();
    fixture.agent.behave(byStep({ slow: accepts }));
    const id = await fixture.run(
      steps(
        'slow',
        { step: 'hasty < slow', dependencyTimeout: 60 },
        { step: 'alarm < hasty', runIf: 'any_failed' },
        'never < hasty',
      ),
    );
    await eventually(
      fixture.db.pool,
      `SELECT FROM "AgentJobExecution" WHERE "pipelineStepId" = 'alarm' AND status = 'completed'`,
      [],
      ({ length }) => length > 0,
    );
    await fixture.report((await fixture.accepted(id, 'slow')).id);
    const { execution } = await fixture.over(id);
    expect(execution).toMatchObject({
      runStatus: 'partial',
      jobsCompleted: 2,
      jobsFailed: 1,
      jobsSkipped: 1,
    });
    expect(execution.errors).toMatchObject([
      { message: expect.stringContaining('dependencyTimeout'), count: 1 },
    ]);
  });

  test('starts a failed context again, once its other steps have ended', async () => {
    await fixture.start();
    const [held, tries] = [createDeferred(), [] as unknown[]];
    fixture.agent.behave(
      byStep({
        slow: async (entry, response) => {
          if (tries.push(entry) === 1) await held.promise;
          await completes(entry, response);
        },
      }),
    );
    const id = await fixture.run(steps('slow', { step: 'hasty < slow', dependencyTimeout: 4_000 }), {
      retryConfig: { maxRetries: 1, backoff: 'fixed', delay: 5 },
    });
    await eventually(
      fixture.db.pool,
      `SELECT FROM "AgentJobExecution" WHERE reason = 'dependency_timeout' AND "settledAt" IS NOT NULL`,
      [],
      ({ length }) => length > 0,
    );
    expect(fixture.called(id)).toEqual(['slow']);
    held.resolve();
    expect((await fixture.over(id)).execution).toMatchObject({
      runStatus: 'succeeded',
      jobsCreated: 2,
      jobsCompleted: 2,
      jobsFailed: 0,
    });
    expect(fixture.called(id)).toEqual(['slow', 'slow', 'hasty']);
  });

  test('also limits the wait of steps that an operator runs again', async () => {
    await fixture.start();
    let runs = 0;
    fixture.agent.behave(
      byStep({ slow: (entry, response) => (runs++ === 0 ? completes : accepts)(entry, response) }),
    );
    const id = await fixture.run(steps('slow', { step: 'hasty < slow', dependencyTimeout: 4_000 }));
    const { attempts } = await fixture.over(id);
    const contextId = `${attempts[0]?.contextId}`;
    await rerunFrom(fixture.server, operator, { scheduleExecutionId: id, contextId, stepId: 'slow' });
    // Neither another end nor a safety net wakes the engine.
    await eventually(
      fixture.db.pool,
      `SELECT FROM "AgentJobExecution" WHERE reason = 'dependency_timeout'`,
      [],
      ({ length }) => length > 0,
    );
    await fixture.report((await fixture.accepted(id, 'slow', 1)).id);
    expect((await fixture.over(id)).execution).toMatchObject({ jobsCompleted: 1, jobsFailed: 1 });
  });
});

describe('cancelling a run', () => {
  test('in between starts nothing new, and counts running steps by their outcome', async () => {
    await createNumbers(30);
    const engines = [await fixture.start(), await fixture.start()];
    fixture.agent.behave(byStep({ b: accepts, d: fails }));
    const id = await fixture.run(
      steps('a', 'b < a', 'c < b', {
        step: 'd',
        retryConfig: { maxRetries: 5, backoff: 'fixed', delay: 1_000 },
      }),
      {
        retryConfig: { maxRetries: 3, backoff: 'fixed', delay: 1 },
        params: { n: 'db:number:all:id?batchSize=10&staggerDelay=0' },
      },
    );
    await fixture.accepted(id, 'b', 3);
    expect((await cancelScheduleExecution(fixture.server, operator, { id })).kind).toBe('ok');
    const { execution } = await fixture.over(id);
    const calls = fixture.calls(id).length;
    expect(execution).toMatchObject({ runStatus: 'cancelled', jobsCreated: 120 });
    const { jobsCompleted, jobsFailed, jobsSkipped, jobsCancelled } = execution;
    expect(jobsCompleted + jobsFailed + jobsSkipped + jobsCancelled).toBe(120);
    // Another one starts and ends in the meantime.
    await fixture.over(await fixture.run(steps('x')));
    expect(fixture.calls(id)).toHaveLength(calls);
    for (const engine of engines) expect(await engine.findings()).toEqual({});
  });
});

describe('recovery', () => {
  test('wakes contexts whose steps wait for nothing', async () => {
    await createNumbers(3);
    const engine = await fixture.start();
    fixture.agent.behave(byStep({ a: accepts }));
    const id = await fixture.run(steps('a', 'b < a', 'c < b'), { params: { n: 'db:number:all:id' } });
    for (const nth of [0, 1, 2]) await fixture.accepted(id, 'a', nth);
    await engine.stop();
    // As if the ends had been marked as settled without advancing the context.
    await fixture.db.pool.query(
      `SET callboard.writer = 'engine'; UPDATE "AgentJobExecution" SET status = 'completed', "settledAt" = now() WHERE "pipelineStepId" = 'a'; RESET callboard.writer`,
    );
    const next = await fixture.start();
    expect((await fixture.over(id)).execution).toMatchObject({ runStatus: 'succeeded', jobsCompleted: 9 });
    await expect.poll(next.findings).toEqual({ stuck_context: 3 });
  });

  test('leaves contexts that wait for a retry, a dependency, their batch or their turn', async () => {
    await createNumbers(2);
    const engine = await fixture.start();
    fixture.agent.behave(byStep({ 'other-a': accepts, bad: fails, held: accepts }));
    await fixture.run(steps('other-a', 'b < other-a'), {
      params: { n: 'db:number:all:id?batchSize=1&staggerDelay=3600000' },
    });
    await fixture.run(steps('bad'), { retryConfig: { maxRetries: 1, backoff: 'fixed', delay: 3_600_000 } });
    await fixture.run(steps('held', { step: 'x', parallel: false }, 'y'));
    await fixture.agent.calls(3);
    await eventually(
      fixture.db.pool,
      `SELECT FROM "AgentJobExecution" WHERE "contextRetry" = 1`,
      [],
      ({ length }) => length > 0,
    );
    await engine.stop();
    const next = await fixture.start({ safetyNetMs: 50 });
    await fixture.over(await fixture.run(steps('z')));
    expect(await next.findings()).toEqual({});
    expect(fixture.agent.ledger).toHaveLength(4);
  });
});

test('each scrape reports contexts in progress, also while the database is down', async () => {
  await createNumbers(5);
  const engine = await fixture.start();
  const gauge = async () =>
    (await engine.registry.getSingleMetric('callboard_contexts_in_flight')?.get())?.values[0]?.value;
  expect(await gauge()).toBe(0);
  fixture.agent.behave(byStep({ a: accepts }));
  const id = await fixture.run(steps('a', 'b < a'), { params: { n: 'db:number:all:id' } });
  for (const nth of [0, 1, 2, 3, 4]) await fixture.accepted(id, 'a', nth);
  expect(await gauge()).toBe(5);
  for (const nth of [0, 1, 2, 3, 4]) await fixture.report((await fixture.accepted(id, 'a', nth)).id);
  await fixture.over(id);
  expect(await gauge()).toBe(0);
  await engine.stop();
  expect(await gauge()).toBeNaN();
  expect(await engine.registry.metrics()).toContain('callboard_contexts_in_flight');
});
