import { afterEach, beforeEach, expect, test } from 'vitest';
import { LIMITS } from '../../src/domain/limits.js';
import { createPool } from '../../src/runtime/database/pool.js';
import { type AgentServer, accepts, startAgentServer } from '../support/agent-server.js';
import { startProgram } from '../support/programs/processes.js';
import { insertAgent, insertExecution } from '../support/rows.js';
import {
  AGENT,
  EVERY_ITEM,
  eventLoopMs,
  type FaultFixture,
  ITEMS,
  openFaultFixture,
} from './fault-fixture.js';
import { quiesce } from './invariants.js';

let fixture: FaultFixture;
let hostile: AgentServer;

beforeEach(async () => {
  fixture = await openFaultFixture();
  hostile = await startAgentServer(accepts);
  await insertAgent(fixture.db.pool, HOSTILE, hostile.url, { outputSchema: EXPLODING, completion: 'report' });
});
afterEach(async () => {
  await fixture.close();
  await hostile.close();
});

const HOSTILE = 'hostile-agent';
/**
 * A plain schema, and 240 KB: each item is compared 2 700 times, and half of them fail each time: 24 million
 * errors.
 */
const EXPLODING = { items: { anyOf: Array.from({ length: 2_700 }, (_, n) => ({ const: `value ${n}` })) } };
const RESULT = Array.from({ length: 18_000 }, (_, n) => (n < 9_000 ? 'value 2699' : 'value xxxx'));

async function startJobs(count: number): Promise<string[]> {
  for (let job = 0; job < count; job += 1) await insertExecution(fixture.db.pool, { agentId: HOSTILE });
  await hostile.calls(count);
  return hostile.ledger.map(({ executionId }) => executionId);
}

test('results that are very expensive to validate stop no worker, and are marked once', async () => {
  const worker = await fixture.startWorker();
  const ids = await startJobs(4);
  const agentLogin = createPool({ connectionString: fixture.db.url, max: 1, applicationName: 'agent' });
  await agentLogin.query(
    `UPDATE "AgentJobExecution" SET status = 'completed', result = $2::jsonb WHERE id = ANY ($1::text[])`,
    [ids, JSON.stringify(RESULT)],
  );
  await agentLogin.end();
  await insertExecution(fixture.db.pool, { agentId: AGENT, params: EVERY_ITEM });
  await fixture.agent.calls(ITEMS);
  await quiesce(fixture.db.pool);
  const flagged = () =>
    fixture.db.pool.query(
      `SELECT status, "resultInvalid", "settledAt" FROM "AgentJobExecution" WHERE id = ANY ($1) ORDER BY id`,
      [ids],
    );
  const { rows } = await flagged();
  expect(rows).toEqual(
    ids.map(() => ({ status: 'completed', resultInvalid: true, settledAt: expect.any(Date) })),
  );
  expect(worker.lines.filter(({ level }) => level === 'error')).toEqual([]);

  // Settled attempts are not read again.
  await worker.kill();
  await fixture.expireLease(worker);
  await fixture.startWorker();
  await insertExecution(fixture.db.pool, { agentId: AGENT, params: EVERY_ITEM });
  await fixture.agent.calls(2 * ITEMS);
  await quiesce(fixture.db.pool);
  expect((await flagged()).rows).toEqual(rows);
});

test('reports that are very expensive to validate do not keep the server from answering', async () => {
  const settings = { DATABASE_URL: fixture.db.url, CALLBOARD_ADMIN_TOKEN: 'a-token-for-the-first-admin' };
  const server = await startProgram('server', settings);
  const { port } = await server.logged('server.ready');
  await fixture.startWorker();
  const [id = ''] = await startJobs(1);
  const { callback } = hostile.ledger[0]?.body ?? { callback: { token: '' } };
  const report = () =>
    fetch(`http://127.0.0.1:${port}/agent/v1/executions/${id}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${callback.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ status: 'completed', result: RESULT }),
    });
  let open = true;
  const reports = Promise.all(Array.from({ length: 8 }, report)).finally(() => {
    open = false;
  });
  let longestMs = 0;
  while (open) {
    const before = eventLoopMs(server);
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
    longestMs = Math.max(longestMs, eventLoopMs(server) - before);
  }
  expect(new Set((await reports).map(({ status }) => status))).toEqual(new Set([422]));
  expect(longestMs).toBeLessThan(LIMITS.eventLoopStallMs);
  const { rows } = await fixture.db.pool.query(`SELECT status FROM "AgentJobExecution" WHERE id = $1`, [id]);
  expect(rows).toEqual([{ status: 'running' }]);
});
