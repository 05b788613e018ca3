import { afterAll, beforeAll, expect, test } from 'vitest';
import { claimDueSchedules } from '../../../src/services/schedules/claim/claim-due-schedules.js';
import { createSchedule } from '../../../src/services/schedules/create-schedule.js';
import { deleteSchedule } from '../../../src/services/schedules/delete-schedule.js';
import { setScheduleEnabled } from '../../../src/services/schedules/set-schedule-enabled.js';
import { updateSchedule } from '../../../src/services/schedules/update-schedule.js';
import { admin, anAgent, issues, openServices, paths, type TestServices, value } from '../support.js';

let deps: TestServices;
let agentId: string;
beforeAll(async () => {
  deps = await openServices();
  await deps.pool.query('CREATE TABLE public.ticker (id text PRIMARY KEY, enabled boolean, password text)');
  agentId = await anAgent(deps, {
    inputSchema: {
      type: 'object',
      required: ['ticker'],
      properties: { ticker: { type: 'string', pattern: '^[A-Z]+$' }, depth: { type: 'integer' } },
    },
  });
});
afterAll(() => deps.close());

interface Row {
  nextRunAt: Date | null;
  activatedAt: Date;
  originAt: Date;
  nextRunSource: string | null;
  enabled: boolean;
  flag: string | null;
  [column: string]: unknown;
}
const stored = (id: string) => deps.row<Row>(`SELECT * FROM "Schedule" WHERE id = $1`, [id]);
const skipped = (id: string) =>
  deps.rows<{ reason: string; slotAt: Date; lastSlotAt: Date; missedCount: number; status: string }>(
    `SELECT reason, "slotAt", "lastSlotAt", "missedCount", status FROM "ScheduleExecution" WHERE "scheduleId" = $1 ORDER BY "slotAt"`,
    [id],
  );
const hourly = () => ({
  name: 'Hourly',
  repeat: 'repeating',
  interval: '1h',
  targetType: 'agent',
  agentId,
  params: { ticker: 'ACME' },
});
const create = async (more: Record<string, unknown> = {}) =>
  (await value(createSchedule(deps, admin, { ...hourly(), ...more }))).id;
const inFuture = (ms: number) => new Date(Date.now() + ms);

/** Moves the schedule's next run into the past, as if no engine had claimed it. */
async function makeDue(id: string, msAgo: number): Promise<Date> {
  const { at } = await deps.row<{ at: Date }>(
    `UPDATE "Schedule" SET "nextRunAt" = clock_timestamp() - $2 * interval '1 millisecond', "activatedAt" = "activatedAt" - interval '1 day',
       "originAt" = clock_timestamp() - $2 * interval '1 millisecond' - interval '1 day' WHERE id = $1 RETURNING "nextRunAt" AS at`,
    [id, msAgo],
  );
  return at;
}

test('a created schedule is planned from its creation', async () => {
  const id = await create({
    description: 'Every hour',
    retryConfig: { maxRetries: 2, backoff: 'exponential', delay: '5s' },
    timeout: '10m',
    priority: -3,
  });
  const row = await stored(id);
  expect(row).toMatchObject({
    name: 'Hourly',
    interval: 3_600_000,
    enabled: true,
    flag: null,
    nextRunSource: 'baseline-interval',
    retryConfig: { maxRetries: 2, backoff: 'exponential', delay: 5_000 },
    timeout: 600_000,
    priority: -3,
    params: { ticker: 'ACME' },
    createdBy: admin.id,
    decision: { source: 'baseline-interval' },
  });
  expect(row.nextRunAt?.getTime()).toBe(row.originAt.getTime() + 3_600_000);
});

test('a one-time schedule without startAt is due at once; a disabled one and a template never', async () => {
  const once = await stored(await create({ repeat: 'once', interval: null }));
  expect(once.nextRunAt).toEqual(once.activatedAt);
  expect(await stored(await create({ enabled: false }))).toMatchObject({
    nextRunAt: null,
    nextRunSource: null,
    flag: null,
  });
  expect(await stored(await create({ template: true, interval: null }))).toMatchObject({
    nextRunAt: null,
    template: true,
  });
});

