import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { claimAttempts, claimMore, type Lease } from '../../../src/db/jobs/claim/claim-attempts.js';
import { freeAttemptsOfDeadWorkers } from '../../../src/db/jobs/end/recover-attempts.js';
import { type AnswerRecord, writeAnswers } from '../../../src/db/jobs/end/write-answers.js';
import type { Queryable } from '../../../src/db/system/queryable.js';
import { departWorker, releaseUnsent } from '../../../src/db/workers/worker-lease.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { rollBack } from '../../support/lock-waits.js';
import { insertAgent } from '../../support/rows.js';
import { claimFixture, completed } from './claim-fixture.js';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase({ writer: 'engine' });
  for (const id of ['one', 'two', 'three']) await insertAgent(db.pool, id, 'http://127.0.0.1:9/run');
});
afterAll(() => db.drop());
beforeEach(() => db.pool.query('TRUNCATE "ScheduleExecution", "AgentJobExecution", "Worker"'));

const { register, jobs, attemptOf } = claimFixture(() => db.pool);

describe('claims', () => {
  test('go by priority, then age', async () => {
    const [low, high, late] = [await jobs('one', 2), await jobs('two', 2, 5), await jobs('one', 1, 5)];
    const lease = await register('w');
    const claimed = await claimAttempts(db.pool, lease, 4);
    expect(claimed.map(({ id }) => id)).toEqual([...high.attemptIds, ...late.attemptIds, low.attemptIds[0]]);
    expect(claimed[0]).toMatchObject({ jobId: expect.any(String), params: { n: 0 }, redeliveries: 0 });
    expect(claimed[0]?.msLeft).toBeGreaterThan(59_000);
    expect(claimed[0]?.msLeft).toBeLessThanOrEqual(60_001); // stored to the millisecond
  });

  test.each([{ byAgent: false }, { byAgent: true }])(
    'leave attempts to others if their limits are not known to this worker yet, $byAgent',
    async ({ byAgent }) => {
      const agents = ['narrow', 'paced', 'open'];
      await insertAgent(db.pool, 'narrow', 'http://127.0.0.1:9/run', { maxConcurrency: 1 });
      await insertAgent(db.pool, 'paced', 'http://127.0.0.1:9/run', { rateLimit: { limit: 1, per: 1_000 } });
      await insertAgent(db.pool, 'open', 'http://127.0.0.1:9/run');
      await db.pool.query(
        `INSERT INTO "AgentCircuit" ("agentId", state, failures, "failedProbes", "openedAt", "nextProbeAt", reason)
       VALUES ('open', 'open', 5, 0, now(), now(), 'it answered 503')`,
      );
      for (const id of ['one', ...agents]) await jobs(id, 2);
      const lease = await register('w');
      const claimed = await claimAttempts(db.pool, lease, 10, { byAgent });
      expect(claimed.map(({ agentId }) => agentId)).toEqual(['one', 'one']);
      const allowed = [{ id: 'narrow', total: 1, fresh: 1 }];
      const allowedOnly = await claimAttempts(db.pool, lease, 10, { byAgent, limited: agents, allowed });
      expect(allowedOnly.map(({ agentId }) => agentId)).toEqual(['narrow']);
      await db.pool.query('DELETE FROM "AgentRegistry" WHERE id = ANY ($1)', [agents]);
    },
  );

  test('take the work of a deleted agent, whatever is left of its circuit', async () => {
    await db.pool.query(
      `INSERT INTO "AgentCircuit" ("agentId", state, failures, "failedProbes", "openedAt", "nextProbeAt", reason)
       VALUES ('gone', 'open', 5, 0, now(), now(), 'it answered 503')`,
    );
    await jobs('gone', 2);
    const lease = await register('w');
    for (const byAgent of [false, true])
      expect(await claimAttempts(db.pool, lease, 1, { byAgent })).toMatchObject([{ agentId: 'gone' }]);
    await db.pool.query('TRUNCATE "AgentCircuit"');
  });

  test('of many workers at once never take the same attempt', async () => {
    await jobs('one', 100);
    const leases = await Promise.all(['a', 'b', 'c', 'd'].map((id) => register(id)));
    const rounds = await Promise.all(
      leases.flatMap((lease) => Array.from({ length: 5 }, () => claimAttempts(db.pool, lease, 10))),
    );
    const ids = rounds.flat().map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    ids.push(...(await claimAttempts(db.pool, leases[0] as Lease, 100)).map(({ id }) => id));
    expect(ids).toHaveLength(100);
  });

  test('see what was released in the current millisecond, and nothing later', async () => {
    const { attemptIds } = await jobs('one', 2);
    await db.pool.query(
      `UPDATE "AgentJobExecution" SET "releasedAt" = clock_timestamp() + interval '1 minute' WHERE id = $1`,
      [attemptIds[1]],
    );
    await db.pool.query(`UPDATE "AgentJobExecution" SET "releasedAt" = clock_timestamp() WHERE id = $1`, [
      attemptIds[0],
    ]);
    expect((await claimAttempts(db.pool, await register('w'), 10)).map(({ id }) => id)).toEqual([
      attemptIds[0],
    ]);
  });

  test('are made only while the lease holds', async () => {
    await jobs('one', 1);
    const lease = await register('w');
    expect(await claimAttempts(db.pool, { ...lease, epoch: lease.epoch - 1 }, 10)).toEqual([]);
    expect(await claimAttempts(db.pool, { ...lease, workerId: 'nobody' }, 10)).toEqual([]);
    await db.pool.query(`UPDATE "Worker" SET "leaseExpiresAt" = now() - interval '1 second'`);
    expect(await claimAttempts(db.pool, lease, 10)).toEqual([]);
    await departWorker(db.pool, lease);
    expect(await claimAttempts(db.pool, lease, 10)).toEqual([]);
    expect(await claimAttempts(db.pool, await register('w'), 10)).toHaveLength(1);
  });

  test('that continue find the same attempts, in the same order, under the same lease', async () => {
    const [low, high, late] = [await jobs('one', 2), await jobs('two', 2, 5), await jobs('one', 1, 5)];
    const lease = await register('w');
    expect(await claimMore(db.pool, { ...lease, epoch: lease.epoch - 1 }, 4)).toEqual([]);
    const claimed = [...(await claimMore(db.pool, lease, 2)), ...(await claimMore(db.pool, lease, 2))];
    expect(claimed.map(({ id }) => id)).toEqual([...high.attemptIds, ...late.attemptIds, low.attemptIds[0]]);
  });

  test.each([
    ['that start', claimAttempts],
    ['that continue', claimMore],
  ])('%s extend deadlines by the time until they are sent', async (_, claim) => {
    await jobs('one', 1);
    const [claimed] = await claim(db.pool, await register('w'), 1, { sendWithinMs: 30_000 });
    expect(claimed?.msLeft).toBeGreaterThan(80_000);
  });

  test('that continue find nothing if an agent may not be called at the moment', async () => {
    await jobs('one', 2);
    const lease = await register('w');
    await db.pool.query(`UPDATE "AgentRegistry" SET "maxConcurrency" = 1 WHERE id = 'three'`);
    expect(await claimMore(db.pool, lease, 10)).toEqual([]);
    await db.pool.query('UPDATE "AgentRegistry" SET "maxConcurrency" = NULL');
    expect(await claimMore(db.pool, lease, 10)).toHaveLength(2);
  });

  test.each([
    ['that start', claimAttempts],
    ['that continue', claimMore],
  ])('%s read no more than they claim, even if all waiting jobs belong to one agent', async (_, claim) => {
    await jobs('one', 3_000);
    await db.pool.query('ANALYZE "AgentJobExecution"');
    const plans: string[] = [];
    await claim(explaining(plans), await register('w'), 50);
    expect(mostRows(plans[0]), plans[0]).toBeLessThanOrEqual(100);
  });
});

