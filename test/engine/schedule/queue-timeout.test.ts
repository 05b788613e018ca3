import { afterEach, beforeEach, expect, test } from 'vitest';
import { accepts } from '../../support/agent-server.js';
import { insertExecution, insertPipelineExecution } from '../../support/rows.js';
import { createStage, type Stage } from '../stage.js';

let stage: Stage;
beforeEach(async () => {
  stage = await createStage({ maxConcurrency: 1 });
});
afterEach(() => stage?.stop());

const settings = (maxQueueTime: string) =>
  stage.db.pool.query(`INSERT INTO "AgentConfig" (key, value) VALUES ('scheduler', $1)`, [
    JSON.stringify({ scheduler: { maxQueueTime } }),
  ]);

test('a job for an agent at its limit ends with QUEUE_TIMEOUT, by the default of the settings', async () => {
  await settings('1s');
  stage.agent.behave(accepts);
  await stage.start({ safetyNetMs: 500 });
  await insertExecution(stage.db.pool, { agentId: 'agent' });
  await stage.agent.calls(1);
  const waiting = await insertExecution(stage.db.pool, { agentId: 'agent' });
  expect((await stage.ended(waiting)).runStatus).toBe('failed');
  expect(await stage.attempts(waiting)).toMatchObject([
    {
      status: 'failed',
      retryCount: 0,
      error: { code: 'QUEUE_TIMEOUT', message: expect.stringContaining('limit of 1 running') },
    },
  ]);
  expect(stage.agent.ledger).toHaveLength(1);
});

test('a step that waits too long fails, and those that depend on it are skipped', async () => {
  stage.agent.behave(accepts);
  await stage.start({ safetyNetMs: 500 });
  await insertExecution(stage.db.pool, { agentId: 'agent' });
  await stage.agent.calls(1);
  const step = (stepId: string, more: object = {}) => ({ stepId, agentId: 'agent', parallel: true, ...more });
  const id = await insertPipelineExecution(stage.db.pool, {
    steps: [step('first', { maxQueueTime: 1_000 }), step('second', { dependsOn: ['first'] })],
  });
  const { runStatus, jobsFailed, jobsSkipped } = await stage.ended(id);
  expect({ runStatus, jobsFailed, jobsSkipped }).toEqual({
    runStatus: 'failed',
    jobsFailed: 1,
    jobsSkipped: 1,
  });
});
