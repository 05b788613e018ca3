import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { markDeadWorkers } from '../../../src/db/jobs/end/recover-attempts.js';
import { claimDeliveries } from '../../../src/db/notifications/deliveries.js';
import {
  deleteOldNotifications,
  msUntilNextNotification,
} from '../../../src/db/notifications/notifications.js';
import { departWorker, registerWorker } from '../../../src/db/workers/worker-lease.js';
import { DEFAULT_SCHEDULER_CONFIG } from '../../../src/domain/config/scheduler-config.js';
import { retryJob } from '../../../src/services/jobs/retry-jobs.js';
import {
  collectNotifications,
  reportStuckSchedules,
} from '../../../src/services/notifications/collect-notifications.js';
import { deliverNotifications } from '../../../src/services/notifications/deliver-notifications.js';
import { setNotificationChannel } from '../../../src/services/notifications/set-notification-channel.js';
import { cancelScheduleExecution } from '../../../src/services/runs/stop/cancel-schedule-execution.js';
import { serve } from '../../http/loopback.js';
import { rollBack } from '../../support/lock-waits.js';
import { insertSchedule } from '../../support/rows.js';
import { aRun, end, send, settle } from '../runs/run-fixture.js';
import { admin, anAgent, openServices, type TestServices, value } from '../support.js';

let deps: TestServices;
let agentId: string;

beforeAll(async () => {
  deps = await openServices();
});
afterAll(() => deps?.close());
beforeEach(async () => {
  await deps.pool.query(
    `TRUNCATE "Notification", "NotificationDelivery", "NotificationSignal", "AgentConfig", "ScheduleExecution", "AgentJobExecution", "Schedule"`,
  );
  agentId = await anAgent(deps);
});

const configOf = (monitoring: Partial<typeof DEFAULT_SCHEDULER_CONFIG.monitoring> = {}) => ({
  ...DEFAULT_SCHEDULER_CONFIG,
  monitoring: { ...DEFAULT_SCHEDULER_CONFIG.monitoring, notificationChannels: ['slack'], ...monitoring },
});
const collect = (monitoring = {}) => collectNotifications(deps.pool, configOf(monitoring));
const deliver = (monitoring = {}, signal?: AbortSignal) =>
  deliverNotifications({ ...deps, publicUrl: 'http://callboard.test' }, configOf(monitoring), signal);

interface Row {
  id: string;
  kind: string;
  count: number;
  status: string;
  title: string;
  message: string;
  followsId: string | null;
  agentId: string | null;
  dueAt: Date;
  windowEndsAt: Date;
  [column: string]: unknown;
}
const notifications = () => deps.rows<Row>('SELECT * FROM "Notification" ORDER BY "createdAt", id');
interface DeliveryRow {
  channel: string;
  status: string;
  attempts: number;
  error: string | null;
  nextAttemptAt: Date | null;
  at: Date;
}
const deliveries = () => deps.rows<DeliveryRow>('SELECT * FROM "NotificationDelivery" ORDER BY channel, id');

/** Fails this many jobs of one run. */
async function fail(jobs: number, retryable: boolean, maxRetries = 0) {
  const run = await aRun(deps, { agentId, jobs, maxRetries });
  const ids = run.attempts.map(({ id }) => id);
  await send(deps, ids);
  await end(deps, ids, 'failed', retryable);
  await settle(deps);
  return run;
}

/** Configures a Slack channel that answers with this. */
async function aSlack(status = 200) {
  const slack = await serve((response) => void response.writeHead(status).end('ok'));
  await value(setNotificationChannel(deps, admin, { name: 'slack', slack: { url: slack.url } }));
  return {
    ...slack,
    texts: () => slack.received.map(({ body }) => (JSON.parse(body.toString()) as { text: string }).text),
  };
}

/** Pretends that this much time has passed. */
const minutesPass = (minutes: number) =>
  deps.pool.query(
    `WITH n AS (UPDATE "Notification" SET "dueAt" = "dueAt" - $1 * interval '1 minute', "windowEndsAt" = "windowEndsAt" - $1 * interval '1 minute')
     UPDATE "NotificationDelivery" SET "nextAttemptAt" = "nextAttemptAt" - $1 * interval '1 minute' WHERE status = 'pending'`,
    [minutes],
  );

