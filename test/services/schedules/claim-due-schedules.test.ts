import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { claimAttempts, type Lease } from '../../../src/db/jobs/claim/claim-attempts.js';
import { freeAttemptsOfDeadWorkers, markDeadWorkers } from '../../../src/db/jobs/end/recover-attempts.js';
import { databaseNow } from '../../../src/db/system/database-now.js';
import { registerWorker } from '../../../src/db/workers/worker-lease.js';
import { isDatabaseAway } from '../../../src/runtime/database/database-error.js';
import { createPool } from '../../../src/runtime/database/pool.js';
import { createSecretBox } from '../../../src/runtime/secrets/secret-box.js';
import { idsFrom } from '../../../src/schema/lists/time-ordered-id.js';
import { createAgentDirectory } from '../../../src/services/agents/agent-directory.js';
import { expandPlainExecutions } from '../../../src/services/runs/expand/expand-plain-executions.js';
import { singleJobOf } from '../../../src/services/runs/expand/single-job.js';
import {
  type ClaimSettings,
  claimDueSchedules,
  UnclaimableScheduleError,
} from '../../../src/services/schedules/claim/claim-due-schedules.js';
import { planUnplannedSchedules } from '../../../src/services/schedules/plan/plan-unplanned-schedules.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { holding, untilLockAwaited } from '../../support/lock-waits.js';
import { insertAgent, insertExecution, insertSchedule } from '../../support/rows.js';

/** A slot of some seconds ago is punctual, however slow the machine is. */
const SETTINGS: ClaimSettings = {
  timezone: 'UTC',
  enabled: true,
  misfireThresholdMs: 60_000,
  batchSize: 500,
};
const HOUR = 3_600_000;

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase({ writer: 'engine' });
  await insertAgent(db.pool, 'agent', 'http://127.0.0.1:9/run');
});
afterAll(() => db.drop());
beforeEach(() => db.pool.query('TRUNCATE "Schedule", "ScheduleExecution"'));

interface Row {
  id: string;
  scheduleId: string;
  status: string;
  runStatus: string | null;
  reason: string | null;
  slotAt: Date;
  lastSlotAt: Date | null;
  missedCount: number;
  snapshot: { params: unknown };
}

async function executionsOf(scheduleId: string): Promise<Row[]> {
  const { rows } = await db.pool.query<Row>(
    'SELECT * FROM "ScheduleExecution" WHERE "scheduleId" = $1 ORDER BY "slotAt"',
    [scheduleId],
  );
  return rows;
}

async function scheduleOf(id: string) {
  const { rows } = await db.pool.query<{
    enabled: boolean;
    nextRunAt: Date | null;
    runCount: number;
    lastRunAt: Date | null;
    flag: string | null;
  }>('SELECT * FROM "Schedule" WHERE id = $1', [id]);
  return rows[0];
}

/** A whole number of seconds in the past. */
async function ago(ms: number): Promise<Date> {
  const now = await databaseNow(db.pool);
  return new Date(Math.floor((now.getTime() - ms) / 1_000) * 1_000);
}

/** Slots of the last few seconds are not late, however long a busy machine takes to claim them. */
const PATIENT = { ...SETTINGS, misfireThresholdMs: 60_000 };

