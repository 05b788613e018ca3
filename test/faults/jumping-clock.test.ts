/** The wall clock of a worker's host is set an hour ahead, then an hour back. Nothing may depend on it. */
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSecretBox } from '../../src/runtime/secrets/secret-box.js';
import { agentSecretContext } from '../../src/services/agents/agent-columns.js';
import { answer, completes } from '../support/agent-server.js';
import { eventually } from '../support/engine.js';
import { ROOT } from '../support/programs/build-once.js';
import { insertAgent, insertExecution, insertSchedule } from '../support/rows.js';
import { type FaultFixture, openFaultFixture } from './fault-fixture.js';
import { holdInvariants } from './invariants.js';

const SECRET_KEY = Buffer.alloc(32, 7);
const SIGNING_SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const AGENT = 'signed';
const SLOTS = 12;

let fixture: FaultFixture;
beforeEach(async () => {
  fixture = await openFaultFixture({
    CALLBOARD_SECRET_KEY: SECRET_KEY.toString('base64'),
    NODE_OPTIONS: `--import=${join(ROOT, 'test/support/programs/jump-clock.mjs')}`,
  });
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
