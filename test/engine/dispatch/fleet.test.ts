import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { uuidv7 } from '../../../src/runtime/ids.js';
import { accepts, completes } from '../../support/agent-server.js';
import { createDeferred } from '../../support/deferred.js';
import { eventually } from '../../support/engine.js';
import { createRecordingLogger, type RecordingLogger } from '../../support/recording-logger.js';
import {
  insertExecution,
  insertExpanded,
  insertPipelineExecution,
  insertSchedule,
} from '../../support/rows.js';
import { createEngineFixture, type EngineFixture } from '../engine-fixture.js';

let fixture: EngineFixture;
beforeEach(async () => {
  fixture = await createEngineFixture();
});
afterEach(() => fixture?.stop());

interface WorkerRow {
  id: string;
  state: string;
  draining: boolean;
  activeJobs: number;
  concurrency: number;
  leaseMs: number;
}

/** Resolves with the worker when its row matches. */
async function worker(id: string, done: (row: WorkerRow) => boolean): Promise<void> {
  await eventually<WorkerRow>(
    fixture.db.pool,
    `SELECT *, (extract(epoch FROM "leaseExpiresAt" - "heartbeatAt") * 1000)::int AS "leaseMs" FROM "Worker" WHERE id = $1`,
    [id],
    ([row]) => row !== undefined && done(row),
  );
}

const setConfig = (key: string, value: object) =>
  fixture.db.pool.query(
    `INSERT INTO "AgentConfig" (key, value) VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = EXCLUDED.value`,
    [key, JSON.stringify(value)],
  );

const drain = (id: string, draining: boolean) =>
  fixture.db.pool.query('UPDATE "Worker" SET draining = $2 WHERE id = $1', [id, draining]);

/** Resolves when the worker with this logger knows that it should drain. */
const drains = ({ lines }: RecordingLogger) =>
  expect.poll(() => lines.map(({ event }) => event)).toContain('worker.draining');

const reasons = (executionId: string, done: (reasons: (string | null)[]) => boolean) =>
  eventually<{ reason: string | null }>(
    fixture.db.pool,
    'SELECT reason FROM "AgentJobExecution" WHERE "scheduleExecutionId" = $1',
    [executionId],
    (rows) => done(rows.map(({ reason }) => reason)),
  );

const allWait = (list: (string | null)[]) =>
  list.length > 0 && list.every((reason) => reason === 'no_matching_worker');

