import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { claimAttempts } from '../../../src/db/jobs/claim/claim-attempts.js';
import { STOP_GRACE_MS } from '../../../src/db/jobs/end/cancel-attempts.js';
import { writeAnswers } from '../../../src/db/jobs/end/write-answers.js';
import { registerWorker } from '../../../src/db/workers/worker-lease.js';
import { retryJob } from '../../../src/services/jobs/retry-jobs.js';
import { cancelScheduleExecution } from '../../../src/services/runs/stop/cancel-schedule-execution.js';
import { answer, completes } from '../../support/agent-server.js';
import { eventually } from '../../support/engine.js';
import { insertExpanded, insertSchedule } from '../../support/rows.js';
import { createPipelineFixture, operator, type PipelineFixture } from '../pipelines/pipeline-fixture.js';
import { closeGate } from './closed-gate.js';

/** More rows than one transaction ends, and many more than are called before the run is stopped. */
const JOBS = 2_000;
const SLOTS = 10;
const HOUR = 3_600_000;

let fixture: PipelineFixture;
beforeEach(async () => {
  fixture = await createPipelineFixture();
  fixture.agent.behave(completes);
});
afterEach(() => fixture.stop());

/** A run of a schedule whose jobs are all rows, released and waiting. */
async function waitingRun(): Promise<string> {
  const { pool } = fixture.db;
  const scheduleId = await insertSchedule(
    pool,
    { agentId: 'agent', interval: HOUR, nextRunAt: new Date(Date.now() + HOUR) },
    {
      concurrencyPolicy: 'replace',
      activatedAt: new Date(Date.now() - HOUR),
      originAt: new Date(Date.now() - HOUR),
    },
  );
  const jobs = Array.from({ length: JOBS }, (_, n) => ({ n }));
  const { id } = await insertExpanded(pool, { agentId: 'agent', jobs, batchSize: JOBS }, (client) =>
    client.query(`UPDATE "ScheduleExecution" SET "scheduleId" = $1`, [scheduleId]),
  );
  return id;
}

interface EndedAttempt {
  id: string;
  n: number;
  status: string;
  wasSent: boolean;
  workerId: string | null;
  statusCode: number | null;
  result: unknown;
}

async function attemptsOf(id: string): Promise<EndedAttempt[]> {
  const { rows } = await fixture.db.pool.query<EndedAttempt>(
    `SELECT id, (params ->> 'n')::int AS n, status, "sentAt" IS NOT NULL AS "wasSent", "workerId", "statusCode", result
     FROM "AgentJobExecution" WHERE "scheduleExecutionId" = $1 ORDER BY id`,
    [id],
  );
  return rows;
}

async function cancel(id: string): Promise<void> {
  expect((await cancelScheduleExecution(fixture.server, operator, { id })).kind).toBe('ok');
}

async function stopRequested(id: string): Promise<void> {
  await eventually(
    fixture.db.pool,
    'SELECT FROM "ScheduleExecution" WHERE id = $1 AND "cancelRequestedAt" IS NOT NULL',
    [id],
    ({ length }) => length === 1,
  );
}

/** A newer run of the same schedule replaces this one. */
async function replace(id: string): Promise<void> {
  await fixture.db.pool.query(
    `UPDATE "Schedule" SET "nextRunAt" = clock_timestamp() - interval '5 milliseconds'`,
  );
  await stopRequested(id);
}

/** The run has lasted longer than its schedule allows. */
async function timeOut(id: string): Promise<void> {
  await fixture.db.pool.query('UPDATE "ScheduleExecution" SET "overdueAt" = now() WHERE id = $1', [id]);
  await stopRequested(id);
}

const callsOf = (id: string) =>
  fixture.agent.ledger.filter(({ body }) => body.metadata.scheduleExecutionId === id);

/** Stops a run while its jobs are called. @returns the number of calls after that, until nothing is in progress */
async function callsAfter(stop: (id: string) => Promise<void>, id: string): Promise<number> {
  await fixture.agent.calls(300);
  await stop(id);
  const before = callsOf(id).length;
  await fixture.ended(id);
  const { id: other } = await insertExpanded(fixture.db.pool, { agentId: 'agent', jobs: [{}] });
  await fixture.ended(other);
  return callsOf(id).length - before;
}

