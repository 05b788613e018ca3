import { randomBytes, randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkHealth } from '../../src/http/agents/check-health.js';
import { invocationOf, openClient, openInvoker, type ReceivedRequest, serve } from '../http/loopback.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { PYTHON_KIT, programsAvailable, startAgent, startTypeScriptAgent } from './agents.js';

const params = { tickerId: 'AAPL', source: 'news' };

async function healthOf(url: string) {
  return checkHealth(openClient(), { url, authentication: { type: 'none' } });
}

describe('examples/typescript', () => {
  const start = (settings = {}) => startTypeScriptAgent('examples/typescript/agent.ts', settings);

  test('answers at once', async () => {
    const url = await start();
    const { outcome } = await openInvoker().invoke(invocationOf({ url }, { params }));
    expect(outcome).toMatchObject({
      kind: 'completed',
      result: { tickerId: 'AAPL', source: 'news', articles: 4 },
      metrics: { durationMs: expect.any(Number) },
    });
    expect(await healthOf(url)).toMatchObject({ status: 'healthy', version: '1.0.0' });
  });

  test('fails without a retry on unknown params', async () => {
    const { outcome } = await openInvoker().invoke(invocationOf({ url: await start() }, { params: {} }));
    expect(outcome).toMatchObject({
      kind: 'failed',
      error: { message: 'params.tickerId must be a string', code: 'REJECTED', retryable: false },
    });
  });

  test('accepts only requests with the token', async () => {
    const url = await start({ AGENT_TOKEN: 'right' });
    const invoke = async (secret: string) => {
      const authentication = { type: 'bearer', secret } as const;
      return openInvoker().invoke(invocationOf({ url, authentication }, { params }));
    };
    expect((await invoke('wrong')).statusCode).toBe(401);
    expect((await invoke('right')).outcome.kind).toBe('completed');
  });
});

const onPython = programsAvailable('examples/python', ['python3', '--version']);
describe.runIf(onPython)('examples/python', () => {
  const start = () =>
    startAgent('python3', ['examples/python/agent.py'], { WORK_SECONDS: '0.05', ...PYTHON_KIT });

  /** Where reports arrive; refuses the first with 503, as a control plane that restarts does. */
  async function startCallback() {
    let arrived: (report: ReceivedRequest) => void = () => {};
    const report = new Promise<ReceivedRequest>((resolve) => {
      arrived = resolve;
    });
    let count = 0;
    const server = await serve((response, request) => {
      count += 1;
      response.writeHead(count === 1 ? 503 : 200).end();
      if (count > 1) arrived(request);
    });
    return { callback: { url: server.url, token: 'token-of-this-attempt' }, report };
  }

  test('accepts, works, and reports until the report arrives', async () => {
    const url = await start();
    const { callback, report } = await startCallback();
    const invocation = invocationOf({ url }, { params, callback });
    expect((await openInvoker().invoke(invocation)).outcome).toEqual({ kind: 'accepted' });
    const { method, headers, body } = await report;
    expect({ method, authorization: headers.authorization }).toEqual({
      method: 'POST',
      authorization: 'Bearer token-of-this-attempt',
    });
    expect(JSON.parse(body.toString())).toMatchObject({
      status: 'completed',
      result: { tickerId: 'AAPL' },
      metrics: { durationMs: expect.any(Number) },
    });
    // The same attempt again: it is not done twice.
    const again = await openInvoker().invoke({ ...invocation, redelivery: true });
    expect(again.outcome).toMatchObject({ kind: 'completed', result: { tickerId: 'AAPL' } });
    expect(await healthOf(url)).toMatchObject({ status: 'healthy' });
  });

  test('reports errors', async () => {
    const { callback, report } = await startCallback();
    const answer = await openInvoker().invoke(invocationOf({ url: await start() }, { params: {}, callback }));
    expect(answer.outcome).toEqual({ kind: 'accepted' });
    const { body } = await report;
    expect(JSON.parse(body.toString())).toMatchObject({
      status: 'failed',
      error: { message: "KeyError: 'tickerId'", retryable: false },
    });
  });
});

