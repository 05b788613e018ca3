import { withTransaction } from '../../runtime/database/pool.js';
import type { Actor, ServiceDeps } from '../access/context.js';
import { conflict, notFound, ok, type Result } from '../system/result.js';

/**
 * Drains a worker: it claims nothing new and finishes what it has, until it is undrained or its
 * process ends. Also ends the draining. The worker is notified immediately (NOTIFY callboard_worker).
 * Repeating the request changes nothing.
 */
export async function drainWorker(
  deps: ServiceDeps,
  actor: Actor,
  { id, draining }: { id: string; draining: boolean },
): Promise<Result<{ id: string }>> {
  const { rows } = await withTransaction(deps.pool, (client) =>
    client.query<{ state: string; changed: boolean }>(
      `WITH found AS (SELECT id, state, draining FROM "Worker" WHERE id = $1 FOR UPDATE),
       changed AS (
         UPDATE "Worker" w SET draining = $2 FROM found
         WHERE w.id = found.id AND found.state <> 'dead' AND found.draining <> $2 RETURNING w.id)
     SELECT state, EXISTS (SELECT FROM changed) AS changed FROM found`,
      [id, draining],
    ),
  );
  const [worker] = rows;
  if (!worker) return notFound('worker', id);
  if (worker.state === 'dead') return conflict('This worker is dead and claims nothing.');
  if (worker.changed)
    deps.logger.info(draining ? 'worker.drain_requested' : 'worker.undrain_requested', {
      workerId: id,
      actor: actor.id,
    });
  return ok({ id });
}