test('a schedule has its own time zone, or else the configured one', async () => {
  const noon = { interval: null, cronExpression: '0 12 * * *' };
  expect((await stored(await create({ ...noon, timezone: 'UTC' }))).nextRunAt?.getUTCHours()).toBe(12);
  // America/New_York is the default of AgentConfig.scheduler.
  expect([16, 17]).toContain((await stored(await create(noon))).nextRunAt?.getUTCHours());
});

test.each<[string, () => Record<string, unknown>, string[]]>([
  ['malformed cron', () => ({ interval: null, cronExpression: '61 * * * *' }), ['cronExpression']],
  ['impossible cron', () => ({ interval: null, cronExpression: '0 0 31 2 *' }), ['cronExpression']],
  ['no timing', () => ({ interval: null }), ['cronExpression']],
  ['two timings', () => ({ cronExpression: '* * * * *' }), ['interval']],
  ['an unknown zone', () => ({ timezone: 'Europe/Atlantis' }), ['timezone']],
  ['startAt after endAt', () => ({ startAt: inFuture(2_000_000), endAt: inFuture(1_000_000) }), ['endAt']],
  [
    'a past startAt of a one-time schedule',
    () => ({ repeat: 'once', interval: null, startAt: new Date(0) }),
    ['startAt'],
  ],
  ['an interval under 1 s', () => ({ interval: 999 }), ['interval']],
  ['an unparsable duration', () => ({ interval: 'often' }), ['interval']],
  ['a timeout of zero', () => ({ timeout: 0 }), ['timeout']],
  ['a priority beyond int32', () => ({ priority: 3_000_000_000 }), ['priority']],
  [
    'too many retries',
    () => ({ retryConfig: { maxRetries: -1, backoff: 'fixed', delay: 1 } }),
    ['retryConfig.maxRetries'],
  ],
  ['an unknown agent', () => ({ agentId: 'nobody' }), ['agentId']],
  ['no agent', () => ({ agentId: null }), ['agentId']],
  ['an unknown pipeline', () => ({ targetType: 'pipeline', agentId: null, pipelineId: 'p' }), ['pipelineId']],
  [
    'params that fail the schema',
    () => ({ params: { ticker: 'acme', depth: 'x' } }),
    ['params.depth', 'params.ticker'],
  ],
  ['missing params', () => ({ params: {} }), ['params.ticker']],
  ['a malformed data source', () => ({ params: { ticker: 'db:ticker:all' } }), ['params.ticker']],
  ['an unknown table', () => ({ params: { ticker: 'db:nothing:all:id' } }), ['params.ticker']],
  ['a credential column', () => ({ params: { ticker: 'db:ticker:all:password' } }), ['params.ticker']],
  ['a table of the control plane', () => ({ params: { ticker: 'db:ApiToken:all:id' } }), ['params.ticker']],
  ['a misspelled field', () => ({ cronExpresion: '* * * * *' }), ['cronExpresion']],
  ['params that are not an object', () => ({ params: ['x'] }), ['params']],
  ['text that cannot be stored', () => ({ name: 'a\0b' }), ['name']],
])('refused: %s', async (_what, fields, expected) => {
  const input = { ...hourly(), name: 'Refused', ...fields() };
  expect((await paths(createSchedule(deps, admin, input))).sort()).toEqual(expected);
  expect(await deps.rows(`SELECT FROM "Schedule" WHERE name = 'Refused'`)).toEqual([]);
});

