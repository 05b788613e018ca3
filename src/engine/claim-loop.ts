import type { NewExecution } from '../db/insert-executions.js';
import type { SingleJob } from '../db/insert-single-jobs.js';
import { createLoop, type Loop } from '../runtime/loop.js';
import { type Claim, claimDueSchedules } from '../services/claim-due-schedules.js';
import { singleJobOf } from '../services/single-job.js';
import { createClaimWatch } from './claim-watch.js';
import { createBusyWait, type EngineContext } from './engine-context.js';

export interface ClaimOptions {
  /** Of the lease in force; undefined: there is none. */
  leaseEpoch(): number | undefined;
  /** Executions that have their job. */
  onStarted(jobs: readonly SingleJob[]): void;
  /** Where the other executions go on. */
  expand(executionIds: readonly string[]): void;
  /** Some are to go on a little later. */
  onLater(): void;
  /** Executions were replaced by newer ones, and are to be stopped. */
  onReplaced(): void;
}

/**
 * Claims due schedules: sleeps until the earliest is due, is woken when one changes, and looks every `pollIntervalMs` all the same.
 */
export function createClaimLoop(context: EngineContext, options: ClaimOptions): Loop {
  const { pool, directory, logger } = context;
  const watch = createClaimWatch(options.leaseEpoch);
  const busy = createBusyWait();

  async function claim(): Promise<{ claim: Claim; pollIntervalMs: number }> {
    const [config, engine] = await Promise.all([directory.config(), directory.engine()]);
    const { timezone, enabled, misfireThreshold: misfireThresholdMs } = config.scheduler;
    const settings = {
      timezone,
      enabled,
      misfireThresholdMs,
      watchedSince: watch.since(misfireThresholdMs),
      batchSize: engine.claimBatchSize,
      jitterThreshold: engine.jitterThreshold,
      maxJitterMs: engine.maxJitterMs,
    };
    const planJob = (execution: NewExecution) => singleJobOf(directory, execution, config);
    const { pollIntervalMs } = engine;
    return { claim: await claimDueSchedules(pool, settings, planJob), pollIntervalMs };
  }

  /** What is due and still there is held by somebody. */
  function delayAfter({ more, untilDueMs }: Claim, pollIntervalMs: number): number {
    if (more) return 0;
    if (untilDueMs === 0) return busy.next();
    busy.reset();
    return Math.min(untilDueMs ?? pollIntervalMs, pollIntervalMs);
  }

  return createLoop({
    name: 'claim',
    logger,
    async runOnce() {
      const askedAt = performance.now();
      const { claim: done, pollIntervalMs } = await claim().catch((error: unknown) => {
        watch.broken();
        throw error;
      });
      context.clock.read(done.now, askedAt);
      const delayMs = delayAfter(done, pollIntervalMs);
      watch.claimed(done.now, done.more, delayMs);
      report(context, done);
      options.onStarted(done.started);
      if (done.executionIds.length > 0) options.expand(done.executionIds);
      if (done.later) options.onLater();
      if (done.replacedIds.length > 0 || done.deferred > 0) options.onReplaced();
      return delayMs;
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
