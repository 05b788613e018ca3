import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { recordContacts } from '../../../src/services/jobs/record-contacts.js';
import {
  type AgentServer,
  accepts,
  answer,
  completes,
  startAgentServer,
} from '../../support/agent-server.js';
import {
  AgentLimitsDocument,
  CheckEndpointDocument,
  RegisterAgentDocument,
  ResetAgentCircuitDocument,
  SchedulerConfigDocument,
  SendTestCallDocument,
  UpdateAgentDocument,
  UpdateSchedulerConfigDocument,
  WaitingJobsDocument,
} from '../../support/generated/operations.js';
import { startTestServer, type TestServer } from '../../support/graphql-server.js';
import { insertExpanded } from '../../support/rows.js';

let server: TestServer;
let agent: AgentServer;

beforeAll(async () => {
  [server, agent] = await Promise.all([startTestServer(), startAgentServer()]);
});
afterAll(async () => {
  await agent?.close();
  await server?.close();
});

async function register(id: string, fields: Record<string, unknown> = {}): Promise<void> {
  const { registerAgent } = await server.admin.ask(RegisterAgentDocument, {
    input: { id, name: id, version: '1.0.0', endpoint: { type: 'HTTP', url: agent.url }, ...fields },
  });
  expect(registerAgent.__typename, JSON.stringify(registerAgent)).toBe('Agent');
}

async function limitsOf(id: string, hours = 24) {
  const { agent: found } = await server.viewer.ask(AgentLimitsDocument, { id, hours });
  if (!found) throw new Error(`no agent ${id}`);
  return found;
}

async function jobsOf(scheduleExecutionId: string) {
  const { jobExecutions } = await server.viewer.ask(WaitingJobsDocument, { scheduleExecutionId });
  return jobExecutions.edges.map(({ node }) => node);
}

const many = (count: number) => Array.from({ length: count }, (_, n) => ({ n }));
const alive = () =>
  server.pool.query(
    `INSERT INTO "Worker" (id, host, pid, version, concurrency, "leaseExpiresAt") VALUES ('w', 'h', 1, '1', 1, now() + interval '1 hour') ON CONFLICT DO NOTHING`,
  );

describe('a rate limit', () => {
  test('is registered, changed and removed', async () => {
    await register('paced', { rateLimit: { limit: 10, per: '1m' } });
    expect((await limitsOf('paced')).rateLimit).toEqual({ limit: 10, per: 60_000 });
    const update = (rateLimit: object | null) =>
      server.admin.ask(UpdateAgentDocument, { id: 'paced', input: { rateLimit: rateLimit as never } });
    await update({ limit: 2, per: 1_000 });
    expect((await limitsOf('paced')).rateLimit).toEqual({ limit: 2, per: 1_000 });
    await update(null);
    expect((await limitsOf('paced')).rateLimit).toBeNull();
    const { updateAgent } = await update({ limit: 0, per: '1ms' });
    expect(updateAgent).toMatchObject({
      __typename: 'ValidationError',
      issues: [{ path: ['rateLimit', 'limit'] }, { path: ['rateLimit', 'per'] }],
    });
  });

  test('throttles jobs, which say until when', async () => {
    await alive();
    await register('limited', { rateLimit: { limit: 1, per: '1h' } });
    const now = Date.now();
    await server.pool.query(
      `INSERT INTO "AgentPace" ("agentId", permits, "throttledAt") VALUES ('limited', $1, now())`,
      [JSON.stringify([[now, now, 1]])],
    );
    const { id } = await insertExpanded(server.pool, { agentId: 'limited', jobs: many(3), batchSize: 2 });
    const [third, second, first] = await jobsOf(id);
    expect(first).toMatchObject({ status: 'PENDING', reason: 'rate_limited' });
    expect(second?.waitingFor).toMatch(
      /^Agent "limited" has reached its rate limit; the next call is possible at /,
    );
    expect(new Date(String(first?.throttledUntil)).getTime()).toBe(now + 3_602_000);
    expect(third).toMatchObject({
      reason: null,
      throttledUntil: null,
      waitingFor: expect.stringContaining('batch 2 of 2'),
    });
    expect((await limitsOf('limited')).throttledJobs).toBe(2);
  });
});

