import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { withTransaction } from '../../../src/runtime/database/pool.js';
import { uuidv7 } from '../../../src/runtime/ids.js';
import { createLogger } from '../../../src/runtime/telemetry/logger.js';
import { accepts, answer, completes } from '../../support/agent-server.js';
import { createDeferred } from '../../support/deferred.js';
import { eventually, NO_DEADLINE } from '../../support/engine.js';
import { createRecordingLogger } from '../../support/recording-logger.js';
import { insertExpanded } from '../../support/rows.js';
import { createEngineFixture, type EngineFixture } from '../engine-fixture.js';

let fixture: EngineFixture;
beforeEach(async () => {
  fixture = await createEngineFixture();
});
afterEach(() => fixture?.stop());

/** Looks soon for what dead workers have left. Its own lease is long, so that a busy machine does not lose it. */
const RECOVERS = { safetyNetMs: 200 };

/** A worker that died with its claims: rows as SIGKILL would leave them. */
async function leaveDeadWorker(attemptIds: readonly string[], accepted = false): Promise<string> {
  const id = uuidv7();
  await fixture.db.pool.query(
    `INSERT INTO "Worker" (id, host, pid, version, concurrency, "leaseExpiresAt") VALUES ($1, 'gone', 1, '1', 1, now() - interval '1 second')`,
    [id],
  );
  await asEngine(
    `UPDATE "AgentJobExecution" SET status = 'running', "workerId" = $2, "leaseEpoch" = 1, "sentAt" = now(), "startedAt" = now(),
       "deadlineAt" = now() + interval '1 minute', "acceptedAt" = CASE WHEN $3 THEN now() END
     WHERE id = ANY ($1)`,
    [attemptIds, id, accepted],
  );
  return id;
}

async function asEngine(statement: string, values: unknown[]): Promise<void> {
  await withTransaction(fixture.db.pool, async (client) => {
    await client.query(`SET LOCAL callboard.writer = 'engine'`);
    await client.query(statement, values);
  });
}

describe('work of a dead worker', () => {
  test('that was not answered is sent again by another, under the same key; 409 then means accepted', async () => {
    const { db, agent } = fixture;
    const { id, attemptIds } = await insertExpanded(db.pool, {
      agentId: 'agent',
      jobs: [{ n: 0 }, { n: 1 }],
    });
    await leaveDeadWorker(attemptIds);
    agent.behave((entry, response) =>
      entry.body.params.n === 0
        ? answer(response, 409, { error: 'I know this one' })
        : completes(entry, response),
    );
    const engine = await fixture.start(RECOVERS);
    await agent.calls(2);
    expect(new Set(agent.ledger.map(({ headers }) => headers['idempotency-key']))).toEqual(
      new Set(attemptIds),
    );
    await eventually<{ acceptedAt: Date | null }>(
      db.pool,
      'SELECT "acceptedAt" FROM "AgentJobExecution" WHERE id = $1',
      [attemptIds[0]],
      ([row]) => row?.acceptedAt != null,
    );
    await db.pool.query(`UPDATE "AgentJobExecution" SET status = 'completed', result = '1' WHERE id = $1`, [
      attemptIds[0],
    ]);
    expect(await fixture.ended(id)).toMatchObject({ runStatus: 'succeeded', jobsCompleted: 2 });
    expect(await fixture.attempts(id)).toMatchObject([{ redeliveries: 1 }, { redeliveries: 1 }]);
    // Counted when the whole round has ended, which includes the calls.
    await expect.poll(engine.findings).toMatchObject({ dead_worker: 1, redelivered: 2 });
  });

  test('that was accepted is never sent again', async () => {
    const { db, agent } = fixture;
    const { id, attemptIds } = await insertExpanded(db.pool, { agentId: 'agent', jobs: [{}] });
    await leaveDeadWorker(attemptIds, true);
    const logger = createRecordingLogger();
    const engine = await fixture.start({ ...RECOVERS, logger });
    await expect.poll(() => logger.lines.map(({ event }) => event)).toContain('recovery.completed');
    // Other work starts and ends in the meantime.
    await fixture.ended((await insertExpanded(db.pool, { agentId: 'agent', jobs: [{}] })).id);
    expect(agent.ledger).toHaveLength(1);
    const { dead_worker, redelivered = 0 } = await engine.findings();
    expect({ dead_worker, redelivered }).toEqual({ dead_worker: 1, redelivered: 0 });
    await db.pool.query(
      `UPDATE "AgentJobExecution" SET status = 'completed', result = '1' WHERE id = $1`,
      attemptIds,
    );
    expect(await fixture.ended(id)).toMatchObject({ runStatus: 'succeeded' });
  });
});

