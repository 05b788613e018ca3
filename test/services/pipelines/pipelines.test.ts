import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteAgent } from '../../../src/services/agents/delete-agent.js';
import { registerAgent } from '../../../src/services/agents/register-agent.js';
import { updateAgent } from '../../../src/services/agents/update-agent.js';
import { createPipeline } from '../../../src/services/pipelines/create-pipeline.js';
import { deletePipeline } from '../../../src/services/pipelines/delete-pipeline.js';
import { updatePipeline } from '../../../src/services/pipelines/update-pipeline.js';
import { createSchedule } from '../../../src/services/schedules/create-schedule.js';
import { updateSchedule } from '../../../src/services/schedules/update-schedule.js';
import { admin, anAgent, issues, openServices, paths, type TestServices, value } from '../support.js';
import { aPipeline, stepsOf } from './pipeline-fixture.js';

let deps: TestServices;
let agentId: string;
beforeAll(async () => {
  deps = await openServices();
  await deps.pool.query('CREATE TABLE public.ticker (id text PRIMARY KEY, enabled boolean)');
  agentId = await anAgent(deps);
});
afterAll(() => deps.close());

const stored = (id: string) => deps.row(`SELECT * FROM "Pipeline" WHERE id = $1`, [id]);
const schedule = (id: string) => deps.row(`SELECT * FROM "Schedule" WHERE id = $1`, [id]);
const step = (stepId: string, more: Record<string, unknown> = {}) => ({
  stepId,
  agentId,
  parallel: true,
  ...more,
});
const pipeline = (...steps: unknown[]) => ({ name: 'Refused', steps });

/** A schedule that runs a pipeline every hour. */
const hourly = (pipelineId: unknown, more: Record<string, unknown> = {}) => ({
  ...{ name: 'Hourly', repeat: 'repeating', interval: '1h', targetType: 'pipeline', pipelineId },
  ...more,
});
const scheduled = async (pipelineId: string, more: Record<string, unknown> = {}) =>
  (await value(createSchedule(deps, admin, hourly(pipelineId, more)))).id;

test('a pipeline is stored as it will run: durations in ms, with all defaults', async () => {
  const { id } = await value(
    createPipeline(deps, admin, {
      name: 'Newsletter',
      description: 'Each ticker',
      retryConfig: { maxRetries: 1, backoff: 'fixed', delay: '5s' },
      steps: [
        step('collect', { params: { source: 'web' }, timeout: '2m', priority: 3 }),
        step('write', {
          dependsOn: ['collect'],
          parallel: false,
          runIf: 'any_succeeded',
          dependencyTimeout: '1h',
          retryConfig: { maxRetries: 2, backoff: 'linear', delay: '1s' },
          loop: { to: 'collect', maxTurns: 3, while: { path: 'review.ok', equals: false } },
        }),
      ],
    }),
  );
  expect(await stored(id)).toMatchObject({
    name: 'Newsletter',
    description: 'Each ticker',
    enabled: true,
    createdBy: admin.id,
    retryConfig: { maxRetries: 1, backoff: 'fixed', delay: 5_000 },
    steps: [
      {
        ...{ stepId: 'collect', agentId, dependsOn: [], parallel: true, runIf: 'all_succeeded' },
        ...{ params: { source: 'web' }, timeout: 120_000, priority: 3, loop: null, dependencyTimeout: null },
      },
      {
        ...{ stepId: 'write', dependsOn: ['collect'], parallel: false, runIf: 'any_succeeded' },
        ...{ dependencyTimeout: 3_600_000, retryConfig: { maxRetries: 2, backoff: 'linear', delay: 1_000 } },
        loop: { to: 'collect', maxTurns: 3, while: { path: 'review.ok', equals: false } },
      },
    ],
  });
});

