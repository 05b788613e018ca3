import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { RELEASED_AT_ONCE } from '../../../src/db/runs/release-batches.js';
import { msUntilNextDue } from '../../../src/db/system/next-due.js';
import { withTransaction } from '../../../src/runtime/database/pool.js';
import { advanceBatches, releaseDueBatches } from '../../../src/services/runs/release-batches.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { holding, rollBack, untilLockAwaited } from '../../support/lock-waits.js';
import { insertAgent, insertExpanded } from '../../support/rows.js';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase({ writer: 'engine' });
  await insertAgent(db.pool, 'agent', 'http://127.0.0.1:9/run');
});
afterAll(() => db.drop());
beforeEach(() => db.pool.query('TRUNCATE "ScheduleExecution", "AgentJobExecution"'));

const six = (staggerDelay = 0) =>
  insertExpanded(db.pool, {
    agentId: 'agent',
    jobs: Array.from({ length: 6 }, (_, n) => ({ n })),
    batchSize: 2,
    staggerDelay,
  });

async function executionOf(id: string) {
  const { rows } = await db.pool.query<Record<string, unknown> & { nextBatchAt: Date | null }>(
    'SELECT * FROM "ScheduleExecution" WHERE id = $1',
    [id],
  );
  return rows[0];
}

const send = (ids: readonly string[]) =>
  db.pool.query(`UPDATE "AgentJobExecution" SET status = 'running', "sentAt" = now() WHERE id = ANY ($1)`, [
    ids,
  ]);
const accept = (ids: readonly string[]) =>
  db.pool.query(`UPDATE "AgentJobExecution" SET "acceptedAt" = now() WHERE id = ANY ($1)`, [ids]);

