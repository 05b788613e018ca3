import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  CreatePipelineDocument,
  CreateScheduleDocument,
  DeletePipelineDocument,
  PipelineDocument,
  type PipelineStepInput,
  PipelinesDocument,
  ScheduleDocument,
  TriggerPipelineDocument,
  TriggerScheduleDocument,
  UpdatePipelineDocument,
} from '../../support/generated/operations.js';
import { CHAIN, type PipelineServer, startPipelineServer, steps } from './pipeline-server.js';

let server: PipelineServer;
beforeAll(async () => {
  server = await startPipelineServer();
});
afterAll(() => server?.close());

describe('a pipeline', () => {
  test('is returned as it was created', async () => {
    const id = await server.aPipeline({
      description: 'One ticker at a time',
      retryConfig: { maxRetries: 2, backoff: 'EXPONENTIAL', delay: '1m', maxDelay: '1h' },
      steps: [
        { stepId: 'draft', agentId: 'writer', parallel: false, params: { tone: 'dry' }, timeout: '90s' },
        {
          stepId: 'review',
          agentId: 'collector',
          parallel: true,
          dependsOn: ['draft'],
          runIf: 'ALL_DONE',
          dependencyTimeout: 5_000,
          priority: 7,
          retryConfig: { maxRetries: 1, backoff: 'FIXED', delay: 10, jitter: 'FULL' },
          loop: { to: 'draft', maxTurns: 3, while: { path: 'review.approved', equals: null } },
        },
      ],
    });
    const { pipeline } = await server.viewer.ask(PipelineDocument, { id });
    expect(pipeline).toEqual({
      ...{ id, name: 'Newsletter', description: 'One ticker at a time', enabled: true },
      createdBy: expect.any(String),
      retryConfig: {
        maxRetries: 2,
        backoff: 'EXPONENTIAL',
        delay: 60_000,
        maxDelay: 3_600_000,
        jitter: null,
      },
      steps: [
        {
          ...{ stepId: 'draft', agentId: 'writer', agent: { id: 'writer', name: 'writer' } },
          ...{ dependsOn: [], parallel: false, runIf: 'ALL_SUCCEEDED', dependencyTimeout: null },
          ...{ params: { tone: 'dry' }, retryConfig: null, timeout: 90_000, priority: null, loop: null },
        },
        {
          ...{ stepId: 'review', agentId: 'collector', agent: { id: 'collector', name: 'collector' } },
          ...{ dependsOn: ['draft'], parallel: true, runIf: 'ALL_DONE', dependencyTimeout: 5_000 },
          ...{ params: {}, timeout: null, priority: 7 },
          retryConfig: { maxRetries: 1, backoff: 'FIXED', delay: 10, maxDelay: null, jitter: 'FULL' },
          loop: { to: 'draft', maxTurns: 3, while: { path: 'review.approved', equals: null } },
        },
      ],
    });
    expect((await server.viewer.ask(PipelineDocument, { id: 'none' })).pipeline).toBeNull();
  });

  test('is changed in part, disabled and deleted, and returned as it was', async () => {
    const id = await server.aPipeline();
    const update = (input: object) => server.admin.ask(UpdatePipelineDocument, { id, input });
    expect((await update({ name: 'Renamed', enabled: false })).updatePipeline).toMatchObject({
      ...{ id, name: 'Renamed', enabled: false },
      steps: [{ stepId: 'collect' }, { stepId: 'analyze' }, { stepId: 'generate' }],
    });
    expect((await update({ steps: steps('only') })).updatePipeline).toMatchObject({
      ...{ name: 'Renamed', enabled: false, steps: [{ stepId: 'only' }] },
    });
    const { triggerPipeline } = await server.operator.ask(TriggerPipelineDocument, { id });
    expect(triggerPipeline).toMatchObject({
      __typename: 'ConflictError',
      message: expect.stringContaining('disabled'),
    });
    const remove = async () => (await server.admin.ask(DeletePipelineDocument, { id })).deletePipeline;
    expect(await remove()).toEqual({
      ...{ __typename: 'Pipeline', id, name: 'Renamed', steps: [{ stepId: 'only' }] },
    });
    expect(await remove()).toMatchObject({
      __typename: 'NotFoundError',
      message: expect.stringContaining(id),
    });
    expect((await update({ name: 'x' })).updatePipeline.__typename).toBe('NotFoundError');
  });

  test('that was written by SQL shows its valid steps', async () => {
    await server.pool.query(
      `INSERT INTO "Pipeline" (id, name, steps, "createdBy")
       VALUES ('by-sql', 'x', '[{"stepId": "a", "agentId": "gone", "parallel": true}, {"stepId": 1}, 2]', 'x'), ('by-sql-2', 'x', '{}', 'x')`,
    );
    const of = async (id: string) => (await server.viewer.ask(PipelineDocument, { id })).pipeline?.steps;
    expect(await of('by-sql')).toMatchObject([{ stepId: 'a', agent: null, runIf: 'ALL_SUCCEEDED' }]);
    expect(await of('by-sql-2')).toEqual([]);
  });

  test.each<[string, PipelineStepInput[], string, string]>([
    ['no steps', [], 'steps', 'step'],
    ['a duplicate step', steps('a', 'a'), 'steps.1.stepId', '"a"'],
    ['an unknown dependency', steps('a', 'b < z'), 'steps.1.dependsOn.0', '"z"'],
    ['a cycle', steps('a < b', 'b < a'), 'steps', 'a → b → a'],
    [
      'an unknown agent',
      [{ ...CHAIN[0], agentId: 'nobody' } as PipelineStepInput],
      'steps.0.agentId',
      '"nobody"',
    ],
    [
      'a data source in step params',
      [{ ...CHAIN[0], params: { deep: { ticker: 'db:ticker:all:id' } } } as PipelineStepInput],
      'steps.0.params.deep.ticker',
      '"collect"',
    ],
    [
      'a loop of too many turns',
      [
        {
          ...CHAIN[0],
          loop: { to: 'collect', maxTurns: 1_001, while: { path: 'x', equals: true } },
        } as PipelineStepInput,
      ],
      'steps.0.loop.maxTurns',
      'from 1 to 1,000',
    ],
    [
      'a loop without a value to compare',
      [{ ...CHAIN[0], loop: { to: 'collect', maxTurns: 2, while: { path: 'x' } } } as PipelineStepInput],
      'steps.0.loop.while.equals',
      'is required: any JSON value',
    ],
    ['an invalid name', [{ ...CHAIN[0], stepId: 'no spaces' } as PipelineStepInput], 'steps.0.stepId', ''],
  ])('is refused with %s', async (_case, wrong, path, message) => {
    const { createPipeline } = await server.admin.ask(CreatePipelineDocument, {
      input: { name: 'wrong', steps: wrong },
    });
    if (createPipeline.__typename !== 'ValidationError') throw new Error(createPipeline.__typename);
    const found = createPipeline.issues.filter((issue) => issue.path.join('.').startsWith(path));
    expect(found.length, JSON.stringify(createPipeline.issues)).toBeGreaterThan(0);
    expect(
      found.some((issue) => issue.message.includes(message)),
      JSON.stringify(found),
    ).toBe(true);
  });

  test('is found by name and by the agents it calls', async () => {
    const id = await server.aPipeline({
      name: 'Unmistakable',
      steps: [{ stepId: 'x', agentId: 'writer', parallel: true }],
    });
    const found = async (filter: object) => {
      const { pipelines } = await server.viewer.ask(PipelinesDocument, { filter, first: 100 });
      expect(pipelines.totalCount).toBe(pipelines.edges.length);
      return pipelines.edges.map(({ node }) => node.id);
    };
    expect(await found({ search: 'UNMISTAK' })).toEqual([id]);
    expect(await found({ search: id })).toEqual([id]);
    expect(await found({ agentId: 'writer', enabled: true })).toContain(id);
    expect(await found({ agentId: 'nobody' })).toEqual([]);
    const names = async (first: number) =>
      (
        await server.viewer.ask(PipelinesDocument, { first, orderBy: { field: 'NAME', direction: 'ASC' } })
      ).pipelines.edges.map(({ node }) => node.name);
    expect(await names(100)).toEqual([...(await names(100))].sort());
    expect(await names(1)).toHaveLength(1);
  });
});