const loop = { to: 'a', maxTurns: 2, while: { path: 'ok', equals: false } };
test.each<[string, () => unknown, string[]]>([
  ['no steps', () => pipeline(), ['steps']],
  ['a duplicate stepId', () => pipeline(step('a'), step('a')), ['steps.1.stepId']],
  ['an unknown agent', () => pipeline(step('a', { agentId: 'nobody' })), ['steps.0.agentId']],
  ['an unknown dependency', () => pipeline(step('a', { dependsOn: ['b'] })), ['steps.0.dependsOn.0']],
  [
    'an undeclared cycle',
    () => pipeline(step('a', { dependsOn: ['b'] }), step('b', { dependsOn: ['a'] })),
    ['steps.0.dependsOn.0'],
  ],
  [
    'a loop without maxTurns',
    () => pipeline(step('a', { loop: { ...loop, maxTurns: undefined } })),
    ['steps.0.loop.maxTurns'],
  ],
  ['a loop to nowhere', () => pipeline(step('a', { loop: { ...loop, to: 'z' } })), ['steps.0.loop.to']],
  [
    'a data source in step params',
    () => pipeline(step('a', { params: { deep: [{ ticker: 'db:ticker:all:id' }] } })),
    ['steps.0.params.deep.0.ticker'],
  ],
  [
    'a malformed data source in step params',
    () => pipeline(step('a', { params: { ticker: 'db:ticker' } })),
    ['steps.0.params.ticker'],
  ],
  ['too many steps', () => pipeline(...Array.from({ length: 1_001 }, (_, n) => step(`s${n}`))), ['steps']],
  [
    'steps too large',
    () =>
      pipeline(
        ...Array.from({ length: 20 }, (_, n) => step(`s${n}`, { params: { text: 'x'.repeat(60_000) } })),
      ),
    ['steps'],
  ],
  ['text that cannot be stored', () => pipeline(step('a', { params: { text: 'a\0b' } })), ['steps.0']],
  ['params that are not an object', () => pipeline(step('a', { params: 'x' })), ['steps.0.params']],
  ['a misspelled field', () => pipeline(step('a', { dependOn: [] })), ['steps.0.dependOn']],
  ['an unknown condition', () => pipeline(step('a', { runIf: 'sometimes' })), ['steps.0.runIf']],
  ['an invalid step', () => pipeline('a'), ['steps.0']],
  ['steps that are not a list', () => ({ name: 'Refused', steps: {} }), ['steps']],
  ['an empty name', () => ({ name: ' ', steps: [step('a')] }), ['name']],
  ['unknown fields', () => ({ ...pipeline(step('a')), createdBy: 'me', id: 'x' }), ['createdBy', 'id']],
  [
    'too many retries',
    () => ({ ...pipeline(step('a')), retryConfig: { maxRetries: -1, backoff: 'fixed', delay: 1 } }),
    ['retryConfig.maxRetries'],
  ],
])('refused: %s', async (_what, input, expected) => {
  const count = () => deps.rows('SELECT FROM "Pipeline"').then(({ length }) => length);
  const before = await count();
  expect((await paths(createPipeline(deps, admin, input()))).sort()).toEqual(expected);
  expect(await count()).toBe(before);
});

test('each problem is named with its step, and all problems are reported at once', async () => {
  const refusals = await issues(
    createPipeline(deps, admin, {
      name: '',
      steps: [step('first', { agentId: 'nobody' }), step('second', { dependsOn: ['third'] })],
    }),
  );
  expect(refusals).toEqual([
    expect.stringMatching(/^name: /),
    expect.stringMatching(/^steps\.0\.agentId: .*"first".*"nobody"/),
    expect.stringMatching(/^steps\.1\.dependsOn\.0: .*"second".*"third"/),
  ]);
  const malformed = pipeline(step('first', { loop: { to: 'first', while: { path: 'x', equals: 1 } } }));
  expect(await issues(createPipeline(deps, admin, malformed))).toEqual([
    expect.stringMatching(/^steps\.0\.loop\.maxTurns: Step "first": must be a whole number from 1 to/),
  ]);
});

test('text that is marked as not a data source is allowed in step params', async () => {
  await value(createPipeline(deps, admin, pipeline(step('a', { params: { text: { $literal: 'db:x' } } }))));
});

test('an update changes what is given; null clears; steps are replaced as a whole', async () => {
  const id = await aPipeline(deps, agentId, ['a', 'b < a'], {
    description: 'Old',
    retryConfig: { maxRetries: 1, backoff: 'fixed', delay: 1 },
  });
  const before = await stored(id);
  await value(updatePipeline(deps, admin, { id, input: { name: 'Renamed' } }));
  expect(await stored(id)).toEqual({ ...before, name: 'Renamed', updatedAt: expect.any(Date) });
  const input = { description: null, retryConfig: null, steps: [step('c')], enabled: false };
  await value(updatePipeline(deps, admin, { id, input }));
  expect(await stored(id)).toMatchObject({
    ...{ name: 'Renamed', description: null, retryConfig: null, enabled: false },
    steps: [{ stepId: 'c' }],
  });
  expect(await updatePipeline(deps, admin, { id: 'none', input: { name: 'x' } })).toMatchObject({
    kind: 'not_found',
  });
});

