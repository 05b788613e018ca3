import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ClaimLimits, claimAttempts } from '../../../src/db/jobs/claim/claim-attempts.js';
import { requestCancellation, STOP_GRACE_MS } from '../../../src/db/jobs/end/cancel-attempts.js';
import { failOverdueAttempts } from '../../../src/db/jobs/end/fail-late-attempts.js';
import {
  attemptsClaimedUnder,
  freeAttemptsOfDeadWorkers,
  freeForgottenAttempts,
  MAX_REDELIVERIES,
  markDeadWorkers,
} from '../../../src/db/jobs/end/recover-attempts.js';
import { writeAnswers } from '../../../src/db/jobs/end/write-answers.js';
import { departWorker, releaseAborted, releaseUnsent } from '../../../src/db/workers/worker-lease.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { rollBack } from '../../support/lock-waits.js';
import { insertAgent, insertExpanded } from '../../support/rows.js';
import { claimFixture, completed } from './claim-fixture.js';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase({ writer: 'engine' });
  for (const id of ['one', 'two']) await insertAgent(db.pool, id, 'http://127.0.0.1:9/run');
});
afterAll(() => db.drop());
beforeEach(() => db.pool.query('TRUNCATE "ScheduleExecution", "AgentJobExecution", "Worker"'));

const { register, jobs, attemptOf } = claimFixture(() => db.pool);

