/** Agents report by SQL, and may leave their transaction open: nothing else waits for them. */
import type { PoolClient } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createPool, type Pool } from '../../../src/runtime/database/pool.js';
import { accepts, completes } from '../../support/agent-server.js';
import { createDeferred } from '../../support/deferred.js';
import { eventually, type TestEngine } from '../../support/engine.js';
import { rollBack } from '../../support/lock-waits.js';
import { insertAgent, insertExecution, insertExpanded } from '../../support/rows.js';
import { createEngineFixture, type EngineFixture } from '../engine-fixture.js';

let fixture: EngineFixture;
let agents: Pool;
let agent: PoolClient;
let engine: TestEngine;
beforeAll(async () => {
  fixture = await createEngineFixture();
  await insertAgent(fixture.db.pool, 'capped', fixture.agent.url, { maxConcurrency: 1 });
  agents = createPool({ connectionString: fixture.db.url, max: 1, applicationName: 'agent' });
  engine = await fixture.start();
});
afterAll(async () => {
  await agents?.end();
  await fixture?.stop();
});
beforeEach(async () => {
  fixture.agent.reset();
  agent = await agents.connect();
  await agent.query('SET idle_in_transaction_session_timeout = 0; BEGIN');
});
afterEach(async () => {
  await rollBack(agent);
});

test('answers of others are written while an agent holds its attempt, and its own after that', async () => {
  const holds = createDeferred();
  fixture.agent.behave(async (entry, response) => {
    if (entry.body.params.slow) {
      await agent.query(`UPDATE "AgentJobExecution" SET status = 'running' WHERE id = $1`, [
        entry.executionId,
      ]);
      holds.resolve();
    }
    await completes(entry, response);
  });
  const slow = await insertExecution(fixture.db.pool, { agentId: 'agent', params: { slow: true } });
  await holds.promise;
  const quick = await insertExecution(fixture.db.pool, { agentId: 'agent' });
  expect(await fixture.ended(quick)).toMatchObject({ runStatus: 'succeeded' });
  expect(await fixture.attempts(slow)).toMatchObject([{ status: 'running' }]);
  await agent.query('COMMIT');
  expect(await fixture.ended(slow)).toMatchObject({ runStatus: 'succeeded' });
  expect(fixture.agent.ledger).toHaveLength(2);
});

test('a session that holds the lock of a concurrency limit blocks no other agent, and its own until it ends', async () => {
  fixture.agent.behave(completes);
  await agent.query(`INSERT INTO "Mutex" (name) VALUES ('agent/capped')`);
  const capped = await insertExecution(fixture.db.pool, { agentId: 'capped' });
  const other = await insertExecution(fixture.db.pool, { agentId: 'agent' });
  expect(await fixture.ended(other)).toMatchObject({ runStatus: 'succeeded' });
  expect(await fixture.attempts(capped)).toMatchObject([{ status: 'pending' }]);
  await agent.query('ROLLBACK');
  expect(await fixture.ended(capped)).toMatchObject({ runStatus: 'succeeded' });
});

test('an overdue attempt that its agent holds is checked ever less often, and delays no other', async () => {
  const { db, agent: server } = fixture;
  server.behave(accepts);
  const once = {
    agentId: 'agent',
    jobs: [{}],
    retryConfig: { maxRetries: 0, backoff: 'fixed' as const, delay: 50 },
  };
  const held = await insertExpanded(db.pool, { ...once, timeout: 3_000 });
  await eventually<{ acceptedAt: Date | null }>(
    db.pool,
    'SELECT "acceptedAt" FROM "AgentJobExecution" WHERE id = $1',
    [held.attemptIds[0]],
    ([row]) => row?.acceptedAt != null,
  );
  await agent.query('SELECT FROM "AgentJobExecution" WHERE id = $1 FOR UPDATE', [held.attemptIds[0]]);
  // No event shows that the deadline loop has found it locked. It checks much sooner than this.
  await eventually(
    db.pool,
    `SELECT FROM "AgentJobExecution" WHERE id = $1 AND "deadlineAt" < clock_timestamp() - interval '500 milliseconds'`,
    [held.attemptIds[0]],
    ({ length }) => length === 1,
  );
  const statements = countStatements(engine);
  const other = await insertExpanded(db.pool, { ...once, timeout: 1_000 });
  expect(await fixture.ended(other.id)).toMatchObject({ runStatus: 'failed' });
  expect(statements()).toBeLessThan(250);
  const [ended] = await fixture.attempts(other.id);
  expect((ended?.completedAt?.getTime() ?? 0) - (ended?.deadlineAt?.getTime() ?? 0)).toBeLessThan(2_000);
  expect(await fixture.attempts(held.id)).toMatchObject([{ status: 'running' }]);
  await agent.query('ROLLBACK');
  expect(await fixture.ended(held.id)).toMatchObject({ runStatus: 'failed' });
});

/** Statements and transactions of the engine from now on. */
function countStatements({ pool }: TestEngine): () => number {
  let count = 0;
  pool.on('acquire', () => {
    count += 1;
  });
  return () => count;
}
