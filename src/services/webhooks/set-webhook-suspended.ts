import { updateRow } from '../../db/system/write-row.js';
import { lockWebhook } from '../../db/webhooks/load-webhook.js';
import { withTransaction } from '../../runtime/database/pool.js';
import type { Actor, ServiceDeps } from '../access/context.js';
import { notFound, ok, type Result } from '../system/result.js';

/** Suspends a webhook, or resumes it. While it is suspended, its calls are refused and recorded. */
export async function setWebhookSuspended(
  deps: ServiceDeps,
  actor: Actor,
  { id, suspended }: { id: string; suspended: boolean },
): Promise<Result<{ id: string }>> {
  const result = await withTransaction(deps.pool, async (client): Promise<Result<{ id: string }>> => {
    if (!(await lockWebhook(client, id))) return notFound('webhook', id);
    await updateRow(client, 'Webhook', id, { suspended });
    return ok({ id });
  });
  if (result.kind === 'ok')
    deps.logger.info(suspended ? 'webhook.suspended' : 'webhook.resumed', { webhookId: id, actor: actor.id });
  return result;
}
