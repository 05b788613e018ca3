import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { groupFailedJobs } from '../../../src/db/jobs/find/failed-jobs.js';
import {
  countDeadLetters,
  groupDeadLetters,
  pageDeadLetters,
} from '../../../src/db/jobs/find/find-dead-letters.js';
import { retryFailedJobs } from '../../../src/services/jobs/retry-failed-jobs.js';
import { retryDeadLetters, retryJob, retryJobs } from '../../../src/services/jobs/retry-jobs.js';
import { orRefusal } from '../../../src/services/system/unwritable.js';
import { aPipelineRun, finish, statusesOf } from '../pipelines/pipeline-fixture.js';
import { aRun, attemptsOf, executionOf, type Run, send, settle } from '../runs/run-fixture.js';
import { admin, anAgent, openServices, type TestServices, value, whileLocked } from '../support.js';

let deps: TestServices;
let agentId: string;
beforeAll(async () => {
  deps = await openServices();
});
afterAll(() => deps.close());
beforeEach(async () => {
  await deps.pool.query('TRUNCATE "AgentJobExecution", "ScheduleExecution"');
  agentId = await anAgent(deps);
});

/** Ends some attempts of a run as dead letters, with these messages in turn. */
async function die(run: Run, messages: string[], { from = 0, to = run.attempts.length, code = 'BUSY' } = {}) {
  const ids = run.attempts.slice(from, to).map(({ id }) => id);
  await send(deps, ids);
  for (const [index, id] of ids.entries()) {
    const error = { message: messages[index % messages.length], code, retryable: true };
    await deps.pool.query(
      `UPDATE "AgentJobExecution" SET status = 'failed', error = $2, "statusCode" = 503 WHERE id = $1`,
      [id, JSON.stringify(error)],
    );
  }
  await settle(deps);
}

const aDeadRun = async (jobs: number, messages = ['no luck'], agent = agentId) => {
  const run = await aRun(deps, { agentId: agent, jobs });
  await die(run, messages);
  return run;
};
const jobsOf = (...runs: Run[]) => runs.flatMap(({ attempts }) => attempts.map(({ jobId }) => jobId));
const open = async (run: Run) =>
  (await attemptsOf(deps, run.executionId)).filter(({ status }) => status === 'pending');

test('jobs of several runs start again, each with a fresh budget, and their runs are open again', async () => {
  const runs = [await aDeadRun(3), await aDeadRun(1), await aDeadRun(2)];
  expect(await value(retryJobs(deps, admin, { jobIds: jobsOf(...runs) }))).toEqual({
    matched: 6,
    changed: 6,
    refused: [],
    dryRun: false,
  });
  for (const run of runs) {
    expect(await executionOf(deps, run.executionId)).toMatchObject({
      runStatus: 'running',
      jobsFailed: 0,
      completedAt: null,
    });
    expect(await open(run)).toHaveLength(run.attempts.length);
    for (const attempt of await open(run))
      expect(attempt).toMatchObject({ retryCount: 1, isLatest: true, releasedAt: expect.any(Date) });
  }
});

test('each job is checked separately', async () => {
  const dead = await aDeadRun(1);
  const alive = await aRun(deps, { agentId });
  const settling = await aRun(deps, { agentId });
  await send(
    deps,
    settling.attempts.map(({ id }) => id),
  );
  await deps.pool.query(
    `UPDATE "AgentJobExecution" SET status = 'failed', error = '{"message": "x"}' WHERE "scheduleExecutionId" = $1`,
    [settling.executionId],
  );
  const [alone] = jobsOf(dead);
  const outcome = await value(
    retryJobs(deps, admin, { jobIds: [...jobsOf(dead, alive, settling), 'none', alone ?? ''] }),
  );
  expect(outcome).toMatchObject({ matched: 4, changed: 1 });
  expect(
    Object.fromEntries(outcome.refused.map(({ id, code, message }) => [id, `${code} ${message}`])),
  ).toEqual({
    [jobsOf(alive)[0] ?? '']: expect.stringMatching(/^CONFLICT .*pending/),
    [jobsOf(settling)[0] ?? '']: expect.stringMatching(/^CONFLICT .*being processed/),
    none: expect.stringMatching(/^NOT_FOUND/),
  });
  expect(await open(dead)).toHaveLength(1);
});

test('a dry run changes nothing, and a count that has changed since is a conflict', async () => {
  const run = await aDeadRun(2);
  const request = { jobIds: jobsOf(run) };
  expect(await value(retryJobs(deps, admin, { ...request, dryRun: true }))).toEqual({
    matched: 2,
    changed: 0,
    refused: [],
    dryRun: true,
  });
  expect(await retryJobs(deps, admin, { ...request, expectedCount: 3 })).toMatchObject({
    kind: 'conflict',
    message: expect.stringContaining('now matches 2, not 3'),
  });
  expect(await open(run)).toEqual([]);
  expect(await value(retryJobs(deps, admin, { ...request, expectedCount: 2 }))).toMatchObject({ changed: 2 });
  const tooMany = Array.from({ length: 10_001 }, (_, n) => `job-${n}`);
  expect(await retryJobs(deps, admin, { jobIds: tooMany })).toMatchObject({ kind: 'validation' });
});

