import { afterEach, beforeEach, expect, test } from 'vitest';
import { accepts, completes } from '../support/agent-server.js';
import { insertExpanded } from '../support/rows.js';
import { createStage, type Stage } from './stage.js';

let stage: Stage;
beforeEach(async () => {
  stage = await createStage({ lastHeartbeat: new Date() });
  await stage.db.pool.query(
    `INSERT INTO "AgentConfig" (key, value) VALUES ('engine', '{"heartbeatIntervalMs": 1000, "deadHeartbeatThreshold": 1}')`,
  );
});
afterEach(() => stage?.stop());

const oneJob = () =>
  insertExpanded(stage.db.pool, {
    agentId: 'agent',
    jobs: [{}],
    retryConfig: { maxRetries: 1, backoff: 'fixed', delay: 0 },
  });

test('an agent accepts and dies: the attempt ends as AGENT_LOST, and the next one is sent', async () => {
  stage.agent.behave((entry, response) =>
    entry.body.metadata.retryCount === 0 ? accepts(entry, response) : completes(entry, response),
  );
  const engine = await stage.start({ safetyNetMs: 200 });
  const { id } = await oneJob();
  expect((await stage.ended(id)).runStatus).toBe('succeeded');
  expect(await stage.attempts(id)).toMatchObject([
    { status: 'failed', error: { code: 'AGENT_LOST', retryable: true } },
    { status: 'completed' },
  ]);
  expect(await engine.findings()).toMatchObject({ agent_lost: 1 });
});

test('not where the setting is off', async () => {
  await stage.db.pool.query(
    `INSERT INTO "AgentConfig" (key, value) VALUES ('scheduler', '{"scheduler": {"endJobsOfDeadAgents": false}}')`,
  );
  stage.agent.behave(accepts);
  await stage.start({ safetyNetMs: 200 });
  const { id } = await insertExpanded(stage.db.pool, { agentId: 'agent', jobs: [{}], timeout: 4_000 });
  await stage.ended(id);
  expect(await stage.attempts(id)).toMatchObject([{ error: { code: 'TIMEOUT' } }]);
});
