import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { measureQueue } from '../../../src/db/system/measure/measure-queue.js';
import { countWorkers } from '../../../src/db/workers/count-workers.js';
import { planNextRun } from '../../../src/domain/schedule/governor/governor.js';
import { idsFrom } from '../../../src/schema/lists/time-ordered-id.js';
import {
  readOutcomes,
  readRuns,
  readUpcomingRuns,
  readWorkCounts,
} from '../../../src/services/system/read-overview.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { insertAgent, insertExpanded, insertSchedule } from '../../support/rows.js';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase({ writer: 'engine' });
});
afterAll(() => db?.drop());
beforeEach(() => db.pool.query('TRUNCATE "Schedule", "ScheduleExecution", "AgentJobExecution", "Worker"'));

const MINUTE = 60_000;
const now = new Date('2026-11-20T12:00:30Z');

describe('the queue', () => {
  const measure = () => measureQueue(db.pool, 10_000);

  test('counts what is due over priorities and requirements, and has the oldest', async () => {
    expect(await measure()).toEqual({ depth: 0, oldestReadyAt: null, oldestReadyMs: 0 });
    const jobs = [{}, {}, {}];
    await insertExpanded(db.pool, { agentId: 'a', jobs });
    await insertExpanded(db.pool, { agentId: 'b', jobs, priority: 7 });
    await insertExpanded(db.pool, { agentId: 'b', jobs, priority: -7, requirements: { gpu: true } });
    const { attemptIds } = await insertExpanded(db.pool, {
      agentId: 'a',
      jobs,
      requirements: { region: 'eu' },
    });
    // Of the last three, one still waits for a minute, one has waited for one, and one has ended.
    const release = (id: string | undefined, change: string) =>
      db.pool.query(`UPDATE "AgentJobExecution" SET ${change} WHERE id = $1`, [id]);
    await release(attemptIds[0], `"releasedAt" = now() + interval '1 minute'`);
    await release(attemptIds[1], `"releasedAt" = now() - interval '1 minute'`);
    await release(attemptIds[2], `status = 'cancelled'`);
    const { depth, oldestReadyAt, oldestReadyMs } = await measure();
    expect(depth).toBe(10);
    expect(Date.now() - Number(oldestReadyAt)).toBeGreaterThanOrEqual(MINUTE);
    expect(oldestReadyMs).toBeGreaterThanOrEqual(MINUTE);
    expect(oldestReadyMs).toBeLessThan(2 * MINUTE);
    expect((await measureQueue(db.pool, 4)).depth).toBe(4);
  });
});

test('counts running, throttled and dead work', async () => {
  await insertAgent(db.pool, 'closed', 'http://127.0.0.1:9/run');
  await db.pool.query(
    `INSERT INTO "AgentCircuit" ("agentId", state, "openedAt") VALUES ('closed', 'open', now())`,
  );
  const { attemptIds } = await insertExpanded(db.pool, { agentId: 'a', jobs: [{}, {}, {}, {}, {}] });
  await insertExpanded(db.pool, { agentId: 'closed', jobs: [{}, {}] });
  const move = (status: string, ...ids: (string | undefined)[]) =>
    db.pool.query('UPDATE "AgentJobExecution" SET status = $2 WHERE id = ANY ($1)', [ids, status]);
  await move('running', ...attemptIds.slice(0, 3));
  await db.pool.query(
    `UPDATE "AgentJobExecution" SET status = 'dead_letter', error = '{"message": "gone", "retryable": true}' WHERE id = $1`,
    [attemptIds[0]],
  );
  await db.pool.query(`UPDATE "AgentJobExecution" SET reason = 'no_matching_worker' WHERE id = $1`, [
    attemptIds[4],
  ]);
  expect(await readWorkCounts(db.pool)).toEqual({ queued: 4, running: 2, deadLetters: 1, throttled: 3 });
});

test('counts lost workers, but not those that stopped', async () => {
  const worker = (id: string, columns: string, values: string) =>
    db.pool.query(
      `INSERT INTO "Worker" (id, host, pid, version, concurrency, "leaseExpiresAt", ${columns}) VALUES ('${id}', 'host', 1, '1', 1, ${values})`,
    );
  await worker('idle', 'state', `now() + interval '1 minute', 'idle'`);
  await worker('busy', 'state, "activeJobs"', `now() + interval '1 minute', 'busy', 3`);
  await worker('drains', 'state, draining', `now() + interval '1 minute', 'idle', true`);
  await worker('unnoticed', 'state', `now() - interval '1 minute', 'busy'`);
  await worker('lost', 'state', `now() - interval '1 hour', 'dead'`);
  await worker('lost long ago', 'state', `now() - interval '2 days', 'dead'`);
  await worker('left', 'state, "stoppedAt"', `now() - interval '1 minute', 'dead', now()`);
  expect(await countWorkers(db.pool, 86_400_000)).toEqual({ alive: 3, busy: 1, draining: 1, dead: 2 });
});

