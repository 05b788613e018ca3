import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { findQueuedTooLong } from '../../../src/db/runs/end/queue-timeout.js';
import { registerWorker } from '../../../src/db/workers/worker-lease.js';
import { DEFAULT_SCHEDULER_CONFIG } from '../../../src/domain/config/scheduler-config.js';
import { withTransaction } from '../../../src/runtime/database/pool.js';
import { reportLongWaits } from '../../../src/services/jobs/report-long-waits.js';
import { endQueuedTooLong } from '../../../src/services/runs/stop/end-queued-too-long.js';
import { explainSchedules } from '../../../src/services/schedules/plan/explain-schedules.js';
import { readScheduleAlerts } from '../../../src/services/schedules/read-schedule-alerts.js';
import { insertSchedule } from '../../support/rows.js';
import { aRun, end, send, settle } from '../runs/run-fixture.js';
import { anAgent, openServices, type TestServices } from '../support.js';

let deps: TestServices;
let agentId: string;
beforeAll(async () => {
  deps = await openServices();
});
afterAll(() => deps?.close());
beforeEach(async () => {
  await deps.pool.query(
    `TRUNCATE "Notification", "NotificationDelivery", "NotificationSignal", "ScheduleExecution", "AgentJobExecution", "Schedule", "Worker", "WorkerSnapshot"`,
  );
  await deps.pool.query(`UPDATE "Watch" SET state = '{}'`);
  agentId = await anAgent(deps, { maxConcurrency: 1 });
  await registerWorker(
    deps.pool,
    { id: 'w', host: 'h', pid: 1, version: '1', concurrency: 1, capabilities: {} },
    3_600_000,
  );
});

const MINUTE = 60_000;
const LIMITED = { maxQueueTime: 10 * MINUTE };

/**
 * A run of two jobs: the first takes the only slot of the agent, and the second was released this long ago.
 */
async function aWaitingRun(releasedMs: number, columns: Record<string, unknown> = {}) {
  const blocking = await aRun(deps, { agentId });
  await send(deps, [blocking.attempts[0]?.id ?? '']);
  const run = await aRun(deps, { agentId, maxRetries: 3 });
  const [attempt] = run.attempts;
  const settings = { maxQueueTime: null, scheduleId: null, ...columns };
  await deps.pool.query(
    `UPDATE "AgentJobExecution" SET "releasedAt" = clock_timestamp() - $2 * interval '1 millisecond', "maxQueueTime" = $3, "scheduleId" = $4 WHERE id = $1`,
    [attempt?.id, releasedMs, settings.maxQueueTime, settings.scheduleId],
  );
  return { ...run, blocking, id: attempt?.id ?? '' };
}
const attempt = (id: string) =>
  deps.row<{ status: string; error: object }>('SELECT * FROM "AgentJobExecution" WHERE id = $1', [id]);

test('a job that has not started within its maxQueueTime fails for good, and says what it waited for', async () => {
  const { id, executionId } = await aWaitingRun(11 * MINUTE, LIMITED);
  expect(await endQueuedTooLong(deps.pool)).toMatchObject([{ executionId: id, agentId }]);
  expect(await attempt(id)).toMatchObject({
    status: 'failed',
    error: {
      code: 'QUEUE_TIMEOUT',
      retryable: false,
      message: `The job did not start within 10m of its release (maxQueueTime). Agent "${agentId}" has reached its limit of 1 running attempt.`,
    },
  });
  await settle(deps);
  expect(
    await deps.row('SELECT "runStatus", "jobsFailed" FROM "ScheduleExecution" WHERE id = $1', [executionId]),
  ).toEqual({ runStatus: 'failed', jobsFailed: 1 });
  expect(await deps.rows('SELECT kind FROM "NotificationSignal"')).toEqual([{ kind: 'job_failed' }]);
});

test('jobs that a transaction of an agent locks do not keep others from ending', async () => {
  const [locked, other] = [await aWaitingRun(12 * MINUTE, LIMITED), await aWaitingRun(11 * MINUTE, LIMITED)];
  await withTransaction(deps.pool, async (agent) => {
    await agent.query('SELECT FROM "AgentJobExecution" WHERE id = $1 FOR UPDATE', [locked.id]);
    expect(await findQueuedTooLong(deps.pool, 1)).toMatchObject([{ id: other.id }]);
  });
  expect(await findQueuedTooLong(deps.pool, 1)).toMatchObject([{ id: locked.id }]);
});

test('a job within its time, without a limit, or already started continues', async () => {
  const soon = await aWaitingRun(9 * MINUTE, LIMITED);
  const none = await aWaitingRun(24 * 60 * MINUTE);
  const started = await aWaitingRun(11 * MINUTE, LIMITED);
  await send(deps, [started.id]);
  expect(await endQueuedTooLong(deps.pool)).toEqual([]);
  for (const { id } of [soon, none]) expect(await attempt(id)).toMatchObject({ status: 'pending' });
});

test('the next attempt may wait as long again', async () => {
  const { id } = await aWaitingRun(MINUTE, LIMITED);
  await send(deps, [id]);
  await end(deps, [id], 'failed', true);
  await settle(deps);
  expect(
    await deps.row('SELECT "retryCount", "maxQueueTime" FROM "AgentJobExecution" WHERE supersedes = $1', [
      id,
    ]),
  ).toEqual({ retryCount: 1, maxQueueTime: 10 * MINUTE });
});