/** The largest number of rows that one part of a plan read. */
function mostRows(plan = ''): number {
  const rows = [...plan.matchAll(/actual rows=([\d.]+) loops=(\d+)/g)];
  const removed = [...plan.matchAll(/Rows Removed by [A-Za-z ]+: (\d+)/g)];
  expect(rows.length).toBeGreaterThan(5);
  return Math.max(
    ...rows.map(([, count, loops]) => Number(count) * Number(loops)),
    ...removed.map(([, count]) => Number(count)),
  );
}

describe('a run that was asked to stop', () => {
  const allowed = ['one', 'two'].map((id) => ({ id, total: 9, fresh: 9 }));
  test.each([
    { how: 'in line', limits: {} },
    { how: 'agent by agent', limits: { byAgent: true } },
    { how: 'within limits', limits: { limited: ['one', 'two'], allowed } },
    { how: 'within limits, agent by agent', limits: { limited: ['one', 'two'], allowed, byAgent: true } },
  ])('is passed over $how, also what a worker left unsent of it', async ({ limits }) => {
    const stopped = await jobs('one', 3, 5);
    const lease = await register('w');
    const [left] = await claimAttempts(db.pool, lease, 1, limits);
    await releaseUnsent(db.pool, lease, [left?.id ?? '']);
    const others = [...(await jobs('two', 2)).attemptIds, ...(await jobs('one', 1)).attemptIds];
    await db.pool.query('UPDATE "ScheduleExecution" SET "cancelRequestedAt" = now() WHERE id = $1', [
      stopped.id,
    ]);
    const claimed = await claimAttempts(db.pool, lease, 9, limits);
    expect(claimed.map(({ id }) => id).sort()).toEqual(others.sort());
    // Retried after its end.
    await db.pool.query('UPDATE "ScheduleExecution" SET "cancelRequestedAt" = NULL');
    const retried = await claimAttempts(db.pool, lease, 9, limits);
    expect(retried.map(({ id }) => id)).toEqual(stopped.attemptIds);
  });

  test('leaves the other runs to a claim that looks at all', async () => {
    const stopped = await jobs('one', 1, 5);
    await jobs('two', 1);
    const lease = await register('w');
    await db.pool.query('UPDATE "ScheduleExecution" SET "cancelRequestedAt" = now() WHERE id = $1', [
      stopped.id,
    ]);
    expect(await claimMore(db.pool, lease, 9)).toEqual([]);
    await db.pool.query(`UPDATE "ScheduleExecution" SET "runStatus" = 'cancelled' WHERE id = $1`, [
      stopped.id,
    ]);
    await db.pool.query(
      `UPDATE "AgentJobExecution" SET status = 'cancelled' WHERE "scheduleExecutionId" = $1`,
      [stopped.id],
    );
    expect(await claimMore(db.pool, lease, 9)).toHaveLength(1);
  });
});

