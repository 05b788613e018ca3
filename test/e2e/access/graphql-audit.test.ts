import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { signWebhook } from '../../../src/http/incoming/verify-webhook.js';
import { withTransaction } from '../../../src/runtime/database/pool.js';
import { schema } from '../../../src/schema/index.js';
import { createGraphqlClient } from '../../support/graphql-client.js';
import { insertAgent, insertExecution, insertExpanded, insertSchedule } from '../../support/rows.js';
import { type PipelineServer, startPipelineServer } from '../pipelines/pipeline-server.js';

let server: PipelineServer;
beforeAll(async () => {
  server = await startPipelineServer();
});
afterAll(() => server?.close());

interface Entry {
  id: string;
  actorId: string | null;
  actorName: string | null;
  actorRole: string | null;
  action: string;
  entityType: string;
  entityId: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  origin: string;
  address: string | null;
}

const rows = async <T = Entry>(sql: string, values: unknown[] = []) =>
  (await server.pool.query(sql, values)).rows as T[];

const entriesOf = (entityId: string) =>
  rows('SELECT * FROM "AuditEntry" WHERE "entityId" = $1 ORDER BY id', [entityId]);

/** The answer to a mutation, with its `id` if it has one. */
async function mutate(mutation: string, client = server.admin): Promise<{ __typename: string; id: string }> {
  const { data, errors } = await client.send(`mutation { result: ${mutation} }` as never, {});
  expect(errors).toEqual([]);
  const { result } = data as { result: { __typename: string; id: string; message?: string } };
  if (result.__typename.endsWith('Error')) throw new Error(`${mutation}: ${JSON.stringify(result)}`);
  return result;
}

/** Every answer has a type name; most have an id. */
const asks = (mutation: string, entity?: string) =>
  `${mutation} { __typename ... on Error { code message } ${entity ? `... on ${entity} { id }` : ''} }`;

const HOUR = 3_600_000;
const soon = () => new Date(Date.now() + HOUR);
const text = JSON.stringify;
let made = 0;
const aName = () => `thing-${++made}`;

/** The URL of an A2A agent card, which exists until the test ends. */
async function aCard(): Promise<string> {
  const card = createServer((request, response) =>
    response.end(JSON.stringify({ name: 'A', version: '1', url: `http://${request.headers.host}/rpc` })),
  );
  await new Promise<void>((resolve) => card.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void card.close());
  return `http://127.0.0.1:${(card.address() as AddressInfo).port}/card.json`;
}

async function anAgent(): Promise<string> {
  const id = aName();
  await insertAgent(server.pool, id, 'http://127.0.0.1:9/run');
  return id;
}

const aSchedule = async (columns: Record<string, unknown> = {}) =>
  insertSchedule(server.pool, { agentId: 'collector', interval: HOUR, nextRunAt: soon() }, columns);

const anExecution = () => insertExecution(server.pool, { agentId: 'collector' });

async function anOpenJob(): Promise<string> {
  const { attemptIds } = await insertExpanded(server.pool, { agentId: 'collector', jobs: [{}] });
  const [job] = await rows<{ jobId: string }>('SELECT "jobId" FROM "AgentJobExecution" WHERE id = $1', [
    attemptIds[0],
  ]);
  return job?.jobId ?? '';
}

/** A job that has failed for good, retryable or not. */
async function aFailedJob(retryable = false): Promise<{ executionId: string; jobId: string }> {
  const { id, attemptIds } = await insertExpanded(server.pool, { agentId: 'collector', jobs: [{}] });
  await server.pool.query(`UPDATE "AgentJobExecution" SET status = 'running' WHERE id = ANY ($1)`, [
    attemptIds,
  ]);
  const [job] = await rows<{ jobId: string }>(
    `UPDATE "AgentJobExecution" SET status = 'failed', error = $2, "settledAt" = now() WHERE id = ANY ($1) RETURNING "jobId"`,
    [attemptIds, { message: 'no luck', retryable }],
  );
  return { executionId: id, jobId: job?.jobId ?? '' };
}

async function aContext(): Promise<{ executionId: string; contextId: string }> {
  const executionId = await server.aRun(1);
  const [step] = await rows<{ contextId: string }>(
    'SELECT "contextId" FROM "AgentJobExecution" WHERE "scheduleExecutionId" = $1 LIMIT 1',
    [executionId],
  );
  return { executionId, contextId: step?.contextId ?? '' };
}

