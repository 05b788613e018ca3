/** Agents report by SQL, and may leave their transaction open: nothing else waits for them. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createPool, type Pool } from '../../../src/runtime/database/pool.js';
import { accepts, completes } from '../../support/agent-server.js';
import { createDeferred } from '../../support/deferred.js';
import { eventually, type TestEngine } from '../../support/engine.js';
import { insertAgent, insertExecution, insertExpanded } from '../../support/rows.js';
import { createStage, type Stage } from '../stage.js';

let stage: Stage;
let agents: Pool;
let agent: PoolClient;
let engine: TestEngine;
beforeAll(async () => {
  stage = await createStage();
  await insertAgent(stage.db.pool, 'capped', stage.agent.url, { maxConcurrency: 1 });
  agents = createPool({ connectionString: stage.db.url, max: 1, applicationName: 'agent' });
  engine = await stage.start();
});
afterAll(async () => {
  await agents?.end();
  await stage?.stop();
});
beforeEach(async () => {
  stage.agent.reset();
  agent = await agents.connect();
  await agent.query('BEGIN');
});
afterEach(async () => {
  await agent.query('ROLLBACK');
  agent.release();
});

test('answers of others are written while an agent holds its attempt, and its own after that', async () => {
  const holds = createDeferred();
  stage.agent.behave(async (entry, response) => {
    if (entry.body.params.slow) {
      await agent.query(`UPDATE "AgentJobExecution" SET status = 'running' WHERE id = $1`, [
        entry.executionId,
      ]);
      holds.resolve();
    }
    await completes(entry, response);
  });
  const slow = await insertExecution(stage.db.pool, { agentId: 'agent', params: { slow: true } });
  await holds.promise;
  const quick = await insertExecution(stage.db.pool, { agentId: 'agent' });
  expect(await stage.ended(quick)).toMatchObject({ runStatus: 'succeeded' });
  expect(await stage.attempts(slow)).toMatchObject([{ status: 'running' }]);
  await agent.query('COMMIT');
  expect(await stage.ended(slow)).toMatchObject({ runStatus: 'succeeded' });
  expect(stage.agent.ledger).toHaveLength(2);
});

test('a session that holds the lock of a concurrency limit blocks no other agent', async () => {
  stage.agent.behave(completes);
  await agent.query(`INSERT INTO "Mutex" (name) VALUES ('agent/capped')`);
  await insertExecution(stage.db.pool, { agentId: 'capped' });
  const other = await insertExecution(stage.db.pool, { agentId: 'agent' });
  expect(await stage.ended(other)).toMatchObject({ runStatus: 'succeeded' });
});

test('an overdue attempt that its agent holds is checked ever less often, and delays no other', async () => {
  const { db, agent: server } = stage;
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
  await sleep(3_500); // no event shows that the deadline loop has found it locked
  const statements = countStatements(engine);
  const other = await insertExpanded(db.pool, { ...once, timeout: 1_000 });
  await sleep(2_000);
  expect(statements()).toBeLessThan(250);
  expect(await stage.ended(other.id)).toMatchObject({ runStatus: 'failed' });
  const [ended] = await stage.attempts(other.id);
  expect((ended?.completedAt?.getTime() ?? 0) - (ended?.deadlineAt?.getTime() ?? 0)).toBeLessThan(2_000);
  expect(await stage.attempts(held.id)).toMatchObject([{ status: 'running' }]);
  await agent.query('ROLLBACK');
  expect(await stage.ended(held.id)).toMatchObject({ runStatus: 'failed' });
});

/** Statements and transactions of the engine from now on. */
function countStatements({ pool }: TestEngine): () => number {
  let count = 0;
  pool.on('acquire', () => {
    count += 1;
  });
  return () => count;
}
