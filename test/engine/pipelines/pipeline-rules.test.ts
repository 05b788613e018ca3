import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { cancelJob } from '../../../src/services/jobs/cancel-jobs.js';
import { type AgentBehavior, accepts, answer, completes } from '../../support/agent-server.js';
import { createDeferred } from '../../support/deferred.js';
import {
  byStep,
  createPipelineFixture,
  fails,
  fallsOver,
  first,
  NO_RETRY,
  operator,
  type PipelineFixture,
  steps,
} from './pipeline-fixture.js';

let fixture: PipelineFixture;

beforeAll(async () => {
  fixture = await createPipelineFixture();
  await fixture.start();
});
afterAll(() => fixture?.stop());
beforeEach(() => fixture.agent.reset());

describe('runIf', () => {
  test('starts or skips a step depending on how its dependencies ended, and says why', async () => {
    fixture.agent.behave(byStep({ bad: fails }));
    const some = ['all_succeeded', 'all_done', 'any_succeeded', 'any_failed'].flatMap((runIf) => [
      { step: `${runIf}-of-both < good bad`, runIf },
      { step: `${runIf}-of-good < good`, runIf },
      { step: `${runIf}-of-bad < bad`, runIf },
    ]);
    const id = await fixture.run(steps('good', 'bad', ...some));
    expect((await fixture.over(id)).execution).toMatchObject({
      ...{ runStatus: 'partial', status: 'success' },
      ...{ jobsCreated: 14, jobsCompleted: 9, jobsFailed: 1, jobsSkipped: 4 },
    });
    expect(await fixture.ends(id)).toEqual({
      ...{ good: 'completed', bad: 'failed' },
      ...{ 'all_succeeded-of-both': 'dependency_failed', 'all_succeeded-of-bad': 'dependency_failed' },
      ...{ 'any_succeeded-of-bad': 'condition_not_met', 'any_failed-of-good': 'condition_not_met' },
      ...{
        'all_succeeded-of-good': 'completed',
        'all_done-of-both': 'completed',
        'all_done-of-good': 'completed',
      },
      ...{
        'all_done-of-bad': 'completed',
        'any_succeeded-of-both': 'completed',
        'any_succeeded-of-good': 'completed',
      },
      ...{ 'any_failed-of-both': 'completed', 'any_failed-of-bad': 'completed' },
    });
  });

  test('any_succeeded does not wait for the rest', async () => {
    fixture.agent.behave(byStep({ slow: accepts }));
    const id = await fixture.run(
      steps('slow', 'quick', { step: 'next < slow quick', runIf: 'any_succeeded' }),
    );
    await fixture.agent.calls(3);
    expect(fixture.calls(id).at(-1)?.body.upstream).toMatchObject({
      slow: { result: null },
      quick: { status: 'completed' },
    });
    await fixture.report((await fixture.accepted(id, 'slow')).id);
    expect((await fixture.over(id)).execution).toMatchObject({ runStatus: 'succeeded', jobsCompleted: 3 });
  });

  test('passes a skip on, each with its reason; a cancelled step counts, too', async () => {
    fixture.agent.behave(byStep({ a: accepts }));
    const id = await fixture.run(
      steps(
        'a',
        'b < a',
        'c < b',
        { step: 'cleanup < c', runIf: 'all_done' },
        { step: 'alarm < a', runIf: 'any_failed' },
      ),
    );
    const { jobId } = await fixture.accepted(id, 'a');
    expect((await cancelJob(fixture.server, operator, { jobId })).kind).toBe('ok');
    await fixture.over(id);
    expect(await fixture.ends(id)).toEqual({
      ...{
        a: 'cancelled',
        b: 'dependency_cancelled',
        c: 'dependency_skipped',
        cleanup: 'completed',
        alarm: 'completed',
      },
    });
  });
});

