import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ClaimedAttempt, claimAttempts } from '../../../src/db/jobs/claim/claim-attempts.js';
import { registerWorker } from '../../../src/db/workers/worker-lease.js';
import { sendAttempt } from '../../../src/engine/dispatch/requests/send-attempt.js';
import { createInvoker } from '../../../src/http/agents/invoke.js';
import { createEgressGuard } from '../../../src/http/client/egress-guard.js';
import { createPool } from '../../../src/runtime/database/pool.js';
import { createSecretBox } from '../../../src/runtime/secrets/secret-box.js';
import { createAgentDirectory } from '../../../src/services/agents/agent-directory.js';
import { answer, completes, type LedgerEntry, startAgentServer } from '../../support/agent-server.js';
import { createDeferred } from '../../support/deferred.js';
import { eventually, SECRET_KEY } from '../../support/engine.js';
import { insertAgent, insertExpanded } from '../../support/rows.js';
import { createEngineFixture, type EngineFixture } from '../engine-fixture.js';

let fixture: EngineFixture;
beforeEach(async () => {
  fixture = await createEngineFixture();
});
afterEach(() => fixture?.stop());

const many = (count: number) => Array.from({ length: count }, (_, n) => ({ n }));
const NO_RETRY = { maxRetries: 0, backoff: 'fixed', delay: 0 } as const;

async function breakerOf(settings: object): Promise<void> {
  await fixture.db.pool.query(`INSERT INTO "AgentConfig" (key, value) VALUES ('scheduler', $1)`, [
    JSON.stringify({ httpClient: { circuitBreaker: settings } }),
  ]);
}

interface CircuitRow {
  state: string;
  failures: number;
  failedProbes: number;
}
const circuit = (done: (row: CircuitRow) => boolean) =>
  eventually<CircuitRow>(
    fixture.db.pool,
    'SELECT * FROM "AgentCircuit"',
    [],
    ([row]) => row !== undefined && done(row),
  );

/** An agent called `gone` that does not answer, and whose circuit is open. */
async function openCircuit(failureThreshold: number): Promise<number> {
  const server = await startAgentServer();
  await server.close();
  await insertAgent(fixture.db.pool, 'gone', server.url);
  const { id } = await insertExpanded(fixture.db.pool, {
    agentId: 'gone',
    jobs: many(failureThreshold),
    retryConfig: NO_RETRY,
  });
  await fixture.ended(id);
  await circuit(({ state }) => state !== 'closed');
  return Number(new URL(server.url).port);
}

