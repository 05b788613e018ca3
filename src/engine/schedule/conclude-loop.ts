import { executionsToStop } from '../../db/runs/end/replace-executions.js';
import { createLoop, type Loop } from '../../runtime/loop.js';
import { concludeExecutions } from '../../services/runs/conclude-executions.js';
import { createLockTurns } from '../../services/runs/stop/lock-turns.js';
import { replaceDeferred } from '../../services/runs/stop/replace-deferred.js';
import { stopExecutions } from '../../services/runs/stop/stop-executions.js';
import { createBusyWait } from '../busy-wait.js';
import type { EngineContext } from '../engine-context.js';

/**
 * Stops runs that a newer run replaces or an operator cancels. Updates schedules whose runs have ended:
 * counts failures and starts runs that were queued behind them. Signals `attemptsStopped` and `runsToExpand`.
 */
export function createConcludeLoop({ pool, directory, logger, signals, safetyNetMs }: EngineContext): Loop {
  const busy = createBusyWait();
  const turns = createLockTurns();
  return createLoop({
    name: 'conclude',
    logger,
    async runOnce() {
      const waitFor = turns.next();
      const replaced = await replaceDeferred(pool, waitFor);
      const stopped = await stopExecutions(pool, await executionsToStop(pool), waitFor);
      turns.wereLocked([...replaced.locked, ...stopped.locked]);
      const { attempts, open, more: moreToStop } = stopped;
      if (attempts.length > 0) signals.emit('attemptsStopped', attempts);
      const { scheduler } = await directory.config();
      const { promoted, more } = await concludeExecutions(pool, scheduler.timezone);
      if (promoted.length > 0) signals.emit('runsToExpand', promoted);
      for (const scheduleExecutionId of promoted) logger.info('execution.promoted', { scheduleExecutionId });
      if (more === true || moreToStop) return 0;
      if (replaced.locked.length > 0 || open > 0 || more === 'busy')
        return Math.min(busy.next(), safetyNetMs);
      busy.reset();
      return null;
    },
  });
}
