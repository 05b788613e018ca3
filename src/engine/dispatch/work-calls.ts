import { callWorkers } from '../../db/workers/call-workers.js';
import type { Capabilities } from '../../domain/worker/requirements.js';
import type { EngineContext } from '../engine-context.js';
import type { Dispatcher } from './dispatcher.js';
import { createServedRequirements, type ServedRequirements } from './served-requirements.js';

/** Who is to look when something became ready: this worker, and others where it is nothing for this one. */
export interface WorkCalls {
  /** Something may be ready that only this worker knows of. */
  poke(): void;
  /** Something is ready for whoever can serve it: all workers look. */
  callAll(): void;
  /** What this worker may claim, by requirements. */
  served: ServedRequirements;
  isDraining(): boolean;
  /** While it drains, all is for others. */
  setDraining(draining: boolean): void;
}

export function createWorkCalls(
  { pool, logger, signals }: EngineContext,
  capabilities: Capabilities,
  dispatcher: () => Dispatcher,
): WorkCalls {
  let draining = false;
  /** Something became ready here that nobody else knows of. */
  let isNews = false;

  function callAll(): void {
    callWorkers(pool).catch((err: unknown) => logger.warn('dispatch.not_called', { err }));
  }

  const served = createServedRequirements(pool, capabilities, () => {
    // What became ready until now, this look sees; what does during it is for the next.
    const wasNews = isNews;
    isNews = false;
    return (keys) => {
      if (wasNews && keys.length > 0) callAll();
      signals.emit('requirementsFound', keys);
    };
  });

  return {
    served,
    poke() {
      if (draining) {
        callAll();
        return;
      }
      isNews = true;
      dispatcher().poke();
      // With all slots taken the dispatcher does not look for long.
      if (dispatcher().room() === 0)
        served.look(true).catch((err: unknown) => logger.warn('dispatch.look_failed', { err }));
    },
    callAll,
    isDraining: () => draining,
    setDraining(wanted) {
      draining = wanted;
    },
  };
}
