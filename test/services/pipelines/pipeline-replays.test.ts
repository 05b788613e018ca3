import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadUpstream } from '../../../src/db/pipelines/load-upstream.js';
import { cancelJob } from '../../../src/services/jobs/cancel-jobs.js';
import { retryFailedJobs } from '../../../src/services/jobs/retry-failed-jobs.js';
import { retryJob } from '../../../src/services/jobs/retry-jobs.js';
import { cancelContext } from '../../../src/services/pipelines/cancel-context.js';
import { rerunFrom } from '../../../src/services/pipelines/rerun-from.js';
import { releaseDueBatches } from '../../../src/services/runs/release-batches.js';
import { cancelScheduleExecution } from '../../../src/services/runs/stop/cancel-schedule-execution.js';
import { attemptsOf, end, executionOf, send } from '../runs/run-fixture.js';
import { admin, anAgent, openServices, type TestServices, value } from '../support.js';
import {
  aPipelineRun,
  finish,
  judge,
  type PipelineRun,
  type StepText,
  statusesOf,
  stepRow,
} from './pipeline-fixture.js';

let deps: TestServices;
let agentId: string;
beforeAll(async () => {
  deps = await openServices();
  agentId = await anAgent(deps);
});
afterAll(() => deps.close());

const aRun = (texts: StepText[], options = {}) => aPipelineRun(deps, agentId, texts, options);
const retryStep = async (run: PipelineRun, stepId: string, context = 0) =>
  retryJob(deps, admin, { jobId: (await stepRow(deps, run, stepId, context)).jobId });
const rerun = ({ executionId, contextIds }: PipelineRun, stepId: string, context = 0) =>
  rerunFrom(deps, admin, { scheduleExecutionId: executionId, contextId: contextIds[context], stepId });
const NEWSLETTER = [
  'collect',
  'analyze < collect',
  'chart < collect',
  'write < analyze chart',
  'send < write',
];

test('a failed step starts again, and what was skipped because of it waits for it again', async () => {
  const run = await aRun(NEWSLETTER, { maxRetries: 2 });
  await finish(deps, run, { collect: 'completed' });
  await finish(deps, run, { analyze: 'failed', chart: 'completed' });
  expect(await statusesOf(deps, run)).toEqual({
    ...{ collect: 'completed', analyze: 'failed', chart: 'completed' },
    ...{ write: 'skipped', send: 'skipped' },
  });
  expect(await executionOf(deps, run.executionId)).toMatchObject({ runStatus: 'partial', jobsSkipped: 2 });

  const before = await stepRow(deps, run, 'analyze');
  const replayed = await value(retryStep(run, 'analyze'));
  expect(await stepRow(deps, run, 'analyze')).toMatchObject({
    ...{ id: replayed.id, jobId: before.jobId, supersedes: before.id, retryCount: 1, retriesLeft: 2 },
    ...{ status: 'pending', releasedAt: expect.any(Date), enqueuedAt: expect.any(Date), settledAt: null },
  });
  expect(await statusesOf(deps, run)).toEqual({
    ...{ collect: 'completed', analyze: 'ready', chart: 'completed' },
    ...{ write: 'pending', send: 'pending' },
  });
  expect(await executionOf(deps, run.executionId)).toMatchObject({
    ...{ runStatus: 'running', completedAt: null },
    ...{ jobsCompleted: 2, jobsFailed: 0, jobsSkipped: 0 },
  });

  await finish(deps, run, { analyze: 'completed' });
  await finish(deps, run, { write: 'completed' });
  await finish(deps, run, { send: 'completed' });
  expect(await executionOf(deps, run.executionId)).toMatchObject({
    runStatus: 'succeeded',
    jobsCompleted: 5,
  });
});

