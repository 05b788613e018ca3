import { lockSchedule } from '../../db/schedules/lock-schedule.js';
import { updateRow } from '../../db/system/write-row.js';
import { withTransaction } from '../../runtime/database/pool.js';
import type { Actor, ServiceDeps } from '../access/context.js';
import { readNowAndConfig } from '../system/read-settings.js';
import { notFound, ok, type Result } from '../system/result.js';
import { timingOf } from './governing.js';
import { planColumns, recordUnclaimedSlots } from './plan-schedule.js';

/** Ends a pause early. Records the slots in it and continues from this moment. Without a pause, nothing changes. */
export async function resumeSchedule(
  deps: ServiceDeps,
  actor: Actor,
  { id }: { id: string },
): Promise<Result<{ id: string }>> {
  const result = await withTransaction(deps.pool, async (client): Promise<Result<{ id: string }>> => {
    const schedule = await lockSchedule(client, id);
    if (!schedule) return notFound('schedule', id);
    if (schedule.pausedUntil === null) return ok({ id });
    const { now, config } = await readNowAndConfig(client);
    const { timezone } = config.scheduler;
    const timing = timingOf(schedule, timezone);
    await recordUnclaimedSlots(deps, client, schedule, { timing, now, reason: 'paused' });
    const resumed = { pausedUntil: null, pauseNote: null };
    await updateRow(client, 'Schedule', id, {
      ...resumed,
      // A schedule with invalid timing stays unplanned until it is changed.
      ...(schedule.flag !== 'invalid_timing' && planColumns({ ...schedule, ...resumed }, timing, now)),
    });
    return ok({ id });
  });
  if (result.kind === 'ok') deps.logger.info('schedule.resumed', { scheduleId: id, actor: actor.id });
  return result;
}
