/**
 * For a minute, a hostile agent with a login to the database and a hostile client with an API token do their
 * worst. In the meantime, an ordinary schedule runs every second, and an ordinary client sends queries and
 * listens: nothing of theirs is lost, or later than the limit.
 */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { LIMITS } from '../../src/domain/limits.js';
import { createApiToken } from '../../src/services/access/create-api-token.js';
import { type AgentServer, startAgentServer } from '../support/agent-server.js';
import { type Program, startProgram } from '../support/programs/processes.js';
import { createRecordingLogger } from '../support/recording-logger.js';
import { insertAgent, insertExpanded, insertSchedule } from '../support/rows.js';
import { AGENT, ALL_FAULTS, type FaultFixture, openFaultFixture } from './fault-fixture.js';

const DURATION_MS = ALL_FAULTS ? 60_000 : 10_000;
const HEAP_MB = 256;
/** Code, buffers and what PostgreSQL sends at once are added to the heap. */
const MAX_RSS_MB = HEAP_MB + 256;
const NODE_OPTIONS = `--max-old-space-size=${HEAP_MB}`;
const HOSTILE = 'hostile-agent';
const PASSWORD = 'a-password-of-the-test';
/** Roles belong to the whole cluster. */
const LOGIN = `hostile_${randomBytes(4).toString('hex')}`;

let fixture: FaultFixture;
let hostile: AgentServer;
let programs: Record<'server' | 'worker', Program>;
let url: string;
const tokens = { hostile: '', ordinary: '' };

beforeEach(async () => {
  fixture = await openFaultFixture({ NODE_OPTIONS });
  const { pool } = fixture.db;
  hostile = await startAgentServer((_entry, response) => drip(response));
  // As an operator would configure it. Otherwise slow calls may take all slots of a worker.
  await insertAgent(pool, HOSTILE, hostile.url, { maxConcurrency: 10 });
  await pool.query('SELECT create_agent_login($1, $2, $3)', [LOGIN, PASSWORD, [HOSTILE]]);
  const server = await startProgram('server', {
    DATABASE_URL: fixture.db.url,
    CALLBOARD_ADMIN_TOKEN: 'an-admin-of-the-test',
    NODE_OPTIONS,
  });
  url = `http://127.0.0.1:${(await server.logged('server.ready')).port}`;
  programs = { server, worker: await fixture.startWorker() };
  const services = { pool, logger: createRecordingLogger(), secretKey: randomBytes(32) } as never;
  for (const [name, role] of [
    ['hostile', 'viewer'],
    ['ordinary', 'operator'],
  ] as const) {
    const made = await createApiToken(services, { id: 't', name: 't', role: 'admin' }, { name, role });
    if (made.kind !== 'ok') throw new Error(JSON.stringify(made));
    tokens[name] = made.value.token;
  }
});
afterEach(async () => {
  await hostile?.close();
  await fixture?.close();
});

/** An answer that arrives drop by drop and is not JSON. */
function drip(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  const timer = setInterval(() => response.write(' '.repeat(1_000)), 100);
  const end = setTimeout(() => {
    clearInterval(timer);
    response.end();
  }, 3_000);
  response.once('close', () => {
    clearInterval(timer);
    clearTimeout(end);
  });
}

async function ask(query: string, token: string): Promise<{ data?: unknown; errors?: unknown[] }> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ query }),
    signal: AbortSignal.timeout(60_000),
  });
  return (await response.json()) as { data?: unknown; errors?: unknown[] };
}

/** Repeats until the time is over, whatever the result: hostile programs ignore errors. */
async function repeat(until: number, work: () => Promise<unknown>): Promise<void> {
  while (performance.now() < until) {
    await work().catch(() => {});
    await sleep(10);
  }
}