describe('an agent that does not answer', () => {
  test('gets one probe at a time until it is back; its jobs wait, use no retry, and delay no batch', async () => {
    const { db } = fixture;
    await breakerOf({ failureThreshold: 3, coolDown: 100, maxCoolDown: 150 });
    const [first] = await Promise.all([fixture.start(), fixture.start()]);
    const port = await openCircuit(3);
    const { id } = await insertExpanded(db.pool, {
      agentId: 'gone',
      jobs: many(30),
      batchSize: 10,
      retryConfig: NO_RETRY,
    });
    const batches = eventually<{ batchCursor: number }>(
      db.pool,
      'SELECT "batchCursor" FROM "ScheduleExecution" WHERE id = $1',
      [id],
      ([row]) => row?.batchCursor === 2,
    );
    await circuit(({ failedProbes }) => failedProbes >= 2);
    const metrics = await first.registry.metrics();
    expect(metrics).toContain('callboard_circuit_open{agent="gone"} 1');
    expect(metrics).toMatch(/callboard_throttled_jobs\{agent="gone",reason="circuit_open"\} [1-9]/);
    await batches;
    const gate = createDeferred();
    const agent = await startAgentServer(async (entry, response) => {
      await gate.promise;
      completes(entry, response);
    }, port);
    await agent.calls(1);
    await circuit(({ state }) => state === 'half_open');
    // Everything that could call it is triggered: only the probe is sent.
    await db.pool.query(`SELECT pg_notify('callboard_engine', ''), pg_notify('callboard_config', '')`);
    const other = await insertExpanded(db.pool, { agentId: 'agent', jobs: many(5) });
    await fixture.ended(other.id);
    expect(agent.ledger).toHaveLength(1);
    gate.resolve();
    expect(await fixture.ended(id)).toMatchObject({
      runStatus: 'succeeded',
      jobsCompleted: 30,
      jobsFailed: 0,
    });
    expect(await circuit(({ state }) => state === 'closed')).toMatchObject([{ failures: 0 }]);
    const attempts = await fixture.attempts(id);
    const failed = attempts.filter(({ status }) => status !== 'completed');
    expect(failed.length).toBeGreaterThanOrEqual(2);
    expect(failed.every(({ error }) => error?.code === 'CONNECTION_REFUSED')).toBe(true);
    expect(attempts).toHaveLength(30 + failed.length); // only the probes were tried again
    expect(new Set(agent.ledger.map(({ executionId }) => executionId)).size).toBe(30);
    await agent.close();
  });

  test('is called again at once when its circuit is closed manually', async () => {
    const { db } = fixture;
    await breakerOf({ failureThreshold: 2, coolDown: '1h' });
    await fixture.start();
    const port = await openCircuit(2);
    const { id } = await insertExpanded(db.pool, { agentId: 'gone', jobs: many(5), retryConfig: NO_RETRY });
    const agent = await startAgentServer(completes, port);
    await db.pool.query('DELETE FROM "AgentCircuit"');
    expect(await fixture.ended(id)).toMatchObject({ jobsCompleted: 5 });
    await agent.close();
  });

  test('is called as usual as soon as the breaker is switched off', async () => {
    const { db } = fixture;
    await breakerOf({ failureThreshold: 2, coolDown: '1h' });
    await fixture.start();
    await openCircuit(2);
    const { id } = await insertExpanded(db.pool, { agentId: 'gone', jobs: many(5), retryConfig: NO_RETRY });
    await db.pool.query(
      `UPDATE "AgentConfig" SET value = '{"httpClient": {"circuitBreaker": {"enabled": false}}}' WHERE key = 'scheduler'`,
    );
    expect(await fixture.ended(id)).toMatchObject({ runStatus: 'failed', jobsFailed: 5 });
  });

  test('does not include one that reports that it runs and then loses the connection', async () => {
    const { db, agent } = fixture;
    await breakerOf({ failureThreshold: 1, coolDown: '1h' });
    const { registry } = await fixture.start();
    agent.behave(async ({ executionId }, response) => {
      await db.pool.query(`UPDATE "AgentJobExecution" SET status = 'running' WHERE id = $1`, [executionId]);
      response.destroy();
    });
    const { id } = await insertExpanded(db.pool, {
      agentId: 'agent',
      jobs: [{ n: 1 }],
      retryConfig: NO_RETRY,
    });
    await eventually<object>(
      db.pool,
      `SELECT FROM "ScheduleExecution" WHERE id = $1 AND "jobsUnanswered" = 0`,
      [id],
      (rows) => rows.length === 1,
    );
    agent.behave(completes);
    const next = await insertExpanded(db.pool, { agentId: 'agent', jobs: [{ n: 2 }], retryConfig: NO_RETRY });
    expect(await fixture.ended(next.id)).toMatchObject({ jobsCompleted: 1 });
    expect((await db.pool.query('SELECT FROM "AgentCircuit"')).rowCount).toBe(0);
    const metrics = await registry.metrics();
    expect(metrics).toContain('callboard_attempts_total{agent="agent",outcome="accepted"} 1');
    expect(metrics).not.toContain('outcome="failed"');
  });

  test('does not include one that answers with errors', async () => {
    const { db, agent } = fixture;
    await breakerOf({ failureThreshold: 1, coolDown: '1h' });
    await fixture.start();
    agent.behave((_entry, response) => answer(response, 503, {}));
    const { id } = await insertExpanded(db.pool, { agentId: 'agent', jobs: many(5), retryConfig: NO_RETRY });
    expect(await fixture.ended(id)).toMatchObject({ jobsFailed: 5 });
    expect((await db.pool.query('SELECT FROM "AgentCircuit"')).rowCount).toBe(0);
  });
});