async function aWorker(draining: boolean): Promise<string> {
  const id = aName();
  await server.pool.query(
    `INSERT INTO "Worker" (id, host, pid, version, concurrency, draining, "leaseExpiresAt") VALUES ($1, 'host', 1, '1', 1, $2, now() + interval '1 hour')`,
    [id, draining],
  );
  return id;
}

async function aWebhook(): Promise<string> {
  const input = `{name: "hook", targetType: AGENT, agentId: "collector"}`;
  const { data } = await server.admin.send(
    `mutation { createWebhook(input: ${input}) { ... on CreatedWebhook { webhook { id } } } }` as never,
    {},
  );
  return (data as { createWebhook: { webhook: { id: string } } }).createWebhook.webhook.id;
}

async function aChannel(): Promise<string> {
  const name = aName();
  await mutate(asks(`setNotificationChannel(input: ${channelInput(name)})`));
  return name;
}
const channelInput = (name: string) =>
  `{name: "${name}", slack: {url: "https://hooks.slack.example/services/T0/B0/${'x'.repeat(24)}"}}`;

async function aToken(): Promise<string> {
  const [token] = await rows<{ id: string }>(
    `INSERT INTO "ApiToken" (id, name, role, "tokenHash", hint) VALUES (uuid_v7()::text, 'guest', 'viewer', uuid_v7()::text, 'abcd') RETURNING id`,
  );
  return token?.id ?? '';
}

const agentInput = (id: string) =>
  `{id: "${id}", name: "A", description: "", version: "1.0.0", endpoint: {type: HTTP, url: "http://127.0.0.1:9/run"}}`;
const pipelineInput = `{name: "P", steps: [{stepId: "one", agentId: "collector", dependsOn: [], parallel: true}]}`;
const scheduleInput = `{name: "S", repeat: REPEATING, interval: "1h", targetType: AGENT, agentId: "collector"}`;

/**
 * A use of each mutation that changes something, and the expected entries. A mutation that is missing here
 * fails the test.
 */
