import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseForeignWrites } from '../../../src/engine/maintain/foreign-writes.js';
import { createDatabaseClock } from '../../../src/runtime/database/database-clock.js';
import { createListener, type Listener } from '../../../src/runtime/database/listener.js';
import { withTransaction } from '../../../src/runtime/database/pool.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { createRecordingLogger } from '../../support/recording-logger.js';
import { insertAgent, insertExecution, insertSchedule } from '../../support/rows.js';

const NOTHING = {
  scheduleDueAt: null,
  executionDueAt: null,
  unplanned: false,
  executions: false,
  attempts: false,
  backfills: false,
};

describe('a notification', () => {
  test('combines what each payload says', () => {
    expect(parseForeignWrites([])).toEqual(NOTHING);
    expect(parseForeignWrites(['schedule:2000', 'schedule:1000', 'attempt', 'execution:-5'])).toEqual({
      ...NOTHING,
      scheduleDueAt: 1_000,
      executionDueAt: -5,
      attempts: true,
    });
    expect(parseForeignWrites(['unplanned', 'backfill', 'execution'])).toEqual({
      ...NOTHING,
      unplanned: true,
      backfills: true,
      executions: true,
    });
  });

  test.each([
    '',
    'schedule',
    'schedule:x',
    'schedule:99999999999999999999',
    'job',
    'attempt:1:2',
    'x'.repeat(8_000),
  ])('with an unknown payload means that anything may have changed: %.30s', (payload) => {
    expect(parseForeignWrites(['backfill', payload])).toEqual({
      scheduleDueAt: Number.NEGATIVE_INFINITY,
      executionDueAt: Number.NEGATIVE_INFINITY,
      unplanned: true,
      executions: true,
      attempts: true,
      backfills: true,
    });
  });
});

test('the time of the database is computed from the last reading, rather too early than too late', () => {
  const clock = createDatabaseClock();
  expect(clock.msUntil(Date.now() + 60_000)).toBe(0);
  const askedAt = performance.now() - 100;
  clock.read(new Date(1_000_000), askedAt);
  const left = clock.msUntil(1_010_000);
  expect(left).toBeLessThanOrEqual(9_900);
  expect(left).toBeGreaterThan(5_000);
  expect(clock.msUntil(999_000)).toBe(0);
  expect(clock.msUntil(Number.NEGATIVE_INFINITY)).toBe(0);
});

describe('writes of others', () => {
  let db: TestDatabase;
  let listener: Listener;
  let received: string[] = [];
  let onReceived = () => {};

  beforeAll(async () => {
    db = await createTestDatabase();
    await insertAgent(db.pool, 'agent', 'http://127.0.0.1:9/run');
    listener = createListener({
      connectionString: db.url,
      applicationName: 'engine',
      logger: createRecordingLogger(),
    });
    await listener.listen('callboard_engine', (payloads) => {
      received.push(...payloads);
      onReceived();
    });
  });
  afterAll(async () => {
    await listener?.close();
    await db?.drop();
  });

  /** The payloads that arrive. */
  async function of(write: () => Promise<unknown>): Promise<string[]> {
    received = [];
    await write();
    const done = new Promise<void>((resolve) => {
      onReceived = () => received.includes('done') && resolve();
    });
    await db.pool.query(`SELECT pg_notify('callboard_engine', 'done')`);
    await done;
    return received.filter((payload) => payload !== 'done').sort();
  }

  test('are reported with their kind and the time they are due', async () => {
    const at = new Date(Date.now() + 3_600_000);
    const schedule = { agentId: 'agent', interval: 3_600_000, nextRunAt: at };
    let id = '';
    expect(
      await of(async () => {
        id = await insertSchedule(db.pool, schedule);
      }),
    ).toEqual([`schedule:${at.getTime()}`]);
    expect(await of(() => insertSchedule(db.pool, { agentId: 'agent', interval: 1_000 }))).toEqual([
      'unplanned',
    ]);
    const disabled = { enabled: false };
    expect(await of(() => insertSchedule(db.pool, { agentId: 'agent', interval: 1_000 }, disabled))).toEqual(
      [],
    );
    // A disabled schedule has no plan, so workers delete this one.
    expect(await of(() => insertSchedule(db.pool, schedule, disabled))).toEqual(['unplanned']);
    expect(
      await of(() => db.pool.query('UPDATE "Schedule" SET "nextRunAt" = NULL WHERE id = $1', [id])),
    ).toEqual(['unplanned']);
    expect(await of(() => db.pool.query('DELETE FROM "Schedule" WHERE id = $1', [id]))).toEqual([]);
    const [execution] = await of(() => insertExecution(db.pool, { agentId: 'agent' }));
    expect(execution).toMatch(/^execution:\d{13}$/);
    expect(
      await of(() => db.pool.query('UPDATE "ScheduleExecution" SET "cancelRequestedAt" = now()')),
    ).toEqual(['execution']);
  });

  test('do not include writes of the engine, which wake nobody', async () => {
    const own = () =>
      withTransaction(db.pool, async (client) => {
        await client.query(`SET LOCAL callboard.writer = 'engine'`);
        await client.query('UPDATE "Schedule" SET "nextRunAt" = now()');
        await client.query('UPDATE "ScheduleExecution" SET "jobsCreated" = 7');
      });
    expect(await of(own)).toEqual([]);
  });
});