describe('exclusive steps', () => {
  test('never run beside another step of their context, in whatever order steps end', async () => {
    const open = new Map<string, Set<string>>();
    const overlaps: string[] = [];
    const watched: AgentBehavior = (entry, response) => {
      const { contextId } = entry.body.metadata as { contextId?: string };
      const own = open.get(`${contextId}`) ?? new Set();
      open.set(`${contextId}`, own.add(`${entry.body.params.step}`));
      if (own.size > 1 && [...own].some((step) => step.startsWith('x'))) overlaps.push([...own].join('+'));
      setTimeout(() => {
        own.delete(`${entry.body.params.step}`);
        completes(entry, response);
      }, Math.random() * 6);
    };
    fixture.agent.behave(watched);
    await fixture.db.pool.query(
      `CREATE TABLE public."Six" AS SELECT n AS id FROM generate_series(1, 6) n; ALTER TABLE public."Six" ADD PRIMARY KEY (id)`,
    );
    const alone = { parallel: false };
    const id = await fixture.run(
      steps(
        'a',
        { step: 'x1', ...alone },
        'b',
        { step: 'x2', ...alone },
        'c < a',
        { step: 'x3 < b', ...alone },
        'd < x1',
        'e < c x3',
      ),
      { params: { six: 'db:six:all:id' } },
    );
    expect((await fixture.over(id)).execution).toMatchObject({ runStatus: 'succeeded', jobsCompleted: 48 });
    expect(overlaps).toEqual([]);
  });

  test('do not wait for a step that waits to retry; its retry waits for its turn', async () => {
    const held = createDeferred();
    fixture.agent.behave(
      byStep({
        x: first(1, fallsOver),
        long: async (entry, response) => {
          await held.promise;
          await completes(entry, response);
        },
      }),
    );
    const id = await fixture.run(
      steps(
        { step: 'x', parallel: false, retryConfig: { maxRetries: 1, backoff: 'fixed', delay: 3_600_000 } },
        'long',
      ),
    );
    await fixture.agent.calls(2);
    await fixture.dueNow(id, 1, 1);
    // The wait has ended, and the context is judged, before the other ends.
    await waitsForNothing(id);
    expect(fixture.called(id)).toEqual(['x', 'long']);
    held.resolve();
    expect((await fixture.over(id)).execution).toMatchObject({
      runStatus: 'succeeded',
      jobsEnqueued: 2,
      jobsCreated: 2,
    });
    expect(fixture.called(id)).toEqual(['x', 'long', 'x']);
  });
});

/** Resolves when no step of a run waits for an instant any more. That emits no event, so this polls. */
async function waitsForNothing(executionId: string): Promise<void> {
  for (;;) {
    const { rows } = await fixture.db.pool.query(
      `SELECT count(*) FILTER (WHERE "retryCount" = 1)::int AS retries, count("retryAt")::int AS waiting FROM "AgentJobExecution" WHERE "scheduleExecutionId" = $1`,
      [executionId],
    );
    if (rows[0].retries > 0 && rows[0].waiting === 0) return;
    await fixture.db.pool.query('SELECT pg_sleep(0.01)');
  }
}