const MUTATIONS: Record<string, () => Promise<[mutation: string, entityType: string]>> = {
  applyConfiguration: async () => {
    const document = `{kind: "Schedule", key: "${aName()}", name: "applied", repeat: "repeating", interval: "1h", agentId: "collector"}`;
    return [`applyConfiguration(documents: [${document}])`, 'Schedule'];
  },
  cancelBackfill: async () => {
    const scheduleId = await aSchedule({ originAt: new Date(Date.now() - 10 * HOUR) });
    const from = new Date(Date.now() - 5 * HOUR).toISOString();
    const backfill = await mutate(
      asks(`createBackfill(input: {scheduleId: "${scheduleId}", from: "${from}"})`, 'Backfill'),
    );
    return [`cancelBackfill(id: "${backfill.id}")`, 'Backfill'];
  },
  cancelContext: async () => {
    const { executionId, contextId } = await aContext();
    return [
      `cancelContext(scheduleExecutionId: "${executionId}", contextId: "${contextId}")`,
      'ScheduleExecution',
    ];
  },
  cancelJob: async () => [`cancelJob(jobId: "${await anOpenJob()}")`, 'JobExecution'],
  cancelJobs: async () => [`cancelJobs(jobIds: ["${await anOpenJob()}"])`, 'JobExecution'],
  cancelScheduleExecution: async () => [
    `cancelScheduleExecution(id: "${await anExecution()}")`,
    'ScheduleExecution',
  ],
  cancelScheduleExecutions: async () => [
    `cancelScheduleExecutions(ids: ["${await anExecution()}"])`,
    'ScheduleExecution',
  ],
  checkAgentHealth: async () => [`checkAgentHealth(id: "${await anAgent()}")`, 'Agent'],
  checkEndpoint: async () => ['checkEndpoint(input: {url: "http://127.0.0.1:9/run"})', 'Endpoint'],
  clearHints: async () => {
    const id = await aSchedule({
      hintIntervalMs: HOUR,
      hintExpiresAt: soon(),
      hintReason: 'why',
      hintBy: 'x',
      hintAt: new Date(),
    });
    return [`clearHints(scheduleId: "${id}")`, 'Schedule'];
  },
  createApiToken: async () => ['createApiToken(input: {name: "new", role: VIEWER})', 'ApiToken'],
  createBackfill: async () => {
    const scheduleId = await aSchedule({ originAt: new Date(Date.now() - 10 * HOUR) });
    const from = new Date(Date.now() - 5 * HOUR).toISOString();
    return [`createBackfill(input: {scheduleId: "${scheduleId}", from: "${from}"})`, 'Backfill'];
  },
  createPipeline: async () => [`createPipeline(input: ${pipelineInput})`, 'Pipeline'],
  createSchedule: async () => [`createSchedule(input: ${scheduleInput})`, 'Schedule'],
  createWebhook: async () => [
    'createWebhook(input: {name: "hook", targetType: AGENT, agentId: "collector"})',
    'Webhook',
  ],
  deleteAgent: async () => [`deleteAgent(id: "${await anAgent()}")`, 'Agent'],
  deleteNotificationChannel: async () => [
    `deleteNotificationChannel(name: "${await aChannel()}")`,
    'AgentConfig',
  ],
  deletePipeline: async () => [`deletePipeline(id: "${await server.aPipeline()}")`, 'Pipeline'],
  deleteSchedule: async () => [`deleteSchedule(id: "${await aSchedule()}")`, 'Schedule'],
  deleteWebhook: async () => [`deleteWebhook(id: "${await aWebhook()}")`, 'Webhook'],
  deployAgentVersion: async () => [
    `deployAgentVersion(agentId: "${await anAgent()}", environment: PRODUCTION, version: "2.0.0")`,
    'AgentVersionDeployment',
  ],
  drainWorker: async () => [`drainWorker(id: "${await aWorker(false)}")`, 'Worker'],
  pauseSchedule: async () => [
    `pauseSchedule(id: "${await aSchedule()}", until: "${soon().toISOString()}")`,
    'Schedule',
  ],
  pauseSchedules: async () => [
    `pauseSchedules(ids: ["${await aSchedule()}"], until: "${soon().toISOString()}")`,
    'Schedule',
  ],
  proposeHint: async () => [
    `proposeHint(scheduleId: "${await aSchedule()}", input: {interval: "5m", ttl: "1h", reason: "busy"})`,
    'Schedule',
  ],
  importAgentCard: async () => [
    `importAgentCard(input: {id: "${aName()}", url: "${await aCard()}"})`,
    'Agent',
  ],
  registerAgent: async () => [`registerAgent(input: ${agentInput(aName())})`, 'Agent'],
  rerunFrom: async () => {
    const { executionId, contextId } = await aContext();
    await server.pool.query(
      `UPDATE "AgentJobExecution" SET status = 'cancelled', "settledAt" = now() WHERE "contextId" = $1`,
      [contextId],
    );
    return [
      `rerunFrom(scheduleExecutionId: "${executionId}", contextId: "${contextId}", stepId: "analyze")`,
      'ScheduleExecution',
    ];
  },
  resetAgentCircuit: async () => [`resetAgentCircuit(agentId: "${await anAgent()}")`, 'Agent'],
  resumeSchedule: async () => [
    `resumeSchedule(id: "${await aSchedule({ pausedUntil: soon() })}")`,
    'Schedule',
  ],
  resumeSchedules: async () => [
    `resumeSchedules(ids: ["${await aSchedule({ pausedUntil: soon() })}"])`,
    'Schedule',
  ],
  resumeWebhook: async () => {
    const id = await aWebhook();
    await mutate(asks(`suspendWebhook(id: "${id}")`));
    return [`resumeWebhook(id: "${id}")`, 'Webhook'];
  },
  retryDeadLetters: async () => {
    await aFailedJob(true);
    return ['retryDeadLetters(all: true)', 'JobExecution'];
  },
  retryFailedJobs: async () => {
    const { executionId } = await aFailedJob();
    return [`retryFailedJobs(scheduleExecutionId: "${executionId}")`, 'ScheduleExecution'];
  },
  retryJob: async () => [`retryJob(jobId: "${(await aFailedJob()).jobId}")`, 'JobExecution'],
  retryJobs: async () => [`retryJobs(jobIds: ["${(await aFailedJob()).jobId}"])`, 'JobExecution'],
  revokeApiToken: async () => [`revokeApiToken(id: "${await aToken()}")`, 'ApiToken'],
  rollbackAgentVersion: async () => {
    const id = await anAgent();
    for (const version of ['2.0.0', '3.0.0'])
      await mutate(asks(`deployAgentVersion(agentId: "${id}", environment: STAGING, version: "${version}")`));
    return [`rollbackAgentVersion(agentId: "${id}", environment: STAGING)`, 'AgentVersionDeployment'];
  },
  rotateWebhookSecret: async () => [`rotateWebhookSecret(id: "${await aWebhook()}")`, 'Webhook'],
  gradeAgent: async () => [`gradeAgent(agentId: "${await anAgent()}", params: {n: 1})`, 'Agent'],
  sendTestCall: async () => [`sendTestCall(agentId: "${await anAgent()}", params: {n: 1})`, 'Agent'],
  setAgentConfig: async () => [
    `setAgentConfig(agentId: "${await anAgent()}", value: {model: "large"})`,
    'AgentConfig',
  ],
  setNotificationChannel: async () => [
    `setNotificationChannel(input: ${channelInput(aName())})`,
    'AgentConfig',
  ],
  setScheduleEnabled: async () => [
    `setScheduleEnabled(id: "${await aSchedule()}", enabled: false)`,
    'Schedule',
  ],
  setSchedulesEnabled: async () => [
    `setSchedulesEnabled(ids: ["${await aSchedule()}"], enabled: false)`,
    'Schedule',
  ],
  suspendWebhook: async () => [`suspendWebhook(id: "${await aWebhook()}")`, 'Webhook'],
  testNotificationChannel: async () => [
    `testNotificationChannel(name: "${await aChannel()}")`,
    'NotificationChannel',
  ],
  triggerAgent: async () => ['triggerAgent(agentId: "collector")', 'Agent'],
  triggerPipeline: async () => [`triggerPipeline(id: "${await server.aPipeline()}")`, 'Pipeline'],
  triggerSchedule: async () => [`triggerSchedule(id: "${await aSchedule()}")`, 'Schedule'],
  triggerSchedules: async () => [`triggerSchedules(ids: ["${await aSchedule()}"])`, 'Schedule'],
  undrainWorker: async () => [`undrainWorker(id: "${await aWorker(true)}")`, 'Worker'],
  updateAgent: async () => [`updateAgent(id: "${await anAgent()}", input: {name: "B"})`, 'Agent'],
  updateDataSourcePolicy: async () => [
    'updateDataSourcePolicy(input: {deny: ["Ticker.secret"]})',
    'AgentConfig',
  ],
  updateEngineConfig: async () => ['updateEngineConfig(input: {claimBatchSize: 77})', 'AgentConfig'],
  updatePipeline: async () => [
    `updatePipeline(id: "${await server.aPipeline()}", input: {name: "Q"})`,
    'Pipeline',
  ],
  updateSchedule: async () => [`updateSchedule(id: "${await aSchedule()}", input: {name: "T"})`, 'Schedule'],
  updateSchedulerConfig: async () => [
    'updateSchedulerConfig(input: {scheduler: {maxExpansion: 4711}})',
    'AgentConfig',
  ],
  updateWebhook: async () => [`updateWebhook(id: "${await aWebhook()}", input: {name: "other"})`, 'Webhook'],
};

