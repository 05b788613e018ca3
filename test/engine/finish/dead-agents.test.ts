import { afterEach, beforeEach, expect, test } from 'vitest';
import { createUnbrokenWatch } from '../../../src/engine/maintain/unbroken-watch.js';
import { accepts, completes } from '../../support/agent-server.js';
import { eventually } from '../../support/engine.js';
import { insertExpanded } from '../../support/rows.js';
import { createEngineFixture, type EngineFixture } from '../engine-fixture.js';

let fixture: EngineFixture;
beforeEach(async () => {
  fixture = await createEngineFixture({ lastHeartbeat: new Date() });
  await fixture.db.pool.query(
    `INSERT INTO "AgentConfig" (key, value) VALUES ('engine', '{"heartbeatIntervalMs": 1000, "deadHeartbeatThreshold": 1}')`,
  );
});
afterEach(() => fixture?.stop());

const oneJob = () =>
  insertExpanded(fixture.db.pool, {
    agentId: 'agent',
    jobs: [{}],
    retryConfig: { maxRetries: 1, backoff: 'fixed', delay: 0 },
  });

test('an agent accepts and dies: the attempt ends as AGENT_LOST, and the next one is sent', async () => {
  fixture.agent.behave((entry, response) =>
    entry.body.metadata.retryCount === 0 ? accepts(entry, response) : completes(entry, response),
  );
  const engine = await fixture.start({ safetyNetMs: 200 });
  const { id } = await oneJob();
  expect((await fixture.ended(id)).runStatus).toBe('succeeded');
  expect(await fixture.attempts(id)).toMatchObject([
    { status: 'failed', error: { code: 'AGENT_LOST', retryable: true } },
    { status: 'completed' },
  ]);
  await expect.poll(engine.findings).toMatchObject({ agent_lost: 1 }); // counted after the end
});

test('the attempt continues if the setting is off', async () => {
  await fixture.db.pool.query(
    `INSERT INTO "AgentConfig" (key, value) VALUES ('scheduler', '{"scheduler": {"endJobsOfDeadAgents": false}}')`,
  );
  fixture.agent.behave(accepts);
  await fixture.start({ safetyNetMs: 200 });
  const { id } = await insertExpanded(fixture.db.pool, { agentId: 'agent', jobs: [{}], timeout: 4_000 });
  await fixture.ended(id);
  expect(await fixture.attempts(id)).toMatchObject([{ error: { code: 'TIMEOUT' } }]);
});

test('after an outage of everything, agents have time again to send a heartbeat', async () => {
  await fixture.db.pool.query(
    `UPDATE "AgentConfig" SET value = '{"heartbeatIntervalMs": 60000, "deadHeartbeatThreshold": 2}' WHERE key = 'engine'`,
  );
  fixture.agent.behave(accepts);
  const before = await fixture.start();
  const { id } = await oneJob();
  await eventually<{ acceptedAt: Date | null }>(
    fixture.db.pool,
    'SELECT "acceptedAt" FROM "AgentJobExecution"',
    [],
    ([one]) => one?.acceptedAt != null,
  );
  await before.stop();
  await fixture.db.pool.query(
    `UPDATE "AgentJobExecution" SET "acceptedAt" = clock_timestamp() - interval '1 hour'`,
  );
  await fixture.db.pool.query(
    `UPDATE "AgentRegistry" SET "lastHeartbeat" = clock_timestamp() - interval '1 hour'`,
  );

  fixture.agent.behave(completes);
  const after = await fixture.start({ safetyNetMs: 50 });
  await fixture.ended((await oneJob()).id);
  await fixture.ended((await oneJob()).id);
  expect(await fixture.attempts(id)).toMatchObject([{ status: 'running' }]);
  expect(await after.findings()).not.toHaveProperty('agent_lost');
});

test('a gap between two rounds, or a clock that was set back, restarts the watch', () => {
  const watchedForMs = createUnbrokenWatch(1_000);
  const at = (ms: number) => watchedForMs(new Date(ms));
  expect([5_000, 6_000, 6_900, 8_000, 8_500, 8_400, 9_000].map(at)).toEqual([
    0, 1_000, 1_900, 0, 500, 0, 600,
  ]);
});
