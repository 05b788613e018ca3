import { msUntilNextDue } from '../db/next-due.js';
import { createLoop, type Loop } from '../runtime/loop.js';
import { type Claim, claimDueSchedules } from '../services/claim-due-schedules.js';
import { BUSY_MS, type EngineContext } from './engine-context.js';

/** Schedules of one transaction. */
const BATCH_SIZE = 500;

/**
 * Claims due schedules: sleeps until the earliest is due, is woken when one changes, and looks every `checkInterval` all the same.
 *
 * @param expand where the executions go on
 */
export function createClaimLoop(
  context: EngineContext,
  expand: (executionIds: readonly string[]) => void,
): Loop {
  const { pool, directory, logger } = context;
  return createLoop({
    name: 'claim',
    logger,
    async runOnce() {
      const { scheduler } = await directory.config();
      const claim = await claimDueSchedules(pool, {
        timezone: scheduler.timezone,
        enabled: scheduler.enabled,
        misfireThresholdMs: scheduler.misfireThreshold,
        batchSize: BATCH_SIZE,
      });
      report(context, claim);
      if (claim.executionIds.length > 0) expand(claim.executionIds);
      if (claim.more) return 0;
      const untilDue = await msUntilNextDue(pool, 'schedule');
      return Math.min(
        untilDue === 0 ? BUSY_MS : (untilDue ?? Number.POSITIVE_INFINITY),
        scheduler.checkInterval,
      );
    },
  });
}

function report({ logger, metrics }: EngineContext, { recorded, extending, now }: Claim): void {
  for (const { reason, missedCount } of extending)
    metrics.slots.inc({ outcome: reason ?? 'skipped' }, missedCount);
  for (const { id, scheduleId, status, slotAt, reason, missedCount, traceId, source } of recorded) {
    if (status === 'skipped') {
      metrics.slots.inc({ outcome: reason ?? 'skipped' }, missedCount);
      logger.warn('slot.skipped', {
        scheduleId,
        scheduleExecutionId: id,
        slotAt,
        missedCount,
        reason,
        traceId,
      });
    } else {
      metrics.slots.inc({ outcome: 'run' });
      if (slotAt) metrics.slotLateness.observe(Math.max(0, now.getTime() - slotAt.getTime()) / 1_000);
      logger.info('slot.claimed', { scheduleId, scheduleExecutionId: id, slotAt, source, traceId });
    }
  }
}