const fields = Object.keys(schema.getMutationType()?.getFields() ?? {});

describe('every mutation', () => {
  test('is listed in this test', () => {
    expect(Object.keys(MUTATIONS).sort()).toEqual([...fields].sort());
  });

  test.each(fields)('%s records who did what, and from where', async (name) => {
    const [mutation, entityType] = await (MUTATIONS[name]?.() ?? Promise.reject(new Error(name)));
    const known = new Set((await rows('SELECT id FROM "AuditEntry"')).map(({ id }) => id));
    await mutate(asks(mutation));
    const entries = (await rows('SELECT * FROM "AuditEntry" ORDER BY id')).filter(({ id }) => !known.has(id));
    expect(entries.length).toBeGreaterThan(0);
    const [admin] = await rows<{ id: string }>(`SELECT id FROM "ApiToken" WHERE name = 'admin'`);
    for (const entry of entries)
      expect(entry).toMatchObject({
        action: name,
        actorId: admin?.id,
        actorName: 'admin',
        actorRole: 'admin',
        origin: 'graphql',
        address: '127.0.0.1',
      });
    expect(entries.map((entry) => entry.entityType)).toContain(entityType);
  });

  test('leaves no trace if it is refused or changes nothing', async () => {
    const id = await aSchedule();
    const before = await entriesOf(id);
    await expect(
      mutate(asks(`updateSchedule(id: "${id}", input: {cronExpression: "nonsense"})`)),
    ).rejects.toThrow('VALIDATION');
    await mutate(asks(`updateSchedule(id: "${id}", input: {name: "test"})`));
    await mutate(asks(`setSchedulesEnabled(ids: ["${id}"], enabled: false, dryRun: true)`));
    const { errors } = await server.viewer.send(
      `mutation { triggerSchedule(id: "${id}") { __typename } }` as never,
      {},
    );
    expect(errors[0]?.extensions?.code).toBe('FORBIDDEN');
    expect(await entriesOf(id)).toEqual(before);
  });
});

