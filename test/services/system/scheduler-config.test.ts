import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEFAULT_SCHEDULER_CONFIG } from '../../../src/domain/config/scheduler-config.js';
import { createSchedule } from '../../../src/services/schedules/create-schedule.js';
import { replanZone } from '../../../src/services/schedules/plan/replan-zone.js';
import { getSchedulerConfig } from '../../../src/services/system/read-settings.js';
import { updateSchedulerConfig } from '../../../src/services/system/update-scheduler-config.js';
import { holding } from '../../support/lock-waits.js';
import { admin, anAgent, issues, openServices, type TestServices, value } from '../support.js';

let deps: TestServices;
beforeAll(async () => {
  deps = await openServices();
});
afterAll(() => deps.close());

const update = (patch: unknown) => updateSchedulerConfig(deps, admin, patch);
const inForce = async () => (await getSchedulerConfig(deps.pool)).config;

test('before anything is stored the defaults are in force', async () => {
  expect(await getSchedulerConfig(deps.pool)).toEqual({ config: DEFAULT_SCHEDULER_CONFIG, issues: [] });
});

test('a change merges at any depth; null restores the default; the row says who made it', async () => {
  await value(update({ httpClient: { timeout: '30s', retryConfig: { backoff: { delay: '1s' } } } }));
  await value(
    update({ httpClient: { maxConcurrentRequests: 7 }, monitoring: { notificationChannels: ['slack'] } }),
  );
  const config = await inForce();
  expect(config.httpClient).toEqual({
    ...DEFAULT_SCHEDULER_CONFIG.httpClient,
    timeout: 30_000,
    maxConcurrentRequests: 7,
    retryConfig: { maxRetries: 3, backoff: { type: 'exponential', delay: 1_000 } },
  });
  await value(update({ httpClient: { timeout: null }, monitoring: null }));
  expect(await inForce()).toMatchObject({
    httpClient: { timeout: 300_000, maxConcurrentRequests: 7 },
    monitoring: DEFAULT_SCHEDULER_CONFIG.monitoring,
  });
  expect(await deps.row(`SELECT "updatedBy" FROM "AgentConfig" WHERE key = 'scheduler'`)).toEqual({
    updatedBy: admin.id,
  });
});

test('a mistake is refused as a whole, and each is named', async () => {
  const before = await inForce();
  const refusals = await issues(
    update({
      scheduler: { timezone: 'Mars/Base', enabled: 'yes', checkIntervall: 5 },
      httpClient: { timeout: -1, maxConcurrentRequests: 0 },
      shceduler: {},
    }),
  );
  expect(refusals).toEqual([
    'scheduler.enabled: must be true or false',
    expect.stringMatching(/^scheduler\.timezone: must be an IANA time zone/),
    'scheduler.checkIntervall: There is no setting "checkIntervall" here. Did you mean "checkInterval"?',
    expect.stringMatching(/^httpClient\.timeout: .*negative/),
    'httpClient.maxConcurrentRequests: must be at least 1',
    'shceduler: There is no setting "shceduler" here. Did you mean "scheduler"?',
  ]);
  expect(await issues(update([]))).toHaveLength(1);
  expect(await issues(update(JSON.parse('{"__proto__": {"scheduler": {}}}')))).toHaveLength(1);
  expect(await inForce()).toEqual(before);
});

test('unusable values that somebody stored by SQL are reported, and repaired by the next change', async () => {
  await deps.pool.query(
    `UPDATE "AgentConfig" SET value = '{"scheduler": {"checkInterval": "never", "maxExpansion": 5}}' WHERE key = 'scheduler'`,
  );
  const { config, issues } = await getSchedulerConfig(deps.pool);
  expect(config.scheduler).toMatchObject({ checkInterval: 60_000, maxExpansion: 5 });
  expect(issues).toMatchObject([{ path: ['scheduler', 'checkInterval'] }]);
  await value(update({ scheduler: { maxExpansion: 6 } }));
  expect((await getSchedulerConfig(deps.pool)).issues).toEqual([]);
});

test('concurrent changes all count', async () => {
  await Promise.all([
    value(update({ httpClient: { timeout: 11_000 } })),
    value(update({ scheduler: { maxExpansion: 77 } })),
    value(update({ defaultBatchProcessing: { batchSize: 3 } })),
  ]);
  expect(await inForce()).toMatchObject({
    httpClient: { timeout: 11_000 },
    scheduler: { maxExpansion: 77 },
    defaultBatchProcessing: { batchSize: 3 },
  });
});

test('another default zone plans schedules that follow it again, and records due slots', async () => {
  const agentId = await anAgent(deps);
  const noon = {
    name: 'Noon',
    repeat: 'repeating',
    cronExpression: '0 12 * * *',
    targetType: 'agent',
    agentId,
  };
  const follows = await value(createSchedule(deps, admin, noon));
  const own = await value(createSchedule(deps, admin, { ...noon, timezone: 'Asia/Tokyo' }));
  const off = await value(createSchedule(deps, admin, { ...noon, enabled: false }));
  await deps.pool.query(
    `UPDATE "Schedule" SET "nextRunAt" = clock_timestamp() - interval '3 seconds', "activatedAt" = "activatedAt" - interval '1 hour' WHERE id = $1`,
    [follows.id],
  );
  const nextOf = async ({ id }: { id: string }) =>
    (await deps.row<{ nextRunAt: Date | null }>(`SELECT "nextRunAt" FROM "Schedule" WHERE id = $1`, [id]))
      .nextRunAt;
  const tokyo = await nextOf(own);

  await value(update({ scheduler: { timezone: 'UTC' } }));
  const next = await nextOf(follows);
  expect(next?.getUTCHours()).toBe(12);
  expect(next?.getTime()).toBeGreaterThan(Date.now());
  expect(await nextOf(own)).toEqual(tokyo);
  expect(await nextOf(off)).toBeNull();
  expect(await deps.rows(`SELECT reason, "scheduleId" FROM "ScheduleExecution"`)).toEqual([
    { reason: 'edited', scheduleId: follows.id },
  ]);
});

