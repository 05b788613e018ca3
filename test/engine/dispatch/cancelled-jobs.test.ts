import { afterEach, beforeEach, expect, test } from 'vitest';
import { claimAttempts } from '../../../src/db/jobs/claim/claim-attempts.js';
import { findCancelled } from '../../../src/db/jobs/claim/find-cancelled.js';
import { registerWorker, releaseAborted, releaseUnsent } from '../../../src/db/workers/worker-lease.js';
import { cancelAfterWorkers, gracePeriod } from '../../../src/services/jobs/cancel-after-workers.js';
import { cancelJob, cancelJobs } from '../../../src/services/jobs/cancel-jobs.js';
import { cancelContext } from '../../../src/services/pipelines/cancel-context.js';
import { cancelScheduleExecution } from '../../../src/services/runs/stop/cancel-schedule-execution.js';
import { conflict, ok } from '../../../src/services/system/result.js';
import { completes } from '../../support/agent-server.js';
import { eventually } from '../../support/engine.js';
import { insertExpanded } from '../../support/rows.js';
import { createPipelineFixture, operator, type PipelineFixture } from '../pipelines/pipeline-fixture.js';
import { closeGate } from './closed-gate.js';

/** Requests at once. */
const CAPACITY = 2;

let fixture: PipelineFixture;
beforeEach(async () => {
  fixture = await createPipelineFixture({ cancelUrl: 'to be set' });
  await fixture.db.pool.query(
    `UPDATE "AgentRegistry" SET "cancelUrl" = replace(endpoint ->> 'url', '/run', '/cancel')`,
  );
});
afterEach(() => fixture.stop());

interface Attempt {
  id: string;
  jobId: string;
  contextId: string | null;
  status: string;
  sentAt: Date | null;
}

async function attemptsOf(id: string): Promise<Attempt[]> {
  const { rows } = await fixture.db.pool.query<Attempt>(
    `SELECT id, "jobId", "contextId", status, "sentAt" FROM "AgentJobExecution" WHERE "scheduleExecutionId" = $1 ORDER BY id`,
    [id],
  );
  return rows;
}

/** Resolves when workers are asked to give back this many attempts. */
const asked = (count: number) =>
  eventually(
    fixture.db.pool,
    `SELECT FROM "AgentJobExecution" WHERE "cancelRequestedAt" IS NOT NULL`,
    [],
    ({ length }) => length === count,
  );

/** Keeps answers of a worker unwritten: the first one waits at the gate, and the next ones wait for it. */
async function holdAnswers() {
  const gate = await closeGate(fixture.db.pool, `NEW.status = 'completed' AND NEW.priority = 1`);
  await insertExpanded(fixture.db.pool, { agentId: 'agent', jobs: [{}], priority: 1 });
  await gate.reached();
  return gate;
}

/** The first `answers` requests of runs with params `n` are answered, the others are not. */
function answersFirst(answers: number): void {
  fixture.agent.behave((entry, response) => {
    if (Number(entry.body.params.n ?? 0) < answers) return completes(entry, response);
  });
}

test('an answer that a worker has received counts although its job is cancelled before it is written', async () => {
  answersFirst(1);
  await fixture.start({ maxConcurrent: CAPACITY });
  const gate = await holdAnswers();
  try {
    const { id } = await insertExpanded(fixture.db.pool, { agentId: 'agent', jobs: [{ n: 0 }] });
    await fixture.agent.calls(2);
    const [job] = await attemptsOf(id);
    const cancelling = cancelJob(fixture.server, operator, { jobId: job?.jobId ?? '' });
    await asked(1);
    await gate.open();
    expect(await cancelling).toMatchObject({
      kind: 'conflict',
      message: 'This job has already ended (completed).',
    });
    expect(await fixture.ended(id)).toMatchObject({ runStatus: 'succeeded', jobsCompleted: 1 });
    expect(fixture.agent.cancellations).toEqual([]);
  } finally {
    await gate.remove();
  }
});

/**
 * A run of which a worker has claimed jobs that it has not sent. A worker claims ahead only while requests are
 * short, and gives back what it cannot send soon, so on a busy machine this may need more than one run.
 */
