import type { ReplayedJob } from '../../db/jobs/replay-attempts.js';
import { withTransaction } from '../../runtime/pool.js';
import type { Actor, ServiceDeps } from '../access/context.js';
import { recordAudit } from '../access/record-audit.js';
import { ok, type Result } from '../system/result.js';
import { replayJobs } from './replay-jobs.js';

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
    const { replayed, refused } = await replayJobs(client, [jobId]);
    const [job] = replayed;
    if (job) {
      await recordAudit(client, { action: 'retryJob', entityType: 'JobExecution', entityId: jobId });
      return ok(job);
    }
    const [one] = refused;
    if (!one) throw new Error('a settled attempt was not there to be replayed');
    return one.refusal;
  });
  if (result.kind === 'ok') deps.logger.info('job.retried', { ...result.value, actor: actor.id });
  return result;
}
