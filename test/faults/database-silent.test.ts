/**
 * Connections to PostgreSQL that fall silent without notice, as when a firewall forgets a connection or a
 * server is failed over.
 */
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, type TestContext, test, vi } from 'vitest';
import { completes } from '../support/agent-server.js';
import { createDeferred } from '../support/deferred.js';
import { eventually } from '../support/engine.js';
import { CreateScheduleDocument } from '../support/generated/operations.js';
import { createGraphqlClient } from '../support/graphql-client.js';
import { type Program, startProgram } from '../support/programs/processes.js';
import { insertExecution } from '../support/rows.js';
import { type ProxiedConnection, startTcpProxy, type TcpProxy } from '../support/servers/tcp-proxy.js';
import {
  AGENT,
  ALL_FAULTS,
  EVERY_ITEM,
  type FaultFixture,
  ITEMS,
  openFaultFixture,
} from './fault-fixture.js';
import { holdInvariants, quiesce } from './invariants.js';

/** Short, so that a takeover happens soon. */
const LEASE_MS = 6_000;
/** How long one statement may wait for a silent server, plus the time of a busy machine. */
const SILENCE_MS = 30_000;
const SLACK_MS = 15_000;
const ADMIN_TOKEN = 'a-token-for-the-first-admin';

let fixture: FaultFixture;
let proxy: TcpProxy;
beforeEach(async () => {
  fixture = await openFaultFixture({ CALLBOARD_MAX_CONCURRENT: '10' });
  proxy = await startTcpProxy(fixture.db.url);
  await fixture.db.pool.query(`INSERT INTO "AgentConfig" (key, value) VALUES ('engine', $1)`, [
    JSON.stringify({ lockTtlMs: LEASE_MS }),
  ]);
  fixture.agent.behave(async (entry, response) => {
    await sleep(50);
    await completes(entry, response);
  });
});
afterEach(async () => {
  await fixture.close();
  await proxy.close();
});

const throughProxy = () => ({ DATABASE_URL: proxy.through(fixture.db.url) });
const trigger = () => insertExecution(fixture.db.pool, { agentId: AGENT, params: EVERY_ITEM });
const isLease = ({ said }: ProxiedConnection) => said.includes('callboard lease');

async function startServer(): Promise<{ program: Program; url: string }> {
  const program = await startProgram('server', { ...throughProxy(), CALLBOARD_ADMIN_TOKEN: ADMIN_TOKEN });
  const { port } = await program.logged('server.ready');
  return { program, url: `http://127.0.0.1:${port}` };
}

async function workerUrl(worker: Program): Promise<string> {
  return `http://127.0.0.1:${(await worker.logged('worker.ready')).port}`;
}

/** Asks for readiness until the answer has this status. @returns after how many milliseconds */
async function readiness(url: string, status: number): Promise<number> {
  const since = performance.now();
  for (;;) {
    const answer = await fetch(`${url}/readyz`);
    await answer.text();
    if (answer.status === status) return performance.now() - since;
    if (performance.now() - since > SILENCE_MS + SLACK_MS)
      throw new Error(`readiness did not become ${status} but is ${answer.status}`);
    await sleep(100);
  }
}

function createSchedule(url: string) {
  return createGraphqlClient(url, ADMIN_TOKEN).send(CreateScheduleDocument, {
    input: {
      name: 'a schedule',
      repeat: 'REPEATING',
      targetType: 'AGENT',
      agentId: AGENT,
      template: true,
    },
  });
}

/** Records a row of the table for a fault that calls no agent. */
function record(task: TestContext['task'], fault: string): void {
  task.meta.fault = { fault, seed: 1, calls: 0, again: 0, lost: 0, repeated: 0 };
}

describe('a worker whose connections are silent', () => {
  test('(all except that of its lease) is replaced by another worker within two leases', async ({ task }) => {
    const hurt = await fixture.startWorker(throughProxy());
    await trigger();
    await fixture.agent.calls(ITEMS / 4);
    // The lease thread connects with its first renewal. If it is silenced before, any worker loses its lease.
    await vi.waitUntil(() => proxy.connections().some(isLease), { timeout: SLACK_MS });
    proxy.set('silent');
    proxy.set('pass', isLease);
    const heir = await fixture.startWorker();
    const since = performance.now();
    await heir.logged('worker.dead', ({ pid }) => pid === hurt.pid);
    fixture.expiries.push(performance.now());
    expect(performance.now() - since).toBeLessThan(2 * LEASE_MS + SLACK_MS);
    expect((await fetch(`${await workerUrl(hurt)}/readyz`)).status).toBe(503);
    await holdInvariants(task, fixture, { fault: 'PostgreSQL silent: takeover' });
    if (!ALL_FAULTS) return;
    proxy.set('pass', 'new');
    await hurt.logged('worker.registered', ({ epoch }) => Number(epoch) > 1);
    await heir.kill();
    await fixture.expireLease(heir);
    await trigger();
    await holdInvariants(task, fixture, { fault: 'PostgreSQL silent: takeover, and back' });
  });

  test.runIf(ALL_FAULTS).for([
    ['all', () => true],
    ['some', ({ number }: ProxiedConnection) => number % 2 === 0],
    ['those that listen', ({ said }: ProxiedConnection) => /LISTEN/i.test(said)],
    ['that of its lease', isLease],
  ] as const)('(%s) continues on its own when new ones work', async ([which, isSilent], { task }) => {
    await fixture.startWorker(throughProxy());
    await trigger();
    await fixture.agent.calls(ITEMS / 4);
    proxy.set('silent', isSilent);
    fixture.expiries.push(performance.now());
    await trigger();
    await quiesce(fixture.db.pool);
    await trigger();
    await holdInvariants(task, fixture, { fault: `PostgreSQL silent: ${which}`, lateSends: true });
  });
});