describe('a circuit', () => {
  const failed = { kind: 'failed', reason: 'The connection was refused' } as const;
  const open = (agentId: string) =>
    recordContacts(
      server.pool,
      many(2).map(({ n }) => ({ agentId, executionId: `x${n}`, contact: failed })),
      { enabled: true, failureThreshold: 2, coolDown: 60_000, maxCoolDown: 60_000 },
    );

  test('is closed at first', async () => {
    await register('sound');
    expect(await limitsOf('sound')).toMatchObject({
      circuit: { state: 'CLOSED', failures: 0, openedAt: null, nextProbeAt: null, reason: null },
      throttledJobs: 0,
    });
  });

  test('throttles all jobs while it is open, until an operator closes it', async () => {
    await alive();
    await register('gone');
    const { id } = await insertExpanded(server.pool, { agentId: 'gone', jobs: many(2) });
    await open('gone');
    const { circuit, throttledJobs } = await limitsOf('gone');
    expect(circuit).toMatchObject({ state: 'OPEN', failures: 2, reason: 'The connection was refused' });
    expect(throttledJobs).toBe(2);
    const [job] = await jobsOf(id);
    expect(job).toMatchObject({ reason: 'circuit_open', throttledUntil: circuit?.nextProbeAt });
    expect(job?.waitingFor).toContain('Agent "gone" cannot be reached');
    const { resetAgentCircuit } = await server.operator.ask(ResetAgentCircuitDocument, { agentId: 'gone' });
    expect(resetAgentCircuit).toMatchObject({ circuit: { state: 'CLOSED', failures: 0 }, throttledJobs: 0 });
    expect((await jobsOf(id))[0]).toMatchObject({
      reason: null,
      throttledUntil: null,
      waitingFor: 'It is queued until a worker has room for it.',
    });
  });

  test('cannot be closed for an unknown agent', async () => {
    const { resetAgentCircuit } = await server.operator.ask(ResetAgentCircuitDocument, { agentId: 'nobody' });
    expect(resetAgentCircuit).toMatchObject({ __typename: 'NotFoundError', code: 'NOT_FOUND' });
  });

  test('follows settings that an admin changes', async () => {
    const { updateSchedulerConfig } = await server.admin.ask(UpdateSchedulerConfigDocument, {
      input: { httpClient: { circuitBreaker: { failureThreshold: 9, coolDown: '30s' } } },
    });
    expect(updateSchedulerConfig.__typename).toBe('SchedulerConfig');
    const { rows } = await server.pool.query(
      `SELECT value #> '{httpClient,circuitBreaker}' AS settings FROM "AgentConfig" WHERE key = 'scheduler'`,
    );
    expect(rows).toEqual([
      { settings: { enabled: true, failureThreshold: 9, coolDown: 30_000, maxCoolDown: 300_000 } },
    ]);
    expect((await server.viewer.ask(SchedulerConfigDocument, {})).schedulerConfig).toBeDefined();
  });
});

test('the reasons why jobs wait are read in one query, however many jobs there are', async () => {
  await register('many');
  const query = vi.spyOn(server.pool, 'query');
  const asked: number[] = [];
  for (const count of [1, 40]) {
    const { id } = await insertExpanded(server.pool, { agentId: 'many', jobs: many(count) });
    query.mockClear();
    expect(await jobsOf(id)).toHaveLength(count);
    asked.push(query.mock.calls.filter(([text]) => /AgentPace|AgentJobExecution/.test(String(text))).length);
  }
  query.mockRestore();
  expect(asked[0]).toBeGreaterThan(0);
  expect(asked[1]).toBe(asked[0]);
});

