import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  ContextsAtDocument,
  CreatePipelineDocument,
  CreateScheduleDocument,
  type JobStatus,
  OneContextDocument,
  PipelinesDocument,
  PipelineUsesDocument,
  ValidatePipelineDocument,
} from '../../support/generated/operations.js';
import { CHAIN, type PipelineServer, startPipelineServer, steps } from './pipeline-server.js';

let server: PipelineServer;
beforeAll(async () => {
  server = await startPipelineServer();
});
afterAll(() => server?.close());

describe('validatePipeline', () => {
  const judge = async (input: { name: string; steps: ReturnType<typeof steps> }) =>
    (await server.viewer.ask(ValidatePipelineDocument, { input })).validatePipeline;

  test('accepts what could be created, and creates nothing', async () => {
    expect(await judge({ name: 'Newsletter', steps: CHAIN })).toEqual([]);
    const { pipelines } = await server.viewer.ask(PipelinesDocument, {});
    expect(pipelines.edges).toEqual([]);
  });

  test('returns the same problems as createPipeline', async () => {
    const input = {
      name: '',
      steps: [
        ...steps('a < b', 'b < a'),
        { stepId: 'b', agentId: 'nobody', parallel: true, dependsOn: ['gone'] },
      ],
    };
    const issues = await judge(input);
    expect(issues.map(({ path }) => path.join('.'))).toEqual(
      expect.arrayContaining([
        'name',
        'steps.0.dependsOn.0',
        'steps.2.agentId',
        'steps.2.stepId',
        'steps.2.dependsOn.0',
      ]),
    );
    const { createPipeline } = await server.admin.ask(CreatePipelineDocument, { input });
    expect(createPipeline).toMatchObject({ __typename: 'ValidationError', issues });
  });

  test('checks the steps even if other fields are wrong, and the fields of a step with its name', async () => {
    const [first] = await judge({ name: 'x', steps: [{ ...CHAIN[0]!, timeout: 'soon' }] });
    expect(first?.path).toEqual(['steps', '0', 'timeout']);
    expect(first?.message).toContain('Step "collect"');
  });
});

describe('the use of a pipeline', () => {
  test('is counted, and its newest run found, in as many statements for many as for one', async () => {
    const [used, idle] = [await server.aPipeline(), await server.aPipeline({ name: 'Idle' })];
    for (const name of ['a', 'b'])
      await server.admin.ask(CreateScheduleDocument, {
        input: {
          name,
          repeat: 'REPEATING',
          interval: '1h',
          targetType: 'PIPELINE',
          pipelineId: used,
          enabled: name === 'a',
        },
      });
    await server.aRun(1, used);
    const last = await server.aRun(2, used);
    const uses = async (first: number) => {
      server.statements.length = 0;
      const { pipelines } = await server.viewer.ask(PipelineUsesDocument, { first });
      return {
        found: new Map(pipelines.edges.map(({ node }) => [node.id, node])),
        asked: server.statements.length,
      };
    };
    const one = await uses(1);
    const { found, asked } = await uses(100);
    expect(found.get(used)).toEqual({
      id: used,
      scheduleCount: 2,
      lastExecution: { id: last, runStatus: 'RUNNING' },
    });
    expect(found.get(idle)).toMatchObject({ scheduleCount: 0, lastExecution: null });
    // A pipeline that never ran has no run to read.
    expect(asked).toBeLessThanOrEqual(one.asked + 1);
  });

  test('includes its newest run by one descent of an index', async () => {
    const { rows } = await server.pool
      .query<{ 'QUERY PLAN': string }>(
        `SET enable_seqscan = off; EXPLAIN SELECT id FROM "ScheduleExecution" WHERE "pipelineId" = 'x' ORDER BY id DESC LIMIT 1`,
      )
      .then((results) => (results as unknown as { rows: { 'QUERY PLAN': string }[] }[])[1]!);
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('ScheduleExecution_pipelineId_id_idx');
  });
});

describe('contexts', () => {
  let run: string;
  let contexts: [string, string, ...string[]];
  beforeAll(async () => {
    run = await server.aRun(5);
    contexts = await server.contextIdsOf(run);
    await server.ended(contexts[0], { collect: 'completed', analyze: 'failed' });
    await server.ended(contexts[1], { collect: 'completed' });
    await server.ended(contexts[2]!, { collect: 'failed' });
  });

  async function at(stepId: string, status: JobStatus[], page: { first?: number; after?: string } = {}) {
    const { scheduleExecution } = await server.viewer.ask(ContextsAtDocument, {
      id: run,
      filter: { stepId, status },
      ...page,
    });
    return scheduleExecution!.contexts;
  }
  const idsOf = ({ edges }: Awaited<ReturnType<typeof at>>) => edges.map(({ node }) => node.contextId);

  test('are found by the current state of one of their steps', async () => {
    const done = await at('collect', ['COMPLETED']);
    expect(idsOf(done)).toEqual([contexts[0], contexts[1]]);
    expect(done.totalCount).toBe(2);
    expect(idsOf(await at('collect', ['COMPLETED', 'FAILED']))).toEqual(contexts.slice(0, 3));
    expect(idsOf(await at('analyze', ['PENDING']))).toEqual(contexts.slice(1));
    expect(idsOf(await at('nothing', ['PENDING']))).toEqual([]);
  });

  test('are paged when they are filtered, too', async () => {
    const first = await at('analyze', ['PENDING'], { first: 3 });
    const next = await at('analyze', ['PENDING'], { first: 3, after: first.edges.at(-1)!.cursor });
    expect([...idsOf(first), ...idsOf(next)]).toEqual(contexts.slice(1));
  });

  test('are counted by the newest attempt of the newest turn, as in the graph', async () => {
    const { pool } = server;
    // The step failed in its first turn and waits in the second.
    await pool.query(
      `INSERT INTO "AgentJobExecution" (id, "jobId", supersedes, turn, "scheduleExecutionId", "pipelineStepId", "contextId", "agentId", params,
         "attemptTimeout", "retryConfig", "retriesLeft", "traceId")
       SELECT uuid_v7(), uuid_v7(), id, 1, "scheduleExecutionId", "pipelineStepId", "contextId", "agentId", params, "attemptTimeout",
         "retryConfig", 0, "traceId"
       FROM "AgentJobExecution" WHERE "contextId" = $1 AND "pipelineStepId" = 'analyze'`,
      [contexts[0]],
    );
    expect(idsOf(await at('analyze', ['FAILED']))).toEqual([]);
    expect(idsOf(await at('analyze', ['PENDING']))).toEqual(contexts);
  });

  test('are read by id, with the values that distinguish them', async () => {
    const read = async (id: string, contextId: string) =>
      (await server.viewer.ask(OneContextDocument, { id, contextId })).scheduleExecution?.context;
    expect(await read(run, contexts[1])).toMatchObject({
      contextId: contexts[1],
      status: 'RUNNING',
      params: { ticker: 'T002' },
      steps: [
        { pipelineStepId: 'collect', status: 'COMPLETED' },
        { pipelineStepId: 'analyze', status: 'PENDING' },
        { pipelineStepId: 'generate', status: 'PENDING' },
      ],
    });
    expect(await read(run, 'nothing')).toBeNull();
    expect(await read(await server.aRun(1), contexts[1])).toBeNull();
  });
});
