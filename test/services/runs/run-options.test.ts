import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadActive, loadOverlaps } from '../../../src/db/schedules/claim/load-overlaps.js';
import { createPipeline } from '../../../src/services/pipelines/create-pipeline.js';
import { cancelScheduleExecution } from '../../../src/services/runs/stop/cancel-schedule-execution.js';
import { triggerAgent, triggerPipeline } from '../../../src/services/runs/trigger-target.js';
import { createSchedule } from '../../../src/services/schedules/create-schedule.js';
import { triggerSchedule } from '../../../src/services/schedules/trigger-schedule.js';
import { admin, anAgent, issues, openServices, type TestServices, value } from '../support.js';

let deps: TestServices;
let agentId: string;
beforeAll(async () => {
  deps = await openServices();
  agentId = await anAgent(deps);
});
afterAll(() => deps.close());

const OPTIONS = {
  priority: 7,
  retryConfig: { maxRetries: 2, backoff: 'fixed', delay: '1s' },
  timeout: '2m',
  requirements: { gpu: true },
};
const STORED = {
  priority: 7,
  retryConfig: { maxRetries: 2, backoff: 'fixed', delay: 1000 },
  timeout: 120_000,
  requirements: { gpu: true },
};
const execution = (id: string) =>
  deps.row<{ snapshot: object; wait: number; runStatus: string }>(
    `SELECT snapshot, "runStatus", extract(epoch FROM "fireAt" - "executionTime")::float8 AS wait FROM "ScheduleExecution" WHERE id = $1`,
    [id],
  );
const aSchedule = async (input: object = {}) =>
  (
    await value(
      createSchedule(deps, admin, {
        name: 's',
        repeat: 'repeating',
        interval: '1h',
        targetType: 'agent',
        agentId,
        ...input,
      }),
    )
  ).id;

describe('a trigger', () => {
  test('of an agent or a pipeline sets priority, retries, timeout and requirements of its run', async () => {
    const steps = [{ stepId: 'a', agentId, parallel: true }];
    const pipeline = await value(createPipeline(deps, admin, { name: 'p', steps }));
    const runs = [
      await value(triggerAgent(deps, admin, { agentId, ...OPTIONS })),
      await value(triggerPipeline(deps, admin, { id: pipeline.id, ...OPTIONS })),
    ];
    for (const { id } of runs) expect((await execution(id)).snapshot).toMatchObject(STORED);
  });

  test("of a schedule replaces some of the schedule's options, and leaves the rest", async () => {
    const id = await aSchedule({ priority: 1, timeout: '5m', requirements: { region: 'eu', gpu: false } });
    const run = await value(triggerSchedule(deps, admin, { id, priority: 3, requirements: { gpu: true } }));
    expect((await execution(run.id)).snapshot).toMatchObject({
      priority: 3,
      timeout: 300_000,
      requirements: { region: 'eu', gpu: true },
    });
  });

  test('with other options under the same idempotency key is a conflict', async () => {
    const trigger = (options: object) =>
      triggerAgent(deps, admin, { agentId, idempotencyKey: 'opt', ...options });
    const { id } = await value(trigger({ delay: '1h' }));
    expect((await value(trigger({ delay: '1h' }))).id).toBe(id);
    expect(await trigger({ delay: '2h' })).toMatchObject({ kind: 'conflict' });
    expect(await trigger({})).toMatchObject({ kind: 'conflict' });
  });

  test.each([
    [
      { delay: '1h', runAt: new Date(Date.now() + 60_000) },
      'runAt: cannot be combined with delay: give only one',
    ],
    [{ runAt: new Date(Date.now() - 60_000) }, 'runAt: is in the past: omit it to run now'],
    [{ delay: 0 }, 'delay: must be more than 0'],
    [{ timeout: 'soon' }, 'timeout: '],
    [{ priority: 1.5 }, 'priority: '],
    [{ requirements: ['eu'] }, 'requirements: '],
    [{ retryConfig: { maxRetries: -1 } }, 'retryConfig.maxRetries: '],
  ])('with %j is refused', async (options, message) => {
    expect((await issues(triggerAgent(deps, admin, { agentId, ...options })))[0]).toContain(message);
  });
});

describe('a delayed run', () => {
  test('is recorded for its time and can be cancelled before', async () => {
    const { id } = await value(triggerAgent(deps, admin, { agentId, delay: '90m' }));
    expect(await execution(id)).toMatchObject({ runStatus: 'pending', wait: expect.closeTo(5400, 0) });
    await value(cancelScheduleExecution(deps, admin, { id }));
    expect(await execution(id)).toMatchObject({ runStatus: 'cancelled' });
    const runAt = new Date(Date.now() + 3_600_000);
    const at = await value(triggerAgent(deps, admin, { agentId, runAt }));
    expect(await deps.row(`SELECT "fireAt" FROM "ScheduleExecution" WHERE id = $1`, [at.id])).toEqual({
      fireAt: runAt,
    });
  });

  test('of a schedule delays none of its other runs before its time', async () => {
    const id = await aSchedule({ concurrencyPolicy: 'forbid' });
    await value(triggerSchedule(deps, admin, { id, delay: '1h' }));
    expect(await loadActive(deps.pool, id)).toBeUndefined();
    expect(await loadOverlaps(deps.pool, [id])).toEqual([]);
    const now = await value(triggerSchedule(deps, admin, { id }));
    expect(await loadActive(deps.pool, id)).toMatchObject({ id: now.id });
    expect(await triggerSchedule(deps, admin, { id })).toMatchObject({ kind: 'conflict' });
    await value(triggerSchedule(deps, admin, { id, delay: '2h' }));
  });
});
