import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { InboxReport } from '../../../src/http/incoming/report-inbox.js';
import { createListener, type Listener } from '../../../src/runtime/database/listener.js';
import { createPool } from '../../../src/runtime/database/pool.js';
import { openDatabaseInbox, passOnTrialReport } from '../../../src/services/conformance/database-inbox.js';
import { reportExecution } from '../../../src/services/runs/report-execution.js';
import { type AgentLogin, createAgentLogin } from '../../support/agent-login.js';
import { pgbouncerAvailable, startTestPgBouncer } from '../../support/servers/pgbouncer.js';
import { openServices, type TestServices } from '../support.js';

let deps: TestServices;
let login: AgentLogin;
let listener: Listener;
let reached: { listener: Listener; publicUrl: string };
beforeAll(async () => {
  deps = await openServices();
  const connection = { connectionString: deps.database.url, applicationName: 'inbox' };
  listener = createListener({ ...connection, logger: deps.logger });
  reached = { listener, publicUrl: 'http://callboard.test' };
  login = await createAgentLogin(deps.database, ['other']);
});
afterAll(async () => {
  await listener?.close();
  await login?.drop();
  await deps?.close();
});

test('reports of test calls are neither read nor forged by a login of another agent', async () => {
  const session = await login.connect();
  const heard = new Promise<string>((resolve) => {
    session.once('notification', ({ payload }) => resolve(payload ?? ''));
  });
  await session.query('LISTEN callboard_trial');
  const inbox = await openDatabaseInbox(deps, reached);
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

test.skipIf(!pgbouncerAvailable('reports of test calls through PgBouncer'))(
  'reports arrive if statements go through a pooler in transaction mode',
  async () => {
    const pooler = await startTestPgBouncer(deps.database.url, 'transaction');
    const pool = createPool({
      connectionString: pooler.url,
      max: 4,
      applicationName: 'pooled',
      writer: 'server',
      pooled: true,
    });
    try {
      const inbox = await openDatabaseInbox(deps, reached);
      const arrived = new Promise<InboxReport>((resolve) => inbox.onReport(resolve));
      const executionId = `trial_${randomUUID()}`;
      const body = { status: 'completed', result: 1 };
      expect(await passOnTrialReport({ ...deps, pool }, executionId, body)).toBe(true);
      expect(await arrived).toMatchObject({ executionId, status: 'completed', result: 1 });
      await inbox.close();
    } finally {
      await pool.end();
      await pooler.stop();
    }
  },
);
