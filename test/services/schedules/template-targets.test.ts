import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPipeline } from '../../../src/services/pipelines/create-pipeline.js';
import { claimDueSchedules } from '../../../src/services/schedules/claim/claim-due-schedules.js';
import { createSchedule } from '../../../src/services/schedules/create-schedule.js';
import { deleteSchedule } from '../../../src/services/schedules/delete-schedule.js';
import { setScheduleEnabled } from '../../../src/services/schedules/set-schedule-enabled.js';
import { triggerSchedule } from '../../../src/services/schedules/trigger-schedule.js';
import { updateSchedule } from '../../../src/services/schedules/update-schedule.js';
import { admin, anAgent, issues, openServices, type TestServices, value } from '../support.js';
import { SETTINGS } from './claim-fixture.js';

let deps: TestServices;
let agentId: string;
let pipelineId: string;
beforeAll(async () => {
  deps = await openServices();
  agentId = await anAgent(deps);
  const steps = [{ stepId: 'a', agentId, parallel: true }];
  pipelineId = (await value(createPipeline(deps, admin, { name: 'p', steps }))).id;
});
afterAll(() => deps.close());

const LENT = {
  params: { topic: 'AI', depth: 1 },
  retryConfig: { maxRetries: 2, backoff: 'fixed' as const, delay: 1000 },
  timeout: 60_000,
  priority: 5,
  requirements: { region: 'eu' },
};
const aTemplate = async (input: object = {}) =>
  (
    await value(
      createSchedule(deps, admin, {
        name: 'Report',
        repeat: 'repeating',
        template: true,
        targetType: 'agent',
        agentId,
        ...LENT,
        ...input,
      }),
    )
  ).id;
const runner = (templateId: string, input: object = {}) =>
  createSchedule(deps, admin, { name: 'Weekly', repeat: 'repeating', interval: '1h', templateId, ...input });
const row = (id: string) =>
  deps.row<Record<string, unknown>>(
    `SELECT "targetType", "agentId", "pipelineId", flag, enabled, "nextRunAt" IS NOT NULL AS planned FROM "Schedule" WHERE id = $1`,
    [id],
  );

/** What happened to its newest slot, after it fell due. */
async function claimed(id: string) {
  await deps.pool.query(
    `UPDATE "Schedule" SET "activatedAt" = now() - interval '1 day', "originAt" = now() - interval '1 day', "nextRunAt" = now() - interval '1 second' WHERE id = $1`,
    [id],
  );
  await claimDueSchedules(deps.pool, SETTINGS);
  return deps.row<{ snapshot: Record<string, unknown>; [column: string]: unknown }>(
    `SELECT status, reason, "targetType", "agentId", "pipelineId", snapshot FROM "ScheduleExecution" WHERE "scheduleId" = $1 ORDER BY id DESC`,
    [id],
  );
}

test('a schedule that runs a template uses its own timing and everything else of the template', async () => {
  const templateId = await aTemplate();
  const { id } = await value(runner(templateId));
  expect(await row(id)).toMatchObject({ targetType: 'agent', agentId, flag: null, planned: true });
  expect(await row(templateId)).toMatchObject({ planned: false });
  expect(await claimed(id)).toMatchObject({
    status: 'pending',
    agentId,
    snapshot: { scheduleName: 'Weekly', ...LENT },
  });
});

test('its own params and requirements override those of the template, its other settings replace them', async () => {
  const templateId = await aTemplate();
  const own = {
    params: { depth: 2, tone: 'dry' },
    retryConfig: { maxRetries: 0, backoff: 'linear' as const, delay: 5 },
    timeout: 1_000,
    priority: -1,
    requirements: { gpu: true },
  };
  const { id } = await value(runner(templateId, own));
  const merged = {
    ...own,
    params: { topic: 'AI', depth: 2, tone: 'dry' },
    requirements: { region: 'eu', gpu: true },
  };
  expect((await claimed(id)).snapshot).toMatchObject(merged);
  const manual = await value(triggerSchedule(deps, admin, { id, params: { depth: 3 } }));
  expect(await deps.row(`SELECT snapshot FROM "ScheduleExecution" WHERE id = $1`, [manual.id])).toMatchObject(
    { snapshot: { ...merged, params: { topic: 'AI', depth: 3, tone: 'dry' } } },
  );
});

test('a changed template applies from the next claim', async () => {
  const templateId = await aTemplate();
  const { id } = await value(runner(templateId));
  await value(
    updateSchedule(deps, admin, {
      id: templateId,
      input: { targetType: 'pipeline', agentId: null, pipelineId, params: { topic: 'ML' } },
    }),
  );
  expect(await row(id)).toMatchObject({ targetType: 'pipeline', agentId: null, pipelineId, flag: null });
  expect(await claimed(id)).toMatchObject({
    targetType: 'pipeline',
    pipelineId,
    snapshot: { params: { topic: 'ML' }, pipeline: { id: pipelineId } },
  });
});

