import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  CancelContextDocument,
  CursorAndJobsDocument,
  JobExecutionChangedDocument,
  JobExecutionDocument,
  JobExecutionsDocument,
  PipelineRunDocument,
  PipelineRunsDocument,
  RerunFromDocument,
  RetryFailedJobsDocument,
  RetryJobDocument,
} from '../../support/generated/operations.js';
import { type PipelineServer, type Run, startPipelineServer, steps } from './pipeline-server.js';

let server: PipelineServer;
beforeAll(async () => {
  server = await startPipelineServer();
});
afterAll(() => server?.close());

describe('a run', () => {
  test('shows its contexts, their steps, and the pipeline with its progress', async () => {
    const id = await server.aRun(3);
    const [first, second] = await server.contextIdsOf(id);
    await server.ended(first, { collect: 'completed', analyze: 'completed', generate: 'completed' });
    await server.ended(second, { collect: 'completed', analyze: 'failed', generate: 'skipped' });
    const shown = await server.run(id);
    expect(shown).toMatchObject({ jobsCreated: 9, metadata: { contexts: 3, steps: 3 } });
    expect(shown.contexts.totalCount).toBe(3);
    const contexts = shown.contexts.edges.map(({ node }) => node);
    expect(contexts.map(({ status }) => status)).toEqual(['SUCCEEDED', 'FAILED', 'RUNNING']);
    expect(contexts.map(({ steps: [step] }) => step?.params)).toEqual(
      ['T001', 'T002', 'T003'].map((ticker) => ({ ticker })),
    );
    for (const context of contexts)
      expect(context.steps.map((step) => step.pipelineStepId)).toEqual(['collect', 'analyze', 'generate']);
    expect(contexts[1]?.steps).toMatchObject([
      { status: 'COMPLETED', agent: { name: 'collector' } },
      { status: 'FAILED', turn: 0, retryCount: 0 },
      { status: 'SKIPPED', reason: 'dependency_failed' },
    ]);
    const none = { pending: 0, running: 0, completed: 0, failed: 0, deadLetter: 0, cancelled: 0, skipped: 0 };
    expect(shown.pipelineGraph).toEqual({
      nodes: [
        { stepId: 'collect', counts: { ...none, completed: 2, pending: 1 } },
        { stepId: 'analyze', counts: { ...none, completed: 1, failed: 1, pending: 1 } },
        { stepId: 'generate', counts: { ...none, completed: 1, skipped: 1, pending: 1 } },
      ].map((node) => ({
        ...node,
        ...{ agentId: 'collector', agent: { name: 'collector' }, exclusive: false, loop: null },
      })),
      edges: [
        { from: 'collect', to: 'analyze' },
        { from: 'analyze', to: 'generate' },
      ],
    });
    const one = (await server.run(id, { contextId: second })).pipelineGraph;
    expect(one?.nodes.map(({ counts }) => counts)).toEqual([
      { ...none, completed: 1 },
      { ...none, failed: 1 },
      { ...none, skipped: 1 },
    ]);
    expect((await server.run(id, { contextId: 'none' })).pipelineGraph).toBeNull();
    const { jobExecutions } = await server.viewer.ask(JobExecutionsDocument, {
      filter: { contextId: second, pipelineStepId: 'analyze' },
    });
    expect(jobExecutions.edges.map(({ node }) => node.status)).toEqual(['FAILED']);
  });

  test('shows the latest turn of a step, in its place', async () => {
    const id = await server.aRun(1);
    const [contextId] = await server.contextIdsOf(id);
    await server.ended(contextId, { collect: 'completed', analyze: 'completed' });
    await server.pool.query(
      `INSERT INTO "AgentJobExecution" (id, "jobId", supersedes, turn, "scheduleExecutionId", "pipelineStepId", "contextId", "agentId", params,
         "attemptTimeout", "retryConfig", "retriesLeft", "traceId")
       SELECT uuid_v7(), uuid_v7(), id, 1, "scheduleExecutionId", "pipelineStepId", "contextId", "agentId", params, "attemptTimeout", "retryConfig", 0, "traceId"
       FROM "AgentJobExecution" WHERE "contextId" = $1 AND "pipelineStepId" IN ('collect', 'analyze') ORDER BY id`,
      [contextId],
    );
    const [context] = (await server.run(id)).contexts.edges;
    expect(context?.node).toMatchObject({
      status: 'RUNNING',
      steps: [
        { pipelineStepId: 'collect', turn: 1, status: 'PENDING' },
        { pipelineStepId: 'analyze', turn: 1, status: 'PENDING' },
        { pipelineStepId: 'generate', turn: 0, status: 'PENDING' },
      ],
    });
  });

  test('returns contexts in pages of any size, from either end', async () => {
    const id = await server.aRun(12);
    const whole = (await server.run(id, { first: 100 })).contexts.edges.map(({ node }) => node.contextId);
    expect(whole).toHaveLength(12);
    for (const size of [1, 5, 12]) {
      const forward: string[] = [];
      for (let after: string | null = null; ; ) {
        const { edges, pageInfo }: Run['contexts'] = (await server.run(id, { first: size, after })).contexts;
        forward.push(...edges.map(({ node }) => node.contextId));
        if (!pageInfo.hasNextPage) break;
        after = pageInfo.endCursor ?? null;
      }
      expect(forward).toEqual(whole);
      const backward: string[] = [];
      for (let before: string | null = null; ; ) {
        const { edges, pageInfo }: Run['contexts'] = (await server.run(id, { last: size, before })).contexts;
        backward.unshift(...edges.map(({ node }) => node.contextId));
        if (!pageInfo.hasPreviousPage) break;
        before = pageInfo.startCursor ?? null;
      }
      expect(backward).toEqual(whole);
    }
    const { errors } = await server.viewer.send(PipelineRunDocument, { id, after: 'x' });
    expect(errors[0]?.message).toBe('"after" is not a cursor of this list in this order.');
  });

  test('takes a number of statements that does not grow with runs, contexts or steps', async () => {
    const deep = await server.aPipeline({ steps: steps('a', 'b < a', 'c < b', 'd < c', 'e < d') });
    const runs: string[] = [];
    for (const pipelineId of [undefined, deep, deep]) runs.unshift(await server.aRun(10, pipelineId));
    const [contextId = ''] = await server.contextIdsOf(runs[0] ?? '');
    const filter = { stepId: 'e', status: ['PENDING' as const] };
    const statementsOf = async (first: number, contexts: number) => {
      const own = vi.spyOn(server.pool, 'query');
      server.statements.length = 0;
      const { scheduleExecutions } = await server.viewer.ask(PipelineRunsDocument, {
        first,
        contexts,
        contextId,
        filter,
      });
      const nodes = scheduleExecutions.edges.map(({ node }) => node);
      expect(
        nodes.map(({ context, filtered, jobPages }) => [context, filtered.totalCount, jobPages.totalCount]),
      ).toEqual(
        [
          [{ contextId }, 10, 50],
          [null, 10, 50],
          [null, 0, 30],
        ].slice(0, first),
      );
      expect(scheduleExecutions.edges.map(({ node }) => node.contexts.edges.length)).toEqual(
        Array(first).fill(contexts),
      );
      // The outbox tail and the sign-in send statements, too.
      const texts = own.mock.calls.map(([text]) => String(text));
      own.mockRestore();
      return [...server.statements, ...texts.filter((text) => /"(AgentJob|Schedule)Execution"/.test(text))];
    };
    const few = await statementsOf(1, 1);
    const many = await statementsOf(3, 10);
    expect(many.length).toBe(few.length);
    // Runs, their pipelines; graphs in two, with agents; contexts in two, their steps, with agents; pages of
    // jobs; one context in two; filtered contexts in two, and their count.
    expect(many.length).toBe(15);
  });

  test('of an agent has neither contexts nor a graph', async () => {
    const { data } = await server.operator.send(
      {
        toString: () =>
          'mutation { triggerAgent(agentId: "writer") { ... on ScheduleExecution { pipeline { id } pipelineGraph { nodes { stepId } } contexts { totalCount edges { node { contextId } } } } } }',
      } as never,
      {},
    );
    expect(data).toEqual({
      triggerAgent: { pipeline: null, pipelineGraph: null, contexts: { totalCount: 0, edges: [] } },
    });
  });
});