describe('the next batch', () => {
  test('waits until each job of the last one was answered: accepted is enough, failed too', async () => {
    const { id, attemptIds } = await six();
    await send(attemptIds.slice(0, 2));
    await accept(attemptIds.slice(0, 1));
    expect(await advanceBatches(db.pool, [id])).toMatchObject({ advanced: 0, busy: [] });
    await db.pool.query(
      `UPDATE "AgentJobExecution" SET status = 'failed', error = '{"message": "no"}' WHERE id = $1`,
      [attemptIds[1]],
    );
    expect(await advanceBatches(db.pool, [id], { quietMs: 60_000 })).toMatchObject({ advanced: 0, busy: [] });
    expect(await advanceBatches(db.pool, [id])).toMatchObject({ advanced: 1, busy: [] });
    expect(await releaseDueBatches(db.pool, 10)).toMatchObject({
      batches: [{ scheduleExecutionId: id, batchIndex: 1, released: 2 }],
    });
    expect(await executionOf(id)).toMatchObject({ batchCursor: 1, nextBatchAt: null, jobsEnqueued: 4 });
    const { rows } = await db.pool.query(
      'SELECT count(*) AS n FROM "AgentJobExecution" WHERE "releasedAt" IS NOT NULL',
    );
    expect(rows[0]?.n).toBe(4);
  });

  test('is released staggerDelay after that, not before', async () => {
    const { id, attemptIds } = await six(60_000);
    await send(attemptIds.slice(0, 2));
    await accept(attemptIds.slice(0, 2));
    await advanceBatches(db.pool, null);
    expect((await releaseDueBatches(db.pool, 10)).batches).toEqual([]);
    const wait = await msUntilNextDue(db.pool, 'batch');
    expect(wait).toBeGreaterThan(30_000);
    expect(wait).toBeLessThanOrEqual(60_000);
    // Another answer does not postpone it.
    const before = (await executionOf(id))?.nextBatchAt;
    expect(await advanceBatches(db.pool, null)).toMatchObject({ advanced: 0, busy: [] });
    expect((await executionOf(id))?.nextBatchAt).toEqual(before);
  });

  test('can follow an acceptance that was written while the run was locked, with the next answer', async () => {
    const { id, attemptIds } = await six();
    await send(attemptIds.slice(0, 2));
    await accept(attemptIds.slice(0, 1));
    const holder = await db.pool.connect();
    try {
      await holder.query('BEGIN');
      await holder.query('SELECT FROM "ScheduleExecution" WHERE id = $1 FOR UPDATE', [id]);
      expect(await advanceBatches(db.pool, [id], { uncounted: [id] })).toMatchObject({ busy: [id] });
    } finally {
      await rollBack(holder);
    }
    expect(await advanceBatches(db.pool, [id], { uncounted: [id] })).toMatchObject({ advanced: 1, busy: [] });
    // The second answer checks the counters only.
    expect(await executionOf(id)).toMatchObject({ jobsUnanswered: 1, jobsStarted: 1, nextBatchAt: null });
  });

  test('is skipped if nothing of it is left', async () => {
    const { id, attemptIds } = await six();
    await db.pool.query(
      `UPDATE "AgentJobExecution" SET status = 'cancelled', "settledAt" = now() WHERE id = ANY ($1)`,
      [attemptIds.slice(2, 4)],
    );
    await send(attemptIds.slice(0, 2));
    await accept(attemptIds.slice(0, 2));
    await advanceBatches(db.pool, [id]);
    for (let more: number | null = 0; more !== null; more = await msUntilNextDue(db.pool, 'batch'))
      await releaseDueBatches(db.pool, 10);
    expect(await executionOf(id)).toMatchObject({ batchCursor: 2, nextBatchAt: null });
    const { rows } = await db.pool.query<{ id: string }>(
      `SELECT id FROM "AgentJobExecution" WHERE status = 'pending' AND "releasedAt" IS NOT NULL ORDER BY id`,
    );
    expect(rows.map((row) => row.id)).toEqual(attemptIds.slice(4));
  });

  test('settles the delivery with its last answer if it is the last one', async () => {
    const { id, attemptIds } = await insertExpanded(db.pool, { agentId: 'agent', jobs: [{}, {}] });
    await send(attemptIds);
    await accept(attemptIds);
    expect(await executionOf(id)).toMatchObject({ status: 'pending' });
    await advanceBatches(db.pool, [id]);
    expect(await executionOf(id)).toMatchObject({ status: 'success', runStatus: 'running' });
  });

  test('is released in parts if it is large; it is the newest with its last part, and only then another can follow', async () => {
    const size = 2 * RELEASED_AT_ONCE + 5;
    const jobs = Array.from({ length: size + 2 }, (_, n) => ({ n }));
    const { id } = await insertExpanded(db.pool, { agentId: 'agent', jobs, batchSize: size });
    // Makes the first batch unreleased, with a batch before it.
    await db.pool.query(
      `UPDATE "AgentJobExecution" SET "releasedAt" = NULL, "batchIndex" = "batchIndex" + 1 WHERE "scheduleExecutionId" = $1`,
      [id],
    );
    await db.pool.query(
      `UPDATE "ScheduleExecution" SET batches = 3, "nextBatchAt" = now(), "jobsEnqueued" = 0, "jobsUnanswered" = 0 WHERE id = $1`,
      [id],
    );
    const answerReleased = async () => {
      const { rows } = await db.pool.query<{ id: string }>(
        `SELECT id FROM "AgentJobExecution" WHERE "releasedAt" IS NOT NULL AND status = 'pending'`,
      );
      await send(rows.map((row) => row.id));
      await accept(rows.map((row) => row.id));
      return rows.length;
    };
    for (const part of [1, 2]) {
      expect(await releaseDueBatches(db.pool, 10)).toMatchObject({
        batches: [{ batchIndex: 1, released: RELEASED_AT_ONCE, more: true }],
        more: true,
      });
      expect(await executionOf(id)).toMatchObject({
        ...{ batchCursor: 0, nextBatchAt: expect.any(Date), jobsEnqueued: part * RELEASED_AT_ONCE },
      });
      expect(await answerReleased()).toBe(RELEASED_AT_ONCE);
      expect(await advanceBatches(db.pool, null)).toMatchObject({ advanced: 0 });
    }
    expect(await releaseDueBatches(db.pool, 10)).toMatchObject({
      batches: [{ batchIndex: 1, released: 5, more: false }],
      more: false,
    });
    expect(await executionOf(id)).toMatchObject({ batchCursor: 1, nextBatchAt: null, jobsEnqueued: size });
    expect(await advanceBatches(db.pool, [id])).toMatchObject({ advanced: 0 });
    await answerReleased();
    expect(await advanceBatches(db.pool, [id])).toMatchObject({ advanced: 1 });
    expect(await releaseDueBatches(db.pool, 10)).toMatchObject({ batches: [{ batchIndex: 2, released: 2 }] });
  });

  test('of a locked run is reported as busy', async () => {
    const { id, attemptIds } = await six();
    await send(attemptIds.slice(0, 2));
    await accept(attemptIds.slice(0, 2));
    await withTransaction(db.pool, async (client) => {
      await client.query('SELECT FROM "ScheduleExecution" WHERE id = $1 FOR UPDATE', [id]);
      expect(await advanceBatches(db.pool, [id])).toMatchObject({ advanced: 0, busy: [id] });
    });
    expect(await advanceBatches(db.pool, [id])).toMatchObject({ advanced: 1, busy: [] });
  });

  test('is released once by two that look at once', async () => {
    const executions = await Promise.all(Array.from({ length: 20 }, () => six()));
    await db.pool.query(
      `UPDATE "AgentJobExecution" SET status = 'running', "acceptedAt" = now() WHERE "batchIndex" = 0`,
    );
    await advanceBatches(db.pool, null);
    const rounds = await Promise.all(Array.from({ length: 8 }, () => releaseDueBatches(db.pool, 5)));
    rounds.push(await releaseDueBatches(db.pool, 100));
    const released = rounds.flatMap(({ batches }) =>
      batches.map(({ scheduleExecutionId }) => scheduleExecutionId),
    );
    expect(released.sort()).toEqual(executions.map(({ id }) => id).sort());
  });

  test('of a run that was cancelled by SQL is not released, and is not due any more', async () => {
    const { id } = await six();
    await db.pool.query(
      `UPDATE "ScheduleExecution" SET "cancelRequestedAt" = now(), "nextBatchAt" = now() WHERE id = $1`,
      [id],
    );
    expect((await releaseDueBatches(db.pool, 10)).batches).toEqual([]);
    expect(await msUntilNextDue(db.pool, 'batch')).toBeNull();
    expect(await executionOf(id)).toMatchObject({ batchCursor: 0 });
  });
});

