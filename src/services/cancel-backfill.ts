import { endBackfill, executionsUnderWay, lockBackfill } from '../db/backfills.js';
import { withTransaction } from '../runtime/pool.js';
import { cancelScheduleExecution } from './cancel-schedule-execution.js';
import type { Actor, ServiceDeps } from './context.js';
import { inBulk } from './in-bulk.js';
import { conflict, notFound, ok, type Result } from './result.js';
import { unlessHeld } from './unless-held.js';

/**
 * Ends a backfill: no further slot of it begins, and its executions under way are cancelled. Cancelling again sees to what a
 * crash, or an agent that held on to a row, has left of them.
 */
export async function cancelBackfill(
  deps: ServiceDeps,
  actor: Actor,
  { id }: { id: string },
): Promise<Result<{ id: string }>> {
  const ended = await unlessHeld(() =>
    withTransaction(deps.pool, async (client): Promise<Result<{ id: string }>> => {
      const backfill = await lockBackfill(client, id, 'wait');
      if (!backfill) return notFound('backfill', id);
      if (backfill.status === 'completed')
        return conflict('This backfill is over (completed): there is nothing to cancel.');
      if (backfill.status !== 'cancelled') await endBackfill(client, id);
      return ok({ id });
    }),
  );
  if (ended.kind !== 'ok') return ended;
  const ids = await executionsUnderWay(deps.pool, id);
  await inBulk({ ids, matched: ids.length }, {}, (executionId) =>
    cancelScheduleExecution(deps, actor, { id: executionId }),
  );
  deps.logger.info('backfill.cancelled', { backfillId: id, executions: ids.length, actor: actor.id });
  return ended;
}
