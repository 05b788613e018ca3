import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  type AgentBehavior,
  type AgentServer,
  answer,
  completes,
  startAgentServer,
} from '../support/agent-server.js';
import { insertAgent, insertExecution } from '../support/rows.js';
import { AGENT, EVERY_ITEM, type FaultFixture, ITEMS, openFaultFixture } from './fault-fixture.js';
import { holdInvariants, quiesce } from './invariants.js';

let fixture: FaultFixture;
const agents: AgentServer[] = [];

beforeEach(async () => {
  fixture = await openFaultFixture({ CALLBOARD_MAX_CONCURRENT: '20' });
});
afterEach(async () => {
  await fixture.close();
  await Promise.all(agents.splice(0).map((agent) => agent.close()));
});

const ANSWER_LIMIT_MS = 1_000;
/** 256 MiB of zeros in 256 KiB, repeated as long as the client reads. */
const BOMB = gzipSync(Buffer.alloc(256 * 1024 * 1024), { level: 9 });

async function drip(response: ServerResponse): Promise<void> {
  response.writeHead(200, { 'content-type': 'application/json' });
  while (!response.destroyed) {
    response.write(' ');
    await sleep(50);
  }
}

async function bomb(response: ServerResponse): Promise<void> {
  response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
  for (let sent = 0; sent < 40 && !response.destroyed; sent += 1) {
    if (!response.write(BOMB)) await sleep(1);
  }
  response.end();
}

/** What each agent does, and what is recorded. */
const MISBEHAVIORS: Record<string, { does: AgentBehavior; recorded: Record<string, unknown> }> = {
  hangs: {
    does: () => {},
    recorded: { status: 'dead_letter', code: 'TIMEOUT', statusCode: null },
  },
  drips: {
    does: (_, response) => drip(response),
    recorded: { status: 'dead_letter', code: 'TIMEOUT' },
  },
  'sends-a-bomb': {
    does: (_, response) => bomb(response),
    recorded: { status: 'failed', code: 'RESPONSE_TOO_LARGE', statusCode: 200, cut: true },
  },
  'sends-broken-json': {
    does: (_, response) =>
      void response.writeHead(200, { 'content-type': 'application/json' }).end('{"status": "comp'),
    recorded: { status: 'completed', code: null, statusCode: 200 },
  },
  'redirects-to-itself': {
    does: (_, response) => void response.writeHead(302, { location: '/run' }).end(),
    recorded: { status: 'failed', code: 'HTTP_302', statusCode: 302 },
  },
  'resets-after-200': {
    does: (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
      response.write('{', () => response.socket?.resetAndDestroy());
    },
    recorded: { status: 'dead_letter', code: 'CONNECTION_RESET' },
  },
  'closes-without-a-word': {
    does: (_, response) => void response.socket?.destroy(),
    recorded: { status: 'dead_letter', code: 'CONNECTION_RESET', statusCode: null },
  },
};

test('each kind of misbehavior is recorded as what it is, and affects nobody else', async ({ task }) => {
  const worker = await fixture.startWorker();
  for (const [id, { does, recorded }] of Object.entries(MISBEHAVIORS)) {
    const agent = await startAgentServer(does);
    agents.push(agent);
    // On a busy machine, the others may take a while until they misbehave.
    const timeout = recorded.code === 'TIMEOUT' ? ANSWER_LIMIT_MS : 60_000;
    await insertAgent(fixture.db.pool, id, agent.url, { endpoint: { timeout } });
    await insertExecution(fixture.db.pool, {
      agentId: id,
      retryConfig: { maxRetries: 0, backoff: 'fixed', delay: 1 },
    });
  }
  const good = await insertExecution(fixture.db.pool, { agentId: AGENT, params: EVERY_ITEM });
  await quiesce(fixture.db.pool);
  const { rows } = await fixture.db.pool.query(
    `SELECT "agentId", status, error ->> 'code' AS code, "statusCode", "responseTruncated" AS cut, "durationMs",
       pg_column_size("responseBody") AS bytes FROM "AgentJobExecution" WHERE "agentId" <> $1`,
    [AGENT],
  );
  const found = Object.fromEntries(rows.map(({ agentId, ...row }) => [agentId, row]));
  expect(found).toMatchObject(
    Object.fromEntries(Object.entries(MISBEHAVIORS).map(([id, { recorded }]) => [id, recorded])),
  );
  // Each ended for its own reason, long before any limit.
  for (const { durationMs } of rows) expect(durationMs).toBeLessThan(30_000);
  for (const agent of agents) expect(agent.ledger).toHaveLength(1); // redirects are not followed, nothing is repeated
  const { rows: others } = await fixture.db.pool.query(
    `SELECT "runStatus", "jobsCompleted", extract(epoch FROM "completedAt" - "executionTime") AS seconds FROM "ScheduleExecution" WHERE id = $1`,
    [good],
  );
  expect(others).toMatchObject([{ runStatus: 'succeeded', jobsCompleted: ITEMS }]);
  expect(worker.lines.filter(({ level }) => level === 'error')).toEqual([]);
  task.meta.fault = {
    fault: 'agents that misbehave',
    seed: 1,
    calls: agents.length,
    again: 0,
    lost: 0,
    repeated: 0,
  };
});

test('a storm of 503 with Retry-After passes, and the requested wait is respected', async ({ task }) => {
  const refusedAt = new Map<string, number>();
  const waits: number[] = [];
  fixture.agent.behave((entry, response) => {
    const { jobId, at } = entry;
    const before = refusedAt.get(jobId);
    if (before !== undefined) {
      waits.push(at - before);
      return completes(entry, response);
    }
    refusedAt.set(jobId, at);
    answer(response, 503, { message: 'busy' }, { 'retry-after': '1' });
  });
  await fixture.startWorker();
  await insertExecution(fixture.db.pool, {
    agentId: AGENT,
    params: EVERY_ITEM,
    retryConfig: { maxRetries: 1, backoff: 'fixed', delay: 10 },
  });
  const { calls } = await holdInvariants(task, fixture, { fault: 'storm of 503 with Retry-After' });
  expect(calls).toBe(2 * ITEMS);
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(990);
});
