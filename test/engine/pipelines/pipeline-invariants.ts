import type { Pool } from 'pg';
import { expect } from 'vitest';
import type { AttemptStatus } from '../../../src/domain/job/states.js';
import { isEnded, rollUpRunStatus } from '../../../src/domain/job/states.js';
import type { PipelineStep } from '../../../src/domain/pipeline/pipeline.js';
import { holds } from '../../domain/pipeline/arbitraries.js';

/** An attempt of a step. */
export interface StepAttempt {
  id: string;
  jobId: string;
  stepId: string;
  contextId: string;
  turn: number;
  contextRetry: number;
  retryCount: number;
  status: AttemptStatus;
  reason: string | null;
  isLatest: boolean;
  settled: boolean;
  dependencies: string[];
  sentAt: Date | null;
  completedAt: Date | null;
  acceptedAt: Date | null;
  statusCode: number | null;
  enqueuedAt: Date | null;
  retryAt: Date | null;
  releasedAt: Date | null;
}

export interface PipelineRun {
  steps: PipelineStep[];
  retryConfig: { maxRetries: number } | null;
}

interface Execution {
  id: string;
  runStatus: string;
  status: string;
  cancelled: boolean;
  snapshot: { pipeline: PipelineRun };
  jobsCreated: number;
  jobsEnqueued: number;
  jobsCompleted: number;
  jobsFailed: number;
  jobsSkipped: number;
  jobsCancelled: number;
}

/** All attempts of a run, in the order of their creation. */
export async function attemptsOf(pool: Pool, executionId: string): Promise<StepAttempt[]> {
  const { rows } = await pool.query<StepAttempt>(
    `SELECT *, "pipelineStepId" AS "stepId", "settledAt" IS NOT NULL AS settled FROM "AgentJobExecution"
     WHERE "scheduleExecutionId" = $1 ORDER BY "createdAt", id`,
    [executionId],
  );
  return rows;
}

/**
 * Invariants of an ended pipeline run, whatever happened: everything ended, steps ran exactly when their
 * `runIf` held and not before, exclusive ones alone, nothing twice, and the counters are correct.
 */
export async function checkPipeline(pool: Pool, executionId: string): Promise<StepAttempt[]> {
  const { rows: executions } = await pool.query<Execution>(
    `SELECT *, "cancelRequestedAt" IS NOT NULL AS cancelled FROM "ScheduleExecution" WHERE id = $1`,
    [executionId],
  );
  const execution = executions[0] as Execution;
  const attempts = await attemptsOf(pool, executionId);
  const { steps } = execution.snapshot.pipeline;
  const story = () =>
    JSON.stringify(
      attempts.map(({ stepId, turn, contextRetry, retryCount, status, reason }) => [
        ...[stepId, turn, contextRetry, retryCount, status, reason],
      ]),
    );
  for (const { status, settled } of attempts) {
    expect(settled, story()).toBe(true);
    expect(isEnded(status), story()).toBe(true);
  }
  holdCounters(execution, attempts);
  for (const own of byContext(attempts)) {
    holdRows(steps, own);
    if (!execution.cancelled) holdConditions(steps, own, story);
    holdExclusive(steps, own, story);
  }
  return attempts;
}

function byContext(attempts: readonly StepAttempt[]): StepAttempt[][] {
  const ids = new Set(attempts.map(({ contextId }) => contextId));
  return [...ids].map((id) => attempts.filter(({ contextId }) => contextId === id));
}

