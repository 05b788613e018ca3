import { createLoop, type Loop } from '../../runtime/loop.js';
import { advanceBackfills } from '../../services/schedules/advance-backfills.js';
import { createBusyWait, type EngineContext } from '../engine-context.js';

/** After a failure that may be over by then. */
const RETRY_MS = 1_000;

export interface BackfillLoop {
  loop: Loop;
  /** Executions may have ended: a backfill that waits for that goes on. */
  ended(): void;
}

/** Goes on with backfills as their executions end. @param expand where the new ones go on */
export function createBackfillLoop(
  { pool, logger, safetyNetMs }: EngineContext,
  expand: (executionIds: readonly string[]) => void,
): BackfillLoop {
  // As of the last look: without a backfill, what ends costs nothing here.
  let isAnyOpen = true;
  const busy = createBusyWait();

  const loop = createLoop({
    name: 'backfill',
    logger,
    async runOnce() {
      isAnyOpen = true; // what ends during the look may come too late for it
      const round = await advanceBackfills(pool);
      isAnyOpen = round.open > 0;
      for (const { backfillId, scheduleId, executionIds } of round.begun) {
        logger.info('backfill.advanced', { backfillId, scheduleId, executions: executionIds.length });
        expand(executionIds);
      }
      for (const { backfillId, err } of round.failed) logger.error('backfill.stuck', { backfillId, err });
      if (round.more === 'busy') return busy.next();
      busy.reset();
      if (round.more) return 0;
      return round.failed.some(({ isTransient }) => isTransient) ? RETRY_MS : safetyNetMs;
    },
  });

  return {
    loop,
    ended() {
      if (isAnyOpen) loop.wake();
    },
  };
}
