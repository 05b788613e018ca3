import { type FoundScheduleAlert, findScheduleAlerts } from '../db/find-schedule-alerts.js';
import { measureFleet } from '../db/measure-fleet.js';
import { LIMITS } from '../domain/limits.js';
import { alertGraceMs } from '../domain/schedule/alert.js';
import type { ServiceDeps } from './context.js';
import { readSchedulerConfig } from './read-settings.js';

/** More than so many of a kind tell nothing new: something is wrong with all. */
export const ALERTS_OF_A_KIND = 100;

/** Enabled schedules that should fire and do not, the longest first. */
export async function readScheduleAlerts({ pool }: Pick<ServiceDeps, 'pool'>): Promise<FoundScheduleAlert[]> {
  const { checkInterval } = (await readSchedulerConfig(pool)).scheduler;
  const hasWorkers = (await measureFleet(pool)).alive > 0;
  // Without a worker nothing is about to be claimed.
  const graceMs = hasWorkers ? alertGraceMs(checkInterval) : LIMITS.workerAbsenceGraceMs;
  return findScheduleAlerts(pool, { graceMs, hasWorkers }, ALERTS_OF_A_KIND);
}
