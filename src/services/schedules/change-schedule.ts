import { lockSchedule, type StoredSchedule } from '../../db/schedules/lock-schedule.js';
import type { Queryable } from '../../db/system/queryable.js';
import type { Timing } from '../../domain/schedule/timing.js';
import { withTransaction } from '../../runtime/database/pool.js';
import type { Actor, ServiceDeps } from '../access/context.js';
import { readNowAndConfig } from '../system/read-settings.js';
import { notFound, ok, type Refusal, type Result } from '../system/result.js';
import { timingOf } from './plan/governing.js';

/** What a change of a schedule works with, in its transaction. */
export interface ScheduleChange {
  client: Queryable;
  /** Locked until the transaction ends. */
  schedule: StoredSchedule;
  timing: Timing;
  now: Date;
}

/**
 * Changes a schedule, or refuses to, in a transaction that locks it first. Logs the event with its details.
 */
export async function changeSchedule(
  { pool, logger }: ServiceDeps,
  actor: Actor,
  { id, event, details }: { id: string; event: string; details?: object },
  change: (schedule: ScheduleChange) => Promise<Refusal | undefined>,
): Promise<Result<{ id: string }>> {
  const result = await withTransaction(pool, async (client) => {
    const schedule = await lockSchedule(client, id);
    if (!schedule) return notFound('schedule', id);
    const { now, config } = await readNowAndConfig(client);
    const timing = timingOf(schedule, config.scheduler.timezone);
    return (await change({ client, schedule, timing, now })) ?? ok({ id });
  });
  if (result.kind === 'ok') logger.info(event, { scheduleId: id, ...details, actor: actor.id });
  return result;
}