test('what ran because the step had failed is kept, and so is what followed from it', async () => {
  const run = await aRun([
    'a',
    { step: 'alarm < a', runIf: 'any_failed' },
    'b < a',
    { step: 'quiet < alarm', runIf: 'any_failed' },
  ]);
  await finish(deps, run, { a: 'failed' });
  await finish(deps, run, { alarm: 'completed' });
  expect(await statusesOf(deps, run)).toEqual({
    a: 'failed',
    alarm: 'completed',
    b: 'skipped',
    quiet: 'skipped',
  });
  await value(retryStep(run, 'a'));
  expect(await statusesOf(deps, run)).toEqual({
    a: 'ready',
    alarm: 'completed',
    b: 'pending',
    quiet: 'skipped',
  });
});

test('a released handler gets the attempt that released it, although the failed step is retried before it is sent', async () => {
  const run = await aRun(
    [
      'a',
      'slow',
      { step: 'alarm < a slow', runIf: 'any_failed' },
      { step: 'all < a slow', runIf: 'all_done' },
    ],
    { maxRetries: 2 },
  );
  const upstreamOf = async (stepId: string) => {
    const [found = []] = await loadUpstream(deps.pool, [(await stepRow(deps, run, stepId)).id]);
    return Object.fromEntries(
      found.map(({ stepId, status, executionId }) => [stepId, [status, executionId]]),
    );
  };
  await finish(deps, run, { a: 'failed' });
  const [failed, slow] = [await stepRow(deps, run, 'a'), await stepRow(deps, run, 'slow')];
  // While the retry waits for the lock of the run, its transaction is older than the release of the handler.
  const before = { a: ['failed', failed.id], slow: ['pending', slow.id] };
  expect(await upstreamOf('alarm')).toEqual(before);
  const retried = await value(retryStep(run, 'a'));
  expect(await upstreamOf('alarm')).toEqual(before);
  expect(await upstreamOf('all')).toEqual({ ...before, a: ['pending', retried.id] });
  // A dependency that was open when the handler was released is as it is now.
  await finish(deps, run, { slow: 'failed' });
  const slowRetried = await value(retryStep(run, 'slow'));
  expect(await upstreamOf('alarm')).toEqual({ ...before, slow: ['pending', slowRetried.id] });
  await finish(deps, run, { a: 'completed' });
  expect(await upstreamOf('alarm')).toEqual({ ...before, slow: ['pending', slowRetried.id] });
  expect(await upstreamOf('all')).toEqual({
    a: ['completed', retried.id],
    slow: ['pending', slowRetried.id],
  });
});

test('a step whose condition no longer holds is not run by a retry, and the run ends again', async () => {
  const run = await aRun(['a', { step: 'alarm < a', runIf: 'any_failed' }]);
  await finish(deps, run, { a: 'failed' });
  await finish(deps, run, { alarm: 'failed' });
  await value(retryStep(run, 'a'));
  await finish(deps, run, { a: 'completed' });
  expect(await executionOf(deps, run.executionId)).toMatchObject({ runStatus: 'partial' });
  await value(retryStep(run, 'alarm'));
  expect(await statusesOf(deps, run)).toEqual({ a: 'completed', alarm: 'skipped' });
  expect(await executionOf(deps, run.executionId)).toMatchObject({
    ...{ runStatus: 'succeeded', completedAt: expect.any(Date) },
    ...{ jobsCompleted: 1, jobsFailed: 0, jobsSkipped: 1 },
  });
});

test('a retried step waits while an exclusive one runs', async () => {
  const run = await aRun(['a', { step: 'alone', parallel: false }]);
  await finish(deps, run, { a: 'failed' });
  await send(deps, [(await stepRow(deps, run, 'alone')).id]);
  await value(retryStep(run, 'a'));
  expect(await statusesOf(deps, run)).toEqual({ a: 'pending', alone: 'running' });
  await end(deps, [(await stepRow(deps, run, 'alone')).id], 'completed');
  await judge(deps, run);
  expect(await statusesOf(deps, run)).toEqual({ a: 'ready', alone: 'completed' });
});

