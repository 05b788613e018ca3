import { afterEach, beforeEach, expect, test } from 'vitest';
import { stopOverdueRuns } from '../../../src/db/runs/end/overdue-runs.js';
import { accepts } from '../../support/agent-server.js';
import { eventually } from '../../support/engine.js';
import { holding } from '../../support/lock-waits.js';
import { insertExpanded, insertSchedule } from '../../support/rows.js';
import { createEngineFixture, type EngineFixture } from '../engine-fixture.js';

let fixture: EngineFixture;
beforeEach(async () => {
  fixture = await createEngineFixture({ maxConcurrency: 1 });
  await fixture.db.pool.query(`UPDATE "AgentRegistry" SET "cancelUrl" = $1`, [
    `${new URL(fixture.agent.url).origin}/cancel`,
  ]);
});
afterEach(() => fixture?.stop());

/** A run of two jobs, the first of which is at its agent; the agent takes one at a time. */
async function begun(columns: Record<string, unknown>): Promise<{ scheduleId: string; runId: string }> {
  fixture.agent.behave(accepts);
  const scheduleId = await insertSchedule(
    fixture.db.pool,
    { agentId: 'agent', interval: 3_600_000, nextRunAt: new Date(Date.now() - 1_000) },
    { concurrencyPolicy: 'queue', ...columns },
  );
  await fixture.agent.calls(1);
  const { rows } = await fixture.db.pool.query(`SELECT id FROM "ScheduleExecution" WHERE "scheduleId" = $1`, [
    scheduleId,
  ]);
  return { scheduleId, runId: rows[0].id };
}

test('a run that exceeds zombieThresholdMs is stopped and fails, its agents are notified, and the next run starts', async () => {
  await fixture.start({ safetyNetMs: 500 });
  const { scheduleId, runId } = await begun({
    zombieThresholdMs: 6_000, // the first job is sent before, also on a busy machine
    timeout: 600_000,
    failureCount: 0,
  });
  await fixture.db.pool.query(
    `UPDATE "Schedule" SET "nextRunAt" = clock_timestamp() - interval '10 milliseconds' WHERE id = $1`,
    [scheduleId],
  );
  const run = await fixture.ended(runId);
  expect(run).toMatchObject({
    runStatus: 'failed',
    reason: 'run_timeout',
    jobsCreated: 1,
    jobsCancelled: 1,
    jobsFailed: 0,
    errors: [{ message: 'The run exceeded zombieThresholdMs (6000 ms) and was stopped.', count: 1 }],
  });
  expect(await fixture.attempts(runId)).toMatchObject([{ status: 'cancelled', reason: 'run_timeout' }]);
  // Its slot is free: what was queued behind it is sent.
  await eventually(
    fixture.db.pool,
    `SELECT FROM "AgentJobExecution" WHERE "scheduleId" = $1 AND "scheduleExecutionId" <> $2 AND "acceptedAt" IS NOT NULL`,
    [scheduleId, runId],
    ({ length }) => length === 1,
  );
  const { rows } = await fixture.db.pool.query('SELECT "failureCount" FROM "Schedule" WHERE id = $1', [
    scheduleId,
  ]);
  expect(rows[0].failureCount).toBe(1);
  await fixture.agent.notices(1);
  expect(fixture.agent.cancellations).toMatchObject([
    {
      executionId: (await fixture.attempts(runId))[0]?.id,
      reason: 'The run exceeded the time limit of its schedule.',
    },
  ]);
});

test('a run without a limit, one that has ended in time, and one that waits for its turn continue', async () => {
  const { pool } = fixture.db;
  const bounded = async (change: string) => {
    const { id } = await insertExpanded(pool, { agentId: 'agent', jobs: [{}] });
    await pool.query(`UPDATE "ScheduleExecution" SET ${change} WHERE id = $1`, [id]);
    return id;
  };
  await bounded(`"overdueAt" = NULL`);
  await bounded(`"overdueAt" = now() + interval '1 hour'`);
  await bounded(`"overdueAt" = now(), "runStatus" = 'succeeded', "completedAt" = now()`);
  await bounded(`"overdueAt" = now(), "waitingSince" = now()`);
  await bounded(`"overdueAt" = now(), "cancelRequestedAt" = now()`);
  expect(await stopOverdueRuns(pool)).toEqual([]);
});

test('a run whose row is locked is stopped when it is free, and blocks no other', async () => {
  fixture.agent.behave(accepts);
  const { pool } = fixture.db;
  const ids: string[] = [];
  for (const params of [{}, {}])
    ids.push((await insertExpanded(pool, { agentId: 'agent', jobs: [params] })).id);
  await pool.query(`UPDATE "ScheduleExecution" SET "overdueAt" = now() - interval '1 minute'`);
  const [held = '', free = ''] = ids;
  await holding(
    fixture.db.url,
    `SELECT FROM "ScheduleExecution" WHERE id = '${held}' FOR UPDATE`,
    async () => {
      await fixture.start({ safetyNetMs: 500 });
      expect((await fixture.ended(free)).runStatus).toBe('failed');
      expect((await fixture.attempts(held)).map(({ status }) => status)).not.toContain('cancelled');
    },
  );
  expect(await fixture.ended(held)).toMatchObject({ runStatus: 'failed', jobsCancelled: 1 });
});

test('the time of a run starts at its fireAt, when its turn comes, and again when it is reopened', async () => {
  const { pool } = fixture.db;
  const { id } = await insertExpanded(pool, { agentId: 'agent', jobs: [{}] });
  const insert = async (columns: string, values: string) =>
    (
      await pool.query(
        `INSERT INTO "ScheduleExecution" (id, "targetType", trigger, "fireAt", "executionTime", snapshot, "traceId" ${columns})
         VALUES (gen_random_uuid()::text, 'agent', 'manual', now() + interval '1 day', now(), '{"zombieThresholdMs": 3600000}', 't' ${values})
         RETURNING id, "overdueAt" - "fireAt" = interval '1 hour' AS bounded`,
      )
    ).rows[0];
  expect(await insert('', '')).toMatchObject({ bounded: true });
  const waiting = await insert(', "waitingSince"', ', now()');
  expect(waiting.bounded).toBeNull();
  const bound = async (change: string, which: string) =>
    (
      await pool.query(
        `UPDATE "ScheduleExecution" SET ${change} WHERE id = $1 RETURNING "overdueAt" > now() AS later`,
        [which],
      )
    ).rows[0].later;
  expect(await bound(`"waitingSince" = NULL`, waiting.id)).toBe(true);
  await bound(
    `snapshot = '{"zombieThresholdMs": 3600000}', "runStatus" = 'failed', "overdueAt" = '2020-01-01'`,
    id,
  );
  expect(await bound(`"runStatus" = 'running'`, id)).toBe(true);
  expect(await stopOverdueRuns(pool)).toEqual([]);
});