/** With the agent's login: floods, large results, locks, connections, and its own switch. */
function attackDatabase(until: number): Promise<unknown> {
  const address = new URL(fixture.db.url);
  address.username = LOGIN;
  address.password = PASSWORD;
  const session = async (work: (client: pg.Client) => Promise<unknown>) => {
    const client = new pg.Client({ connectionString: address.href, connectionTimeoutMillis: 5_000 });
    client.on('error', () => {});
    try {
      await client.connect();
      await work(client);
    } finally {
      await Promise.race([client.end().catch(() => {}), sleep(1_000)]);
    }
  };
  const large = JSON.stringify({ text: randomBytes(150_000).toString('base64') });
  const statements: ((client: pg.Client) => Promise<unknown>)[] = [
    (client) =>
      client.query(
        `SELECT pg_notify(channel, n::text) FROM generate_series(1, 20000) n, unnest('{callboard_events,callboard_work,callboard_schedules}'::text[]) channel`,
      ),
    (client) =>
      client.query(
        `UPDATE "AgentJobExecution" SET status = 'completed', result = $1::jsonb, "completedAt" = now(), "updatedAt" = now() WHERE status = 'running'`,
        [large],
      ),
    (client) =>
      client.query(`UPDATE "AgentRegistry" SET enabled = true, "lastHeartbeat" = now() WHERE id = $1`, [
        HOSTILE,
      ]),
    async (client) => {
      await client.query('BEGIN');
      await client.query('SELECT id FROM "AgentRegistry" FOR UPDATE');
      await client.query("UPDATE \"AgentJobExecution\" SET metrics = '{}' WHERE status = 'running'");
      await sleep(3_000);
    },
    async (client) => {
      await client.query(`SELECT pg_advisory_lock(hashtextextended(name, 0)) FROM unnest($1::text[]) name`, [
        ['callboard.admins', 'callboard.migrate', `callboard.cap/${AGENT}`, `callboard.cap/${HOSTILE}`],
      ]);
      await sleep(3_000);
    },
    () => sleep(1_000),
  ];
  return Promise.all(
    [...statements, ...statements].map((statement) => repeat(until, () => session(statement))),
  );
}

const times = (count: number, text: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => text(index)).join(' ');

/**
 * With the client's token: aliases, large lists, long documents, sockets full of operations and
 * subscriptions.
 */
function attackApi(until: number): Promise<unknown> {
  const list = (fields: string) => `jobExecutions(first: 100) { edges { node { ${fields} } } }`;
  const documents = [
    `{ ${times(30, (index) => `a${index}: ${list('params result metrics responseBody truncatedFields')}`)} }`,
    `{ ${times(10, (index) => `a${index}: ${list('id status attempts { id result }')}`)} }`,
    `{ ${times(900, () => 'me { id }')} }`,
    `{ scheduleExecutions(first: 100) { edges { node { params jobs(first: 50) { edges { node { result } } } } } } }`,
  ];
  const asking = documents.flatMap((document) =>
    Array.from({ length: 3 }, () => repeat(until, () => ask(document, tokens.hostile))),
  );
  const storming = Array.from({ length: 3 }, () => repeat(until, () => storm(documents)));
  return Promise.all([...asking, ...storming]);
}

async function storm(documents: readonly string[]): Promise<void> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  socket.on('error', () => {});
  await once(socket, 'open');
  socket.on('message', (data) => {
    if (JSON.parse(String(data)).type !== 'connection_ack') return;
    for (let id = 0; id < LIMITS.operationsPerSocket; id += 1) {
      const query =
        id % 2
          ? documents[id % documents.length]
          : 'subscription { jobExecutionChanged { jobExecution { result } } }';
      socket.send(JSON.stringify({ id: `${id}`, type: 'subscribe', payload: { query } }));
    }
  });
  socket.send(
    JSON.stringify({ type: 'connection_init', payload: { authorization: `Bearer ${tokens.hostile}` } }),
  );
  await sleep(2_000);
  socket.terminate();
}

/** Jobs of the ordinary agent whose end a subscriber received. */
async function listen(): Promise<{ completed: Set<string>; errors: unknown[]; close(): void }> {
  const received = { completed: new Set<string>(), errors: [] as unknown[] };
  const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  const query = `subscription { jobExecutionChanged(filter: { agentId: "${AGENT}" }) { executionId status } }`;
  socket.on('message', (data) => {
    const { type, payload } = JSON.parse(String(data));
    if (type === 'connection_ack')
      socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query } }));
    if (type === 'error') received.errors.push(payload);
    const event = payload?.data?.jobExecutionChanged;
    if (event?.status === 'COMPLETED') received.completed.add(event.executionId);
  });
  await once(socket, 'open');
  const acknowledged = once(socket, 'message');
  socket.send(
    JSON.stringify({ type: 'connection_init', payload: { authorization: `Bearer ${tokens.ordinary}` } }),
  );
  await acknowledged;
  return { ...received, close: () => socket.terminate() };
}