test('a locked job delays only itself', async () => {
  const [first, second] = [await six(), await six()];
  for (const { id, attemptIds } of [first, second]) {
    await send(attemptIds.slice(0, 2));
    await accept(attemptIds.slice(0, 2));
    await advanceBatches(db.pool, [id]);
  }
  const lock = `SELECT FROM "AgentJobExecution" WHERE id = '${first.attemptIds[2]}' FOR UPDATE`;
  await holding(db.url, lock, async () => {
    const { batches } = await releaseDueBatches(db.pool, 10);
    expect(batches).toHaveLength(2);
    expect(batches).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({ scheduleExecutionId: first.id, released: 1, more: true }),
        expect.objectContaining({ scheduleExecutionId: second.id, released: 2, more: false }),
      ]),
    );
    expect(await executionOf(first.id)).toMatchObject({ batchCursor: 0, nextBatchAt: expect.any(Date) });
    expect(await releaseDueBatches(db.pool, 10)).toMatchObject({ batches: [], more: false });
  });
  expect(await releaseDueBatches(db.pool, 10)).toMatchObject({
    batches: [{ scheduleExecutionId: first.id, released: 1, more: false }],
  });
  expect(await executionOf(first.id)).toMatchObject({ batchCursor: 1, nextBatchAt: null });
});

