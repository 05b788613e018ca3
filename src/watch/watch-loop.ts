import { LIMITS } from '../domain/limits.js';
import { alertGraceMs } from '../domain/schedule/alert.js';
import { createLoop, type Loop } from '../runtime/loop.js';
import { reportLongWaits } from '../services/jobs/report-long-waits.js';
import { reportStuckSchedules } from '../services/notifications/collect-notifications.js';
import { watchWorkers } from '../services/workers/watch-workers.js';
import type { WatchOptions } from './watch-options.js';

/**
 * Checks whether work is blocked: no worker runs, schedules are not claimed, or jobs wait too long.
 * @param onRaised called when there may be a notification to send
 */
export function createWatchLoop(
  { pool, logger, config }: Pick<WatchOptions, 'pool' | 'logger' | 'config'>,
  onRaised: () => void,
): Loop {
  return createLoop({
    name: 'watch',
    logger,
    async runOnce() {
      const settings = await config();
      const watched = await watchWorkers(pool, settings);
      if (!watched) return LIMITS.watchIntervalMs;
      const { dead, presentForMs } = watched;
      for (const { id, host, pid } of dead) logger.warn('worker.dead', { deadWorkerId: id, host, pid });
      // Without a worker, or with one that has just started and is claiming what is overdue, no schedule is
      // at fault.
      if (presentForMs !== null && presentForMs >= alertGraceMs(settings.scheduler.checkInterval)) {
        await reportStuckSchedules(pool, settings);
        await reportLongWaits(pool, settings);
      }
      onRaised();
      return LIMITS.watchIntervalMs;
    },
  });
}