test('an update is refused as a whole', async () => {
  const id = await aPipeline(deps, agentId, ['a']);
  const before = await stored(id);
  const refused = (input: unknown) => paths(updatePipeline(deps, admin, { id, input }));
  expect(await refused({ name: 'Half', steps: [step('a', { dependsOn: ['a'] })] })).toEqual([
    'steps.0.dependsOn.0',
  ]);
  expect(await refused({ name: null, nmae: 'x' })).toEqual(['name', 'nmae']);
  expect(await refused({ steps: null })).toEqual(['steps']);
  expect(await refused({ steps: [] })).toEqual(['steps']);
  expect(await stored(id)).toEqual(before);
});

test('a schedule may run a pipeline', async () => {
  const pipelineId = await aPipeline(deps, agentId, ['a']);
  const id = await scheduled(pipelineId, { params: { ticker: 'db:ticker:all:id' } });
  expect(await schedule(id)).toMatchObject({ targetType: 'pipeline', agentId: null, pipelineId, flag: null });
});

test.each<[string, () => Record<string, unknown>, string[]]>([
  ['no pipeline', () => ({ pipelineId: null }), ['pipelineId']],
  ['an unknown pipeline', () => ({ pipelineId: 'none' }), ['pipelineId']],
  ['an agent beside it', () => ({ agentId }), ['agentId']],
  ['both wrong', () => ({ agentId, pipelineId: 'none' }), ['agentId', 'pipelineId']],
  ['a malformed data source', () => ({ params: { ticker: 'db:ticker:all' } }), ['params.ticker']],
  ['an unknown table', () => ({ params: { ticker: 'db:nothing:all:id' } }), ['params.ticker']],
])('a schedule of a pipeline is refused: %s', async (_what, fields, expected) => {
  const pipelineId = await aPipeline(deps, agentId, ['a']);
  expect((await paths(createSchedule(deps, admin, hourly(pipelineId, fields())))).sort()).toEqual(expected);
});

test("params are validated against each step's agent, with the step's own over the schedule's", async () => {
  const strict = await anAgent(deps, {
    inputSchema: {
      type: 'object',
      required: ['ticker', 'depth'],
      properties: { ticker: { type: 'string' }, depth: { type: 'integer' } },
    },
  });
  const pipelineId = await aPipeline(deps, agentId, [
    'free',
    { step: 'deep', agentId: strict, params: { depth: 2 } },
    { step: 'flat', agentId: strict },
  ]);
  const issuesWith = (params: object) => issues(createSchedule(deps, admin, hourly(pipelineId, { params })));
  // "deep" sets its own depth; the values of a data source are not known yet.
  expect(await issuesWith({ ticker: 'db:ticker:all:id' })).toEqual([
    expect.stringMatching(/^params\.depth: Step "flat"/),
  ]);
  expect(await issuesWith({ ticker: 7, depth: 1 })).toEqual([
    expect.stringMatching(/^params\.ticker: Step "deep"/),
    expect.stringMatching(/^params\.ticker: Step "flat"/),
  ]);
  await scheduled(pipelineId, { params: { ticker: 'db:ticker:all:id', depth: 1 } });

  const wrong = await aPipeline(deps, agentId, [
    { step: 'deep', agentId: strict, params: { depth: 'very', ticker: { $literal: 'db:x' } } },
  ]);
  const refused = issues(createSchedule(deps, admin, hourly(wrong, { params: { ticker: 'ACME' } })));
  expect(await refused).toEqual([expect.stringMatching(/^pipelineId: Step "deep", params\.depth/)]);
});