describe('an audit entry', () => {
  test('has what was changed, before and after, and not the consequences', async () => {
    const id = await aSchedule({ name: 'old' });
    await mutate(asks(`updateSchedule(id: "${id}", input: {name: "new", interval: "2h"})`));
    await mutate(asks(`deleteSchedule(id: "${id}")`));
    const [, updated, deleted] = await entriesOf(id);
    expect(updated).toMatchObject({
      before: { name: 'old', interval: HOUR },
      after: { name: 'new', interval: 2 * HOUR },
    });
    expect(Object.keys(updated?.after ?? {}).sort()).toEqual(['interval', 'name']);
    expect(deleted).toMatchObject({ action: 'deleteSchedule', before: { id, name: 'new' }, after: null });
  });

  test('of each row that one statement inserts has the columns that are set, and nulls within their values', async () => {
    const id = aName();
    const values = [{}, { from: null, list: [null, { to: null }] }];
    await server.pool.query(
      `INSERT INTO "Schedule" (id, name, repeat, "interval", "targetType", "agentId", params, "createdBy")
       SELECT $1 || position, 'by SQL', 'repeating', 3600000, 'agent', 'collector', params, 'test'
       FROM unnest($2::jsonb[]) WITH ORDINALITY AS made(params, position)`,
      [id, values.map((value) => JSON.stringify(value))],
    );
    for (const [position, params] of values.entries()) {
      const entityId = `${id}${position + 1}`;
      const entries = await entriesOf(entityId);
      expect(entries).toMatchObject([
        {
          action: 'insert',
          entityType: 'Schedule',
          before: null,
          after: { id: entityId, params },
        },
      ]);
      expect(Object.values(entries[0]?.after ?? {})).not.toContain(null);
    }
  });

  test('never contains a secret', async () => {
    const secret = 'Y29ycmVjdC1ob3JzZS1iYXR0ZXJ5LXN0YXBsZQ==';
    const id = aName();
    const endpoint = `{type: HTTP, url: "http://127.0.0.1:9/run", authentication: {type: BEARER, token: "${secret}"}}`;
    await mutate(
      asks(
        `registerAgent(input: {id: "${id}", name: "A", description: "", version: "1", signingSecret: "${secret}", endpoint: ${endpoint}, metadata: {deep: [{apiKey: "${secret}"}]}})`,
      ),
    );
    await mutate(
      asks(`createWebhook(input: {name: "h", targetType: AGENT, agentId: "${id}", secret: "${secret}"})`),
    );
    const channel = aName();
    await mutate(
      asks(
        `setNotificationChannel(input: {name: "${channel}", webhook: {url: "https://example.com/", secret: "${secret}"}})`,
      ),
    );
    await mutate(asks(`setAgentConfig(agentId: "${id}", value: {password: "${secret}", maxTokens: 5})`));
    await mutate(asks(`sendTestCall(agentId: "${id}", params: {token: "${secret}"})`));
    const all = await rows<{ text: string }>('SELECT "AuditEntry"::text AS text FROM "AuditEntry"');
    expect(all.filter(({ text }) => text.includes(secret) || /v1\.[A-Za-z0-9_-]{30}/.test(text))).toEqual([]);
    const [registered] = await entriesOf(id);
    expect(registered?.after).toMatchObject({
      credential: { set: true, hint: expect.stringContaining('==') },
      signingSecret: { set: true, hint: expect.stringContaining('==') },
      metadata: { deep: [{ apiKey: { set: true } }] },
    });
    expect(JSON.stringify(await entriesOf(id))).toContain('"maxTokens":5');
    const [token] = await rows(`SELECT * FROM "AuditEntry" WHERE "entityType" = 'ApiToken' LIMIT 1`);
    expect(token?.after).toMatchObject({ tokenHash: { set: true } });
  });

  test('gives the size of a large value instead of the value', async () => {
    const id = await anAgent();
    await mutate(asks(`updateAgent(id: "${id}", input: {metadata: {note: "${'x'.repeat(40_000)}"}})`));
    const [, updated] = await entriesOf(id);
    expect(updated?.after?.metadata).toEqual({ omittedBytes: expect.any(Number) });
  });

  test('is written with the change or not at all', async () => {
    const id = await aSchedule();
    const before = await entriesOf(id);
    const crash = withTransaction(server.pool, async (client) => {
      await client.query(`UPDATE "Schedule" SET name = 'gone' WHERE id = $1`, [id]);
      throw new Error('crash');
    });
    await expect(crash).rejects.toThrow('crash');
    expect(await entriesOf(id)).toEqual(before);
  });

  test('cannot be changed or removed', async () => {
    await aSchedule();
    await expect(server.pool.query(`UPDATE "AuditEntry" SET "actorName" = 'nobody'`)).rejects.toThrow(
      'cannot be changed or deleted',
    );
    await expect(server.pool.query('DELETE FROM "AuditEntry"')).rejects.toThrow(
      'cannot be changed or deleted',
    );
  });
});