describe('a schedule of a pipeline', () => {
  const input = (pipelineId: string, more: object = {}) => ({
    ...{ name: 'Daily', repeat: 'REPEATING' as const, cronExpression: '0 8 * * *' },
    ...{ targetType: 'PIPELINE' as const, pipelineId, params: { ticker: 'db:ticker:all:id' }, ...more },
  });

  test('shows it, runs it manually, and is blocked when it is deleted', async () => {
    const pipelineId = await server.aPipeline();
    const { createSchedule } = await server.admin.ask(CreateScheduleDocument, { input: input(pipelineId) });
    expect(createSchedule).toMatchObject({ agent: null, pipeline: { name: 'Newsletter' } });
    const id = createSchedule.__typename === 'Schedule' ? createSchedule.id : '';
    const read = async () => (await server.viewer.ask(ScheduleDocument, { id })).schedule;
    expect(await read()).toMatchObject({
      ...{ targetType: 'PIPELINE', agentId: null, agent: null, pipelineId, blockedReason: null },
      pipeline: {
        id: pipelineId,
        steps: [{ stepId: 'collect' }, { stepId: 'analyze' }, { stepId: 'generate' }],
      },
    });
    const { triggerSchedule } = await server.operator.ask(TriggerScheduleDocument, { id });
    if (triggerSchedule.__typename !== 'ScheduleExecution') throw new Error(triggerSchedule.__typename);
    expect(await server.run(triggerSchedule.id)).toMatchObject({
      ...{ targetType: 'PIPELINE', pipelineId, pipeline: { name: 'Newsletter' }, runStatus: 'PENDING' },
      contexts: { totalCount: 0, edges: [] },
      pipelineGraph: { nodes: [{ stepId: 'collect' }, { stepId: 'analyze' }, { stepId: 'generate' }] },
    });
    await server.admin.ask(DeletePipelineDocument, { id: pipelineId });
    expect(await read()).toMatchObject({ pipelineId, pipeline: null, blockedReason: 'INVALID_TARGET' });
    // An active run has its own copy.
    expect((await server.run(triggerSchedule.id)).pipelineGraph?.nodes).toHaveLength(3);
  });

  test.each([
    ['an unknown pipeline', { pipelineId: 'none' }, 'pipelineId'],
    ['none', { pipelineId: null }, 'pipelineId'],
    ['an agent as well', { agentId: 'writer' }, 'agentId'],
    ['a malformed data source', { params: { ticker: 'db:ticker' } }, 'params.ticker'],
  ])('is refused with %s', async (_case, more, path) => {
    const { createSchedule } = await server.admin.ask(CreateScheduleDocument, {
      input: input(await server.aPipeline(), more),
    });
    const issues = 'issues' in createSchedule ? createSchedule.issues : [];
    expect(issues.map((issue) => issue.path.join('.'))).toContain(path);
  });
});
