import { createLoop, type Loop } from '../../runtime/loop.js';
import { matchWorkers } from '../../services/workers/match-workers.js';
import type { EngineContext } from '../engine-context.js';

export interface FleetEvents {
  /** What an operator wants of this worker. */
  onDraining(draining: boolean): void;
  /** Jobs of these executions wait for a worker that is not there: their batches go on without them. */
  onThrottled(executionIds: readonly string[]): void;
  /** Jobs have a worker again; whoever looked while they were being told so passed them over. */
  onMatched(): void;
}

export interface FleetLoop {
  loop: Loop;
  /** Requirements wait that this worker cannot serve: looks whether another one can, unless that is known. */
  foreign(keys: readonly string[]): void;
  /** Nobody else is there to take over work, as of the last look: a worker that comes looks at the rows by itself. */
  isAlone(): boolean;
  /** How many workers there are, as of the last look. */
  size(): number;
  /** Whether jobs wait that no worker can serve, as of the last look. */
  hasUnserved(): boolean;
}

/**
 * Looks around: which workers there are, whether this one is to drain, and which jobs no worker can serve. Woken when a worker
 * comes or goes (NOTIFY callboard_worker).
 */
export function createFleetLoop(
  { pool, logger, safetyNetMs }: EngineContext,
  workerId: string,
  { onDraining, onThrottled, onMatched }: FleetEvents,
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
      if (self) onDraining(self.draining);
      if (throttled.length > 0) {
        logger.warn('jobs.no_matching_worker', { executions: throttled.length });
        onThrottled(throttled);
      }
      if (freed > 0) {
        logger.info('jobs.matched', { jobs: freed });
        onMatched();
      }
      return more ? 0 : safetyNetMs;
    },
  });

  return {
    loop,
    isAlone: () => alone,
    size: () => size,
    foreign(keys) {
      if (keys.some((key) => !servedKeys.includes(key))) loop.wake();
    },
    hasUnserved: () => hasUnserved,
  };
}
