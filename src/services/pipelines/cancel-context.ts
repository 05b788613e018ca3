import { type CancelledAttempt, cancelAttempts } from '../../db/jobs/cancel-attempts.js';
import { lockContext } from '../../db/pipelines/lock-context.js';
import { lockExecution } from '../../db/runs/lock-execution.js';
import { retryDeadlock } from '../../db/system/retry-deadlock.js';
import { isEnded } from '../../domain/job/states.js';
import { withTransaction } from '../../runtime/pool.js';
import type { Actor, ServiceDeps } from '../access/context.js';
import { recordAudit } from '../access/record-audit.js';
import { notifyCancelled } from '../jobs/notify-cancelled.js';
import { unlessHeld } from '../jobs/unless-held.js';
import { conflict, notFound, ok, type Result } from '../system/result.js';

export interface CancelledContext {
  /** The execution. */
  id: string;
  contextId: string;
  /** Steps that this ended. */
  cancelledJobs: number;
}

/**
 * Ends all open steps of one context; the others of the execution go on. Agents at work are told afterwards, where they have a
 * `cancelUrl`. Refused while an end is being settled, which may put the next step in line: nothing new starts afterwards.
 */
export async function cancelContext(
  deps: ServiceDeps,
  actor: Actor,
  { scheduleExecutionId: id, contextId }: { scheduleExecutionId: string; contextId: string },
): Promise<Result<CancelledContext>> {
  let attempts: CancelledAttempt[] = [];
  const result = await unlessHeld(() =>
    retryDeadlock(() =>
      withTransaction(deps.pool, async (client): Promise<Result<CancelledContext>> => {
        if (!(await lockExecution(client, id))) return notFound('execution', id);
        const steps = await lockContext(client, id, contextId);
        if (steps.length === 0) return notFound('context', contextId);
        if (steps.some(({ status, isSettled }) => isEnded(status) && !isSettled))
          return conflict('A step of this context has just ended and is being processed. Try again.');
        attempts = await cancelAttempts(client, { scheduleExecutionId: id, contextId });
        if (attempts.length === 0) return conflict('All steps of this context have already ended.');
        await recordAudit(client, {
          action: 'cancelContext',
          entityType: 'ScheduleExecution',
          entityId: id,
          after: { contextId, cancelledJobs: attempts.length },
        });
        return ok({ id, contextId, cancelledJobs: attempts.length });
      }),
    ),
  );
  if (result.kind !== 'ok') return result;
  notifyCancelled(deps, attempts);
  deps.logger.info('context.cancelled', {
    scheduleExecutionId: id,
    contextId,
    jobs: attempts.length,
    actor: actor.id,
  });
  return result;
}