test('steps that were skipped because of a dead one wait for it again', async () => {
  const run = await aPipelineRun(deps, agentId, ['a', 'b < a', 'c < b'], { contexts: 2 });
  for (const context of [0, 1]) await finish(deps, run, { a: 'failed' }, context);
  const before = await attemptsOf(deps, run.executionId);
  const jobIds = before.filter(({ pipelineStepId }) => pipelineStepId === 'a').map(({ jobId }) => jobId);
  const skipped = before.find(({ status }) => status === 'skipped')?.jobId ?? '';
  const outcome = await value(retryJobs(deps, admin, { jobIds: [...jobIds, skipped] }));
  expect(outcome).toMatchObject({ matched: 3, changed: 2, refused: [{ id: skipped, code: 'CONFLICT' }] });
  for (const context of [0, 1])
    expect(await statusesOf(deps, run, context)).toEqual({ a: 'ready', b: 'pending', c: 'pending' });
  expect(await executionOf(deps, run.executionId)).toMatchObject({
    runStatus: 'running',
    jobsFailed: 0,
    jobsSkipped: 0,
  });
});

test('a locked run does not keep others from being replayed', async () => {
  const runs = [await aDeadRun(1), await aDeadRun(1), await aDeadRun(1)];
  const lock = `SELECT FROM "ScheduleExecution" WHERE id = '${runs[1]?.executionId}' FOR UPDATE`;
  const outcome = await whileLocked(deps, lock, (impatient) =>
    value(retryJobs(impatient, admin, { jobIds: jobsOf(...runs) })),
  );
  expect(outcome).toMatchObject({
    changed: 2,
    refused: [{ code: 'CONFLICT', message: expect.stringContaining('locked by another transaction') }],
  });
});

test('a job whose attempt an agent has locked is not retried, and says why', async () => {
  const run = await aDeadRun(1);
  const [jobId = ''] = jobsOf(run);
  const lock = `SELECT FROM "AgentJobExecution" WHERE "jobId" = '${jobId}' FOR UPDATE`;
  expect(
    await whileLocked(deps, lock, (impatient) => orRefusal(retryJob(impatient, admin, { jobId }))),
  ).toEqual({
    kind: 'conflict',
    message: expect.stringContaining('locked by another transaction'),
  });
  await value(retryJob(deps, admin, { jobId }));
  expect(await open(run)).toHaveLength(1);
});

test('a run with damaged rows does not keep others from being replayed', async () => {
  const broken = await aPipelineRun(deps, agentId, ['a']);
  await finish(deps, broken, { a: 'failed' });
  const [step] = await attemptsOf(deps, broken.executionId);
  await deps.pool.query(
    `UPDATE "ScheduleExecution" SET snapshot = '{"pipeline": {"steps": "none"}}' WHERE id = $1`,
    [broken.executionId],
  );
  const sound = await aDeadRun(1);
  const outcome = await value(retryJobs(deps, admin, { jobIds: [step?.jobId ?? '', ...jobsOf(sound)] }));
  expect(outcome).toMatchObject({
    changed: 1,
    refused: [{ id: step?.jobId, code: 'CONFLICT', message: expect.stringContaining('server log') }],
  });
  expect(await open(sound)).toHaveLength(1);
});

test('dead letters are replayed by filter, the oldest first, and then match no longer', async () => {
  const other = await anAgent(deps);
  const run = await aDeadRun(4, ['no luck', '100% wrong']);
  const foreign = await aDeadRun(2, ['no luck'], other);
  const count = (filter: object) => countDeadLetters(deps.pool, filter);
  expect(
    await Promise.all([count({}), count({ agentId }), count({ agentId, errorMessage: 'no luck' })]),
  ).toEqual([6, 4, 2]);
  expect(
    await Promise.all([count({ search: '0% WR' }), count({ search: '%' }), count({ search: 'n_ l' })]),
  ).toEqual([2, 2, 0]);
  expect(await Promise.all([count({ errorCode: 'BUSY' }), count({ errorCode: 'BUS' })])).toEqual([6, 0]);

  const filter = { agentId, errorMessage: 'no luck' };
  expect(await value(retryDeadLetters(deps, admin, { filter, dryRun: true }))).toMatchObject({
    matched: 2,
    changed: 0,
  });
  expect(await retryDeadLetters(deps, admin, { filter, expectedCount: 4 })).toMatchObject({
    kind: 'conflict',
  });
  expect(await value(retryDeadLetters(deps, admin, { filter, expectedCount: 2 }))).toMatchObject({
    matched: 2,
    changed: 2,
  });
  expect(await value(retryDeadLetters(deps, admin, { filter }))).toMatchObject({ matched: 0, changed: 0 });
  expect(await count({ agentId })).toBe(2);
  expect(await open(run)).toHaveLength(2);
  expect(await open(foreign)).toEqual([]);
});

