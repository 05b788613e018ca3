import { flagSchedules } from '../../db/schedules/flag-schedules.js';
import { withTransaction } from '../../runtime/database/pool.js';
import { notFound, ok } from '../system/result.js';
import type { UseCase } from '../system/use-case.js';

/**
 * Deletes a pipeline. Its history is kept, and active runs continue from their snapshots. Enabled
 * schedules that run it stay and are blocked as `invalid_target`: each of their slots is recorded as
 * skipped until they get another target.
 */
export const deletePipeline: UseCase<{ id: string }, { id: string; flaggedSchedules: number }> = async (
  deps,
  actor,
  { id },
) => {
  const result = await withTransaction(deps.pool, async (client) => {
    const { rowCount } = await client.query('DELETE FROM "Pipeline" WHERE id = $1', [id]);
    if (rowCount === 0) return notFound('pipeline', id);
    return ok({ id, flaggedSchedules: await flagSchedules(client, { pipelineId: id }) });
  });
  if (result.kind === 'ok') {
    const { flaggedSchedules } = result.value;
    deps.logger.info('pipeline.deleted', { pipelineId: id, actor: actor.id, flaggedSchedules });
  }
  return result;
};
