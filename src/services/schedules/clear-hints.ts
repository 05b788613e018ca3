import { lockSchedule } from '../../db/schedules/lock-schedule.js';
import { databaseNow } from '../../db/system/database-now.js';
import { updateRow } from '../../db/system/write-row.js';
import { withTransaction } from '../../runtime/database/pool.js';
import type { Actor, ServiceDeps } from '../access/context.js';
import { notFound, ok, type Result } from '../system/result.js';
import { hintsOf, NO_HINTS } from './governing.js';
import { planHinted } from './plan-hinted.js';

/**
 * Removes all hints of a schedule, which returns to its own timing immediately. Without hints,
 * nothing changes.
 */
export async function clearHints(
  deps: ServiceDeps,
  actor: Actor,
  { scheduleId }: { scheduleId: string },
): Promise<Result<{ id: string }>> {
  const result = await withTransaction(deps.pool, async (client): Promise<Result<{ id: string }>> => {
    const schedule = await lockSchedule(client, scheduleId);
    if (!schedule) return notFound('schedule', scheduleId);
    if (hintsOf(schedule) === null) return ok({ id: scheduleId });
    const now = await databaseNow(client);
    await updateRow(client, 'Schedule', scheduleId, {
      ...NO_HINTS,
      ...(await planHinted(client, { ...schedule, ...NO_HINTS }, now)),
    });
    return ok({ id: scheduleId });
  });
  if (result.kind === 'ok') deps.logger.info('schedule.hints_cleared', { scheduleId, actor: actor.id });
  return result;
}