describe('work that a running worker holds without knowing it', () => {
  test('is released and sent', async () => {
    const { db, agent } = fixture;
    const engine = await fixture.start(RECOVERS);
    const { rows } = await db.pool.query<{ id: string }>('SELECT id FROM "Worker"');
    // As if the connection broke between the commit of a claim and its answer.
    const { id } = await insertExpanded(
      db.pool,
      { agentId: 'agent', jobs: [{}] },
      async (client, attemptIds) => {
        await client.query(`SET LOCAL callboard.writer = 'engine'`);
        await client.query(
          `UPDATE "AgentJobExecution" SET status = 'running', "workerId" = $2, "leaseEpoch" = 1, "sentAt" = now(),
           "deadlineAt" = now() + interval '1 minute' WHERE id = ANY ($1)`,
          [attemptIds, rows[0]?.id],
        );
      },
    );
    expect(await fixture.ended(id)).toMatchObject({ runStatus: 'succeeded' });
    expect(agent.ledger).toHaveLength(1);
    await expect.poll(engine.findings).toEqual({ redelivered: 1 });
  });
});

describe('a lost lease', () => {
  test('aborts running requests, and the worker registers again and continues', async () => {
    const { db, agent } = fixture;
    const logger = createLogger({ level: 'silent', name: 'test' });
    // With a shorter lease, the worker sooner learns that it counts as dead.
    const engine = await fixture.start({ ...RECOVERS, leaseMs: 12_000, logger });
    const held = createDeferred();
    agent.behave(async (entry, response) => {
      if (agent.ledger.length === 1) await held.promise;
      completes(entry, response);
    });
    const { id, attemptIds } = await insertExpanded(db.pool, { agentId: 'agent', jobs: [{}] });
    await agent.calls(1);
    // As another worker would after this one was stopped for longer than its lease.
    await db.pool.query(`UPDATE "Worker" SET state = 'dead', epoch = epoch + 1`);
    await agent.calls(2);
    expect(await fixture.ended(id)).toMatchObject({ runStatus: 'succeeded', jobsCompleted: 1 });
    held.resolve();
    expect(agent.ledger.map(({ executionId }) => executionId)).toEqual([attemptIds[0], attemptIds[0]]);
    expect(engine.engine.holdsLease()).toBe(true);
    const { rows } = await db.pool.query<{ epoch: number; state: string }>(
      'SELECT epoch, state FROM "Worker"',
    );
    expect(rows).toEqual([{ epoch: 3, state: expect.not.stringMatching('dead') }]);
    expect(await fixture.attempts(id)).toMatchObject([{ redeliveries: 1, status: 'completed' }]);
    await fixture.ended((await insertExpanded(db.pool, { agentId: 'agent', jobs: [{}] })).id);
  });

  test('does not happen to a healthy worker, however often it renews', async () => {
    const leaseMs = 9_000; // three times what a busy machine may need for a renewal
    const engine = await fixture.start({ leaseMs, safetyNetMs: 200 });
    const { rows: before } = await fixture.db.pool.query<{ at: Date }>(
      'SELECT "leaseExpiresAt" AS at FROM "Worker"',
    );
    // The event loop is blocked for longer than the lease; the thread renews it anyway.
    blockFor(leaseMs + 500);
    expect(engine.engine.holdsLease()).toBe(true);
    const { rows } = await fixture.db.pool.query<{ at: Date; epoch: number; alive: boolean }>(
      'SELECT "leaseExpiresAt" AS at, epoch, "leaseExpiresAt" > clock_timestamp() AS alive FROM "Worker"',
    );
    expect(rows[0]).toMatchObject({ epoch: 1, alive: true });
    expect(rows[0]?.at.getTime()).toBeGreaterThan(before[0]?.at.getTime() ?? 0);
    expect(await engine.findings()).toEqual({});
  });
});

