import { stillCancelling } from '../../db/jobs/end/cancel-attempts.js';
import { loadFailedAttempts } from '../../db/jobs/find/failed-jobs.js';
import { recordAudit } from '../access/record-audit.js';
import { STILL_CANCELLING } from '../pipelines/replay-steps.js';
import { changeRun } from '../runs/change-run.js';
import { conflict, ok } from '../system/result.js';
import type { UseCase } from '../system/use-case.js';
import { replayLatest, UNREADABLE } from './replay-jobs.js';

export interface RetriedJobs {
  /** ID of the run. */
  id: string;
  /** Number of jobs that had failed, without the steps that were skipped because of them. */
  retriedJobs: number;
}

/**
 * Retries all failed jobs of a run, or only those with one error message. Cancelled jobs stay as they are,
 * and so do steps that failed in an earlier turn of a loop. In a pipeline, steps that were skipped because of
 * a failed one wait for it again.
 */
export const retryFailedJobs: UseCase<
  { scheduleExecutionId: string; errorMessage?: string | null | undefined },
  RetriedJobs
> = async (deps, actor, { scheduleExecutionId: id, errorMessage = null }) => {
  const result = await changeRun<RetriedJobs>(deps, id, async ({ client }) => {
    if ((await stillCancelling(client, [id])).size > 0) return STILL_CANCELLING;
    const failed = await loadFailedAttempts(client, id, errorMessage);
    const { refused } = await replayLatest(client, failed);
    if (refused.some(({ refusal }) => refusal === UNREADABLE)) return UNREADABLE;
    const retriedJobs = failed.length - refused.length;
    if (retriedJobs === 0)
      return conflict(
        `This run has no failed jobs${errorMessage === null ? '' : ' with this message'} to retry.`,
      );
    await recordAudit(client, {
      action: 'retryFailedJobs',
      entityType: 'ScheduleExecution',
      entityId: id,
      after: { retriedJobs, errorMessage },
    });
    return ok({ id, retriedJobs });
  });
  if (result.kind === 'ok') deps.logger.info('execution.retried', { ...result.value, actor: actor.id });
  return result;
};
