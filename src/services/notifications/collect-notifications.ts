import { consumeSignals, describeSignals } from '../../db/notifications/consume-signals.js';
import { raiseNotifications } from '../../db/notifications/raise-notifications.js';
import { findScheduleAlerts } from '../../db/schedules/find-schedule-alerts.js';
import type { SchedulerConfig } from '../../domain/config/scheduler-config.js';
import { groupSignals, type Signal } from '../../domain/notification/group-signals.js';
import { isWanted } from '../../domain/notification/notification.js';
import { alertGraceMs } from '../../domain/schedule/alert.js';
import { type Pool, withTransaction } from '../../runtime/database/pool.js';

const SIGNALS_PER_ROUND = 2_000;
const ALERTS_PER_LOOK = 500;

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

/** Finds enabled schedules that do not run. Each is reported once while its state stays the same. */
export async function reportStuckSchedules(
  pool: Pool,
  { monitoring, scheduler }: Pick<SchedulerConfig, 'monitoring' | 'scheduler'>,
): Promise<void> {
  if (!isWanted('schedule_stuck', monitoring)) return;
  const alerts = await findScheduleAlerts(
    pool,
    { graceMs: alertGraceMs(scheduler.checkInterval) },
    ALERTS_PER_LOOK,
  );
  const signals = alerts.flatMap(({ kind, since, message, scheduleId, scheduleName }): Signal[] =>
    // A blocked schedule was already reported when it was blocked.
    kind === 'flagged'
      ? []
      : [
          {
            kind: 'schedule_stuck',
            subjectId: scheduleId,
            scheduleId,
            pipelineId: null,
            agentId: null,
            at: since,
            message,
            data: { schedule: scheduleName, episode: `${kind} ${since.toISOString()}` },
          },
        ],
  );
  await raiseNotifications(pool, groupSignals(signals));
}