describe('an attempt of a dead worker', () => {
  const die = () =>
    db.pool.query(`UPDATE "Worker" SET "leaseExpiresAt" = now() - interval '1 second' WHERE state <> 'dead'`);

  test('is sent again up to three times, then ends as lost and retryable', async () => {
    const { attemptIds } = await jobs('one', 1);
    const [id] = attemptIds as [string];
    for (let redelivery = 0; redelivery <= MAX_REDELIVERIES; redelivery += 1) {
      const lease = await register(`w${redelivery}`);
      expect(await claimAttempts(db.pool, lease, 1)).toMatchObject([{ id, redeliveries: redelivery }]);
      await die();
      expect(await markDeadWorkers(db.pool)).toHaveLength(1);
      const expected =
        redelivery < MAX_REDELIVERIES ? { redelivered: 1, lost: 0 } : { redelivered: 0, lost: 1 };
      expect(await freeAttemptsOfDeadWorkers(db.pool)).toEqual(expected);
      expect((await writeAnswers(db.pool, lease, [completed(id)])).written).toEqual(new Set());
    }
    expect(await attemptOf(id)).toMatchObject({
      status: 'dead_letter',
      error: { code: 'WORKER_LOST', retryable: true },
    });
  });

  test('is sent again after the lease, even if the clock was set back before its worker died', async () => {
    await jobs('one', 1);
    await claimAttempts(db.pool, await register('gone'), 1);
    await db.pool.query(
      `UPDATE "Worker" SET "heartbeatAt" = "heartbeatAt" + interval '1 hour', "leaseExpiresAt" = "leaseExpiresAt" + interval '1 hour'`,
    );
    expect(await markDeadWorkers(db.pool)).toEqual([]);
    const { rows } = await db.pool.query(
      `SELECT "leaseExpiresAt" BETWEEN clock_timestamp() AND clock_timestamp() + interval '30 minutes' AS soon FROM "Worker"`,
    );
    expect(rows).toEqual([{ soon: true }]);
  });

  test('of a worker that stopped is sent again, and not that of a worker that still runs', async () => {
    const { attemptIds } = await jobs('one', 2);
    const [stopping, running] = [await register('stopping'), await register('running')];
    await claimAttempts(db.pool, stopping, 1);
    await claimAttempts(db.pool, running, 1);
    await departWorker(db.pool, stopping);
    expect(await freeAttemptsOfDeadWorkers(db.pool)).toEqual({ redelivered: 1, lost: 0 });
    // No worker has it now: the next look must not count it again.
    expect(await freeAttemptsOfDeadWorkers(db.pool)).toEqual({ redelivered: 0, lost: 0 });
    expect(await claimAttempts(db.pool, running, 9)).toMatchObject([{ id: attemptIds[0], redeliveries: 1 }]);
  });

  test('is left alone once the agent accepted it', async () => {
    const { attemptIds } = await jobs('one', 1);
    const lease = await register('w');
    await claimAttempts(db.pool, lease, 1);
    await db.pool.query(`UPDATE "AgentJobExecution" SET "acceptedAt" = now()`);
    await die();
    await markDeadWorkers(db.pool);
    expect(await freeAttemptsOfDeadWorkers(db.pool)).toEqual({ redelivered: 0, lost: 0 });
    expect(await claimAttempts(db.pool, await register('x'), 10)).toEqual([]);
    expect(await attemptOf(attemptIds[0] as string)).toMatchObject({ status: 'running', workerId: 'w' });
  });

  test.each<[string, ClaimLimits]>([
    ['an agent', {}],
    ['a limited agent', { limited: ['one'], allowed: [{ id: 'one', total: 9, fresh: 9 }] }],
  ])('is not sent again if %s reports on it before another worker claims it', async (_, limits) => {
    const { attemptIds } = await jobs('one', 2);
    await claimAttempts(db.pool, await register('w'), 2);
    await die();
    await markDeadWorkers(db.pool);
    expect(await freeAttemptsOfDeadWorkers(db.pool)).toEqual({ redelivered: 2, lost: 0 });
    await db.pool.query(`UPDATE "AgentJobExecution" SET "acceptedAt" = now() WHERE id = $1`, [attemptIds[0]]);
    const claimed = await claimAttempts(db.pool, await register('x'), 9, limits);
    expect(claimed.map(({ id }) => id)).toEqual([attemptIds[1]]);
  });

  test('is left alone while a transaction locks it, without delaying the others', async () => {
    const { attemptIds } = await jobs('one', 2);
    await claimAttempts(db.pool, await register('w'), 2);
    await die();
    await markDeadWorkers(db.pool);
    const agent = await db.pool.connect();
    const recovery = await db.pool.connect();
    try {
      await agent.query('BEGIN');
      await agent.query('SELECT FROM "AgentJobExecution" WHERE id = $1 FOR UPDATE', [attemptIds[0]]);
      await recovery.query(`SET lock_timeout = '1s'`);
      expect(await freeAttemptsOfDeadWorkers(recovery)).toEqual({ redelivered: 1, lost: 0 });
    } finally {
      await rollBack(agent);
      recovery.release(true);
    }
    expect(await freeAttemptsOfDeadWorkers(db.pool)).toEqual({ redelivered: 1, lost: 0 });
  });

  test('stays that of a worker that died, even if the worker stops later, until it registers again', async () => {
    const stoppedAt = async () => (await db.pool.query('SELECT "stoppedAt" FROM "Worker"')).rows[0].stoppedAt;
    const lost = await register('w');
    await die();
    await markDeadWorkers(db.pool);
    await departWorker(db.pool, lost);
    expect(await stoppedAt()).toBeNull();
    await departWorker(db.pool, await register('w'));
    expect(await stoppedAt()).toBeInstanceOf(Date);
    await register('w');
    expect(await stoppedAt()).toBeNull();
  });

  test('is left alone while the lease holds', async () => {
    await jobs('one', 1);
    await claimAttempts(db.pool, await register('w'), 1);
    expect(await markDeadWorkers(db.pool)).toEqual([]);
    expect(await freeAttemptsOfDeadWorkers(db.pool)).toEqual({ redelivered: 0, lost: 0 });
  });

  test('that was never sent is given back: it goes first, and does not count as a redelivery', async () => {
    const [given, other] = [await jobs('one', 1), await jobs('one', 1, 9)];
    const lease = await register('w');
    const [claimed] = await claimAttempts(db.pool, lease, 2);
    expect(claimed?.id).toBe(other.attemptIds[0]);
    await releaseUnsent(db.pool, lease, given.attemptIds);
    await jobs('two', 1, 99);
    expect(await claimAttempts(db.pool, await register('x'), 1)).toMatchObject([
      { id: given.attemptIds[0], redeliveries: 0 },
    ]);
  });

  test.each([
    ['releaseUnsent', releaseUnsent],
    ['releaseAborted', releaseAborted],
  ])('is not given back under a lease that the worker has lost: %s', async (_, release) => {
    const { attemptIds } = await jobs('one', 1);
    const lost = await register('w');
    await claimAttempts(db.pool, lost, 1);
    await die();
    await markDeadWorkers(db.pool);
    await freeAttemptsOfDeadWorkers(db.pool);
    const lease = await register('w');
    await claimAttempts(db.pool, lease, 1);
    await release(db.pool, lost, attemptIds);
    expect(await attemptsClaimedUnder(db.pool, lease)).toEqual(attemptIds);
  });

  test('that was never sent gets its whole time again, however long it waits', async () => {
    const { attemptIds } = await insertExpanded(db.pool, { agentId: 'one', jobs: [{}], timeout: 50 });
    const lease = await register('w');
    await claimAttempts(db.pool, lease, 1);
    await releaseUnsent(db.pool, lease, attemptIds);
    await db.pool.query('SELECT pg_sleep(0.1)');
    expect(await failOverdueAttempts(db.pool)).toEqual([]);
    const { rows } = await db.pool.query(
      `SELECT "startedAt", "sentAt", "deadlineAt" FROM "AgentJobExecution" WHERE id = $1`,
      attemptIds,
    );
    expect(rows).toEqual([{ startedAt: null, sentAt: null, deadlineAt: null }]);
    const [claimed] = await claimAttempts(db.pool, await register('x'), 1);
    expect(claimed?.msLeft).toBeGreaterThan(0);
  });

  test('that was perhaps sent keeps its times', async () => {
    const { attemptIds } = await jobs('one', 1);
    const [first] = await claimAttempts(db.pool, await register('dead'), 1);
    const { sentAt, startedAt } = await attemptOf(first?.id ?? '');
    await db.pool.query(
      `UPDATE "Worker" SET "leaseExpiresAt" = now() - interval '1 second' WHERE id = 'dead'`,
    );
    await markDeadWorkers(db.pool);
    await freeAttemptsOfDeadWorkers(db.pool);
    const lease = await register('w');
    await claimAttempts(db.pool, lease, 1);
    await releaseUnsent(db.pool, lease, attemptIds);
    expect(await claimAttempts(db.pool, await register('x'), 1)).toMatchObject([
      { id: attemptIds[0], redeliveries: 1, deadlineAt: first?.deadlineAt },
    ]);
    expect(await attemptOf(first?.id ?? '')).toMatchObject({ sentAt, startedAt });
  });
});

