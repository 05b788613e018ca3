import { msUntilNextDue } from '../db/next-due.js';
import { createLoop, type Loop } from '../runtime/loop.js';
import { type Claim, claimDueSchedules } from '../services/claim-due-schedules.js';
import { BUSY_MS, type EngineContext } from './engine-context.js';

export interface ClaimOptions {
  /** Where the executions go on. */
  expand(executionIds: readonly string[]): void;
  /** Some are to go on a little later. */
  onLater(): void;
  /** Executions were replaced by newer ones, and are to be stopped. */
  onReplaced(): void;
}

/**
 * Claims due schedules: sleeps until the earliest is due, is woken when one changes, and looks every `pollIntervalMs` all the same.
 */
export function createClaimLoop(context: EngineContext, { expand, onLater, onReplaced }: ClaimOptions): Loop {
  const { pool, directory, logger } = context;
  return createLoop({
    name: 'claim',
    logger,
    async runOnce() {
      const [{ scheduler }, engine] = await Promise.all([directory.config(), directory.engine()]);
      const claim = await claimDueSchedules(pool, {
        timezone: scheduler.timezone,
        enabled: scheduler.enabled,
        misfireThresholdMs: scheduler.misfireThreshold,
        batchSize: engine.claimBatchSize,
        jitterThreshold: engine.jitterThreshold,
        maxJitterMs: engine.maxJitterMs,
      });
      report(context, claim);
      if (claim.executionIds.length > 0) expand(claim.executionIds);
      if (claim.later) onLater();
      if (claim.replacedIds.length > 0 || claim.deferred > 0) onReplaced();
      if (claim.more) return 0;
      const untilDue = await msUntilNextDue(pool, 'schedule');
      return Math.min(
        untilDue === 0 ? BUSY_MS : (untilDue ?? Number.POSITIVE_INFINITY),
        engine.pollIntervalMs,
      );
    },
  });
}

function report({ logger, metrics }: EngineContext, { recorded, extending, now }: Claim): void {
  const missed = (reason: string, count: number) => {
    metrics.slots.inc({ outcome: reason }, count);
    metrics.slotsMissed.inc({ reason }, count);
  };
  for (const { reason, missedCount } of extending) missed(reason ?? 'skipped', missedCount);
  for (const { id, scheduleId, status, slotAt, reason, missedCount, traceId, source } of recorded) {
    if (status === 'skipped') {
      missed(reason ?? 'skipped', missedCount);
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
      if (slotAt)
        metrics.slotLateness.observe(
          { stage: 'claim' },
          Math.max(0, now.getTime() - slotAt.getTime()) / 1_000,
        );
      logger.info('slot.claimed', { scheduleId, scheduleExecutionId: id, slotAt, source, traceId });
    }
  }
}