describe('outcomes', () => {
  const read = (hours = 24) => readOutcomes(db.pool, { hours, now, idsFrom });

  async function insertEnded(minutesAgo: number, runStatus: string | null, count = 1, missed = 0) {
    const start = idsFrom(new Date(now.getTime() - minutesAgo * MINUTE)).slice(0, -12);
    await db.pool.query(
      `INSERT INTO "ScheduleExecution" (id, "targetType", "agentId", trigger, "fireAt", "executionTime", status, "runStatus", reason, "missedCount", snapshot, "traceId")
       SELECT $1 || lpad(to_hex(n), 12, '0'), 'agent', 'a', 'manual', now(), now(), CASE WHEN $2::text IS NULL THEN 'skipped' ELSE 'success' END, $2,
         CASE WHEN $2::text IS NULL THEN 'misfire' END, $4, '{}', 'x' FROM generate_series(1, $3::int) n`,
      [start, runStatus, count, missed],
    );
  }

  test('are counted by the quarter of an hour in which the runs were created', async () => {
    await insertEnded(0, 'succeeded', 2);
    await insertEnded(0.25, 'running');
    await insertEnded(15, 'failed');
    await insertEnded(16, 'partial');
    await insertEnded(17, null, 1, 4);
    await insertEnded(23 * 60, 'cancelled');
    await insertEnded(25 * 60, 'failed');
    const buckets = await read();
    expect(buckets).toHaveLength(96);
    const nothing = { succeeded: 0, partial: 0, failed: 0, cancelled: 0, skipped: 0, complete: true };
    expect(buckets.at(-1)).toEqual({ ...nothing, at: new Date('2026-11-20T12:00:00Z'), succeeded: 2 });
    expect(buckets.at(-2)).toEqual({ ...nothing, at: new Date('2026-11-20T11:45:00Z'), failed: 1 });
    expect(buckets.at(-3)).toMatchObject({ partial: 1, skipped: 4, failed: 0 });
    expect(buckets.reduce((sum, { failed, cancelled }) => sum + failed + cancelled, 0)).toBe(2);
    expect(await read(1)).toEqual(buckets.slice(-4));
  });

  test('are counted for the newest of very many, and the buckets say so', async () => {
    await insertEnded(30, 'succeeded', 1);
    await insertEnded(5, 'succeeded', 50_000);
    const buckets = await read(1);
    expect(buckets.map(({ succeeded }) => succeeded)).toEqual([0, 0, 50_000, 0]);
    expect(buckets.map(({ complete }) => complete)).toEqual([false, false, false, true]);
  });
});

describe('the next runs', () => {
  const read = (options = {}) => readUpcomingRuns(db.pool, { minutes: 60, limit: 500, now, ...options });
  const times = async (options = {}) =>
    (await read(options)).map(({ name, at }) => `${name} ${at.toISOString().slice(11, 16)}`);

  async function schedule(name: string, minutes: number, columns: Record<string, unknown> = {}) {
    const origin = new Date('2026-11-20T00:00:00Z');
    const plan = planNextRun({
      now,
      after: now,
      timing: {
        repeat: 'repeating',
        cronExpression: null,
        interval: minutes * MINUTE,
        timezone: 'UTC',
        startAt: null,
        endAt: null,
        dstGap: 'next_valid',
        dstRepeat: 'first',
        origin,
      },
    });
    return insertSchedule(
      db.pool,
      { agentId: 'a', interval: minutes * MINUTE },
      {
        name,
        originAt: origin,
        activatedAt: origin,
        nextRunAt: plan.nextRunAt,
        nextRunSource: plan.source,
        decision: plan.decision,
        ...columns,
      },
    );
  }

  test('are those of all schedules, in order, within the time and the limit', async () => {
    const id = await schedule('third', 20);
    await schedule('half', 30, { jitter: 60_000 });
    await schedule('daily', 24 * 60);
    expect(await times()).toEqual(['third 12:20', 'half 12:30', 'third 12:40', 'third 13:00', 'half 13:00']);
    expect(await times({ limit: 2 })).toEqual(['third 12:20', 'half 12:30']);
    expect(await times({ limitEach: 1 })).toEqual(['third 12:20', 'half 12:30']);
    expect(await times({ minutes: 10 })).toEqual([]);
    const [third, half] = await read();
    expect(third).toEqual({
      scheduleId: id,
      name: 'third',
      at: new Date('2026-11-20T12:20:00Z'),
      fireAt: new Date('2026-11-20T12:20:00Z'),
      source: 'baseline-interval',
    });
    expect(Number(half?.fireAt)).toBeGreaterThan(Number(half?.at));
  });

  test('do not include those that will not run, and respect maxRuns', async () => {
    await schedule('off', 5, { enabled: false });
    await schedule('flagged', 5, { flag: 'invalid_target' });
    await schedule('template', 5, { template: true });
    await schedule('unreadable', 5, { interval: null, cronExpression: 'nonsense' });
    await schedule('twice', 10, { maxRuns: 5, runCount: 3 });
    // The planned run was made before SQL made the timing invalid; what follows it is unknown.
    expect(await times()).toEqual(['unreadable 12:05', 'twice 12:10', 'twice 12:20']);
    await db.pool.query(
      `INSERT INTO "AgentConfig" (key, value) VALUES ('scheduler', '{"scheduler": {"enabled": false}}')`,
    );
    expect(await times()).toEqual([]);
    await db.pool.query('DELETE FROM "AgentConfig"');
  });

  test('cost no more for many busy schedules than what is shown', async () => {
    await schedule('every second', 1 / 60);
    await db.pool.query(
      `INSERT INTO "Schedule" (id, name, repeat, interval, "targetType", "agentId", "originAt", "activatedAt", "nextRunAt", "nextRunSource", decision, "createdBy")
       SELECT id || n, name || n, repeat, interval, "targetType", "agentId", "originAt", "activatedAt", "nextRunAt", "nextRunSource", decision, "createdBy"
       FROM "Schedule", generate_series(1, 999) n`,
    );
    const runs = await read({ minutes: 1_440 });
    expect(runs).toHaveLength(500);
    expect(new Set(runs.map(({ at }) => at.getTime())).size).toBe(1);
    expect(new Set(runs.map(({ scheduleId }) => scheduleId)).size).toBe(500);
  });
});

