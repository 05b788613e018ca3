import { type LatestAttempt, loadLatestAttempt, lockExecution } from '../db/lock-execution.js';
import type { Queryable } from '../db/queryable.js';
import { type ReplayedJob, reopenExecution, replayAttempts } from '../db/replay-attempts.js';
import { withTransaction } from '../runtime/pool.js';
import type { Actor, ServiceDeps } from './context.js';
import { loadContexts, loadGraph, resumeContexts, withSkipped } from './replay-steps.js';
import { conflict, notFound, ok, type Result } from './result.js';

const RETRYABLE = ['failed', 'dead_letter', 'cancelled'];

/**
 * Begins a job anew that has failed or was cancelled: a new attempt, a fresh retry budget. Of a pipeline, steps that were
 * skipped because of it wait for it again. @returns the new attempt
 */
export async function retryJob(
  deps: ServiceDeps,
  actor: Actor,
  { jobId }: { jobId: string },
): Promise<Result<ReplayedJob>> {
  const result = await withTransaction(deps.pool, async (client): Promise<Result<ReplayedJob>> => {
    const known = await loadLatestAttempt(client, jobId);
    if (!known) return notFound('job', jobId);
    await lockExecution(client, known.scheduleExecutionId);
    const latest = (await loadLatestAttempt(client, jobId)) ?? known;
    if (!RETRYABLE.includes(latest.status)) {
      return conflict(
        `This job is ${latest.status}: only one that has failed or was cancelled can be retried.`,
      );
    }
    if (!latest.isSettled)
      return conflict('The last attempt of this job is still being settled: try again in a moment.');
    return latest.contextId === null
      ? retryAlone(client, latest)
      : retryStep(client, latest, latest.contextId, jobId);
  });
  if (result.kind === 'ok') deps.logger.info('job.retried', { ...result.value, actor: actor.id });
  return result;
}

async function retryAlone(
  client: Queryable,
  { id, scheduleExecutionId }: LatestAttempt,
): Promise<Result<ReplayedJob>> {
  const replayed = await replayAttempts(client, [id]);
  await reopenExecution(client, scheduleExecutionId);
  return ok(only(replayed));
}

async function retryStep(
  client: Queryable,
  { id, scheduleExecutionId }: LatestAttempt,
  contextId: string,
  jobId: string,
): Promise<Result<ReplayedJob>> {
  const rows = (await loadContexts(client, scheduleExecutionId, [contextId])).get(contextId);
  const own = [...(rows?.values() ?? [])].find((row) => row.id === id);
  if (!rows || !own)
    return conflict(
      'This step has been run again since, in a later turn or with its whole context: retry its latest job.',
    );
  const again = withSkipped(await loadGraph(client, scheduleExecutionId), rows, [own.stepId]);
  const replayed = await replayAttempts(
    client,
    again.map((row) => row.id),
  );
  await resumeContexts(client, scheduleExecutionId, [contextId]);
  return ok(only(replayed.filter((job) => job.jobId === jobId)));
}

function only([replayed]: ReplayedJob[]): ReplayedJob {
  if (!replayed) throw new Error('a settled attempt was not there to be replayed');
  return replayed;
}
