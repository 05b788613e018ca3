import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { departWorker, registerWorker } from '../../../src/db/workers/worker-lease.js';
import { DEFAULT_SCHEDULER_CONFIG } from '../../../src/domain/config/scheduler-config.js';
import { LIMITS } from '../../../src/domain/limits.js';
import { alertGraceMs } from '../../../src/domain/schedule/alert.js';
import { deliverNotifications } from '../../../src/services/notifications/deliver-notifications.js';
import { readSystemAlerts } from '../../../src/services/notifications/read-system-alerts.js';
import { readScheduleAlerts } from '../../../src/services/schedules/read-schedule-alerts.js';
import { watchWorkers } from '../../../src/services/workers/watch-workers.js';
import { createWatchLoop } from '../../../src/watch/watch-loop.js';
import { insertExecution, insertSchedule } from '../../support/rows.js';
import { aRun } from '../runs/run-fixture.js';
import { anAgent, openServices, type TestServices } from '../support.js';

let deps: TestServices;
let agentId: string;
beforeAll(async () => {
  deps = await openServices();
  agentId = await anAgent(deps);
});
afterAll(() => deps?.close());
beforeEach(async () => {
  await deps.pool.query(
    `TRUNCATE "Notification", "NotificationDelivery", "NotificationSignal", "ScheduleExecution", "AgentJobExecution", "Schedule", "Worker", "WorkerSnapshot"`,
  );
  await deps.pool.query(`UPDATE "Watch" SET state = '{}'`);
});

const config = DEFAULT_SCHEDULER_CONFIG;
const worker = (id: string) => ({
  id,
  host: 'box-7',
  pid: 7,
  version: '1',
  concurrency: 1,
  capabilities: {},
});
const ago = (ms: number) => new Date(Date.now() - ms);
const GRACE = LIMITS.workerAbsenceGraceMs;

/** Ends the interval between two checks. */
async function watch(settings = config) {
  await deps.pool.query(`UPDATE "Watch" SET at = at - interval '1 minute'`);
  return watchWorkers(deps.pool, settings);
}
/** A worker that was killed this long ago. */
const killed = async (id: string, ms: number) => {
  await registerWorker(deps.pool, worker(id), 0);
  await deps.pool.query('UPDATE "Worker" SET "heartbeatAt" = $2 WHERE id = $1', [id, ago(ms)]);
};
const notifications = () =>
  deps.rows<{ kind: string; message: string }>(
    `SELECT kind, title, message FROM "Notification" WHERE kind IN ('no_worker', 'worker_back') ORDER BY "createdAt", id`,
  );
const dueSchedule = (name: string, ms = 60_000) =>
  insertSchedule(deps.pool, { agentId, nextRunAt: ago(ms) }, { name });

test('people are notified once that no worker is running, with what waits, and once that one runs again', async () => {
  await killed('w-1', GRACE + 5_000);
  await dueSchedule('Nightly', 120_000);
  await dueSchedule('Hourly');
  await aRun(deps, { agentId, jobs: 3 });
  expect(await watch()).toMatchObject({ presentForMs: null, dead: [{ id: 'w-1' }] });
  await watch();
  expect(await notifications()).toMatchObject([
    {
      kind: 'no_worker',
      title: 'No worker is running',
      message: expect.stringMatching(
        /^A worker was last seen at .* UTC\. 2 schedules are due: Nightly, Hourly\. 3 jobs are waiting\.$/,
      ),
    },
  ]);
  await deliverNotifications({ ...deps, publicUrl: 'http://callboard.test' }, config);
  await registerWorker(deps.pool, worker('w-2'), 30_000);
  expect(await watch()).toMatchObject({ presentForMs: 0 });
  await watch();
  expect(await notifications()).toMatchObject([
    { kind: 'no_worker' },
    { kind: 'worker_back', title: 'A worker is running again', message: expect.stringContaining('between') },
  ]);
});