function holdCounters(execution: Execution, attempts: readonly StepAttempt[]): void {
  const latest = attempts.filter(({ isLatest }) => isLatest);
  const count = (...statuses: AttemptStatus[]) =>
    latest.filter(({ status }) => statuses.includes(status)).length;
  const counts = {
    created: latest.length,
    completed: count('completed'),
    failed: count('failed', 'dead_letter'),
    skipped: count('skipped'),
    cancelled: count('cancelled'),
  };
  const firsts = attempts.filter(({ retryCount, status }) => retryCount === 0 && status !== 'skipped');
  const started = firsts.filter(
    ({ statusCode, acceptedAt }) =>
      acceptedAt !== null || (statusCode !== null && statusCode >= 200 && statusCode < 300),
  );
  const delivery = started.length === firsts.length ? 'success' : started.length > 0 ? 'partial' : 'failed';
  expect(execution).toMatchObject({
    jobsCreated: counts.created,
    jobsEnqueued: latest.filter(({ enqueuedAt }) => enqueuedAt !== null).length,
    jobsCompleted: counts.completed,
    jobsFailed: counts.failed,
    jobsSkipped: counts.skipped,
    jobsCancelled: counts.cancelled,
    runStatus: rollUpRunStatus(counts, execution.cancelled),
    status: delivery,
  });
}

/**
 * One job for each step and turn since the context last started, one latest attempt for each job; earlier
 * ones are history.
 */
function holdRows(steps: readonly PipelineStep[], attempts: readonly StepAttempt[]): void {
  const begun = Math.max(...attempts.map(({ contextRetry }) => contextRetry));
  const keys = attempts.map((own) => [own.contextRetry, own.stepId, own.turn, own.retryCount].join('/'));
  expect(new Set(keys).size).toBe(keys.length);
  for (const { jobId, contextRetry, isLatest, retryCount } of attempts) {
    const last = Math.max(...attempts.filter((own) => own.jobId === jobId).map((own) => own.retryCount));
    expect(isLatest).toBe(contextRetry === begun && retryCount === last);
  }
  expect(new Set(attempts.filter(({ isLatest }) => isLatest).map(({ stepId }) => stepId))).toEqual(
    new Set(steps.map(({ stepId }) => stepId)),
  );
}

function holdConditions(
  steps: readonly PipelineStep[],
  attempts: readonly StepAttempt[],
  story: () => string,
): void {
  const ofJob = new Map<string, StepAttempt>();
  for (const attempt of attempts) {
    const known = ofJob.get(attempt.jobId);
    if (!known || known.retryCount < attempt.retryCount) ofJob.set(attempt.jobId, attempt);
  }
  for (const attempt of ofJob.values()) {
    if (attempt.reason === 'dependency_timeout' || attempt.reason === 'operator') continue;
    const { runIf, dependsOn } = steps.find(({ stepId }) => stepId === attempt.stepId) as PipelineStep;
    const dependencies = attempt.dependencies.map((jobId) => ofJob.get(jobId) as StepAttempt);
    expect(dependencies.map(({ stepId }) => stepId)).toEqual(dependsOn);
    const ends = dependencies.map(({ status }) => status);
    const why = () => `${attempt.stepId} ${attempt.status}, ${runIf} of ${ends}; ${story()}`;
    expect(attempt.status !== 'skipped', why()).toBe(holds(runIf, ends));
    if (attempt.sentAt === null) continue;
    const first = attempts.find((own) => own.jobId === attempt.jobId && own.retryCount === 0);
    const before = dependencies.filter(
      ({ completedAt }) => completedAt && first?.sentAt && completedAt <= first.sentAt,
    );
    const early = before.map(({ status }) => status);
    const isJust = runIf === 'all_succeeded' || runIf === 'all_done' ? before.length === ends.length : true;
    expect(isJust && holds(runIf, early), `too early: ${why()}`).toBe(true);
  }
}

/** Columns store whole milliseconds. */
function holdExclusive(
  steps: readonly PipelineStep[],
  attempts: readonly StepAttempt[],
  story: () => string,
): void {
  const exclusive = new Set(steps.filter(({ parallel }) => !parallel).map(({ stepId }) => stepId));
  const ran = attempts.filter(({ sentAt }) => sentAt !== null);
  for (const alone of ran.filter(({ stepId }) => exclusive.has(stepId))) {
    const [from, to] = [Number(alone.sentAt), Number(alone.completedAt)];
    const beside = ran.filter(
      (own) => own.id !== alone.id && Number(own.sentAt) < to && Number(own.completedAt) > from,
    );
    expect(
      beside.map(({ stepId }) => stepId),
      `beside ${alone.stepId}: ${story()}`,
    ).toEqual([]);
  }
}