test('dead letters are notified at once, together, with the first error and its place', async () => {
  const slack = await aSlack();
  await fail(3, true);
  await collect();
  expect(await notifications()).toMatchObject([
    {
      kind: 'dead_letter',
      count: 3,
      status: 'open',
      title: `Dead letters: ${agentId}`,
      message: 'no luck',
      agentId,
    },
    { kind: 'execution_failed', count: 1 },
  ]);
  await deliver();
  expect(slack.texts().sort()).toEqual([
    `Dead letters: ${agentId}: 3 jobs have used up all retries and ended as a dead letter.`,
    `Run failed: ${agentId}: 1 run has failed.`,
  ]);
  expect(await notifications()).toMatchObject([{ status: 'sent' }, { status: 'sent' }]);
  expect(await deliveries()).toMatchObject([
    { channel: 'slack', status: 'sent', attempts: 1, error: null },
    { channel: 'slack', status: 'sent', attempts: 1, error: null },
  ]);
  await deliver();
  expect(slack.received).toHaveLength(2);
});

test('the job of a run with a single job is notified, and the run is not', async () => {
  const { attempts } = await fail(1, false);
  await collect();
  expect(await notifications()).toMatchObject([
    { kind: 'job_failed', count: 1, subjectId: attempts[0]?.id, data: { jobId: attempts[0]?.jobId } },
  ]);
});

test('retried jobs are not notified, nor are jobs that were cancelled, completed, or replayed before', async () => {
  await fail(2, true, 3);
  const cancelled = await aRun(deps, { agentId, jobs: 2, maxRetries: 3 });
  const ids = cancelled.attempts.map(({ id }) => id);
  await send(deps, ids);
  await cancelScheduleExecution(deps, admin, { id: cancelled.executionId });
  await settle(deps);
  const completed = await aRun(deps, { agentId });
  await send(deps, [completed.attempts[0]?.id ?? '']);
  await end(deps, [completed.attempts[0]?.id ?? ''], 'completed');
  await settle(deps);
  expect(await deps.rows('SELECT * FROM "NotificationSignal"')).toEqual([]);
  const replayed = await fail(1, false);
  expect(await deps.rows('SELECT * FROM "NotificationSignal"')).toHaveLength(1);
  await value(retryJob(deps, admin, { jobId: replayed.attempts[0]?.jobId ?? '' }));
  await collect();
  expect(await notifications()).toEqual([]);
  expect(await deps.rows('SELECT * FROM "NotificationSignal"')).toEqual([]);
});

test('what follows within the window is counted, and sent at its end; later the first is sent at once again', async () => {
  const slack = await aSlack();
  await fail(1, false);
  await collect();
  await deliver();
  for (const jobs of [1, 1, 1]) {
    await fail(jobs, false);
    await collect();
    await deliver();
  }
  expect(slack.received).toHaveLength(1);
  const [first, second] = await notifications();
  expect(second).toMatchObject({
    count: 3,
    status: 'open',
    followsId: first?.id,
    dueAt: first?.windowEndsAt,
  });
  expect(await msUntilNextNotification(deps.pool)).toBeGreaterThan(290_000);

  await minutesPass(5);
  expect(await msUntilNextNotification(deps.pool)).toBe(0);
  await deliver();
  expect(slack.texts()[1]).toBe(
    `Jobs failed permanently: ${agentId}: 3 more jobs have failed permanently and will not be retried.`,
  );

  await minutesPass(6);
  await fail(1, false);
  await collect();
  await deliver();
  expect((await notifications()).at(-1)).toMatchObject({ count: 1, followsId: null });
  expect(slack.received).toHaveLength(3);
});

