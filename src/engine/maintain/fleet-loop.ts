import { createLoop, type Loop } from '../../runtime/loop.js';
import { matchWorkers } from '../../services/workers/match-workers.js';
import type { EngineContext } from '../engine-context.js';

export interface FleetLoop extends Loop {
  /**
   * Jobs with requirements that this worker cannot serve are waiting. Checks whether another worker can serve
   * them, unless one is known.
   */
  requirementsFound(keys: readonly string[]): void;
  /** Whether there is no other worker, as of the last check. A new worker reads the rows by itself. */
  isAlone(): boolean;
  size(): number;
  /** Whether jobs that no worker can serve are waiting, as of the last check. */
  hasUnserved(): boolean;
}

/**
 * Checks which workers there are, whether this one has to drain, and which jobs no worker can serve. Woken
 * when a worker starts or stops (NOTIFY callboard_worker). Signals `drainingSet`, `jobsThrottled` and
 * `jobsMatched`.
 */
export function createFleetLoop(
  { pool, logger, signals, safetyNetMs }: EngineContext,
  workerId: string,
): FleetLoop {
  let servedKeys: readonly string[] = [];
  let alone = false;
  let size = 0;
  let hasUnserved = false;
  const loop = createLoop({
    name: 'fleet',
    logger,
    async runOnce() {
      const { workers, served, throttled, freed, unserved, more } = await matchWorkers(pool);
      servedKeys = served;
      hasUnserved = unserved;
      const self = workers.find(({ id }) => id === workerId);
      alone = self !== undefined && workers.length === 1;
      size = workers.length;
      if (self) signals.emit('drainingSet', self.draining);
      if (throttled.length > 0) {
        logger.warn('jobs.no_matching_worker', { executions: throttled.length });
        signals.emit('jobsThrottled', throttled);
      }
      if (freed > 0) {
        logger.info('jobs.matched', { jobs: freed });
        signals.emit('jobsMatched');
      }
      return more ? 0 : safetyNetMs;
    },
  });

  return {
    ...loop,
    isAlone: () => alone,
    size: () => size,
    requirementsFound(keys) {
      if (keys.some((key) => !servedKeys.includes(key))) loop.wake();
    },
    hasUnserved: () => hasUnserved,
  };
}