test('the wait for dependencies starts again', async () => {
  const run = await aRun(['a', { step: 'b < a', dependencyTimeout: 60_000 }]);
  await finish(deps, run, { a: 'failed' });
  const { now } = await deps.row<{ now: Date }>('SELECT clock_timestamp() AS now');
  await value(retryStep(run, 'a'));
  const { dependencyDeadlineAt, dependencyTimeout } = await stepRow(deps, run, 'b');
  expect(dependencyTimeout).toBe(60_000);
  const waits = (dependencyDeadlineAt as Date).getTime() - now.getTime();
  expect(waits).toBeGreaterThanOrEqual(60_000);
  expect(waits).toBeLessThan(90_000);
});

test('only steps that failed or were cancelled are retried, and only in their latest run', async () => {
  const run = await aRun(['a', 'b < a', 'c']);
  await finish(deps, run, { a: 'failed', c: 'completed' });
  const refused = (message: string) => ({ kind: 'conflict', message: expect.stringContaining(message) });
  expect(await retryStep(run, 'b')).toMatchObject(refused('skipped'));
  expect(await retryStep(run, 'c')).toMatchObject(refused('completed'));
  const { id, jobId } = await stepRow(deps, run, 'a');
  // As if the whole context had restarted.
  await deps.pool.query(`UPDATE "AgentJobExecution" SET "isLatest" = false WHERE id = $1`, [id]);
  expect(await retryJob(deps, admin, { jobId })).toMatchObject(refused('run again since'));
  expect(await attemptsOf(deps, run.executionId)).toHaveLength(3);
});

test('all failed steps of all contexts start again in the order of the pipeline; the rest stays', async () => {
  const run = await aRun(['a', { step: 'clean < a', runIf: 'all_done' }, 'b < a', 'c'], { contexts: 3 });
  await finish(deps, run, { a: 'completed', c: 'completed' }, 0);
  await finish(deps, run, { clean: 'completed', b: 'failed' }, 0);
  await finish(deps, run, { a: 'failed', c: 'completed' }, 1);
  await finish(deps, run, { clean: 'failed' }, 1);
  await finish(deps, run, { a: 'completed', c: 'completed' }, 2);
  await finish(deps, run, { clean: 'completed', b: 'completed' }, 2);
  const id = run.executionId;
  expect(await executionOf(deps, id)).toMatchObject({ runStatus: 'partial', jobsFailed: 3, jobsSkipped: 1 });

  expect(await value(retryFailedJobs(deps, admin, { scheduleExecutionId: id }))).toEqual({
    id,
    retriedJobs: 3,
  });
  expect(await statusesOf(deps, run, 0)).toEqual({
    a: 'completed',
    clean: 'completed',
    b: 'ready',
    c: 'completed',
  });
  // "clean" had failed too, and waits for "a" again.
  expect(await statusesOf(deps, run, 1)).toEqual({
    a: 'ready',
    clean: 'pending',
    b: 'pending',
    c: 'completed',
  });
  expect(await statusesOf(deps, run, 2)).toEqual({
    a: 'completed',
    clean: 'completed',
    b: 'completed',
    c: 'completed',
  });
  expect(await executionOf(deps, id)).toMatchObject({
    runStatus: 'running',
    jobsCompleted: 8,
    jobsFailed: 0,
    jobsSkipped: 0,
  });
  expect(await retryFailedJobs(deps, admin, { scheduleExecutionId: id })).toMatchObject({ kind: 'conflict' });

  await finish(deps, run, { b: 'completed' }, 0);
  await finish(deps, run, { a: 'completed' }, 1);
  await finish(deps, run, { clean: 'completed', b: 'completed' }, 1);
  expect(await executionOf(deps, id)).toMatchObject({ runStatus: 'succeeded', jobsCompleted: 12 });
});

