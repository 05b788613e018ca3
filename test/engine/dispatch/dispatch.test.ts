import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { verifyCallbackToken } from '../../../src/http/incoming/callback-token.js';
import { createSecretBox } from '../../../src/runtime/secrets/secret-box.js';
import { type AgentBehavior, accepts, answer, completes } from '../../support/agent-server.js';
import { createDeferred } from '../../support/deferred.js';
import { SECRET_KEY, type TestEngine } from '../../support/engine.js';
import { insertAgent, insertExecution, insertExpanded } from '../../support/rows.js';
import { createEngineFixture, type EngineFixture } from '../engine-fixture.js';

let fixture: EngineFixture;
let engine: TestEngine;

beforeAll(async () => {
  fixture = await createEngineFixture();
  engine = await fixture.start();
});
afterAll(() => fixture?.stop());
beforeEach(async () => {
  fixture.agent.reset();
  fixture.agent.behave(completes);
});

const many = (count: number) => Array.from({ length: count }, (_, n) => ({ n }));

/** Answers when this many requests are open, 15 ms later: one more would be seen in `peak()`. */
function completesTogether(count: number): AgentBehavior {
  const held: (() => void)[] = [];
  return (entry, response) => {
    if (held.push(() => completes(entry, response)) < count) return;
    const group = held.splice(0);
    setTimeout(() => {
      for (const complete of group) complete();
    }, 15);
  };
}

async function setConfig(value: object): Promise<void> {
  await fixture.db.pool.query(
    `INSERT INTO "AgentConfig" (key, value) VALUES ('scheduler', $1) ON CONFLICT (key) DO UPDATE SET value = EXCLUDED.value`,
    [JSON.stringify(value)],
  );
  fixture.agent.behave(completes);
  // When a job has ended, the engine has been notified of the change.
  await fixture.ended((await insertExpanded(fixture.db.pool, { agentId: 'agent', jobs: [{}] })).id);
  fixture.agent.reset();
}

describe('the number of open requests', () => {
  test('never exceeds maxConcurrentRequests, which changes while jobs run', async () => {
    const { db, agent } = fixture;
    await setConfig({ httpClient: { maxConcurrentRequests: 4 } });
    agent.behave(completesTogether(4));
    const first = await insertExpanded(db.pool, { agentId: 'agent', jobs: many(40) });
    await fixture.ended(first.id);
    expect(agent.peak()).toBe(4);
    const second = await insertExpanded(db.pool, { agentId: 'agent', jobs: many(120) });
    await agent.calls(100);
    agent.behave(completesTogether(12));
    await db.pool.query(
      `UPDATE "AgentConfig" SET value = '{"httpClient": {"maxConcurrentRequests": 12}}' WHERE key = 'scheduler'`,
    );
    expect(await fixture.ended(second.id)).toMatchObject({ runStatus: 'succeeded', jobsCompleted: 120 });
    expect(agent.peak()).toBe(12);
    expect(new Set(agent.ledger.map(({ executionId }) => executionId)).size).toBe(160);
    await setConfig({});
  });

  test('never exceeds the number of sockets, if that is lower: no call waits for one', async () => {
    const { db, agent } = fixture;
    await setConfig({ httpClient: { maxConcurrentRequests: 10, connectionPool: { maxSockets: 3 } } });
    agent.behave(completesTogether(3));
    const { id } = await insertExpanded(db.pool, { agentId: 'agent', jobs: many(39) });
    expect(await fixture.ended(id)).toMatchObject({ runStatus: 'succeeded', jobsCompleted: 39 });
    expect(agent.peak()).toBe(3);
    await setConfig({});
  });

  test('of an agent with a concurrency limit includes accepted ones, over two workers', async () => {
    const { db, agent } = fixture;
    const other = await fixture.start();
    await insertAgent(db.pool, 'capped', agent.url, { maxConcurrency: 3 });
    agent.behave(accepts);
    const { id } = await insertExpanded(db.pool, { agentId: 'capped', jobs: many(12) });
    const running = new Set<string>();
    let most = 0;
    for (let done = 0; done < 12; done += 1) {
      await agent.calls(Math.min(12, done + 3));
      for (const { executionId } of agent.ledger.slice(running.size)) running.add(executionId);
      most = Math.max(most, agent.ledger.length - done);
      await db.pool.query(`UPDATE "AgentJobExecution" SET status = 'completed', result = '1' WHERE id = $1`, [
        agent.ledger[done]?.executionId,
      ]);
    }
    expect(await fixture.ended(id)).toMatchObject({ runStatus: 'succeeded', jobsCompleted: 12 });
    expect(most).toBe(3);
    expect(running.size).toBe(12);
    await other.stop();
  });

  test('of an agent with a concurrency limit never exceeds it while two workers race', async () => {
    const { db, agent } = fixture;
    const other = await fixture.start();
    await insertAgent(db.pool, 'narrow', agent.url, { maxConcurrency: 2 });
    agent.behave((entry, response) => void setTimeout(() => completes(entry, response), 15));
    const { id } = await insertExpanded(db.pool, { agentId: 'narrow', jobs: many(40) });
    expect(await fixture.ended(id)).toMatchObject({ runStatus: 'succeeded', jobsCompleted: 40 });
    expect(agent.peak()).toBeLessThanOrEqual(2);
    await other.stop();
  });

  test('is used for higher priorities first', async () => {
    // A separate worker, because one that has just been busy claims ahead.
    const alone = await createEngineFixture();
    const { db, agent } = alone;
    await alone.start({ maxConcurrent: 1 });
    const held = createDeferred();
    agent.behave(async (entry, response) => {
      await held.promise;
      completes(entry, response);
    });
    const first = await insertExpanded(db.pool, { agentId: 'agent', jobs: [{}] });
    await agent.calls(1);
    const executions = [];
    for (const priority of [0, 5, -5, 9])
      executions.push(await insertExpanded(db.pool, { agentId: 'agent', jobs: many(3), priority }));
    held.resolve();
    for (const { id } of [first, ...executions]) await alone.ended(id);
    // One more of the lowest may have been claimed before the others were released.
    expect(agent.ledger.slice(1).map(({ body }) => body.metadata.priority)).toEqual([
      9, 9, 9, 5, 5, 5, 0, 0, 0, -5, -5, -5,
    ]);
    await alone.stop();
  });
});