describe('statistics', () => {
  test('count ended attempts, by time', async () => {
    await register('counted');
    const { attemptIds } = await insertExpanded(server.pool, { agentId: 'counted', jobs: many(10) });
    const engine = await server.pool.connect();
    try {
      await engine.query(`SET callboard.writer = 'engine'`);
      const end = (ids: string[], set: string) =>
        engine.query(`UPDATE "AgentJobExecution" SET ${set} WHERE id = ANY ($1)`, [ids]);
      await end(attemptIds.slice(0, 9), `status = 'running', "sentAt" = now()`);
      for (const [index, attemptId] of attemptIds.slice(0, 6).entries())
        await end([attemptId], `status = 'completed', "durationMs" = ${(index + 1) * 100}`);
      await end(attemptIds.slice(6, 8), `status = 'failed', "durationMs" = 1000, error = '{"message": "x"}'`);
      await end(
        attemptIds.slice(8, 9),
        `status = 'failed', "durationMs" = 1000, error = '{"message": "x", "retryable": true}'`,
      );
    } finally {
      engine.release(true);
    }
    const { stats } = await limitsOf('counted', 2);
    expect(stats).toMatchObject({
      total: 9,
      completed: 6,
      failed: 3,
      deadLetters: 1,
      successRate: 6 / 9,
      p50Ms: 500,
      p95Ms: 1000,
      sampled: false,
    });
    expect(stats.buckets).toHaveLength(24);
    const filled = stats.buckets.filter(({ completed, failed }) => completed + failed > 0);
    expect(filled.reduce((sum, { completed }) => sum + completed, 0)).toBe(6);
    const [first, second] = stats.buckets.map(({ at }) => new Date(String(at)).getTime());
    expect((second ?? 0) - (first ?? 0)).toBe(5 * 60_000);
    const last = new Date(String(stats.buckets.at(-1)?.at)).getTime();
    expect(Date.now() - last).toBeLessThan(6 * 60_000);
  });

  test('are empty for an agent that was never called; impossible ranges are refused', async () => {
    await register('idle');
    expect((await limitsOf('idle')).stats).toMatchObject({ total: 0, successRate: null, p50Ms: null });
    const { errors } = await server.viewer.send(AgentLimitsDocument, { id: 'idle', hours: 721 });
    expect(errors[0]?.extensions?.code).toBe('BAD_USER_INPUT');
  });
});

describe('a test call', () => {
  const send = async (agentId: string, params?: object) =>
    (await server.admin.ask(SendTestCallDocument, { agentId, params })).sendTestCall;

  test('is a call like any other, and leaves no trace', async () => {
    await register('tried', { enabled: false, inputSchema: { type: 'object', required: ['topic'] } });
    agent.reset();
    agent.behave(completes);
    expect(await send('tried', { topic: 'ticks' })).toMatchObject({
      statusCode: 200,
      outcome: 'COMPLETED',
      responseBody: expect.stringContaining('ticks'),
      message: 'The agent completed the call.',
    });
    const [call] = agent.ledger;
    expect(call?.body).toMatchObject({
      agentId: 'tried',
      params: { topic: 'ticks' },
      metadata: { retryCount: 0 },
    });
    expect(
      (await server.pool.query('SELECT FROM "AgentJobExecution" WHERE "agentId" = $1', ['tried'])).rowCount,
    ).toBe(0);
    const report = await fetch(`${server.url}/agent/v1/executions/${call?.executionId}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${call?.body.callback.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ status: 'completed', result: 1 }),
    });
    expect(report.status).toBe(404);
    expect(await send('tried', {})).toMatchObject({
      __typename: 'ValidationError',
      issues: [{ path: ['params', 'topic'] }],
    });
    expect(agent.ledger).toHaveLength(1);
  });

  test('says how the answer is interpreted', async () => {
    await register('moody', { outputSchema: { type: 'object', required: ['n'] } });
    agent.behave(accepts);
    expect(await send('moody')).toMatchObject({ outcome: 'ACCEPTED', statusCode: 202 });
    agent.behave((_entry, response) => answer(response, 500, { message: 'x'.repeat(9_000) }));
    const failed = await send('moody');
    expect(failed).toMatchObject({ outcome: 'FAILED', statusCode: 500 });
    expect('responseBody' in failed && failed.responseBody?.length).toBe(4_096);
    agent.behave(completes);
    expect(await send('moody')).toMatchObject({
      outcome: 'FAILED',
      message: expect.stringMatching(/^The result does not match the outputSchema: result\.n /),
    });
    expect(await send('nobody')).toMatchObject({ __typename: 'NotFoundError' });
  });
});

describe('an endpoint', () => {
  const check = async (url: string) =>
    (await server.admin.ask(CheckEndpointDocument, { input: { url } })).checkEndpoint;

  test('is checked for a server that answers', async () => {
    expect(await check(agent.url)).toMatchObject({ reachable: true, statusCode: 200 });
    const gone = await startAgentServer();
    await gone.close();
    expect(await check(gone.url)).toMatchObject({
      reachable: false,
      statusCode: null,
      message: 'The connection was refused: nothing listens at the address and port of the URL',
    });
  });

  test.each(['ftp://x.example/', 'http://169.254.169.254/latest', 'nonsense'])(
    'is refused: %s',
    async (url) => {
      expect(await check(url)).toMatchObject({ __typename: 'ValidationError' });
    },
  );
});