describe('past runs', () => {
  const since = new Date(now.getTime() - 60 * MINUTE);
  const read = async (options: { limit?: number; earlier?: boolean } = {}) =>
    (await readRuns(db.pool, { since, limit: 1_000, earlier: true, idsFrom, ...options })).map(
      ({ name }) => name,
    );

  /** @param endedAgo in minutes; null: not ended */
  async function insertRun(
    name: string,
    minutesAgo: number,
    endedAgo: number | null,
    columns: Record<string, unknown> = {},
  ) {
    const at = new Date(now.getTime() - minutesAgo * MINUTE);
    const row: Record<string, unknown> = {
      id: idsFrom(at),
      targetType: 'agent',
      agentId: name,
      trigger: 'manual',
      fireAt: at,
      executionTime: at,
      status: 'success',
      runStatus: endedAgo === null ? 'running' : 'succeeded',
      completedAt: endedAgo === null ? null : new Date(now.getTime() - endedAgo * MINUTE),
      snapshot: '{}',
      traceId: 'x',
      ...columns,
    };
    const names = Object.keys(row);
    await db.pool.query(
      `INSERT INTO "ScheduleExecution" (${names.map((column) => `"${column}"`).join(', ')}) VALUES (${names.map((_, index) => `$${index + 1}`).join(', ')})`,
      Object.values(row),
    );
  }

  beforeEach(async () => {
    await insertRun('new', 5, 4);
    await insertRun('running', 20, null);
    await insertRun('ended within', 90, 30);
    await insertRun('ended before', 95, 70);
    await insertRun('running for days', 3 * 24 * 60, null);
    await insertRun('missed until now', 120, null, {
      status: 'skipped',
      runStatus: null,
      reason: 'overlap',
      lastSlotAt: new Date(now.getTime() - 2 * MINUTE),
    });
  });

  test('are those active since then, whenever they began, newest first', async () => {
    expect(await read()).toEqual(['new', 'running', 'ended within', 'missed until now', 'running for days']);
    // Active runs are returned however many have started since.
    expect(await read({ limit: 1 })).toEqual([
      'new',
      'running',
      'ended within',
      'missed until now',
      'running for days',
    ]);
    expect(await read({ earlier: false })).toEqual(['new', 'running']);
    expect(await read({ earlier: false, limit: 1 })).toEqual(['new']);
  });

  test('have the current name of the schedule, or else the one at that time', async () => {
    await insertAgent(db.pool, 'new', 'http://127.0.0.1:9/run', { name: 'The new one' });
    const scheduleId = await insertSchedule(db.pool, { agentId: 'a', interval: MINUTE }, { name: 'Hourly' });
    await insertRun('a', 2, 1, { scheduleId });
    await insertRun('a', 3, 1, { scheduleId: 'gone', snapshot: '{"scheduleName": "Old hourly"}' });
    expect((await read()).slice(0, 3)).toEqual(['Hourly', 'Old hourly', 'The new one']);
  });
});
