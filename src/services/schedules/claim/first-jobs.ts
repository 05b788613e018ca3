import type { ClaimedAttempt } from '../../../db/jobs/claim/claim-attempts.js';
import type { NewExecution } from '../../../db/runs/insert-executions.js';
import type { SingleJob } from '../../../db/runs/insert-single-jobs.js';
import type { ClaimedJob } from '../../../db/schedules/claim/record-claim.js';
import { LIMITS } from '../../../domain/limits.js';

/*
 * Runs that are a single call get their job with the claim of their slot, without an expansion.
 */

/** Plans as many jobs as one statement should carry. The other runs are expanded afterward. */
export async function planJobs(
  executions: readonly NewExecution[],
  now: Date,
  planJob: (execution: NewExecution) => Promise<SingleJob | undefined>,
): Promise<SingleJob[]> {
  const jobs: SingleJob[] = [];
  let bytes = 0;
  for (const execution of executions) {
    if (!mayStart(execution) || execution.fireAt > now || bytes > LIMITS.expansionChunkBytes) continue;
    const job = await planJob(execution);
    if (!job) continue;
    bytes += JSON.stringify(job.params).length;
    jobs.push(job);
  }
  return jobs;
}

/** The claimed attempts, most urgent first. */
export function claimedOf(jobs: readonly SingleJob[], claimed: readonly ClaimedJob[]): ClaimedAttempt[] {
  if (claimed.length === 0) return [];
  const known = new Map(jobs.map((job) => [job.id, job]));
  const attempts = claimed.flatMap(({ id, params, deadlineAt, msLeft }) => {
    const job = known.get(id);
    if (!job) return [];
    return [firstAttempt(job, params, new Date(deadlineAt), msLeft)];
  });
  return attempts.sort((a, b) => b.priority - a.priority);
}

/** Names each field, because a rest pattern would be the largest cost of a claimed job here. */
function firstAttempt(
  job: SingleJob,
  params: ClaimedAttempt['params'],
  deadlineAt: Date,
  msLeft: number,
): ClaimedAttempt {
  return {
    id: job.id,
    jobId: job.jobId,
    retryCount: 0,
    agentId: job.agentId,
    agentVersion: job.agentVersion,
    scheduleId: job.scheduleId,
    scheduleExecutionId: job.scheduleExecutionId,
    pipelineId: job.pipelineId,
    pipelineStepId: job.pipelineStepId,
    contextId: null,
    turn: 0,
    priority: job.priority,
    dependencies: [],
    traceId: job.traceId,
    redeliveries: 0,
    heartbeatTimeout: job.heartbeatTimeout,
    params,
    deadlineAt,
    msLeft,
  };
}

/** Recorded runs that have yet to be expanded, and whether some may only later. */
export function startingOf(
  recorded: readonly NewExecution[],
  started: readonly SingleJob[],
  now: Date,
): { executionIds: string[]; later: boolean } {
  const expanded = new Set(started.map(({ scheduleExecutionId }) => scheduleExecutionId));
  const starting = recorded.filter(mayStart);
  return {
    executionIds: starting.filter(({ id, fireAt }) => fireAt <= now && !expanded.has(id)).map(({ id }) => id),
    later: starting.some(({ fireAt }) => fireAt > now),
  };
}

function mayStart({ status, waitingSince }: NewExecution): boolean {
  return status === 'pending' && !waitingSince;
}
