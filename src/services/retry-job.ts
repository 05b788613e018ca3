import { loadLatestAttempt, lockExecution } from '../db/lock-execution.js';
import { replayJobs } from '../db/replay-jobs.js';
import { withTransaction } from '../runtime/pool.js';
import type { Actor, ServiceDeps } from './context.js';
import { conflict, notFound, ok, type Result } from './result.js';

const RETRYABLE = ['failed', 'dead_letter', 'cancelled'];

/** Begins a job anew that has failed or was cancelled: a new attempt, a fresh retry budget. @returns the new attempt */
export async function retryJob(
  deps: ServiceDeps,
  actor: Actor,
  { jobId }: { jobId: string },
): Promise<Result<{ id: string; jobId: string }>> {
  const result = await withTransaction(
    deps.pool,
    async (client): Promise<Result<{ id: string; jobId: string }>> => {
      const known = await loadLatestAttempt(client, jobId);
      if (!known) return notFound('job', jobId);
      const { scheduleExecutionId } = known;
      await lockExecution(client, scheduleExecutionId);
      const latest = (await loadLatestAttempt(client, jobId)) ?? known;
      if (!RETRYABLE.includes(latest.status)) {
        return conflict(
          `This job is ${latest.status}: only one that has failed or was cancelled can be retried.`,
        );
      }
      if (!latest.isSettled)
        return conflict('The last attempt of this job is still being settled: try again in a moment.');
      const [replayed] = await replayJobs(client, { scheduleExecutionId, jobId, statuses: RETRYABLE });
      if (!replayed) throw new Error('a settled attempt was not there to be replayed');
      return ok(replayed);
    },
  );
  if (result.kind === 'ok') deps.logger.info('job.retried', { ...result.value, actor: actor.id });
  return result;
}
