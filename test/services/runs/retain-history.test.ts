import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { lockEndedExecutions } from '../../../src/db/runs/delete-executions.js';
import { deleteOldBackfills } from '../../../src/db/system/delete-old-rows.js';
import { createIdGenerator } from '../../../src/runtime/ids.js';
import { retainHistory } from '../../../src/services/runs/retain-history.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { insertSchedule } from '../../support/rows.js';

const DAY = 24 * 3_600_000;
const MONTH = 30 * DAY;

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase({ writer: 'engine' });
});
afterAll(() => db.drop());
beforeEach(() => db.pool.query('TRUNCATE "ScheduleExecution", "AgentJobExecution", "Schedule"'));

const schedule = (columns: Record<string, unknown> = {}) =>
  insertSchedule(db.pool, { agentId: 'agent', interval: 60_000 }, columns);

interface Past {
  scheduleId?: string | null;
  daysAgo: number;
  runStatus?: string | null;
  /** Status of its jobs, which are all the latest attempts. */
  jobs?: readonly string[];
}

/** A run as it is in the history. */
async function past({
  scheduleId = null,
  daysAgo,
  runStatus = 'succeeded',
  jobs = [],
}: Past): Promise<string> {
  const at = new Date(Date.now() - daysAgo * DAY);
  const newId = createIdGenerator(() => at.getTime());
  const id = newId();
  const isOpen = runStatus === 'running' || runStatus === 'pending';
  await db.pool.query(
    `INSERT INTO "ScheduleExecution" (id, "scheduleId", "targetType", "agentId", trigger, "slotAt", "fireAt", "executionTime", status, "runStatus", snapshot, "traceId", "jobsCreated", "expandedAt", "completedAt")
     VALUES ($1, $2, 'agent', 'agent', $3, $4, $5, $5, $6, $7, '{}', repeat('a', 32), $8, $5, $9)`,
    [
      id,
      scheduleId,
      scheduleId === null ? 'manual' : 'schedule',
      scheduleId === null ? null : at,
      at,
      runStatus === null ? 'skipped' : 'success',
      runStatus,
      jobs.length,
      isOpen ? null : at,
    ],
  );
  for (const status of jobs) {
    await db.pool.query(
      `INSERT INTO "AgentJobExecution" (id, "jobId", "agentId", "scheduleExecutionId", status, params, "attemptTimeout", "retryConfig", "retriesLeft", "traceId", error)
       VALUES ($1, $1, 'agent', $2, $3, '{}', 1000, '{}', 0, repeat('a', 32), CASE WHEN $3 = 'dead_letter' THEN '{"message": "no"}'::jsonb END)`,
      [newId(), id, status],
    );
  }
  return id;
}

const retain = (limit = 1_000) => retainHistory(db.pool, { maxAgeMs: MONTH, limit });
const left = async () =>
  (await db.pool.query<{ id: string }>('SELECT id FROM "ScheduleExecution" ORDER BY id')).rows.map(
    ({ id }) => id,
  );