describe('limited agents', () => {
  test('are skipped unless they are allowed', async () => {
    const [free, other] = [await jobs('one', 2), await jobs('two', 5, 9)];
    const lease = await register('w');
    for (const byAgent of [false, true]) {
      const claimed = await claimAttempts(db.pool, lease, 1, { limited: ['two'], byAgent });
      expect(claimed.map(({ id }) => id)).toEqual([free.attemptIds[byAgent ? 1 : 0]]);
    }
    const allowed = [{ id: 'two', total: 3, fresh: 2 }];
    const claimed = await claimAttempts(db.pool, lease, 10, { limited: ['two'], allowed, byAgent: true });
    expect(claimed.map(({ id }) => id)).toEqual(other.attemptIds.slice(0, 2));
  });

  test('do not change the order of the others', async () => {
    const [late, high, early] = [await jobs('three', 3), await jobs('one', 2, 7), await jobs('two', 3, 7)];
    await jobs('other', 4, 9);
    await db.pool.query(
      `UPDATE "AgentJobExecution" SET "releasedAt" = "releasedAt" - interval '1 minute' WHERE "agentId" = 'two'`,
    );
    const lease = await register('w');
    const limits = { limited: ['other'], byAgent: true };
    const ids = async (limit: number) =>
      (await claimAttempts(db.pool, lease, limit, limits)).map(({ id }) => id).sort();
    expect(await ids(4)).toEqual([...early.attemptIds, high.attemptIds[0]].sort());
    expect(await ids(9)).toEqual([high.attemptIds[1], ...late.attemptIds].sort());
  });

  test('are sent what another worker left, within their limits', async () => {
    const { attemptIds } = await jobs('two', 5);
    const lease = await register('w');
    await claimAttempts(db.pool, lease, 3);
    await releaseUnsent(db.pool, lease, attemptIds);
    const limits = (total: number, fresh: number) => ({
      limited: ['two'],
      allowed: [{ id: 'two', total, fresh }],
    });
    expect(await claimAttempts(db.pool, lease, 10, { limited: ['two'] })).toEqual([]);
    const one = await claimAttempts(db.pool, lease, 10, limits(1, 1));
    const rest = await claimAttempts(db.pool, lease, 10, limits(3, 2));
    expect(one).toHaveLength(1);
    expect([...one, ...rest].map(({ id }) => id).sort()).toEqual(attemptIds.slice(0, 4));
  });

  test('are skipped even if very many of their jobs come first', async () => {
    await db.pool.query(
      `INSERT INTO "AgentJobExecution" (id, "jobId", "agentId", "scheduleExecutionId", status, params, "attemptTimeout", "retryConfig", "retriesLeft", "traceId", "releasedAt")
       SELECT 'throttled' || n, 'throttled' || n, 'two', 'none', 'pending', '{}', 60000, '{"maxRetries": 1}', 1, 'x', now() - interval '1 hour' FROM generate_series(1, 100000) n`,
    );
    const { attemptIds } = await jobs('one', 60);
    await db.pool.query('ANALYZE "AgentJobExecution"');
    const lease = await register('w');
    const plans: string[] = [];
    const limits = { limited: ['two'], allowed: [{ id: 'two', total: 1, fresh: 1 }], byAgent: true };
    await claimAttempts(explaining(plans), lease, 50, limits);
    expect(mostRows(plans[0]), plans[0]).toBeLessThanOrEqual(300);
    const claimed = await claimAttempts(db.pool, lease, 50, limits);
    expect(claimed.filter(({ agentId }) => agentId === 'one').map(({ id }) => id)).toEqual(
      attemptIds.slice(0, 49),
    );
  });
});

