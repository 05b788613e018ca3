import { createLoop, type Loop } from '../../runtime/loop.js';
import {
  PLANNED_AT_ONCE,
  planUnplannedSchedules,
} from '../../services/schedules/plan/plan-unplanned-schedules.js';
import { replanZone } from '../../services/schedules/plan/replan-zone.js';
import { withdrawDisabledPlans } from '../../services/schedules/plan/withdraw-disabled-plans.js';
import type { EngineContext } from '../engine-context.js';

/** How long one round may plan schedules after a change of the time zone. */
const REPLAN_FOR_MS = 500;

/**
 * Plans schedules that have no next run because they were written by SQL, deletes the plans of those that SQL has
 * disabled, and plans those in the default time zone again when it changes. Woken by changes that the engine did
 * not make. At start, recovery does this. Signals `schedulesPlanned`.
 */
export function createPlanLoop({ pool, directory, logger, metrics, signals }: EngineContext): Loop {
  let isFirst = true;
  return createLoop({
    name: 'plan',
    logger,
    async runOnce() {
      const [{ scheduler }, { pollIntervalMs }] = await Promise.all([directory.config(), directory.engine()]);
      if (isFirst) {
        isFirst = false;
        return pollIntervalMs;
      }
      const planned = await planUnplannedSchedules(pool, scheduler.timezone);
      if (planned > 0) logger.info('schedules.planned', { schedules: planned });
      const deps = { pool, logger, missedSlots: metrics.slotsMissed };
      const withdrawn = await withdrawDisabledPlans(deps, scheduler.timezone, PLANNED_AT_ONCE);
      const untilZone = await replanZone(deps, REPLAN_FOR_MS);
      if (planned > 0 || untilZone !== null) signals.emit('schedulesPlanned');
      return Math.max(planned, withdrawn) === PLANNED_AT_ONCE
        ? 0
        : Math.min(untilZone ?? pollIntervalMs, pollIntervalMs);
    },
  });
}
