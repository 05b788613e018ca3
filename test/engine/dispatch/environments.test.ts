import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { insertAgent, insertSchedule } from '../../support/rows.js';
import { createEngineFixture, type EngineFixture } from '../engine-fixture.js';

let fixture: EngineFixture;

beforeAll(async () => {
  fixture = await createEngineFixture();
  await fixture.start();
  await insertAgent(fixture.db.pool, 'deployed', fixture.agent.url, { version: '1.0.0' });
  await insertAgent(fixture.db.pool, 'never-deployed', fixture.agent.url, { version: '9.0.0' });
  await fixture.db.pool.query(
    `INSERT INTO "AgentVersionDeployment" (id, "agentId", version, environment, "deployedBy") VALUES
       ('p', 'deployed', '1.4.0', 'production', 'test'), ('s', 'deployed', '2.0.0-rc.1', 'staging', 'test')`,
  );
});
afterAll(() => fixture?.stop());
beforeEach(() => fixture.agent.reset());

test.each([
  ['deployed', 'production', '1.4.0'],
  ['deployed', 'staging', '2.0.0-rc.1'],
  ['deployed', 'development', '1.4.0'],
  ['never-deployed', 'staging', '9.0.0'],
])(
  'a schedule for %s in %s calls version %s, and its jobs record that',
  async (agentId, environment, version) => {
    await insertSchedule(
      fixture.db.pool,
      { agentId, startAt: new Date(), nextRunAt: new Date() },
      { environment },
    );
    await fixture.agent.calls(1);
    expect(fixture.agent.ledger[0]?.body.agentVersion).toBe(version);
    const { rows } = await fixture.db.pool.query(
      `SELECT "agentVersion" FROM "AgentJobExecution" WHERE "jobId" = $1`,
      [fixture.agent.ledger[0]?.jobId],
    );
    expect(rows).toEqual([{ agentVersion: version }]);
  },
);
