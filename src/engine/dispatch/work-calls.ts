import { wakeWorkers } from '../../db/workers/wake-workers.js';
import type { Capabilities } from '../../domain/worker/requirements.js';
import type { EngineContext } from '../engine-context.js';
import type { Dispatcher } from './dispatcher.js';
import { createServedRequirements, type ServedRequirements } from './served-requirements.js';

/** Makes workers look for released jobs: this one, and others if this one cannot serve them. */
export interface WorkCalls {
  /** Jobs may have been released that only this worker knows of. */
  poke(): void;
  /** Makes all workers look. */
  callAll(): void;
  /** Which requirements this worker can serve. */
  served: ServedRequirements;
  isDraining(): boolean;
  /** While this worker drains, others get all jobs. */
  setDraining(draining: boolean): void;
}

export function createWorkCalls(
  { pool, logger, signals }: EngineContext,
  capabilities: Capabilities,
  dispatcher: () => Dispatcher,
): WorkCalls {
  let draining = false;
  /** Whether jobs were released here that no other worker knows of. */
  let isUnannounced = false;

  function callAll(): void {
    wakeWorkers(pool).catch((err: unknown) => logger.warn('dispatch.not_called', { err }));
  }

  const served = createServedRequirements(pool, capabilities, () => {
    // This look sees jobs that were released before it; the next one sees those released during it.
    const wasUnannounced = isUnannounced;
    isUnannounced = false;
    return (keys) => {
      if (wasUnannounced && keys.length > 0) callAll();
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
      isUnannounced = true;
      dispatcher().poke();
      // With all slots taken, the dispatcher may not look for a long time.
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