test('from a chosen step everything runs again, however it had ended; earlier steps are kept', async () => {
  const run = await aRun(NEWSLETTER);
  await finish(deps, run, { collect: 'completed' });
  await finish(deps, run, { analyze: 'completed', chart: 'completed' });
  await finish(deps, run, { write: 'completed' });
  await finish(deps, run, { send: 'failed' });
  const before = await stepRow(deps, run, 'write');
  const [contextId] = run.contextIds;
  expect(await value(rerun(run, 'analyze'))).toEqual({ id: run.executionId, contextId, rerunSteps: 3 });
  expect(await statusesOf(deps, run)).toEqual({
    ...{ collect: 'completed', analyze: 'ready', chart: 'completed' },
    ...{ write: 'pending', send: 'pending' },
  });
  const { jobId, supersedes, retryCount, dependencies } = await stepRow(deps, run, 'write');
  expect({ jobId, supersedes, retryCount, dependencies }).toEqual({
    ...{ jobId: before.jobId, supersedes: before.id, retryCount: 1, dependencies: before.dependencies },
  });
  expect(await executionOf(deps, run.executionId)).toMatchObject({
    runStatus: 'running',
    jobsCompleted: 2,
    jobsFailed: 0,
  });
  // The attempts that it replaces are unchanged.
  const old = (await attemptsOf(deps, run.executionId)).filter(({ isLatest }) => !isLatest);
  expect(old.map(({ status }) => status).sort()).toEqual(['completed', 'completed', 'failed']);
});

test('other contexts are left alone', async () => {
  const run = await aRun(['a', 'b < a'], { contexts: 2 });
  for (const context of [0, 1]) {
    await finish(deps, run, { a: 'completed' }, context);
    await finish(deps, run, { b: 'completed' }, context);
  }
  await value(rerun(run, 'a', 1));
  expect(await statusesOf(deps, run, 0)).toEqual({ a: 'completed', b: 'completed' });
  expect(await statusesOf(deps, run, 1)).toEqual({ a: 'ready', b: 'pending' });
});

test('open steps cannot be run again', async () => {
  const run = await aRun(['a', 'b < a', 'c < b']);
  const refused = (message: string) => ({ kind: 'conflict', message: expect.stringContaining(message) });
  expect(await rerun(run, 'c')).toMatchObject(refused('"c" is pending'));
  await finish(deps, run, { a: 'completed' });
  expect(await rerun(run, 'a')).toMatchObject(refused('"b" is pending'));
  const { id } = await stepRow(deps, run, 'b');
  await send(deps, [id]);
  expect(await rerun(run, 'a')).toMatchObject(refused('"b" is running'));
  await end(deps, [id], 'completed');
  expect(await rerun(run, 'a')).toMatchObject(refused('being processed'));
  expect(await attemptsOf(deps, run.executionId)).toHaveLength(3);
});

test('steps of a run that no longer stores its pipeline do not run again', async () => {
  const run = await aRun(['a', 'b < a']);
  await finish(deps, run, { a: 'failed' });
  await deps.pool.query(`UPDATE "ScheduleExecution" SET snapshot = snapshot - 'pipeline' WHERE id = $1`, [
    run.executionId,
  ]);
  const refusal = { kind: 'conflict', message: expect.stringContaining('no longer stores its pipeline') };
  expect(await retryFailedJobs(deps, admin, { scheduleExecutionId: run.executionId })).toMatchObject(refusal);
  expect(await retryStep(run, 'a')).toMatchObject(refusal);
  expect(await rerun(run, 'a')).toMatchObject(refusal);
});

