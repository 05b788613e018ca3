/**
 * A user's own table and agent: the schedule calls it once per row, in the right batches, with the right
 * headers.
 */
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type AgentServer,
  accepts,
  answer,
  completes,
  startAgentServer,
} from '../../support/agent-server.js';
import { eventually } from '../../support/engine.js';
import {
  CreateScheduleDocument,
  JobExecutionChangedDocument,
  RegisterAgentDocument,
  ScheduleExecutionsDocument,
  TriggerAgentDocument,
} from '../../support/generated/operations.js';
import { type Installation, startInstallation } from '../../support/programs/installation.js';

const SIGNING_SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const BEARER = 'a-credential-of-the-agent';
const ROWS = 7;

let installation: Installation;
let agent: AgentServer;

beforeAll(async () => {
  [installation, agent] = await Promise.all([startInstallation(), startAgentServer()]);
  await installation.db.pool.query(
    'CREATE TABLE public."Customer" (id int PRIMARY KEY, email text, active boolean)',
  );
  await installation.db.pool.query(
    `INSERT INTO public."Customer" SELECT n, 'c' || n || '@example.com', n <= $1 FROM generate_series(1, 10) n`,
    [ROWS],
  );
  const { registerAgent } = await installation.admin.ask(RegisterAgentDocument, {
    input: {
      id: 'mailer',
      name: 'Mailer',
      version: '2.1.0',
      endpoint: {
        type: 'HTTP',
        url: agent.url,
        headers: { 'X-Tenant': 'acme' },
        authentication: { type: 'BEARER', token: BEARER },
      },
      inputSchema: { type: 'object', required: ['email'], properties: { email: { type: 'string' } } },
      signingSecret: SIGNING_SECRET,
    },
  });
  expect(registerAgent).toMatchObject({ __typename: 'Agent' });
});
afterAll(async () => {
  await installation?.close();
  await agent?.close();
});

test('a schedule calls the agent once per row, batch after batch, and a subscriber sees it', async () => {
  const raw: string[] = [];
  agent.behave((entry, response) => {
    raw.push(JSON.stringify(entry.body));
    return completes(entry, response);
  });
  const events = installation.admin.listen(JobExecutionChangedDocument, { filter: { agentId: 'mailer' } });
  const first = events.next();
  const { createSchedule } = await installation.admin.ask(CreateScheduleDocument, {
    input: {
      name: 'Mail to every active customer',
      repeat: 'REPEATING',
      interval: '1h',
      startAt: new Date(Date.now() + 5_000).toISOString(),
      targetType: 'AGENT',
      agentId: 'mailer',
      params: {
        email: 'db:customer:all:email?active=true&batchSize=3&staggerDelay=200&orderBy=id',
        kind: 'hello',
      },
      priority: 5,
    },
  });
  expect(createSchedule).toMatchObject({ __typename: 'Schedule', priority: 5 });
  await agent.calls(ROWS);

  expect(await first).toMatchObject({ jobExecutionChanged: { status: 'RUNNING' } });
  const ended = new Set<string>();
  while (ended.size < ROWS) {
    const event = (await events.next())?.jobExecutionChanged;
    if (event?.status === 'COMPLETED') ended.add(event.jobId);
  }
  events.close();

  expect(agent.ledger).toHaveLength(ROWS);
  const emails = agent.ledger.map(({ body }) => body.params.email as string);
  const batches = [emails.slice(0, 3), emails.slice(3, 6), emails.slice(6)].map((batch) => batch.sort());
  const expected = Array.from({ length: ROWS }, (_, index) => `c${index + 1}@example.com`);
  expect(batches).toEqual([expected.slice(0, 3), expected.slice(3, 6), expected.slice(6)]);
  const startOf = (index: number) => agent.ledger[index]?.at ?? 0;
  for (const [last, next] of [
    [2, 3],
    [5, 6],
  ] as const)
    expect(startOf(next) - startOf(last), 'ms between two batches').toBeGreaterThanOrEqual(195);

  for (const [index, { headers, body, jobId, executionId }] of agent.ledger.entries()) {
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      authorization: `Bearer ${BEARER}`,
      'x-tenant': 'acme',
      'x-job-id': jobId,
      'x-execution-id': executionId,
      'idempotency-key': executionId,
      'x-trace-id': body.metadata.traceId,
      traceparent: expect.stringMatching(new RegExp(`^00-${body.metadata.traceId}-[0-9a-f]{16}-01$`)),
      'webhook-id': executionId,
    });
    new Webhook(SIGNING_SECRET).verify(raw[index] ?? '', headers as Record<string, string>);
    expect(body).toMatchObject({
      agentId: 'mailer',
      agentVersion: '2.1.0',
      params: { kind: 'hello' },
      metadata: { priority: 5, retryCount: 0, deadline: expect.any(String) },
      callback: {
        url: expect.stringContaining(`/agent/v1/executions/${executionId}`),
        token: expect.any(String),
      },
    });
  }
  const { scheduleExecutions } = await installation.admin.ask(ScheduleExecutionsDocument, { first: 5 });
  expect(scheduleExecutions.totalCount).toBe(1);
});

test('an agent that accepts ends its job at the callback URL, with the token of this attempt only', async () => {
  agent.behave(accepts);
  const before = agent.ledger.length;
  const { triggerAgent } = await installation.admin.ask(TriggerAgentDocument, {
    agentId: 'mailer',
    params: { email: 'callback@example.com' },
  });
  expect(triggerAgent).toMatchObject({ __typename: 'ScheduleExecution' });
  await agent.calls(before + 1);
  const call = agent.ledger[before];
  if (!call) throw new Error('no call');
  const { url, token } = call.body.callback;
  const report = (authorization: string, body: object) =>
    fetch(url, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }).then(({ status }) => status);
  const otherToken = agent.ledger[0]?.body.callback.token;
  expect(await report(`Bearer ${otherToken}`, { status: 'completed' })).toBe(401);
  expect(await report(`Bearer ${token}`, { status: 'running', metrics: { sent: 1 } })).toBe(200);
  expect(await report(`Bearer ${token}`, { status: 'completed', result: { sent: 3 } })).toBe(200);
  expect(await report(`Bearer ${token}`, { status: 'completed', result: { sent: 3 } })).toBe(200);
  expect(await report(`Bearer ${token}`, { status: 'failed', error: { message: 'no' } })).toBe(409);
  const [row] = await eventually<{ status: string; result: unknown; settledAt: Date | null }>(
    installation.db.pool,
    'SELECT status, result, "settledAt" FROM "AgentJobExecution" WHERE id = $1',
    [call.executionId],
    ([found]) => found?.settledAt != null,
  );
  expect(row).toMatchObject({ status: 'completed', result: { sent: 3 } });
});

test('params that do not match the schema of the agent never reach it', async () => {
  agent.behave((_entry, response) => answer(response, 200, {}));
  const before = agent.ledger.length;
  const { triggerAgent } = await installation.admin.ask(TriggerAgentDocument, {
    agentId: 'mailer',
    params: { email: 5 },
  });
  expect(triggerAgent).toMatchObject({
    __typename: 'ValidationError',
    issues: [{ path: ['params', 'email'], message: expect.any(String) }],
  });
  expect(agent.ledger).toHaveLength(before);
});