test('all problems are reported at once: form, timing, target and params', async () => {
  const refusals = await issues(
    createSchedule(deps, admin, {
      ...hourly(),
      name: '',
      cronExpression: 'x',
      timezone: 'Nowhere',
      agentId: 'nobody',
      params: { ticker: 'db:ticker:all' },
      timeout: 'long',
    }),
  );
  expect(refusals.map((text) => text.split(':')[0])).toEqual([
    'name',
    'timeout',
    'interval',
    'timezone',
    'agentId',
    'params.ticker',
  ]);
});

test('the values of data sources are not validated against the schema; everything else is', async () => {
  await create({ params: { ticker: 'db:ticker:all:id?enabled=true' } });
  expect(
    await paths(
      createSchedule(deps, admin, { ...hourly(), params: { ticker: 'db:ticker:all:id', depth: 'x' } }),
    ),
  ).toEqual(['params.depth']);
  // A literal is an ordinary value.
  expect(
    await paths(createSchedule(deps, admin, { ...hourly(), params: { ticker: { $literal: 'db:x' } } })),
  ).toEqual(['params.ticker']);
});

test('a data source policy that cannot be understood allows nothing', async () => {
  await deps.pool.query(
    `INSERT INTO "AgentConfig" (key, value) VALUES ('dataSources', '{"dney": ["ticker"]}')`,
  );
  try {
    const refusals = await issues(
      createSchedule(deps, admin, { ...hourly(), params: { ticker: 'db:ticker:all:id' } }),
    );
    expect(refusals).toEqual([expect.stringMatching(/^params: The setting "dataSources"/)]);
  } finally {
    await deps.pool.query(`DELETE FROM "AgentConfig" WHERE key = 'dataSources'`);
  }
});

test('renaming does not change the plan, even while a slot is due', async () => {
  const id = await create();
  await makeDue(id, 10_000);
  const before = await stored(id);
  await value(
    updateSchedule(deps, admin, { id, input: { name: 'Renamed', priority: 7, params: { ticker: 'XYZ' } } }),
  );
  const { updatedAt: _, ...after } = await stored(id);
  expect(after).toEqual({
    ...before,
    updatedAt: undefined,
    name: 'Renamed',
    priority: 7,
    params: { ticker: 'XYZ' },
  });
  expect(await skipped(id)).toEqual([]);
});

test('a change to the same timing is not a change', async () => {
  const id = await create();
  const before = await stored(id);
  await value(
    updateSchedule(deps, admin, { id, input: { interval: 3_600_000, timezone: null, startAt: null } }),
  );
  expect(await stored(id)).toMatchObject({ nextRunAt: before.nextRunAt, activatedAt: before.activatedAt });
});

test('a change of timing plans from now, and records due slots as edited', async () => {
  const id = await create();
  const due = await makeDue(id, 2.5 * 3_600_000);
  await value(updateSchedule(deps, admin, { id, input: { interval: '2h' } }));
  expect(await skipped(id)).toEqual([
    {
      reason: 'edited',
      status: 'skipped',
      slotAt: due,
      lastSlotAt: new Date(due.getTime() + 2 * 3_600_000),
      missedCount: 3,
    },
  ]);
  const row = await stored(id);
  expect(row.nextRunAt?.getTime()).toBeGreaterThan(Date.now());
  // The grid keeps its origin.
  expect(((row.nextRunAt?.getTime() ?? 0) - row.originAt.getTime()) % 7_200_000).toBe(0);
});

test('a schedule can change from cron to interval and back', async () => {
  const id = await create();
  await value(
    updateSchedule(deps, admin, {
      id,
      input: { interval: null, cronExpression: '*/5 * * * *', timezone: 'UTC' },
    }),
  );
  expect(await stored(id)).toMatchObject({ interval: null, nextRunSource: 'baseline-cron' });
  expect(await paths(updateSchedule(deps, admin, { id, input: { interval: '1h' } }))).toEqual(['interval']);
  expect(await stored(id)).toMatchObject({ interval: null, cronExpression: '*/5 * * * *' });
});