test.for([
  { by: 'an operator', workers: 1, stop: cancel, runStatus: 'cancelled' },
  { by: 'an operator', workers: 2, stop: cancel, runStatus: 'cancelled' },
  { by: 'a newer run', workers: 1, stop: replace, runStatus: 'cancelled' },
  { by: 'a newer run', workers: 2, stop: replace, runStatus: 'cancelled' },
  { by: 'its time limit', workers: 1, stop: timeOut, runStatus: 'failed' },
  { by: 'its time limit', workers: 2, stop: timeOut, runStatus: 'failed' },
])(
  'workers ($workers) call no further jobs of a run that is stopped by $by',
  async ({ workers, stop, runStatus }) => {
    for (let count = 0; count < workers; count += 1)
      await fixture.start({ maxConcurrent: SLOTS, safetyNetMs: 500 });
    const id = await waitingRun();
    const after = await callsAfter(stop, id);
    // Those on the wire, and a few until the workers are notified.
    expect(after).toBeLessThanOrEqual(5 * SLOTS * workers);
    const run = await fixture.ended(id);
    expect(run).toMatchObject({ runStatus, jobsFailed: 0 });
    expect(run.jobsCompleted + run.jobsCancelled).toBe(JOBS);
    // Almost all answers count. Jobs that were not called are not recorded as sent, except a few whose requests were aborted.
    const called = new Set(callsOf(id).map(({ executionId }) => executionId));
    expect(run.jobsCompleted).toBeGreaterThanOrEqual(called.size - SLOTS * workers);
    const sent = (await attemptsOf(id)).filter(({ wasSent }) => wasSent).map((attempt) => attempt.id);
    expect(sent.filter((attemptId) => !called.has(attemptId)).length).toBeLessThanOrEqual(SLOTS * workers);
    expect(new Set(sent)).toEqual(new Set([...sent, ...called]));
    // Each job was called at most once.
    expect(new Set(callsOf(id).map(({ jobId }) => jobId)).size).toBe(callsOf(id).length);
  },
);

test('attempts that are claimed while their run is cancelled are not sent, and end as cancelled', async () => {
  const { pool } = fixture.db;
  const gate = await closeGate(
    pool,
    `NEW.status = 'running' AND OLD.status = 'pending' AND NEW.priority = 1`,
  );
  try {
    fixture.agent.behave(() => {}); // no answer
    await fixture.start({ maxConcurrent: SLOTS });
    const { id: other } = await insertExpanded(pool, { agentId: 'agent', jobs: [{}] });
    await fixture.agent.calls(1);
    const { id } = await insertExpanded(pool, { agentId: 'agent', jobs: [{}, {}, {}], priority: 1 });
    await gate.reached();
    // The one that is cancelled last ends first, so the worker has been notified of the other one.
    await pool.query('UPDATE "ScheduleExecution" SET "cancelRequestedAt" = now() WHERE id = $1', [id]);
    await pool.query('UPDATE "ScheduleExecution" SET "cancelRequestedAt" = now() WHERE id = $1', [other]);
    await fixture.ended(other);
    await gate.open();
    expect(await fixture.ended(id)).toMatchObject({ runStatus: 'cancelled', jobsCancelled: 3 });
    expect(await fixture.attempts(id)).toMatchObject(
      [1, 2, 3].map(() => ({ status: 'cancelled', workerId: null, sentAt: null, startedAt: null })),
    );
    expect(fixture.agent.ledger).toHaveLength(1);
  } finally {
    await gate.remove();
  }
});

test('answers that a worker has received count, although they are written after the cancellation', async () => {
  const { pool } = fixture.db;
  const [ANSWERED, ALL, CAPACITY] = [3, 12, 5];
  await pool.query(`UPDATE "AgentRegistry" SET "cancelUrl" = replace(endpoint ->> 'url', '/run', '/cancel')`);
  const gate = await closeGate(pool, `NEW.status = 'completed' AND NEW.priority = 1`);
  try {
    fixture.agent.behave((entry, response) => {
      if (Number(entry.body.params.n ?? 0) < ANSWERED) return completes(entry, response);
    });
    const engine = await fixture.start({ maxConcurrent: CAPACITY });
    await insertExpanded(pool, { agentId: 'agent', jobs: [{}], priority: 1 });
    await gate.reached(); // The next answers wait until this one is written.
    const jobs = Array.from({ length: ALL }, (_, n) => ({ n }));
    const { id } = await insertExpanded(pool, { agentId: 'agent', jobs, batchSize: ALL });
    await fixture.agent.calls(1 + ANSWERED + CAPACITY); // Answers have freed the slots of the last ones.
    await cancel(id);
    await eventually(
      pool,
      `SELECT FROM "AgentJobExecution" WHERE "scheduleExecutionId" = $1 AND status = 'cancelled'`,
      [id],
      ({ length }) => length === ALL - ANSWERED,
    );
    await gate.open();
    expect(await fixture.ended(id)).toMatchObject({
      ...{ runStatus: 'cancelled', status: 'partial' },
      ...{ jobsCompleted: ANSWERED, jobsCancelled: ALL - ANSWERED, jobsFailed: 0 },
    });
    const attempts = await attemptsOf(id);
    const expected = ({ n }: EndedAttempt) => {
      if (n < ANSWERED)
        return { status: 'completed', wasSent: true, statusCode: 200, result: { echo: { n } } };
      const wasSent = n < ANSWERED + CAPACITY;
      // The worker has given them back, so nobody had to wait until it lost them.
      return { status: 'cancelled', wasSent, workerId: null, statusCode: null, result: null };
    };
    expect(attempts).toEqual(attempts.map((attempt) => ({ ...attempt, ...expected(attempt) })));
    // Agents are notified of the attempts that they may still be working on.
    await fixture.agent.notices(CAPACITY);
    const inProgress = attempts.filter(({ status, wasSent }) => status === 'cancelled' && wasSent);
    expect(fixture.agent.cancellations.map(({ executionId }) => executionId).sort()).toEqual(
      inProgress.map((attempt) => attempt.id),
    );
    expect(await engine.findings()).toEqual({});
  } finally {
    await gate.remove();
  }
});

