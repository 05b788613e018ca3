import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type ClaimedAttempt, claimAttempts, type Lease } from '../../../src/db/jobs/claim/claim-attempts.js';
import type { AnswerRecord } from '../../../src/db/jobs/end/write-answers.js';
import { loadUpstream } from '../../../src/db/pipelines/load-upstream.js';
import { writeStepAnswers } from '../../../src/db/pipelines/write-step-answers.js';
import { registerWorker } from '../../../src/db/workers/worker-lease.js';
import type { Pool } from '../../../src/runtime/database/pool.js';
import { isLockTimeout } from '../../../src/runtime/database/sqlstate.js';
import { finishSteps } from '../../../src/services/pipelines/finish-steps.js';
import { rollBack } from '../../support/lock-waits.js';
import { anAgent, openServices, type TestServices } from '../support.js';
import { aPipelineRun } from './pipeline-fixture.js';

let deps: TestServices;
let pool: Pool;
let agentId: string;
let lease: Lease;
beforeAll(async () => {
  deps = await openServices();
  pool = deps.pool;
  agentId = await anAgent(deps);
});
afterAll(() => deps?.close());
beforeEach(async () => {
  await pool.query('TRUNCATE "ScheduleExecution", "AgentJobExecution", "Worker"');
  const worker = { id: 'w', host: 'test', pid: 1, version: '1', concurrency: 10, capabilities: {} };
  lease = await registerWorker(pool, worker, 60_000);
});

const CLAIM = { served: [''], sendWithinMs: 0 };

const answerOf = ({ id, scheduleExecutionId }: ClaimedAttempt, result: unknown = null): AnswerRecord => ({
  ...{ id, scheduleExecutionId, status: 'completed', accepted: false, result, error: null, metrics: null },
  ...{
    statusCode: 200,
    durationMs: 1,
    responseBody: null,
    responseTruncated: false,
    resultInvalid: false,
    sentAfterMs: 0,
  },
});

const stepsOf = (attempts: readonly ClaimedAttempt[]) => attempts.map(({ pipelineStepId }) => pipelineStepId);

async function executionOf(id: string) {
  const { rows } = await pool.query('SELECT * FROM "ScheduleExecution" WHERE id = $1', [id]);
  return rows[0];
}

/** A run whose first steps belong to this worker. */
async function started(texts: string[], contexts = 1) {
  const run = await aPipelineRun(deps, agentId, texts, { contexts });
  return { id: run.executionId, first: await claimAttempts(pool, lease, 100) };
}

test('the next steps are claimed with the answer, and know what they depend on', async () => {
  const { id, first } = await started(['a', 'b < a']);
  const done = await finishSteps(pool, lease, [answerOf(first[0] as ClaimedAttempt, { n: 1 })], CLAIM);
  expect(done).toMatchObject({ released: 0, ended: [], waits: false });
  expect(done.claimed).toMatchObject([
    { pipelineStepId: 'b', upstream: [{ stepId: 'a', status: 'completed', result: { n: 1 }, cut: false }] },
  ]);
  const last = await finishSteps(pool, lease, [answerOf(done.claimed[0] as ClaimedAttempt)], CLAIM);
  expect(last.ended).toMatchObject([{ scheduleExecutionId: id, runStatus: 'succeeded', completed: 2 }]);
  expect(await executionOf(id)).toMatchObject({ jobsCompleted: 2, jobsUnanswered: 0, jobsStarted: 2 });
});

test('results that are too large to be sent along are left to be read, which shortens them', async () => {
  const { first } = await started(['a', 'b', 'c', 'd', 'e', 'z < a b c d e']);
  const large = first.map((attempt) => answerOf(attempt, 'x'.repeat(250_000)));
  const { claimed } = await finishSteps(pool, lease, large, CLAIM);
  expect(stepsOf(claimed)).toEqual(['z']);
  expect(claimed[0]?.upstream).toBeUndefined();
  const [upstream] = await loadUpstream(pool, [claimed[0]?.id ?? '']);
  expect(upstream?.map(({ cut }) => cut)).toEqual([false, false, false, false, true]);
});

test('each step passes on its one place; further steps are queued', async () => {
  const { first } = await started(['a', 'b < a', 'c < a', 'd < a']);
  const { claimed, released } = await finishSteps(pool, lease, [answerOf(first[0] as ClaimedAttempt)], CLAIM);
  expect(stepsOf(claimed)).toEqual(['b']);
  expect(released).toBe(2);
  expect(stepsOf(await claimAttempts(pool, lease, 10))).toEqual(['c', 'd']);
});

test('a worker that drains claims nothing, nor what it cannot serve', async () => {
  const { first } = await started(['a', 'b < a'], 2);
  const [one, two] = first.map((attempt) => answerOf(attempt)) as [AnswerRecord, AnswerRecord];
  expect(await finishSteps(pool, lease, [one], undefined)).toMatchObject({ claimed: [], released: 1 });
  const other = { ...CLAIM, served: ['{"gpu":true}'] };
  expect(await finishSteps(pool, lease, [two], other)).toMatchObject({ claimed: [], released: 1 });
});

test('an agent with a concurrency limit is not called beyond it: its steps are queued', async () => {
  const { first } = await started(['a', 'b < a']);
  await pool.query(`UPDATE "AgentRegistry" SET "maxConcurrency" = 1 WHERE id = $1`, [agentId]);
  const { claimed, released } = await finishSteps(pool, lease, [answerOf(first[0] as ClaimedAttempt)], CLAIM);
  await pool.query(`UPDATE "AgentRegistry" SET "maxConcurrency" = NULL WHERE id = $1`, [agentId]);
  expect(claimed).toEqual([]);
  expect(released).toBe(1);
});

test('a lost lease changes nothing', async () => {
  const { id, first } = await started(['a', 'b < a']);
  await pool.query('UPDATE "Worker" SET epoch = epoch + 1');
  await pool.query(
    'UPDATE "AgentJobExecution" SET "leaseEpoch" = "leaseEpoch" + 1 WHERE "leaseEpoch" IS NOT NULL',
  );
  const done = await finishSteps(pool, lease, [answerOf(first[0] as ClaimedAttempt)], CLAIM);
  expect(done).toMatchObject({ written: new Set(), claimed: [], released: 0 });
  expect(await executionOf(id)).toMatchObject({ jobsCompleted: 0 });
});

test('a locked run is left unchanged, and that is returned', async () => {
  const { id, first } = await started(['a', 'b < a']);
  const holder = await pool.connect();
  try {
    await holder.query('BEGIN');
    await holder.query('SELECT FROM "ScheduleExecution" WHERE id = $1 FOR UPDATE', [id]);
    await expect(finishSteps(pool, lease, [answerOf(first[0] as ClaimedAttempt)], CLAIM)).rejects.toSatisfy(
      isLockTimeout,
    );
  } finally {
    await rollBack(holder);
  }
  const { rows } = await pool.query(`SELECT status FROM "AgentJobExecution" ORDER BY status`);
  expect(rows).toEqual([{ status: 'pending' }, { status: 'running' }]);
});

test('an answer outside a transaction changes nothing, because its consequences would never follow', async () => {
  const { first } = await started(['a', 'b < a']);
  const answer = answerOf(first[0] as ClaimedAttempt);
  expect(await writeStepAnswers(pool, lease, [answer])).toEqual([]);
  const { written } = await finishSteps(pool, lease, [answer], CLAIM);
  expect([...written]).toEqual([answer.id]);
});