describe('requirements', () => {
  test('of agent, schedule and step bring each job to a worker that can serve them', async () => {
    const { db } = fixture;
    await db.pool.query(`UPDATE "AgentRegistry" SET requirements = '{"gpu": true, "region": "us"}'`);
    const eu = await fixture.start({ capabilities: { region: ['eu'], gpu: ['true'] } });
    const us = await fixture.start({ capabilities: { region: ['us', 'ca'], gpu: ['true'] } });
    await fixture.start();
    const inUs = await insertExecution(db.pool, { agentId: 'agent', params: { n: 1 } });
    const inEu = await insertExecution(db.pool, {
      agentId: 'agent',
      params: { n: 2 },
      requirements: { region: 'eu' },
    });
    await Promise.all([fixture.ended(inUs), fixture.ended(inEu)]);
    const idOf = async (engine: typeof eu) =>
      (
        await db.pool.query<{ id: string }>(`SELECT id FROM "Worker" WHERE capabilities @> $1`, [
          JSON.stringify({ region: [engine === eu ? 'eu' : 'us'] }),
        ])
      ).rows[0]?.id;
    const pipeline = await insertPipelineExecution(db.pool, {
      steps: [
        { stepId: 'a', agentId: 'agent', parallel: true },
        { stepId: 'b', agentId: 'agent', parallel: true, requirements: { region: 'eu' } },
      ],
    });
    await fixture.ended(pipeline);
    const steps = await fixture.attempts(pipeline);
    expect(new Set(steps.map(({ workerId }) => workerId))).toEqual(new Set([await idOf(us), await idOf(eu)]));
    expect(await fixture.attempts(inUs)).toMatchObject([{ workerId: await idOf(us), status: 'completed' }]);
    expect(await fixture.attempts(inEu)).toMatchObject([{ workerId: await idOf(eu), status: 'completed' }]);
  });

  test('that no worker can serve are reported, delay no batch, and are served when a worker starts', async () => {
    const { db, agent } = fixture;
    await fixture.start();
    const { id } = await insertExpanded(db.pool, {
      agentId: 'agent',
      jobs: [{ n: 0 }, { n: 1 }, { n: 2 }],
      batchSize: 1,
      requirements: { region: 'eu' },
    });
    await db.pool.query('NOTIFY callboard_engine');
    // Each of them is released although the one before was never sent.
    await reasons(id, (list) => list.length === 3 && allWait(list));
    expect(agent.ledger).toEqual([]);

    await fixture.start({ capabilities: { region: ['eu'] } });
    expect(await fixture.ended(id)).toMatchObject({
      status: 'success',
      runStatus: 'succeeded',
      jobsCompleted: 3,
    });
    await reasons(id, (list) => list.every((reason) => reason === null));
  });

  test('are reported when the only worker that could serve them leaves', async () => {
    const { db, agent } = fixture;
    await fixture.start();
    const only = await fixture.start({ capabilities: { region: ['eu'] } });
    const requirements = { region: 'eu' };
    const served = await insertExpanded(db.pool, { agentId: 'agent', jobs: [{}], requirements });
    await db.pool.query('NOTIFY callboard_engine');
    await fixture.ended(served.id);
    await only.stop();
    const left = await insertExpanded(db.pool, { agentId: 'agent', jobs: [{}], requirements });
    await db.pool.query('NOTIFY callboard_engine');
    await reasons(left.id, allWait);
    expect(agent.ledger).toHaveLength(1);
  });

  test('of failed jobs apply to their retries', async () => {
    const { db, agent } = fixture;
    agent.behave((entry, response) =>
      entry.body.metadata.retryCount === 0 ? void response.writeHead(503).end() : completes(entry, response),
    );
    await fixture.start({ capabilities: { region: ['eu'] } });
    const { id } = await insertExpanded(db.pool, {
      agentId: 'agent',
      jobs: [{}],
      requirements: { region: 'eu' },
      retryConfig: { maxRetries: 1, backoff: 'fixed', delay: 1 },
    });
    await db.pool.query('NOTIFY callboard_engine');
    await fixture.ended(id);
    const { rows } = await db.pool.query(
      'SELECT requirements FROM "AgentJobExecution" WHERE "scheduleExecutionId" = $1',
      [id],
    );
    expect(rows).toEqual([{ requirements: '{"region":"eu"}' }, { requirements: '{"region":"eu"}' }]);
  });
});