/** Runs what a statement would do, rolls it back, and keeps its plan. */
function explaining(plans: string[]): Queryable {
  const query = async (text: string, values?: unknown[]) => {
    const client = await db.pool.connect();
    try {
      await client.query('BEGIN');
      const { rows } = await client.query(`EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF) ${text}`, values);
      plans.push(rows.map((row) => row['QUERY PLAN'] as string).join('\n'));
    } finally {
      await rollBack(client);
    }
    return { rows: [], rowCount: 0 };
  };
  return { query } as unknown as Queryable;
}

describe('answers', () => {
  test('under a lost lease change nothing', async () => {
    const { attemptIds } = await jobs('one', 1);
    const [id] = attemptIds as [string];
    const old = await register('w');
    await claimAttempts(db.pool, old, 1);
    const fresh = await register('w');
    expect(fresh.epoch).toBe(old.epoch + 1);
    await freeAttemptsOfDeadWorkers(db.pool);
    expect((await writeAnswers(db.pool, old, [completed(id)])).written).toEqual(new Set());
    expect(await claimAttempts(db.pool, fresh, 1)).toMatchObject([{ id, redeliveries: 1 }]);
    expect((await writeAnswers(db.pool, old, [completed(id)])).written).toEqual(new Set());
    expect(await attemptOf(id)).toMatchObject({ status: 'running', result: null });
    expect((await writeAnswers(db.pool, fresh, [completed(id)])).written).toEqual(new Set([id]));
    expect((await writeAnswers(db.pool, fresh, [completed(id)])).written).toEqual(new Set());
    expect(await attemptOf(id)).toMatchObject({ status: 'completed', durationMs: 5, statusCode: 200 });
  });

  test('that PostgreSQL cannot store as JSON are stored after replacement', async () => {
    const { attemptIds } = await jobs('one', 2);
    const lease = await register('w');
    await claimAttempts(db.pool, lease, 2);
    const [odd, plain] = attemptIds.map((id) => completed(id)) as [AnswerRecord, AnswerRecord];
    odd.result = { text: 'a\0b\ud83d', slash: '\\u0000' };
    expect((await writeAnswers(db.pool, lease, [odd, plain])).written).toEqual(new Set(attemptIds));
    expect((await attemptOf(odd.id)).result).toEqual({ text: 'a\ufffdb\ufffd', slash: '\\u0000' });
  });

  test('with 202 leave the attempt running', async () => {
    const { attemptIds } = await jobs('one', 1);
    const lease = await register('w');
    await claimAttempts(db.pool, lease, 1);
    const record: AnswerRecord = {
      ...completed(attemptIds[0] as string),
      status: 'running',
      accepted: true,
      result: null,
      statusCode: 202,
    };
    await writeAnswers(db.pool, lease, [record]);
    const attempt = await attemptOf(record.id);
    expect(attempt).toMatchObject({
      status: 'running',
      statusCode: 202,
      completedAt: null,
      durationMs: null,
    });
    expect(attempt.acceptedAt).toBeInstanceOf(Date);
  });
});
