import type { Claim } from '../../services/schedules/claim/claim-due-schedules.js';
import type { EngineContext } from '../engine-context.js';

/** Counts, logs and traces the slots of a claim: those that run, and those that are skipped. */
export function reportClaim(
  { logger, metrics, traces }: EngineContext,
  { recorded, extending, now }: Claim,
): void {
  traces?.claimed(recorded, now);
  const missed = (reason: string, count: number) => {
    metrics.slots.inc({ outcome: reason }, count);
    metrics.slotsMissed.inc({ reason }, count);
  };
  let ran = 0;
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
      ran += 1;
      if (slotAt)
        metrics.slotLateness.observe(
          { until: 'claim' },
          Math.max(0, now.getTime() - slotAt.getTime()) / 1_000,
        );
      // The end of the run is logged with the same ids, and two lines per run cost as much as its decision.
      logger.debug('slot.claimed', { scheduleId, scheduleExecutionId: id, slotAt, source, traceId });
    }
  }
  if (ran > 0) metrics.slots.inc({ outcome: 'run' }, ran);
}
