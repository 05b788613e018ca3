import { stillCancelling } from '../../db/jobs/cancel-attempts.js';
import { loadFailedAttempts, loadFailedContexts } from '../../db/jobs/failed-jobs.js';
import { reopenExecutions, replayAttempts } from '../../db/jobs/replay-attempts.js';
import type { Queryable } from '../../db/system/queryable.js';
import type { Actor, ServiceDeps } from '../access/context.js';
import { recordAudit } from '../access/record-audit.js';
import {
  loadContexts,
  loadGraph,
  resumeContexts,
  STILL_CANCELLING,
  withSkipped,
} from '../pipelines/replay-steps.js';
import { changeRun } from '../runs/change-run.js';
import { conflict, ok, type Result } from '../system/result.js';

export interface RetriedJobs {
  /** ID of the run. */
  id: string;
  /** Number of jobs that had failed, without the steps that were skipped because of them. */
  retriedJobs: number;
}

/**
 * Retries all failed jobs of a run, or only those with one error message. Cancelled jobs stay as they are. In a
 * pipeline, steps that were skipped because of a failed one wait for it again.
 */
export async function retryFailedJobs(
  deps: ServiceDeps,
  actor: Actor,
  {
    scheduleExecutionId: id,
    errorMessage = null,
  }: { scheduleExecutionId: string; errorMessage?: string | null | undefined },
): Promise<Result<RetriedJobs>> {
  const result = await changeRun<RetriedJobs>(deps, id, async ({ client, run }) => {
    if ((await stillCancelling(client, [id])).size > 0) return STILL_CANCELLING;
    const retriedJobs = await (run.targetType === 'pipeline'
      ? retryFailedSteps(client, id, errorMessage)
      : retryFailedAttempts(client, id, errorMessage));
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
}

async function retryFailedAttempts(
  client: Queryable,
  executionId: string,
  message: string | null,
): Promise<number> {
  const failed = await loadFailedAttempts(client, executionId, message);
  if (failed.length === 0) return 0;
  await replayAttempts(client, failed);
  await reopenExecutions(client, [executionId]);
  return failed.length;
}

/** Rows read at a time, however many contexts have failed. */
const ROWS_AT_ONCE = 10_000;

async function retryFailedSteps(
  client: Queryable,
  executionId: string,
  message: string | null,
): Promise<number> {
  const failedIn = await loadFailedContexts(client, executionId, message);
  const contextIds = [...failedIn.keys()];
  if (contextIds.length === 0) return 0;
  const graph = await loadGraph(client, executionId);
  const atOnce = Math.ceil(ROWS_AT_ONCE / graph.nodes.length);
  const resumed: string[] = [];
  let retried = 0;
  for (let from = 0; from < contextIds.length; from += atOnce) {
    const contexts = await loadContexts(client, contextIds.slice(from, from + atOnce), executionId);
    const again: string[] = [];
    for (const [contextId, rows] of contexts) {
      const failed = [...rows.values()].filter(({ id }) => failedIn.get(contextId)?.has(id));
      // Failures in an earlier turn of a loop do not count.
      if (failed.length === 0) continue;
      resumed.push(contextId);
      retried += failed.length;
      const stepIds = failed.map(({ stepId }) => stepId);
      again.push(...withSkipped(graph, rows, stepIds).map(({ id }) => id));
    }
    await replayAttempts(client, again);
  }
  if (retried > 0) await resumeContexts(client, [{ id: executionId, contextIds: resumed }]);
  return retried;
}
