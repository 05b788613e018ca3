import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { cancelContext } from '../../../src/services/pipelines/cancel-context.js';
import { type AgentBehavior, accepts, answer, completes } from '../../support/agent-server.js';
import { createDeferred } from '../../support/deferred.js';
import {
  byStep,
  createPipelineFixture,
  fails,
  first,
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

const again = (maxRetries: number, delay = 5) => ({ retryConfig: { maxRetries, backoff: 'fixed', delay } });
const loop = (to: string, maxTurns: number) => ({ to, maxTurns, while: { path: 'again', equals: true } });
/** Asks for another turn the first `times` times. */
const asksAgain = (times: number): AgentBehavior =>
  first(
    times,
    (_entry, response) => answer(response, 200, { status: 'completed', result: { again: true } }),
    (_entry, response) => answer(response, 200, { status: 'completed', result: { again: false } }),
  );

/**
 * Resolves when a step has ended and its consequences are applied. Settling emits no event, so this polls.
 */
async function settled(executionId: string, stepId: string): Promise<void> {
  for (;;) {
    const { rows } = await fixture.db.pool.query(
      `SELECT FROM "AgentJobExecution" WHERE "scheduleExecutionId" = $1 AND "pipelineStepId" = $2 AND "settledAt" IS NOT NULL`,
      [executionId, stepId],
    );
    if (rows.length > 0) return;
    await fixture.db.pool.query('SELECT pg_sleep(0.01)');
  }
}

describe('a failed context', () => {
  test('starts again as often as the pipeline allows; earlier rows are history and no longer count', async () => {
    fixture.agent.behave(byStep({ b: fails, side: completes }));
    const id = await fixture.run(steps('a', 'b < a', 'c < b', 'side'), again(2));
    const { execution, attempts } = await fixture.over(id);
    expect(execution).toMatchObject({
      ...{ runStatus: 'partial', status: 'success', jobsCreated: 4, jobsEnqueued: 3 },
      ...{ jobsCompleted: 2, jobsFailed: 1, jobsSkipped: 1 },
    });
    expect(fixture.called(id).filter((step) => step === 'b')).toHaveLength(3);
    expect(attempts).toHaveLength(12);
    expect(execution.errors).toMatchObject([{ message: 'no', count: 3 }]);
  });

  test('waits between repeats, as do its dependents, while others continue', async () => {
    await fixture.db.pool.query('CREATE TABLE public."Two" (id int PRIMARY KEY)');
    await fixture.db.pool.query('INSERT INTO public."Two" VALUES (1), (2)');
    const failsOnce = first(1, fails);
    fixture.agent.behave((entry, response) =>
      entry.body.params.step === 'a' && entry.body.params.n === 1
        ? failsOnce(entry, response)
        : completes(entry, response),
    );
    const id = await fixture.run(steps('a', 'b < a'), {
      ...again(1, 3_600_000),
      params: { n: 'db:two:all:id?batchSize=1&staggerDelay=0' },
    });
    await fixture.agent.calls(3); // both of the second context
    expect(fixture.calls(id).map(({ body }) => body.params.n)).toEqual([1, 2, 2]);
    await fixture.dueNow(id, 0, 1);
    const { execution, attempts } = await fixture.over(id);
    expect(execution).toMatchObject({
      runStatus: 'succeeded',
      status: 'success',
      jobsCreated: 4,
      jobsCompleted: 4,
      batches: 2,
    });
    expect(attempts.filter(({ stepId, retryAt }) => stepId === 'b' && retryAt !== null)).toEqual([]);
    expect(fixture.calls(id).map(({ body }) => body.params.n)).toEqual([1, 2, 2, 1, 1]);
  });

  test('also repeats the turns of its loops', async () => {
    fixture.agent.behave(byStep({ review: asksAgain(3), publish: first(1, fails) }));
    const id = await fixture.run(
      steps('draft', { step: 'review < draft', loop: loop('draft', 5) }, 'publish < review'),
      again(1),
    );
    const { execution, attempts } = await fixture.over(id);
    // Four turns, then failure; from the beginning with one turn.
    expect(execution).toMatchObject({
      runStatus: 'succeeded',
      jobsCreated: 3,
      jobsCompleted: 3,
      jobsEnqueued: 3,
    });
    expect(attempts.filter(({ contextRetry }) => contextRetry === 0)).toHaveLength(9);
    expect(fixture.called(id).slice(-3)).toEqual(['draft', 'review', 'publish']);
  });

  test('is left alone if an operator cancelled it', async () => {
    fixture.agent.behave(byStep({ bad: fails, long: accepts }));
    const id = await fixture.run(steps('bad', 'long', 'after < long'), again(3));
    const { contextId } = await fixture.accepted(id, 'long');
    await settled(id, 'bad');
    const cancelled = await cancelContext(fixture.server, operator, { scheduleExecutionId: id, contextId });
    expect(cancelled).toMatchObject({ kind: 'ok' });
    expect((await fixture.over(id)).execution).toMatchObject({ jobsFailed: 1, jobsCancelled: 2 });
    expect(fixture.called(id).sort()).toEqual(['bad', 'long']);
  });

  test('refuses reports for rows that are history', async () => {
    fixture.agent.behave(byStep({ slow: accepts, quick: fails }));
    const id = await fixture.run(
      steps(
        { step: 'slow', timeout: 80, retryConfig: { maxRetries: 0, backoff: 'fixed', delay: 0 } },
        'quick',
      ),
      again(1),
    );
    const { attempts } = await fixture.over(id);
    const old = attempts.find(({ stepId, contextRetry }) => stepId === 'slow' && contextRetry === 0);
    expect(old).toMatchObject({ status: 'dead_letter', isLatest: false });
    await expect(fixture.report(`${old?.id}`)).rejects.toThrow(/has already ended/);
    await fixture.over(id);
  });
});

describe('loops', () => {
  test('inside loops start again in each turn around them', async () => {
    let outer = 0;
    fixture.agent.behave(
      byStep({
        inner: (entry, response) =>
          answer(response, 200, {
            status: 'completed',
            result: { again: (entry.body.metadata.turn ?? 0) % 3 < 1 },
          }),
        outer: (_entry, response) =>
          answer(response, 200, { status: 'completed', result: { again: outer++ < 1 } }),
      }),
    );
    const id = await fixture.run(
      steps(
        'start',
        { step: 'inner < start', loop: loop('inner', 3) },
        'beside < inner start',
        { step: 'outer < inner beside', loop: loop('start', 2) },
        'end < inner outer',
      ),
    );
    const { execution } = await fixture.over(id);
    expect(execution).toMatchObject({ runStatus: 'succeeded', jobsCreated: 11, jobsCompleted: 11 });
    expect(fixture.called(id)).toEqual([
      ...['start', 'inner', 'inner', 'beside', 'outer'],
      ...['start', 'inner', 'inner', 'beside', 'outer'],
      'end',
    ]);
    const turns = fixture.calls(id).filter(({ body }) => body.params.step === 'inner');
    expect(turns.map(({ body }) => body.metadata.turn)).toEqual([0, 1, 3, 4]);
  });

  test('make a step wait for the jobs of the current turn, also if it was skipped before', async () => {
    let outer = 0;
    const skipped = createDeferred();
    const number = (turn = 0) => ({ turn, again: turn % 2 === 0 });
    fixture.agent.behave(
      byStep({
        bad: first(1, fails),
        inner: async (entry, response) => {
          await skipped.promise;
          answer(response, 200, { status: 'completed', result: number(entry.body.metadata.turn) });
        },
        outer: (_entry, response) =>
          answer(response, 200, { status: 'completed', result: { again: outer++ < 1 } }),
      }),
    );
    const id = await fixture.run(
      steps('start', { step: 'inner < start', loop: loop('inner', 2) }, 'bad < start', 'both < inner bad', {
        step: 'outer < inner both',
        runIf: 'all_done',
        loop: loop('start', 2),
      }),
    );
    await settled(id, 'both');
    skipped.resolve();
    expect((await fixture.over(id)).execution).toMatchObject({ jobsSkipped: 1, jobsFailed: 1 });
    const both = fixture.calls(id).filter(({ body }) => body.params.step === 'both');
    expect(both.map(({ body }) => body.upstream?.inner?.result)).toEqual([number(3)]);
  });

  test('end with a body that fails, and dependents are judged by that', async () => {
    fixture.agent.behave(byStep({ check: fails }));
    const id = await fixture.run(
      steps(
        'draft',
        'check < draft',
        { step: 'review < check', loop: loop('draft', 5) },
        'publish < review',
        {
          step: 'alarm < check',
          runIf: 'any_failed',
        },
      ),
    );
    await fixture.over(id);
    expect(await fixture.ends(id)).toEqual({
      ...{ draft: 'completed', check: 'failed', alarm: 'completed' },
      ...{ review: 'dependency_failed', publish: 'dependency_skipped' },
    });
  });

  test('stop at maxTurns', async () => {
    fixture.agent.behave(byStep({ review: asksAgain(99) }));
    const id = await fixture.run(steps({ step: 'review', loop: loop('review', 4) }, 'publish < review'));
    expect((await fixture.over(id)).execution).toMatchObject({ jobsCreated: 5, jobsCompleted: 5 });
  });
});
