import { createLoop, type Loop } from '../../runtime/loop.js';
import { createLockedRuns } from '../../services/jobs/locked-runs.js';
import { type SettleDeps, settleAttempts } from '../../services/jobs/settle-attempts.js';
import type { EngineContext } from '../engine-context.js';
import { logEnded } from './log-ended.js';

/** Settles ended attempts, whoever ended them. Signals `attemptsSettled`. */
export function createSettleLoop(context: EngineContext, deps: SettleDeps): Loop {
  const { logger, metrics, signals } = context;
  const locked = createLockedRuns();
  return createLoop({
    name: 'settle',
    logger,
    async runOnce() {
      const settled = await settleAttempts({ ...deps, locked });
      for (const attempt of settled.attempts) {
        const { id, jobId, scheduleExecutionId, agentId, traceId, status, retryCount, error } = attempt;
        metrics.settled.inc({ status });
        const fields = { executionId: id, jobId, scheduleExecutionId, agentId, retryCount, traceId };
        if (status === 'failed' || status === 'dead_letter')
          logger.warn(`attempt.${status}`, { ...fields, error: error?.message });
        else logger.debug(`attempt.${status}`, fields);
      }
      metrics.retries.inc(settled.retried);
      logEnded(context, settled.ended);
      if (settled.attempts.length > 0) signals.emit('attemptsSettled', settled);
      if (settled.more === 'busy') return locked.waitMs();
      return settled.more ? 0 : null;
    },
  });
}