test('a schedule can change from an agent to a pipeline and back', async () => {
  const pipelineId = await aPipeline(deps, agentId, ['a']);
  const { id } = await value(createSchedule(deps, admin, { ...hourly(null), targetType: 'agent', agentId }));
  const change = (input: object) => updateSchedule(deps, admin, { id, input });
  expect(await paths(change({ targetType: 'pipeline', pipelineId, agentId }))).toEqual(['agentId']);
  await value(change({ targetType: 'pipeline', pipelineId, agentId: null }));
  expect(await schedule(id)).toMatchObject({ targetType: 'pipeline', agentId: null, pipelineId });
  await value(change({ targetType: 'agent', agentId, pipelineId: null }));
  expect(await schedule(id)).toMatchObject({ targetType: 'agent', agentId, pipelineId: null });
});

test('a pipeline written by SQL that cannot be used is refused as a target', async () => {
  await deps.pool.query(
    `INSERT INTO "Pipeline" (id, name, steps, "createdBy") VALUES ('by-sql', 'By SQL', '[{"stepId": 1}]', 'x')`,
  );
  expect(await issues(createSchedule(deps, admin, hourly('by-sql')))).toEqual([
    expect.stringMatching(/^pipelineId: .*"By SQL".*steps\.0/),
  ]);
});

test('schedules are blocked while their pipeline is disabled, and when it is gone', async () => {
  const pipelineId = await aPipeline(deps, agentId, ['a']);
  const other = await scheduled(await aPipeline(deps, agentId, ['a']));
  const on = await scheduled(pipelineId);
  const off = await scheduled(pipelineId, { enabled: false });
  const flags = async () => [
    (await schedule(on)).flag,
    (await schedule(off)).flag,
    (await schedule(other)).flag,
  ];
  const enable = (enabled: boolean) =>
    value(updatePipeline(deps, admin, { id: pipelineId, input: { enabled } }));

  await enable(false);
  expect(await flags()).toEqual(['invalid_target', null, null]);
  expect(await schedule(await scheduled(pipelineId))).toMatchObject({ flag: 'invalid_target' });
  await enable(true);
  expect(await flags()).toEqual([null, null, null]);
  expect(await value(deletePipeline(deps, admin, { id: pipelineId }))).toEqual({
    id: pipelineId,
    flaggedSchedules: 2,
  });
  expect(await flags()).toEqual(['invalid_target', null, null]);
  expect(await deletePipeline(deps, admin, { id: pipelineId })).toMatchObject({ kind: 'not_found' });
});

test('schedules are blocked while an agent of a step is disabled or gone', async () => {
  const [first, second] = [await anAgent(deps), await anAgent(deps)];
  const pipelineId = await aPipeline(deps, agentId, [
    'a',
    { step: 'b', agentId: first },
    { step: 'c', agentId: second },
  ]);
  const id = await scheduled(pipelineId);
  const flag = async () => (await schedule(id)).flag;
  const enable = (agent: string, enabled: boolean) =>
    value(updateAgent(deps, admin, { id: agent, input: { enabled } }));

  await enable(first, false);
  expect(await flag()).toBe('invalid_target');
  expect(await value(deleteAgent(deps, admin, { id: second }))).toMatchObject({ flaggedSchedules: 0 });
  await enable(first, true);
  // One of two is back, so it still cannot run.
  expect(await flag()).toBe('invalid_target');
  expect(await paths(createSchedule(deps, admin, hourly(pipelineId)))).toEqual(['pipelineId']);
  const endpoint = { type: 'http', url: 'https://agents.example.com/run' };
  await value(registerAgent(deps, admin, { id: second, name: second, version: '1.0.0', endpoint }));
  expect(await flag()).toBeNull();
  expect(await value(deleteAgent(deps, admin, { id: second }))).toMatchObject({ flaggedSchedules: 1 });
  // With other steps, it can run again.
  await value(updatePipeline(deps, admin, { id: pipelineId, input: { steps: stepsOf(agentId, ['a']) } }));
  expect(await flag()).toBeNull();
});

test('a schedule with a wrong timing stays blocked for that', async () => {
  const pipelineId = await aPipeline(deps, agentId, ['a']);
  const id = await scheduled(pipelineId);
  await deps.pool.query(`UPDATE "Schedule" SET flag = 'invalid_timing' WHERE id = $1`, [id]);
  await value(updatePipeline(deps, admin, { id: pipelineId, input: { name: 'Other' } }));
  expect((await schedule(id)).flag).toBe('invalid_timing');
});
