import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { insertAgent, insertSchedule } from '../../support/rows.js';
import { createStage, type Stage } from '../stage.js';

let stage: Stage;

beforeAll(async () => {
  stage = await createStage();
  await stage.start();
  await insertAgent(stage.db.pool, 'deployed', stage.agent.url, { version: '1.0.0' });
  await insertAgent(stage.db.pool, 'never-deployed', stage.agent.url, { version: '9.0.0' });
  await stage.db.pool.query(
    `INSERT INTO "AgentVersionDeployment" (id, "agentId", version, environment, "deployedBy") VALUES
       ('p', 'deployed', '1.4.0', 'production', 'test'), ('s', 'deployed', '2.0.0-rc.1', 'staging', 'test')`,
  );
});
afterAll(() => stage?.stop());
beforeEach(() => stage.agent.reset());

test.each([
  ['deployed', 'production', '1.4.0'],
  ['deployed', 'staging', '2.0.0-rc.1'],
  ['deployed', 'development', '1.4.0'],
  ['never-deployed', 'staging', '9.0.0'],
])(
  'a schedule for %s in %s calls version %s, and its jobs record that',
  async (agentId, environment, version) => {
    await insertSchedule(
      stage.db.pool,
      { agentId, startAt: new Date(), nextRunAt: new Date() },
      { environment },
    );
    await stage.agent.calls(1);
    expect(stage.agent.ledger[0]?.body.agentVersion).toBe(version);
    const { rows } = await stage.db.pool.query(
      `SELECT "agentVersion" FROM "AgentJobExecution" WHERE "jobId" = $1`,
      [stage.agent.ledger[0]?.jobId],
    );
    expect(rows).toEqual([{ agentVersion: version }]);
  },
);
