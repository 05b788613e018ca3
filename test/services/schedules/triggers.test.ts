import { afterAll, beforeAll, expect, test } from 'vitest';
import { createListener } from '../../../src/runtime/database/listener.js';
import { updateAgent } from '../../../src/services/agents/update-agent.js';
import { triggerAgent } from '../../../src/services/runs/trigger-target.js';
import { claimDueSchedules } from '../../../src/services/schedules/claim/claim-due-schedules.js';
import { createSchedule } from '../../../src/services/schedules/create-schedule.js';
import { triggerSchedule } from '../../../src/services/schedules/trigger-schedule.js';
import { createDeferred } from '../../support/deferred.js';
import { admin, anAgent, openServices, paths, type TestServices, value } from '../support.js';

let deps: TestServices;
beforeAll(async () => {
  deps = await openServices();
});
afterAll(() => deps.close());

const inputSchema = {
  type: 'object',
  required: ['ticker'],
  properties: { ticker: { type: 'string', maxLength: 5 } },
};
const execution = (id: string) => deps.row(`SELECT * FROM "ScheduleExecution" WHERE id = $1`, [id]);
const aSchedule = async (agentId: string, more = {}) =>
  (
    await value(
      createSchedule(deps, admin, {
        name: 'Hourly',
        repeat: 'repeating',
        interval: '1h',
        targetType: 'agent',
        agentId,
        params: { ticker: 'ACME', depth: 1 },
        timeout: '5m',
        priority: 3,
        retryConfig: { maxRetries: 1, backoff: 'fixed', delay: 1 },
        ...more,
      }),
    )
  ).id;

test('a schedule runs now from its snapshot, with params replaced key by key; its plan stays', async () => {
  const agentId = await anAgent(deps, { inputSchema });
  const scheduleId = await aSchedule(agentId);
  const before = await deps.row(`SELECT * FROM "Schedule" WHERE id = $1`, [scheduleId]);
  const { id } = await value(triggerSchedule(deps, admin, { id: scheduleId, params: { ticker: 'XYZ' } }));
  const row = await execution(id);
  expect(row).toMatchObject({
    scheduleId,
    agentId,
    targetType: 'agent',
    trigger: 'manual',
    source: null,
    slotAt: null,
    status: 'pending',
    runStatus: 'pending',
    createdBy: admin.id,
    snapshot: {
      scheduleName: 'Hourly',
      params: { ticker: 'XYZ', depth: 1 },
      timeout: 300_000,
      priority: 3,
      retryConfig: { maxRetries: 1, backoff: 'fixed', delay: 1 },
    },
  });
  expect(row.fireAt).toEqual(row.executionTime);
  expect(row.traceId).toMatch(/^[0-9a-f]{32}$/);
  expect(await deps.row(`SELECT * FROM "Schedule" WHERE id = $1`, [scheduleId])).toEqual(before);
});

test('a disabled schedule can be run manually, too', async () => {
  const scheduleId = await aSchedule(await anAgent(deps), { enabled: false });
  expect(await triggerSchedule(deps, admin, { id: scheduleId })).toMatchObject({ kind: 'ok' });
});

test('an agent is called without any schedule', async () => {
  const agentId = await anAgent(deps, { inputSchema });
  const { id } = await value(triggerAgent(deps, admin, { agentId, params: { ticker: 'ACME' } }));
  expect(await execution(id)).toMatchObject({
    scheduleId: null,
    agentId,
    snapshot: {
      scheduleName: null,
      params: { ticker: 'ACME' },
      retryConfig: null,
      timeout: null,
      priority: 0,
    },
  });
});

test('the insert itself wakes the engine', async () => {
  const agentId = await anAgent(deps);
  const woken = createDeferred();
  const listener = createListener({
    connectionString: deps.database.url,
    applicationName: 'test',
    logger: deps.logger,
  });
  await listener.listen('callboard_engine', () => woken.resolve());
  await value(triggerAgent(deps, admin, { agentId }));
  await woken.promise;
  await listener.close();
});

test('a run that could not be committed is not logged as triggered', async () => {
  const agentId = await anAgent(deps);
  const triggered = () =>
    deps.logger.lines.filter(({ event, agentId: id }) => event === 'execution.triggered' && id === agentId);
  await deps.pool.query(
    `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'not at the commit'; END $$;
     CREATE CONSTRAINT TRIGGER refuse AFTER INSERT ON "ScheduleExecution" DEFERRABLE INITIALLY DEFERRED
     FOR EACH ROW EXECUTE FUNCTION refuse()`,
  );
  await expect(triggerAgent(deps, admin, { agentId })).rejects.toThrow('not at the commit');
  await deps.pool.query('DROP FUNCTION refuse CASCADE');
  expect(triggered()).toEqual([]);
  const { id } = await value(triggerAgent(deps, admin, { agentId }));
  expect(triggered()).toEqual([expect.objectContaining({ scheduleExecutionId: id, actor: admin.id })]);
});

