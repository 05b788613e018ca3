import { cancelOpenAttempts, countOpenJobs } from '../../../db/jobs/end/cancel-attempts.js';
import { requestCancel } from '../../../db/runs/end/request-cancel.js';
import { recordAudit } from '../../access/record-audit.js';
import { conflict, ok } from '../../system/result.js';
import type { UseCase } from '../../system/use-case.js';
import { changeRun } from '../change-run.js';
import { STOPPED_AT_ONCE } from './stop-executions.js';

export interface CancelledExecution {
  id: string;
  /**
   * Number of open jobs. Those that a worker has already called and that answer at this moment may still
   * complete.
   */
  cancelledJobs: number;
}

/**
 * Stops a run: none of its jobs is created, released or retried after this, and its open attempts
 * end. This call ends the first ones. Right after, the engine ends what workers had claimed, and the rest of
 * a large run in bounded steps, so that the lock of the run is never held for long. Cancelling again
 * changes nothing.
 */
export const cancelScheduleExecution: UseCase<{ id: string }, CancelledExecution> = async (
  deps,
  actor,
  { id },
) => {
  const result = await changeRun<CancelledExecution>(deps, id, async ({ client, run, cancelled }) => {
    if (run.cancelRequested) return ok({ id, cancelledJobs: 0 });
    if (run.runStatus !== 'pending' && run.runStatus !== 'running')
      return conflict(`This run has already ended (${run.runStatus ?? 'skipped'}).`);
    await requestCancel(client, { id, isExpanded: run.isExpanded });
    const cancelledJobs = await countOpenJobs(client, id);
    cancelled(await cancelOpenAttempts(client, id, 'operator', STOPPED_AT_ONCE));
    await recordAudit(client, {
      action: 'cancelScheduleExecution',
      entityType: 'ScheduleExecution',
      entityId: id,
      after: { cancelledJobs },
    });
    return ok({ id, cancelledJobs });
  });
  if (result.kind === 'ok') {
    const { cancelledJobs: jobs } = result.value;
    deps.logger.info('execution.cancelled', { scheduleExecutionId: id, jobs, actor: actor.id });
  }
  return result;
};
