import { afterAll, beforeAll, expect, test } from 'vitest';
import { executionsToStop } from '../../../src/db/runs/end/replace-executions.js';
import { cancelJob } from '../../../src/services/jobs/cancel-jobs.js';
import { retryFailedJobs } from '../../../src/services/jobs/retry-failed-jobs.js';
import { retryJob } from '../../../src/services/jobs/retry-jobs.js';
import { cancelScheduleExecution } from '../../../src/services/runs/stop/cancel-schedule-execution.js';
import { STOPPED_AT_ONCE, stopExecutions } from '../../../src/services/runs/stop/stop-executions.js';
import { serve } from '../../http/loopback.js';
import { createDeferred } from '../../support/deferred.js';
import { insertExecution } from '../../support/rows.js';
import { aRun, attemptsOf, end, executionOf, type Run, send, settle } from '../runs/run-fixture.js';
import { admin, anAgent, openServices, type TestServices, value } from '../support.js';

let deps: TestServices;
let agentId: string;
beforeAll(async () => {
  deps = await openServices();
  agentId = await anAgent(deps);
});
afterAll(() => deps.close());

const ids = ({ attempts }: Run, from = 0, to?: number) => attempts.slice(from, to).map(({ id }) => id);
const jobAt = ({ attempts }: Run, index: number) => attempts[index]?.jobId ?? '';

test('cancelling a run ends open jobs and leaves ended ones', async () => {
  const run = await aRun(deps, { agentId, jobs: 4 });
  await send(deps, ids(run, 0, 2));
  await end(deps, ids(run, 0, 1), 'completed');
  await settle(deps);
  const id = run.executionId;
  expect(await value(cancelScheduleExecution(deps, admin, { id }))).toEqual({ id, cancelledJobs: 3 });
  const attempts = await attemptsOf(deps, id);
  expect(attempts.map(({ status }) => status).sort()).toEqual([
    'cancelled',
    'cancelled',
    'cancelled',
    'completed',
  ]);
  expect(attempts.filter(({ reason, completedAt }) => reason === 'operator' && completedAt)).toHaveLength(3);
  expect(await executionOf(deps, id)).toMatchObject({ runStatus: 'running' });

  await settle(deps);
  expect(await executionOf(deps, id)).toMatchObject({
    runStatus: 'cancelled',
    jobsCompleted: 1,
    jobsCancelled: 3,
  });
  expect(await value(cancelScheduleExecution(deps, admin, { id }))).toEqual({ id, cancelledJobs: 0 });
});

test('cancelling a run counts its jobs that are not rows yet', async () => {
  const { executionId: id } = await aRun(deps, { agentId, jobs: 2 });
  await deps.pool.query(
    `INSERT INTO "JobChunk" ("executionId", part, "firstIndex", "firstBatch", "batchSize", jobs, settings, params, "storeAt")
     VALUES ($1, 0, 2, 0, 10, 3, '{}', E'{}\\n{}\\n{}', now())`,
    [id],
  );
  expect(await value(cancelScheduleExecution(deps, admin, { id }))).toEqual({ id, cancelledJobs: 5 });
});

test('a run that was not expanded yet ends at once', async () => {
  const id = await insertExecution(deps.pool, { agentId });
  await value(cancelScheduleExecution(deps, admin, { id }));
  expect(await executionOf(deps, id)).toMatchObject({
    runStatus: 'cancelled',
    status: 'success',
    completedAt: expect.any(Date),
  });
});

test('a run that has ended cannot be cancelled', async () => {
  const run = await aRun(deps, { agentId });
  await send(deps, ids(run));
  await end(deps, ids(run), 'completed');
  await settle(deps);
  expect(await cancelScheduleExecution(deps, admin, { id: run.executionId })).toMatchObject({
    kind: 'conflict',
    message: expect.stringContaining('succeeded'),
  });
  expect(await cancelScheduleExecution(deps, admin, { id: 'none' })).toMatchObject({ kind: 'not_found' });
});

test('agents with running jobs are notified at their address, after the commit', async () => {
  const notice = createDeferred<Record<string, unknown>>();
  const server = await serve((response, { body }) => {
    response.writeHead(200).end();
    notice.resolve(JSON.parse(body.toString()));
  });
  const listening = await anAgent(deps, {
    endpoint: { type: 'http', url: server.url },
    cancelUrl: `${server.origin}/cancel`,
  });
  const run = await aRun(deps, { agentId: listening, jobs: 2 });
  await send(deps, ids(run, 0, 1));
  await value(cancelScheduleExecution(deps, admin, { id: run.executionId }));
  expect(await notice.promise).toEqual({
    ...{ jobId: jobAt(run, 0), executionId: ids(run)[0] },
    reason: 'cancelled',
  });
  expect(server.received).toHaveLength(1);
});

