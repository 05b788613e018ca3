import { type CancelledAttempt, cancelAttempts } from '../db/cancel-attempts.js';
import { lockExecution } from '../db/lock-execution.js';
import { retryDeadlock } from '../db/retry-deadlock.js';
import { deliveryStatus } from '../domain/job/states.js';
import { withTransaction } from '../runtime/pool.js';
import type { Actor, ServiceDeps } from './context.js';
import { notifyCancelled } from './notify-cancelled.js';
import { recordAudit } from './record-audit.js';
import { conflict, notFound, ok, type Result } from './result.js';
import { unlessHeld } from './unless-held.js';

export interface CancelledExecution {
  id: string;
  /** Jobs that this ended. */
  cancelledJobs: number;
}

/**
 * Stops an execution: nothing of it is expanded, released or retried any more, and its open attempts end now. Their agents are
 * told afterwards, where they have a `cancelUrl`. Cancelling again changes nothing.
 */
export async function cancelScheduleExecution(
  deps: ServiceDeps,
  actor: Actor,
  { id }: { id: string },
): Promise<Result<CancelledExecution>> {
  let attempts: CancelledAttempt[] = [];
  const result = await unlessHeld(() =>
    retryDeadlock(() =>
      withTransaction(deps.pool, async (client): Promise<Result<CancelledExecution>> => {
        const execution = await lockExecution(client, id);
        if (!execution) return notFound('execution', id);
        if (execution.cancelRequested) return ok({ id, cancelledJobs: 0 });
        if (execution.runStatus !== 'pending' && execution.runStatus !== 'running') {
          return conflict(
            `This execution is over (${execution.runStatus ?? 'skipped'}): there is nothing to cancel.`,
          );
        }
        // Without jobs there is nothing that the engine could settle, so it ends here.
        await client.query(
          execution.isExpanded
            ? `UPDATE "ScheduleExecution" SET "cancelRequestedAt" = clock_timestamp(), "nextBatchAt" = NULL WHERE id = $1`
            : `UPDATE "ScheduleExecution" SET "cancelRequestedAt" = clock_timestamp(), "completedAt" = clock_timestamp(),
             "runStatus" = 'cancelled', status = '${deliveryStatus({ created: 0, answered: 0 })}', reason = 'operator' WHERE id = $1`,
          [id],
        );
        attempts = await cancelAttempts(client, { scheduleExecutionId: id });
        await recordAudit(client, {
          action: 'cancelScheduleExecution',
          entityType: 'ScheduleExecution',
          entityId: id,
          after: { cancelledJobs: attempts.length },
        });
        return ok({ id, cancelledJobs: attempts.length });
      }),
    ),
  );
  if (result.kind !== 'ok') return result;
  notifyCancelled(deps, attempts);
  deps.logger.info('execution.cancelled', {
    scheduleExecutionId: id,
    jobs: attempts.length,
    actor: actor.id,
  });
  return result;
}
