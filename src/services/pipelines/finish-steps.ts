import type { ClaimedAttempt, Lease } from '../../db/jobs/claim/claim-attempts.js';
import type { AnswerRecord } from '../../db/jobs/end/write-answers.js';
import type { StepCounters } from '../../db/pipelines/begin-contexts.js';
import {
  type CurrentStepRow,
  lockPipelineExecutions,
  type PipelineExecution,
} from '../../db/pipelines/load-current-steps.js';
import { MAX_UPSTREAM_BYTES } from '../../db/pipelines/load-upstream.js';
import type { StepClaim } from '../../db/pipelines/start-steps.js';
import { FINISHING, type WrittenStep, writeStepAnswers } from '../../db/pipelines/write-step-answers.js';
import { armNextBatches } from '../../db/runs/advance-batches.js';
import type { EndedExecution } from '../../db/runs/end/roll-up.js';
import type { Queryable } from '../../db/system/queryable.js';
import { groupBy } from '../../domain/group-by.js';
import { type Pool, withShortTransaction } from '../../runtime/database/pool.js';
import { BRIEFLY } from '../jobs/locked-runs.js';
import { rollUpDelivered, rollUpExecutions } from '../runs/roll-up-executions.js';
import { advanceContexts, type ContextsOf, contextRowsAround } from './advance-contexts.js';
import { count } from './context-plan.js';

export interface FinishedSteps {
  /** IDs of answers that changed their attempts. The other attempts no longer belonged to this worker. */
  written: Set<string>;
  /** Steps that follow and that this worker has claimed. */
  claimed: ClaimedAttempt[];
  /** Number of steps that follow and were released. */
  released: number;
  ended: EndedExecution[];
  /** Runs whose newest batch is answered. */
  answered: string[];
  /** Whether steps now wait for a point in time. */
  waits: boolean;
}

/**
 * Writes answers that complete pipeline steps and applies the consequences in the same transaction:
 * the ends of the jobs, the steps that can start now, the ends of the runs. As many following steps
 * are claimed immediately as have ended, so that contexts in progress continue before others begin.
 * Fails if another transaction locks one of the rows (`isLockTimeout`).
 * @param claim without it, nothing is claimed
 */
export function finishSteps(
  pool: Pool,
  lease: Lease,
  answers: readonly AnswerRecord[],
  claim: Omit<StepClaim, 'lease' | 'most'> | undefined,
): Promise<FinishedSteps> {
  const executionIds = [...new Set(answers.map(({ scheduleExecutionId }) => scheduleExecutionId))];
  return withShortTransaction(pool, {
    settings: { ...BRIEFLY, ...FINISHING },
    first: (client) => lockAndWrite(client, lease, answers, executionIds),
    async work(client, { known, steps, read }, commit) {
      const rows = read ? read.rows : await contextRowsAround(client, known, answers);
      const { claimed, released, done, answered, waits } = await advanceContexts(client, contextsOf(steps), {
        known,
        rows,
        counters: countersOf(steps),
        claim: claim && { ...claim, lease, most: steps.length },
        onLast: commit,
      });
      const ended = await endExecutions(client, done, answered);
      const written = new Set(steps.map(({ id }) => id));
      return { written, claimed: withUpstream(claimed, steps, answers), released, ended, answered, waits };
    },
  });
}

interface LockedAndWritten {
  known: PipelineExecution[];
  steps: WrittenStep[];
  /** Undefined if the rows of the contexts still have to be read. */
  read: { rows: CurrentStepRow[] | undefined } | undefined;
}

/**
 * Locks runs, writes answers and reads the rows of their contexts, in one round trip. Which rows are
 * needed depends on the pipelines. Known pipelines are assumed to be unchanged; if one has changed,
 * the rows are read again. Each statement sees what was committed when the lock was granted.
 */
