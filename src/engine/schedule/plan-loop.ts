import { createLoop, type Loop } from '../../runtime/loop.js';
import { REARMED_AT_ONCE, rearmSchedules } from '../../services/schedules/rearm-schedules.js';
import { replanZone } from '../../services/schedules/replan-zone.js';
import type { EngineContext } from '../engine-context.js';

/** What is planned anew before others have a look. */
const REPLAN_FOR_MS = 500;

/**
 * Plans schedules that have no next run, because somebody wrote them by SQL, and those that follow the default time zone when that
 * has changed. Woken by every change that is not the engine's; at the start recovery does it.
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
      const planned = await rearmSchedules(pool, scheduler.timezone);
      if (planned > 0) logger.info('schedules.planned', { schedules: planned });
      const untilZone = await replanZone({ pool, missedSlots: metrics.slotsMissed }, REPLAN_FOR_MS);
      if (planned > 0 || untilZone !== null) signals.emit('schedulesPlanned');
      return planned === REARMED_AT_ONCE ? 0 : Math.min(untilZone ?? pollIntervalMs, pollIntervalMs);
    },
  });
}