test('two replays at once start each job once', async () => {
  const runs = [await aDeadRun(5), await aDeadRun(5)];
  const outcomes = await Promise.all(
    [1, 2, 3].map(() => value(retryDeadLetters(deps, admin, { filter: { agentId } }))),
  );
  expect(outcomes.reduce((sum, { changed }) => sum + changed, 0)).toBe(10);
  for (const run of runs) expect(await open(run)).toHaveLength(5);
});

test('pages go from the newest to the oldest and back', async () => {
  const run = await aDeadRun(5);
  const newestFirst = run.attempts.map(({ id }) => id).reverse();
  const all = { after: null, before: null, backward: false, limit: 10 };
  const page = (more: Partial<Omit<typeof all, 'after' | 'before'>> & { after?: string; before?: string }) =>
    pageDeadLetters(deps.pool, { agentId }, { ...all, ...more });
  expect(await page({})).toEqual(newestFirst);
  expect(await page({ after: newestFirst[1] ?? '', limit: 2 })).toEqual(newestFirst.slice(2, 4));
  expect(await page({ before: newestFirst[3] ?? '', backward: true, limit: 2 })).toEqual([
    newestFirst[2],
    newestFirst[1],
  ]);
});

test('groups have agent and message once, with their number and time range', async () => {
  const other = await anAgent(deps);
  const long = 'x'.repeat(1_000);
  await aDeadRun(3, ['no luck']);
  await aDeadRun(2, [long], other);
  const last = await aDeadRun(1, ['no luck']);
  const { groups, counted } = await groupDeadLetters(deps.pool, {}, { sample: 100, limit: 10 });
  expect(counted).toBe(6);
  expect(groups).toEqual([
    expect.objectContaining({ agentId, message: 'no luck', code: 'BUSY', count: 4, jobId: jobsOf(last)[0] }),
    expect.objectContaining({ agentId: other, message: long.slice(0, 300), count: 2 }),
  ]);
  expect(groups[0]?.firstAt.getTime()).toBeLessThan(groups[0]?.lastAt.getTime() ?? 0);
  const newest = await groupDeadLetters(deps.pool, {}, { sample: 2, limit: 10 });
  expect(newest).toMatchObject({ counted: 2, groups: [{ count: 1 }, { agentId: other, count: 1 }] });
  expect(await value(retryDeadLetters(deps, admin, { filter: { errorMessage: long } }))).toMatchObject({
    changed: 2,
  });
});

test('failed jobs of a run are grouped, and one group is retried', async () => {
  const run = await aRun(deps, { agentId, jobs: 5 });
  await die(run, ['no luck'], { to: 3 });
  await die(run, ['another'], { from: 3, code: 'ODD' });
  const quiet = await aRun(deps, { agentId });
  const id = run.executionId;
  const grouped = await groupFailedJobs(deps.pool, [id, quiet.executionId], { sample: 100, limit: 10 });
  expect([...grouped.keys()]).toEqual([id]);
  expect(grouped.get(id)).toEqual([
    expect.objectContaining({ message: 'no luck', code: 'BUSY', count: 3, jobId: jobsOf(run)[0] }),
    expect.objectContaining({ message: 'another', code: 'ODD', count: 2, jobId: jobsOf(run)[3] }),
  ]);

  const retry = (errorMessage: string) =>
    retryFailedJobs(deps, admin, { scheduleExecutionId: id, errorMessage });
  expect(await retry('nothing like it')).toMatchObject({
    kind: 'conflict',
    message: expect.stringContaining('with this message'),
  });
  expect(await value(retry('another'))).toEqual({ id, retriedJobs: 2 });
  expect((await open(run)).map(({ jobId }) => jobId).sort()).toEqual(jobsOf(run).slice(3).sort());
  expect(await value(retryFailedJobs(deps, admin, { scheduleExecutionId: id }))).toEqual({
    id,
    retriedJobs: 3,
  });
});

test('one group of failed steps of a pipeline is retried alone', async () => {
  const run = await aPipelineRun(deps, agentId, ['a', 'b < a'], { contexts: 2 });
  const [first, second] = (await attemptsOf(deps, run.executionId)).filter(
    ({ pipelineStepId }) => pipelineStepId === 'a',
  );
  await send(deps, [first?.id ?? '', second?.id ?? '']);
  for (const [id, message] of [
    [first?.id, 'no luck'],
    [second?.id, 'another'],
  ])
    await deps.pool.query(
      `UPDATE "AgentJobExecution" SET status = 'failed', error = jsonb_build_object('message', $2::text) WHERE id = $1`,
      [id, message],
    );
  await settle(deps);
  const retried = await value(
    retryFailedJobs(deps, admin, { scheduleExecutionId: run.executionId, errorMessage: 'another' }),
  );
  expect(retried.retriedJobs).toBe(1);
  const again = (await attemptsOf(deps, run.executionId)).filter(({ retryCount }) => retryCount === 1);
  expect(new Set(again.map(({ contextId }) => contextId))).toEqual(new Set([second?.contextId]));
  expect(again.map(({ pipelineStepId }) => pipelineStepId).sort()).toEqual(['a', 'b']);
});