test('nothing runs again for an unknown run, context or step', async () => {
  const [run, other] = [await aRun(['a']), await aRun(['a'])];
  await finish(deps, run, { a: 'completed' });
  await finish(deps, other, { a: 'completed' });
  const refused = async (input: Record<string, unknown>) => {
    const own = { scheduleExecutionId: run.executionId, contextId: run.contextIds[0], stepId: 'a' };
    const result = await rerunFrom(deps, admin, { ...own, ...input });
    return result.kind === 'not_found' ? result.message.match(/no (\w+)/)?.[1] : result.kind;
  };
  expect(await refused({ scheduleExecutionId: 'none' })).toBe('run');
  expect(await refused({ contextId: 'none' })).toBe('context');
  expect(await refused({ contextId: other.contextIds[0] })).toBe('context');
  expect(await refused({ stepId: 'z' })).toBe('step');
  expect(await refused({ stepId: 7 })).toBe('validation');
  expect(await statusesOf(deps, run)).toEqual({ a: 'completed' });
});

test('of two reruns at once, one wins', async () => {
  const run = await aRun(['a', 'b < a', 'c < b']);
  for (const stepId of ['a', 'b', 'c']) await finish(deps, run, { [stepId]: 'completed' });
  const results = await Promise.all([rerun(run, 'a'), rerun(run, 'a'), rerun(run, 'b'), rerun(run, 'c')]);
  const won = results.findIndex(({ kind }) => kind === 'ok');
  expect(results.map(({ kind }) => kind).sort()).toEqual(['conflict', 'conflict', 'conflict', 'ok']);
  const rows = await attemptsOf(deps, run.executionId);
  expect(rows.filter(({ status }) => status === 'pending')).toHaveLength([3, 3, 2, 1][won] ?? 0);
  expect(rows.filter(({ isLatest }) => isLatest)).toHaveLength(3);
});

test('a rerun and a cancellation at once leave nothing half done', async () => {
  for (let round = 0; round < 5; round++) {
    const run = await aRun(['a', 'b < a', 'c']);
    await finish(deps, run, { a: 'completed' });
    await finish(deps, run, { b: 'completed' });
    const [again] = await Promise.all([
      rerun(run, 'a'),
      cancelScheduleExecution(deps, admin, { id: run.executionId }),
    ]);
    await judge(deps, run);
    const { a, b, c } = await statusesOf(deps, run);
    const { runStatus } = await executionOf(deps, run.executionId);
    expect(again.kind).toBe('ok');
    // If it was cancelled last, all open steps have ended; otherwise the rerun has reopened the run.
    expect(['cancelled', 'running']).toContain(runStatus);
    expect([a, b]).toEqual(runStatus === 'running' ? ['ready', 'pending'] : ['cancelled', 'cancelled']);
    expect(c).toBe('cancelled');
  }
});

test('only the latest turn of a loop is run again, and what waits for its end from outside', async () => {
  const loop = { to: 'draft', maxTurns: 5, while: { path: 'again', equals: true } };
  const run = await aRun([
    'draft',
    { step: 'review < draft', loop },
    { step: 'log < draft', runIf: 'all_done' },
  ]);
  await finish(deps, run, { draft: 'completed' });
  const { id } = await stepRow(deps, run, 'review');
  await send(deps, [id]);
  await deps.pool.query(`UPDATE "AgentJobExecution" SET result = '{"again": true}' WHERE id = $1`, [id]);
  await end(deps, [id], 'completed');
  await judge(deps, run);
  expect(await stepRow(deps, run, 'draft')).toMatchObject({ turn: 1, status: 'pending' });
  await finish(deps, run, { draft: 'completed' });
  await finish(deps, run, { review: 'completed' });
  await finish(deps, run, { log: 'completed' });

  expect(await value(rerun(run, 'review'))).toMatchObject({ rerunSteps: 2 });
  expect(await statusesOf(deps, run)).toEqual({ draft: 'completed', review: 'ready', log: 'pending' });
  expect(await stepRow(deps, run, 'review')).toMatchObject({ turn: 1, retryCount: 1 });
});