test.for([
  {
    what: 'its lease has expired',
    // With the time to give them back far from over.
    sql: `UPDATE "ScheduleExecution" SET "cancelRequestedAt" = now() + interval '1 hour';
      UPDATE "Worker" SET "leaseExpiresAt" = now() WHERE id = 'hung'`,
  },
  {
    what: 'it had time to give them back',
    sql: `UPDATE "ScheduleExecution" SET "cancelRequestedAt" = "cancelRequestedAt" - interval '${STOP_GRACE_MS} ms'`,
  },
])('attempts that a worker holds and does not give back are cancelled when $what', async ({ sql }) => {
  const { pool } = fixture.db;
  const { id } = await insertExpanded(pool, { agentId: 'agent', jobs: [{ n: 0 }, { n: 1 }, { n: 2 }] });
  const worker = { id: 'hung', host: 'test', pid: 1, version: 'test', concurrency: 2, capabilities: {} };
  const lease = await registerWorker(fixture.server.pool, worker, 60_000);
  const [claimed] = await claimAttempts(fixture.server.pool, lease, 2);
  await cancel(id);
  expect((await attemptsOf(id)).map(({ status }) => status)).toEqual(['running', 'running', 'cancelled']);
  await fixture.start({ maxConcurrent: SLOTS });
  await eventually(
    pool,
    'SELECT FROM "ScheduleExecution" WHERE id = $1 AND "jobsCancelled" = 1',
    [id],
    ({ length }) => length === 1,
  );
  await pool.query(sql);
  expect(await fixture.ended(id)).toMatchObject({ runStatus: 'cancelled', jobsCancelled: 3 });
  expect(fixture.agent.ledger).toEqual([]);
  const late = {
    ...{ id: claimed?.id ?? '', scheduleExecutionId: id, status: 'completed' as const, accepted: false },
    ...{ result: null, error: null, metrics: null, statusCode: 200, durationMs: 1, responseBody: null },
    ...{ responseTruncated: false, resultInvalid: false, sentAfterMs: 0 },
  };
  expect((await writeAnswers(fixture.server.pool, lease, [late])).written.size).toBe(0);
});

test('a login that names a run that nobody has stopped changes nothing', async () => {
  const { pool } = fixture.db;
  const waiting: ServerResponse[] = [];
  fixture.agent.behave((_, response) => {
    waiting.push(response);
  });
  await fixture.start({ maxConcurrent: SLOTS });
  const { id } = await insertExpanded(pool, { agentId: 'agent', jobs: [{}] });
  await fixture.agent.calls(1);
  const { id: other } = await insertExpanded(pool, { agentId: 'agent', jobs: [{}] });
  await fixture.agent.calls(2);
  await pool.query(`SELECT pg_notify('callboard_stop', $1)`, [id]);
  // The worker has been notified of both.
  await cancel(other);
  await fixture.ended(other);
  for (const response of waiting) answer(response, 200, { status: 'completed' });
  expect(await fixture.ended(id)).toMatchObject({ runStatus: 'succeeded' });
  expect(await fixture.attempts(id)).toMatchObject([{ status: 'completed', redeliveries: 0 }]);
  expect(fixture.agent.ledger).toHaveLength(2);
});

test('a job that is retried after its run was cancelled is called once', async () => {
  await fixture.start({ maxConcurrent: SLOTS });
  const id = await waitingRun();
  await callsAfter(cancel, id);
  const jobId = (await fixture.attempts(id)).find(({ status }) => status === 'cancelled')?.jobId ?? '';
  const { jobsCancelled } = await fixture.ended(id);
  const calls = callsOf(id).length;
  expect((await retryJob(fixture.server, operator, { jobId })).kind).toBe('ok');
  expect(await fixture.ended(id)).toMatchObject({ jobsCancelled: jobsCancelled - 1 });
  expect(callsOf(id).slice(calls)).toMatchObject([{ jobId }]);
});