describe('an agent with a rate limit', () => {
  /** The largest number of requests within any window of this many milliseconds. */
  function mostWithin(ledger: readonly LedgerEntry[], ms: number): number {
    const times = ledger.map(({ at }) => at);
    return Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + ms).length));
  }

  test('gets no more in any window, first sends and retries together, from two workers', async () => {
    const { db, agent } = fixture;
    await insertAgent(db.pool, 'paced', agent.url, { rateLimit: { limit: 6, per: 3_000 } });
    await Promise.all([fixture.start(), fixture.start()]);
    agent.behave((entry, response) =>
      entry.body.metadata.retryCount === 0 && Number(entry.body.params.n) % 3 === 0
        ? answer(response, 503, {})
        : completes(entry, response),
    );
    const { id } = await insertExpanded(db.pool, {
      agentId: 'paced',
      jobs: many(12),
      batchSize: 6,
      retryConfig: { maxRetries: 1, backoff: 'fixed', delay: 1 },
    });
    expect(await fixture.ended(id)).toMatchObject({ runStatus: 'succeeded', jobsCompleted: 12 });
    expect(agent.ledger).toHaveLength(16);
    // The rest is the time that a busy machine may need from the socket to the ledger.
    expect(mostWithin(agent.ledger, 2_000)).toBeLessThanOrEqual(6);
    const took = (agent.ledger.at(-1)?.at ?? 0) - (agent.ledger[0]?.at ?? 0);
    expect(took).toBeGreaterThanOrEqual(2 * 3_000 - 1_000);
    expect((await db.pool.query('SELECT "throttledAt" FROM "AgentPace"')).rows).toEqual([
      { throttledAt: null },
    ]);
  });

  test('is called although a claim takes longer than a permit is usually valid', async () => {
    const { db, agent } = fixture;
    await insertAgent(db.pool, 'paced', agent.url, { rateLimit: { limit: 4, per: 500 } });
    await db.pool.query(
      `CREATE FUNCTION take_long() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(0.1); RETURN NEW; END $$;
       CREATE TRIGGER take_long BEFORE INSERT OR UPDATE ON "AgentPace" FOR EACH ROW EXECUTE FUNCTION take_long()`,
    );
    await fixture.start();
    const { id } = await insertExpanded(db.pool, { agentId: 'paced', jobs: many(8) });
    expect(await fixture.ended(id)).toMatchObject({ jobsCompleted: 8 });
    expect(mostWithin(agent.ledger, 400)).toBeLessThanOrEqual(4);
  });

  test('delays no batch, and is free as soon as the limit is removed', async () => {
    const { db, agent } = fixture;
    await insertAgent(db.pool, 'paced', agent.url, { rateLimit: { limit: 2, per: 3_600_000 } });
    await fixture.start();
    const { id } = await insertExpanded(db.pool, { agentId: 'paced', jobs: many(12), batchSize: 4 });
    await eventually<{ batchCursor: number }>(
      db.pool,
      'SELECT "batchCursor" FROM "ScheduleExecution" WHERE id = $1',
      [id],
      ([row]) => row?.batchCursor === 2,
    );
    await agent.calls(2); // batches may be released before these arrive
    expect(agent.ledger).toHaveLength(2);
    await db.pool.query(`UPDATE "AgentRegistry" SET "rateLimit" = NULL WHERE id = 'paced'`);
    expect(await fixture.ended(id)).toMatchObject({ runStatus: 'succeeded', jobsCompleted: 12 });
  });

  test('waits for a slot of its concurrency limit as usual, and gets it', async () => {
    const { db, agent } = fixture;
    await insertAgent(db.pool, 'paced', agent.url, { rateLimit: { limit: 9, per: 60_000 } });
    await fixture.start({ maxConcurrent: 1 });
    const gate = createDeferred();
    agent.behave(async (entry, response) => {
      if (entry.body.agentId === 'agent') await gate.promise;
      completes(entry, response);
    });
    const first = await insertExpanded(db.pool, { agentId: 'agent', jobs: [{}] });
    await agent.calls(1);
    const { id } = await insertExpanded(db.pool, { agentId: 'paced', jobs: many(3) });
    gate.resolve();
    expect(await fixture.ended(id)).toMatchObject({ jobsCompleted: 3 });
    await fixture.ended(first.id);
  });
});

test('a request that could not leave while its permit or the lease was valid, or was aborted before, is not sent', async () => {
  const { db, agent } = fixture;
  const guard = createEgressGuard({ allow: ['127.0.0.0/8'] });
  const invoker = createInvoker({ guard });
  const pool = createPool({ connectionString: db.url, max: 1, applicationName: 'test', writer: 'engine' });
  const directory = createAgentDirectory({ pool, secretBox: createSecretBox(SECRET_KEY) });
  await insertExpanded(db.pool, { agentId: 'agent', jobs: [{}] });
  const worker = { id: 'w', host: 'test', pid: 1, version: '1', capabilities: {}, concurrency: 1 };
  const [attempt] = await claimAttempts(pool, await registerWorker(pool, worker, 60_000), 1);
  let isFresh = true;
  const deps = {
    directory,
    invoker,
    secretKey: SECRET_KEY,
    publicUrl: 'http://127.0.0.1:4000',
    loadUpstream: async () => [],
    maySend: () => isFresh,
    now: () => new Date(),
    onDependent: () => {},
  };
  const send = (sendBy: number, signal = new AbortController().signal) =>
    sendAttempt(deps, attempt as ClaimedAttempt, { endsAt: performance.now() + 60_000, sendBy }, signal);
  expect(await send(performance.now() - 1)).toEqual({ kind: 'late' });
  expect(await send(performance.now() + 60_000, AbortSignal.abort())).toEqual({ kind: 'late' });
  isFresh = false;
  expect(await send(performance.now() + 60_000)).toEqual({ kind: 'late' });
  isFresh = true;
  expect(agent.ledger).toHaveLength(0);
  expect(await send(performance.now() + 60_000)).toMatchObject({ kind: 'answer' });
  await Promise.all([invoker.close(), pool.end()]);
});
