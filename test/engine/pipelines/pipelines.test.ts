import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answer, completes } from '../../support/agent-server.js';
import { insertPipelineExecution } from '../../support/rows.js';
import { createEngineFixture, type EngineFixture } from '../engine-fixture.js';

let fixture: EngineFixture;

beforeAll(async () => {
  fixture = await createEngineFixture();
  await fixture.db.pool.query('CREATE TABLE public."Ticker" (id text PRIMARY KEY)');
  await fixture.db.pool.query(
    `INSERT INTO public."Ticker" SELECT 'T' || lpad(n::text, 3, '0') FROM generate_series(1, 20) n`,
  );
  await fixture.start({ safetyNetMs: 2_000 });
});

afterAll(() => fixture?.stop());

const agentId = 'agent';
const step = (stepId: string, more: object = {}) => ({
  stepId,
  agentId,
  parallel: true,
  params: { step: stepId },
  ...more,
});
const CHAIN = [
  step('collect'),
  step('analyze', { dependsOn: ['collect'] }),
  step('generate', { dependsOn: ['analyze'] }),
];
const NO_RETRY = { maxRetries: 0, backoff: 'fixed', delay: 0 };

/** What the agent saw of an execution, by context. */
function callsOf(executionId: string) {
  return fixture.agent.ledger.filter(({ body }) => body.metadata.scheduleExecutionId === executionId);
}

const stepsOf = async (executionId: string) => {
  const { rows } = await fixture.db.pool.query(
    `SELECT "pipelineStepId" AS step, turn, "contextRetry", "retryCount", status, reason, "isLatest" FROM "AgentJobExecution"
     WHERE "scheduleExecutionId" = $1 ORDER BY "createdAt", id`,
    [executionId],
  );
  return rows;
};

describe('a chain over expanded values', () => {
  test('runs once per value, each step after the one it depends on, with its results', async () => {
    fixture.agent.behave(completes);
    const id = await insertPipelineExecution(
      fixture.db.pool,
      { steps: CHAIN },
      { ticker: 'db:ticker:all:id?batchSize=5&staggerDelay=20' },
    );
    const execution = await fixture.ended(id);
    expect(execution).toMatchObject({
      runStatus: 'succeeded',
      status: 'success',
      jobsCreated: 60,
      jobsCompleted: 60,
      batches: 4,
    });
    const calls = callsOf(id);
    expect(calls).toHaveLength(60);
    for (const ticker of new Set(calls.map(({ body }) => body.params.ticker))) {
      const own = calls.filter(({ body }) => body.params.ticker === ticker);
      expect(own.map(({ body }) => body.params.step)).toEqual(['collect', 'analyze', 'generate']);
    }
    const analyze = calls.find(({ body }) => body.params.step === 'analyze')?.body;
    expect(analyze?.upstream).toEqual({
      collect: { status: 'completed', result: { echo: { ticker: analyze?.params.ticker, step: 'collect' } } },
    });
  });

  test('skips what depends on a failed step, while other contexts continue', async () => {
    fixture.agent.behave((entry, response) =>
      entry.body.params.ticker === 'T003' && entry.body.params.step === 'analyze'
        ? answer(response, 200, { status: 'failed', error: { message: 'no data' } })
        : completes(entry, response),
    );
    const id = await insertPipelineExecution(
      fixture.db.pool,
      { steps: CHAIN },
      { ticker: 'db:ticker:all:id?limit=5&batchSize=5' },
    );
    expect(await fixture.ended(id)).toMatchObject({
      runStatus: 'partial',
      jobsCreated: 15,
      jobsCompleted: 13,
      jobsFailed: 1,
      jobsSkipped: 1,
    });
    expect((await stepsOf(id)).filter(({ status }) => status === 'skipped')).toMatchObject([
      { step: 'generate', reason: 'dependency_failed' },
    ]);
  });
});

