import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { InboxReport } from '../../../src/http/report-inbox.js';
import { createPool } from '../../../src/runtime/database/pool.js';
import { openDatabaseInbox } from '../../../src/services/conformance/database-inbox.js';
import { reportExecution } from '../../../src/services/runs/report-execution.js';
import { type AgentLogin, createAgentLogin } from '../../support/agent-login.js';
import { openServices, type TestServices } from '../support.js';

let deps: TestServices;
let login: AgentLogin;
beforeAll(async () => {
  deps = await openServices();
  login = await createAgentLogin(deps.database, ['other']);
});
afterAll(async () => {
  await login?.drop();
  await deps?.close();
});

test('reports of test calls are neither read nor forged by a login of another agent', async () => {
  const session = await login.connect();
  const heard = new Promise<string>((resolve) => {
    session.once('notification', ({ payload }) => resolve(payload ?? ''));
  });
  await session.query('LISTEN callboard_trial');
  const inbox = await openDatabaseInbox(deps, 'http://callboard.test');
  const received: InboxReport[] = [];
  const arrived = new Promise<void>((resolve) => {
    inbox.onReport((report) => {
      received.push(report);
      resolve();
    });
  });
  const executionId = `trial_${randomUUID()}`;
  await session.query('SELECT pg_notify($1, $2)', [
    'callboard_trial',
    JSON.stringify({ executionId, status: 'failed', resultBytes: 0 }),
  ]);
  expect(await heard).toContain('failed'); // its own
  const overheard = new Promise<string>((resolve) => {
    session.once('notification', ({ payload }) => resolve(payload ?? ''));
  });
  const result = { secret: 'é'.repeat(2_000) };
  const { token } = inbox.callback(executionId);
  const answer = await reportExecution(deps, {
    executionId,
    token,
    body: { status: 'completed', result },
  });
  expect(answer.status).toBe(200);
  await arrived;
  expect(received).toMatchObject([{ executionId, status: 'completed', result }]);
  const payload = await overheard;
  expect(payload.length).toBeGreaterThan(0);
  expect(payload).not.toContain('é');
  expect(payload).not.toContain(executionId);
  await inbox.close();
});

test('an inbox that cannot listen gives its connection back', async () => {
  const pool = createPool({ connectionString: deps.database.url, applicationName: 'inbox', max: 1 });
  // Every statement fails in a transaction that has failed.
  pool.on('connect', (client) => client.query('BEGIN; SELECT 1 / 0').catch(() => {}));
  await expect(openDatabaseInbox({ ...deps, pool }, 'http://callboard.test')).rejects.toThrow(/aborted/);
  expect(pool.totalCount).toBe(0);
  await pool.end();
});
