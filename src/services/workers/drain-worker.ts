import { setDraining } from '../../db/workers/set-draining.js';
import { withTransaction } from '../../runtime/database/pool.js';
import { conflict, notFound, ok } from '../system/result.js';
import type { UseCase } from '../system/use-case.js';

/**
 * Drains a worker: it claims nothing new and finishes what it has, until it is undrained or its
 * process ends. Also ends the draining. The worker is notified immediately (NOTIFY callboard_worker).
 * Repeating the request changes nothing.
 */
export const drainWorker: UseCase<{ id: string; draining: boolean }> = async (
  deps,
  actor,
  { id, draining },
) => {
  const worker = await withTransaction(deps.pool, (client) => setDraining(client, id, draining));
  if (!worker) return notFound('worker', id);
  if (worker.state === 'dead') return conflict('This worker is dead. Only workers that run can be drained.');
  if (worker.changed)
    deps.logger.info(draining ? 'worker.drain_requested' : 'worker.undrain_requested', {
      workerId: id,
      actor: actor.id,
    });
  return ok({ id });
};
