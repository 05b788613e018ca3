import { createLoop, type Loop } from '../../runtime/loop.js';
import type { EngineContext } from '../engine-context.js';
import type { LocalWorker } from '../local-worker.js';
import { leaseSteps, orphanSteps, type RecoveryStep, trimSteps } from './recovery-steps.js';

/**
 * Repairs what crashes and lost messages leave behind (`recovery-steps.ts`). Leases are checked every
 * `safetyNetMs`, the rest every `orphanCheckIntervalMs`. The first round, at start, is logged step by step.
 * Signals `recovered`.
 */
export function createRecoverLoop(context: EngineContext, worker: LocalWorker): Loop {
  const { directory, logger, signals, safetyNetMs } = context;
  const always = leaseSteps(context, worker);
  const thoroughly = [...orphanSteps(context), ...trimSteps(context)];
  let thoroughAt = 0;
  let first = true;

  /** A step that fails does not prevent the others. */
  async function runStep({ name, run }: RecoveryStep, signal: AbortSignal): Promise<void> {
    const startedAt = performance.now();
    const fields = () => ({ step: name, ms: Math.round(performance.now() - startedAt) });
    try {
      const found = await run(signal);
      if (first) logger.info('recovery.step', { ...fields(), found });
    } catch (err) {
      logger.error('recovery.step_failed', { ...fields(), err });
    }
  }

  return createLoop({
    name: 'recover',
    logger,
    async runOnce(signal) {
      const { orphanCheckIntervalMs } = await directory.engine();
      const thorough = performance.now() >= thoroughAt;
      if (thorough) thoroughAt = performance.now() + orphanCheckIntervalMs;
      for (const step of thorough ? [...always, ...thoroughly] : always) await runStep(step, signal);
      first = false;
      signals.emit('recovered');
      return safetyNetMs;
    },
  });
}