describe('retries', () => {
  test('of a step are its own, while dependents wait', async () => {
    let failures = 2;
    fixture.agent.behave((entry, response) =>
      entry.body.params.step === 'collect' && failures-- > 0
        ? answer(response, 503, {})
        : completes(entry, response),
    );
    const steps = [
      step('collect', { retryConfig: { maxRetries: 3, backoff: 'fixed', delay: 20 } }),
      step('analyze', { dependsOn: ['collect'] }),
    ];
    const id = await insertPipelineExecution(fixture.db.pool, { steps });
    expect(await fixture.ended(id)).toMatchObject({
      runStatus: 'succeeded',
      jobsCreated: 2,
      jobsCompleted: 2,
    });
    expect(callsOf(id).map(({ body }) => body.params.step)).toEqual([
      'collect',
      'collect',
      'collect',
      'analyze',
    ]);
  });

  test('of the pipeline start a failed context again', async () => {
    let failures = 1;
    fixture.agent.behave((entry, response) =>
      entry.body.params.step === 'analyze' && failures-- > 0
        ? answer(response, 200, { status: 'failed', error: { message: 'no' } })
        : completes(entry, response),
    );
    const id = await insertPipelineExecution(fixture.db.pool, {
      steps: CHAIN,
      retryConfig: { maxRetries: 1, backoff: 'fixed', delay: 20 },
    });
    expect(await fixture.ended(id)).toMatchObject({
      runStatus: 'succeeded',
      jobsCreated: 3,
      jobsCompleted: 3,
      jobsFailed: 0,
    });
    expect(callsOf(id).map(({ body }) => body.params.step)).toEqual([
      'collect',
      'analyze',
      'collect',
      'analyze',
      'generate',
    ]);
  });
});

describe('loops', () => {
  test('run their body again while the result asks for it, at most maxTurns times; later steps wait for the end', async () => {
    const turns: number[] = [];
    fixture.agent.behave((entry, response) => {
      if (entry.body.params.step !== 'review') return completes(entry, response);
      turns.push(entry.body.metadata.turn ?? -1);
      return answer(response, 200, { status: 'completed', result: { again: turns.length < 3 } });
    });
    const steps = [
      step('draft'),
      step('review', {
        dependsOn: ['draft'],
        loop: { to: 'draft', maxTurns: 5, while: { path: 'again', equals: true } },
      }),
      step('publish', { dependsOn: ['review'] }),
    ];
    const id = await insertPipelineExecution(fixture.db.pool, { steps });
    expect(await fixture.ended(id)).toMatchObject({
      runStatus: 'succeeded',
      jobsCreated: 7,
      jobsCompleted: 7,
    });
    expect(turns).toEqual([0, 1, 2]);
    expect(callsOf(id).map(({ body }) => body.params.step)).toEqual([
      'draft',
      'review',
      'draft',
      'review',
      'draft',
      'review',
      'publish',
    ]);
    const publish = callsOf(id).at(-1)?.body;
    expect(publish?.upstream).toEqual({ review: { status: 'completed', result: { again: false } } });
  });
});

describe('a wait', () => {
  test('ends after dependencyTimeout', async () => {
    fixture.agent.behave((entry, response) =>
      entry.body.params.step === 'slow' ? answer(response, 202, {}) : completes(entry, response),
    );
    const steps = [
      step('slow', { timeout: 4_000, retryConfig: NO_RETRY }),
      step('hasty', { dependsOn: ['slow'], dependencyTimeout: 100 }),
      step('after', { dependsOn: ['hasty'], runIf: 'all_done' }),
    ];
    const id = await insertPipelineExecution(fixture.db.pool, { steps });
    expect(await fixture.ended(id)).toMatchObject({
      runStatus: 'partial',
      jobsCreated: 3,
      jobsCompleted: 1,
      jobsFailed: 2,
    });
    expect(await stepsOf(id)).toMatchObject([
      { step: 'slow', status: 'dead_letter' },
      { step: 'hasty', status: 'failed', reason: 'dependency_timeout' },
      { step: 'after', status: 'completed' },
    ]);
  });
});
