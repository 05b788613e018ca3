/**
 * The primary is lost with all its processes while schedules are due, and a synchronous standby takes over.
 * Programs know both hosts.
 */
import { afterEach, expect, test } from 'vitest';
import { applyMigrations } from '../../src/db/migrate/apply-migrations.js';
import { migrateQueue } from '../../src/queue/migrate-queue.js';
import { createPool } from '../../src/runtime/database/pool.js';
import { createLogger } from '../../src/runtime/telemetry/logger.js';
import { eventually } from '../support/engine.js';
import { insertSchedule } from '../support/rows.js';
import { startReplicas, type TestReplicas } from '../support/servers/replicas.js';
import { AGENT, type FaultFixture, openFaultFixture } from './fault-fixture.js';
import { holdInvariants } from './invariants.js';

const SCHEDULES = 10;
const SLOTS = 12;

let replicas: TestReplicas | undefined;
let fixture: FaultFixture | undefined;
afterEach(async () => {
  await fixture?.close();
  await replicas?.stop();
});

test('no slot is lost or runs twice, and no worker needs a restart', async ({ task }) => {
  replicas = await startReplicas();
  const { url } = replicas;
  const logger = createLogger({ level: 'silent', name: 'test' });
  await applyMigrations({ databaseUrl: url, prismaDir: 'prisma', logger });
  await migrateQueue({ databaseUrl: url });
  const pool = createPool({ connectionString: url, max: 3, applicationName: 'test' });
  fixture = await openFaultFixture({}, { url, pool, drop: () => pool.end() });
  const workers = await Promise.all([fixture.startWorker(), fixture.startWorker()]);
  const startAt = new Date(Math.ceil(Date.now() / 1_000) * 1_000 + 2_000);
  for (let count = 0; count < SCHEDULES; count += 1) {
    await insertSchedule(
      pool,
      {
        agentId: AGENT,
        interval: 1_000,
        startAt,
        nextRunAt: startAt,
        activatedAt: new Date(),
        params: { schedule: count },
      },
      // Slots during the outage run afterward.
      { misfirePolicy: 'all', endAt: new Date(startAt.getTime() + SLOTS * 1_000) },
    );
  }
  await fixture.agent.calls(SCHEDULES * 3);
  await replicas.killPrimary();
  await replicas.promote();
  // Leases may expire during the outage.
  fixture.expiries.push(performance.now());
  // The test's own connections may fail first.
  await expect
    .poll(() =>
      pool.query('SELECT 1').then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
  await eventually<{ planned: number }>(
    pool,
    'SELECT count("nextRunAt")::int AS planned FROM "Schedule"',
    [],
    ([row]) => row?.planned === 0,
  );
  const { calls, again } = await holdInvariants(task, fixture, { fault: 'PostgreSQL: failover' });
  expect(calls - again).toBe(SCHEDULES * SLOTS);
  for (const worker of workers) {
    worker.signal('SIGTERM');
    expect(await worker.exited).toEqual({ code: 0, signal: null });
  }
});