describe('a worker that drains', () => {
  test('finishes its work and claims nothing more: no slots, expansions or jobs; undrained it continues', async () => {
    const { db, agent } = fixture;
    const id = uuidv7();
    const logger = createRecordingLogger();
    await fixture.start({ id, logger });
    const held = createDeferred();
    agent.behave(async (entry, response) => {
      if (entry.body.params.held) await held.promise;
      await completes(entry, response);
    });
    const claimedRun = await insertExecution(db.pool, { agentId: 'agent', params: { held: true } });
    await agent.calls(1);
    await drain(id, true);
    await drains(logger);
    const waiting = await insertExecution(db.pool, { agentId: 'agent' });
    const scheduleId = await insertSchedule(db.pool, {
      agentId: 'agent',
      interval: 3_600_000,
      nextRunAt: new Date(),
    });
    held.resolve();
    expect(await fixture.ended(claimedRun)).toMatchObject({ runStatus: 'succeeded' });
    // The worker has seen all of it and left it alone: what it settled above came after.
    const { rows } = await db.pool.query(
      `SELECT (SELECT "expandedAt" FROM "ScheduleExecution" WHERE id = $1), (SELECT count(*)::int FROM "ScheduleExecution" WHERE "scheduleId" = $2)`,
      [waiting, scheduleId],
    );
    expect(rows).toEqual([{ expandedAt: null, count: 0 }]);
    expect(agent.ledger).toHaveLength(1);

    await drain(id, false);
    expect(await fixture.ended(waiting)).toMatchObject({ runStatus: 'succeeded' });
    await eventually<{ runStatus: string }>(
      db.pool,
      'SELECT "runStatus" FROM "ScheduleExecution" WHERE "scheduleId" = $1',
      [scheduleId],
      ([row]) => row?.runStatus === 'succeeded',
    );
  });

  test('leaves retries and later batches to others at once, and stops in order', async () => {
    const { db, agent } = fixture;
    const [leaving, staying] = [uuidv7(), uuidv7()];
    const logger = createRecordingLogger();
    const drained = await fixture.start({ id: leaving, maxConcurrent: 1, logger });
    const held = createDeferred();
    agent.behave(async (entry, response) => {
      if (entry.body.metadata.retryCount > 0 || entry.body.params.n !== 0) return completes(entry, response);
      await held.promise;
      response.writeHead(503).end();
    });
    const { id } = await insertExpanded(db.pool, {
      agentId: 'agent',
      jobs: Array.from({ length: 6 }, (_, n) => ({ n })),
      batchSize: 3,
      retryConfig: { maxRetries: 1, backoff: 'fixed', delay: 50 },
    });
    await db.pool.query('NOTIFY callboard_engine');
    await agent.calls(1);
    await fixture.start({ id: staying });
    await drain(leaving, true);
    await drains(logger);
    await agent.calls(3);
    held.resolve();
    expect(await fixture.ended(id)).toMatchObject({ runStatus: 'succeeded', jobsCompleted: 6 });
    const attempts = await fixture.attempts(id);
    expect(attempts.filter(({ workerId }) => workerId === leaving)).toMatchObject([{ status: 'failed' }]);
    expect(attempts.filter(({ workerId }) => workerId === staying)).toHaveLength(6);
    await drained.stop();
    await worker(leaving, ({ state }) => state === 'dead');
  });
});

test('work that a worker leaves unanswered is sent again by another as soon as it has left', async () => {
  const { db, agent } = fixture;
  const leaving = await fixture.start();
  agent.behave(() => {}); // no answer
  const { id } = await insertExpanded(db.pool, { agentId: 'agent', jobs: [{}] });
  await db.pool.query('NOTIFY callboard_engine');
  await agent.calls(1);
  const staying = await fixture.start();
  agent.behave(completes);
  await leaving.stop(AbortSignal.abort());
  expect(await fixture.ended(id)).toMatchObject({ runStatus: 'succeeded' });
  expect(await fixture.attempts(id)).toMatchObject([{ redeliveries: 1 }]);
  await expect.poll(staying.findings).toEqual({ redelivered: 1 }); // counted after the call
});

