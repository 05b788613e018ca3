import { cancelAttempts } from '../../db/jobs/end/cancel-attempts.js';
import { lockContext } from '../../db/pipelines/lock-context.js';
import { isEnded } from '../../domain/job/states.js';
import { recordAudit } from '../access/record-audit.js';
import { cancelAfterWorkers, gracePeriod } from '../jobs/cancel-after-workers.js';
import { changeRun, type RunChange } from '../runs/change-run.js';
import { conflict, notFound, ok, type Result } from '../system/result.js';
import type { UseCase } from '../system/use-case.js';

export interface CancelledContext {
  /** ID of the run. */
  id: string;
  contextId: string;
  /** Number of steps that this ended. */
  cancelledJobs: number;
}

/**
 * Ends all open steps of one context. The other contexts of the run continue. Answers that a worker has
 * received count. Refused while an ended step is being settled, because settling it may start the next step.
 */
export const cancelContext: UseCase<
  { scheduleExecutionId: string; contextId: string },
  CancelledContext
> = async (deps, actor, { scheduleExecutionId: id, contextId }) => {
  const scope = { scheduleExecutionId: id, contextId };
  const result = await cancelAfterWorkers(deps.pool, scope, gracePeriod(), () =>
    changeRun(deps, id, (change) => cancelSteps(change, contextId)),
  );
  if (result.kind === 'ok') {
    const { cancelledJobs: jobs } = result.value;
    deps.logger.info('context.cancelled', { scheduleExecutionId: id, contextId, jobs, actor: actor.id });
  }
  return result;
};

async function cancelSteps(
  { client, run: { id }, cancelled }: RunChange,
  contextId: string,
): Promise<Result<CancelledContext>> {
  const steps = await lockContext(client, id, contextId);
  if (steps.length === 0) return notFound('context', contextId);
  if (steps.some(({ status, isSettled }) => isEnded(status) && !isSettled))
    return conflict('A step of this context has just ended and is being processed. Try again.');
  const attempts = await cancelAttempts(client, { scheduleExecutionId: id, contextId });
  const cancelledJobs = attempts.length;
  if (cancelledJobs === 0) return conflict('All steps of this context have already ended.');
  cancelled(attempts);
  await recordAudit(client, {
    action: 'cancelContext',
    entityType: 'ScheduleExecution',
    entityId: id,
    after: { contextId, cancelledJobs },
  });
  return ok({ id, contextId, cancelledJobs });
}
