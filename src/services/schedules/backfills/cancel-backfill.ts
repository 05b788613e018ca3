import { endBackfill, lockBackfill, openBackfillRuns } from '../../../db/schedules/backfills.js';
import { withTransaction } from '../../../runtime/database/pool.js';
import { cancelScheduleExecution } from '../../runs/stop/cancel-schedule-execution.js';
import { inBulk } from '../../system/in-bulk.js';
import { conflict, notFound, ok } from '../../system/result.js';
import type { UseCase } from '../../system/use-case.js';

/**
 * Ends a backfill. No further slot starts, and its open runs are cancelled. Repeat it to cancel what a crash
 * or an agent's row lock has left open.
 */
export const cancelBackfill: UseCase<{ id: string }> = async (deps, actor, { id }) => {
  const ended = await withTransaction(deps.pool, async (client) => {
    const backfill = await lockBackfill(client, id, 'wait');
    if (!backfill) return notFound('backfill', id);
    if (backfill.status === 'completed') return conflict('This backfill is already completed.');
    if (backfill.status !== 'cancelled') await endBackfill(client, id);
    return ok({ id });
  });
  if (ended.kind !== 'ok') return ended;
  const ids = await openBackfillRuns(deps.pool, id);
  await inBulk({ ids, matched: ids.length }, {}, (executionId) =>
    cancelScheduleExecution(deps, actor, { id: executionId }),
  );
  deps.logger.info('backfill.cancelled', { backfillId: id, executions: ids.length, actor: actor.id });
  return ended;
};