describe('retention by age', () => {
  test('deletes what ended a month ago with its jobs; running, younger and the newest runs stay', async () => {
    const id = await schedule();
    await past({ scheduleId: id, daysAgo: 50, jobs: ['completed', 'dead_letter'] });
    await past({ scheduleId: id, daysAgo: 49, runStatus: null });
    const running = await past({ scheduleId: id, daysAgo: 48, runStatus: 'running', jobs: ['running'] });
    const newestSkip = await past({ scheduleId: id, daysAgo: 46, runStatus: null });
    const newest = await past({ scheduleId: id, daysAgo: 45 });
    await past({ daysAgo: 31, jobs: ['completed'] });
    const young = await past({ daysAgo: 29, jobs: ['completed'] });

    expect(await retain()).toEqual({ executions: 3, attempts: 3 });
    expect(await left()).toEqual([running, newestSkip, newest, young]);
    expect(await retain()).toEqual({ executions: 0, attempts: 0 });
  });

  test('keeps a run that began long ago and has just ended as long as any other', async () => {
    const id = await schedule();
    const long = await past({ scheduleId: id, daysAgo: 50 });
    await past({ scheduleId: id, daysAgo: 40 });
    await past({ scheduleId: id, daysAgo: 20 });
    await db.pool.query(
      `UPDATE "ScheduleExecution" SET "completedAt" = now() - interval '1 minute' WHERE id = $1`,
      [long],
    );
    expect((await retain()).executions).toBe(1);
    expect(await left()).toContain(long);
  });

  test('keeps nothing of a deleted schedule, such as a one-time one with afterOnce DELETE', async () => {
    await past({ scheduleId: 'gone', daysAgo: 31, jobs: ['completed'] });
    const young = await past({ scheduleId: 'gone as well', daysAgo: 29 });
    expect(await retain()).toEqual({ executions: 1, attempts: 1 });
    expect(await left()).toEqual([young]);
  });

  test('takes a row of many missed slots to be as old as the last of them', async () => {
    const id = await schedule();
    const long = await past({ scheduleId: id, daysAgo: 40, runStatus: null });
    const newer = await past({ scheduleId: id, daysAgo: 1, runStatus: null });
    const missedUntil = (daysAgo: number) =>
      db.pool.query(
        `UPDATE "ScheduleExecution" SET "lastSlotAt" = now() - $2 * interval '1 day' WHERE id = $1`,
        [long, daysAgo],
      );
    await missedUntil(2);
    expect(await retain()).toEqual({ executions: 0, attempts: 0 });
    await missedUntil(31);
    expect(await retain()).toEqual({ executions: 1, attempts: 0 });
    expect(await left()).toEqual([newer]);
  });

  test('continues past a page of runs that must stay', async () => {
    const kept = [];
    for (let n = 0; n < 5; n++) kept.push(await past({ scheduleId: await schedule(), daysAgo: 60 - n }));
    await past({ daysAgo: 40 });
    expect(await retain(2)).toEqual({ executions: 1, attempts: 0 });
    expect(await left()).toEqual(kept);
  });

  test('deletes the jobs of a large run a few at a time, and continues after a crash', async () => {
    await past({ daysAgo: 40, jobs: Array.from({ length: 25 }, () => 'completed') });
    const stop = new AbortController();
    stop.abort();
    expect(await retainHistory(db.pool, { maxAgeMs: MONTH, limit: 10, signal: stop.signal })).toEqual({
      executions: 0,
      attempts: 0,
    });
    await db.pool.query(
      `DELETE FROM "AgentJobExecution" WHERE id IN (SELECT id FROM "AgentJobExecution" LIMIT 3)`,
    );
    expect(await retain(10)).toEqual({ executions: 1, attempts: 22 });
    expect(await left()).toEqual([]);
  });

  test('skips rows that are locked at the moment', async () => {
    const id = await past({ daysAgo: 40 });
    const other = await db.pool.connect();
    try {
      await other.query('BEGIN');
      await other.query('SELECT FROM "ScheduleExecution" WHERE id = $1 FOR UPDATE', [id]);
      expect(await retain()).toEqual({ executions: 0, attempts: 0 });
      await other.query('ROLLBACK');
    } finally {
      other.release();
    }
    expect(await retain()).toEqual({ executions: 1, attempts: 0 });
  });
});

describe('retention by the limits of a schedule', () => {
  test('keeps the newest successful and the newest other runs, up to their limits', async () => {
    const limited = await schedule({ successfulHistoryLimit: 2, failedHistoryLimit: 1 });
    const ids = [];
    for (const [index, runStatus] of [
      'succeeded',
      'failed',
      'succeeded',
      'partial',
      'succeeded',
      'cancelled',
      'running',
    ].entries()) {
      ids.push(await past({ scheduleId: limited, daysAgo: 10 - index, runStatus, jobs: ['completed'] }));
    }
    const other = await past({ scheduleId: await schedule(), daysAgo: 3 });
    expect(await retain()).toEqual({ executions: 3, attempts: 3 });
    expect(await left()).toEqual([ids[2], ids[4], ids[5], ids[6], other].sort());
  });

  test('keeps the newest even with limits of zero, and dead letters until somebody replays them', async () => {
    const id = await schedule({ successfulHistoryLimit: 0, failedHistoryLimit: 0 });
    const dead = await past({ scheduleId: id, daysAgo: 9, runStatus: 'failed', jobs: ['dead_letter'] });
    await past({ scheduleId: id, daysAgo: 8, runStatus: 'failed', jobs: ['failed'] });
    await past({ scheduleId: id, daysAgo: 7 });
    const newest = await past({ scheduleId: id, daysAgo: 6 });
    expect(await retain()).toMatchObject({ executions: 2 });
    expect(await left()).toEqual([dead, newest]);
    await db.pool.query(
      `UPDATE "AgentJobExecution" SET "isLatest" = false WHERE "scheduleExecutionId" = $1`,
      [dead],
    );
    expect(await retain()).toMatchObject({ executions: 1 });
    expect(await left()).toEqual([newest]);
  });
});