test('an update is refused as a whole, and only the changed fields are validated', async () => {
  const id = await create();
  const before = await stored(id);
  const refused = updateSchedule(deps, admin, {
    id,
    input: { name: 'Half', interval: 10, params: { ticker: 'lower' } },
  });
  expect(await paths(refused)).toEqual(['interval', 'params.ticker']);
  expect(await stored(id)).toEqual(before);
  expect(await paths(updateSchedule(deps, admin, { id, input: { name: null, nmae: 'x' } }))).toEqual([
    'name',
    'nmae',
  ]);
});

test('disabling records due slots as disabled and plans nothing; enabling plans from now', async () => {
  const id = await create();
  const due = await makeDue(id, 60_000);
  await value(setScheduleEnabled(deps, admin, { id, enabled: false }));
  expect(await stored(id)).toMatchObject({ enabled: false, nextRunAt: null, nextRunSource: null });
  expect(await skipped(id)).toEqual([
    { reason: 'disabled', status: 'skipped', slotAt: due, lastSlotAt: due, missedCount: 1 },
  ]);

  await value(setScheduleEnabled(deps, admin, { id, enabled: true }));
  const on = await stored(id);
  expect(on.nextRunAt?.getTime()).toBeGreaterThan(on.activatedAt.getTime());
  expect(await skipped(id)).toHaveLength(1);

  await value(setScheduleEnabled(deps, admin, { id, enabled: true }));
  expect((await stored(id)).activatedAt).toEqual(on.activatedAt);
});

test('a schedule that can never run again cannot be enabled', async () => {
  const id = await create({ repeat: 'once', interval: null, startAt: inFuture(60_000) });
  await deps.pool.query(
    `UPDATE "Schedule" SET enabled = false, "nextRunAt" = NULL, "startAt" = '2020-01-01' WHERE id = $1`,
    [id],
  );
  expect(await paths(setScheduleEnabled(deps, admin, { id, enabled: true }))).toEqual(['startAt']);
  await value(updateSchedule(deps, admin, { id, input: { enabled: true, startAt: inFuture(90_000) } }));
  expect((await stored(id)).nextRunAt).not.toBeNull();

  const spent = await create({ maxRuns: 2 });
  await deps.pool.query(
    `UPDATE "Schedule" SET enabled = false, "nextRunAt" = NULL, "runCount" = 2 WHERE id = $1`,
    [spent],
  );
  expect(await issues(setScheduleEnabled(deps, admin, { id: spent, enabled: true }))).toEqual([
    'maxRuns: is already reached: the schedule has run 2 times',
  ]);
});

test('enabling a schedule whose target is gone blocks it with the reason', async () => {
  const id = await create({ enabled: false });
  await deps.pool.query(`UPDATE "Schedule" SET "agentId" = 'gone' WHERE id = $1`, [id]);
  await value(setScheduleEnabled(deps, admin, { id, enabled: true }));
  expect((await stored(id)).flag).toBe('invalid_target');
  await value(updateSchedule(deps, admin, { id, input: { agentId } }));
  expect((await stored(id)).flag).toBeNull();
});

test('deleting records due slots, and the history stays', async () => {
  const id = await create();
  await makeDue(id, 1_000);
  await value(deleteSchedule(deps, admin, { id }));
  expect(await deps.rows(`SELECT FROM "Schedule" WHERE id = $1`, [id])).toEqual([]);
  expect(await skipped(id)).toMatchObject([{ reason: 'disabled', missedCount: 1 }]);
  expect(await deleteSchedule(deps, admin, { id })).toMatchObject({ kind: 'not_found' });
  expect(await updateSchedule(deps, admin, { id, input: { name: 'x' } })).toMatchObject({
    kind: 'not_found',
  });
});

