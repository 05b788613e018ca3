import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { databaseNow } from '../../../src/db/system/database-now.js';
import { claimDueSchedules } from '../../../src/services/schedules/claim/claim-due-schedules.js';
import { planUnplannedSchedules } from '../../../src/services/schedules/plan/plan-unplanned-schedules.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { insertAgent, insertSchedule } from '../../support/rows.js';

const SETTINGS = { timezone: 'UTC', enabled: true, misfireThresholdMs: 60_000, batchSize: 500 };
const HOUR = 3_600_000;

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase({ writer: 'engine' });
  await insertAgent(db.pool, 'agent', 'http://127.0.0.1:9/run');
});
afterAll(() => db.drop());
beforeEach(() => db.pool.query('TRUNCATE "Schedule", "ScheduleExecution"'));

async function ago(ms: number): Promise<Date> {
  return new Date((await databaseNow(db.pool)).getTime() - ms);
}

async function slotsAfterPlanning(scheduleId: string): Promise<Date[]> {
  expect(await planUnplannedSchedules(db.pool, 'UTC')).toBe(1);
  await claimDueSchedules(db.pool, SETTINGS);
  const { rows } = await db.pool.query<{ slotAt: Date }>(
    `SELECT "slotAt" FROM "ScheduleExecution" WHERE "scheduleId" = $1 AND status <> 'skipped' ORDER BY "slotAt"`,
    [scheduleId],
  );
  return rows.map(({ slotAt }) => slotAt);
}

test.each([0, 2_000])('a schedule written by SQL runs once, %i ms after it was written', async (ms) => {
  const activatedAt = await ago(4_000);
  const startAt = new Date(activatedAt.getTime() + ms);
  const id = await insertSchedule(
    db.pool,
    { agentId: 'agent' },
    { activatedAt, originAt: activatedAt, startAt },
  );
  expect(await slotsAfterPlanning(id)).toEqual([startAt]);
});

test('a start time before the schedule was written does not run', async () => {
  const activatedAt = await ago(1_000);
  const startAt = await ago(60_000);
  const id = await insertSchedule(
    db.pool,
    { agentId: 'agent' },
    { activatedAt, originAt: activatedAt, startAt },
  );
  expect(await slotsAfterPlanning(id)).toEqual([]);
});

test('no slot is lost between the writing of a schedule and its first plan', async () => {
  const activatedAt = await ago(3 * HOUR + 1_000);
  const id = await insertSchedule(
    db.pool,
    { agentId: 'agent', interval: HOUR },
    { activatedAt, originAt: activatedAt, misfirePolicy: 'all' },
  );
  const slots = [1, 2, 3].map((hours) => new Date(activatedAt.getTime() + hours * HOUR));
  expect(await slotsAfterPlanning(id)).toEqual(slots);
});

test('a schedule that has run continues after now, although its history is deleted', async () => {
  const activatedAt = await ago(3 * HOUR);
  const lastRunAt = await ago(2 * HOUR);
  const id = await insertSchedule(
    db.pool,
    { agentId: 'agent', interval: HOUR },
    { activatedAt, originAt: await ago(3 * HOUR + 60_000), lastRunAt, runCount: 1 },
  );
  expect(await slotsAfterPlanning(id)).toEqual([]);
});

test.each(['startAt', 'endAt', 'pausedUntil', 'hintExpiresAt'])(
  'SQL cannot write a date that nobody can plan: %s',
  async (column) => {
    const id = await insertSchedule(db.pool, { agentId: 'agent', interval: HOUR });
    for (const date of ['infinity', '-infinity', '10000-01-01Z', '0044-03-15 BC']) {
      await expect(
        db.pool.query(`UPDATE "Schedule" SET "${column}" = $2 WHERE id = $1`, [id, date]),
        date,
      ).rejects.toThrow('Schedule_years_1_to_9999_check');
    }
    await db.pool.query(`UPDATE "Schedule" SET "${column}" = '9999-12-31T23:59:59.999Z' WHERE id = $1`, [id]);
  },
);

test('an interval that leads beyond the year 9999 blocks its own schedule only', async () => {
  const endless = await insertSchedule(db.pool, { agentId: 'agent', interval: 300_000_000_000_000 });
  const other = await insertSchedule(db.pool, { agentId: 'agent', interval: HOUR });
  expect(await planUnplannedSchedules(db.pool, 'UTC')).toBe(2);
  const { rows } = await db.pool.query(
    `SELECT id, flag, "nextRunAt" IS NOT NULL AS planned, decision->>'problem' AS problem FROM "Schedule" ORDER BY id = $1`,
    [endless],
  );
  expect(rows).toEqual([
    { id: other, flag: null, planned: true, problem: null },
    {
      id: endless,
      flag: 'invalid_timing',
      planned: false,
      problem: 'The next run would be after the year 9999',
    },
  ]);
});