describe('the request', () => {
  test('has headers, credentials, signature and body as in the protocol', async () => {
    const { db, agent } = fixture;
    const box = createSecretBox(SECRET_KEY);
    const signingSecret = `whsec_${Buffer.from('a secret of twenty-four bytes').toString('base64')}`;
    await insertAgent(db.pool, 'secure', agent.url, {
      endpoint: { method: 'PUT', authentication: { type: 'bearer' }, headers: { 'X-Team': 'news' } },
      credential: box.seal('s3cret-token', 'agent/secure/credential'),
      signingSecret: box.seal(signingSecret, 'agent/secure/signing-secret'),
      version: '1.0.0',
    });
    await db.pool.query(`INSERT INTO "AgentConfig" (key, value) VALUES ('secure', '{"model": "large"}')`);
    await db.pool.query(
      `INSERT INTO "AgentVersionDeployment" (id, "agentId", version, environment, "deployedBy") VALUES ('d', 'secure', '3.1.0', 'production', 'test')`,
    );
    const id = await insertExecution(db.pool, { agentId: 'secure', params: { topic: 'ticks' }, priority: 3 });
    await fixture.ended(id);
    const [call] = agent.ledger;
    const [attempt] = await fixture.attempts(id);
    const { metadata, callback } = call?.body ?? {};
    expect(call?.headers).toMatchObject({
      'content-type': 'application/json',
      authorization: 'Bearer s3cret-token',
      'x-team': 'news',
      'x-job-id': attempt?.jobId,
      'x-execution-id': attempt?.id,
      'idempotency-key': attempt?.id,
      'x-trace-id': metadata?.traceId,
      traceparent: expect.stringMatching(new RegExp(`^00-${metadata?.traceId}-[0-9a-f]{16}-01$`)),
      'webhook-id': attempt?.id,
    });
    expect(call?.body).toEqual({
      jobId: attempt?.jobId,
      executionId: attempt?.id,
      agentId: 'secure',
      agentVersion: '3.1.0',
      params: { topic: 'ticks' },
      config: { model: 'large' },
      metadata: {
        scheduleExecutionId: id,
        priority: 3,
        retryCount: 0,
        traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
        deadline: attempt?.deadlineAt?.toISOString(),
      },
      callback: {
        url: `http://127.0.0.1:4000/agent/v1/executions/${attempt?.id}`,
        token: expect.any(String),
      },
    });
    expect(verifyCallbackToken(SECRET_KEY, String(attempt?.id), String(callback?.token))).toBe(true);
    const webhook = new Webhook(signingSecret);
    expect(webhook.verify(JSON.stringify(call?.body), call?.headers as Record<string, string>)).toEqual(
      call?.body,
    );
  });

  test('uses the current registration of the agent: a change by SQL counts at once', async () => {
    const { db, agent } = fixture;
    await insertAgent(db.pool, 'moving', 'http://127.0.0.1:9/nowhere');
    const failed = await insertExpanded(db.pool, { agentId: 'moving', jobs: [{}] });
    expect(await fixture.ended(failed.id)).toMatchObject({ runStatus: 'failed' });
    await db.pool.query(`UPDATE "AgentRegistry" SET endpoint = $1 WHERE id = 'moving'`, [
      JSON.stringify({ type: 'http', url: agent.url }),
    ]);
    const { id } = await insertExpanded(db.pool, { agentId: 'moving', jobs: [{}] });
    expect(await fixture.ended(id)).toMatchObject({ runStatus: 'succeeded' });
  });
});

