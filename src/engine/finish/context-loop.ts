import { databaseNow } from '../../db/system/database-now.js';
import { msUntilNextDue } from '../../db/system/next-due.js';
import { createLoop, type Loop } from '../../runtime/loop.js';
import { createLockedRuns } from '../../services/jobs/locked-runs.js';
import { wakeDueContexts } from '../../services/pipelines/wake-contexts.js';
import type { EngineContext } from '../engine-context.js';
import { logEnded } from './log-ended.js';

/**
 * Continues contexts of pipelines when a retry delay or a dependency timeout is over. Other steps are
 * continued when a step is settled. Signals `contextsAdvanced`.
 */
export function createContextLoop(context: EngineContext): Loop {
  const { pool, logger, signals, safetyNetMs } = context;
  const locked = createLockedRuns();
  return createLoop({
    name: 'context',
    logger,
    async runOnce() {
      const now = await databaseNow(pool);
      const { executions, ended, released, more } = await wakeDueContexts(pool, locked);
      logEnded(context, ended);
      if (executions[0]) signals.emit('contextsAdvanced', released, executions[0]);
      if (more) return more === 'busy' ? locked.waitMs() : 0;
      const [retry, dependency] = await Promise.all([
        msUntilNextDue(pool, 'retry', now),
        msUntilNextDue(pool, 'dependency', now),
      ]);
      return Math.min(retry ?? safetyNetMs, dependency ?? safetyNetMs, safetyNetMs);
    },
  });
}