describe('very many schedules to plan again after the zone has changed', () => {
  const left = () => deps.rows(`SELECT pass FROM "ZoneChange"`);
  const wrong = () =>
    deps.rows(
      `SELECT id FROM "Schedule" WHERE name = 'Many' AND extract(hour FROM "nextRunAt" AT TIME ZONE 'Asia/Tokyo') <> 12`,
    );
  const go = () => replanZone(deps, 60_000);
  /** The first pass, if the change of the setting had no time to finish it. */
  const firstPass = async () => {
    for (let ms = await go(); ms === 0; ms = await go());
    expect(await left()).toEqual([{ pass: 2 }]);
  };

  test('are left to any process, also after a crash, and plans of the old zone are found', async () => {
    const agentId = await anAgent(deps);
    const noon = {
      ...{ name: 'Many', repeat: 'repeating', cronExpression: '0 12 * * *' },
      targetType: 'agent',
      agentId,
    };
    const { id } = await value(createSchedule(deps, admin, noon));
    await deps.pool.query(
      `INSERT INTO "Schedule" (id, name, "repeat", "cronExpression", "targetType", "agentId", "nextRunAt", "nextRunSource", decision, "createdBy")
       SELECT id || '-' || n, name, "repeat", "cronExpression", "targetType", "agentId", "nextRunAt", "nextRunSource", decision, "createdBy"
       FROM "Schedule", generate_series(1, 500) n WHERE id = $1`,
      [id],
    );
    await holding(deps.database.url, `SELECT FROM "Schedule" WHERE id = '${id}-7' FOR UPDATE`, async () => {
      // A locked schedule delays no other, and does not delay the change of the setting.
      await value(update({ scheduler: { timezone: 'Asia/Tokyo' } }));
      await firstPass();
      expect(await wrong()).toEqual([{ id: `${id}-7` }]);
    });
    await deps.pool.query(`UPDATE "ZoneChange" SET "passFrom" = now() - interval '1 millisecond'`);
    expect(await go()).toBeNull();
    expect(await wrong()).toEqual([]);
    expect(await left()).toEqual([]);
  });

  test('are planned although the row of one, written by SQL, cannot be processed', async () => {
    // Half a day away in Lima (UTC-5), so that no slot is due there.
    const hour = (new Date().getUTCHours() + 7) % 24;
    const daily = {
      ...{ name: 'Beside', repeat: 'repeating', cronExpression: `0 ${hour} * * *` },
      targetType: 'agent',
    };
    const agentId = await anAgent(deps);
    await deps.pool.query(`DELETE FROM "Schedule" WHERE name = 'Beside'`); // left by an earlier try of this test
    const ids: string[] = [];
    for (let n = 0; n < 5; n++)
      ids.push((await value(createSchedule(deps, admin, { ...daily, agentId }))).id);
    const bad = ids[2] as string;
    await deps.pool.query(
      `UPDATE "Schedule" SET params = $2::jsonb, "nextRunAt" = clock_timestamp() - interval '3 seconds', "activatedAt" = "activatedAt" - interval '1 hour' WHERE id = $1`,
      [bad, `${'{"a":'.repeat(6_000)}1${'}'.repeat(6_000)}`],
    );
    await value(update({ scheduler: { timezone: 'America/Lima' } }));
    await firstPass();
    const planned = await deps.rows<{ id: string }>(
      `SELECT id FROM "Schedule" WHERE name = 'Beside' AND extract(hour FROM "nextRunAt" AT TIME ZONE 'America/Lima') = $1`,
      [hour],
    );
    expect(planned.map(({ id }) => id).sort()).toEqual(ids.filter((id) => id !== bad).sort());
    expect(deps.logger.lines.filter(({ event }) => event === 'schedule.not_replanned')).toMatchObject([
      { scheduleId: bad },
    ]);
    await deps.pool.query('DELETE FROM "Schedule" WHERE id = $1', [bad]);
  });

  test('keep a slot of the new zone that is due by then', async () => {
    const agentId = await anAgent(deps);
    const every = {
      ...{ name: 'Every', repeat: 'repeating', cronExpression: '* * * * *' },
      targetType: 'agent',
      agentId,
    };
    const { id } = await value(createSchedule(deps, admin, every));
    await deps.pool.query(
      `UPDATE "Schedule" SET "nextRunAt" = date_trunc('minute', now()), "activatedAt" = now() - interval '1 day' WHERE id = $1`,
      [id],
    );
    const before = await deps.row(`SELECT "nextRunAt" FROM "Schedule" WHERE id = $1`, [id]);
    await value(update({ scheduler: { timezone: 'Europe/Berlin' } }));
    expect(await deps.row(`SELECT "nextRunAt" FROM "Schedule" WHERE id = $1`, [id])).toEqual(before);
  });
});
