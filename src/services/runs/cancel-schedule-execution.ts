import {
  type CancelledAttempt,
  cancelOpenAttempts,
  countOpenAttempts,
} from '../../db/jobs/cancel-attempts.js';
import { lockExecution } from '../../db/runs/lock-execution.js';
import { deliveryStatus } from '../../domain/job/states.js';
import { withTransaction } from '../../runtime/pool.js';
import type { Actor, ServiceDeps } from '../access/context.js';
import { recordAudit } from '../access/record-audit.js';
import { notifyCancelled } from '../jobs/notify-cancelled.js';
import { unlessHeld } from '../jobs/unless-held.js';
import { conflict, notFound, ok, type Result } from '../system/result.js';
import { STOPPED_AT_ONCE } from './stop-executions.js';

export interface CancelledExecution {
  id: string;
  /** Jobs that were open, and end with this. */
  cancelledJobs: number;
}

/**
 * Stops an execution: none of its jobs is created, released or retried from here on, and its open attempts end. The first of them end
 * here; of a large execution the engine ends the rest right after, a bounded number at a time, so that nobody waits for its row.
 * Agents that have a `cancelUrl` are notified afterwards. Cancelling again changes nothing.
 */
export async function cancelScheduleExecution(
  deps: ServiceDeps,
  actor: Actor,
  { id }: { id: string },
): Promise<Result<CancelledExecution>> {
  let attempts: CancelledAttempt[] = [];
  const result = await unlessHeld(() =>
    withTransaction(deps.pool, async (client): Promise<Result<CancelledExecution>> => {
      const execution = await lockExecution(client, id);
      if (!execution) return notFound('execution', id);
      if (execution.cancelRequested) return ok({ id, cancelledJobs: 0 });
      if (execution.runStatus !== 'pending' && execution.runStatus !== 'running') {
        return conflict(`This run has already ended (${execution.runStatus ?? 'skipped'}).`);
      }
      // Without jobs there is nothing that the engine could settle, so it ends here.
      await client.query(
        execution.isExpanded
          ? `UPDATE "ScheduleExecution" SET "cancelRequestedAt" = clock_timestamp(), "nextBatchAt" = NULL WHERE id = $1`
          : `UPDATE "ScheduleExecution" SET "cancelRequestedAt" = clock_timestamp(), "completedAt" = clock_timestamp(),
             "runStatus" = 'cancelled', status = '${deliveryStatus({ created: 0, started: 0 })}', reason = 'operator' WHERE id = $1`,
        [id],
      );
      const cancelledJobs = await countOpenAttempts(client, id);
      attempts = await cancelOpenAttempts(client, id, 'operator', STOPPED_AT_ONCE);
      await recordAudit(client, {
        action: 'cancelScheduleExecution',
        entityType: 'ScheduleExecution',
        entityId: id,
        after: { cancelledJobs },
      });
      return ok({ id, cancelledJobs });
    }),
  );
  if (result.kind !== 'ok') return result;
  notifyCancelled(deps, attempts);
  deps.logger.info('execution.cancelled', {
    scheduleExecutionId: id,
    jobs: result.value.cancelledJobs,
    actor: actor.id,
  });
  return result;
}
