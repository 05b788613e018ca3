import type { ClaimedAttempt } from '../db/claim-attempts.js';
import { loadSendLateness } from '../db/load-send-lateness.js';
import type { Queryable } from '../db/queryable.js';
import { createLoop, type Loop } from '../runtime/loop.js';
import type { EngineContext } from './engine-context.js';

/** Measured together, away from the hot path; of more within that time a sample is enough. */
const GATHER_MS = 1_000;
const MOST_AT_ONCE = 500;
/** Executions remembered, so that of each only the first send counts. */
const MOST_KNOWN = 10_000;

export interface SendLateness {
  /** These were claimed, and are sent now. */
  sent(attempts: readonly ClaimedAttempt[]): void;
  loop: Loop;
}

/** Measures how late the first call of each scheduled execution left this worker, by the clock of the database. */
export function createSendLateness({
  pool,
  logger,
  metrics,
}: Pick<EngineContext, 'logger' | 'metrics'> & { pool: Queryable }): SendLateness {
  const known = new Set<string>();
  let gathered: string[] = [];
  let isIdle = true;
  const loop = createLoop({
    name: 'send lateness',
    logger,
    async runOnce() {
      const ids = gathered;
      gathered = [];
      isIdle = ids.length === 0;
      if (isIdle) return null;
      for (const seconds of await loadSendLateness(pool, ids))
        metrics.slotLateness.observe({ stage: 'send' }, seconds);
      return GATHER_MS;
    },
  });

  return {
    loop,
    sent(attempts) {
      for (const { id, scheduleId, scheduleExecutionId, retryCount } of attempts) {
        if (scheduleId === null || retryCount > 0 || known.has(scheduleExecutionId)) continue;
        if (known.size >= MOST_KNOWN) known.clear();
        known.add(scheduleExecutionId);
        if (gathered.length < MOST_AT_ONCE) gathered.push(id);
      }
      if (gathered.length === 0 || !isIdle) return;
      isIdle = false;
      loop.wake();
    },
  };
}
