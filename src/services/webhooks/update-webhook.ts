import type { Queryable } from '../../db/system/queryable.js';
import { updateRow } from '../../db/system/write-row.js';
import { lockWebhook, type StoredWebhook } from '../../db/webhooks/load-webhook.js';
import type { Issue } from '../../domain/issue.js';
import type { WebhookProfile } from '../../domain/webhook/profile.js';
import { withTransaction } from '../../runtime/database/pool.js';
import type { ServiceDeps } from '../access/context.js';
import { openStored } from '../access/open-stored.js';
import { onlyGiven, parseInput } from '../system/parse-input.js';
import { invalid, notFound, ok, type Result } from '../system/result.js';
import { orTakenKey, takenKey } from '../system/stable-key.js';
import { ownerColumn, type UpdateRequest } from '../system/update-request.js';
import type { UseCase } from '../system/use-case.js';
import { checkWebhookTarget, updateWebhookInput, webhookColumns } from './webhook-input.js';
import { checkWebhookSecret, webhookSecretContext } from './webhook-secret.js';

/** A change of the target type clears target fields that are not given. */
const NO_TARGET = { agentId: null, pipelineId: null, scheduleId: null };

/**
 * Changes the given fields and leaves the rest; null resets one to the profile's default. The secret has its
 * own use case.
 */
export const updateWebhook: UseCase<UpdateRequest> = async (deps, actor, { id, input, managedBy }) => {
  const parsed = parseInput(updateWebhookInput, input);
  if (parsed.kind !== 'ok') return parsed;
  const given = onlyGiven(parsed.value, input);
  const changes = { ...(given.targetType !== undefined && NO_TARGET), ...given };
  const update = async (client: Queryable): Promise<Result<{ id: string }>> => {
    const stored = await lockWebhook(client, id);
    if (!stored) return notFound('webhook', id);
    const taken = await takenKey(client, 'Webhook', given.key, id);
    if (taken) return taken;
    const movesTarget = ['targetType', 'agentId', 'pipelineId', 'scheduleId'].some((name) => name in changes);
    const issues = [
      ...(movesTarget ? await checkWebhookTarget(client, { ...stored, ...changes }) : []),
      ...(changes.profile ? checkStoredSecret(deps, stored, changes.profile) : []),
    ];
    if (issues.length > 0) return invalid(issues);
    await updateRow(client, 'Webhook', id, { ...webhookColumns(changes), ...ownerColumn(managedBy) });
    return ok({ id });
  };
  const result = await orTakenKey(deps.pool, 'Webhook', given.key, () => withTransaction(deps.pool, update));
  if (result.kind === 'ok')
    deps.logger.info('webhook.updated', { webhookId: id, actor: actor.id, fields: Object.keys(given) });
  return result;
};

/** A change of the profile may require another form of secret. */
function checkStoredSecret(
  { secretBox }: ServiceDeps,
  { id, secret }: StoredWebhook,
  profile: WebhookProfile,
): Issue[] {
  const opened = openStored(secretBox, secret, webhookSecretContext(id));
  const issues = opened === undefined ? [] : checkWebhookSecret(profile, opened, ['profile']);
  return issues.map(({ path }) => ({
    path,
    message: 'requires a secret of 24 to 64 bytes in base64, such as whsec_…: rotate the secret first',
  }));
}