async function claimedAhead(): Promise<{ id: string; jobIds: string[] }> {
  for (;;) {
    fixture.agent.behave(completes);
    const jobs = Array.from({ length: 40 }, (_, n) => ({ n }));
    const { id } = await insertExpanded(fixture.db.pool, { agentId: 'agent', jobs });
    await fixture.agent.calls(fixture.agent.ledger.length + 20);
    answersFirst(0);
    const held = (await attemptsOf(id)).filter(({ status }) => status === 'running');
    const called = new Set(fixture.agent.ledger.map(({ executionId }) => executionId));
    // Requests that the agent has not received yet may be on their way.
    if (held.filter((attempt) => !called.has(attempt.id)).length > CAPACITY)
      return { id, jobIds: held.map(({ jobId }) => jobId) };
    await cancelScheduleExecution(fixture.server, operator, { id });
    await fixture.ended(id);
  }
}

test('cancelled jobs that a worker has claimed and not sent have no sentAt, and only the agents of the others are notified', async () => {
  await fixture.start({ maxConcurrent: CAPACITY });
  const { id, jobIds } = await claimedAhead();
  const earlier = fixture.agent.cancellations.length;
  expect((await cancelJobs(fixture.server, operator, { jobIds })).kind).toBe('ok');
  const cancelled = (await attemptsOf(id)).filter(({ status }) => status === 'cancelled');
  const sent = cancelled.filter(({ sentAt }) => sentAt !== null).map((attempt) => attempt.id);
  // Jobs that were being given back at this moment may be claimed, and sent, once more.
  expect(sent.length).toBeLessThanOrEqual(2 * CAPACITY);
  expect(cancelled.length).toBeGreaterThan(sent.length);
  const called = fixture.agent.ledger.map(({ executionId }) => executionId);
  expect(cancelled.map((attempt) => attempt.id).filter((attemptId) => called.includes(attemptId))).toEqual(
    sent.filter((attemptId) => called.includes(attemptId)),
  );
  await fixture.agent.notices(earlier + sent.length);
  const noticed = fixture.agent.cancellations.map(({ executionId }) => executionId);
  expect(noticed.slice(earlier).sort()).toEqual(sent);
});

test('an answer that a worker has received counts although its context is cancelled before it is written', async () => {
  answersFirst(1);
  await fixture.start({ maxConcurrent: CAPACITY });
  const gate = await holdAnswers();
  try {
    const step = (stepId: string, dependsOn: string[]) => ({
      stepId,
      agentId: 'agent',
      dependsOn,
      parallel: true,
    });
    const id = await fixture.run([step('a', []), step('b', ['a'])]);
    await fixture.agent.calls(2);
    const [first] = await attemptsOf(id);
    const cancelling = cancelContext(fixture.server, operator, {
      scheduleExecutionId: id,
      contextId: first?.contextId ?? '',
    });
    await asked(1);
    // The next step gets no answer.
    fixture.agent.behave(() => {});
    await gate.open();
    expect(await cancelling).toMatchObject({ kind: 'ok', value: { cancelledJobs: 1 } });
    expect(await fixture.ends(id)).toEqual({ a: 'completed', b: 'cancelled' });
    expect(await fixture.ended(id)).toMatchObject({ jobsCompleted: 1, jobsCancelled: 1 });
  } finally {
    await gate.remove();
  }
});

test('a job that its worker does not give back is cancelled all the same', async () => {
  const { id } = await insertExpanded(fixture.db.pool, { agentId: 'agent', jobs: [{}] });
  const worker = { id: 'hung', host: 'test', pid: 1, version: 'test', concurrency: 2, capabilities: {} };
  const lease = await registerWorker(fixture.server.pool, worker, 60_000);
  await claimAttempts(fixture.server.pool, lease, 1);
  const [job] = await attemptsOf(id);
  const cancelling = cancelJob(fixture.server, operator, { jobId: job?.jobId ?? '' });
  await asked(1);
  // Its lease ends before the time that it has.
  await fixture.db.pool.query(`UPDATE "Worker" SET "leaseExpiresAt" = now()`);
  expect((await cancelling).kind).toBe('ok');
  expect(await attemptsOf(id)).toMatchObject([{ status: 'cancelled' }]);
});

