import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { accepts, answer, completes } from '../../support/agent-server.js';
import { createDeferred } from '../../support/deferred.js';
import type { TestEngine } from '../../support/engine.js';
import { insertAgent, insertExpanded } from '../../support/rows.js';
import { createEngineFixture, type EngineFixture } from '../engine-fixture.js';

let fixture: EngineFixture;
let engine: TestEngine;

beforeAll(async () => {
  fixture = await createEngineFixture();
  const { origin } = new URL(fixture.agent.url);
  await insertAgent(fixture.db.pool, 'notified', fixture.agent.url, { cancelUrl: `${origin}/cancel` });
  engine = await fixture.start({ safetyNetMs: 300 });
});
afterAll(() => fixture?.stop());
beforeEach(() => {
  fixture.agent.reset();
  fixture.agent.behave(completes);
});

describe('an attempt past its deadline', () => {
  test('fails as TIMEOUT, is retried, and its agent is notified, accepted or not', async () => {
    const { agent } = fixture;
    agent.behave((entry, response) => {
      if (entry.body.metadata.retryCount > 0) completes(entry, response);
      else if (entry.body.params.accept) accepts(entry, response); // the other one is never answered
    });
    const { id } = await insertExpanded(fixture.db.pool, {
      agentId: 'notified',
      jobs: [{ accept: true }, { accept: false }],
      // On a busy machine, some time passes until a claimed attempt is sent. Only agents that were called are notified.
      timeout: 3_000,
      // On a busy machine a retry may be too late as well.
      retryConfig: { maxRetries: 5, backoff: 'fixed', delay: 50 },
    });
    expect(await fixture.ended(id)).toMatchObject({ runStatus: 'succeeded', jobsCompleted: 2 });
    const attempts = await fixture.attempts(id);
    const timedOut = attempts.filter(({ retryCount }) => retryCount === 0);
    expect(timedOut).toHaveLength(2);
    for (const attempt of timedOut) {
      expect(attempt).toMatchObject({ status: 'failed', error: { code: 'TIMEOUT', retryable: true } });
      const late = (attempt.completedAt?.getTime() ?? 0) - (attempt.deadlineAt?.getTime() ?? 0);
      expect(late).toBeGreaterThanOrEqual(0);
    }
    await agent.notices(2);
    const late = attempts.filter(({ status }) => status === 'failed').map((attempt) => attempt.id);
    const notified = new Set(agent.cancellations.map(({ executionId }) => executionId));
    expect(timedOut.filter((attempt) => !notified.has(attempt.id))).toEqual([]);
    expect([...notified].filter((id) => !late.includes(`${id}`))).toEqual([]);
  });

  test('is given up by its worker, which frees the slot', async () => {
    const narrow = await fixture.start({ maxConcurrent: 1 });
    await engine.stop();
    fixture.agent.behave((entry, response) => {
      if (entry.body.params.n !== 0) completes(entry, response);
    });
    const { id } = await insertExpanded(fixture.db.pool, {
      agentId: 'agent',
      jobs: [{ n: 0 }, { n: 1 }, { n: 2 }],
      timeout: 4_000, // on a busy machine, the others take a while, too
    });
    expect(await fixture.ended(id)).toMatchObject({ runStatus: 'partial', jobsCompleted: 2, jobsFailed: 1 });
    engine = await fixture.start({ safetyNetMs: 300 });
    await narrow.stop();
  });

  test('is postponed by progress, also by SQL', async () => {
    const { db, agent } = fixture;
    agent.behave(accepts);
    const { id, attemptIds } = await insertExpanded(db.pool, {
      agentId: 'agent',
      jobs: [{}],
      timeout: 3_000,
    });
    await agent.calls(1);
    let deadline = 0;
    for (let progress = 0; progress < 3; progress += 1) {
      const { rows } = await db.pool.query<{ at: Date }>(
        `UPDATE "AgentJobExecution" SET status = 'running', metrics = '{"step": 1}' WHERE id = $1 RETURNING "deadlineAt" AS at`,
        attemptIds,
      );
      const moved = rows[0]?.at.getTime() ?? 0;
      expect(moved).toBeGreaterThan(deadline);
      deadline = moved;
      await db.pool.query('SELECT pg_sleep(0.01)'); // deadlines are kept to the millisecond
    }
    // No more reports: it ends after the last deadline.
    expect(await fixture.ended(id)).toMatchObject({ runStatus: 'failed' });
    const [attempt] = await fixture.attempts(id);
    expect(attempt?.error?.code).toBe('TIMEOUT');
    expect(attempt?.completedAt?.getTime()).toBeGreaterThanOrEqual(deadline);
  });
});