test('a template that is disabled, gone, or not a template any more leaves slots with invalid_target and blocks the schedule', async () => {
  const templateId = await aTemplate();
  const { id } = await value(runner(templateId));
  await value(setScheduleEnabled(deps, admin, { id: templateId, enabled: false }));
  expect(await row(id)).toMatchObject({ flag: 'invalid_target', enabled: true });
  expect(await claimed(id)).toMatchObject({ status: 'skipped', reason: 'invalid_target' });
  await value(setScheduleEnabled(deps, admin, { id: templateId, enabled: true }));
  expect(await row(id)).toMatchObject({ flag: null });
  await value(updateSchedule(deps, admin, { id: templateId, input: { template: false, interval: '1h' } }));
  expect(await row(id)).toMatchObject({ flag: 'invalid_target' });
  await value(updateSchedule(deps, admin, { id: templateId, input: { template: true } }));
  expect(await row(id)).toMatchObject({ flag: null });
  await value(deleteSchedule(deps, admin, { id: templateId }));
  expect(await row(id)).toMatchObject({ flag: 'invalid_target', planned: true });
  expect(await claimed(id)).toMatchObject({ status: 'skipped', reason: 'invalid_target' });
  expect(await triggerSchedule(deps, admin, { id })).toMatchObject({
    kind: 'conflict',
    message: expect.stringContaining('template'),
  });
});

test('what cannot be run as a template is refused: chains, cycles, other schedules, a target beside it', async () => {
  const templateId = await aTemplate();
  const { id: plain } = await value(runner(templateId));
  const other = await anAgent(deps);
  expect(await issues(runner('none'))).toEqual([
    'templateId: There is no schedule with the ID "none": create it first',
  ]);
  expect(await issues(runner(plain))).toEqual([
    'templateId: The schedule "Weekly" is not a template: choose one, or make it one',
  ]);
  const chain = 'templateId: A template must name an agent or pipeline: it cannot run another template';
  expect(await issues(runner(templateId, { template: true }))).toEqual([chain]);
  expect(await issues(updateSchedule(deps, admin, { id: templateId, input: { templateId } }))).toEqual([
    chain,
  ]);
  expect(await issues(updateSchedule(deps, admin, { id: plain, input: { template: true } }))).toEqual([
    chain,
  ]);
  expect(await issues(runner(templateId, { agentId: other }))).toEqual([
    'agentId: is set by the template: omit it',
  ]);
  expect(await issues(updateSchedule(deps, admin, { id: plain, input: { agentId: other } }))).toEqual([
    'agentId: is set by the template: omit it',
  ]);
  expect(
    await issues(createSchedule(deps, admin, { name: 'x', repeat: 'repeating', interval: '1h' })),
  ).toEqual(['agentId: is required, unless pipelineId or templateId is given']);
  await expect(
    deps.pool.query(`UPDATE "Schedule" SET template = true WHERE id = $1`, [plain]),
  ).rejects.toThrow('check constraint');
});

test('a schedule can change to another template, or leave its template and keep its target', async () => {
  const { id } = await value(runner(await aTemplate()));
  const second = await aTemplate({ targetType: 'pipeline', agentId: undefined, pipelineId });
  await value(updateSchedule(deps, admin, { id, input: { templateId: second } }));
  expect(await row(id)).toMatchObject({ targetType: 'pipeline', agentId: null, pipelineId });
  await value(updateSchedule(deps, admin, { id, input: { templateId: null } }));
  expect(await row(id)).toMatchObject({ targetType: 'pipeline', pipelineId, flag: null });
  expect((await claimed(id)).snapshot).toMatchObject({ params: {}, priority: 0 });
  await value(updateSchedule(deps, admin, { id, input: { templateId: second } }));
  await value(updateSchedule(deps, admin, { id, input: { templateId: null, agentId } }));
  expect(await row(id)).toMatchObject({ targetType: 'agent', agentId, pipelineId: null });
});

test('the ID of the target says its type, also when the target changes', async () => {
  const timing = { name: 'Daily', repeat: 'repeating', interval: '1d' };
  const create = (input: object) => createSchedule(deps, admin, { ...timing, ...input });
  const { id } = await value(create({ agentId, params: { topic: 'AI' } }));
  expect(await row(id)).toMatchObject({ targetType: 'agent', agentId, flag: null });
  const onPipeline = await value(create({ pipelineId, params: { topic: 'AI' } }));
  expect(await row(onPipeline.id)).toMatchObject({ targetType: 'pipeline', pipelineId, flag: null });
  const update = (input: object) => updateSchedule(deps, admin, { id, input });
  await value(update({ pipelineId }));
  expect(await row(id)).toMatchObject({ targetType: 'pipeline', agentId: null, pipelineId });
  await value(update({ targetType: 'agent', agentId }));
  expect(await row(id)).toMatchObject({ targetType: 'agent', agentId, pipelineId: null });
  const both = 'pipelineId: cannot be combined with agentId: give only one of them';
  expect(await issues(create({ agentId, pipelineId }))).toEqual([both]);
  expect(await issues(create({ targetType: 'pipeline', agentId }))).toEqual(
    ['agentId: applies only to the target type AGENT: omit it'].concat(
      'pipelineId: is required for the target type PIPELINE',
    ),
  );
  expect(await issues(update({ agentId, pipelineId }))).toEqual([
    'pipelineId: applies only to the target type PIPELINE: omit it',
  ]);
});
