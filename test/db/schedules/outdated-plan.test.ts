/** What a person or an agent's driver changes of a schedule by SQL: the plan that it makes outdated is deleted. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPool, type Pool } from '../../../src/runtime/database/pool.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { insertSchedule } from '../../support/rows.js';

let db: TestDatabase;
let engine: Pool;
beforeAll(async () => {
  db = await createTestDatabase();
  engine = createPool({ connectionString: db.url, max: 1, applicationName: 'test', writer: 'engine' });
});
afterAll(async () => {
  await engine.end();
  await db.drop();
});

const HOUR = 3_600_000;
const later = () => new Date(Date.now() + HOUR);
const before = new Date('2026-01-01T00:00Z');

/** A planned schedule, with the changes of the test. */
const planned = (columns: Record<string, unknown> = {}) =>
  insertSchedule(
    engine,
    { agentId: 'a', interval: HOUR, nextRunAt: later(), activatedAt: before },
    { nextRunSource: 'baseline-interval', decision: {}, ...columns },
  );
const change = async (id: string, assignment: string, pool = db.pool) => {
  const { rows } = await pool.query(
    `UPDATE "Schedule" SET ${assignment} WHERE id = $1 RETURNING "nextRunAt", "nextRunSource", decision, "activatedAt", flag`,
    [id],
  );
  return rows[0];
};
const DELETED = { nextRunAt: null, nextRunSource: null, decision: null };
const KEPT = {
  nextRunAt: expect.any(Date),
  nextRunSource: 'baseline-interval',
  decision: {},
  activatedAt: before,
};

test.each([
  `"repeat" = 'once'`,
  `"cronExpression" = '* * * * *', "interval" = NULL`,
  `"interval" = 60000`,
  `timezone = 'Europe/Berlin'`,
  `"startAt" = now()`,
  `"endAt" = now() + interval '1 day'`,
  `"dstGap" = 'skip'`,
  `"dstRepeat" = 'both'`,
  'template = true',
  `"originAt" = now()`,
  'enabled = false',
])('%s deletes the plan, and no slot from before it runs', async (assignment) => {
  const changed = await change(await planned(), assignment);
  expect(changed).toMatchObject(DELETED);
  expect(changed.activatedAt.getTime()).toBeGreaterThan(Date.now() - 60_000);
});

test.each([`name = 'other'`, `params = '{"a": 1}'`, 'enabled = true', `"interval" = "interval"`])(
  '%s keeps the plan',
  async (assignment) => {
    expect(await change(await planned(), assignment)).toMatchObject(KEPT);
  },
);

test('enabling a schedule deletes its plan', async () => {
  const id = await planned({ enabled: false });
  expect(await change(id, 'enabled = true')).toMatchObject(DELETED);
});

test('enabling a schedule keeps a plan that is due, whose slots are recorded and do not run', async () => {
  const id = await planned({ enabled: false, nextRunAt: before });
  const changed = await change(id, 'enabled = true');
  expect(changed).toMatchObject({ ...KEPT, nextRunAt: before, activatedAt: expect.any(Date) });
  expect(changed.activatedAt.getTime()).toBeGreaterThan(before.getTime());
});

test('a slot that is due is still claimed, and decides what comes after it', async () => {
  const due = new Date(Date.now() - 1_000);
  const id = await planned({ nextRunAt: due });
  expect(await change(id, '"interval" = 60000')).toMatchObject({ ...KEPT, nextRunAt: due });
});

test('a plan that the same statement writes is kept', async () => {
  const nextRunAt = later();
  const assignment = `"interval" = 60000, "nextRunAt" = '${nextRunAt.toISOString()}'`;
  expect(await change(await planned({ nextRunAt: null }), assignment)).toMatchObject({ ...KEPT, nextRunAt });
});

test('a pause that is moved moves the end that the schedule is planned for', async () => {
  const pause = { pausedUntil: later(), nextRunSource: 'paused' };
  const until = new Date(Date.now() + 2 * HOUR);
  const moved = `"pausedUntil" = '${until.toISOString()}'`;
  expect(await change(await planned(pause), moved)).toMatchObject({
    nextRunAt: until,
    nextRunSource: 'paused',
  });
  // The first slot in a pause is due as planned, and is recorded.
  expect(await change(await planned(), moved)).toMatchObject(KEPT);
});

test('the engine plans itself', async () => {
  expect(await change(await planned(), '"interval" = 60000', engine)).toMatchObject(KEPT);
});

test('a corrected timing is not blocked any more; a missing target still is', async () => {
  const flagOf = async (flag: string) => (await change(await planned({ flag }), '"interval" = 60000')).flag;
  expect(await flagOf('invalid_timing')).toBeNull();
  expect(await flagOf('invalid_target')).toBe('invalid_target');
});

test('only an enabled schedule that is newly flagged is a signal for a notification', async () => {
  const signals = async (id: string) => {
    const { rows } = await db.pool.query('SELECT kind FROM "NotificationSignal" WHERE "subjectId" = $1', [
      id,
    ]);
    return rows.map(({ kind }) => kind);
  };
  const id = await planned();
  for (const flag of [`'invalid_target'`, `'invalid_target'`, 'NULL'])
    await change(id, `flag = ${flag}`, engine);
  expect(await signals(id)).toEqual(['schedule_flagged']);
  const disabled = await planned({ enabled: false });
  await change(disabled, `flag = 'invalid_target'`, engine);
  expect(await signals(disabled)).toEqual([]);
});
