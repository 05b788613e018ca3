/**
 * An agent that only uses SQL, through its own login: it completes its job, which is seen at once, and may do
 * nothing else.
 */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AgentServer, accepts, startAgentServer } from '../../support/agent-server.js';
import { eventually } from '../../support/engine.js';
import {
  CursorAndJobsDocument,
  JobExecutionChangedDocument,
  TriggerAgentDocument,
} from '../../support/generated/operations.js';
import { type Installation, startInstallation } from '../../support/programs/installation.js';
import { insertAgent } from '../../support/rows.js';

const LOGIN = `agent_${randomBytes(6).toString('hex')}`;
const PASSWORD = randomBytes(18).toString('base64url');
const AGENT = 'sql-agent';
const OTHER = 'somebody-else';

let installation: Installation;
let agent: AgentServer;
let sql: pg.Client;

beforeAll(async () => {
  [installation, agent] = await Promise.all([startInstallation(), startAgentServer(accepts)]);
  for (const id of [AGENT, OTHER]) await insertAgent(installation.db.pool, id, agent.url);
  await installation.db.pool.query('SELECT callboard.create_agent_login($1, $2, $3)', [
    LOGIN,
    PASSWORD,
    [AGENT],
  ]);
  const url = new URL(installation.db.url);
  url.username = LOGIN;
  url.password = PASSWORD;
  sql = new pg.Client({ connectionString: url.href });
  await sql.connect();
});
afterAll(async () => {
  await sql?.end();
  await installation?.db.pool.query(`DROP OWNED BY ${LOGIN}; DROP ROLE ${LOGIN}`);
  await installation?.close();
  await agent?.close();
});

/** Triggers an agent; resolves with the attempt once the agent has it and its acceptance is recorded. */
async function acceptedAttempt(agentId: string): Promise<string> {
  const before = agent.ledger.length;
  await installation.admin.ask(TriggerAgentDocument, { agentId, params: {} });
  await agent.calls(before + 1);
  const executionId = agent.ledger[before]?.executionId ?? '';
  await eventually<{ acceptedAt: Date | null }>(
    installation.db.pool,
    'SELECT "acceptedAt" FROM "AgentJobExecution" WHERE id = $1',
    [executionId],
    ([row]) => row?.acceptedAt != null,
  );
  return executionId;
}

test('an agent reports running and completed as plain UPDATEs, and a subscriber sees each at once', async () => {
  // From a cursor read before, so that it does not matter when the subscription starts.
  const { eventCursor: after } = await installation.admin.ask(CursorAndJobsDocument, {});
  const events = installation.admin.watch(JobExecutionChangedDocument, { after, filter: { agentId: AGENT } });
  const sent = events.next();
  const executionId = await acceptedAttempt(AGENT);
  expect(await sent).toMatchObject({ jobExecutionChanged: { executionId, status: 'RUNNING' } });
  async function seen(status: string): Promise<void> {
    for (;;) {
      const event = (await events.next())?.jobExecutionChanged;
      if (!event) throw new Error('the subscription ended');
      if (event.executionId === executionId && event.status === status) return;
    }
  }

  await sql.query(
    `UPDATE "AgentJobExecution" SET status='running', "startedAt"=now(), "updatedAt"=now() WHERE id = $1`,
    [executionId],
  );
  await sql.query(
    `UPDATE "AgentJobExecution" SET status='completed', result=$1::jsonb, metrics=$2::jsonb, "completedAt"=now(), "updatedAt"=now() WHERE id = $3`,
    ['{"rows": 12}', '{"tokens": 512}', executionId],
  );
  await seen('COMPLETED');
  events.close();

  const [execution] = await eventually<{ runStatus: string; jobsCompleted: number }>(
    installation.db.pool,
    `SELECT e."runStatus", e."jobsCompleted" FROM "ScheduleExecution" e JOIN "AgentJobExecution" j ON j."scheduleExecutionId" = e.id WHERE j.id = $1`,
    [executionId],
    ([row]) => row?.runStatus === 'succeeded',
  );
  expect(execution).toMatchObject({ jobsCompleted: 1 });
  const again = await sql.query(`UPDATE "AgentJobExecution" SET status='completed' WHERE id = $1`, [
    executionId,
  ]);
  expect(again.rowCount).toBe(1);
  await expect(
    sql.query(`UPDATE "AgentJobExecution" SET status='failed' WHERE id = $1`, [executionId]),
  ).rejects.toMatchObject({
    code: 'CB001',
    message: expect.stringContaining('has already ended as completed'),
  });
});

test('an agent reports a retryable failure, and is called again for the same job', async () => {
  const executionId = await acceptedAttempt(AGENT);
  const before = agent.ledger.length;
  await installation.db.pool.query(
    `UPDATE "AgentJobExecution" SET "retryConfig" = '{"maxRetries": 3, "backoff": "fixed", "delay": 10}' WHERE id = $1`,
    [executionId],
  );
  await sql.query(
    `UPDATE "AgentJobExecution" SET status='failed', error='{"message":"out of memory","retryable":true}', "completedAt"=now() WHERE id = $1`,
    [executionId],
  );
  await agent.calls(before + 1);
  const [first, second] = [before - 1, before].map((index) => agent.ledger[index]);
  expect(second).toMatchObject({ jobId: first?.jobId, body: { metadata: { retryCount: 1 } } });
  expect(second?.executionId).not.toBe(executionId);
});

