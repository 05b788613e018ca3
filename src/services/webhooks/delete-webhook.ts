import { withTransaction } from '../../runtime/database/pool.js';
import type { Actor, ServiceDeps } from '../access/context.js';
import { notFound, ok, type Result } from '../system/result.js';

/** Deletes a webhook. Runs that it started continue, and its deliveries stay until their maximum age. */
export async function deleteWebhook(
  deps: ServiceDeps,
  actor: Actor,
  { id }: { id: string },
): Promise<Result<{ id: string }>> {
  const result = await withTransaction(deps.pool, async (client): Promise<Result<{ id: string }>> => {
    const { rowCount } = await client.query('DELETE FROM "Webhook" WHERE id = $1', [id]);
    return rowCount === 0 ? notFound('webhook', id) : ok({ id });
  });
  if (result.kind === 'ok') deps.logger.info('webhook.deleted', { webhookId: id, actor: actor.id });
  return result;
}