test('cancelling a job ends its open attempt, also one that waits for a retry, and no other', async () => {
  const run = await aRun(deps, { agentId, jobs: 3, maxRetries: 1 });
  await send(deps, ids(run, 0, 2));
  await end(deps, ids(run, 0, 1), 'failed', true);
  await settle(deps);
  const cancelled = await value(cancelJob(deps, admin, { jobId: jobAt(run, 0) }));
  expect(cancelled.id).not.toBe(ids(run)[0]);
  await value(cancelJob(deps, admin, { jobId: jobAt(run, 1) }));
  await settle(deps);
  expect(await executionOf(deps, run.executionId)).toMatchObject({
    runStatus: 'running',
    jobsCancelled: 2,
    jobsFailed: 0,
  });
  expect((await attemptsOf(deps, run.executionId)).map(({ status }) => status)).toEqual([
    'failed',
    'cancelled',
    'cancelled',
    'pending',
  ]);

  expect(await cancelJob(deps, admin, { jobId: jobAt(run, 1) })).toMatchObject({
    kind: 'conflict',
    message: expect.stringContaining('cancelled'),
  });
  expect(await cancelJob(deps, admin, { jobId: 'none' })).toMatchObject({ kind: 'not_found' });
});

test('a job between two attempts is neither cancelled nor retried', async () => {
  const run = await aRun(deps, { agentId, maxRetries: 1 });
  await send(deps, ids(run));
  await end(deps, ids(run), 'failed', true);
  const settling = { kind: 'conflict', message: expect.stringContaining('being processed') };
  expect(await cancelJob(deps, admin, { jobId: jobAt(run, 0) })).toMatchObject(settling);
  expect(await retryJob(deps, admin, { jobId: jobAt(run, 0) })).toMatchObject(settling);
});

test('a retried job gets a new row and a fresh budget, and its run is open again', async () => {
  const run = await aRun(deps, { agentId, jobs: 2, maxRetries: 2 });
  await send(deps, ids(run));
  await end(deps, ids(run, 0, 1), 'failed');
  await end(deps, ids(run, 1), 'completed');
  await settle(deps);
  expect(await executionOf(deps, run.executionId)).toMatchObject({
    runStatus: 'partial',
    jobsFailed: 1,
    jobsCompleted: 1,
  });

  const { id, jobId } = await value(retryJob(deps, admin, { jobId: jobAt(run, 0) }));
  expect(jobId).toBe(jobAt(run, 0));
  const [first, second] = (await attemptsOf(deps, run.executionId)).filter(
    (attempt) => attempt.jobId === jobId,
  );
  expect(first).toMatchObject({ status: 'failed', isLatest: false });
  expect(second).toMatchObject({
    id,
    status: 'pending',
    isLatest: true,
    retryCount: 1,
    supersedes: first?.id,
    retriesLeft: 2,
    retryAt: null,
    settledAt: null,
    params: { n: 0 },
    releasedAt: expect.any(Date),
  });
  expect(await executionOf(deps, run.executionId)).toMatchObject({
    runStatus: 'running',
    completedAt: null,
    jobsFailed: 0,
    jobsCompleted: 1,
  });

  await send(deps, [id]);
  await end(deps, [id], 'completed');
  await settle(deps);
  expect(await executionOf(deps, run.executionId)).toMatchObject({
    runStatus: 'succeeded',
    jobsFailed: 0,
    jobsCompleted: 2,
  });
});

test('of two retries at once, one wins', async () => {
  const run = await aRun(deps, { agentId });
  await send(deps, ids(run));
  await end(deps, ids(run), 'failed', true);
  await settle(deps);
  const results = await Promise.all(
    Array.from({ length: 4 }, () => retryJob(deps, admin, { jobId: jobAt(run, 0) })),
  );
  expect(results.map(({ kind }) => kind).sort()).toEqual(['conflict', 'conflict', 'conflict', 'ok']);
  expect((await attemptsOf(deps, run.executionId)).map(({ status }) => status)).toEqual([
    'dead_letter',
    'pending',
  ]);
});