test('two schedules and two kinds do not wait for each other', async () => {
  const [one, two] = [
    await insertSchedule(deps.pool, { agentId }),
    await insertSchedule(deps.pool, { agentId }),
  ];
  const run = await fail(1, false);
  for (const scheduleId of [one, two]) {
    await deps.pool.query(`UPDATE "AgentJobExecution" SET "scheduleId" = $2 WHERE id = $1`, [
      run.attempts[0]?.id,
      scheduleId,
    ]);
    await deps.pool.query(`INSERT INTO "NotificationSignal" (kind, "subjectId") VALUES ('job_failed', $1)`, [
      run.attempts[0]?.id,
    ]);
    await collect();
  }
  expect(await notifications()).toMatchObject(
    [{ scheduleId: one }, { scheduleId: two }].map((row) => ({ ...row, followsId: null })),
  );
});

test('blocked schedules, dead workers and open circuits are notified when they appear, not while they stay', async () => {
  const id = await insertSchedule(deps.pool, { agentId }, { name: 'Nightly' });
  for (const flag of ['invalid_target', 'invalid_target', null, 'invalid_timing'])
    await deps.pool.query('UPDATE "Schedule" SET flag = $2 WHERE id = $1', [id, flag]);

  const worker = { host: 'box-7', pid: 7, version: '1', concurrency: 1, capabilities: {} };
  await registerWorker(deps.pool, { ...worker, id: 'dies' }, -1_000);
  await departWorker(deps.pool, await registerWorker(deps.pool, { ...worker, id: 'leaves' }, 1_000));
  await markDeadWorkers(deps.pool);
  await markDeadWorkers(deps.pool);

  await deps.pool.query(
    `INSERT INTO "AgentCircuit" ("agentId", state, "openedAt", reason) VALUES ($1, 'open', now(), 'refused')`,
    [agentId],
  );
  for (const [state, probe] of [
    ['half_open', 'p'],
    ['open', null],
  ])
    await deps.pool.query('UPDATE "AgentCircuit" SET state = $2, "probeId" = $3 WHERE "agentId" = $1', [
      agentId,
      state,
      probe,
    ]);

  await collect();
  expect(await notifications()).toMatchObject(
    expect.arrayContaining([
      expect.objectContaining({
        kind: 'schedule_flagged',
        count: 2,
        title: 'Schedule blocked: Nightly',
        message: 'Its timing is invalid.',
        scheduleId: id,
      }),
      expect.objectContaining({
        kind: 'worker_dead',
        count: 1,
        title: 'Worker died: box-7',
        subjectId: 'dies',
      }),
      expect.objectContaining({
        kind: 'circuit_open',
        count: 1,
        title: `Agent cannot be reached: ${agentId}`,
        message: 'refused',
      }),
    ]),
  );
  expect(await notifications()).toHaveLength(3);
});

test('an overdue schedule is notified once, by whichever worker, for as long as it stays so', async () => {
  const hourAgo = new Date(Date.now() - 3_600_000);
  const id = await insertSchedule(deps.pool, { agentId, nextRunAt: hourAgo }, { name: 'Nightly' });
  await insertSchedule(deps.pool, { agentId, nextRunAt: new Date(Date.now() + 3_600_000) });
  await Promise.all([
    reportStuckSchedules(deps.pool, configOf()),
    reportStuckSchedules(deps.pool, configOf()),
  ]);
  await reportStuckSchedules(deps.pool, configOf());
  expect(await notifications()).toMatchObject([
    { kind: 'schedule_stuck', scheduleId: id, title: 'Schedule does not run: Nightly', count: 1 },
  ]);
  // The schedule ran, and is stuck again.
  await deps.pool.query(
    `UPDATE "Schedule" SET "nextRunAt" = "nextRunAt" + interval '20 minutes' WHERE id = $1`,
    [id],
  );
  await minutesPass(30);
  await deliver();
  await reportStuckSchedules(deps.pool, configOf());
  expect(await notifications()).toHaveLength(2);
  await reportStuckSchedules(deps.pool, configOf({ enabled: false }));
  expect(await notifications()).toHaveLength(2);
});

