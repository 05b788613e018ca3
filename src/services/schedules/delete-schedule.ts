import { flagSchedules } from '../../db/schedules/flag-schedules.js';
import { lockSchedule } from '../../db/schedules/lock-schedule.js';
import { databaseNow } from '../../db/system/database-now.js';
import { withTransaction } from '../../runtime/database/pool.js';
import type { Actor, ServiceDeps } from '../access/context.js';
import { readSchedulerConfig } from '../system/read-settings.js';
import { notFound, ok, type Result } from '../system/result.js';
import { timingOf } from './governing.js';
import { recordUnclaimedSlots, withdrawWaiting } from './plan-schedule.js';

/**
 * Deletes a schedule. Its history is kept, and open runs continue from their snapshots. Schedules
 * that run it as a template are blocked.
 */
export async function deleteSchedule(
  deps: ServiceDeps,
  actor: Actor,
  { id }: { id: string },
): Promise<Result<{ id: string }>> {
  const result = await withTransaction(deps.pool, async (client): Promise<Result<{ id: string }>> => {
    const schedule = await lockSchedule(client, id);
    if (!schedule) return notFound('schedule', id);
    const { timezone } = (await readSchedulerConfig(client)).scheduler;
    await recordUnclaimedSlots(deps, client, schedule, {
      timing: timingOf(schedule, timezone),
      now: await databaseNow(client),
      reason: 'disabled',
    });
    await withdrawWaiting(deps, client, schedule, 'disabled');
    await client.query('DELETE FROM "Schedule" WHERE id = $1', [id]);
    if (schedule.template) await flagSchedules(client, { templateId: id });
    return ok({ id });
  });
  if (result.kind === 'ok') deps.logger.info('schedule.deleted', { scheduleId: id, actor: actor.id });
  return result;
}
