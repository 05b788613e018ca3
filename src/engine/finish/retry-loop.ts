import { databaseNow } from '../../db/system/database-now.js';
import { hasDueRetries, msUntilNextDue } from '../../db/system/next-due.js';
import { createLoop, type Loop } from '../../runtime/loop.js';
import type { EngineContext } from '../engine-context.js';

/**
 * Starts retries when their delay is over. The rows have the delay, because a delay in the queue would be
 * lost with it. Signals `retriesDue`.
 */
export function createRetryLoop({ pool, logger, signals }: EngineContext): Loop {
  return createLoop({
    name: 'retry',
    logger,
    async runOnce() {
      const now = await databaseNow(pool);
      if (await hasDueRetries(pool, now)) signals.emit('retriesDue');
      return msUntilNextDue(pool, 'retry', now);
    },
  });
}
