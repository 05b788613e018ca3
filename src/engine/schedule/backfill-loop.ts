import { createLoop, type Loop } from '../../runtime/loop.js';
import { advanceBackfills } from '../../services/schedules/backfills/advance-backfills.js';
import { createBusyWait } from '../busy-wait.js';
import type { EngineContext } from '../engine-context.js';

/** Delay after a transient failure. */
const RETRY_MS = 1_000;

export interface BackfillLoop extends Loop {
  /** Runs may have ended, which an open backfill waits for. */
  ended(): void;
}

/** Continues backfills as their runs end. Signals `runsToExpand`. */
export function createBackfillLoop({ pool, logger, signals, safetyNetMs }: EngineContext): BackfillLoop {
  // As of the last check. Without an open backfill, ended runs do not wake the loop.
  let isAnyOpen = true;
  const busy = createBusyWait();

  const loop = createLoop({
    name: 'backfill',
    logger,
    async runOnce() {
      isAnyOpen = true; // the check may miss runs that end during it
      const round = await advanceBackfills(pool);
      isAnyOpen = round.open > 0;
      for (const { backfillId, scheduleId, executionIds } of round.begun) {
        logger.info('backfill.advanced', { backfillId, scheduleId, executions: executionIds.length });
        signals.emit('runsToExpand', executionIds);
      }
      for (const { backfillId, err } of round.failed) logger.error('backfill.stuck', { backfillId, err });
      if (round.more === 'busy') return busy.next();
      busy.reset();
      if (round.more) return 0;
      return round.failed.some(({ isTransient }) => isTransient) ? RETRY_MS : safetyNetMs;
    },
  });

  return {
    ...loop,
    ended() {
      if (isAnyOpen) loop.wake();
    },
  };
}