describe('a surrendered lease', () => {
  test('is given up by a worker whose event loop is blocked for two leases', async () => {
    const { engine } = await fixture.start({ leaseMs: 3_000, safetyNetMs: 200 });
    blockFor(2 * 3_000 + 3_000 + 1_000); // the last renewed lease has to expire
    expect(engine.holdsLease()).toBe(false);
    await vi.waitUntil(() => engine.holdsLease(), { timeout: 20_000 });
  });
});

/** The event loop is blocked in the meantime, without using the processor. */
function blockFor(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

describe('a worker that is asked to stop', () => {
  test('finishes open requests and gives back what was not sent, which another sends at once', async () => {
    const { db, agent } = fixture;
    const first = await fixture.start({ maxConcurrent: 3 });
    const held = createDeferred();
    agent.behave(async (entry, response) => {
      await held.promise;
      completes(entry, response);
    });
    const { id } = await insertExpanded(db.pool, {
      agentId: 'agent',
      jobs: Array.from({ length: 10 }, (_, n) => ({ n })),
    });
    await agent.calls(3);
    const stopping = first.stop(NO_DEADLINE);
    const second = await fixture.start({ maxConcurrent: 3 });
    await agent.calls(6);
    held.resolve();
    await stopping;
    expect(await fixture.ended(id)).toMatchObject({ runStatus: 'succeeded', jobsCompleted: 10 });
    expect(agent.ledger).toHaveLength(10);
    expect(await fixture.attempts(id)).toEqual(
      Array.from({ length: 10 }, () => expect.objectContaining({ redeliveries: 0, status: 'completed' })),
    );
    expect(await second.findings()).toEqual({});
    const { rows } = await db.pool.query(
      `SELECT state, "stoppedAt" IS NOT NULL AS stopped FROM "Worker" ORDER BY id`,
    );
    expect(rows[0]).toEqual({ state: 'dead', stopped: true });
  });

  test('aborts what is not finished at the deadline; another sends it again, under the same key', async () => {
    const { db, agent } = fixture;
    const first = await fixture.start({ maxConcurrent: 1 });
    agent.behave((entry, response) => {
      if (agent.ledger.length > 1) completes(entry, response);
    });
    const { id, attemptIds } = await insertExpanded(db.pool, { agentId: 'agent', jobs: [{}] });
    await agent.calls(1);
    const second = await fixture.start({ ...RECOVERS, maxConcurrent: 1 });
    await first.stop(AbortSignal.timeout(100)); // the agent never answers; otherwise this would take minutes
    expect(await fixture.ended(id)).toMatchObject({ runStatus: 'succeeded' });
    expect(agent.ledger.map(({ headers }) => headers['idempotency-key'])).toEqual([
      attemptIds[0],
      attemptIds[0],
    ]);
    await expect.poll(second.findings).toMatchObject({ redelivered: 1 });
  });

  test('leaves nothing to do if its agent has accepted everything', async () => {
    const { db, agent } = fixture;
    const first = await fixture.start();
    agent.behave(accepts);
    const { id } = await insertExpanded(db.pool, { agentId: 'agent', jobs: [{}, {}] });
    await eventually<{ n: number }>(
      db.pool,
      `SELECT count(*)::int AS n FROM "AgentJobExecution" WHERE "acceptedAt" IS NOT NULL`,
      [],
      ([row]) => row?.n === 2,
    );
    await first.stop();
    const second = await fixture.start(RECOVERS);
    await db.pool.query(`UPDATE "AgentJobExecution" SET status = 'completed', result = '1'`);
    expect(await fixture.ended(id)).toMatchObject({ runStatus: 'succeeded' });
    expect(agent.ledger).toHaveLength(2);
    expect(await second.findings()).toEqual({});
  });
});
