import type { Loop } from '../../runtime/loop.js';
import type { DispatchParts } from '../dispatch/dispatch-parts.js';
import type { EngineContext } from '../engine-context.js';

/** Stops this worker from taking on work, and lets it do so again. */
export interface Drain {
  /** A draining worker claims neither rows nor tasks of the queue, and finishes its work. */
  set(draining: boolean): void;
}

/** @param loops stopped while the worker drains */
export function createDrain(
  { queues, logger }: EngineContext,
  { dispatcher, calls }: Pick<DispatchParts, 'dispatcher' | 'calls'>,
  loops: readonly Loop[],
): Drain {
  return {
    set(draining) {
      if (draining === calls.isDraining()) return;
      calls.setDraining(draining);
      const failed = (err: unknown) => logger.error('worker.drain_failed', { err });
      // Logs only when the rounds in progress have ended.
      Promise.all(loops.map((loop) => (draining ? loop.stop() : loop.start())))
        .then(() => {
          if (draining !== calls.isDraining()) return;
          const activeJobs = dispatcher.unanswered().length;
          logger.info(draining ? 'worker.draining' : 'worker.undrained', { activeJobs });
        })
        .catch(failed);
      (draining ? queues.pause() : queues.resume()).catch(failed);
      calls.poke();
    },
  };
}