describe('a server whose connections are silent', () => {
  test('says that it is not ready, and recovers when new connections work', async ({ task }) => {
    const { url } = await startServer();
    await readiness(url, 200);
    expect((await createSchedule(url)).errors).toEqual([]);
    proxy.set('silent');
    await readiness(url, 503);
    const hung = ALL_FAULTS ? createSchedule(url) : undefined;
    proxy.set('pass', 'new');
    await readiness(url, 200);
    const since = performance.now();
    expect((await createSchedule(url)).errors).toEqual([]);
    expect(performance.now() - since).toBeLessThan(SLACK_MS);
    if (hung) {
      await hung; // any answer
      expect(performance.now() - since).toBeLessThan(SILENCE_MS + SLACK_MS);
    }
    record(task, 'PostgreSQL silent: server');
  });
});

describe('sessions that become read-only for a while', () => {
  test('are replaced: running statements fail, each session fails at most once, and none fails afterward', async ({
    task,
  }) => {
    const { pool } = fixture.db;
    const { rows } = await pool.query<{ name: string }>('SELECT current_database() AS name');
    const database = rows[0]?.name;
    const worker = await fixture.startWorker();
    const server = await startServer();
    await readiness(server.url, 200);
    await trigger();
    await fixture.agent.calls(ITEMS / 4);
    await pool.query(`ALTER DATABASE ${database} SET default_transaction_read_only = on`);
    await pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND pid <> pg_backend_pid()`,
      [database],
    );
    await readiness(server.url, 503);
    await readiness(await workerUrl(worker), 503);
    // In one message, because another connection of this pool may be read-only as well.
    await pool.query(
      `BEGIN READ WRITE; ALTER DATABASE ${database} RESET default_transaction_read_only; COMMIT`,
    );
    fixture.expiries.push(performance.now());
    await readiness(server.url, 200);
    await readiness(await workerUrl(worker), 200);
    // A read-only session that nobody has used since is noticed at its next use.
    const burst = () => Promise.all(Array.from({ length: 20 }, () => createSchedule(server.url)));
    const first = (await burst()).flatMap(({ errors }) => errors);
    expect(first.length).toBeLessThan(10);
    expect((await burst()).flatMap(({ errors }) => errors)).toEqual([]);
    await trigger();
    await holdInvariants(task, fixture, { fault: 'PostgreSQL read-only for a spell', lateSends: true });
  });
});

describe('a flood of notifications', () => {
  test('of 200 000 in one statement does not stop the worker, and does not increase its memory', async ({
    task,
  }) => {
    const worker = await fixture.startWorker();
    const gate = createDeferred();
    fixture.agent.behave(async (entry, response) => {
      if (entry.body.params.held) await gate.promise;
      await completes(entry, response);
    });
    await insertExecution(fixture.db.pool, { agentId: AGENT, params: { held: true } });
    await fixture.agent.calls(1);
    const before = await memoryOf(worker);
    await fixture.db.pool.query({
      text: `SELECT count(pg_notify('callboard_engine', n::text)) FROM generate_series(1, 200000) n`,
      query_timeout: 120_000,
    } as never);
    const id = await insertExecution(fixture.db.pool, { agentId: AGENT });
    await eventually<{ runStatus: string }>(
      fixture.db.pool,
      'SELECT "runStatus" FROM "ScheduleExecution" WHERE id = $1',
      [id],
      ([row]) => row?.runStatus === 'succeeded',
    );
    expect((await memoryOf(worker)) - before).toBeLessThan(250);
    gate.resolve();
    await holdInvariants(task, fixture, { fault: '200 000 notifications in one statement' });
  });
});

/** The largest memory use of the process so far, in MiB. */
async function memoryOf({ pid }: Program): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1_024;
}