test('a run stays until its schedule has been updated after its end', async () => {
  const id = await schedule({ successfulHistoryLimit: 0 });
  const oldest = await past({ scheduleId: id, daysAgo: 40 });
  const older = await past({ scheduleId: id, daysAgo: 9 });
  const newest = await past({ scheduleId: id, daysAgo: 8 });
  const conclude = (toConclude: boolean) =>
    db.pool.query(`UPDATE "ScheduleExecution" SET "toConclude" = $2 WHERE id = ANY ($1)`, [
      [oldest, older],
      toConclude,
    ]);
  await conclude(true);
  expect(await retain()).toEqual({ executions: 0, attempts: 0 });
  await conclude(false);
  expect(await retain()).toEqual({ executions: 2, attempts: 0 });
  expect(await left()).toEqual([newest]);
});

test('a run that was reopened, or whose end is not applied to its schedule yet, is not locked for deletion', async () => {
  const runs = [];
  for (const runStatus of ['succeeded', null, 'failed', 'pending', 'running'])
    runs.push(await past({ daysAgo: 40, runStatus }));
  const [ended, skipped, unconcluded] = runs;
  await db.pool.query('UPDATE "ScheduleExecution" SET "toConclude" = true WHERE id = $1', [unconcluded]);
  expect((await lockEndedExecutions(db.pool, runs)).sort()).toEqual([ended, skipped].sort());
});

test('retention does not read the history that it leaves', async () => {
  const limited = await schedule({ successfulHistoryLimit: 10, failedHistoryLimit: 10 });
  for (let daysAgo = 5; daysAgo > 0; daysAgo--) await past({ scheduleId: limited, daysAgo });
  const id = await schedule();
  await db.pool.query(
    `INSERT INTO "ScheduleExecution" (id, "scheduleId", "targetType", "agentId", trigger, "slotAt", "fireAt", "executionTime", status, "runStatus", snapshot, "traceId", "completedAt", "expandedAt")
     SELECT callboard.uuid_v7(), $1, 'agent', 'agent', 'schedule', at, at, at, 'success', 'succeeded', '{}', repeat('a', 32), at, at
     FROM generate_series(now() - interval '20 days', now(), interval '2 minutes') AS at`,
    [id],
  );
  await db.pool.query('ANALYZE "ScheduleExecution"');
  const before = await rowsRead();
  expect(await retain()).toEqual({ executions: 0, attempts: 0 });
  expect((await rowsRead()) - before).toBe(0);
});

/** Rows that sequential scans of the history have read so far. */
async function rowsRead(): Promise<number> {
  await db.pool.query('SELECT pg_stat_force_next_flush()');
  const { rows } = await db.pool.query<{ read: string }>(
    `SELECT seq_tup_read AS read FROM pg_stat_user_tables WHERE relname = 'ScheduleExecution'`,
  );
  return Number(rows[0]?.read);
}

test('backfills that ended long ago are deleted when none of their runs is left', async () => {
  await db.pool.query('TRUNCATE "Backfill"');
  const backfill = async (daysAgo: number, status: string) => {
    const at = new Date(Date.now() - daysAgo * DAY);
    const id = createIdGenerator(() => at.getTime())();
    await db.pool.query(
      `INSERT INTO "Backfill" (id, "scheduleId", "from", "to", "targetType", "agentId", timing, snapshot, total, existing, status, "createdBy", "completedAt")
       VALUES ($1, 's', $2, $2::timestamptz + interval '1 hour', 'agent', 'agent', '{}', '{}', 1, 0, $3, 'test', CASE WHEN $3 <> 'running' THEN $2::timestamptz END)`,
      [id, at, status],
    );
    return id;
  };
  for (const status of ['completed', 'cancelled', 'completed']) await backfill(40, status);
  const running = await backfill(40, 'running');
  const needed = await backfill(40, 'completed');
  const young = await backfill(29, 'completed');
  const execution = await past({ daysAgo: 40 });
  await db.pool.query(
    `UPDATE "ScheduleExecution" SET trigger = 'backfill', "slotAt" = now(), "backfillId" = $2 WHERE id = $1`,
    [execution, needed],
  );
  expect(await deleteOldBackfills(db.pool, MONTH, 2)).toBe(2);
  expect(await deleteOldBackfills(db.pool, MONTH, 2)).toBe(1);
  const { rows } = await db.pool.query<{ id: string }>('SELECT id FROM "Backfill"');
  expect(rows.map(({ id }) => id).sort()).toEqual([running, needed, young].sort());
  await retain();
  expect(await deleteOldBackfills(db.pool, MONTH, 2)).toBe(1);
});
