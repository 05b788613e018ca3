import { stillCancelling } from '../../db/jobs/end/cancel-attempts.js';
import {
  type JobAttempt,
  type LatestAttempt,
  loadLatestAttempts,
} from '../../db/jobs/find/load-latest-attempts.js';
import { type ReplayedJob, reopenExecutions, replayAttempts } from '../../db/jobs/replay-attempts.js';
import type { CurrentStepRow } from '../../db/pipelines/load-current-steps.js';
import { lockRuns } from '../../db/runs/lock-execution.js';
import type { Queryable } from '../../db/system/queryable.js';
import { groupBy } from '../../domain/group-by.js';
import { isEnded } from '../../domain/job/states.js';
import { recordAudits } from '../access/record-audit.js';
import {
  type ContextRows,
  type Dependents,
  dependentRows,
  loadContexts,
  loadGraphs,
  resumeContexts,
  STILL_CANCELLING,
} from '../pipelines/replay-steps.js';
import type { Refused } from '../system/in-bulk.js';
import { conflict, notFound, type Refusal } from '../system/result.js';

export interface Replay {
  /** New attempts: of the requested jobs, and from `replayLatest` of their dependents too. */
  replayed: ReplayedJob[];
  refused: Refused[];
}

const RETRYABLE = ['failed', 'dead_letter', 'cancelled'];

/**
 * Retries jobs of any runs: each failed or cancelled job gets a new attempt with a fresh retry budget. In a
 * pipeline, steps that were skipped because of one wait for it again. Each job is checked on its own, under
 * the lock of its run.
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
  const chosen: LatestAttempt[] = [];
  for (const jobId of distinct(jobIds)) {
    const attempt = latest.get(jobId);
    const refusal = attempt ? obstacleTo(attempt, cancelling) : notFound('job', jobId);
    if (refusal) refused.push({ id: jobId, refusal });
    else if (attempt) chosen.push(attempt);
  }
  const done = await replayLatest(client, chosen);
  const asked = new Set(chosen.map(({ jobId }) => jobId));
  const replayed = done.replayed.filter(({ jobId }) => asked.has(jobId));
  await recordAudits(
    client,
    { action, entityType: 'JobExecution' },
    replayed.map(({ jobId }) => jobId),
  );
  return { replayed, refused: [...refused, ...done.refused] };
}

type Step = JobAttempt & { contextId: string };

function isStep(attempt: JobAttempt): attempt is Step {
  return attempt.contextId !== null;
}

/**
 * Replays jobs, however they were chosen, and the steps that depend on them. Refuses steps that have run
 * again since, those whose pipeline cannot be read, and those with which an open step would run again.
 *
 * @param attempts latest attempts of locked runs; those of jobs without a context are settled
 * @returns new attempts of the dependent steps too
 */
export async function replayLatest(
  client: Queryable,
  attempts: readonly JobAttempt[],
  dependents: Dependents = 'skipped',
): Promise<Replay> {
  const alone = await replayAlone(
    client,
    attempts.filter((attempt) => !isStep(attempt)),
  );
  const { replayed, refused } = await replaySteps(client, attempts.filter(isStep), dependents);
  return { replayed: [...alone, ...replayed], refused };
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

async function replayAlone(client: Queryable, attempts: readonly JobAttempt[]): Promise<ReplayedJob[]> {
  if (attempts.length === 0) return [];
  const replayed = await replayAttempts(
    client,
    attempts.map(({ id }) => id),
  );
  await reopenExecutions(client, distinct(attempts.map(({ scheduleExecutionId }) => scheduleExecutionId)));
  return replayed;
}

/** Rows read at a time, however many contexts are replayed. */
const ROWS_AT_ONCE = 10_000;

async function replaySteps(
  client: Queryable,
  steps: readonly Step[],
  dependents: Dependents,
): Promise<Replay> {
  if (steps.length === 0) return { replayed: [], refused: [] };
  const byContext = groupBy(steps, ({ contextId }) => contextId);
  const contextIds = [...byContext.keys()];
  const graphs = await loadGraphs(client, distinct(steps.map((step) => step.scheduleExecutionId)));
  const mostSteps = Math.max(1, ...Array.from(graphs.values(), ({ nodes }) => nodes.length));
  const atOnce = Math.ceil(ROWS_AT_ONCE / mostSteps);
  const replayed: ReplayedJob[] = [];
  const refused: Refused[] = [];
  const resumed = new Map<string, Set<string>>();
  for (let from = 0; from < contextIds.length; from += atOnce) {
    const part = contextIds.slice(from, from + atOnce);
    const contexts = await loadContexts(client, part);
    const again = new Set<string>();
    for (const { id, jobId, scheduleExecutionId, contextId } of part.flatMap(
      (of) => byContext.get(of) ?? [],
    )) {
      const graph = graphs.get(scheduleExecutionId);
      const rows = contexts.get(contextId);
      const own = stepOf(rows, id);
      if (!graph || !rows || !own) {
        refused.push({ id: jobId, refusal: graph ? RUN_AGAIN : UNREADABLE });
        continue;
      }
      const chosen = dependentRows(graph, rows, own, dependents);
      const open = chosen.find(({ settled }) => !settled);
      if (open) {
        refused.push({ id: jobId, refusal: stillOpen(open) });
        continue;
      }
      for (const row of chosen) again.add(row.id);
      resumed.set(scheduleExecutionId, (resumed.get(scheduleExecutionId) ?? new Set()).add(contextId));
    }
    if (again.size > 0) replayed.push(...(await replayAttempts(client, [...again])));
  }
  await resumeContexts(
    client,
    Array.from(resumed, ([id, contextIds]) => ({ id, contextIds: [...contextIds] })),
  );
  return { replayed, refused };
}

const RUN_AGAIN = conflict(
  'This step has run again since, in a later turn or after its context restarted. Retry its latest job.',
);
export const UNREADABLE = conflict('The run no longer stores its pipeline, so its steps cannot be retried.');

function stillOpen({ stepId, status }: CurrentStepRow): Refusal {
  return conflict(
    isEnded(status)
      ? `Step "${stepId}" has just ended and is being processed. Try again.`
      : `Step "${stepId}" is ${status}. Wait for it to end, or cancel it first.`,
  );
}

function stepOf(rows: ContextRows | undefined, id: string): CurrentStepRow | undefined {
  return [...(rows?.values() ?? [])].find((row) => row.id === id);
}

function distinct(ids: readonly string[]): string[] {
  return [...new Set(ids)];
}