function rssMb({ pid }: Program): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024;
}

test('nothing of others is lost, or later than the limit', async () => {
  const { pool } = fixture.db;
  await insertExpanded(pool, { agentId: HOSTILE, jobs: Array.from({ length: 200 }, () => ({})) });
  const subscriber = await listen();
  const scheduleId = await insertSchedule(pool, { agentId: AGENT, interval: 1_000, nextRunAt: new Date() });
  await fixture.agent.calls(1);

  const until = performance.now() + DURATION_MS;
  const attacks = Promise.all([attackDatabase(until), attackApi(until)]);
  const seen = { waitedMs: 0, server: 0, worker: 0, failed: [] as unknown[] };
  await repeat(until, async () => {
    const began = performance.now();
    const query = `{ me { role } schedule(id: "${scheduleId}") { id } jobExecutions(first: 10, filter: {agentId: "${AGENT}"}) { edges { node { status } } } }`;
    const { data, errors } = await ask(query, tokens.ordinary).catch((error) => ({
      data: undefined,
      errors: [String(error)],
    }));
    if (!data || errors) seen.failed.push(errors);
    seen.waitedMs = Math.max(seen.waitedMs, performance.now() - began);
    seen.server = Math.max(seen.server, rssMb(programs.server));
    seen.worker = Math.max(seen.worker, rssMb(programs.worker));
    await sleep(100);
  });
  await attacks;
  // Slots that were due during the minute get time to end.
  await pool.query(`UPDATE "Schedule" SET enabled = false WHERE id = $1`, [scheduleId]);
  await expect
    .poll(
      async () =>
        (
          await pool.query(
            `SELECT count(*)::int AS n FROM "ScheduleExecution" WHERE "scheduleId" = $1 AND "runStatus" IN ('pending', 'running')`,
            [scheduleId],
          )
        ).rows[0].n,
      { timeout: 60_000 },
    )
    .toBe(0);

  const { rows: runs } = await pool.query<{ slotAt: Date; lateMs: number; runStatus: string }>(
    `SELECT run."slotAt", run."runStatus",
       extract(epoch FROM job."sentAt" - run."slotAt")::float8 * 1000 AS "lateMs"
     FROM "ScheduleExecution" run LEFT JOIN "AgentJobExecution" job ON job."scheduleExecutionId" = run.id
     WHERE run."scheduleId" = $1 ORDER BY run."slotAt"`,
    [scheduleId],
  );
  const { rows: done } = await pool.query<{ id: string }>(
    `SELECT id FROM "AgentJobExecution" WHERE "scheduleId" = $1 AND status = 'completed'`,
    [scheduleId],
  );
  await expect
    .poll(() => done.filter(({ id }) => !subscriber.completed.has(id)), { timeout: 15_000 })
    .toEqual([]);
  subscriber.close();
  expect(subscriber.errors).toEqual([]);

  expect(new Set(runs.map(({ runStatus }) => runStatus))).toEqual(new Set(['succeeded']));
  // Every second has its run.
  const gaps = runs.slice(1).map(({ slotAt }, index) => +slotAt - +(runs[index]?.slotAt ?? 0));
  expect(gaps.filter((gap) => gap !== 1_000)).toEqual([]);
  expect(runs.length).toBeGreaterThanOrEqual(DURATION_MS / 1_000);
  expect(Math.max(...runs.map(({ lateMs }) => lateMs))).toBeLessThan(LIMITS.hostileDelayMs);
  expect(seen.failed).toEqual([]);
  expect(seen.waitedMs).toBeLessThan(LIMITS.hostileDelayMs);
  expect(seen.server).toBeLessThan(MAX_RSS_MB);
  expect(seen.worker).toBeLessThan(MAX_RSS_MB);
});
