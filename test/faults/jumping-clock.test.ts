/** The wall clock of a worker's host is set an hour ahead, then an hour back. Nothing may depend on it. */
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Pool } from '../../src/runtime/database/pool.js';
import { createSecretBox } from '../../src/runtime/secrets/secret-box.js';
import { createdAtOf } from '../../src/runtime/telemetry/trace-id.js';
import { agentSecretContext } from '../../src/services/agents/agent-columns.js';
import { answer, completes } from '../support/agent-server.js';
import { eventually } from '../support/engine.js';
import { TriggerAgentDocument } from '../support/generated/operations.js';
import { createGraphqlClient } from '../support/graphql-client.js';
import { ROOT } from '../support/programs/build-once.js';
import { startProgram } from '../support/programs/processes.js';
import { insertAgent, insertExecution, insertSchedule } from '../support/rows.js';
import { type FaultFixture, openFaultFixture } from './fault-fixture.js';
import { holdInvariants } from './invariants.js';

const SECRET_KEY = Buffer.alloc(32, 7);
const SIGNING_SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const AGENT = 'signed';
const SLOTS = 12;

const HOUR = 3_600_000;
const ADMIN_TOKEN = 'a-token-for-the-first-admin';

/** Runs and attempts whose ids do not say when they were made. */
async function misdated(pool: Pool): Promise<unknown[]> {
  const { rows } = await pool.query<{ id: string; createdAt: Date }>(
    'SELECT id, "createdAt" FROM "ScheduleExecution" UNION ALL SELECT id, "createdAt" FROM "AgentJobExecution"',
  );
  expect(rows).not.toEqual([]);
  return rows.filter(
    ({ id, createdAt }) => Math.abs((createdAtOf(id) ?? 0) - createdAt.getTime()) > HOUR / 2,
  );
}

const SETTINGS = {
  CALLBOARD_SECRET_KEY: SECRET_KEY.toString('base64'),
  NODE_OPTIONS: `--import=${join(ROOT, 'test/support/programs/jump-clock.mjs')}`,
};

let fixture: FaultFixture;
beforeEach(async () => {
  fixture = await openFaultFixture(SETTINGS);
  const box = createSecretBox(SECRET_KEY);
  await insertAgent(fixture.db.pool, AGENT, fixture.agent.url, {
    signingSecret: box.seal(SIGNING_SECRET, agentSecretContext(AGENT, 'signingSecret')),
    rateLimit: { limit: 100, per: 1_000 },
  });
});
afterEach(() => fixture.close());

test('each slot runs once, in time, retries wait as long as they should, and signatures are valid', async ({
  task,
}) => {
  const { db, agent } = fixture;
  /** The first call of each slot fails and asks for another in a second, by a date of the real clock. */
  agent.behave((entry, response) => {
    if (entry.body.metadata.retryCount > 0) return completes(entry, response);
    const at = new Date(Math.ceil(Date.now() / 1_000) * 1_000 + 1_000);
    return answer(response, 503, {}, { 'retry-after': at.toUTCString() });
  });
  const worker = await fixture.startWorker();
  const startAt = new Date(Math.ceil(Date.now() / 1_000) * 1_000 + 2_000);
  const scheduleId = await insertSchedule(
    db.pool,
    {
      agentId: AGENT,
      interval: 1_000,
      startAt,
      nextRunAt: startAt,
      activatedAt: new Date(),
      retryConfig: { maxRetries: 1, backoff: 'fixed', delay: 10 },
    },
    { misfirePolicy: 'all', concurrencyPolicy: 'allow', endAt: new Date(startAt.getTime() + SLOTS * 1_000) },
  );
  await db.pool.query('NOTIFY callboard_engine');
  await agent.calls(5);
  worker.signal('SIGUSR2');
  await agent.calls(12);
  worker.signal('SIGUSR2');
  await agent.calls(2 * SLOTS);
  const runs = await eventually<{ slotAt: Date; runStatus: string; lateMs: number; id: string }>(
    db.pool,
    `SELECT id, "slotAt", "runStatus", extract(epoch FROM "executionTime" - "slotAt")::float8 * 1000 AS "lateMs"
     FROM "ScheduleExecution" WHERE "scheduleId" = $1 ORDER BY "slotAt"`,
    [scheduleId],
    (rows) => rows.length === SLOTS && rows.every(({ runStatus }) => runStatus === 'succeeded'),
  );
  expect(runs.map(({ slotAt }) => slotAt.getTime() - startAt.getTime())).toEqual(
    Array.from({ length: SLOTS }, (_, slot) => slot * 1_000),
  );
  expect(runs.filter(({ lateMs }) => lateMs > 60_000)).toEqual([]);
  expect(runs.map(({ id }) => id)).toEqual(runs.map(({ id }) => id).sort());
  // Attempts and runs are dated by the clock of the database, whichever process made them.
  expect(await misdated(db.pool)).toEqual([]);
  // Rejects a signature whose time is more than five minutes from now.
  for (const { body, headers } of agent.ledger)
    new Webhook(SIGNING_SECRET).verify(JSON.stringify(body), headers as Record<string, string>);
  const manual = await insertExecution(db.pool, { agentId: AGENT });
  await eventually<{ runStatus: string }>(
    db.pool,
    'SELECT "runStatus" FROM "ScheduleExecution" WHERE id = $1',
    [manual],
    ([row]) => row?.runStatus === 'succeeded',
  );
  await holdInvariants(task, fixture, { fault: 'the clock jumps' });
});

test('what a server and a worker make is not dated ahead, however wrong the clock of their host is', async () => {
  const { db, agent } = fixture;
  agent.behave(completes);
  const ahead = { CLOCK_AHEAD_MS: String(HOUR) };
  const server = await startProgram('server', {
    ...SETTINGS,
    ...ahead,
    DATABASE_URL: db.url,
    CALLBOARD_ADMIN_TOKEN: ADMIN_TOKEN,
  });
  const { port } = await server.logged('server.ready');
  await fixture.startWorker(ahead);
  const client = createGraphqlClient(`http://127.0.0.1:${port}`, ADMIN_TOKEN);
  const { triggerAgent } = await client.ask(TriggerAgentDocument, { agentId: AGENT });
  expect(triggerAgent.__typename).toBe('ScheduleExecution');
  const startAt = new Date();
  await insertSchedule(
    db.pool,
    { agentId: AGENT, interval: 1_000, startAt, nextRunAt: startAt, activatedAt: startAt },
    { endAt: new Date(startAt.getTime() + 60_000) },
  );
  await agent.calls(3);
  expect(await misdated(db.pool)).toEqual([]);
});
