import { insertRow } from '../db/write-row.js';
import { uuidv7 } from '../runtime/ids.js';
import { withTransaction } from '../runtime/pool.js';
import type { Actor, ServiceDeps } from './context.js';
import { parseInput } from './parse-input.js';
import { invalid, ok, type Result } from './result.js';
import { checkWebhookTarget, createWebhookInput, webhookColumns } from './webhook-input.js';
import { webhookSecretColumns } from './webhook-secret.js';

export interface WebhookWithSecret {
  id: string;
  /** In the clear: this is the only time it is told. */
  secret: string;
}

/** Makes a webhook, with the secret given or one of its own. */
export async function createWebhook(
  deps: ServiceDeps,
  actor: Actor,
  input: unknown,
): Promise<Result<WebhookWithSecret>> {
  const parsed = parseInput(createWebhookInput, input);
  if (parsed.kind !== 'ok') return parsed;
  const { secret, ...fields } = parsed.value;
  const id = uuidv7();
  const result = await withTransaction(deps.pool, async (client): Promise<Result<WebhookWithSecret>> => {
    const issues = await checkWebhookTarget(client, fields);
    if (issues.length > 0) return invalid(issues);
    await insertRow(client, 'Webhook', {
      id,
      ...webhookColumns(fields),
      ...webhookSecretColumns(deps.secretBox, id, secret),
      createdBy: actor.id,
    });
    return ok({ id, secret });
  });
  if (result.kind === 'ok') deps.logger.info('webhook.created', { webhookId: id, actor: actor.id });
  return result;
}
