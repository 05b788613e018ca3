import { consumeSignals, describeSignals } from '../../db/notifications/consume-signals.js';
import { raiseNotifications } from '../../db/notifications/raise-notifications.js';
import {
  type AfterStuck,
  BEFORE_STUCK,
  findStuckSchedules,
  type StuckSchedule,
} from '../../db/schedules/alerts/find-stuck-schedules.js';
import type { SchedulerConfig } from '../../domain/config/scheduler-config.js';
import { groupSignals, type Signal } from '../../domain/notification/group-signals.js';
import { isWanted } from '../../domain/notification/notification.js';
import { alertGraceMs } from '../../domain/schedule/alert.js';
import { type Pool, withTransaction } from '../../runtime/database/pool.js';

const SIGNALS_PER_ROUND = 2_000;
const SCHEDULES_AT_ONCE = 500;

/**
 * Turns signals into notifications, in one transaction: a crash loses no signal and reports none
 * twice.
 * @returns whether there may be more
 */
export async function collectNotifications(
  pool: Pool,
  { monitoring }: Pick<SchedulerConfig, 'monitoring'>,
): Promise<boolean> {
  return withTransaction(pool, async (client) => {
    const signals = await consumeSignals(client, SIGNALS_PER_ROUND);
    const wanted = signals.filter(({ kind }) => isWanted(kind, monitoring));
    await raiseNotifications(client, groupSignals(await describeSignals(client, wanted)));
    return signals.length === SIGNALS_PER_ROUND;
  });
}

/**
 * Finds enabled schedules that do not run. Each is reported once while its state stays the same. Blocked ones
 * without a next run were reported when they were blocked.
 */
export async function reportStuckSchedules(
  pool: Pool,
  { monitoring, scheduler }: Pick<SchedulerConfig, 'monitoring' | 'scheduler'>,
): Promise<void> {
  if (!isWanted('schedule_stuck', monitoring)) return;
  const terms = { graceMs: alertGraceMs(scheduler.checkInterval) };
  for (let after: AfterStuck | null = BEFORE_STUCK; after !== null; ) {
    const { stuck, next }: Awaited<ReturnType<typeof findStuckSchedules>> = await findStuckSchedules(
      pool,
      terms,
      SCHEDULES_AT_ONCE,
      after,
    );
    await raiseNotifications(pool, groupSignals(stuck.map(signalOf)));
    after = next;
  }
}

function signalOf({ kind, since, message, scheduleId, scheduleName }: StuckSchedule): Signal {
  return {
    kind: 'schedule_stuck',
    subjectId: scheduleId,
    scheduleId,
    pipelineId: null,
    agentId: null,
    at: since,
    message,
    data: { schedule: scheduleName, episode: `${kind} ${since.toISOString()}` },
  };
}