describe('a step is called with', () => {
  test('its params over those of the schedule; a marked text is not a data source', async () => {
    fixture.agent.behave(completes);
    const own = { depth: 2, ticker: 'own', text: { $literal: 'db:nothing:all:id' } };
    const id = await fixture.run(
      steps('plain', { step: 'over', params: own, priority: 7, timeout: 60_000 }),
      {
        params: { ticker: 'ACME', depth: 1, nested: { a: 1 } },
      },
    );
    await fixture.over(id);
    const [plain, over] = ['plain', 'over'].map(
      (step) => fixture.calls(id).find(({ body }) => body.params.step === step)?.body,
    );
    expect(plain?.params).toEqual({ ticker: 'ACME', depth: 1, nested: { a: 1 }, step: 'plain' });
    expect(over?.params).toEqual({
      ticker: 'own',
      depth: 2,
      nested: { a: 1 },
      text: 'db:nothing:all:id',
      step: 'over',
    });
    expect([plain?.metadata.priority, over?.metadata.priority]).toEqual([0, 7]);
    const { rows } = await fixture.db.pool.query(
      `SELECT "attemptTimeout" FROM "AgentJobExecution" WHERE "scheduleExecutionId" = $1 AND "pipelineStepId" = 'over'`,
      [id],
    );
    expect(rows).toEqual([{ attemptTimeout: 60_000 }]);
  });

  test('its own retries and timeout', async () => {
    fixture.agent.behave(byStep({ twice: fallsOver, never: fallsOver, late: accepts }));
    const twice = { maxRetries: 1, backoff: 'fixed', delay: 1 };
    const id = await fixture.run(
      steps(
        { step: 'twice', retryConfig: twice },
        { step: 'never', retryConfig: NO_RETRY },
        { step: 'late', timeout: 3_000, retryConfig: NO_RETRY },
      ),
    );
    expect((await fixture.over(id)).execution).toMatchObject({
      runStatus: 'failed',
      jobsFailed: 3,
      jobsEnqueued: 3,
    });
    expect(fixture.called(id).sort()).toEqual(['late', 'never', 'twice', 'twice']);
    expect(await fixture.ends(id)).toEqual({
      twice: 'dead_letter',
      never: 'dead_letter',
      late: 'dead_letter',
    });
  });

  test('the results of its dependencies, up to 1 MiB; larger ones by id', async () => {
    const big = 'x'.repeat(250_000);
    fixture.agent.behave((entry, response) =>
      answer(response, 200, {
        status: 'completed',
        result: `${entry.body.params.step}`.startsWith('big') ? big : null,
      }),
    );
    const sources = Array.from({ length: 6 }, (_, n) => `big${n}`);
    const id = await fixture.run(steps(...sources, 'nothing', `sum < ${sources.join(' ')} nothing`));
    const { attempts } = await fixture.over(id);
    const upstream = fixture.calls(id).at(-1)?.body.upstream ?? {};
    expect(Object.keys(upstream)).toEqual([...sources, 'nothing']);
    for (const name of sources.slice(0, 4))
      expect(upstream[name]).toEqual({ status: 'completed', result: big });
    for (const name of sources.slice(4)) {
      const executionId = attempts.find(({ stepId }) => stepId === name)?.id;
      expect(upstream[name]).toEqual({ status: 'completed', result: null, executionId });
    }
    expect(upstream.nothing).toEqual({ status: 'completed', result: null });
  });
});

describe('a pipeline that was written by SQL', () => {
  test('fails with the reason if it can never be evaluated, and affects nothing else', async () => {
    fixture.agent.behave(completes);
    const id = await fixture.run(steps('a < b', 'b < a'));
    expect(await fixture.ended(id)).toMatchObject({
      ...{ runStatus: 'failed', status: 'failed', jobsCreated: 0 },
      errors: [{ message: expect.stringContaining('waits for itself: a → b → a') }],
    });
    expect((await fixture.over(await fixture.run(steps('a')))).execution).toMatchObject({
      runStatus: 'succeeded',
    });
  });

  test('ends a context whose rows were deleted, and affects nothing else', async () => {
    fixture.agent.behave(byStep({ a: accepts }));
    const id = await fixture.run(steps('a', 'b < a', 'c < b'));
    const a = await fixture.accepted(id, 'a');
    await fixture.db.pool.query(
      `DELETE FROM "AgentJobExecution" WHERE "scheduleExecutionId" = $1 AND "pipelineStepId" = 'b'`,
      [id],
    );
    await fixture.report(a.id);
    const other = await fixture.run(steps('x'));
    expect((await fixture.over(other)).execution).toMatchObject({ runStatus: 'succeeded' });
    await expect.poll(() => fixture.ends(id)).toEqual({ a: 'completed', c: 'context_damaged' });
  });
});
