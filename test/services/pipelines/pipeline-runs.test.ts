import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Queryable } from '../../../src/db/system/queryable.js';
import { updateAgent } from '../../../src/services/agents/update-agent.js';
import { deletePipeline } from '../../../src/services/pipelines/delete-pipeline.js';
import { readPipelineGraphs } from '../../../src/services/pipelines/read-pipeline-graphs.js';
import { updatePipeline } from '../../../src/services/pipelines/update-pipeline.js';
import { triggerAgent, triggerPipeline } from '../../../src/services/runs/trigger-target.js';
import { createSchedule } from '../../../src/services/schedules/create-schedule.js';
import { triggerSchedule } from '../../../src/services/schedules/trigger-schedule.js';
import { admin, anAgent, openServices, paths, type TestServices, value } from '../support.js';
import { aPipeline, aPipelineRun, finish, stepsOf } from './pipeline-fixture.js';

let deps: TestServices;
let agentId: string;
beforeAll(async () => {
  deps = await openServices();
  agentId = await anAgent(deps);
});
afterAll(() => deps.close());

interface Execution {
  snapshot: { pipeline: unknown };
  [column: string]: unknown;
}
const execution = (id: string) =>
  deps.row<Execution>(`SELECT * FROM "ScheduleExecution" WHERE id = $1`, [id]);

test('a triggered pipeline is recorded with its current steps, and keeps them', async () => {
  const retryConfig = { maxRetries: 1, backoff: 'fixed', delay: 5 };
  const id = await aPipeline(deps, agentId, ['a', 'b < a'], { retryConfig });
  const run = await value(triggerPipeline(deps, admin, { id, params: { ticker: 'ACME' } }));
  const row = await execution(run.id);
  expect(row).toMatchObject({
    ...{ scheduleId: null, targetType: 'pipeline', agentId: null, pipelineId: id, trigger: 'manual' },
    ...{ status: 'pending', runStatus: 'pending', createdBy: admin.id },
    snapshot: {
      scheduleName: null,
      params: { ticker: 'ACME' },
      retryConfig: null,
      timeout: null,
      priority: 0,
    },
  });
  expect(row.snapshot.pipeline).toEqual({
    ...{ id, name: 'Newsletter', retryConfig },
    steps: (await deps.row<{ steps: unknown }>(`SELECT steps FROM "Pipeline" WHERE id = $1`, [id])).steps,
  });
  await value(updatePipeline(deps, admin, { id, input: { name: 'Other', steps: stepsOf(agentId, ['z']) } }));
  await value(deletePipeline(deps, admin, { id }));
  expect((await execution(run.id)).snapshot).toEqual(row.snapshot);
});

test("a schedule's pipeline runs now with the schedule's settings, params replaced key by key", async () => {
  const pipelineId = await aPipeline(deps, agentId, ['a']);
  const { id } = await value(
    createSchedule(deps, admin, {
      ...{ name: 'Daily', repeat: 'repeating', interval: '1d', targetType: 'pipeline', pipelineId },
      ...{ params: { ticker: 'ACME', depth: 1 }, timeout: '5m', priority: 3 },
    }),
  );
  const run = await value(triggerSchedule(deps, admin, { id, params: { ticker: 'XYZ' } }));
  expect(await execution(run.id)).toMatchObject({
    ...{ scheduleId: id, targetType: 'pipeline', agentId: null, pipelineId },
    snapshot: {
      ...{ scheduleName: 'Daily', params: { ticker: 'XYZ', depth: 1 }, timeout: 300_000, priority: 3 },
      pipeline: { id: pipelineId, steps: [{ stepId: 'a' }] },
    },
  });
  await value(deletePipeline(deps, admin, { id: pipelineId }));
  expect(await triggerSchedule(deps, admin, { id })).toMatchObject({
    kind: 'conflict',
    message: expect.stringContaining('does not exist'),
  });
});

test('an agent is called without a pipeline in the snapshot', async () => {
  const run = await value(triggerAgent(deps, admin, { agentId }));
  expect((await execution(run.id)).snapshot.pipeline).toBeNull();
});

test('nothing starts on a refusal', async () => {
  const strict = await anAgent(deps, { inputSchema: { type: 'object', required: ['ticker'] } });
  const id = await aPipeline(deps, agentId, ['a', { step: 'b', agentId: strict }]);
  const count = async () => (await deps.rows('SELECT FROM "ScheduleExecution"')).length;
  const before = await count();
  const trigger = (input: object = {}) =>
    triggerPipeline(deps, admin, { id, params: { ticker: 'ACME' }, ...input });
  expect(await paths(trigger({ params: {} }))).toEqual(['params.ticker']);
  expect(await paths(trigger({ params: { ticker: 'db:ticker' } }))).toEqual(['params.ticker']);
  expect(await paths(trigger({ params: 'x' }))).toEqual(['params']);
  expect(await trigger({ id: 'none' })).toMatchObject({ kind: 'not_found' });

  const refused = (message: string) => ({ kind: 'conflict', message: expect.stringContaining(message) });
  await value(updateAgent(deps, admin, { id: strict, input: { enabled: false } }));
  expect(await trigger()).toMatchObject(refused(`"${strict}" of step "b" is disabled`));
  await value(updatePipeline(deps, admin, { id, input: { enabled: false } }));
  expect(await trigger()).toMatchObject(refused('"Newsletter" is disabled'));
  await deps.pool.query('DELETE FROM "AgentRegistry" WHERE id = $1', [strict]);
  expect(await trigger()).toMatchObject(refused(`"${strict}" of step "b" is not registered`));
  expect(await count()).toBe(before);
});

