/**
 * The disk of the database is full for a while: statements that need space wait, and work continues without
 * help once there is some.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { completes } from '../support/agent-server.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/engine.js';
import type { Program } from '../support/programs/processes.js';
import { insertSchedule } from '../support/rows.js';
import { createSmallDisk, type SmallDisk } from '../support/servers/small-disk.js';
import { AGENT, type FaultFixture, ITEMS, openFaultFixture } from './fault-fixture.js';
import { holdInvariants } from './invariants.js';

let disk: SmallDisk | undefined;
let db: TestDatabase;
let fixture: FaultFixture;
beforeEach(async ({ skip }) => {
  disk = await createSmallDisk('small_disk', 80);
  if (!disk) return skip('only root may mount a file system');
  db = await createTestDatabase({ tablespace: disk.tablespace });
  fixture = await openFaultFixture({ CALLBOARD_MAX_CONCURRENT: '10' }, db);
});
afterEach(async () => {
  if (!disk) return;
  await disk.free();
  await fixture.close();
  await disk.remove();
});

/** Values so wide that a page has no room for another. */
const WIDE = { item: 'db:item:all:id?batchSize=20&staggerDelay=20', text: 'x'.repeat(1_500) };
/** Three statements that failed for that reason. */
const NO_SPACE = /("code":"53100".*){3}/s;

async function readiness(worker: Program): Promise<unknown> {
  const { port } = await worker.logged('worker.ready');
  return (await fetch(`http://127.0.0.1:${port}/readyz`)).json();
}

test('a worker waits for space in mid-batch; once there is some, each slot and job is handled once', async ({
  task,
}) => {
  fixture.agent.behave(async (entry, response) => {
    await sleep(20);
    await completes(entry, response);
  });
  const worker = await fixture.startWorker();
  const startAt = new Date();
  await insertSchedule(
    fixture.db.pool,
    { agentId: AGENT, interval: 1_000, startAt, nextRunAt: startAt, params: WIDE },
    { endAt: new Date(Number(startAt) + 12_000), misfirePolicy: 'all' },
  );
  await fixture.agent.calls(ITEMS / 2);
  await disk?.fill();
  await worker.printed(NO_SPACE);
  await worker.logged('database.writes_fail');
  expect(await readiness(worker)).toMatchObject({
    status: 'not ready',
    checks: { database: 'ok', writes: 'failed' },
  });
  await sleep(3_000); // further slots fall due in the meantime
  await disk?.free();
  await eventually(
    fixture.db.pool,
    `SELECT FROM "Schedule" WHERE "nextRunAt" IS NULL AND NOT enabled`,
    [],
    ({ length }) => length === 1,
  );
  await holdInvariants(task, fixture, { fault: 'PostgreSQL: disk full for a while' });
  await worker.logged('database.writes_possible');
  expect(await readiness(worker)).toMatchObject({ status: 'ready', checks: { writes: 'ok' } });
  worker.signal('SIGTERM');
  expect(await worker.exited).toEqual({ code: 0, signal: null });
});