test.each<[string, () => Promise<unknown>]>([
  ['a due schedule', () => dueSchedule('Nightly')],
  ['a run to expand', () => insertExecution(deps.pool, { agentId })],
  ['a waiting job', () => aRun(deps, { agentId })],
])('%s is enough for a notification', async (_name, prepare) => {
  await killed('w-1', GRACE + 5_000);
  await prepare();
  await deps.pool.query(`UPDATE "AgentJobExecution" SET "releasedAt" = $1`, [ago(60_000)]);
  await deps.pool.query(`UPDATE "ScheduleExecution" SET "fireAt" = $1`, [ago(60_000)]);
  await watch();
  expect(await notifications()).toHaveLength(1);
});

test('without work, within the grace period, or with notifications off, nobody is notified', async () => {
  await killed('w-1', GRACE + 5_000);
  await insertSchedule(deps.pool, { agentId, nextRunAt: new Date(Date.now() + 60_000) });
  await watch();
  await dueSchedule('just due', GRACE - 5_000);
  await watch();
  await deps.pool.query('UPDATE "Schedule" SET "nextRunAt" = $1', [ago(60_000)]);
  await watch({ ...config, monitoring: { ...config.monitoring, enabled: false } });
  await watch({ ...config, scheduler: { ...config.scheduler, enabled: false } });
  // Stopped a moment ago, as in a restart.
  await departWorker(deps.pool, await registerWorker(deps.pool, worker('w-2'), 30_000));
  await watch();
  expect(await notifications()).toEqual([]);
});

test('every process checks once in an interval, unless another has just done so', async () => {
  let looks = 0;
  const loop = createWatchLoop({ ...deps, config: async () => config }, () => {
    looks += 1;
  });
  const round = async (sinceLastMs: number) => {
    await deps.pool.query(`UPDATE "Watch" SET at = clock_timestamp() - $1 * interval '1 millisecond'`, [
      sinceLastMs,
    ]);
    expect(await loop.runOnce()).toBe(LIMITS.watchIntervalMs);
    return looks;
  };
  expect(await round(0)).toBe(1);
  expect(await round(0)).toBe(1);
  expect(await round(LIMITS.watchIntervalMs / 10)).toBe(1);
  // Instants are stored to the millisecond, rounded.
  expect(await round(LIMITS.watchIntervalMs / 2 + 1)).toBe(2);
});

test('any number of processes notify once', async () => {
  await killed('w-1', GRACE + 5_000);
  await dueSchedule('Nightly');
  await Promise.all(Array.from({ length: 6 }, () => watch()));
  expect(await notifications()).toHaveLength(1);
});

test('an unsent notification is withdrawn if a worker is back in time', async () => {
  await killed('w-1', GRACE + 5_000);
  await dueSchedule('Nightly');
  await watch();
  await registerWorker(deps.pool, worker('w-2'), 30_000);
  await watch();
  expect(await notifications()).toEqual([]);
});

test('the API names what stands still: no worker, and the due schedules', async () => {
  await killed('w-1', GRACE + 5_000);
  const id = await dueSchedule('Nightly', GRACE + 5_000);
  await watch();
  expect(await readSystemAlerts(deps)).toMatchObject([{ kind: 'no_worker', since: expect.any(Date) }]);
  expect(await readScheduleAlerts(deps)).toMatchObject([
    { kind: 'overdue', scheduleId: id, message: expect.stringContaining('no worker is running') },
  ]);
  expect(await deps.rows('SELECT state FROM "Worker"')).toEqual([{ state: 'dead' }]);
  await registerWorker(deps.pool, worker('w-2'), 30_000);
  expect(await readSystemAlerts(deps)).toEqual([]);
  // The worker gets a moment to claim overdue schedules.
  expect(alertGraceMs(config.scheduler.checkInterval)).toBeGreaterThan(GRACE);
  expect(await readScheduleAlerts(deps)).toEqual([]);
  await deps.pool.query('UPDATE "Worker" SET draining = true');
  expect(await readSystemAlerts(deps)).toMatchObject([{ kind: 'workers_draining' }]);
});