test('nothing starts on a refusal', async () => {
  const agentId = await anAgent(deps, { inputSchema });
  const scheduleId = await aSchedule(agentId);
  const count = async () => (await deps.rows('SELECT FROM "ScheduleExecution"')).length;
  const before = await count();

  expect(await paths(triggerAgent(deps, admin, { agentId }))).toEqual(['params.ticker']);
  expect(await paths(triggerAgent(deps, admin, { agentId, params: { ticker: 'db:ticker' } }))).toEqual([
    'params.ticker',
  ]);
  expect(await paths(triggerAgent(deps, admin, { agentId, params: 'x' }))).toEqual(['params']);
  expect(
    await paths(triggerSchedule(deps, admin, { id: scheduleId, params: { ticker: 'TOOLONG' } })),
  ).toEqual(['params.ticker']);
  expect(await triggerAgent(deps, admin, { agentId: 'nobody' })).toMatchObject({ kind: 'not_found' });
  expect(await triggerSchedule(deps, admin, { id: 'none' })).toMatchObject({ kind: 'not_found' });

  await value(updateAgent(deps, admin, { id: agentId, input: { enabled: false } }));
  const disabled = { kind: 'conflict', message: expect.stringContaining('disabled') };
  expect(await triggerAgent(deps, admin, { agentId, params: { ticker: 'A' } })).toMatchObject(disabled);
  expect(await triggerSchedule(deps, admin, { id: scheduleId })).toMatchObject(disabled);
  await deps.pool.query('DELETE FROM "AgentRegistry" WHERE id = $1', [agentId]);
  expect(await triggerSchedule(deps, admin, { id: scheduleId })).toMatchObject({
    kind: 'conflict',
    message: expect.stringContaining('not registered'),
  });
  expect(await count()).toBe(before);
});

test('a schedule that forbids overlaps names the run in the way; others start', async () => {
  const agentId = await anAgent(deps);
  const forbidding = await aSchedule(agentId, { concurrencyPolicy: 'forbid' });
  const { id } = await value(triggerSchedule(deps, admin, { id: forbidding }));
  expect(await triggerSchedule(deps, admin, { id: forbidding })).toEqual({
    kind: 'conflict',
    message: expect.stringContaining(`run ${id} has been running since`),
  });
  await deps.pool.query(
    `UPDATE "ScheduleExecution" SET "runStatus" = 'succeeded', "completedAt" = clock_timestamp() WHERE id = $1`,
    [id],
  );
  expect(await triggerSchedule(deps, admin, { id: forbidding })).toMatchObject({ kind: 'ok' });

  for (const concurrencyPolicy of ['allow', 'queue', 'replace']) {
    const other = await aSchedule(agentId, { concurrencyPolicy });
    await value(triggerSchedule(deps, admin, { id: other }));
    expect(await triggerSchedule(deps, admin, { id: other })).toMatchObject({ kind: 'ok' });
  }
});

test('of triggers and a claim that race for a schedule that forbids overlaps, one starts', async () => {
  const scheduleId = await aSchedule(await anAgent(deps), { concurrencyPolicy: 'forbid' });
  await deps.pool.query(
    `UPDATE "Schedule" SET "nextRunAt" = clock_timestamp() - interval '10 milliseconds', "activatedAt" = "activatedAt" - interval '1 day' WHERE id = $1`,
    [scheduleId],
  );
  const claim = () =>
    claimDueSchedules(deps.pool, {
      timezone: 'UTC',
      enabled: true,
      batchSize: 10,
      misfireThresholdMs: 5_000,
    });
  await Promise.all([
    ...Array.from({ length: 3 }, () => triggerSchedule(deps, admin, { id: scheduleId })),
    claim(),
  ]);
  await claim(); // the schedule may have been locked by a trigger
  expect(
    await deps.rows(
      `SELECT FROM "ScheduleExecution" WHERE "scheduleId" = $1 AND "runStatus" IN ('pending', 'running')`,
      [scheduleId],
    ),
  ).toHaveLength(1);
});

test('a manual run keeps the environment whose versions it calls', async () => {
  const agentId = await anAgent(deps);
  const environmentOf = async (run: ReturnType<typeof triggerAgent>) =>
    (await execution((await value(run)).id))?.snapshot;
  expect(await environmentOf(triggerAgent(deps, admin, { agentId, environment: 'staging' }))).toMatchObject({
    environment: 'staging',
  });
  const id = await aSchedule(agentId, { environment: 'development', params: {} });
  expect(await environmentOf(triggerSchedule(deps, admin, { id }))).toMatchObject({
    environment: 'development',
  });
  expect(await triggerAgent(deps, admin, { agentId, environment: 'moon' })).toMatchObject({
    kind: 'validation',
    issues: [{ path: ['environment'] }],
  });
});