describe('an attempt that its worker gave back to be cancelled', () => {
  test.each([
    ['was sent', releaseAborted, 1],
    ['was not sent', releaseUnsent, 0],
  ])('and that %s is claimed only if nobody cancels it', async (_, release, redeliveries) => {
    const { id, attemptIds } = await jobs('one', 1);
    const lease = await register('w');
    await claimAttempts(db.pool, lease, 1);
    await requestCancellation(db.pool, { scheduleExecutionId: id });
    await release(db.pool, lease, attemptIds);
    expect(await claimAttempts(db.pool, lease, 1)).toEqual([]);
    await db.pool.query(
      `UPDATE "AgentJobExecution" SET "cancelRequestedAt" = now() - $1 * interval '1 millisecond'`,
      [2 * STOP_GRACE_MS + 1],
    );
    expect(await claimAttempts(db.pool, lease, 1)).toMatchObject([{ id: attemptIds[0], redeliveries }]);
    expect((await attemptOf(attemptIds[0] ?? '')).cancelRequestedAt).toBeNull();
  });
});

describe('an attempt that a worker has claimed only according to its row', () => {
  test('is freed under the lease of its claim, unless its agent accepted it', async () => {
    const { attemptIds } = await jobs('one', 3);
    const old = await register('w');
    await claimAttempts(db.pool, old, 1);
    const lease = await register('w');
    await claimAttempts(db.pool, lease, 2);
    expect((await attemptsClaimedUnder(db.pool, lease)).sort()).toEqual(attemptIds.slice(1));
    await db.pool.query(`UPDATE "AgentJobExecution" SET "acceptedAt" = now() WHERE id = $1`, [attemptIds[1]]);
    expect(await attemptsClaimedUnder(db.pool, lease)).toEqual([attemptIds[2]]);
    expect(await freeForgottenAttempts(db.pool, lease, attemptIds)).toEqual({ redelivered: 1, lost: 0 });
    expect(await claimAttempts(db.pool, lease, 9)).toMatchObject([{ id: attemptIds[2], redeliveries: 1 }]);
  });
});
