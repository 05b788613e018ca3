import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { registerWorker } from '../../../src/db/workers/worker-lease.js';
import { readScheduleAlerts } from '../../../src/services/schedules/read-schedule-alerts.js';
import { insertExecution, insertSchedule } from '../../support/rows.js';
import { openServices, type TestServices } from '../support.js';

let deps: TestServices;
beforeAll(async () => {
  deps = await openServices();
});
afterAll(() => deps.close());
beforeAll(() =>
  registerWorker(
    deps.pool,
    { id: 'w', host: 'h', pid: 1, version: '1', concurrency: 1, capabilities: {} },
    3_600_000,
  ),
);
beforeEach(() => deps.pool.query('TRUNCATE "Schedule"'));

const HOUR = 3_600_000;
const ago = (ms: number) => new Date(Date.now() - ms);
const schedule = (name: string, columns: Record<string, unknown>) =>
  insertSchedule(deps.pool, { agentId: 'agent', interval: HOUR }, { name, ...columns });
const alerts = async () =>
  (await readScheduleAlerts(deps)).map(({ kind, scheduleName }) => [kind, scheduleName]);

test('enabled schedules that do not run are reported, longest first; all others are fine', async () => {
  await schedule('well', { nextRunAt: new Date(Date.now() + HOUR) });
  await schedule('due just now', { nextRunAt: ago(5_000) });
  await schedule('off', { enabled: false, nextRunAt: ago(HOUR) });
  await schedule('off and flagged', { enabled: false, flag: 'invalid_target' });
  await schedule('template', { template: true, updatedAt: ago(HOUR) });
  await schedule('just written', {});
  await schedule('late', { nextRunAt: ago(HOUR) });
  await schedule('later', { nextRunAt: ago(2 * HOUR) });
  await schedule('lost', { updatedAt: ago(3 * HOUR) });
  await schedule('flagged', {
    flag: 'invalid_target',
    nextRunAt: new Date(Date.now() + HOUR),
    updatedAt: ago(1_000),
  });
  expect(await alerts()).toEqual([
    ['no_next_run', 'lost'],
    ['overdue', 'later'],
    ['overdue', 'late'],
    ['flagged', 'flagged'],
  ]);
});

test('a blocked schedule is reported since the first slot that did not run for that reason', async () => {
  const id = await schedule('flagged', { flag: 'invalid_target', nextRunAt: new Date(Date.now() + HOUR) });
  const slotAt = ago(26 * HOUR);
  const skip = async (reason: string) => {
    const execution = await insertExecution(deps.pool, { agentId: 'agent' });
    await deps.pool.query(
      `UPDATE "ScheduleExecution" SET "scheduleId" = $2, trigger = 'schedule', "slotAt" = $3, "lastSlotAt" = now(), "missedCount" = 27, status = 'skipped',
         "runStatus" = NULL, reason = $4 WHERE id = $1`,
      [execution, id, reason === 'misfire' ? ago(27 * HOUR) : slotAt, reason],
    );
  };
  await skip('misfire');
  await skip('invalid_target');
  const [alert] = await readScheduleAlerts(deps);
  expect(alert).toMatchObject({ kind: 'flagged', scheduleId: id });
  expect(alert?.since.getTime()).toBe(slotAt.getTime());
});

test('the grace period follows the setting', async () => {
  await schedule('late', { nextRunAt: ago(10 * 60_000) });
  expect(await alerts()).toHaveLength(1);
  await deps.pool.query(
    `INSERT INTO "AgentConfig" (key, value) VALUES ('scheduler', '{"scheduler": {"checkInterval": "10m"}}')`,
  );
  expect(await alerts()).toEqual([]);
});