const readPipelineGraph = async (client: Queryable, id: string, contextId?: string) =>
  (await readPipelineGraphs(client, [id], contextId)).get(id);

/** A client that counts its statements. */
function counting(): Queryable & { statements: number } {
  const client = {
    statements: 0,
    query: ((...args: Parameters<typeof deps.pool.query>) => {
      client.statements++;
      return deps.pool.query(...args);
    }) as typeof deps.pool.query,
  };
  return client;
}

test('the graph of a run has steps with their live status over all contexts, or of one', async () => {
  const loop = { to: 'write', maxTurns: 3, while: { path: 'again', equals: true } };
  const run = await aPipelineRun(
    deps,
    agentId,
    [
      'collect',
      { step: 'write < collect', parallel: false, loop },
      { step: 'send < write collect', runIf: 'all_done' },
    ],
    { contexts: 3 },
  );
  await finish(deps, run, { collect: 'completed' }, 0);
  await finish(deps, run, { collect: 'failed' }, 1);
  // With a later turn and a replaced attempt; only the current rows count.
  await deps.pool.query(
    `INSERT INTO "AgentJobExecution" (id, "jobId", "scheduleExecutionId", "pipelineStepId", "contextId", "agentId", params, "attemptTimeout", "retryConfig", "retriesLeft",
       "traceId", turn, "retryCount", "isLatest", status)
     SELECT uuid_v7(), uuid_v7(), "scheduleExecutionId", "pipelineStepId", "contextId", "agentId", params, "attemptTimeout", "retryConfig", 0, "traceId", n, n, n = 1, 'running'
     FROM "AgentJobExecution", generate_series(1, 2) n WHERE "contextId" = $1 AND "pipelineStepId" = 'write'`,
    [run.contextIds[0]],
  );
  const client = counting();
  const graph = await readPipelineGraph(client, run.executionId);
  expect(client.statements).toBe(2);
  const none = { pending: 0, running: 0, completed: 0, failed: 0, dead_letter: 0, cancelled: 0, skipped: 0 };
  expect(graph).toEqual({
    nodes: [
      {
        stepId: 'collect',
        agentId,
        exclusive: false,
        loop: null,
        counts: { ...none, completed: 1, failed: 1, pending: 1 },
      },
      {
        ...{ stepId: 'write', agentId, exclusive: true, loop: { to: 'write', maxTurns: 3 } },
        counts: { ...none, running: 1, skipped: 1, pending: 1 },
      },
      { stepId: 'send', agentId, exclusive: false, loop: null, counts: { ...none, pending: 3 } },
    ],
    edges: [
      { from: 'collect', to: 'write' },
      { from: 'write', to: 'send' },
      { from: 'collect', to: 'send' },
    ],
  });
  const one = await readPipelineGraph(deps.pool, run.executionId, run.contextIds[1]);
  expect(one?.nodes.map(({ counts }) => counts)).toEqual([
    { ...none, failed: 1 },
    { ...none, skipped: 1 },
    { ...none, pending: 1 },
  ]);
});

test('there is no graph without a pipeline, and none of a context of another run', async () => {
  const agentRun = await value(triggerAgent(deps, admin, { agentId }));
  const [run, other] = [await aPipelineRun(deps, agentId, ['a']), await aPipelineRun(deps, agentId, ['a'])];
  expect(await readPipelineGraph(deps.pool, agentRun.id)).toBeUndefined();
  expect(await readPipelineGraph(deps.pool, 'none')).toBeUndefined();
  expect(await readPipelineGraph(deps.pool, run.executionId, other.contextIds[0])).toBeUndefined();
});

test('before its contexts exist a pipeline shows its steps with empty counts', async () => {
  const id = await aPipeline(deps, agentId, ['a', 'b < a']);
  const run = await value(triggerPipeline(deps, admin, { id }));
  const graph = await readPipelineGraph(deps.pool, run.id);
  expect(graph?.nodes.map(({ stepId, counts }) => [stepId, Object.values(counts)])).toEqual([
    ['a', [0, 0, 0, 0, 0, 0, 0]],
    ['b', [0, 0, 0, 0, 0, 0, 0]],
  ]);
});
