import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { loadAgentHeartbeats, loadRunHeartbeats } from '../../../src/db/agents/load-heartbeats.js';
import { LIMITS } from '../../../src/domain/limits.js';
import { callbackToken } from '../../../src/http/incoming/callback-token.js';
import { endJobsOfDeadAgents } from '../../../src/services/jobs/end-jobs-of-dead-agents.js';
import { reportExecution } from '../../../src/services/runs/report-execution.js';
import { rollBack } from '../../support/lock-waits.js';
import { aRun, send, settle } from '../runs/run-fixture.js';
import { anAgent, openServices, type TestServices } from '../support.js';

let deps: TestServices;
let agentId: string;
beforeAll(async () => {
  deps = await openServices();
});
afterAll(() => deps?.close());
beforeEach(async () => {
  agentId = await anAgent(deps);
});

const SETTINGS = { heartbeatIntervalMs: 60_000, deadHeartbeatThreshold: 2 };
const sweep = () => endJobsOfDeadAgents(deps.pool, SETTINGS);
const report = (executionId: string, body: unknown) =>
  reportExecution(deps, { executionId, token: callbackToken(deps.secretKey, executionId), body });
const attempt = (id: string) =>
  deps.row<{ status: string; error: object | null }>('SELECT * FROM "AgentJobExecution" WHERE id = $1', [id]);
const agent = () =>
  deps.row<{ lastHeartbeat: Date | null }>('SELECT "lastHeartbeat" FROM "AgentRegistry" WHERE id = $1', [
    agentId,
  ]);
const beat = (minutesAgo: number) =>
  deps.pool.query(
    `UPDATE "AgentRegistry" SET "lastHeartbeat" = clock_timestamp() - $2 * interval '1 minute' WHERE id = $1`,
    [agentId, minutesAgo],
  );

/** An attempt that the agent accepted this long ago. */
async function accepted(minutesAgo: number, maxRetries = 3): Promise<string> {
  const { attempts } = await aRun(deps, { agentId, maxRetries });
  const id = attempts[0]?.id ?? '';
  await send(deps, [id]);
  await deps.pool.query(
    `UPDATE "AgentJobExecution" SET "acceptedAt" = clock_timestamp() - $2 * interval '1 minute' WHERE id = $1`,
    [id, minutesAgo],
  );
  return id;
}

test('what a dead agent had accepted ends as AGENT_LOST and is retried; its late reports are refused', async () => {
  const id = await accepted(5);
  await beat(3);
  expect(await sweep()).toMatchObject([{ executionId: id, agentId }]);
  expect(await attempt(id)).toMatchObject({
    status: 'failed',
    error: { code: 'AGENT_LOST', retryable: true, message: expect.stringContaining('no heartbeat for 2m') },
  });
  await settle(deps);
  expect(
    await deps.rows('SELECT status, "retryCount" FROM "AgentJobExecution" WHERE supersedes = $1', [id]),
  ).toEqual([{ status: 'pending', retryCount: 1 }]);
  // The agent was only slow, and is back.
  await beat(0);
  expect(await report(id, { status: 'completed', result: 1 })).toMatchObject({ status: 409 });
  expect(await attempt(id)).toMatchObject({ status: 'failed' });
});

test('an agent that is alive, that never sent a heartbeat, or that reports progress keeps its attempts', async () => {
  const never = await accepted(60);
  expect(await sweep()).toEqual([]);
  await beat(1);
  expect(await sweep()).toEqual([]);
  await beat(3);
  // The agent cannot have forgotten what it accepted just now; progress of one attempt shows that it is
  // alive.
  const justAccepted = await accepted(0);
  const working = await accepted(60);
  await report(working, { status: 'running' });
  await beat(3);
  expect(await sweep()).toEqual([]);
  await deps.pool.query(
    `UPDATE "AgentJobExecution" SET "progressAt" = clock_timestamp() - interval '3 minutes' WHERE id = $1`,
    [working],
  );
  expect((await sweep()).map(({ executionId }) => executionId).sort()).toEqual([never, working].sort());
  expect(await attempt(justAccepted)).toMatchObject({ status: 'running' });
});

test('a callback starts heartbeats only if it says so; from then on each report of progress is one', async () => {
  const id = await accepted(1);
  await report(id, { status: 'running' });
  expect((await agent()).lastHeartbeat).toBeNull();
  expect(await report(id, { status: 'running', heartbeat: true })).toMatchObject({ status: 200 });
  expect((await agent()).lastHeartbeat).toEqual(expect.any(Date));
  await beat(3);
  await report(id, { status: 'running' });
  expect(Date.now() - ((await agent()).lastHeartbeat?.getTime() ?? 0)).toBeLessThan(60_000);
  expect(await report(id, { status: 'running', heartbeat: 'yes' })).toMatchObject({ status: 422 });
});

