import type { ClaimedAttempt, Lease } from '../../db/jobs/claim-attempts.js';
import type { EndedExecution } from '../../db/jobs/settle-attempts.js';
import type { AnswerRecord } from '../../db/jobs/write-answers.js';
import {
  type CurrentStepRow,
  lockPipelineExecutions,
  type PipelineExecution,
  type StepCounters,
} from '../../db/pipelines/contexts.js';
import { MAX_UPSTREAM_BYTES } from '../../db/pipelines/load-upstream.js';
import type { StepClaim } from '../../db/pipelines/start-steps.js';
import { FINISHING, type WrittenStep, writeStepAnswers } from '../../db/pipelines/write-step-answers.js';
import { armNextBatches } from '../../db/runs/advance-batches.js';
import type { Queryable } from '../../db/system/queryable.js';
import { type Pool, withShortTransaction } from '../../runtime/pool.js';
import { BRIEFLY } from '../jobs/held-rows.js';
import { rollUpDelivered, rollUpExecutions } from '../runs/roll-up-executions.js';
import { advanceContexts, type ContextsOf, contextRowsAround } from './advance-contexts.js';
import { count } from './context-plan.js';

export interface FinishedSteps {
  /** Ids of answers that changed their attempts; the others were not ours any more. */
  written: Set<string>;
  /** What follows and is this worker's own. */
  claimed: ClaimedAttempt[];
  /** What follows and was put in line. */
  released: number;
  ended: EndedExecution[];
  /** Executions whose newest batch is answered. */
  answered: string[];
  /** Steps wait for an instant now. */
  waits: boolean;
}

/**
 * Writes answers that complete steps of pipelines, and draws in the same transaction what follows: the ends of the jobs, which steps
 * may start now, the ends of their executions. Steps that follow are claimed at once, as many as ended: each hands its place on, and
 * a context that has begun goes on before others begin. Fails if another transaction holds one of the rows (`isHeldError`).
 *
 * @param claim nothing is claimed without it
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
        ...{ known, rows, counters: countersOf(steps) },
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
  /** Undefined: the rows of the contexts are still to be read. */
  read: { rows: CurrentStepRow[] | undefined } | undefined;
}

/**
 * In one round trip. What is to be read of the contexts depends on their pipelines: those that were seen before are taken to be the same, and
 * where one is not, the rows are read again. Each statement sees what was committed when the lock was granted.
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

/** Of executions that were worked on lately. */
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
  const contexts = new Map<string, string[]>();
  for (const { scheduleExecutionId, contextId } of steps) {
    const ids = contexts.get(scheduleExecutionId);
    if (ids) ids.push(contextId);
    else contexts.set(scheduleExecutionId, [contextId]);
  }
  return Array.from(contexts, ([id, contextIds]) => ({ id, contextIds }));
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

/** What a step depends on has just been answered, most often: it has not to be read again, unless it may have to be cut. */
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
      ...{ stepId: pipelineStepId, status: 'completed', result: (results[n]?.result ?? null) as never },
      ...{ cut: false, executionId: id, endedMsAgo: 0 },
    }));
    return { ...attempt, upstream };
  });
}

/** A character of the body, which has the result, is at most three bytes; and twice as many where the database writes spaces. */
const MOST_BYTES_PER_CHARACTER = 6;

/** How large a result can be at most as the database counts it. */
function mostBytesOf(answer: AnswerRecord | undefined): number {
  const { result = null, responseBody = null, responseTruncated = false } = answer ?? {};
  if (result === null) return 0;
  const isWhole = responseBody !== null && !responseTruncated;
  return MOST_BYTES_PER_CHARACTER * (isWhole ? responseBody.length : JSON.stringify(result).length);
}