describe('a worker that can send at once', () => {
  const lease = { workerId: 'worker', epoch: 1 };
  const claim = { lease, limit: 2, served: [''], limited: [], sendWithinMs: 0, isAlone: true };
  beforeAll(() =>
    db.pool.query(
      `INSERT INTO "Worker" (id, host, pid, version, concurrency, "leaseExpiresAt") VALUES ('worker', 'host', 1, '1', 1, now() + interval '1 hour')`,
    ),
  );

  /** Its second batch of three jobs is due. */
  async function due() {
    const jobs = Array.from({ length: 6 }, (_, n) => ({ n }));
    const { id, attemptIds } = await insertExpanded(db.pool, { agentId: 'agent', jobs, batchSize: 3 });
    await send(attemptIds.slice(0, 3));
    await accept(attemptIds.slice(0, 3));
    await advanceBatches(db.pool, [id]);
    return { id, attemptIds: attemptIds.slice(3) };
  }
  const inLine = async () => {
    const { rows } = await db.pool.query<{ id: string }>(
      `SELECT id FROM "AgentJobExecution" WHERE status = 'pending' AND "releasedAt" IS NOT NULL AND "workerId" IS NULL ORDER BY id`,
    );
    return rows.map(({ id }) => id);
  };

  test('claims jobs with their release, as many as it has room for', async () => {
    const { id, attemptIds } = await due();
    const first = await releaseDueBatches(db.pool, 10, claim);
    expect(first).toMatchObject({ more: true, batches: [{ batchIndex: 1, released: 2, claimed: 2 }] });
    expect(await executionOf(id)).toMatchObject({
      batchCursor: 0,
      jobsEnqueued: 5,
      nextBatchAt: expect.any(Date),
    });
    const rest = await releaseDueBatches(db.pool, 10, claim);
    expect(rest).toMatchObject({ more: false, batches: [{ batchIndex: 1, released: 1, claimed: 1 }] });
    expect(await executionOf(id)).toMatchObject({ batchCursor: 1, jobsEnqueued: 6, nextBatchAt: null });
    const claimed = [...first.claimed, ...rest.claimed];
    expect(claimed.map((attempt) => attempt.id).sort()).toEqual(attemptIds);
    for (const attempt of claimed)
      expect(attempt).toMatchObject({
        agentId: 'agent',
        deadlineAt: expect.any(Date),
        msLeft: expect.any(Number),
      });
    const { rows } = await db.pool.query(
      `SELECT DISTINCT status, "workerId", "leaseEpoch", "sentAt" IS NOT NULL AS sent, "releasedAt" IS NOT NULL AS released
       FROM "AgentJobExecution" WHERE id = ANY ($1)`,
      [attemptIds],
    );
    expect(rows).toEqual([
      { status: 'running', workerId: 'worker', leaseEpoch: 1, sent: true, released: true },
    ]);
  });

  test.for([
    ['under an expired lease', { ...claim, lease: { ...lease, epoch: 2 } }],
    ['if it cannot serve them', { ...claim, served: ['other'] }],
    ['if it knows of limits of their agent', { ...claim, limited: ['agent'] }],
  ] as const)('claims none %s: they are queued', async ([, own]) => {
    const { attemptIds } = await due();
    const { claimed, batches } = await releaseDueBatches(db.pool, 10, own);
    expect(claimed).toEqual([]);
    expect(batches).toMatchObject([{ released: 2, claimed: 0 }]);
    const waiting = await inLine();
    expect(waiting).toHaveLength(2);
    expect(attemptIds).toEqual(expect.arrayContaining(waiting));
  });

  test('claims none if several batches are due, because priorities order what is queued', async () => {
    const both = [...(await due()).attemptIds, ...(await due()).attemptIds];
    expect(await releaseDueBatches(db.pool, 10, claim)).toMatchObject({ claimed: [] });
    expect(await inLine()).toEqual(both.sort());
  });

  const amongOthers = { ...claim, isAlone: false };

  /** Claims jobs as another worker would, up to its commit. */
  async function claimElsewhere(attemptIds: readonly string[]) {
    const other = await db.pool.connect();
    await other.query('BEGIN');
    await other.query(
      `UPDATE "AgentJobExecution" SET "releasedAt" = now(), status = 'running' WHERE id = ANY ($1)`,
      [attemptIds],
    );
    return async (end: 'COMMIT' | 'ROLLBACK') => {
      await other.query(end);
      other.release();
    };
  }

  test('passes over jobs that another worker is claiming, and ends the batch when none is left', async () => {
    const { id, attemptIds } = await due();
    const end = await claimElsewhere(attemptIds.slice(0, 2));
    const { batches, claimed } = await releaseDueBatches(db.pool, 10, amongOthers);
    expect(batches).toMatchObject([{ released: 1, claimed: 1, more: true }]);
    expect(claimed.map((attempt) => attempt.id)).toEqual(attemptIds.slice(2));
    const nothing = { batches: [], claimed: [], more: false };
    expect(await releaseDueBatches(db.pool, 10, amongOthers)).toMatchObject(nothing);
    expect(await executionOf(id)).toMatchObject({ batchCursor: 0, nextBatchAt: expect.any(Date) });
    await end('COMMIT');
    expect(await releaseDueBatches(db.pool, 10, amongOthers)).toMatchObject(nothing);
    expect(await executionOf(id)).toMatchObject({ batchCursor: 1, jobsEnqueued: 4, nextBatchAt: null });
  });

  test('claims what another worker did not claim in the end', async () => {
    const { id, attemptIds } = await due();
    const end = await claimElsewhere(attemptIds.slice(0, 2));
    await releaseDueBatches(db.pool, 10, amongOthers);
    await end('ROLLBACK');
    const { claimed } = await releaseDueBatches(db.pool, 10, amongOthers);
    expect(claimed.map((attempt) => attempt.id)).toEqual(attemptIds.slice(0, 2));
    await releaseDueBatches(db.pool, 10, amongOthers);
    expect(await executionOf(id)).toMatchObject({ batchCursor: 1, jobsEnqueued: 6, nextBatchAt: null });
  });

  test('many workers claim each job once, and the counters agree', async () => {
    const { id, attemptIds } = await due();
    const claimed: string[] = [];
    for (let round = 0; round < 10; round += 1)
      for (const result of await Promise.all(
        Array.from({ length: 5 }, () => releaseDueBatches(db.pool, 10, { ...amongOthers, limit: 1 })),
      ))
        claimed.push(...result.claimed.map((attempt) => attempt.id));
    expect(claimed.sort()).toEqual(attemptIds);
    expect(await executionOf(id)).toMatchObject({ batchCursor: 1, jobsEnqueued: 6, nextBatchAt: null });
  });

  test('gives back the jobs of a run that is cancelled while the claim waits for it', async () => {
    const { id, attemptIds } = await due();
    const other = await db.pool.connect();
    await other.query('BEGIN');
    await other.query('UPDATE "ScheduleExecution" SET "cancelRequestedAt" = now() WHERE id = $1', [id]);
    const releasing = releaseDueBatches(db.pool, 10, claim);
    await untilLockAwaited(db.pool);
    await other.query('COMMIT');
    other.release();
    expect(await releasing).toMatchObject({ batches: [], claimed: [], more: false });
    const { rows } = await db.pool.query(
      `SELECT DISTINCT "workerId", "sentAt" FROM "AgentJobExecution" WHERE id = ANY ($1) AND status = 'running'`,
      [attemptIds],
    );
    expect(rows).toEqual([{ workerId: null, sentAt: null }]);
  });

  test('does not repeat a batch that another worker ended, and after which the next one is due', async () => {
    const { id, attemptIds } = await due();
    await db.pool.query(
      `UPDATE "AgentJobExecution" SET "releasedAt" = now(), status = 'running' WHERE id = ANY ($1)`,
      [attemptIds],
    );
    // The statement reads the run before the other worker ends the batch, and waits for its lock.
    const other = await db.pool.connect();
    await other.query('BEGIN');
    await other.query(
      `UPDATE "ScheduleExecution" SET "batchCursor" = 1, "nextBatchAt" = now() + interval '1 hour' WHERE id = $1`,
      [id],
    );
    const releasing = releaseDueBatches(db.pool, 10, amongOthers);
    await untilLockAwaited(db.pool);
    await other.query('COMMIT');
    other.release();
    await releasing;
    expect(await executionOf(id)).toMatchObject({ batchCursor: 1, nextBatchAt: expect.any(Date) });
  });

  test('leaves a run whose lock is not free soon', async () => {
    const { id } = await due();
    await withTransaction(db.pool, async (client) => {
      await client.query('SELECT FROM "ScheduleExecution" WHERE id = $1 FOR UPDATE', [id]);
      expect(await releaseDueBatches(db.pool, 10, claim)).toMatchObject({ batches: [], claimed: [] });
    });
    expect(await executionOf(id)).toMatchObject({ batchCursor: 0, nextBatchAt: expect.any(Date) });
  });

  test('only releases what is left of a batch with a locked job', async () => {
    const { id, attemptIds } = await due();
    await withTransaction(db.pool, async (client) => {
      await client.query('SELECT FROM "AgentJobExecution" WHERE id = $1 FOR UPDATE', [attemptIds[0]]);
      expect(await releaseDueBatches(db.pool, 10, { ...claim, limit: 3 })).toMatchObject({
        batches: [{ released: 2, more: true }],
        claimed: [],
      });
    });
    expect(await executionOf(id)).toMatchObject({ batchCursor: 0, nextBatchAt: expect.any(Date) });
    expect(await inLine()).toEqual(attemptIds.slice(1));
  });

  test('starts the contexts of a pipeline instead of claiming its jobs', async () => {
    const { id } = await due();
    await db.pool.query(`UPDATE "ScheduleExecution" SET "targetType" = 'pipeline' WHERE id = $1`, [id]);
    expect(await releaseDueBatches(db.pool, 10, claim)).toMatchObject({ claimed: [] });
  });

  test('claims none of a cancelled run', async () => {
    const { id } = await due();
    await db.pool.query('UPDATE "ScheduleExecution" SET "cancelRequestedAt" = now() WHERE id = $1', [id]);
    expect(await releaseDueBatches(db.pool, 10, claim)).toMatchObject({ batches: [], claimed: [] });
    expect(await msUntilNextDue(db.pool, 'batch')).toBeNull();
  });
});
