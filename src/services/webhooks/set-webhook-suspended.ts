import { updateRow } from '../../db/system/write-row.js';
import { lockWebhook } from '../../db/webhooks/load-webhook.js';
import { withTransaction } from '../../runtime/database/pool.js';
import { notFound, ok } from '../system/result.js';
import type { UseCase } from '../system/use-case.js';

/** Suspends a webhook, or resumes it. While it is suspended, its calls are refused and recorded. */
export const setWebhookSuspended: UseCase<{ id: string; suspended: boolean }> = async (
  deps,
  actor,
  { id, suspended },
) => {
  const result = await withTransaction(deps.pool, async (client) => {
    if (!(await lockWebhook(client, id))) return notFound('webhook', id);
    await updateRow(client, 'Webhook', id, { suspended });
    return ok({ id });
  });
  if (result.kind === 'ok')
    deps.logger.info(suspended ? 'webhook.suspended' : 'webhook.resumed', { webhookId: id, actor: actor.id });
  return result;
};
