import type { Loop } from '../../runtime/loop.js';
import type { Dispatch } from '../dispatch/dispatch.js';
import type { EngineContext } from '../engine-context.js';

/** Whether this worker takes on work. */
export interface Drain {
  /** Claims nothing more, neither rows nor tasks of the queue, and finishes what it has; or goes on. */
  set(draining: boolean): void;
}

/** @param loops those that begin work */
export function createDrain(
  { queues, logger }: EngineContext,
  { dispatcher, calls }: Pick<Dispatch, 'dispatcher' | 'calls'>,
  loops: readonly Loop[],
): Drain {
  return {
    set(draining) {
      if (draining === calls.isDraining()) return;
      calls.setDraining(draining);
      const failed = (err: unknown) => logger.error('worker.drain_failed', { err });
      // Said once it is true: a round that was under way has ended.
      Promise.all(loops.map((loop) => (draining ? loop.stop() : loop.start())))
        .then(() => {
          if (draining !== calls.isDraining()) return;
          const activeJobs = dispatcher.inHand().length;
          logger.info(draining ? 'worker.draining' : 'worker.undrained', { activeJobs });
        })
        .catch(failed);
      (draining ? queues.pause() : queues.resume()).catch(failed);
      calls.poke();
    },
  };
}
