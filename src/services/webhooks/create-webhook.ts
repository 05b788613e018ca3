import { insertRow } from '../../db/system/write-row.js';
import { uuidv7 } from '../../runtime/ids.js';
import { type CreateUseCase, createOnce } from '../system/create-once.js';
import { parseInput } from '../system/parse-input.js';
import { conflict, invalid, ok } from '../system/result.js';
import { keyTaken } from '../system/stable-key.js';
import { checkWebhookTarget, createWebhookInput, webhookColumns } from './webhook-input.js';
import { webhookSecretColumns, webhookSecretOf } from './webhook-secret.js';

export interface WebhookWithSecret {
  id: string;
  /** The secret itself. It is returned only this once. */
  secret: string;
}

/**
 * Creates a webhook, with the given secret or a generated one. A repeated request cannot be answered with a
 * generated secret: it is refused.
 */
export const createWebhook: CreateUseCase<WebhookWithSecret> = async (
  deps,
  actor,
  input,
  { idempotencyKey, managedBy = null } = {},
) => {
  const parsed = parseInput(createWebhookInput, input);
  if (parsed.kind !== 'ok') return parsed;
  const { secret: given, ...fields } = parsed.value;
  const { secret, issues: flaws } = webhookSecretOf(fields.profile, given);
  const id = uuidv7();
  const once = { operation: 'createWebhook', input, idempotencyKey };
  const result = await createOnce(deps, once, async (client) => {
    const issues = [...flaws, ...(await checkWebhookTarget(client, fields))];
    if (issues.length > 0) return invalid(issues);
    const isNew = await insertRow(client, 'Webhook', {
      id,
      ...webhookColumns(fields),
      ...webhookSecretColumns(deps.secretBox, id, secret),
      createdBy: actor.id,
      managedBy,
    });
    return isNew ? ok({ id }) : keyTaken(client, 'Webhook', fields.key);
  });
  if (result.kind !== 'ok') return result;
  if (result.value.repeated) {
    const { id } = result.value;
    // The same request has the same secret, if it has one.
    if ((input as { secret?: unknown }).secret != null) return ok({ id, secret });
    return conflict(
      `This request already created the webhook "${fields.name}" (ID ${id}), and its secret was shown once. If you did not receive it, rotate the secret.`,
    );
  }
  deps.logger.info('webhook.created', { webhookId: id, actor: actor.id });
  return ok({ id, secret });
};