describe('invalid data', () => {
  /** An attempt that a worker refused before it sent it. */
  const NOT_SENT = { startedAt: null, sentAt: null, durationMs: null };
  let called = 0;
  const schema = {
    type: 'object',
    required: ['n'],
    properties: {
      n: { type: 'integer' },
      deep: { type: 'object', properties: { list: { type: 'array', items: { type: 'string' } } } },
    },
  };

  test('params fail before the call, and each place is named', async () => {
    const { db, agent } = fixture;
    await insertAgent(db.pool, 'picky', agent.url, { inputSchema: schema });
    const { id } = await insertExpanded(db.pool, {
      agentId: 'picky',
      jobs: [{ n: 1 }, { deep: { list: ['a', 2] } }],
      retryConfig: { maxRetries: 3, backoff: 'fixed', delay: 1 },
    });
    expect(await fixture.ended(id)).toMatchObject({
      runStatus: 'partial',
      status: 'partial',
      jobsCompleted: 1,
      jobsFailed: 1,
    });
    const failed = (await fixture.attempts(id)).filter(({ status }) => status === 'failed');
    expect(failed).toMatchObject([
      { ...NOT_SENT, statusCode: null, error: { code: 'INVALID_PARAMS', retryable: false } },
    ]);
    expect(failed[0]?.error?.message).toMatch(/params\.n .*; params\.deep\.list\.1 /);
    expect(agent.ledger).toHaveLength(1);
  });

  test('a result in an answer fails, without a retry', async () => {
    const { db, agent } = fixture;
    await insertAgent(db.pool, 'sloppy', agent.url, { outputSchema: schema });
    agent.behave((_entry, response) => answer(response, 200, { status: 'completed', result: { n: 'one' } }));
    const { id } = await insertExpanded(db.pool, {
      agentId: 'sloppy',
      jobs: [{}],
      retryConfig: { maxRetries: 3, backoff: 'fixed', delay: 1 },
    });
    expect(await fixture.ended(id)).toMatchObject({ runStatus: 'failed', status: 'success' });
    expect(await fixture.attempts(id)).toMatchObject([
      {
        status: 'failed',
        statusCode: 200,
        error: { code: 'INVALID_RESULT', message: expect.stringMatching(/result\.n /) },
      },
    ]);
  });

  test('a result written by SQL is marked', async () => {
    const { db, agent } = fixture;
    agent.behave(accepts);
    const { id, attemptIds } = await insertExpanded(db.pool, { agentId: 'sloppy', jobs: [{}] });
    await agent.calls(1);
    await db.pool.query(
      `UPDATE "AgentJobExecution" SET status = 'completed', result = '{"n": "one"}' WHERE id = $1`,
      attemptIds,
    );
    expect(await fixture.ended(id)).toMatchObject({ runStatus: 'succeeded' });
    expect(await fixture.attempts(id)).toMatchObject([{ status: 'completed', resultInvalid: true }]);
  });

  test.each([
    ['disabled', 'AGENT_DISABLED', `UPDATE "AgentRegistry" SET enabled = false WHERE id = 'fleeting'`],
    ['gone', 'AGENT_NOT_FOUND', `DELETE FROM "AgentRegistry" WHERE id = 'fleeting'`],
  ])('an agent that is %s fails the job, and the error says so', async (_, code, change) => {
    const { db, agent } = fixture;
    await db.pool.query(`DELETE FROM "AgentRegistry" WHERE id = 'fleeting'`);
    await insertAgent(db.pool, 'fleeting', agent.url);
    await fixture.ended((await insertExpanded(db.pool, { agentId: 'fleeting', jobs: [{}] })).id);
    await db.pool.query(change);
    const { id } = await insertExpanded(db.pool, { agentId: 'fleeting', jobs: [{}] });
    expect(await fixture.ended(id)).toMatchObject({
      runStatus: 'failed',
      status: 'failed',
      errors: [{ message: expect.stringMatching(/"fleeting"/) }],
    });
    expect(await fixture.attempts(id)).toMatchObject([
      { ...NOT_SENT, status: 'failed', error: { code, retryable: false } },
    ]);
    expect(agent.ledger).toHaveLength(1);
    // The first call only: a duration of 0 would make a broken agent look fast.
    called += 1;
    expect(await engine.registry.getSingleMetricAsString('callboard_agent_request_seconds')).toMatch(
      new RegExp(`^callboard_agent_request_seconds_count\\{agent="fleeting"\\} ${called}$`, 'm'),
    );
  });
});

test('a healthy run leaves nothing to recover', async () => {
  expect(await engine.findings()).toEqual({});
});

test('an answer that is not UTF-8 completes its job, which says that the result is not as it was sent', async () => {
  const { db, agent } = fixture;
  agent.behave((_entry, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(Buffer.from('{"status":"completed","result":{"city":"K\xf6ln"}}', 'latin1'));
  });
  const { id } = await insertExpanded(db.pool, { agentId: 'agent', jobs: [{}] });
  await fixture.ended(id);
  const { rows } = await db.pool.query(
    'SELECT status, result, "resultInvalid" FROM "AgentJobExecution" WHERE "scheduleExecutionId" = $1',
    [id],
  );
  expect(rows).toEqual([{ status: 'completed', result: { city: 'K\ufffdln' }, resultInvalid: true }]);
});
