import { hasDueRetries } from '../../db/jobs/recover-attempts.js';
import { msUntilNextDue } from '../../db/schedules/next-due.js';
import { databaseNow } from '../../db/system/database-now.js';
import { createLoop, type Loop } from '../../runtime/loop.js';
import type { EngineContext } from '../engine-context.js';

/**
 * Sends retries when their wait is over. PostgreSQL keeps the wait: a queue's delay would be lost with the queue.
 *
 * @param serve sends what is ready
 */
export function createRetryLoop({ pool, logger }: EngineContext, serve: () => void): Loop {
  return createLoop({
    name: 'retry',
    logger,
    async runOnce() {
      const now = await databaseNow(pool);
      if (await hasDueRetries(pool, now)) serve();
      return msUntilNextDue(pool, 'retry', now);
    },
  });
}
