import type { ClaimedAttempt } from '../../../db/jobs/claim/claim-attempts.js';
import { loadSendLateness } from '../../../db/jobs/find/load-send-lateness.js';
import type { NewExecution } from '../../../db/runs/insert-executions.js';
import type { Queryable } from '../../../db/system/queryable.js';
import { createLoop, type Loop } from '../../../runtime/loop.js';
import type { EngineContext } from '../../engine-context.js';

/**
 * Sends are gathered this long, away from the hot path. If there are more than {@link MOST_AT_ONCE}, a sample
 * is measured.
 */
const GATHER_MS = 1_000;
const MOST_AT_ONCE = 500;
/** Runs remembered, so that only the first send of each counts. */
const MOST_KNOWN = 10_000;

export interface SendLateness {
  /** Runs that were claimed here, whose planned start need not be read from the database. */
  expect(executions: readonly Pick<NewExecution, 'id' | 'status' | 'fireAt'>[]): void;
  /** Attempts that are sent now. */
  sent(attempts: readonly ClaimedAttempt[]): void;
  loop: Loop;
}

/** Measures how late the first call of each scheduled run left this worker, by the database's clock. */
export function createSendLateness({
  pool,
  logger,
  metrics,
  clock,
}: Pick<EngineContext, 'logger' | 'metrics' | 'clock'> & { pool: Queryable }): SendLateness {
  const known = new Set<string>();
  /** Planned start by run, in milliseconds since 1970. */
  const expected = new Map<string, number>();
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
        metrics.slotLateness.observe({ until: 'send' }, seconds);
      return GATHER_MS;
    },
  });

  return {
    loop,
    expect(executions) {
      if (expected.size >= MOST_KNOWN) expected.clear();
      for (const { id, status, fireAt } of executions)
        if (status === 'pending') expected.set(id, fireAt.getTime());
    },
    sent(attempts) {
      for (const { id, scheduleId, scheduleExecutionId, retryCount } of attempts) {
        if (scheduleId === null || retryCount > 0 || known.has(scheduleExecutionId)) continue;
        if (known.size >= MOST_KNOWN) known.clear();
        known.add(scheduleExecutionId);
        const fireAt = expected.get(scheduleExecutionId);
        if (expected.delete(scheduleExecutionId) && fireAt !== undefined)
          metrics.slotLateness.observe({ until: 'send' }, Math.max(0, clock.now() - fireAt) / 1_000);
        else if (gathered.length < MOST_AT_ONCE) gathered.push(id);
      }
      if (gathered.length === 0 || !isIdle) return;
      isIdle = false;
      loop.wake();
    },
  };
}