test('all schedules that are stuck are notified, also if there are thousands', async () => {
  const hourAgo = new Date(Date.now() - 3_600_000);
  await insertSchedule(deps.pool, { agentId, nextRunAt: hourAgo }, { updatedAt: hourAgo });
  const { rows } = await deps.pool.query<{ id: string }>(
    `INSERT INTO "Schedule" SELECT (jsonb_populate_record(s, jsonb_build_object('id', kind || lpad(n::text, 4, '0'),
       'nextRunAt', CASE WHEN kind = 'late' THEN s."nextRunAt" - n / 300 * interval '1 s' END))).*
     FROM "Schedule" s, generate_series(1, 1100) n, (VALUES ('late'), ('none')) AS k(kind) WHERE n <= 600 OR kind = 'late' RETURNING id`,
  );
  expect(rows).toHaveLength(1_700);
  await reportStuckSchedules(deps.pool, configOf());
  expect(await notifications()).toHaveLength(1_701);
  await reportStuckSchedules(deps.pool, configOf());
  expect(await notifications()).toHaveLength(1_701);
});

test('signals that the settings exclude are dropped', async () => {
  await fail(2, true);
  await deps.pool.query(
    `INSERT INTO "Worker" (id, host, pid, version, concurrency, "leaseExpiresAt") VALUES ('w-1', 'h', 1, '1', 1, now() - interval '1 h')`,
  );
  await markDeadWorkers(deps.pool);
  await collect({ notifyOnFailure: false });
  expect(await notifications()).toMatchObject([{ kind: 'worker_dead' }]);
  await fail(2, true);
  await collect({ enabled: false });
  expect(await notifications()).toHaveLength(1);
  expect(await deps.rows('SELECT * FROM "NotificationSignal"')).toEqual([]);
});

test('a channel that is named but not configured is skipped, the others are used', async () => {
  const slack = await aSlack();
  await fail(1, true);
  await collect();
  const round = await deliver({ notificationChannels: ['email', 'slack', 'slack'] });
  expect(round.missing).toEqual([{ name: 'email', problem: 'No channel with this name is set up.' }]);
  expect(slack.received).toHaveLength(1);
  expect(await deliveries()).toMatchObject([
    { channel: 'email', status: 'skipped', error: 'No channel with this name is set up.' },
    { channel: 'slack', status: 'sent' },
  ]);
  expect(await notifications()).toMatchObject([{ status: 'sent' }]);
});

test('without any channel it is kept to be read, and is not delivered', async () => {
  await fail(1, true);
  await collect();
  await deliver({ notificationChannels: [] });
  expect(await notifications()).toMatchObject([{ status: 'skipped' }]);
  expect(await deliveries()).toEqual([]);
  expect(await msUntilNextNotification(deps.pool)).toBeNull();
});

test('a channel that fails is tried four times, and never causes a notification itself', async () => {
  const slack = await aSlack(500);
  await fail(1, true);
  await collect();
  const before = await notifications();
  for (let attempt = 1; attempt <= 6; attempt += 1) {
    await deliver();
    await collect();
    await minutesPass(11);
  }
  expect(slack.received).toHaveLength(4);
  expect(await deliveries()).toMatchObject([
    { status: 'failed', attempts: 4, error: 'The channel answered 500: ok', nextAttemptAt: null },
  ]);
  expect((await notifications()).map(({ id, status }) => ({ id, status }))).toEqual(
    before.map(({ id }) => ({ id, status: 'failed' })),
  );
  expect(await deps.rows('SELECT * FROM "NotificationSignal"')).toEqual([]);
});

test('a channel that refuses for good is not tried again; another one still sends', async () => {
  const slack = await aSlack(404);
  const hook = await serve((response) => void response.writeHead(204).end());
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  await value(setNotificationChannel(deps, admin, { name: 'hook', webhook: { url: hook.url, secret } }));
  await fail(1, true);
  await collect();
  for (let round = 0; round < 3; round += 1) {
    await deliver({ notificationChannels: ['slack', 'hook'] });
    await minutesPass(3);
  }
  expect([slack.received.length, hook.received.length]).toEqual([1, 1]);
  expect(JSON.parse(hook.received[0]?.body.toString() ?? '')).toMatchObject({
    type: 'notification.dead_letter',
    data: {
      count: 1,
      message: 'no luck',
      agentId,
      link: expect.stringContaining('http://callboard.test/admin/jobs/'),
    },
  });
  expect(await notifications()).toMatchObject([{ status: 'sent' }]);
});