test('a context of a cancelled run can be run again, even if its batch was never released', async () => {
  const run = await aRun(['a', 'b < a'], { contexts: 3, batchSize: 1 });
  await value(cancelScheduleExecution(deps, admin, { id: run.executionId }));
  await judge(deps, run);
  expect(await executionOf(deps, run.executionId)).toMatchObject({
    runStatus: 'cancelled',
    jobsCancelled: 6,
  });
  await value(rerun(run, 'a', 0));
  expect(await statusesOf(deps, run, 0)).toEqual({ a: 'ready', b: 'pending' });
  await value(rerun(run, 'a', 2));
  expect(await statusesOf(deps, run, 2)).toEqual({ a: 'pending', b: 'pending' });
  expect(await executionOf(deps, run.executionId)).toMatchObject({
    ...{ runStatus: 'running', cancelRequestedAt: null, jobsCancelled: 2 },
  });
  // The batch between them has nothing left to release.
  for (const _batch of [1, 2]) await releaseDueBatches(deps.pool, 10);
  expect(await statusesOf(deps, run, 1)).toEqual({ a: 'cancelled', b: 'cancelled' });
  expect(await statusesOf(deps, run, 2)).toEqual({ a: 'ready', b: 'pending' });
});

test('cancelling a context ends its open steps and no others', async () => {
  const run = await aRun(NEWSLETTER, { contexts: 2 });
  await finish(deps, run, { collect: 'completed' });
  await send(deps, [(await stepRow(deps, run, 'analyze')).id]);
  const [contextId = ''] = run.contextIds;
  const cancel = () => cancelContext(deps, admin, { scheduleExecutionId: run.executionId, contextId });
  expect(await value(cancel())).toEqual({ id: run.executionId, contextId, cancelledJobs: 4 });
  await judge(deps, run);
  expect(await statusesOf(deps, run)).toEqual({
    ...{ collect: 'completed', analyze: 'cancelled', chart: 'cancelled' },
    ...{ write: 'cancelled', send: 'cancelled' },
  });
  expect(await statusesOf(deps, run, 1)).toMatchObject({ collect: 'ready', send: 'pending' });
  expect(await executionOf(deps, run.executionId)).toMatchObject({
    runStatus: 'running',
    jobsCompleted: 1,
    jobsCancelled: 4,
  });
  expect(await cancel()).toMatchObject({
    kind: 'conflict',
    message: expect.stringContaining('already ended'),
  });
});

test('a context is not cancelled while the end of a step might start the next', async () => {
  const run = await aRun(['a', 'b < a']);
  const cancel = (input = {}) =>
    cancelContext(deps, admin, {
      ...{ scheduleExecutionId: run.executionId, contextId: run.contextIds[0] ?? '' },
      ...input,
    });
  const { id } = await stepRow(deps, run, 'a');
  await send(deps, [id]);
  await end(deps, [id], 'completed');
  expect(await cancel()).toMatchObject({
    kind: 'conflict',
    message: expect.stringContaining('being processed'),
  });
  await judge(deps, run);
  expect(await value(cancel())).toMatchObject({ cancelledJobs: 1 });
  expect(await cancel({ scheduleExecutionId: 'none' })).toMatchObject({ kind: 'not_found' });
  expect(await cancel({ contextId: 'none' })).toMatchObject({ kind: 'not_found' });
});

test('a cancelled step is an end like any other: dependents are judged by it', async () => {
  const run = await aRun(['a', 'b < a', { step: 'clean < a', runIf: 'all_done' }, 'c']);
  await value(cancelJob(deps, admin, { jobId: (await stepRow(deps, run, 'a')).jobId }));
  await judge(deps, run);
  expect(await statusesOf(deps, run)).toEqual({ a: 'cancelled', b: 'skipped', clean: 'ready', c: 'ready' });
  await value(cancelJob(deps, admin, { jobId: (await stepRow(deps, run, 'clean')).jobId }));
  await judge(deps, run);
  await value(retryStep(run, 'a'));
  expect(await statusesOf(deps, run)).toEqual({ a: 'ready', b: 'pending', clean: 'cancelled', c: 'ready' });
});
