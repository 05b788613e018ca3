import { createLoop, type Loop } from '../../runtime/loop.js';
import type { EngineContext } from '../engine-context.js';
import type { LocalWorker } from '../local-worker.js';
import { leaseSteps, orphanSteps, type RecoveryStep, trimSteps } from './recovery-steps.js';

/**
 * Repairs what crashes and lost messages leave behind (`recovery-steps.ts`). Leases are checked every
 * `safetyNetMs`, the rest every `orphanCheckIntervalMs`. The log has one line about the first round, and one
 * for each of its steps that found something. Signals `recovered`.
 */
export function createRecoverLoop(context: EngineContext, worker: LocalWorker): Loop {
  const { directory, logger, signals, safetyNetMs } = context;
  const always = leaseSteps(context, worker);
  const thoroughly = [...orphanSteps(context), ...trimSteps(context)];
  let thoroughAt = 0;
  let first = true;

  /** A step that fails does not prevent the others, and counts as having found nothing. */
  async function runStep({ name, run }: RecoveryStep, signal: AbortSignal): Promise<number> {
    const startedAt = performance.now();
    const fields = () => ({ step: name, ms: msSince(startedAt) });
    try {
      const found = await run(signal);
      if (first) logger[found > 0 ? 'info' : 'debug']('recovery.step', { ...fields(), found });
      return found;
    } catch (err) {
      logger.error('recovery.step_failed', { ...fields(), err });
      return 0;
    }
  }

  return createLoop({
    name: 'recover',
    logger,
    async runOnce(signal) {
      const { orphanCheckIntervalMs } = await directory.engine();
      const thorough = performance.now() >= thoroughAt;
      if (thorough) thoroughAt = performance.now() + orphanCheckIntervalMs;
      const startedAt = performance.now();
      const steps = thorough ? [...always, ...thoroughly] : always;
      let found = 0;
      for (const step of steps) found += await runStep(step, signal);
      if (first) logger.info('recovery.completed', { steps: steps.length, found, ms: msSince(startedAt) });
      first = false;
      signals.emit('recovered');
      return safetyNetMs;
    },
  });
}

function msSince(startedAt: number): number {
  return Math.round(performance.now() - startedAt);
}