describe('an agent that reports progress before its late answer', () => {
  test('is not cut off at the first deadline, nor called again', async () => {
    const { db, agent } = fixture;
    agent.behave(async (entry, response) => {
      const first = (await fixture.attempts(entry.body.metadata.scheduleExecutionId ?? ''))[0]?.deadlineAt;
      for (let step = 0, isPast = false; !isPast; step += 1) {
        await sleep(250);
        const { rows } = await db.pool.query<{ isPast: boolean }>(
          `UPDATE "AgentJobExecution" SET status = 'running', metrics = $2 WHERE id = $1 RETURNING now() > $3::timestamptz + interval '200 ms' AS "isPast"`,
          [entry.executionId, { step }, first],
        );
        isPast = rows[0]?.isPast ?? true;
      }
      await completes(entry, response);
    });
    const { id } = await insertExpanded(db.pool, { agentId: 'agent', jobs: [{}], timeout: 3_000 });
    expect(await fixture.ended(id)).toMatchObject({ runStatus: 'succeeded', jobsCompleted: 1 });
    expect(await fixture.attempts(id)).toMatchObject([
      { status: 'completed', retryCount: 0, statusCode: 200 },
    ]);
    expect(agent.ledger).toHaveLength(1);
    expect(agent.cancellations).toEqual([]);
  });
});

describe('an agent with a heartbeatTimeout', () => {
  test('is lost when it sends no more heartbeats, which is retried', async () => {
    const { agent } = fixture;
    agent.behave((entry, response) =>
      (entry.body.metadata.retryCount > 0 ? completes : accepts)(entry, response),
    );
    const { id } = await insertExpanded(fixture.db.pool, {
      agentId: 'agent',
      jobs: [{}],
      heartbeatTimeout: 200,
      retryConfig: { maxRetries: 1, backoff: 'fixed', delay: 0 },
    });
    expect(await fixture.ended(id)).toMatchObject({ runStatus: 'succeeded' });
    expect(await fixture.attempts(id)).toMatchObject([
      { status: 'failed', error: { code: 'AGENT_LOST', retryable: true } },
      { status: 'completed' },
    ]);
  });
});

describe('endpoint.timeout', () => {
  test('limits the time to the answer, not the attempt', async () => {
    const { db, agent } = fixture;
    await insertAgent(db.pool, 'hasty', agent.url, { endpoint: { timeout: 150 } });
    agent.behave((entry, response) => {
      if (entry.body.metadata.retryCount > 0) answer(response, 200, { status: 'completed' });
    });
    const { id } = await insertExpanded(db.pool, {
      agentId: 'hasty',
      jobs: [{}],
      // The first ones may be too late as well.
      retryConfig: { maxRetries: 20, backoff: 'fixed', delay: 0 },
    });
    await agent.calls(1);
    await db.pool.query(
      `UPDATE "AgentRegistry" SET endpoint = endpoint || '{"timeout": 60000}' WHERE id = 'hasty'`,
    );
    expect(await fixture.ended(id)).toMatchObject({ runStatus: 'succeeded' });
    expect((await fixture.attempts(id))[0]).toMatchObject({
      status: 'failed',
      error: { code: 'TIMEOUT', retryable: true },
      statusCode: null,
    });
  });
});

describe('a cancellation by an operator', () => {
  test('aborts a running request, and its answer changes nothing', async () => {
    const { db, agent } = fixture;
    const cut = createDeferred();
    agent.behave((_entry, response) => void response.once('close', () => cut.resolve()));
    const { id, attemptIds } = await insertExpanded(db.pool, { agentId: 'agent', jobs: [{}] });
    await agent.calls(1);
    await db.pool.query(
      `SET callboard.writer = 'server'; UPDATE "AgentJobExecution" SET status = 'cancelled' WHERE id = '${attemptIds[0]}'; RESET callboard.writer`,
    );
    await cut.promise;
    expect(await fixture.ended(id)).toMatchObject({ runStatus: 'cancelled', jobsCancelled: 1 });
    expect(await fixture.attempts(id)).toMatchObject([{ status: 'cancelled', error: null }]);
  });
});