describe('manual actions', () => {
  test('cancel one context, once', async () => {
    const id = await server.aRun(2);
    const [first, second] = await server.contextIdsOf(id);
    const cancel = async (contextId: string) =>
      (await server.operator.ask(CancelContextDocument, { scheduleExecutionId: id, contextId }))
        .cancelContext;
    expect(await cancel(first)).toMatchObject({ __typename: 'ScheduleExecution', id });
    const { edges } = (await server.run(id)).contexts;
    expect(edges.map(({ node }) => [node.contextId, ...node.steps.map(({ status }) => status)])).toEqual([
      [first, 'CANCELLED', 'CANCELLED', 'CANCELLED'],
      [second, 'PENDING', 'PENDING', 'PENDING'],
    ]);
    expect((await cancel(first)).__typename).toBe('ConflictError');
    expect(await cancel('none')).toMatchObject({ __typename: 'NotFoundError' });
  });

  test('run a context again from a step, and keep what came before', async () => {
    const id = await server.aRun(1);
    const [contextId] = await server.contextIdsOf(id);
    const rerun = async (stepId: string, context = contextId) =>
      (
        await server.operator.ask(RerunFromDocument, {
          scheduleExecutionId: id,
          contextId: context,
          stepId,
        })
      ).rerunFrom;
    expect(await rerun('analyze')).toMatchObject({ __typename: 'ConflictError' });
    await server.ended(contextId, { collect: 'completed', analyze: 'completed', generate: 'completed' });
    const before = (await server.run(id)).contexts.edges[0]?.node.steps ?? [];
    expect(await rerun('analyze')).toMatchObject({ id, runStatus: 'RUNNING' });
    const [again] = (await server.run(id)).contexts.edges;
    expect(again?.node).toMatchObject({
      status: 'RUNNING',
      steps: [
        { id: before[0]?.id, status: 'COMPLETED', retryCount: 0 },
        { jobId: before[1]?.jobId, status: 'PENDING', retryCount: 1 },
        { jobId: before[2]?.jobId, status: 'PENDING', retryCount: 1 },
      ],
    });
    const { jobExecution } = await server.viewer.ask(JobExecutionDocument, {
      id: again?.node.steps[1]?.id ?? '',
    });
    expect(jobExecution).toMatchObject({
      ...{ supersedes: before[1]?.id, contextId, pipelineStepId: 'analyze', turn: 0, contextRetry: 0 },
      dependencies: [before[0]?.jobId],
    });
    expect(await rerun('nothing')).toMatchObject({ __typename: 'NotFoundError' });
    expect(await rerun('analyze', 'none')).toMatchObject({ __typename: 'NotFoundError' });
  });

  test('retry failed steps and what was skipped because of them', async () => {
    const id = await server.aRun(2);
    const [first, second] = await server.contextIdsOf(id);
    for (const contextId of [first, second])
      await server.ended(contextId, { collect: 'completed', analyze: 'failed', generate: 'skipped' });
    const jobId = (await server.run(id)).contexts.edges[0]?.node.steps[1]?.jobId ?? '';
    const { retryJob } = await server.operator.ask(RetryJobDocument, { jobId });
    expect(retryJob).toMatchObject({ __typename: 'JobExecution', retryCount: 1, status: 'PENDING' });
    const statuses = async () =>
      (await server.run(id)).contexts.edges.map(({ node }) => node.steps.map(({ status }) => status));
    expect(await statuses()).toEqual([
      ['COMPLETED', 'PENDING', 'PENDING'],
      ['COMPLETED', 'FAILED', 'SKIPPED'],
    ]);
    const { retryFailedJobs } = await server.operator.ask(RetryFailedJobsDocument, {
      scheduleExecutionId: id,
    });
    expect(retryFailedJobs).toMatchObject({ id, runStatus: 'RUNNING' });
    expect((await statuses())[1]).toEqual(['COMPLETED', 'PENDING', 'PENDING']);
  });
});