test('policies are stored, with their defaults', async () => {
  const policies = {
    minInterval: 600_000,
    maxInterval: 7_200_000,
    failureBackoff: true,
    jitter: 30_000,
    misfirePolicy: 'all',
    startingDeadline: 3_600_000,
    concurrencyPolicy: 'queue',
    requirements: { region: 'eu', gpu: true, cores: 8 },
    successfulHistoryLimit: 0,
    failedHistoryLimit: 5,
  };
  const id = await create({
    ...policies,
    minInterval: '10m',
    maxInterval: '2h',
    jitter: '30s',
    startingDeadline: '1h',
  });
  expect(await stored(id)).toMatchObject(policies);
  await value(
    updateSchedule(deps, admin, {
      id,
      input: {
        minInterval: null,
        maxInterval: null,
        failureBackoff: null,
        jitter: null,
        misfirePolicy: null,
        startingDeadline: null,
        concurrencyPolicy: null,
        requirements: null,
        successfulHistoryLimit: null,
        failedHistoryLimit: null,
      },
    }),
  );
  const defaults = await stored(await create());
  const { minInterval, maxInterval, failureBackoff, jitter, misfirePolicy } = defaults;
  expect({ minInterval, maxInterval, failureBackoff, jitter, misfirePolicy }).toEqual({
    minInterval: null,
    maxInterval: null,
    failureBackoff: false,
    jitter: null,
    misfirePolicy: 'latest',
  });
  for (const name of Object.keys(policies)) expect((await stored(id))[name]).toEqual(defaults[name]);
});

test.each<[string, Record<string, unknown>, string[]]>([
  ['limits that exclude each other', { minInterval: '2h', maxInterval: '1h' }, ['minInterval']],
  [
    'all slots with an overlap policy that forbids it',
    { misfirePolicy: 'all', concurrencyPolicy: 'forbid' },
    ['misfirePolicy'],
  ],
  [
    'all slots with an overlap policy that replaces runs',
    { misfirePolicy: 'all', concurrencyPolicy: 'replace' },
    ['misfirePolicy'],
  ],
  [
    'failureBackoff of cron',
    { interval: null, cronExpression: '0 * * * *', failureBackoff: true },
    ['failureBackoff'],
  ],
  ['limits of a one-time schedule', { repeat: 'once', interval: null, minInterval: '1m' }, ['minInterval']],
  [
    'a policy that does not exist',
    { misfirePolicy: 'some', concurrencyPolicy: 'some' },
    ['concurrencyPolicy', 'misfirePolicy'],
  ],
  ['a negative history', { failedHistoryLimit: -1 }, ['failedHistoryLimit']],
  ['jitter over several days', { jitter: '2d' }, ['jitter']],
  ['a deadline under a second', { startingDeadline: 1 }, ['startingDeadline']],
  ['requirements that are not an object', { requirements: ['eu'] }, ['requirements']],
  ['a requirement with an object as value', { requirements: { region: {} } }, ['requirements.region']],
])('refused, on creation and on update: %s', async (_what, fields, expected) => {
  expect((await paths(createSchedule(deps, admin, { ...hourly(), ...fields }))).sort()).toEqual(expected);
  const id = await create();
  const before = await stored(id);
  expect((await paths(updateSchedule(deps, admin, { id, input: fields }))).sort()).toEqual(expected);
  expect(await stored(id)).toEqual(before);
});

test('a policy is validated together with the stored ones', async () => {
  const id = await create({ concurrencyPolicy: 'forbid' });
  expect(await paths(updateSchedule(deps, admin, { id, input: { misfirePolicy: 'all' } }))).toEqual([
    'misfirePolicy',
  ]);
  const backingOff = await create({ failureBackoff: true });
  const toCron = { interval: null, cronExpression: '0 * * * *' };
  expect(await paths(updateSchedule(deps, admin, { id: backingOff, input: toCron }))).toEqual([
    'failureBackoff',
  ]);
});

