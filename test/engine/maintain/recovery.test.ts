import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLogger } from '../../../src/runtime/telemetry/logger.js';
import { completes } from '../../support/agent-server.js';
import { eventually } from '../../support/engine.js';
import { createRecordingLogger } from '../../support/recording-logger.js';
import { insertExecution, insertExpanded, insertSchedule } from '../../support/rows.js';
import { createEngineFixture, type EngineFixture } from '../engine-fixture.js';

let fixture: EngineFixture;
beforeEach(async () => {
  fixture = await createEngineFixture();
});
afterEach(() => fixture?.stop());

/** Errors are intended here, and would be logged at length. */
const silent = createLogger({ level: (process.env.ENGINE_LOG as 'info') ?? 'silent', name: 'test' });

/** All except those to data sources: a run whose data source breaks off fails with the reason. */
const cutAllConnections = () =>
  fixture.db.pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name NOT IN ('callboard test', 'callboard data sources')`,
  );

test('all connections to PostgreSQL are cut again and again, and everything ends', {
  timeout: 240_000,
}, async () => {
  const { db, agent } = fixture;
  await db.pool.query(`
    CREATE TABLE public."Ticker" (id text PRIMARY KEY);
    INSERT INTO public."Ticker" SELECT 'T' || n FROM generate_series(1, 50) n`);
  agent.behave((entry, response) => void setTimeout(() => completes(entry, response), 5));
  const engines = [
    await fixture.start({ safetyNetMs: 300, maxConcurrent: 10, logger: silent }),
    await fixture.start({ safetyNetMs: 300, maxConcurrent: 10, logger: silent }),
  ];
  const params = { ticker: 'db:ticker:all:id?batchSize=10&staggerDelay=5' };
  const ids: string[] = [];
  for (let n = 0; n < 6; n += 1) ids.push(await insertExecution(db.pool, { agentId: 'agent', params }));
  for (const calls of [1, 60, 150, 220]) {
    await agent.calls(calls);
    await cutAllConnections();
  }
  for (const id of ids) {
    expect(await fixture.ended(id, 150_000)).toMatchObject({
      runStatus: 'succeeded',
      jobsCreated: 50,
      jobsCompleted: 50,
    });
  }
  // What was sent twice was sent under the same key, and at most once for each cut.
  const { rows } = await db.pool.query('SELECT id FROM "AgentJobExecution"');
  expect(rows).toHaveLength(300);
  expect(new Set(agent.ledger.map(({ executionId }) => executionId)).size).toBe(300);
  expect(engines.every(({ engine }) => engine.holdsLease())).toBe(true);
  // New work is taken as before.
  await fixture.ended(await insertExecution(db.pool, { agentId: 'agent', params }));
});

test('a schedule moved to now by plain SQL runs at once', async () => {
  const { db, agent } = fixture;
  await fixture.start();
  const later = new Date(Date.now() + 3_600_000);
  const id = await insertSchedule(
    db.pool,
    { agentId: 'agent', interval: 3_600_000, nextRunAt: later },
    { activatedAt: new Date(0) },
  );
  await db.pool.query(`UPDATE "Schedule" SET "nextRunAt" = now() WHERE id = $1`, [id]);
  await agent.calls(1); // no safety net finds it within the time of a test
});

test('a schedule inserted by plain SQL without a next run is planned and runs at once', async () => {
  const { db, agent } = fixture;
  await fixture.start();
  await db.pool.query(
    `INSERT INTO "Schedule" (id, name, "repeat", "interval", "targetType", "agentId", "createdBy")
     VALUES ('by-sql', 'By SQL', 'repeating', 1000, 'agent', 'agent', 'psql')`,
  );
  await agent.calls(2);
});

test('a schedule whose timing is changed, or that is enabled, by plain SQL is planned again at once', async () => {
  const { db, agent } = fixture;
  await fixture.start();
  const later = new Date(Date.now() + 3_600_000);
  const change = (id: string, set: string) =>
    db.pool.query(`UPDATE "Schedule" SET ${set} WHERE id = $1`, [id]);
  const hourly = { agentId: 'agent', interval: 3_600_000, nextRunAt: later };
  const since = { originAt: new Date(), activatedAt: new Date() };
  const faster = await insertSchedule(db.pool, hourly, since);
  await change(faster, '"interval" = 1000');
  await agent.calls(2);
  await change(faster, 'enabled = false');
  const off = await insertSchedule(db.pool, { ...hourly, interval: 1_000 }, { ...since, enabled: false });
  await change(off, 'enabled = true');
  const calls = agent.ledger.length;
  await agent.calls(calls + 2);
  // The plan of the engine stays if something else changes.
  const named = await insertSchedule(db.pool, hourly);
  await change(named, `name = 'Other', params = '{"a": 1}'`);
  const { rows } = await db.pool.query('SELECT "nextRunAt" FROM "Schedule" WHERE id = $1', [named]);
  expect(rows).toEqual([{ nextRunAt: later }]);
});

test('a failed claim of jobs is repeated soon', async () => {
  const { db, agent } = fixture;
  agent.behave(completes);
  const logger = createRecordingLogger();
  await fixture.start({ logger });
  const first = await insertExecution(db.pool, { agentId: 'agent' });
  await fixture.ended(first);
  const failed = () => logger.lines.some(({ event }) => event === 'dispatch.claim_failed');
  await db.pool.query('ALTER TABLE "AgentCircuit" RENAME TO away');
  await insertExecution(db.pool, { agentId: 'agent' });
  while (!failed()) await db.pool.query('SELECT pg_sleep(0.02)');
  await db.pool.query('ALTER TABLE away RENAME TO "AgentCircuit"');
  await agent.calls(2); // nothing else wakes it within the time of a test
});

test('the start repairs what a crash left unfinished', async () => {
  const { db, agent } = fixture;
  // Answered and not settled; settled and not rolled up; answered and not advanced; due and not released;
  // enabled and not planned.
  const jobs = [{ n: 0 }, { n: 1 }];
  const asEngine = `SET LOCAL callboard.writer = 'engine'`;
  const unsettled = await insertExpanded(db.pool, { agentId: 'agent', jobs }, async (client) => {
    await client.query(asEngine);
    await client.query(`UPDATE "AgentJobExecution" SET status = 'running'`);
    await client.query(
      `UPDATE "AgentJobExecution" SET status = 'completed', result = '1', "statusCode" = 200`,
    );
  });
  const unrolled = await insertExpanded(db.pool, { agentId: 'agent', jobs }, async (client, ids) => {
    await client.query(asEngine);
    await client.query(`UPDATE "AgentJobExecution" SET status = 'running' WHERE id = ANY ($1)`, [ids]);
    await client.query(
      `UPDATE "AgentJobExecution" SET status = 'completed', result = '1', "statusCode" = 200, "settledAt" = now() WHERE id = ANY ($1)`,
      [ids],
    );
  });
  const unadvanced = await insertExpanded(
    db.pool,
    { agentId: 'agent', jobs, batchSize: 1 },
    async (client, ids) => {
      await client.query(asEngine);
      await client.query(
        `UPDATE "AgentJobExecution" SET status = 'running', "acceptedAt" = now(), "updatedAt" = now() - interval '1 hour' WHERE id = $1`,
        [ids[0]],
      );
    },
  );
  const unreleased = await insertExpanded(
    db.pool,
    { agentId: 'agent', jobs, batchSize: 1 },
    async (client, ids) => {
      await client.query(asEngine);
      await client.query(
        `UPDATE "AgentJobExecution" SET status = 'running', "acceptedAt" = now() WHERE id = $1`,
        [ids[0]],
      );
      await client.query(
        `UPDATE "ScheduleExecution" SET "nextBatchAt" = now() WHERE id = (SELECT "scheduleExecutionId" FROM "AgentJobExecution" WHERE id = $1)`,
        [ids[0]],
      );
    },
  );
  const unplanned = await insertSchedule(db.pool, { agentId: 'agent', interval: 60_000 });
  await fixture.start();
  for (const { id } of [unsettled, unrolled])
    expect(await fixture.ended(id)).toMatchObject({ runStatus: 'succeeded', jobsCompleted: 2 });
  await agent.calls(2);
  expect(new Set(agent.ledger.map(({ body }) => body.metadata.scheduleExecutionId))).toEqual(
    new Set([unadvanced.id, unreleased.id]),
  );
  const [schedule] = await eventually<{ nextRunAt: Date | null }>(
    db.pool,
    'SELECT "nextRunAt" FROM "Schedule" WHERE id = $1',
    [unplanned],
    ([row]) => row?.nextRunAt !== null,
  );
  expect(schedule?.nextRunAt).toBeInstanceOf(Date);
});