test('a worker that dies between claim and send leaves the delivery to another one', async () => {
  const slack = await aSlack();
  await fail(1, true);
  await collect();
  // The first try starts, and its worker dies.
  await deliver({}, AbortSignal.abort());
  expect(await claimDeliveries(deps.pool, 60_000, 10)).toHaveLength(1);
  await deliver();
  expect(slack.received).toEqual([]);
  expect(await msUntilNextNotification(deps.pool)).toBeGreaterThan(50_000);
  await minutesPass(1);
  await deliver();
  expect(slack.received).toHaveLength(1);
  expect(await deliveries()).toMatchObject([{ status: 'sent', attempts: 2 }]);
  expect(await notifications()).toMatchObject([{ status: 'sent' }]);
});

test('a delivery whose workers die each time is given up', async () => {
  await aSlack();
  await fail(1, true);
  await collect();
  await deliver({}, AbortSignal.abort());
  for (let attempt = 1; attempt <= 4; attempt += 1) {
    expect(await claimDeliveries(deps.pool, 60_000, 10)).toHaveLength(1);
    await minutesPass(2);
  }
  await deliver();
  expect(await deliveries()).toMatchObject([
    { status: 'failed', error: expect.stringContaining('may have arrived') },
  ]);
});

test('a worker that stops gives back what it had not sent, at once and uncounted', async () => {
  const slack = await aSlack();
  await fail(1, true);
  await collect();
  await deliver({}, AbortSignal.abort());
  expect(await deliveries()).toMatchObject([{ status: 'pending', attempts: 0, error: null }]);
  await deliver();
  expect(slack.received).toHaveLength(1);
});

test('with many workers, each signal counts once, and each notification is sent once by each channel', async () => {
  const slack = await aSlack();
  await fail(60, true);
  await Promise.all(Array.from({ length: 4 }, () => collect()));
  for (let n = 0; n < 20; n += 1)
    await deps.pool.query(
      `INSERT INTO "Notification" (id, kind, "groupKey", "subjectType", "subjectId", title, message, "firstAt", "lastAt", "dueAt", "windowEndsAt")
       VALUES ($1, 'worker_dead', $1, 'worker', 'w', $1, '', now(), now(), now(), now())`,
      [`many-${n}`],
    );
  const letters = (await notifications()).filter(({ kind }) => kind === 'dead_letter');
  expect(letters.reduce((sum, { count }) => sum + count, 0)).toBe(60);
  const work = async () => {
    while ((await msUntilNextNotification(deps.pool)) === 0) await deliver();
  };
  await Promise.all([work(), work(), work()]);
  const texts = slack.texts().filter((text) => text.startsWith('many-'));
  expect(texts).toHaveLength(20);
  expect(new Set(texts).size).toBe(20);
});

test('settling does not wait for notifications, even if they are locked', async () => {
  const { attempts } = await aRun(deps, { agentId, jobs: 2 });
  const ids = attempts.map(({ id }) => id);
  await send(deps, ids);
  await end(deps, ids, 'failed', true);
  const other = await deps.pool.connect();
  try {
    await other.query('BEGIN; LOCK TABLE "Notification", "NotificationDelivery" IN ACCESS EXCLUSIVE MODE');
    await settle(deps);
  } finally {
    await rollBack(other);
  }
  await collect();
  expect(await notifications()).toMatchObject([
    { kind: 'dead_letter', count: 2 },
    { kind: 'execution_failed' },
  ]);
});

test('an internal address is refused on sending, whoever stored it', async () => {
  await aSlack();
  const url = deps.secretBox.seal('http://169.254.169.254/latest/meta-data', 'notifications/slack/url');
  await deps.pool.query(`UPDATE "AgentConfig" SET value = $1 WHERE key = 'notifications'`, [
    JSON.stringify({ channels: { slack: { type: 'slack', url } } }),
  ]);
  await fail(1, true);
  await collect();
  await deliver();
  expect(await deliveries()).toMatchObject([
    { status: 'failed', attempts: 1, error: expect.stringContaining('never allowed') },
  ]);
});

