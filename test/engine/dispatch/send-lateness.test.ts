import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ClaimedAttempt } from '../../../src/db/jobs/claim/claim-attempts.js';
import { createSendLateness } from '../../../src/engine/dispatch/requests/send-lateness.js';
import { createEngineMetrics } from '../../../src/engine/engine-metrics.js';
import { createDatabaseClock } from '../../../src/runtime/database/database-clock.js';
import { createRegistry } from '../../../src/runtime/telemetry/metrics.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { createRecordingLogger } from '../../support/recording-logger.js';
import { insertExpanded } from '../../support/rows.js';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase({ writer: 'engine' });
});
afterAll(() => db?.drop());

test('only the first call of a scheduled run counts, from the time it should run', async () => {
  const registry = createRegistry();
  const metrics = createEngineMetrics(registry, async () => 0);
  const clock = createDatabaseClock();
  const lateness = createSendLateness({ pool: db.pool, logger: createRecordingLogger(), metrics, clock });
  const observed = async () => {
    const { values = [] } = (await registry.getSingleMetric('callboard_slot_lateness_seconds')?.get()) ?? {};
    const of = (suffix: string) =>
      values.find((one) => 'metricName' in one && String(one.metricName).endsWith(suffix))?.value ?? 0;
    return { count: of('_count'), sum: of('_sum') };
  };

  async function claimed(fireAtSecondsAgo: number, columns: Partial<ClaimedAttempt> = {}) {
    const { id, attemptIds } = await insertExpanded(db.pool, { agentId: 'agent', jobs: [{}, {}] });
    await db.pool.query(
      `UPDATE "ScheduleExecution" SET "fireAt" = clock_timestamp() - $2::int * interval '1 second', trigger = $3, "scheduleId" = 'schedule',
         "slotAt" = CASE $3 WHEN 'schedule' THEN clock_timestamp() END WHERE id = $1`,
      [id, fireAtSecondsAgo, columns.scheduleId === null ? 'manual' : 'schedule'],
    );
    await db.pool.query(
      `UPDATE "AgentJobExecution" SET status = 'running', "sentAt" = clock_timestamp() WHERE "scheduleExecutionId" = $1`,
      [id],
    );
    return attemptIds.map(
      (attempt) =>
        ({
          id: attempt,
          scheduleExecutionId: id,
          scheduleId: 'schedule',
          retryCount: 0,
          ...columns,
        }) as ClaimedAttempt,
    );
  }

  lateness.sent(await claimed(30));
  lateness.sent(await claimed(-30)); // before its time: no lateness
  lateness.sent(await claimed(1_000, { scheduleId: null }));
  lateness.sent(await claimed(1_000, { retryCount: 1 }));
  expect(await lateness.loop.runOnce()).toBeGreaterThan(0);
  const { count, sum } = await observed();
  expect(count).toBe(2);
  expect(sum).toBeGreaterThanOrEqual(30);
  expect(sum).toBeLessThan(60);
  expect(await lateness.loop.runOnce()).toBeNull();
});

test('slots that were claimed here cost no query', async () => {
  const registry = createRegistry();
  const metrics = createEngineMetrics(registry, async () => 0);
  const clock = createDatabaseClock();
  const pool = { query: () => Promise.reject(new Error('asked')) } as unknown as typeof db.pool;
  const lateness = createSendLateness({ pool, logger: createRecordingLogger(), metrics, clock });
  clock.read(new Date(50_000), performance.now());
  lateness.expect([
    { id: 'e1', status: 'pending', fireAt: new Date(20_000) },
    { id: 'e2', status: 'skipped', fireAt: new Date(20_000) },
  ]);
  const attempt = { id: 'a1', scheduleExecutionId: 'e1', scheduleId: 'schedule', retryCount: 0 };
  lateness.sent([attempt as ClaimedAttempt]);
  lateness.sent([attempt as ClaimedAttempt]);
  const { values = [] } = (await registry.getSingleMetric('callboard_slot_lateness_seconds')?.get()) ?? {};
  const of = (suffix: string) =>
    values.find((one) => 'metricName' in one && String(one.metricName).endsWith(suffix))?.value;
  expect(of('_count')).toBe(1);
  expect(of('_sum')).toBeGreaterThanOrEqual(30);
});
