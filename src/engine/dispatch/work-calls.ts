import { wakeWorkers } from '../../db/workers/wake-workers.js';
import type { Capabilities } from '../../domain/worker/requirements.js';
import type { EngineContext } from '../engine-context.js';
import { createServedRequirements, type ServedRequirements } from './claim/served-requirements.js';
import type { Dispatcher } from './dispatcher.js';

/** Makes workers check for released jobs: this one, and others if this one cannot serve them. */
export interface WorkCalls {
  /** Jobs may have been released that only this worker knows about. */
  poke(): void;
  /** Makes all workers check. */
  wakeAll(): void;
  /** Which requirements this worker can serve. */
  served: ServedRequirements;
  isDraining(): boolean;
  /** While this worker drains, other workers run all jobs. */
  setDraining(draining: boolean): void;
}

export function createWorkCalls(
  { pool, logger, signals }: EngineContext,
  capabilities: Capabilities,
  dispatcher: () => Dispatcher,
): WorkCalls {
  let draining = false;
  /** Whether this worker released jobs that no other worker knows about. */
  let isUnannounced = false;

  function wakeAll(): void {
    wakeWorkers(pool).catch((err: unknown) => logger.warn('dispatch.wake_failed', { err }));
  }

  const served = createServedRequirements(pool, capabilities, () => {
    // This check sees jobs that were released before it. The next one sees those released during it.
    const wasUnannounced = isUnannounced;
    isUnannounced = false;
    return (keys) => {
      if (wasUnannounced && keys.length > 0) wakeAll();
      signals.emit('requirementsFound', keys);
    };
  });

  return {
    served,
    poke() {
      if (draining) {
        wakeAll();
        return;
      }
      isUnannounced = true;
      dispatcher().poke();
      // Without room for more, the dispatcher may not check for a long time.
      if (dispatcher().roomLeft() === 0)
        served.look(true).catch((err: unknown) => logger.warn('dispatch.look_failed', { err }));
    },
    wakeAll,
    isDraining: () => draining,
    setDraining(wanted) {
      draining = wanted;
    },
  };
}