test('a secret of another channel, or of another key, cannot be decrypted', async () => {
  await aSlack();
  await deps.pool.query(
    `UPDATE "AgentConfig" SET value = jsonb_set(value, '{channels,copy}', value #> '{channels,slack}') WHERE key = 'notifications'`,
  );
  await fail(1, true);
  await collect();
  await deliver({ notificationChannels: ['copy'] });
  expect(await deliveries()).toMatchObject([
    { channel: 'copy', status: 'failed', error: expect.stringContaining('CALLBOARD_SECRET_KEY') },
  ]);
});

test('old ones are deleted with their deliveries, a few at a time', async () => {
  await aSlack();
  await fail(1, true);
  await collect();
  await deliver();
  expect(await deleteOldNotifications(deps.pool, 86_400_000, 100)).toBe(0);
  await deps.pool.query(`UPDATE "Notification" SET "createdAt" = now() - interval '2 days'`);
  expect(await deleteOldNotifications(deps.pool, 86_400_000, 100)).toBe(1);
  expect([await notifications(), await deliveries()]).toEqual([[], []]);
});

describe('a storm', () => {
  /** Blocks this many schedules at once. */
  const flag = async (count: number) => {
    await deps.pool.query(
      `INSERT INTO "Schedule" (id, name, repeat, interval, timezone, "targetType", "agentId", params, "activatedAt", "originAt", "createdBy")
       SELECT uuid_v7(), 'S' || n, 'repeating', 60000, 'UTC', 'agent', $2, '{}', now(), now(), 'test' FROM generate_series(1, $1::int) n`,
      [count, agentId],
    );
    await deps.pool.query(`UPDATE "Schedule" SET flag = 'invalid_target' WHERE flag IS NULL`);
    while (await collect());
  };
  const settled = async () => {
    while ((await deliver()).more);
  };

  test('is reported by its first signals and the number of the others, which are kept to be read', async () => {
    const slack = await aSlack();
    await flag(1_200);
    await settled();
    await minutesPass(5);
    await settled();
    const texts = slack.texts();
    expect(texts.filter((text) => text.includes('is enabled but cannot run'))).toHaveLength(20);
    const summaries = texts.filter((text) => text.startsWith('Schedule blocked: many at once: '));
    expect(texts).toHaveLength(20 + summaries.length);
    expect(summaries.length).toBeLessThanOrEqual(2); // the known ones now, and the rest at the end of the window
    expect(summaries[0]).toMatch(/: 20 had been sent within 5 minutes\./);
    const counts = summaries.map((text) => Number(/(\d+) more notifications were not sent/.exec(text)?.[1]));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1_180);
    const rows = await notifications();
    expect(rows.filter(({ status }) => status === 'skipped')).toHaveLength(1_180);
    expect(await deliveries()).toContainEqual(
      expect.objectContaining({
        ...{ status: 'skipped', attempts: 0 },
        error: expect.stringMatching(/^Not sent: 20/),
      }),
    );
    expect(await msUntilNextNotification(deps.pool)).toBeNull();
  });

  test('of one kind affects no other, is counted over two workers, and passes', async () => {
    const slack = await aSlack();
    await flag(50);
    await Promise.all([deliver(), deliver()]);
    await settled();
    expect(slack.texts().filter((text) => text.includes('is enabled but cannot run'))).toHaveLength(20);
    await fail(1, true);
    await collect();
    await settled();
    expect(slack.texts().at(-1)).toMatch(/^Dead letters/);
    // Ends the window.
    await deps.pool.query(`UPDATE "NotificationDelivery" SET id = '00' || substr(id, 3)`);
    await minutesPass(6);
    await flag(3);
    await settled();
    expect(slack.texts().slice(-3)).toEqual(
      Array(3).fill(expect.stringContaining('is enabled but cannot run')),
    );
  });

  test('without any channel is not limited', async () => {
    await flag(30);
    await deliver({ notificationChannels: [] });
    expect(await notifications()).toHaveLength(30);
    expect(await deliveries()).toEqual([]);
  });
});