test('people are notified once about an agent whose jobs wait long, and again when it happens again', async () => {
  const report = () => reportLongWaits(deps.pool, DEFAULT_SCHEDULER_CONFIG);
  const notifications = () =>
    deps.rows(`SELECT "agentId", title, message FROM "Notification" WHERE kind = 'jobs_waiting'`);
  const { id } = await aWaitingRun(9 * MINUTE);
  await report();
  expect(await notifications()).toEqual([]);
  await deps.pool.query(
    `UPDATE "AgentJobExecution" SET "releasedAt" = "releasedAt" - interval '2 minutes' WHERE id = $1`,
    [id],
  );
  await Promise.all([report(), report()]);
  await report();
  expect(await notifications()).toMatchObject([
    {
      agentId,
      title: `Jobs are waiting: ${agentId}`,
      message: expect.stringContaining(`Agent "${agentId}" has reached its limit of 1 running attempt.`),
    },
  ]);
  await deps.pool.query(`UPDATE "AgentJobExecution" SET "releasedAt" = clock_timestamp() WHERE id = $1`, [
    id,
  ]);
  await report();
  await deps.pool.query(`UPDATE "Notification" SET status = 'sent', "windowEndsAt" = now()`);
  await deps.pool.query(
    `UPDATE "AgentJobExecution" SET "releasedAt" = "releasedAt" - interval '1 hour' WHERE id = $1`,
    [id],
  );
  await report();
  expect(await notifications()).toHaveLength(2);
});

test('a schedule that forbids overlaps says that its run only waits, and how many slots were skipped meanwhile', async () => {
  const scheduleId = await insertSchedule(
    deps.pool,
    { agentId, interval: MINUTE, nextRunAt: new Date(Date.now() + MINUTE) },
    { name: 'Minutely', concurrencyPolicy: 'forbid' },
  );
  const { executionId } = await aWaitingRun(30 * MINUTE, { scheduleId });
  await deps.pool.query(
    `UPDATE "ScheduleExecution" SET "scheduleId" = $2, trigger = 'schedule', "slotAt" = now() - interval '30 minutes', "lastSlotAt" = now() - interval '30 minutes' WHERE id = $1`,
    [executionId, scheduleId],
  );
  const skipped = await aRun(deps, { agentId });
  await deps.pool.query(`DELETE FROM "AgentJobExecution" WHERE "scheduleExecutionId" = $1`, [
    skipped.executionId,
  ]);
  await deps.pool.query(
    `UPDATE "ScheduleExecution" SET "scheduleId" = $2, trigger = 'schedule', "slotAt" = now() - interval '29 minutes', "lastSlotAt" = now(),
       "missedCount" = 29, status = 'skipped', "runStatus" = NULL, reason = 'overlap' WHERE id = $1`,
    [skipped.executionId, scheduleId],
  );
  expect(await readScheduleAlerts(deps)).toMatchObject([
    {
      kind: 'waiting',
      scheduleId,
      message: expect.stringMatching(
        /has reached its limit of 1 running attempt\. 29 slots have been skipped since/,
      ),
    },
  ]);
  const [whyNot] = await explainSchedules(deps.pool, [scheduleId]);
  expect(whyNot).toContain(
    `That run is itself waiting: Agent "${agentId}" has reached its limit of 1 running attempt.`,
  );
});

test('a schedule is named at once if its agent’s rate limit will make its run wait long', async () => {
  const alertsAfter = async (per: number) => {
    await deps.pool.query(
      `UPDATE "AgentRegistry" SET "maxConcurrency" = NULL, "rateLimit" = $2 WHERE id = $1`,
      [agentId, { limit: 1, per }],
    );
    await deps.pool.query(
      `INSERT INTO "AgentPace" ("agentId", permits, "throttledAt")
       SELECT $1, jsonb_build_array(jsonb_build_array(ms, ms + $2, 1)), now()
       FROM (SELECT (extract(epoch FROM now()) * 1000)::bigint AS ms) current
       ON CONFLICT ("agentId") DO UPDATE SET permits = EXCLUDED.permits`,
      [agentId, per],
    );
    return readScheduleAlerts(deps);
  };
  const scheduleId = await insertSchedule(
    deps.pool,
    { agentId, interval: MINUTE, nextRunAt: new Date(Date.now() + MINUTE) },
    { name: 'Minutely' },
  );
  await aWaitingRun(1_000, { scheduleId });
  expect(await alertsAfter(MINUTE)).toEqual([]);
  expect(await alertsAfter(60 * MINUTE)).toMatchObject([
    {
      kind: 'waiting',
      scheduleId,
      message: expect.stringMatching(/has reached its rate limit; the next call is possible at/),
    },
  ]);
});

test('SQL shows what waits, since when and until when', async () => {
  const { id } = await aWaitingRun(MINUTE, LIMITED);
  const row = await deps.row<{ reason: string; since: Date; until: Date }>(
    'SELECT * FROM "WaitingJob" WHERE id = $1',
    [id],
  );
  expect(row.reason).toBe('max_concurrency');
  expect(row.until.getTime() - row.since.getTime()).toBe(10 * MINUTE);
});
