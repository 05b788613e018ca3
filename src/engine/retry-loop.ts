import { msUntilNextDue } from '../db/next-due.js';
import { countDueRetries } from '../db/recover-attempts.js';
import { createLoop, type Loop } from '../runtime/loop.js';
import { type EngineContext, tokensFor } from './engine-context.js';

/** Puts retries in line when their wait is over. PostgreSQL keeps the wait: a queue's delay would be lost with the queue. */
export function createRetryLoop({ pool, queues, logger }: EngineContext, serve: () => void): Loop {
  let round = 0;
  return createLoop({
    name: 'retry',
    logger,
    async runOnce() {
      const due = await countDueRetries(pool);
      if (due > 0) {
        round += 1;
        queues
          .enqueueDispatch(tokensFor(`retries-${process.pid}`, 0, due, round), 0)
          .catch((err: unknown) => {
            logger.warn(
              'queue.unavailable',
              { err },
              'The queue takes nothing: this worker goes on by itself',
            );
            serve();
          });
      }
      return msUntilNextDue(pool, 'retry');
    },
  });
}