describe('the row of a worker', () => {
  test('shows whether the worker is busy, and with how many jobs', async () => {
    const { db, agent } = fixture;
    const id = uuidv7();
    const held = createDeferred();
    agent.behave(async (entry, response) => {
      await held.promise;
      await completes(entry, response);
    });
    await fixture.start({ id });
    await worker(id, ({ state }) => state === 'idle');
    const executionId = await insertExecution(db.pool, { agentId: 'agent' });
    await worker(id, ({ state, activeJobs }) => state === 'busy' && activeJobs === 1);
    held.resolve();
    await fixture.ended(executionId);
    await worker(id, ({ state, activeJobs }) => state === 'idle' && activeJobs === 0);
  });

  test('follows the current settings, but its own limit overrides them', async () => {
    const [plain, limited] = [uuidv7(), uuidv7()];
    await setConfig('scheduler', { httpClient: { maxConcurrentRequests: 7 } });
    await fixture.start({ id: plain });
    await fixture.start({ id: limited, maxConcurrent: 3 });
    await worker(plain, ({ concurrency, leaseMs }) => concurrency === 7 && leaseMs === 30_000);
    await setConfig('engine', { maxConcurrent: 5, lockTtlMs: 9_000 });
    await worker(plain, ({ concurrency, leaseMs }) => concurrency === 5 && leaseMs === 9_000);
    await worker(limited, ({ concurrency, leaseMs }) => concurrency === 3 && leaseMs === 9_000);
  });

  test('is updated at once when the limit is raised', async () => {
    const { db, agent } = fixture;
    await setConfig('engine', { maxConcurrent: 1 });
    const held = createDeferred();
    agent.behave(async (entry, response) => {
      await held.promise;
      await completes(entry, response);
    });
    await fixture.start();
    const { id } = await insertExpanded(db.pool, { agentId: 'agent', jobs: [{}, {}, {}] });
    await db.pool.query('NOTIFY callboard_engine');
    await agent.calls(1);
    await setConfig('engine', { maxConcurrent: 3 });
    await agent.calls(3);
    held.resolve();
    await fixture.ended(id);
    expect(agent.peak()).toBe(3);
  });

  test('has snapshots of the machine', async () => {
    const id = uuidv7();
    await fixture.start({ id });
    // The first one: on a slow machine there may soon be another.
    const wanted = 'SELECT * FROM "WorkerSnapshot" WHERE "workerId" = $1 ORDER BY id LIMIT 1';
    // No event announces a snapshot; the worker becomes idle at about the same time.
    await worker(id, ({ state }) => state === 'idle');
    const rows = await vi.waitUntil(async () => {
      const found = await fixture.db.pool.query(wanted, [id]);
      return found.rows.length > 0 && found.rows;
    }, 30_000);
    expect(rows).toMatchObject([{ activeJobs: 0 }]);
    const [{ cpuPercent, memoryMb, rssMb, eventLoopLagP50Ms, eventLoopLagP99Ms }] = rows;
    expect(cpuPercent).toBeGreaterThanOrEqual(0);
    expect(cpuPercent).toBeLessThanOrEqual(100);
    expect(memoryMb).toBeGreaterThan(rssMb / 2);
    expect(rssMb).toBeGreaterThan(10);
    expect(eventLoopLagP50Ms).toBeGreaterThanOrEqual(0);
    expect(eventLoopLagP99Ms).toBeGreaterThanOrEqual(eventLoopLagP50Ms);
  });
});

test('an agent that sends no more heartbeats is lost when its heartbeatTimeout has passed, and that is reported', async () => {
  const { db, agent } = fixture;
  await db.pool.query(`UPDATE "AgentRegistry" SET "heartbeatTimeout" = 300, "cancelUrl" = $1`, [
    new URL('/cancel', agent.url).href,
  ]);
  agent.behave(accepts);
  await fixture.start();
  const id = await insertExecution(db.pool, {
    agentId: 'agent',
    retryConfig: { maxRetries: 0, backoff: 'fixed', delay: 0 },
  });
  await fixture.ended(id);
  const [attempt] = await fixture.attempts(id);
  expect(attempt).toMatchObject({ status: 'dead_letter', error: { code: 'AGENT_LOST', retryable: true } });
  const silentMs = (attempt?.completedAt?.getTime() ?? 0) - (attempt?.acceptedAt?.getTime() ?? 0);
  expect(silentMs).toBeGreaterThanOrEqual(300);
  await agent.notices(1);
  expect(agent.cancellations).toMatchObject([{ executionId: attempt?.id }]);
});

test('the log has one line at info about a start that found nothing, and the end of a run with its results', async () => {
  const logger = createRecordingLogger();
  const engine = await fixture.start({ logger });
  const id = await insertExecution(fixture.db.pool, { agentId: 'agent' });
  await fixture.ended(id);
  await engine.stop(); // what it did is logged
  const lines = (event: string) => logger.lines.filter((line) => line.event === event);
  const steps = lines('recovery.step');
  expect(steps.length).toBeGreaterThanOrEqual(10);
  for (const line of steps)
    expect(line).toMatchObject({
      level: 'debug',
      step: expect.any(String),
      found: 0,
      ms: expect.any(Number),
    });
  expect(lines('recovery.completed')).toMatchObject([
    { level: 'info', steps: steps.length, found: 0, ms: expect.any(Number) },
  ]);
  expect(lines('health.checked')).toMatchObject([{ level: 'debug', asked: 1, notHealthy: 0 }]);
  expect(lines('execution.ended')).toMatchObject([
    {
      scheduleExecutionId: id,
      runStatus: 'succeeded',
      status: 'success',
      jobs: 1,
      completed: 1,
      failed: 0,
      durationMs: expect.any(Number),
    },
  ]);
});
