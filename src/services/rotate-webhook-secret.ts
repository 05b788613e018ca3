import { z } from 'zod';
import { lockWebhook } from '../db/load-webhook.js';
import { updateRow } from '../db/write-row.js';
import { withTransaction } from '../runtime/pool.js';
import type { Actor, ServiceDeps } from './context.js';
import type { WebhookWithSecret } from './create-webhook.js';
import { parseInput } from './parse-input.js';
import { notFound, ok, type Result } from './result.js';
import { webhookSecretColumns, webhookSecretInput } from './webhook-secret.js';

const rotateInput = z.strictObject({ id: z.string(), secret: webhookSecretInput });

/** Gives a webhook another secret, the one given or a new one. The old one is worth nothing from now on. */
export async function rotateWebhookSecret(
  deps: ServiceDeps,
  actor: Actor,
  input: unknown,
): Promise<Result<WebhookWithSecret>> {
  const parsed = parseInput(rotateInput, input);
  if (parsed.kind !== 'ok') return parsed;
  const { id, secret } = parsed.value;
  const result = await withTransaction(deps.pool, async (client): Promise<Result<WebhookWithSecret>> => {
    if (!(await lockWebhook(client, id))) return notFound('webhook', id);
    await updateRow(client, 'Webhook', id, webhookSecretColumns(deps.secretBox, id, secret));
    return ok({ id, secret });
  });
  if (result.kind === 'ok') deps.logger.info('webhook.secret_rotated', { webhookId: id, actor: actor.id });
  return result;
}
