import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accepts, type AgentServer, answer, completes, startAgentServer } from '../support/agent-server.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually, startEngine, type TestEngine } from '../support/engine.js';
import { insertAgent, insertExecution, insertSchedule } from '../support/rows.js';

let db: TestDatabase;
let engine: TestEngine;
let agent: AgentServer;

beforeAll(async () => {
  db = await createTestDatabase();
  agent = await startAgentServer();
  await db.pool.query('CREATE TABLE public."Ticker" (id text PRIMARY KEY, enabled boolean)');
  await db.pool.query(`INSERT INTO public."Ticker" SELECT 'T' || lpad(n::text, 3, '0'), n % 4 <> 0 FROM generate_series(1, 60) n`);
  await insertAgent(db.pool, 'worker-agent', agent.url);
  engine = await startEngine(db.url);
});

afterAll(async () => {
  await engine?.stop();
  await agent?.close();
  await db?.drop();
});

const EXECUTION = `SELECT * FROM "ScheduleExecution" WHERE id = $1`;
const ended = (rows: { completedAt: Date | null }[]) => rows[0]?.completedAt != null;

describe('a triggered execution', () => {
  test('calls the agent once per row, in batches, and rolls up', async () => {
    agent.behave(completes);
    const before = agent.ledger.length;
    const id = await insertExecution(db.pool, { agentId: 'worker-agent', params: { ticker: 'db:ticker:all:id?enabled=true&batchSize=20&staggerDelay=50', depth: 2 } });
    const [execution] = await eventually<Record<string, unknown> & { completedAt: Date | null }>(db.pool, EXECUTION, [id], ended);
    expect(execution).toMatchObject({ status: 'success', runStatus: 'succeeded', jobsCreated: 45, jobsEnqueued: 45, jobsCompleted: 45, jobsFailed: 0, batches: 3 });
    const calls = agent.ledger.slice(before);
    expect(new Set(calls.map(({ body }) => body.params.ticker)).size).toBe(45);
    expect(calls).toHaveLength(45);
    expect(calls.every(({ body }) => body.params.depth === 2)).toBe(true);
    // The second batch began 50 ms after the first had been answered, at the earliest.
    expect((calls[20]?.at ?? 0) - (calls[19]?.at ?? 0)).toBeGreaterThan(45);
  });
});

describe('a due schedule', () => {
  test('runs its slot once and moves on', async () => {
    agent.behave(completes);
    const slot = new Date(Math.ceil(Date.now() / 1000) * 1000 + 1000);
    const id = await insertSchedule(db.pool, { agentId: 'worker-agent', interval: 3_600_000, startAt: slot, nextRunAt: slot, activatedAt: new Date(slot.getTime() - 5000), params: { a: 1 } });
    const [execution] = await eventually<{ slotAt: Date; completedAt: Date | null; runStatus: string; source: string }>(
      db.pool,
      `SELECT * FROM "ScheduleExecution" WHERE "scheduleId" = $1`,
      [id],
      ended,
    );
    expect(execution).toMatchObject({ slotAt: slot, runStatus: 'succeeded', source: 'baseline-interval' });
    const { rows } = await db.pool.query(`SELECT "nextRunAt", "runCount" FROM "Schedule" WHERE id = $1`, [id]);
    expect(rows[0]).toEqual({ nextRunAt: new Date(slot.getTime() + 3_600_000), runCount: 1 });
  });
});

describe('failures', () => {
  test('are retried as rows of their own, then end as a dead letter', async () => {
    agent.behave((_entry, response) => answer(response, 503, { error: 'busy' }));
    const id = await insertExecution(db.pool, { agentId: 'worker-agent', params: { x: 1 }, retryConfig: { maxRetries: 2, backoff: 'fixed', delay: 20 } });
    const [execution] = await eventually<Record<string, unknown> & { completedAt: Date | null }>(db.pool, EXECUTION, [id], ended);
    expect(execution).toMatchObject({ runStatus: 'failed', jobsFailed: 1, status: 'success' });
    const { rows } = await db.pool.query(
      `SELECT status, "retryCount", "isLatest", "statusCode", error->>'code' AS code FROM "AgentJobExecution" WHERE "scheduleExecutionId" = $1 ORDER BY "retryCount"`,
      [id],
    );
    expect(rows).toEqual([
      { status: 'failed', retryCount: 0, isLatest: false, statusCode: 503, code: 'HTTP_503' },
      { status: 'failed', retryCount: 1, isLatest: false, statusCode: 503, code: 'HTTP_503' },
      { status: 'dead_letter', retryCount: 2, isLatest: true, statusCode: 503, code: 'HTTP_503' },
    ]);
  });
});

describe('an agent that accepts and writes SQL', () => {
  test('ends its job by a plain UPDATE', async () => {
    agent.behave(accepts);
    const before = agent.ledger.length;
    const id = await insertExecution(db.pool, { agentId: 'worker-agent', params: { y: 1 } });
    await agent.calls(before + 1);
    const executionId = agent.ledger[before]?.executionId;
    await eventually<{ acceptedAt: Date | null }>(db.pool, `SELECT "acceptedAt" FROM "AgentJobExecution" WHERE id = $1`, [executionId], (rows) => rows[0]?.acceptedAt != null);
    await db.pool.query(`UPDATE "AgentJobExecution" SET status='completed', result=$1::jsonb, "completedAt"=now(), "updatedAt"=now() WHERE id = $2`, ['{"by":"sql"}', executionId]);
    const [execution] = await eventually<Record<string, unknown> & { completedAt: Date | null }>(db.pool, EXECUTION, [id], ended);
    expect(execution).toMatchObject({ runStatus: 'succeeded', status: 'success', jobsCompleted: 1 });
  });
});
