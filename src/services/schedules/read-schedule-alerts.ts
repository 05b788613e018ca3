import type { LongWait } from '../../db/jobs/find/find-long-waits.js';
import {
  type FoundScheduleAlert,
  findScheduleAlerts,
} from '../../db/schedules/alerts/find-schedule-alerts.js';
import { loadWaitingSchedules } from '../../db/schedules/alerts/load-waiting-schedules.js';
import { measureFleet } from '../../db/workers/count-workers.js';
import { LIMITS } from '../../domain/limits.js';
import { alertGraceMs, waitingAlert } from '../../domain/schedule/alert.js';
import type { Pool } from '../../runtime/database/pool.js';
import type { ServiceDeps } from '../access/context.js';
import { readForeseenWaits, readLongWaits } from '../jobs/read-long-waits.js';
import { readSchedulerConfig } from '../system/read-settings.js';

/** Limit on alerts of one kind. More would say nothing new. */
export const ALERTS_OF_A_KIND = 100;

/** Enabled schedules that should run but do not, longest first. */
export async function readScheduleAlerts({ pool }: Pick<ServiceDeps, 'pool'>): Promise<FoundScheduleAlert[]> {
  const { scheduler, monitoring } = await readSchedulerConfig(pool);
  const hasWorkers = (await measureFleet(pool)).alive > 0;
  // Without a worker, no slot will be claimed.
  const graceMs = hasWorkers ? alertGraceMs(scheduler.checkInterval) : LIMITS.workerAbsenceGraceMs;
  const [still, waiting] = await Promise.all([
    findScheduleAlerts(pool, { graceMs, hasWorkers }, ALERTS_OF_A_KIND),
    findWaiting(pool, monitoring.jobWaitThreshold),
  ]);
  return [...still, ...waiting].sort((a, b) => a.since.getTime() - b.since.getTime());
}

/** Schedules whose runs are queued and have not started for long, or will not start for long. */
async function findWaiting(pool: Pool, thresholdMs: number): Promise<FoundScheduleAlert[]> {
  const placeOf = ({ scheduleId }: LongWait) => scheduleId;
  const [long, foreseen] = await Promise.all([
    readLongWaits(pool, thresholdMs, placeOf),
    readForeseenWaits(pool, thresholdMs, placeOf),
  ]);
  const known = new Set(long.map(({ scheduleId }) => scheduleId));
  const waits = [...long, ...foreseen.filter(({ scheduleId }) => !known.has(scheduleId))];
  const schedules = await loadWaitingSchedules(
    pool,
    waits.flatMap(({ scheduleId }) => scheduleId ?? []),
  );
  const byId = new Map(schedules.map((schedule) => [schedule.id, schedule]));
  const alerts = waits.flatMap(({ scheduleId, since, message }) => {
    const schedule = byId.get(scheduleId ?? '');
    if (!schedule) return [];
    const { id, name, overlaps } = schedule;
    return [{ ...waitingAlert(since, message, overlaps), scheduleId: id, scheduleName: name }];
  });
  return alerts.slice(0, ALERTS_OF_A_KIND);
}