test('a changed limit applies at once; the grid, and due slots, stay', async () => {
  const id = await create();
  const before = await stored(id);
  await value(updateSchedule(deps, admin, { id, input: { maxInterval: '10m' } }));
  const limited = await stored(id);
  expect(limited).toMatchObject({ nextRunSource: 'clamped-max', activatedAt: before.activatedAt });
  expect(limited.nextRunAt?.getTime()).toBeLessThanOrEqual(Date.now() + 600_000);
  await value(updateSchedule(deps, admin, { id, input: { maxInterval: null } }));
  expect(await stored(id)).toMatchObject({ nextRunAt: before.nextRunAt, nextRunSource: 'baseline-interval' });

  const due = await makeDue(id, 1_000);
  await value(updateSchedule(deps, admin, { id, input: { minInterval: '3h' } }));
  expect((await stored(id)).nextRunAt).toEqual(due);
  expect(await skipped(id)).toEqual([]);
});

test('limits that leave no run before the end are refused, and nothing is recorded', async () => {
  const endAt = inFuture(2 * 3_600_000);
  const refused = ['minInterval'];
  expect(await paths(createSchedule(deps, admin, { ...hourly(), endAt, minInterval: '3h' }))).toEqual(
    refused,
  );
  const id = await create({ endAt });
  const due = await makeDue(id, 1_000);
  const before = await stored(id);
  const change = (input: object) => paths(updateSchedule(deps, admin, { id, input }));
  expect(await change({ interval: '30m', minInterval: '3h' })).toEqual(refused);
  expect(await stored(id)).toEqual(before);
  expect(await skipped(id)).toEqual([]);
  // A disabled schedule may be prepared.
  await value(updateSchedule(deps, admin, { id, input: { enabled: false, minInterval: '3h' } }));
  expect(await skipped(id)).toMatchObject([{ slotAt: due, reason: 'disabled' }]);
  expect(await change({ enabled: true })).toEqual(refused);
});

test('a failure backoff that leaves no run before the end is refused by its own name', async () => {
  const id = await create({ endAt: inFuture(2 * 3_600_000) });
  await deps.pool.query(`UPDATE "Schedule" SET "failureCount" = 5 WHERE id = $1`, [id]);
  await deps.pool.query(
    `INSERT INTO "ScheduleExecution" (id, "scheduleId", "targetType", "agentId", trigger, "slotAt", "fireAt", "executionTime", status, "runStatus", snapshot, "traceId")
     VALUES ('failed-' || $1::text, $1::text, 'agent', $2, 'schedule', now(), now(), now(), 'failed', 'failed', '{}', 'x')`,
    [id, agentId],
  );
  const before = await stored(id);
  const change = updateSchedule(deps, admin, { id, input: { failureBackoff: true } });
  expect(await paths(change)).toEqual(['failureBackoff']);
  expect(await stored(id)).toEqual(before);
});

test('policies for slots do not change the plan', async () => {
  const id = await create();
  const before = await stored(id);
  await value(
    updateSchedule(deps, admin, {
      id,
      input: { jitter: '5m', misfirePolicy: 'skip', concurrencyPolicy: 'queue', startingDeadline: '1h' },
    }),
  );
  const { nextRunAt, activatedAt, decision } = await stored(id);
  expect({ nextRunAt, activatedAt, decision }).toEqual({
    nextRunAt: before.nextRunAt,
    activatedAt: before.activatedAt,
    decision: before.decision,
  });
});

test('after an edit and a claim at once, the slot has run or is recorded, once', async () => {
  for (let round = 0; round < 10; round++) {
    const id = await create();
    const due = await makeDue(id, 1_000);
    await Promise.all([
      value(updateSchedule(deps, admin, { id, input: { interval: '3h' } })),
      claimDueSchedules(deps.pool, {
        timezone: 'UTC',
        enabled: true,
        batchSize: 10,
        misfireThresholdMs: 5_000,
      }),
    ]);
    const executions = await skipped(id);
    expect(executions).toHaveLength(1);
    expect(executions[0]?.slotAt).toEqual(due);
    expect((await stored(id)).nextRunAt?.getTime()).toBeGreaterThan(Date.now());
  }
});
