/** A person disables schedules by SQL: workers do for them what the API does at once. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createPool, type Pool } from '../../../src/runtime/database/pool.js';
import { claimDueSchedules } from '../../../src/services/schedules/claim/claim-due-schedules.js';
import { withdrawDisabledPlans } from '../../../src/services/schedules/plan/withdraw-disabled-plans.js';
import { setScheduleEnabled } from '../../../src/services/schedules/set-schedule-enabled.js';
import { insertAgent, insertSchedule } from '../../support/rows.js';
import { admin, openServices, type TestServices, value } from '../support.js';

const SETTINGS = { timezone: 'UTC', enabled: true, misfireThresholdMs: 60_000, batchSize: 500 };
const HOUR = 3_600_000;

let deps: TestServices;
let person: Pool;
beforeAll(async () => {
  deps = await openServices();
  await insertAgent(deps.pool, 'agent', 'http://127.0.0.1:9/run');
  const { connectionString } = deps.pool.options;
  person = createPool({ connectionString: connectionString as string, max: 1, applicationName: 'test' });
});
afterAll(async () => {
  await person.end();
  await deps.close();
});

const ago = (ms: number) => new Date(Date.now() - ms);
const hourly = (dueSince: Date, columns: Record<string, unknown> = {}) =>
  insertSchedule(
    deps.pool,
    { agentId: 'agent', interval: HOUR, nextRunAt: dueSince },
    { nextRunSource: 'baseline-interval', decision: {}, ...columns },
  );
/** A schedule in a pause, with a slot at this instant. */
const paused = (slotAt: Date) =>
  hourly(slotAt, {
    nextRunAt: ago(-HOUR),
    nextRunSource: 'paused',
    activatedAt: ago(HOUR),
    originAt: new Date(slotAt.getTime() - HOUR),
    pausedUntil: ago(-HOUR),
  });
const disable = (id: string) => person.query('UPDATE "Schedule" SET enabled = false WHERE id = $1', [id]);
const enable = (id: string) => person.query('UPDATE "Schedule" SET enabled = true WHERE id = $1', [id]);
const withdraw = () => withdrawDisabledPlans({ ...deps, pool: deps.pool }, 'UTC', 100);
const slots = (id: string) =>
  deps.rows(
    `SELECT status, reason, "slotAt", "lastSlotAt", "missedCount" FROM "ScheduleExecution" WHERE "scheduleId" = $1 ORDER BY "slotAt"`,
    [id],
  );
const planOf = (id: string) =>
  deps.row(
    `SELECT "nextRunAt", "nextRunSource", decision, "runCount", enabled FROM "Schedule" WHERE id = $1`,
    [id],
  );
const NO_PLAN = { nextRunAt: null, nextRunSource: null, decision: null, runCount: 0, enabled: false };

test('slots that were due are recorded as disabled, as by the API', async () => {
  const dueSince = ago(2.5 * HOUR);
  const bySql = await hourly(dueSince);
  const byApi = await hourly(dueSince);
  await value(setScheduleEnabled(deps, admin, { id: byApi, enabled: false }));
  await disable(bySql);
  expect(await withdraw()).toBe(1);
  const lastSlotAt = new Date(dueSince.getTime() + 2 * HOUR);
  const skipped = { status: 'skipped', reason: 'disabled', slotAt: dueSince, lastSlotAt, missedCount: 3 };
  for (const id of [bySql, byApi]) {
    expect(await slots(id)).toEqual([skipped]);
    expect(await planOf(id)).toEqual(NO_PLAN);
  }
  expect(await withdraw()).toBe(0);
});

test('slots in a pause are recorded as paused', async () => {
  const pausedSince = ago(HOUR / 2);
  const id = await paused(pausedSince);
  await disable(id);
  expect(await withdraw()).toBe(1);
  expect(await slots(id)).toMatchObject([{ reason: 'paused', slotAt: pausedSince, missedCount: 1 }]);
  expect(await planOf(id)).toEqual(NO_PLAN);
});