describe('every slot is claimed exactly once:', () => {
  test.each([2, 5])('%i claimers at once record one run for each of 200 slots', async (claimers) => {
    const slot = await ago(500);
    for (let n = 0; n < 200; n += 1)
      await insertSchedule(db.pool, { agentId: 'agent', interval: HOUR, nextRunAt: slot });
    const pool = createPool({ connectionString: db.url, max: claimers, applicationName: 'claimers' });
    const claimed = await Promise.all(
      Array.from({ length: claimers }, async () => {
        const ids: string[] = [];
        for (let round = 0; round < 40; round += 1)
          ids.push(...(await claimDueSchedules(pool, { ...SETTINGS, batchSize: 7 })).executionIds);
        return ids;
      }),
    );
    await pool.end();
    const { rows } = await db.pool.query(
      'SELECT count(*) AS rows, count(DISTINCT "scheduleId") AS schedules FROM "ScheduleExecution"',
    );
    expect(rows[0]).toEqual({ rows: 200, schedules: 200 });
    expect(new Set(claimed.flat()).size).toBe(200);
    expect(claimed.flat()).toHaveLength(200);
    expect(claimed.filter((ids) => ids.length > 0).length).toBeGreaterThan(1);
  });

  test('a connection killed between lock and commit changes nothing, and the next claim takes everything', async () => {
    const slot = await ago(500);
    const id = await insertSchedule(db.pool, { agentId: 'agent', interval: HOUR, nextRunAt: slot });
    const victim = createPool({ connectionString: db.url, max: 1, applicationName: 'victim' });
    // The claim waits for this lock at its insert; then its connection is cut.
    await holding(db.url, 'LOCK TABLE "ScheduleExecution" IN EXCLUSIVE MODE', async () => {
      const claim = claimDueSchedules(victim, SETTINGS);
      const failed = expect(claim).rejects.toSatisfy(isDatabaseAway);
      await untilLockAwaited(db.pool, 'victim');
      const meanwhile = await claimDueSchedules(db.pool, SETTINGS);
      expect(meanwhile.recorded).toEqual([]);
      await db.pool.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'victim' AND datname = current_database()`,
      );
      await failed;
    });
    await victim.end();

    expect(await executionsOf(id)).toEqual([]);
    expect((await scheduleOf(id))?.nextRunAt).toEqual(slot);
    expect((await claimDueSchedules(db.pool, SETTINGS)).executionIds).toHaveLength(1);
    expect(await scheduleOf(id)).toMatchObject({ runCount: 1, nextRunAt: new Date(slot.getTime() + HOUR) });
  });

  test('a thousand schedules take a few transactions, each of a handful of statements', async () => {
    const slot = await ago(500);
    await db.pool.query(
      `INSERT INTO "Schedule" (id, name, "repeat", "interval", timezone, "targetType", "agentId", "nextRunAt", "activatedAt", "originAt", "createdBy")
       SELECT 's' || n, 'many', 'repeating', 3600000, 'UTC', 'agent', 'agent', $1, $1, $1, 'test' FROM generate_series(1, 1000) n`,
      [slot],
    );
    const statements: string[] = [];
    const pool = createPool({ connectionString: db.url, max: 1, applicationName: 'counted' });
    pool.on('connect', (client) => {
      const query = client.query.bind(client) as (...args: unknown[]) => unknown;
      client.query = ((...args: unknown[]) => {
        statements.push(String(args[0]));
        return query(...args);
      }) as typeof client.query;
    });
    let claimed = 0;
    for (let more = true; more; ) {
      const claim = await claimDueSchedules(pool, SETTINGS);
      claimed += claim.executionIds.length;
      more = claim.more;
    }
    await pool.end();
    expect(claimed).toBe(1_000);
    expect(statements.filter((statement) => statement === 'COMMIT').length).toBeLessThanOrEqual(3);
    expect(statements.length).toBeLessThanOrEqual(20);
  });

  test('the statements of a claim are prepared before the first slot is due, once for each connection', async () => {
    const pool = createPool({
      connectionString: db.url,
      max: 1,
      applicationName: 'rehearsing',
      prepare: true,
    });
    const uses = async () => {
      const { rows } = await pool.query<{ statement: string; uses: number }>(
        `SELECT left(statement, 14) AS statement, (generic_plans + custom_plans)::int AS uses FROM pg_prepared_statements`,
      );
      return Object.fromEntries(rows.map((row) => [row.statement, row.uses]));
    };
    await claimDueSchedules(pool, SETTINGS);
    const rehearsed = await uses();
    await claimDueSchedules(pool, SETTINGS);
    const later = await uses();
    await pool.end();
    expect(rehearsed).toMatchObject({ 'SELECT date_tr': 1, 'WITH RECURSIVE': 1 });
    expect(later).toMatchObject({ 'SELECT date_tr': 2, 'WITH RECURSIVE': 1 });
  });

  test('a run of a single call gets its job with the claim, as its expansion would have made it; a repeated slot gets none', async () => {
    const slot = await ago(500);
    const columns = { params: { a: 1 }, retryConfig: { maxRetries: 2, backoff: 'fixed', delay: 1_000 } };
    const schedule = { agentId: 'agent', interval: HOUR, nextRunAt: slot, ...columns };
    const limited = { zombieThresholdMs: 60_000 };
    const [direct, apart] = [
      await insertSchedule(db.pool, schedule, limited),
      await insertSchedule(db.pool, schedule, limited),
    ];
    const directory = createAgentDirectory({ pool: db.pool, secretBox: createSecretBox(Buffer.alloc(32)) });
    const config = await directory.config();
    const claim = await claimDueSchedules(db.pool, SETTINGS, {
      planJob: async (execution) =>
        execution.scheduleId === direct ? singleJobOf(directory, execution, config) : undefined,
    });
    expect(claim.started.map(({ scheduleId }) => scheduleId)).toEqual([direct]);
    expect(claim.executionIds).toHaveLength(1);
    await expandPlainExecutions({ pool: db.pool, directory }, claim.executionIds);

    const own = /^(id|.*Id|.*At|xmin|traceId|executionTime|expandTries)$/;
    const rowsOf = async (table: string) => {
      const { rows } = await db.pool.query(
        `SELECT * FROM "${table}" WHERE "scheduleId" = ANY ($1) ORDER BY "scheduleId" = $2`,
        [[direct, apart], direct],
      );
      return rows.map((row) => ({
        row: Object.fromEntries(Object.entries(row).filter(([name]) => !own.test(name))),
        dates: Object.keys(row).filter((name) => row[name] instanceof Date),
      }));
    };
    for (const table of ['ScheduleExecution', 'AgentJobExecution']) {
      const [expanded, claimed] = await rowsOf(table);
      expect(claimed).toEqual(expanded);
    }
    expect(await executionsOf(direct)).toMatchObject([{ runStatus: 'running', overdueAt: expect.any(Date) }]);

    await db.pool.query('UPDATE "Schedule" SET "nextRunAt" = $1', [slot]);
    const again = await claimDueSchedules(db.pool, SETTINGS, {
      planJob: (execution) => singleJobOf(directory, execution, config),
    });
    expect(again).toMatchObject({ started: [], recorded: [], executionIds: [] });
    const { rows } = await db.pool.query(
      'SELECT count(*) AS jobs FROM "AgentJobExecution" WHERE "scheduleId" = ANY ($1)',
      [[direct, apart]],
    );
    expect(rows[0].jobs).toBe(2);
  });

  test('a slot that is already recorded is not recorded again', async () => {
    const slot = await ago(500);
    const id = await insertSchedule(db.pool, { agentId: 'agent', interval: HOUR, nextRunAt: slot });
    await claimDueSchedules(db.pool, SETTINGS);
    await db.pool.query('UPDATE "Schedule" SET "nextRunAt" = $2 WHERE id = $1', [id, slot]);
    expect(await claimDueSchedules(db.pool, SETTINGS)).toMatchObject({ executionIds: [], recorded: [] });
    expect(await executionsOf(id)).toHaveLength(1);
    expect(await scheduleOf(id)).toMatchObject({ nextRunAt: new Date(slot.getTime() + HOUR), runCount: 1 });
  });

  test('a slot that is already recorded does not use up the last of maxRuns', async () => {
    const slot = await ago(500);
    const id = await insertSchedule(
      db.pool,
      { agentId: 'agent', interval: HOUR, nextRunAt: slot },
      { maxRuns: 2 },
    );
    await claimDueSchedules(db.pool, SETTINGS);
    await db.pool.query('UPDATE "Schedule" SET "nextRunAt" = $2 WHERE id = $1', [id, slot]);
    await claimDueSchedules(db.pool, SETTINGS);
    expect(await planUnplannedSchedules(db.pool, 'UTC')).toBe(1);
    const nextRunAt = new Date(slot.getTime() + HOUR);
    expect(await scheduleOf(id)).toMatchObject({ enabled: true, nextRunAt, runCount: 1 });
  });
});

describe('a worker that can send at once', () => {
  const worker = { id: 'sender', host: 'test', pid: 1, version: '1', concurrency: 10, capabilities: {} };

  async function claimFor(
    lease: Lease,
    sender: { limit?: number; served?: string[]; limited?: string[] } = {},
  ) {
    const directory = createAgentDirectory({ pool: db.pool, secretBox: createSecretBox(Buffer.alloc(32)) });
    const config = await directory.config();
    return claimDueSchedules(db.pool, SETTINGS, {
      planJob: (execution) => singleJobOf(directory, execution, config),
      sendAtOnce: async () => ({ lease, limit: 10, served: [''], limited: [], sendWithinMs: 0, ...sender }),
    });
  }
  const attempts = async () =>
    (
      await db.pool.query(
        `SELECT id, status, "workerId", "leaseEpoch", "startedAt", "sentAt", "deadlineAt", params FROM "AgentJobExecution" ORDER BY priority DESC`,
      )
    ).rows;
  beforeEach(() => db.pool.query('TRUNCATE "AgentJobExecution", "ScheduleExecution", "Worker", outbox'));

  test('gets jobs with the claim, the most urgent first, under its lease; the others are queued', async () => {
    const lease = await registerWorker(db.pool, worker, 60_000);
    const slot = await ago(500);
    for (const priority of [1, 9, 5])
      await insertSchedule(
        db.pool,
        { agentId: 'agent', interval: HOUR, nextRunAt: slot, params: { z: 1, a: { y: 2, b: 3 } } },
        { priority },
      );
    const { started, claimed, executionIds } = await claimFor(lease, { limit: 2 });
    expect(started).toHaveLength(3);
    expect(executionIds).toEqual([]);
    expect(claimed.map(({ priority }) => priority).sort()).toEqual([5, 9]);
    const held = { status: 'running', workerId: 'sender', leaseEpoch: lease.epoch, sentAt: expect.any(Date) };
    const rows = await attempts();
    expect(rows).toMatchObject([held, held, { status: 'pending', workerId: null, sentAt: null }]);
    for (const one of claimed) {
      const row = rows.find(({ id }) => id === one.id);
      expect(one).toMatchObject({
        deadlineAt: row.deadlineAt,
        retryCount: 0,
        redeliveries: 0,
        agentId: 'agent',
      });
      // As a worker that sends it again would.
      expect(JSON.stringify(one.params)).toBe(JSON.stringify(row.params));
      expect(one.msLeft).toBeGreaterThan(0);
    }
    const { rows: events } = await db.pool.query(
      `SELECT "entityId", "previousStatus", status FROM outbox_event WHERE kind = 'job' ORDER BY pos`,
    );
    expect(events.map(({ entityId }) => entityId).sort()).toEqual(claimed.map(({ id }) => id).sort());
    expect(events[0]).toMatchObject({ previousStatus: 'pending', status: 'running' });
  });

  test.each([
    [
      'whose lease has expired',
      {},
      `UPDATE "Worker" SET "leaseExpiresAt" = clock_timestamp() - interval '1 s'`,
    ],
    ['that has another lease', {}, 'UPDATE "Worker" SET epoch = epoch + 1'],
    ['that has no room', { limit: 0 }, 'SELECT'],
    ['that cannot serve it', { served: ['other'] }, 'SELECT'],
    ['that knows of limits', { limited: ['agent'] }, 'SELECT'],
    [
      'that does not know of a concurrency limit yet',
      {},
      `UPDATE "AgentRegistry" SET "maxConcurrency" = 1 WHERE id = 'agent'`,
    ],
    [
      'that does not know of an open circuit yet',
      {},
      `INSERT INTO "AgentCircuit" ("agentId", state, failures, "openedAt", "nextProbeAt") VALUES ('agent', 'open', 5, now(), now() + interval '1 hour')`,
    ],
  ])('but one %s leaves the job queued', async (_, sender, change) => {
    const lease = await registerWorker(db.pool, worker, 60_000);
    await db.pool.query(change);
    await insertSchedule(db.pool, { agentId: 'agent', interval: HOUR, nextRunAt: await ago(500) });
    const { started, claimed } = await claimFor(lease, sender);
    expect(started).toHaveLength(1);
    expect(claimed).toEqual([]);
    expect(await attempts()).toMatchObject([{ status: 'pending', workerId: null, startedAt: null }]);
    await db.pool.query(`DELETE FROM "AgentCircuit"; UPDATE "AgentRegistry" SET "maxConcurrency" = NULL`);
  });

  test('leaves them to others if it dies before it sends', async () => {
    const lease = await registerWorker(db.pool, worker, 60_000);
    await insertSchedule(db.pool, { agentId: 'agent', interval: HOUR, nextRunAt: await ago(500) });
    const { claimed } = await claimFor(lease);
    await db.pool.query(`UPDATE "Worker" SET "leaseExpiresAt" = clock_timestamp() - interval '1 s'`);
    await markDeadWorkers(db.pool);
    expect(await freeAttemptsOfDeadWorkers(db.pool)).toMatchObject({ redelivered: 1 });
    const other = await registerWorker(db.pool, { ...worker, id: 'other' }, 60_000);
    expect(await claimAttempts(db.pool, other, 10)).toMatchObject([{ id: claimed[0]?.id, redeliveries: 1 }]);
  });
});

describe('a slot that will be due in a moment', () => {
  test('is locked before, and recorded when it is due by the clock of the database', async () => {
    const slot = new Date((await databaseNow(db.pool)).getTime() + 3_000);
    const id = await insertSchedule(db.pool, { agentId: 'agent', interval: HOUR, nextRunAt: slot });
    const late = new Date(slot.getTime() + 50);
    const other = await insertSchedule(db.pool, { agentId: 'agent', interval: HOUR, nextRunAt: late });
    expect(await claimDueSchedules(db.pool, SETTINGS)).toMatchObject({ isEmpty: true, nextDueAt: slot });
    const claim = await claimDueSchedules(db.pool, { ...SETTINGS, aheadMs: 30_000 });
    expect(claim).toMatchObject({ now: slot, executionIds: [expect.any(String)], nextDueAt: late });
    const { rows } = await db.pool.query(`SELECT "createdAt" >= $1 AS "isDue" FROM "ScheduleExecution"`, [
      slot,
    ]);
    expect(rows).toEqual([{ isDue: true }]);
    expect(claim.recorded.map((run) => run.id >= idsFrom(slot))).toEqual([true]);
    expect(await executionsOf(id)).toMatchObject([{ slotAt: slot, status: 'pending' }]);
    expect(await executionsOf(other)).toEqual([]);
  });

  test('counts with its job as of the period that begins with it', async () => {
    const slot = new Date((await databaseNow(db.pool)).getTime() + 3_000);
    await insertSchedule(db.pool, { agentId: 'agent', interval: HOUR, nextRunAt: slot });
    const directory = createAgentDirectory({ pool: db.pool, secretBox: createSecretBox(Buffer.alloc(32)) });
    const config = await directory.config();
    const claim = await claimDueSchedules(
      db.pool,
      { ...SETTINGS, aheadMs: 30_000 },
      { planJob: (run) => singleJobOf(directory, run, config, run.executionTime) },
    );
    const ids = [
      ...claim.recorded.map(({ id }) => id),
      ...claim.started.flatMap(({ id, jobId }) => [id, jobId]),
    ];
    expect(ids.map((id) => id >= idsFrom(slot))).toEqual([true, true, true]);
  });

  test('waits for its time behind nothing that is due', async () => {
    const [slot, now] = [await ago(500), await databaseNow(db.pool)];
    const due = await insertSchedule(db.pool, { agentId: 'agent', interval: HOUR, nextRunAt: slot });
    const soon = new Date(now.getTime() + 60_000);
    await insertSchedule(db.pool, { agentId: 'agent', interval: HOUR, nextRunAt: soon });
    const claim = await claimDueSchedules(db.pool, { ...SETTINGS, aheadMs: 120_000 });
    expect(claim.recorded.map(({ scheduleId }) => scheduleId)).toEqual([due]);
    expect(claim).toMatchObject({ more: false, nextDueAt: soon });
  });

  test('overlaps with what is active when it is due, not with what has ended by then', async () => {
    const slot = new Date((await databaseNow(db.pool)).getTime() + 3_000);
    const columns = { concurrencyPolicy: 'forbid' };
    const id = await insertSchedule(db.pool, { agentId: 'agent', interval: HOUR, nextRunAt: slot }, columns);
    const going = await insertExecution(db.pool, { agentId: 'agent' });
    await db.pool.query('UPDATE "ScheduleExecution" SET "scheduleId" = $2 WHERE id = $1', [going, id]);
    const claim = claimDueSchedules(db.pool, { ...SETTINGS, aheadMs: 30_000 });
    await db.pool.query(
      `UPDATE "ScheduleExecution" SET "expandedAt" = clock_timestamp(), "completedAt" = clock_timestamp(), "runStatus" = 'succeeded', status = 'success' WHERE id = $1`,
      [going],
    );
    expect((await claim).executionIds).toHaveLength(1);
  });
});

describe('late slots', () => {
  test('become one run for the newest and one row for the others, with their number', async () => {
    const first = await ago(120_000);
    const id = await insertSchedule(db.pool, { agentId: 'agent', interval: 10_000, nextRunAt: first });
    const { executionIds, now } = await claimDueSchedules(db.pool, SETTINGS);
    const missed = Math.floor((now.getTime() - first.getTime()) / 10_000);
    const newest = new Date(first.getTime() + missed * 10_000);
    expect(executionIds).toHaveLength(1);
    expect(await executionsOf(id)).toMatchObject([
      {
        status: 'skipped',
        runStatus: null,
        reason: 'misfire',
        slotAt: first,
        lastSlotAt: new Date(newest.getTime() - 10_000),
        missedCount: missed,
      },
      { status: 'pending', runStatus: 'pending', reason: null, slotAt: newest },
    ]);
    expect(await scheduleOf(id)).toMatchObject({
      runCount: 1,
      nextRunAt: new Date(newest.getTime() + 10_000),
    });
  });

  test('each run while the oldest is not late', async () => {
    const first = await ago(3_000);
    const id = await insertSchedule(db.pool, { agentId: 'agent', interval: 1_000, nextRunAt: first });
    const { executionIds } = await claimDueSchedules(db.pool, PATIENT);
    expect(executionIds.length).toBeGreaterThanOrEqual(3);
    expect((await executionsOf(id)).every(({ status }) => status === 'pending')).toBe(true);
  });

  test('follow the threshold of the settings', async () => {
    const first = await ago(3_000);
    const id = await insertSchedule(db.pool, { agentId: 'agent', interval: 1_000, nextRunAt: first });
    await claimDueSchedules(db.pool, { ...SETTINGS, misfireThresholdMs: 1_000 });
    const rows = await executionsOf(id);
    expect(rows.filter(({ status }) => status === 'pending')).toHaveLength(1);
    expect(rows.filter(({ reason }) => reason === 'misfire')).toHaveLength(1);
  });
});

describe('slots that do not run', () => {
  test('are recorded while the scheduler is disabled', async () => {
    const first = await ago(150_000);
    const id = await insertSchedule(db.pool, { agentId: 'agent', interval: 60_000, nextRunAt: first });
    const { executionIds } = await claimDueSchedules(db.pool, { ...SETTINGS, enabled: false });
    expect(executionIds).toEqual([]);
    expect(await executionsOf(id)).toMatchObject([
      { reason: 'scheduler_disabled', status: 'skipped', missedCount: 3 },
    ]);
    expect(await scheduleOf(id)).toMatchObject({ enabled: true, runCount: 0 });
  });

  test.each([
    ['is gone', `DELETE FROM "AgentRegistry" WHERE id = 'moody'`],
    ['is disabled', `UPDATE "AgentRegistry" SET enabled = false WHERE id = 'moody'`],
  ])('block the schedule when its agent %s; it runs again when the agent is back', async (_, change) => {
    await insertAgent(db.pool, 'moody', 'http://127.0.0.1:9/run');
    await db.pool.query(change);
    const first = await ago(150_000);
    const id = await insertSchedule(db.pool, { agentId: 'moody', interval: 60_000, nextRunAt: first });
    expect((await claimDueSchedules(db.pool, SETTINGS)).executionIds).toEqual([]);
    expect(await executionsOf(id)).toMatchObject([
      { reason: 'invalid_target', status: 'skipped', missedCount: 3 },
    ]);
    const flagged = await scheduleOf(id);
    expect(flagged).toMatchObject({ enabled: true, flag: 'invalid_target', runCount: 0 });
    expect(flagged?.nextRunAt?.getTime()).toBeGreaterThan(Date.now());

    await db.pool.query(`DELETE FROM "AgentRegistry" WHERE id = 'moody'`);
    await insertAgent(db.pool, 'moody', 'http://127.0.0.1:9/run');
    await db.pool.query(`UPDATE "Schedule" SET "nextRunAt" = $2 WHERE id = $1`, [id, await ago(0)]);
    expect((await claimDueSchedules(db.pool, SETTINGS)).executionIds).toHaveLength(1);
    expect((await scheduleOf(id))?.flag).toBeNull();
    await db.pool.query(`DELETE FROM "AgentRegistry" WHERE id = 'moody'`);
  });

  test('extend one row while they have the same reason', async () => {
    const id = await insertSchedule(db.pool, {
      agentId: 'agent',
      interval: 60_000,
      nextRunAt: await ago(150_000),
    });
    /** A different instant each time. */
    const justNow = async () => new Date((await databaseNow(db.pool)).getTime() - 50);
    const missOnce = () => claimDueSchedules(db.pool, { ...SETTINGS, enabled: false });
    expect(await missOnce()).toMatchObject({ recorded: [{ missedCount: 3 }], extending: [] });
    const [first] = await executionsOf(id);
    await db.pool.query(`UPDATE "Schedule" SET "nextRunAt" = $2 WHERE id = $1`, [id, await justNow()]);
    expect(await missOnce()).toMatchObject({ recorded: [], extending: [{ missedCount: 1 }] });
    const rows = await executionsOf(id);
    expect(rows).toMatchObject([{ reason: 'scheduler_disabled', missedCount: 4, slotAt: first?.slotAt }]);
    expect(rows[0]?.lastSlotAt?.getTime()).toBeGreaterThan(first?.lastSlotAt?.getTime() ?? 0);

    await db.pool.query(`UPDATE "Schedule" SET "nextRunAt" = $2 WHERE id = $1`, [id, await justNow()]);
    expect((await claimDueSchedules(db.pool, SETTINGS)).executionIds).toHaveLength(1);
    await db.pool.query(`UPDATE "Schedule" SET "nextRunAt" = $2 WHERE id = $1`, [id, await justNow()]);
    expect(await missOnce()).toMatchObject({ recorded: [{ missedCount: 1 }], extending: [] });
  });

  test.each([
    ['an invalid cron expression', { cronExpression: 'now and then' }],
    ['an unknown zone', { cronExpression: '0 * * * *', timezone: 'Mars/Olympus' }],
    ['neither cron nor interval', { repeat: 'repeating' }],
  ])('of a schedule with %s written by SQL block it, and delay nobody else', async (_, columns) => {
    const slot = await ago(500);
    const bad = await insertSchedule(
      db.pool,
      { agentId: 'agent', nextRunAt: slot },
      { repeat: 'repeating', ...columns },
    );
    const good = await insertSchedule(db.pool, { agentId: 'agent', interval: HOUR, nextRunAt: slot });
    const { executionIds, more } = await claimDueSchedules(db.pool, SETTINGS);
    expect(executionIds).toHaveLength(1);
    expect(more).toBe(false);
    expect(await executionsOf(good)).toMatchObject([{ status: 'pending' }]);
    expect(await executionsOf(bad)).toMatchObject([
      { status: 'skipped', reason: 'invalid_timing', slotAt: slot },
    ]);
    expect(await scheduleOf(bad)).toMatchObject({ enabled: true, nextRunAt: null, flag: 'invalid_timing' });
    expect(await planUnplannedSchedules(db.pool, 'UTC')).toBe(0);
    // When it is corrected, it runs again.
    await db.pool.query(
      `UPDATE "Schedule" SET "cronExpression" = NULL, "interval" = 60000, timezone = 'UTC', "nextRunAt" = clock_timestamp() - interval '5 milliseconds' WHERE id = $1`,
      [bad],
    );
    expect((await claimDueSchedules(db.pool, SETTINGS)).executionIds).toHaveLength(1);
    expect((await scheduleOf(bad))?.flag).toBeNull();
  });
});

const nested = `${'{"a":'.repeat(6_000)}1${'}'.repeat(6_000)}`;

describe.each([
  ['params that are too deep', `params = '${nested}'`, `params = '{}'`],
  ['retries that are too deep', `"retryConfig" = '${nested}'`, `"retryConfig" = NULL`],
  ['a deadline before all time', `"startingDeadline" = 9000000000000000000`, `"startingDeadline" = NULL`],
  ['the most runs that can be counted', `"runCount" = 2147483647`, `"runCount" = 0`],
])('a schedule with %s, written by SQL,', (_, damage, repair) => {
  test('is not claimed until it is corrected, and the others are', async () => {
    const ids: string[] = [];
    for (const ms of [5_000, 4_000, 3_000, 2_000, 1_000])
      ids.push(await insertSchedule(db.pool, { agentId: 'agent', interval: HOUR, nextRunAt: await ago(ms) }));
    const bad = ids[2] as string;
    await db.pool.query(`UPDATE "Schedule" SET ${damage} WHERE id = $1`, [bad]);
    const claimed: string[] = [];
    const except: string[] = [];
    for (let more = true; more; ) {
      try {
        const claim = await claimDueSchedules(db.pool, { ...SETTINGS, except });
        claimed.push(...claim.recorded.flatMap(({ scheduleId }) => scheduleId ?? []));
        if (except.length > 0 && !claim.more)
          expect(claim.nextDueAt?.getTime()).toBeGreaterThan(claim.now.getTime());
        more = claim.more;
      } catch (error) {
        if (!(error instanceof UnclaimableScheduleError)) throw error;
        except.push(error.scheduleId);
      }
    }
    expect(except).toEqual([bad]);
    // It is due, and says nothing about when the others are.
    const { now, nextDueAt } = await claimDueSchedules(db.pool, { ...SETTINGS, except });
    expect(nextDueAt?.getTime()).toBeGreaterThan(now.getTime());
    expect(claimed.sort()).toEqual(ids.filter((id) => id !== bad).sort());
    await db.pool.query(`UPDATE "Schedule" SET ${repair} WHERE id = $1`, [bad]);
    expect((await claimDueSchedules(db.pool, SETTINGS)).recorded).toMatchObject([{ scheduleId: bad }]);
  });
});

describe('the end of a schedule', () => {
  test('comes for a one-time schedule after its run, which disables or deletes it', async () => {
    const slot = await ago(500);
    const disabled = await insertSchedule(db.pool, { agentId: 'agent', startAt: slot, nextRunAt: slot });
    const deleted = await insertSchedule(
      db.pool,
      { agentId: 'agent', startAt: slot, nextRunAt: slot, params: { kept: 1 } },
      { afterOnce: 'delete' },
    );
    expect((await claimDueSchedules(db.pool, SETTINGS)).executionIds).toHaveLength(2);
    expect(await scheduleOf(disabled)).toMatchObject({ enabled: false, nextRunAt: null, runCount: 1 });
    expect(await scheduleOf(deleted)).toBeUndefined();
    expect(await executionsOf(deleted)).toMatchObject([
      { status: 'pending', snapshot: { params: { kept: 1 } } },
    ]);
  });

  test('comes with maxRuns', async () => {
    const first = await ago(3_000);
    const id = await insertSchedule(
      db.pool,
      { agentId: 'agent', interval: 1_000, nextRunAt: first },
      { maxRuns: 2 },
    );
    expect((await claimDueSchedules(db.pool, PATIENT)).executionIds).toHaveLength(2);
    expect(await scheduleOf(id)).toMatchObject({ enabled: false, nextRunAt: null, runCount: 2 });
    expect((await claimDueSchedules(db.pool, SETTINGS)).recorded).toEqual([]);
  });

  test('comes with endAt, which is excluded', async () => {
    const first = await ago(3_000);
    const id = await insertSchedule(
      db.pool,
      { agentId: 'agent', interval: 1_000, nextRunAt: first },
      { endAt: new Date(first.getTime() + 2_000) },
    );
    expect((await claimDueSchedules(db.pool, PATIENT)).executionIds).toHaveLength(2);
    expect(await scheduleOf(id)).toMatchObject({ enabled: false, nextRunAt: null });
  });
});

describe('enabled schedules without a next run', () => {
  test('are planned; one that has no slot left is disabled', async () => {
    const planned = await insertSchedule(db.pool, { agentId: 'agent', interval: 60_000 });
    const template = await insertSchedule(
      db.pool,
      { agentId: 'agent', interval: 60_000 },
      { template: true },
    );
    const over = await insertSchedule(
      db.pool,
      { agentId: 'agent', interval: 60_000 },
      { maxRuns: 1, runCount: 1 },
    );
    const bad = await insertSchedule(db.pool, { agentId: 'agent', cronExpression: '* * *' });
    expect(await planUnplannedSchedules(db.pool, 'UTC')).toBe(3);
    expect((await scheduleOf(planned))?.nextRunAt?.getTime()).toBeGreaterThan(Date.now() - 1_000);
    expect(await scheduleOf(template)).toMatchObject({ enabled: true, nextRunAt: null });
    expect(await scheduleOf(over)).toMatchObject({ enabled: false, nextRunAt: null });
    expect(await scheduleOf(bad)).toMatchObject({ enabled: true, nextRunAt: null, flag: 'invalid_timing' });
    expect(await planUnplannedSchedules(db.pool, 'UTC')).toBe(0);
  });
});
