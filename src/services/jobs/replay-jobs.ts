import { stillCancelling } from '../../db/jobs/cancel-attempts.js';
import { type ReplayedJob, reopenExecutions, replayAttempts } from '../../db/jobs/replay-attempts.js';
import type { CurrentStepRow } from '../../db/pipelines/load-current-steps.js';
import { type LatestAttempt, loadLatestAttempts, lockRuns } from '../../db/runs/lock-execution.js';
import type { Queryable } from '../../db/system/queryable.js';
import { recordAudits } from '../access/record-audit.js';
import {
  type ContextRows,
  loadContexts,
  loadGraphs,
  resumeContexts,
  STILL_CANCELLING,
  withSkipped,
} from '../pipelines/replay-steps.js';
import type { Refused } from '../system/in-bulk.js';
import { conflict, notFound, type Refusal } from '../system/result.js';

export interface Replay {
  /** New attempts of the requested jobs. */
  replayed: ReplayedJob[];
  refused: Refused[];
}

const RETRYABLE = ['failed', 'dead_letter', 'cancelled'];

/**
 * Retries jobs of any runs, in a fixed number of statements: each failed or cancelled job gets a new attempt with a
 * fresh retry budget. In a pipeline, steps that were skipped because of one wait for it again. Each job is checked on
 * its own, under the lock of its run.
 */
export async function replayJobs(
  client: Queryable,
  jobIds: readonly string[],
  action: 'retryJob' | 'retryJobs',
): Promise<Replay> {
  const known = await loadLatestAttempts(client, jobIds);
  const executionIds = distinct(known.map(({ scheduleExecutionId }) => scheduleExecutionId));
  await lockRuns(client, executionIds);
  const cancelling = await stillCancelling(client, executionIds);
  const latest = new Map((await loadLatestAttempts(client, jobIds)).map((one) => [one.jobId, one]));
  const refused: Refused[] = [];
  const alone: LatestAttempt[] = [];
  const steps: Step[] = [];
  for (const jobId of distinct(jobIds)) {
    const attempt = latest.get(jobId);
    const refusal = attempt ? obstacleTo(attempt, cancelling) : notFound('job', jobId);
    if (refusal) refused.push({ id: jobId, refusal });
    else if (attempt && isStep(attempt)) steps.push(attempt);
    else if (attempt) alone.push(attempt);
  }
  const ofPipelines = await replaySteps(client, steps);
  const replayed = [...(await replayAlone(client, alone)), ...ofPipelines.replayed];
  await recordAudits(
    client,
    { action, entityType: 'JobExecution' },
    replayed.map(({ jobId }) => jobId),
  );
  return { replayed, refused: [...refused, ...ofPipelines.refused] };
}

type Step = LatestAttempt & { contextId: string };

function isStep(attempt: LatestAttempt): attempt is Step {
  return attempt.contextId !== null;
}

function obstacleTo(
  { scheduleExecutionId, status, isSettled }: LatestAttempt,
  cancelling: ReadonlySet<string>,
): Refusal | undefined {
  if (!RETRYABLE.includes(status))
    return conflict(`This job is ${status}. Only failed or cancelled jobs can be retried.`);
  if (!isSettled) return conflict('The last attempt of this job is still being processed. Try again.');
  return cancelling.has(scheduleExecutionId) ? STILL_CANCELLING : undefined;
}

async function replayAlone(client: Queryable, attempts: readonly LatestAttempt[]): Promise<ReplayedJob[]> {
  if (attempts.length === 0) return [];
  const replayed = await replayAttempts(
    client,
    attempts.map(({ id }) => id),
  );
  await reopenExecutions(client, distinct(attempts.map(({ scheduleExecutionId }) => scheduleExecutionId)));
  return replayed;
}

async function replaySteps(client: Queryable, attempts: readonly Step[]): Promise<Replay> {
  if (attempts.length === 0) return { replayed: [], refused: [] };
  const graphs = await loadGraphs(
    client,
    distinct(attempts.map(({ scheduleExecutionId }) => scheduleExecutionId)),
  );
  const contexts = await loadContexts(client, distinct(attempts.map(({ contextId }) => contextId)));
  const refused: Refused[] = [];
  const again = new Map<string, CurrentStepRow>();
  const resumed = new Map<string, Set<string>>();
  for (const { id, jobId, scheduleExecutionId, contextId } of attempts) {
    const graph = graphs.get(scheduleExecutionId);
    const rows = contexts.get(contextId);
    const own = stepOf(rows, id);
    if (!graph || !rows || !own) {
      refused.push({ id: jobId, refusal: graph ? RUN_AGAIN : UNREADABLE });
      continue;
    }
    for (const row of withSkipped(graph, rows, [own.stepId])) again.set(row.id, row);
    resumed.set(scheduleExecutionId, (resumed.get(scheduleExecutionId) ?? new Set()).add(contextId));
  }
  const asked = new Set(attempts.map(({ jobId }) => jobId));
  const replayed = again.size > 0 ? await replayAttempts(client, [...again.keys()]) : [];
  await resumeContexts(
    client,
    Array.from(resumed, ([id, contextIds]) => ({ id, contextIds: [...contextIds] })),
  );
  return { replayed: replayed.filter(({ jobId }) => asked.has(jobId)), refused };
}

const RUN_AGAIN = conflict(
  'This step has run again since, in a later turn or after its context restarted. Retry its latest job.',
);
const UNREADABLE = conflict('The run no longer stores its pipeline, so this step cannot be retried.');

function stepOf(rows: ContextRows | undefined, id: string): CurrentStepRow | undefined {
  return [...(rows?.values() ?? [])].find((row) => row.id === id);
}

function distinct(ids: readonly string[]): string[] {
  return [...new Set(ids)];
}