describe('other actors', () => {
  test('by SQL are named by their login, and heartbeats cause no entry', async () => {
    const id = await anAgent();
    const login = `agent_${process.pid}_${made}`;
    await server.pool.query('SELECT create_agent_login($1, $2, $3)', [login, 'a long enough password', [id]]);
    try {
      // A client that lies about its identity: in its own session it may set anything.
      const client = await server.pool.connect();
      try {
        await client.query(`SET SESSION AUTHORIZATION ${login}`);
        await client.query(
          `SELECT set_config('callboard.writer', 'engine', false), set_config('callboard.audit', $1, false)`,
          [text({ actorId: 'somebody', action: 'nothing', origin: 'graphql' })],
        );
        await client.query(`UPDATE "AgentRegistry" SET "lastHeartbeat" = now() WHERE id = $1`, [id]);
        await client.query(`UPDATE "AgentRegistry" SET version = '9.9.9' WHERE id = $1`, [id]);
        await expect(client.query('SELECT FROM "AuditEntry"')).rejects.toThrow('permission denied');
        await expect(client.query(`SELECT append_audit('x', 'y', 'z', NULL, NULL)`)).rejects.toThrow(
          'denied',
        );
      } finally {
        await client.query('RESET SESSION AUTHORIZATION');
        client.release(true);
      }
      const [, ...changes] = await entriesOf(id);
      expect(changes).toEqual([
        expect.objectContaining({
          actorId: login,
          actorName: login,
          actorRole: null,
          action: 'update',
          origin: 'sql',
          before: { version: '1.0.0' },
          after: { version: '9.9.9' },
        }),
      ]);
    } finally {
      await server.pool.query(`DROP OWNED BY ${login}`);
      await server.pool.query(`DROP ROLE ${login}`);
    }
  });

  test('do not include the engine, whose own changes are not recorded', async () => {
    const id = await aSchedule();
    const before = await entriesOf(id);
    await withTransaction(server.pool, async (client) => {
      await client.query(`SET LOCAL callboard.writer = 'engine'`);
      await client.query(`UPDATE "Schedule" SET enabled = false, "runCount" = 7 WHERE id = $1`, [id]);
    });
    expect(await entriesOf(id)).toEqual(before);
  });

  test('include a webhook, by its name', async () => {
    const { data } = await server.admin.send(
      `mutation { createWebhook(input: {name: "orders", targetType: AGENT, agentId: "collector"}) { ... on CreatedWebhook { secret webhook { id } } } }` as never,
      {},
    );
    const { secret, webhook } = (data as { createWebhook: { secret: string; webhook: { id: string } } })
      .createWebhook;
    const timestamp = String(Math.floor(Date.now() / 1_000));
    const call = () =>
      fetch(`${server.url}/hooks/${webhook.id}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-timestamp': timestamp,
          'x-signature': signWebhook(secret, '{}', timestamp),
          'x-event-id': 'one',
        },
        body: '{}',
      });
    const started = (await (await call()).json()) as { scheduleExecutionId: string };
    await call(); // the same event again starts nothing
    expect(await rows(`SELECT * FROM "AuditEntry" WHERE origin = 'webhook'`)).toEqual([
      expect.objectContaining({
        actorId: webhook.id,
        actorName: 'orders',
        actorRole: null,
        action: 'receiveWebhook',
        entityType: 'Agent',
        entityId: 'collector',
        after: started,
        address: '127.0.0.1',
      }),
    ]);
  });

  test('include a client over a WebSocket', async () => {
    const id = await aSchedule();
    const stream = server.operator.watch(
      { toString: () => `mutation { triggerSchedule(id: "${id}") { __typename } }` } as never,
      {},
    );
    await stream.next();
    await stream.close();
    const [, triggered] = await entriesOf(id);
    expect(triggered).toMatchObject({
      action: 'triggerSchedule',
      actorName: 'operator',
      address: '127.0.0.1',
    });
  });

  test('include a browser that signs in and out', async () => {
    const session = `${server.url}/admin/session`;
    const origin = 'http://callboard.test';
    const signedIn = await fetch(session, {
      method: 'POST',
      headers: { origin, 'content-type': 'application/json' },
      body: text({ token: server.tokens.operator }),
    });
    expect(signedIn.status).toBe(200);
    const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
    await fetch(session, { method: 'DELETE', headers: { origin, cookie } });
    const entries = await rows(`SELECT * FROM "AuditEntry" WHERE origin = 'admin' ORDER BY id`);
    expect(entries.map(({ action, actorName, address }) => [action, actorName, address])).toEqual([
      ['signIn', 'operator', '127.0.0.1'],
      ['signOut', 'operator', '127.0.0.1'],
    ]);
  });
});

describe('auditEntries', () => {
  const QUERY = `query ($filter: AuditFilter, $first: Int, $after: String) {
    auditEntries(filter: $filter, first: $first, after: $after) {
      totalCount pageInfo { hasNextPage endCursor }
      edges { node { action entityType entityId actorId actorName actorRole origin address before after at } }
    }
  }` as never;
  interface Page {
    totalCount: number;
    pageInfo: { hasNextPage: boolean; endCursor: string };
    edges: { node: Entry & { at: string } }[];
  }
  const read = async (variables: object): Promise<Page> =>
    ((await server.admin.ask(QUERY, variables as never)) as { auditEntries: Page }).auditEntries;

  test('is filtered and paged, newest first', async () => {
    const id = await aSchedule({ name: 'one' });
    for (const name of ['two', 'three', 'four'])
      await mutate(asks(`updateSchedule(id: "${id}", input: {name: "${name}"})`));
    const first = await read({ filter: { entityType: 'Schedule', entityId: id }, first: 2 });
    expect(first.totalCount).toBe(4);
    expect(first.edges.map(({ node }) => node.after?.name)).toEqual(['four', 'three']);
    const rest = await read({ filter: { entityId: id }, first: 5, after: first.pageInfo.endCursor });
    expect(rest.edges.map(({ node }) => node.after?.name)).toEqual(['two', 'one']);
    const newest = first.edges[0]?.node;
    expect(newest).toMatchObject({ actorRole: 'ADMIN', origin: 'GRAPHQL', before: { name: 'three' } });
    const by = async (filter: object) => (await read({ filter: { entityId: id, ...filter } })).totalCount;
    expect(await by({ action: 'updateSchedule' })).toBe(3);
    expect(await by({ actorId: newest?.actorId })).toBe(3);
    expect(await by({ origin: 'SERVER' })).toBe(1);
    expect(await by({ to: newest?.at })).toBeLessThan(4);
    expect(await by({ from: newest?.at })).toBeGreaterThan(0);
    expect(await by({ from: soon().toISOString() })).toBe(0);
    expect(await by({ entityType: 'Agent' })).toBe(0);
  });

  test('names the operator who made a change over their own connection', async () => {
    const id = await aSchedule();
    await mutate(
      asks(`triggerSchedule(id: "${id}")`),
      createGraphqlClient(server.url, server.tokens.operator),
    );
    const { edges } = await read({ filter: { entityId: id, action: 'triggerSchedule' } });
    expect(edges.map(({ node }) => [node.actorName, node.actorRole])).toEqual([['operator', 'OPERATOR']]);
    expect(edges[0]?.node.after).toEqual({ scheduleExecutionId: expect.any(String) });
  });
});
