import { afterEach, beforeEach, expect, test } from 'vitest';
import { accepts } from '../../support/agent-server.js';
import { insertExecution, insertExpanded, insertPipelineExecution } from '../../support/rows.js';
import { createEngineFixture, type EngineFixture } from '../engine-fixture.js';

let fixture: EngineFixture;
beforeEach(async () => {
  fixture = await createEngineFixture({ maxConcurrency: 1 });
});
afterEach(() => fixture?.stop());

const settings = (maxQueueTime: string) =>
  fixture.db.pool.query(`INSERT INTO "AgentConfig" (key, value) VALUES ('scheduler', $1)`, [
    JSON.stringify({ scheduler: { maxQueueTime } }),
  ]);

test('a job for an agent at its limit ends with QUEUE_TIMEOUT, by the default of the settings', async () => {
  await settings('1s');
  fixture.agent.behave(accepts);
  await fixture.start({ safetyNetMs: 500 });
  // Without a limit: on a busy machine, it may not be sent within a second either.
  await insertExpanded(fixture.db.pool, { agentId: 'agent', jobs: [{}] });
  await fixture.agent.calls(1);
  const waiting = await insertExecution(fixture.db.pool, { agentId: 'agent' });
  expect((await fixture.ended(waiting)).runStatus).toBe('failed');
  expect(await fixture.attempts(waiting)).toMatchObject([
    {
      status: 'failed',
      retryCount: 0,
      error: { code: 'QUEUE_TIMEOUT', message: expect.stringContaining('limit of 1 running') },
    },
  ]);
  expect(fixture.agent.ledger).toHaveLength(1);
});

test('a step that waits too long fails, and those that depend on it are skipped', async () => {
  fixture.agent.behave(accepts);
  await fixture.start({ safetyNetMs: 500 });
  await insertExecution(fixture.db.pool, { agentId: 'agent' });
  await fixture.agent.calls(1);
  const step = (stepId: string, more: object = {}) => ({ stepId, agentId: 'agent', parallel: true, ...more });
  const id = await insertPipelineExecution(fixture.db.pool, {
    steps: [step('first', { maxQueueTime: 1_000 }), step('second', { dependsOn: ['first'] })],
  });
  const { runStatus, jobsFailed, jobsSkipped } = await fixture.ended(id);
  expect({ runStatus, jobsFailed, jobsSkipped }).toEqual({
    runStatus: 'failed',
    jobsFailed: 1,
    jobsSkipped: 1,
  });
});