test('cancelling and retrying at once leave one open attempt or none', async () => {
  const run = await aRun(deps, { agentId });
  await value(cancelJob(deps, admin, { jobId: jobAt(run, 0) }));
  await settle(deps);
  await Promise.all([
    retryJob(deps, admin, { jobId: jobAt(run, 0) }),
    cancelScheduleExecution(deps, admin, { id: run.executionId }),
  ]);
  await settle(deps);
  const open = (await attemptsOf(deps, run.executionId)).filter(({ status }) => status === 'pending');
  const { runStatus } = await executionOf(deps, run.executionId);
  expect(runStatus).toBe(open.length === 1 ? 'running' : 'cancelled');
});

test('a job of a cancelled run can be retried', async () => {
  const run = await aRun(deps, { agentId, jobs: 2 });
  await value(cancelScheduleExecution(deps, admin, { id: run.executionId }));
  await settle(deps);
  const { id } = await value(retryJob(deps, admin, { jobId: jobAt(run, 1) }));
  expect(await executionOf(deps, run.executionId)).toMatchObject({
    runStatus: 'running',
    cancelRequestedAt: null,
    jobsCancelled: 1,
  });
  await send(deps, [id]);
  await end(deps, [id], 'completed');
  await settle(deps);
  expect(await executionOf(deps, run.executionId)).toMatchObject({ runStatus: 'partial' });
});

test('a job that has not failed is not retried', async () => {
  const run = await aRun(deps, { agentId });
  expect(await retryJob(deps, admin, { jobId: jobAt(run, 0) })).toMatchObject({
    kind: 'conflict',
    message: expect.stringContaining('pending'),
  });
  await send(deps, ids(run));
  await end(deps, ids(run), 'completed');
  await settle(deps);
  expect(await retryJob(deps, admin, { jobId: jobAt(run, 0) })).toMatchObject({ kind: 'conflict' });
  expect(await retryJob(deps, admin, { jobId: 'none' })).toMatchObject({ kind: 'not_found' });
  expect(await attemptsOf(deps, run.executionId)).toHaveLength(1);
});

test('retrying all failed jobs of a run leaves cancelled and completed ones', async () => {
  const run = await aRun(deps, { agentId, jobs: 6 });
  await value(cancelJob(deps, admin, { jobId: jobAt(run, 5) }));
  await send(deps, ids(run, 0, 5));
  await end(deps, ids(run, 0, 2), 'failed');
  await end(deps, ids(run, 2, 4), 'failed', true);
  await end(deps, ids(run, 4, 5), 'completed');
  await settle(deps);
  const id = run.executionId;
  expect(await value(retryFailedJobs(deps, admin, { scheduleExecutionId: id }))).toEqual({
    id,
    retriedJobs: 4,
  });
  expect(await executionOf(deps, id)).toMatchObject({
    runStatus: 'running',
    jobsFailed: 0,
    jobsCompleted: 1,
    jobsCancelled: 1,
  });
  const latest = (await attemptsOf(deps, id)).filter(({ isLatest }) => isLatest);
  expect(latest.map(({ status }) => status).sort()).toEqual([
    'cancelled',
    'completed',
    'pending',
    'pending',
    'pending',
    'pending',
  ]);
  expect(await retryFailedJobs(deps, admin, { scheduleExecutionId: id })).toMatchObject({ kind: 'conflict' });
  expect(await retryFailedJobs(deps, admin, { scheduleExecutionId: 'none' })).toMatchObject({
    kind: 'not_found',
  });
});

test('of a large run only some jobs are ended at once, the others right after; none can be retried meanwhile', async () => {
  const jobs = STOPPED_AT_ONCE + 300;
  const run = await aRun(deps, { agentId, jobs });
  const id = run.executionId;
  expect(await value(cancelScheduleExecution(deps, admin, { id }))).toEqual({ id, cancelledJobs: jobs });
  const cancelled = async () =>
    (await attemptsOf(deps, id)).filter(
      ({ status, reason }) => status === 'cancelled' && reason === 'operator',
    );
  const [first] = await cancelled();
  expect(await cancelled()).toHaveLength(STOPPED_AT_ONCE);
  await settle(deps);
  const again = { kind: 'conflict', message: expect.stringContaining('still being cancelled') };
  expect(await retryJob(deps, admin, { jobId: first?.jobId ?? '' })).toMatchObject(again);
  expect(await retryFailedJobs(deps, admin, { scheduleExecutionId: id })).toMatchObject(again);
  // What the engine does next, or another worker after a crash.
  expect(await executionsToStop(deps.pool)).toContain(id);
  expect((await stopExecutions(deps.pool, [id])).attempts).toHaveLength(300);
  expect(await cancelled()).toHaveLength(jobs);
  await settle(deps);
  expect(await executionOf(deps, id)).toMatchObject({ runStatus: 'cancelled', jobsCancelled: jobs });
});