test('subscriptions cover one step or one context', async () => {
  const id = await server.aRun(2);
  const [first, second] = await server.contextIdsOf(id);
  const { eventCursor: after } = await server.viewer.ask(CursorAndJobsDocument, {});
  const ofContext = server.viewer.watch(JobExecutionChangedDocument, {
    after,
    filter: { contextId: second },
  });
  const ofStep = server.viewer.listen(JobExecutionChangedDocument, {
    after,
    filter: { scheduleExecutionId: id, pipelineStepId: 'analyze', status: ['FAILED'] },
  });
  await server.ended(first, { collect: 'completed', analyze: 'completed' });
  await server.ended(second, { collect: 'completed', analyze: 'failed', generate: 'skipped' });
  const seen: unknown[] = [];
  for (let count = 0; count < 5; count += 1) {
    const event = (await ofContext.next())?.jobExecutionChanged;
    seen.push([event?.jobExecution?.pipelineStepId, event?.status, event?.jobExecution?.contextId]);
  }
  expect(seen).toEqual([
    ['collect', 'RUNNING', second],
    ['collect', 'COMPLETED', second],
    ['analyze', 'RUNNING', second],
    ['analyze', 'FAILED', second],
    ['generate', 'SKIPPED', second],
  ]);
  expect((await ofStep.next())?.jobExecutionChanged).toMatchObject({
    status: 'FAILED',
    jobExecution: { contextId: second, pipelineStepId: 'analyze' },
  });
  ofContext.close();
  ofStep.close();
});
