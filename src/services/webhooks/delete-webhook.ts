import { withTransaction } from '../../runtime/database/pool.js';
import { notFound, ok } from '../system/result.js';
import type { UseCase } from '../system/use-case.js';

/** Deletes a webhook. Runs that it started continue, and its deliveries stay until their maximum age. */
export const deleteWebhook: UseCase<{ id: string }> = async (deps, actor, { id }) => {
  const result = await withTransaction(deps.pool, async (client) => {
    const { rowCount } = await client.query('DELETE FROM "Webhook" WHERE id = $1', [id]);
    return rowCount === 0 ? notFound('webhook', id) : ok({ id });
  });
  if (result.kind === 'ok') deps.logger.info('webhook.deleted', { webhookId: id, actor: actor.id });
  return result;
};
