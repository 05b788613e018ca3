import { afterAll, beforeAll, expect, test } from 'vitest';
import { triggerAgent } from '../../../src/services/runs/trigger-target.js';
import { admin, openServices, type TestServices, value } from '../../services/support.js';
import { completes, startAgentServer } from '../../support/agent-server.js';
import { eventually, startEngine } from '../../support/engine.js';
import { insertAgent } from '../../support/rows.js';

let deps: TestServices;
beforeAll(async () => {
  deps = await openServices();
});
afterAll(() => deps?.close());

test('a delayed run survives a restart of the engine and starts at its time with its own settings', async () => {
  const agent = await startAgentServer();
  agent.behave(completes);
  await insertAgent(deps.pool, 'later', agent.url);
  const first = await startEngine(deps.database.url, { safetyNetMs: 120_000 });
  const { id } = await value(
    triggerAgent(deps, admin, { agentId: 'later', delay: '1h', priority: 4, timeout: '30s' }),
  );
  await first.stop();
  expect(agent.ledger).toHaveLength(0);
  // The hour passes while no engine runs, except the last moment.
  await deps.pool.query(
    `UPDATE "ScheduleExecution" SET "fireAt" = clock_timestamp() + interval '3 seconds' WHERE id = $1`,
    [id],
  );
  const second = await startEngine(deps.database.url, { safetyNetMs: 120_000 });
  const [run] = await eventually<{ fireAt: Date; completedAt: Date | null; runStatus: string }>(
    deps.pool,
    `SELECT "fireAt", "completedAt", "runStatus" FROM "ScheduleExecution" WHERE id = $1`,
    [id],
    ([row]) => row?.completedAt != null,
  );
  expect(run?.runStatus).toBe('succeeded');
  expect(agent.ledger.map(({ body }) => body.metadata.priority)).toEqual([4]);
  expect(performance.timeOrigin + (agent.ledger[0]?.at ?? 0)).toBeGreaterThanOrEqual(
    run?.fireAt.getTime() ?? 0,
  );
  await second.stop();
  await agent.close();
});