test('a report does not wait for an agent that holds its own registration', async () => {
  const id = await accepted(1);
  await beat(3);
  const holder = await deps.pool.connect();
  try {
    await holder.query('BEGIN');
    await holder.query('SELECT FROM "AgentRegistry" WHERE id = $1 FOR UPDATE', [agentId]);
    expect(await report(id, { status: 'running' })).toMatchObject({ status: 200 });
  } finally {
    await rollBack(holder);
  }
});

const history = async (id: string) =>
  (await loadRunHeartbeats(deps.pool, [id], 2 * LIMITS.heartbeatsKept))[0] ?? [];
/** Pretends that the minimum time between two heartbeats of the history has passed. */
const timePasses = () =>
  deps.pool.query(`UPDATE "AgentHeartbeat" SET at = at - $1 * interval '1 millisecond'`, [
    LIMITS.heartbeatSpacingMs + 1,
  ]);

test('each attempt keeps a limited history of heartbeats until its end', async () => {
  const id = await accepted(5);
  await report(id, { status: 'running', metrics: { done: 1 } });
  await report(id, { status: 'running', metrics: { done: 2 } });
  expect(await history(id)).toMatchObject([{ status: 'busy', context: { metrics: { done: 1 } } }]);
  await timePasses();
  const sized = (bytes: number) => ({ text: 'x'.repeat(bytes - '{"text": ""}'.length) });
  const largest = sized(LIMITS.heartbeatContextBytes);
  await report(id, { status: 'running', metrics: largest });
  expect((await history(id))[1]?.context).toEqual({ metrics: largest });
  await timePasses();
  await report(id, { status: 'running', metrics: sized(LIMITS.heartbeatContextBytes + 1) });
  expect((await history(id))[2]).toMatchObject({ status: 'busy', context: {} });
  for (let n = 0; n < LIMITS.heartbeatsKept; n += 1) {
    await timePasses();
    await report(id, { status: 'running', metrics: { done: n } });
  }
  const kept = await history(id);
  expect(kept).toHaveLength(LIMITS.heartbeatsKept);
  expect(kept.at(-1)).toMatchObject({ context: { metrics: { done: LIMITS.heartbeatsKept - 1 } } });

  await deps.pool.query(
    `UPDATE "AgentJobExecution" SET "progressAt" = clock_timestamp() - interval '3 minutes' WHERE id = $1`,
    [id],
  );
  await beat(3);
  await sweep();
  expect((await history(id)).at(-1)).toMatchObject({ status: 'dead' });
});

const agentHistory = async () =>
  (await loadAgentHeartbeats(deps.pool, [agentId], 2 * LIMITS.heartbeatsKept))[0] ?? [];

test('an agent that writes lastHeartbeat has a limited history, too', async () => {
  await beat(0);
  await timePasses();
  await beat(0);
  expect(await agentHistory()).toMatchObject([{ status: 'alive' }, { status: 'alive' }]);
  for (let n = 0; n < LIMITS.heartbeatsKept; n += 1) {
    await timePasses();
    await beat(0);
  }
  expect(await agentHistory()).toHaveLength(LIMITS.heartbeatsKept);
});

test('heartbeats in the history are apart by a minimum of time', async () => {
  const id = await accepted(5);
  const setNow = (sinceLastMs: number, microseconds: number) =>
    deps.pool.query(
      `TRUNCATE test.clock;
       INSERT INTO test.clock SELECT max(at) + ${sinceLastMs} * interval '1 millisecond' - ${microseconds} * interval '1 microsecond' FROM "AgentHeartbeat"`,
    );
  const searchPath = (path: string) =>
    deps.pool.query(
      `ALTER FUNCTION record_run_heartbeat() SET search_path = ${path}; ALTER FUNCTION record_agent_heartbeat() SET search_path = ${path}`,
    );
  await deps.pool.query(`
    CREATE SCHEMA test;
    CREATE TABLE test.clock (at timestamptz);
    CREATE FUNCTION test.clock_timestamp() RETURNS timestamptz LANGUAGE sql AS 'SELECT at FROM test.clock'`);
  for (const [again, kept] of [
    [() => report(id, { status: 'running' }), () => history(id)],
    [() => beat(0), agentHistory],
  ] as const) {
    await again();
    await searchPath('test, callboard, pg_catalog, pg_temp');
    await setNow(LIMITS.heartbeatSpacingMs, 1);
    await again();
    expect(await kept()).toHaveLength(1);
    await setNow(LIMITS.heartbeatSpacingMs, 0);
    await again();
    expect(await kept()).toHaveLength(2);
    await searchPath('callboard, pg_temp');
  }
});
