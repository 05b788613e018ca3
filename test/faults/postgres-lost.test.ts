import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { applyMigrations } from '../../src/db/migrate/apply-migrations.js';
import { migrateQueue } from '../../src/queue/migrate-queue.js';
import { createPool } from '../../src/runtime/database/pool.js';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../src/runtime/embedded-postgres/embedded-postgres.js';
import { createLogger } from '../../src/runtime/telemetry/logger.js';
import { completes } from '../support/agent-server.js';
import { withAdmin } from '../support/database.js';
import { insertExecution } from '../support/rows.js';
import { QUICK_SETTINGS } from '../support/servers/postgres.js';
import {
  AGENT,
  EVERY_ITEM,
  type FaultFixture,
  ITEMS,
  openFaultFixture,
  randomOf,
  seeds,
} from './fault-fixture.js';
import { holdInvariants } from './invariants.js';

let fixture: FaultFixture | undefined;
afterEach(() => fixture?.close());

async function runHalfway(on: FaultFixture, seed: number): Promise<void> {
  on.agent.behave(async (entry, response) => {
    await sleep(20);
    await completes(entry, response);
  });
  await insertExecution(on.db.pool, { agentId: AGENT, params: EVERY_ITEM });
  await on.agent.calls(1 + Math.floor(randomOf(seed)() * (ITEMS / 2)));
}

describe('every connection is cut three times in mid-batch', () => {
  test.for(seeds(1, 15))('seed %i', async (seed, { task }) => {
    fixture = await openFaultFixture({ CALLBOARD_MAX_CONCURRENT: '10' });
    const worker = await fixture.startWorker();
    await runHalfway(fixture, seed);
    const { database } = (await fixture.db.pool.query('SELECT current_database() AS database')).rows[0];
    for (let cuts = 0; cuts < 3; cuts += 1) {
      await withAdmin((admin) =>
        admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [database]),
      );
      await sleep(20 * seed);
    }
    const { calls } = await holdInvariants(task, fixture, { fault: 'PostgreSQL: connections cut', seed });
    expect(calls).toBe(ITEMS); // the lease held, so nothing was sent twice
    worker.signal('SIGTERM');
    expect(await worker.exited).toEqual({ code: 0, signal: null });
  });
});

describe('the server stops immediately and comes back in mid-batch', () => {
  /** A PostgreSQL for the test; a committed answer must survive its crash. */
  async function startServer(dataDir: string): Promise<EmbeddedPostgres> {
    const logger = createLogger({ level: 'silent', name: 'test' });
    const settings = { ...QUICK_SETTINGS, synchronous_commit: 'on' };
    return startEmbeddedPostgres({ dataDir, logger, settings });
  }

  async function crash(server: EmbeddedPostgres): Promise<void> {
    const [pid] = (await readFile(join(server.directory, 'data/postmaster.pid'), 'utf8')).split('\n');
    process.kill(Number(pid), 'SIGQUIT');
    await server.stop(); // waits for the end
  }

  test.for(seeds(1, 5))('seed %i', async (seed, { task }) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'callboard-test-'));
    await chmod(dataDir, 0o755);
    let server = await startServer(dataDir);
    try {
      const logger = createLogger({ level: 'silent', name: 'test' });
      await applyMigrations({ databaseUrl: server.url, prismaDir: 'prisma', logger });
      await migrateQueue({ databaseUrl: server.url });
      const pool = createPool({ connectionString: server.url, max: 3, applicationName: 'test' });
      fixture = await openFaultFixture(
        { CALLBOARD_MAX_CONCURRENT: '10' },
        { url: server.url, pool, drop: () => pool.end() },
      );
      await fixture.startWorker();
      await runHalfway(fixture, seed);
      await crash(server);
      await sleep(100 * seed);
      server = await startServer(dataDir);
      const { calls } = await holdInvariants(task, fixture, { fault: 'PostgreSQL: stopped and back', seed });
      expect(calls).toBe(ITEMS);
    } finally {
      await fixture?.close();
      fixture = undefined;
      await server.stop();
      await rm(server.directory, { recursive: true, force: true });
      await rm(dataDir, { recursive: true, force: true });
    }
  });
});