test('an agent keeps its registration and heartbeat', async () => {
  const beat = await sql.query(`UPDATE "AgentRegistry" SET "lastHeartbeat" = now() WHERE id = '${AGENT}'`);
  expect(beat.rowCount).toBe(1);
  await sql.query(
    `INSERT INTO "AgentRegistry" (id, name, description, version, endpoint, "inputSchema", "outputSchema", enabled, "createdAt", "updatedAt")
     VALUES ($1, 'SQL agent', 'registers itself', '3.0.0', $2, '{}', '{}', true, now(), now())
     ON CONFLICT (id) DO UPDATE SET endpoint = EXCLUDED.endpoint, "updatedAt" = EXCLUDED."updatedAt"`,
    [AGENT, JSON.stringify({ type: 'http', url: agent.url, method: 'POST' })],
  );
  expect((await sql.query('SELECT key FROM "AgentConfig"')).rows).toEqual([]);
});

describe('the database refuses', () => {
  const DENIED = { code: '42501' };

  test.each([
    ['other columns of its jobs', `UPDATE "AgentJobExecution" SET params = '{}'`],
    ['the lease of its jobs', `UPDATE "AgentJobExecution" SET "workerId" = 'me'`],
    ['inserting jobs', `INSERT INTO "AgentJobExecution" (id) VALUES ('x')`],
    ['deleting jobs', `DELETE FROM "AgentJobExecution"`],
    ['schedules', `SELECT * FROM "Schedule"`],
    ['executions', `SELECT * FROM "ScheduleExecution"`],
    ['API tokens', `SELECT * FROM "ApiToken"`],
    ['logins', `SELECT * FROM "AgentLogin"`],
    ['workers', `UPDATE "Worker" SET state = 'dead'`],
    ['the outbox', `SELECT * FROM outbox`],
    ['stored credentials', `SELECT credential FROM "AgentRegistry"`],
    ['settings', `UPDATE "AgentConfig" SET value = '{}'`],
    ['versions', `DELETE FROM "AgentVersionDeployment"`],
    [
      'registering others',
      `INSERT INTO "AgentRegistry" (id, name, version, endpoint) VALUES ('third', 'x', '1', '{"type":"http","url":"http://x"}')`,
    ],
    ['logins for others', `SELECT callboard.create_agent_login('evil', 'twelve-letters', '{x}')`],
    ['tables of its own', `CREATE TABLE callboard.mine (x int)`],
    ['the queue', `SELECT * FROM bullmq.job`],
  ])('%s', async (_what, statement) => {
    await expect(sql.query(statement)).rejects.toMatchObject(DENIED);
  });

  test("access to rows of others, as if they did not exist, also for a writer that calls itself 'engine'", async () => {
    const theirs = await acceptedAttempt(OTHER);
    await sql.query(`SET callboard.writer = 'engine'`);
    try {
      const update = await sql.query(`UPDATE "AgentJobExecution" SET status = 'completed' WHERE id = $1`, [
        theirs,
      ]);
      expect(update.rowCount).toBe(0);
      expect((await sql.query('SELECT DISTINCT "agentId" FROM "AgentJobExecution"')).rows).toEqual([
        { agentId: AGENT },
      ]);
      const moved = await sql.query(
        `UPDATE "AgentRegistry" SET endpoint = '{"type":"http","url":"http://evil"}' WHERE id = $1`,
        [OTHER],
      );
      expect(moved.rowCount).toBe(0);
    } finally {
      await sql.query('RESET callboard.writer');
    }
  });

  test('an illegal move, a malformed error and a credential in clear text, each with the reason', async () => {
    const executionId = await acceptedAttempt(AGENT);
    await expect(
      sql.query(`UPDATE "AgentJobExecution" SET status='cancelled' WHERE id = $1`, [executionId]),
    ).rejects.toMatchObject({ code: 'CB001', hint: 'An agent can report running, completed or failed.' });
    await expect(
      sql.query(`UPDATE "AgentJobExecution" SET status='failed', error='"no"' WHERE id = $1`, [executionId]),
    ).rejects.toMatchObject({
      code: 'CB002',
      message: expect.stringContaining('must be an object with a string "message"'),
    });
    await expect(
      sql.query(`UPDATE "AgentRegistry" SET endpoint = $2 WHERE id = $1`, [
        AGENT,
        JSON.stringify({
          type: 'http',
          url: agent.url,
          authentication: { type: 'bearer', token: 'in-the-clear' },
        }),
      ]),
    ).rejects.toMatchObject({ code: 'CB002', hint: expect.stringContaining('updateAgent') });
    await sql.query(`UPDATE "AgentJobExecution" SET status='completed' WHERE id = $1`, [executionId]);
  });
});