const onShell = programsAvailable(
  'examples/shell',
  ['psql', '--version'],
  ['perl', '-MIO::Socket::INET', '-e', '1'],
);
describe.runIf(onShell)('examples/shell', () => {
  let database: TestDatabase;
  const login = `shell_${randomBytes(6).toString('hex')}`;
  const password = randomBytes(12).toString('hex');

  beforeAll(async () => {
    database = await createTestDatabase({ writer: 'engine' });
    await database.pool.query('SELECT callboard.create_agent_login($1, $2, $3)', [
      login,
      password,
      ['analysis'],
    ]);
  });
  afterAll(async () => {
    await database.pool.query(`DROP OWNED BY ${login}; DROP ROLE ${login}`);
    await database.drop();
  });

  async function start(): Promise<string> {
    const url = new URL(database.url);
    url.username = login;
    url.password = password;
    return startAgent('examples/shell/agent.sh', [], { DATABASE_URL: url.href, WORK_SECONDS: '0.05' });
  }

  async function insertRunning(agentId: string): Promise<string> {
    const id = randomUUID();
    await database.pool.query(
      `INSERT INTO "AgentJobExecution" (id, "jobId", "agentId", "scheduleExecutionId", status, params, "attemptTimeout",
         "retryConfig", "retriesLeft", "traceId", "sentAt", "startedAt")
       VALUES ($1, $1, $2, $1, 'running', $3, 60000, '{}', 0, repeat('0', 32), now(), now())`,
      [id, agentId, JSON.stringify(params)],
    );
    return id;
  }

  test('accepts, and completes the job by SQL', async () => {
    const url = await start();
    const executionId = await insertRunning('analysis');
    const listener = new pg.Client({ connectionString: database.url });
    await listener.connect();
    try {
      await listener.query('LISTEN callboard_events');
      const noticed = new Promise<void>((resolve) => listener.once('notification', () => resolve()));
      const answer = await openInvoker().invoke(invocationOf({ url }, { executionId, params }));
      expect(answer.outcome).toEqual({ kind: 'accepted' });
      await noticed;
    } finally {
      await listener.end();
    }
    const { rows } = await database.pool.query(
      'SELECT status, result, "completedAt" FROM "AgentJobExecution" WHERE id = $1',
      [executionId],
    );
    expect(rows).toEqual([
      { status: 'completed', result: { tickerId: 'AAPL', sentiment: 0 }, completedAt: expect.any(Date) },
    ]);
  });

  test('reports its health, and what is missing', async () => {
    const url = await start();
    expect(await healthOf(url)).toMatchObject({ status: 'healthy', version: '1.0.0' });
    const response = await fetch(url, { method: 'POST', body: '{}' });
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ message: 'X-Execution-Id is missing' });
  });
});

describe('examples/flaky', () => {
  const start = (FAILURE_RATE: string) => startTypeScriptAgent('examples/flaky/agent.ts', { FAILURE_RATE });

  test('succeeds while failures are off', async () => {
    const { outcome } = await openInvoker().invoke(invocationOf({ url: await start('0') }, { params }));
    expect(outcome).toMatchObject({ kind: 'completed', result: { tickerId: 'AAPL', attempt: 1 } });
  });

  test('fails in both ways, each retryable', async () => {
    const url = await start('1');
    const invoker = openInvoker();
    const seen = new Map<string, unknown>();
    // Each attempt is one of two with even odds: 60 that are all alike are as good as impossible.
    for (let attempt = 0; attempt < 60 && seen.size < 2; attempt += 1) {
      const executionId = randomUUID();
      const { outcome } = await invoker.invoke(invocationOf({ url }, { executionId, params }));
      if (outcome.kind === 'failed') seen.set(outcome.error.code ?? '', outcome);
    }
    expect(seen.get('UPSTREAM_BUSY')).toMatchObject({ error: { retryable: true } });
    expect(seen.get('RETRY_LATER')).toMatchObject({ error: { retryable: true }, retryAfterMs: 1000 });
    expect(await healthOf(url)).toMatchObject({ status: 'healthy' });
  });
});
