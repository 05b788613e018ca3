import type { Fields } from '../../../domain/configuration/compare-fields.js';
import type { Actor, ServiceDeps } from '../../access/context.js';
import { openStored } from '../../access/open-stored.js';
import { ok, type Result } from '../../system/result.js';
import { createWebhook } from '../../webhooks/create-webhook.js';
import { deleteWebhook } from '../../webhooks/delete-webhook.js';
import { rotateWebhookSecret } from '../../webhooks/rotate-webhook-secret.js';
import { updateWebhook } from '../../webhooks/update-webhook.js';
import { webhookSecretContext } from '../../webhooks/webhook-secret.js';
import { changedFields, type ObjectKind } from './object-kind.js';
import { tableReads } from './table-reads.js';
import { resolveTarget, type TargetIds } from './target.js';

const TARGET_FIELDS = ['agentId', 'pipelineKey', 'scheduleKey'];

export const webhookKind: ObjectKind = {
  ...tableReads('Webhook', 'Webhook', {
    secrets: ['secret'],
    fieldsOf: ({ row: { payloadMode: mode, inputKey }, pipelineKey, scheduleKey }) => ({
      payload: { mode, inputKey },
      pipelineKey,
      scheduleKey,
    }),
    secretAt: (secretBox, { row }) => openStored(secretBox, row.secret, webhookSecretContext(row.id)),
  }),
  operatedFields: [],
  async create(deps, actor, { key, fields, secrets, managedBy }) {
    const target = await resolveTarget(deps, fields);
    if (target.kind !== 'ok') return target;
    const input = { ...withoutKeys(fields), ...targetInput(target.value), ...secrets, key };
    return createWebhook(deps, actor, input, { managedBy });
  },
  async update(deps, actor, { id, wanted: { fields, secrets, managedBy }, changed }) {
    const rotate = (): Promise<Result<unknown>> =>
      changed.has('secret') ? rotateWebhookSecret(deps, actor, { id, ...secrets }) : Promise.resolve(ok(id));
    // The profile decides which form a secret must have, so a new secret is checked against the new profile.
    const rotatesFirst = fields.profile === 'standard';
    const first = rotatesFirst ? await rotate() : ok(id);
    if (first.kind !== 'ok') return first;
    const input = await updateOf(deps, fields, changed);
    if (input.kind !== 'ok') return input;
    const result = await updateWebhook(deps, actor, { id, input: input.value, managedBy });
    if (result.kind !== 'ok' || rotatesFirst) return result;
    const rotated = await rotate();
    return rotated.kind === 'ok' ? result : rotated;
  },
  remove: (deps: ServiceDeps, actor: Actor, id) => deleteWebhook(deps, actor, { id }),
};

async function updateOf(
  deps: ServiceDeps,
  fields: Fields,
  changed: ReadonlySet<string>,
): Promise<Result<Fields>> {
  const { secret: _secret, ...input } = withoutKeys(changedFields(fields, changed));
  if (!TARGET_FIELDS.some((name) => changed.has(name))) return ok(input);
  const target = await resolveTarget(deps, fields);
  return target.kind === 'ok' ? ok({ ...input, ...targetInput(target.value) }) : target;
}

function targetInput({ agentId, pipelineId, scheduleId }: TargetIds) {
  const targetType = scheduleId !== null ? 'schedule' : pipelineId !== null ? 'pipeline' : 'agent';
  return { agentId, pipelineId, scheduleId, targetType };
}

function withoutKeys({ pipelineKey: _pipeline, scheduleKey: _schedule, ...fields }: Fields): Fields {
  return fields;
}