test('a job that was given back is not claimed before it is cancelled, and is claimed if that does not happen', async () => {
  const { pool } = fixture.db;
  const { id, attemptIds } = await insertExpanded(pool, { agentId: 'agent', jobs: [{}] });
  await fixture.server.pool.query(
    `UPDATE "AgentJobExecution" SET status = 'running', "cancelRequestedAt" = now() WHERE "scheduleExecutionId" = $1`,
    [id],
  );
  const worker = { id: 'next', host: 'test', pid: 1, version: 'test', concurrency: 2, capabilities: {} };
  const lease = await registerWorker(fixture.server.pool, worker, 60_000);
  expect(await claimAttempts(fixture.server.pool, lease, 1)).toEqual([]);
  expect(await findCancelled(pool, attemptIds)).toEqual(attemptIds);
  await fixture.server.pool.query(
    `UPDATE "AgentJobExecution" SET "cancelRequestedAt" = now() - interval '11 seconds'`,
  );
  expect(await claimAttempts(fixture.server.pool, lease, 1)).toMatchObject([{ redeliveries: 0 }]);
  expect(await findCancelled(pool, attemptIds)).toEqual([]);
});

test('jobs that a worker gave back and that are not cancelled after all are claimed at once, and sent ones are redelivered', async () => {
  const { pool } = fixture.server;
  const { id, attemptIds } = await insertExpanded(fixture.db.pool, { agentId: 'agent', jobs: [{}, {}] });
  const worker = { id: 'w', host: 'test', pid: 1, version: 'test', concurrency: 2, capabilities: {} };
  const lease = await registerWorker(pool, worker, 60_000);
  await claimAttempts(pool, lease, 2);
  const cancelling = cancelAfterWorkers(pool, { scheduleExecutionId: id }, gracePeriod(), async () =>
    conflict('A reason.'),
  );
  await asked(2);
  await releaseAborted(pool, lease, attemptIds.slice(0, 1));
  await releaseUnsent(pool, lease, attemptIds.slice(1));
  expect((await cancelling).kind).toBe('conflict');
  const again = await claimAttempts(pool, lease, 2);
  const redeliveries = new Map(again.map((attempt) => [attempt.id, attempt.redeliveries]));
  expect(attemptIds.map((attemptId) => redeliveries.get(attemptId))).toEqual([1, 0]);
});

test('if the cancellation fails, what was given back is claimed at once, too', async () => {
  const { pool } = fixture.server;
  const { id, attemptIds } = await insertExpanded(fixture.db.pool, { agentId: 'agent', jobs: [{}] });
  const worker = { id: 'w', host: 'test', pid: 1, version: 'test', concurrency: 2, capabilities: {} };
  const lease = await registerWorker(pool, worker, 60_000);
  await claimAttempts(pool, lease, 1);
  const cancelling = cancelAfterWorkers(pool, { scheduleExecutionId: id }, gracePeriod(), () =>
    Promise.reject(new Error('The transaction was rolled back.')),
  );
  const failed = expect(cancelling).rejects.toThrow('rolled back');
  await asked(1);
  await releaseUnsent(pool, lease, attemptIds);
  await failed;
  expect(await claimAttempts(pool, lease, 1)).toMatchObject([{ id: attemptIds[0], redeliveries: 0 }]);
});

test('workers that do not give back delay a change of many runs only once', async () => {
  const worker = { id: 'hung', host: 'test', pid: 1, version: 'test', concurrency: 2, capabilities: {} };
  const lease = await registerWorker(fixture.server.pool, worker, 60_000);
  const { id } = await insertExpanded(fixture.db.pool, { agentId: 'agent', jobs: [{}] });
  await claimAttempts(fixture.server.pool, lease, 1);
  const grace = { ms: 300 };
  const cancel = async () => ok({ id });
  await cancelAfterWorkers(fixture.server.pool, { scheduleExecutionId: id }, grace, cancel);
  expect(grace.ms).toBe(200);
});