test('a run that is queued behind another does not start', async () => {
  const id = await hourly(ago(1_000), { concurrencyPolicy: 'queue' });
  await claimDueSchedules(deps.pool, SETTINGS);
  await deps.pool.query(
    `UPDATE "Schedule" SET "nextRunAt" = clock_timestamp(), "originAt" = clock_timestamp() WHERE id = $1`,
    [id],
  );
  await claimDueSchedules(deps.pool, SETTINGS);
  expect(await slots(id)).toMatchObject([{ reason: null }, { reason: 'waiting' }]);
  await disable(id);
  expect(await withdraw()).toBe(1);
  expect(await slots(id)).toMatchObject([{ reason: null }, { reason: 'disabled', status: 'skipped' }]);
  expect(await planOf(id)).toEqual({ ...NO_PLAN, runCount: 1 });
});

test('enabling it by the API before a worker has seen it loses no slot', async () => {
  const id = await hourly(ago(1_000));
  await disable(id);
  await value(setScheduleEnabled(deps, admin, { id, enabled: true }));
  expect(await slots(id)).toMatchObject([{ reason: 'disabled', missedCount: 1 }]);
  expect(await withdraw()).toBe(0);
});

test('enabling it by SQL before a worker has seen it loses no slot, and runs none from before', async () => {
  const dueSince = ago(2.5 * HOUR);
  const id = await hourly(dueSince);
  await disable(id);
  await enable(id);
  expect(await withdraw()).toBe(0);
  await claimDueSchedules(deps.pool, SETTINGS);
  const lastSlotAt = new Date(dueSince.getTime() + 2 * HOUR);
  const skipped = { status: 'skipped', reason: 'disabled', slotAt: dueSince, lastSlotAt, missedCount: 3 };
  expect(await slots(id)).toEqual([skipped]);
  const nextRunAt = new Date(dueSince.getTime() + 3 * HOUR);
  expect(await planOf(id)).toMatchObject({ nextRunAt, nextRunSource: 'baseline-interval', enabled: true });
});

test('an edit by the API after that loses no slot either', async () => {
  const id = await hourly(ago(1_000));
  await disable(id);
  await enable(id);
  await value(setScheduleEnabled(deps, admin, { id, enabled: false }));
  expect(await slots(id)).toMatchObject([{ reason: 'disabled', missedCount: 1 }]);
});

test('enabling it by SQL during its pause keeps the slots in the pause', async () => {
  const pausedSince = ago(HOUR / 2);
  const id = await paused(pausedSince);
  await disable(id);
  await enable(id);
  expect(await planOf(id)).toMatchObject({ nextRunSource: 'paused', enabled: true });
  await disable(id);
  expect(await withdraw()).toBe(1);
  expect(await slots(id)).toMatchObject([{ reason: 'paused', slotAt: pausedSince, missedCount: 1 }]);
});

test('an unreadable timing does not keep others from being withdrawn', async () => {
  const broken = await hourly(ago(1_000), {
    interval: null,
    cronExpression: '99 * * * *',
    repeat: 'repeating',
  });
  const other = await hourly(ago(1_000));
  await disable(broken);
  await disable(other);
  const logged = vi.spyOn(deps.logger, 'error').mockReturnValue();
  expect(await withdraw()).toBe(2);
  expect(logged.mock.calls).toMatchObject([['schedule.slots_not_recorded', { scheduleId: broken }]]);
  expect(await planOf(broken)).toEqual(NO_PLAN);
  expect(await slots(other)).toMatchObject([{ reason: 'disabled' }]);
});

test('the statement wakes a worker', async () => {
  const id = await hourly(ago(1_000));
  const listener = await deps.pool.connect();
  try {
    await listener.query('LISTEN callboard_engine');
    const woken = new Promise<string | undefined>((resolve) => {
      listener.once('notification', ({ payload }) => resolve(payload));
    });
    await disable(id);
    expect(await woken).toBe('unplanned');
  } finally {
    listener.release(true);
  }
});