async function lockAndWrite(
  client: Queryable,
  lease: Lease,
  answers: readonly AnswerRecord[],
  executionIds: readonly string[],
): Promise<LockedAndWritten> {
  const supposed = executionIds.flatMap((id) => {
    const pipeline = pipelines.get(id);
    return pipeline ? [{ id, pipeline }] : [];
  });
  const isSeen = supposed.length === executionIds.length;
  const [known, steps, rows] = await Promise.all([
    lockPipelineExecutions(client, executionIds),
    writeStepAnswers(client, lease, answers),
    isSeen ? contextRowsAround(client, supposed, answers) : undefined,
  ]);
  const isSame = isSeen && known.every(({ id, pipeline }) => pipelines.get(id) === pipeline);
  for (const { id, pipeline } of known) remember(id, pipeline);
  return { known, steps, read: isSame ? { rows } : undefined };
}

/** Pipelines of recently processed runs, by run. */
const pipelines = new Map<string, PipelineExecution['pipeline']>();
const REMEMBERED = 100;

function remember(executionId: string, pipeline: PipelineExecution['pipeline']): void {
  pipelines.delete(executionId);
  pipelines.set(executionId, pipeline);
  for (const oldest of pipelines.keys()) {
    if (pipelines.size <= REMEMBERED) return;
    pipelines.delete(oldest);
  }
}

async function endExecutions(
  client: Queryable,
  done: readonly string[],
  answered: readonly string[],
): Promise<EndedExecution[]> {
  const over = await rollUpExecutions(client, done);
  const delivered = await armNextBatches(
    client,
    answered.filter((id) => !done.includes(id)),
  );
  return [...over, ...(await rollUpDelivered(client, delivered))];
}

function contextsOf(steps: readonly WrittenStep[]): ContextsOf[] {
  const byRun = groupBy(steps, ({ scheduleExecutionId }) => scheduleExecutionId);
  return Array.from(byRun, ([id, some]) => ({ id, contextIds: some.map(({ contextId }) => contextId) }));
}

function countersOf(steps: readonly WrittenStep[]): StepCounters[] {
  const counters = new Map<string, StepCounters>();
  for (const { scheduleExecutionId: id, first } of steps) {
    count({ counters }, id, 'completed', 1);
    if (!first) continue;
    count({ counters }, id, 'unanswered', -1);
    count({ counters }, id, 'started', 1);
  }
  return [...counters.values()];
}

/**
 * Fills in the results of dependencies from the answers just written, so that they need not be read
 * again. Results that may have to be cut are read.
 */
function withUpstream(
  claimed: readonly ClaimedAttempt[],
  steps: readonly WrittenStep[],
  answers: readonly AnswerRecord[],
): ClaimedAttempt[] {
  const byId = new Map(answers.map((answer) => [answer.id, answer]));
  const byJob = new Map(steps.map((step) => [step.jobId, step]));
  return claimed.map((attempt) => {
    const known = attempt.dependencies.flatMap((jobId) => byJob.get(jobId) ?? []);
    if (known.length < attempt.dependencies.length || known.length === 0) return attempt;
    const results = known.map(({ id }) => byId.get(id));
    if (results.reduce((bytes, answer) => bytes + mostBytesOf(answer), 0) > MAX_UPSTREAM_BYTES)
      return attempt;
    const upstream = known.map(({ id, pipelineStepId }, n) => ({
      stepId: pipelineStepId,
      status: 'completed',
      result: (results[n]?.result ?? null) as never,
      cut: false,
      executionId: id,
      endedMsAgo: 0,
    }));
    return { ...attempt, upstream };
  });
}

/**
 * A character of the body, which contains the result, is at most three bytes, and twice that where
 * the database adds spaces.
 */
const MOST_BYTES_PER_CHARACTER = 6;

/** An upper bound of the size of a result as the database counts it. */
function mostBytesOf(answer: AnswerRecord | undefined): number {
  const { result = null, responseBody = null, responseTruncated = false } = answer ?? {};
  if (result === null) return 0;
  const isWhole = responseBody !== null && !responseTruncated;
  return MOST_BYTES_PER_CHARACTER * (isWhole ? responseBody.length : JSON.stringify(result).length);
}
