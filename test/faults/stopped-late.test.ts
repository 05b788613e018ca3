/** What a worker does when its time to stop is up and something is still in progress. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { countWorkers } from '../../src/db/workers/count-workers.js';
import { completes } from '../support/agent-server.js';
import { holding, untilLockAwaited } from '../support/lock-waits.js';
import { insertExecution } from '../support/rows.js';
import { AGENT, EVERY_ITEM, type FaultFixture, openFaultFixture } from './fault-fixture.js';
import { holdInvariants } from './invariants.js';

let fixture: FaultFixture;
beforeEach(async () => {
  fixture = await openFaultFixture();
  // Longer than the last moment that a component gets after the deadline.
  await fixture.db.pool.query(
    `INSERT INTO "AgentConfig" (key, value) VALUES ('scheduler', '{"scheduler": {"shutdownGrace": 3000}}')
     ON CONFLICT (key) DO UPDATE SET value = EXCLUDED.value`,
  );
});
afterEach(() => fixture.close());

const died = async () => (await countWorkers(fixture.db.pool, 3_600_000)).dead;

test('an agent does not answer: the worker aborts, signs off and exits cleanly, and another sends the attempt again', async ({
  task,
}) => {
  const { db, agent, expiries } = fixture;
  agent.behave(() => {});
  const worker = await fixture.startWorker();
  await insertExecution(db.pool, { agentId: AGENT });
  await agent.calls(1);
  worker.signal('SIGTERM');
  expect(await worker.exited).toEqual({ code: 0, signal: null });
  expiries.push(performance.now());
  expect(await died()).toBe(0);
  agent.behave(completes);
  await fixture.startWorker();
  await holdInvariants(task, fixture, { fault: 'SIGTERM, and an agent that does not answer' });
});

test('an expansion does not end: the worker signs off nevertheless, and another expands the run', async ({
  task,
}) => {
  const { pool } = fixture.db;
  fixture.agent.behave(completes);
  const worker = await fixture.startWorker();
  await holding(fixture.db.url, 'LOCK TABLE public."Item" IN ACCESS EXCLUSIVE MODE', async () => {
    await insertExecution(pool, { agentId: AGENT, params: EVERY_ITEM });
    await untilLockAwaited(pool);
    worker.signal('SIGTERM');
    expect(await worker.exited).toEqual({ code: 1, signal: null });
    expect(await died()).toBe(0);
  });
  await fixture.startWorker();
  await holdInvariants(task, fixture, { fault: 'SIGTERM during an expansion that does not end' });
});
