import type { KeyedRow } from '../../../db/configuration/read-objects.js';
import type { Fields } from '../../../domain/configuration/compare-fields.js';
import type { Actor, ServiceDeps } from '../../access/context.js';
import { ok, type Result } from '../../system/result.js';
import { createWebhook } from '../../webhooks/create-webhook.js';
import { deleteWebhook } from '../../webhooks/delete-webhook.js';
import { rotateWebhookSecret } from '../../webhooks/rotate-webhook-secret.js';
import { updateWebhook } from '../../webhooks/update-webhook.js';
import { webhookSecretContext } from '../../webhooks/webhook-secret.js';
import { openStored } from '../open-stored.js';
import {
  changedFields,
  columnsOf,
  fieldNames,
  type ObjectKind,
  type StoredObject,
  storedFields,
} from './object-kind.js';
import { tableReads } from './table-reads.js';
import { resolveTarget, type TargetIds } from './target.js';

const TARGET_FIELDS = ['agentId', 'pipelineKey', 'scheduleKey'];
const COLUMNS = fieldNames('Webhook', ['key', 'pipelineKey', 'scheduleKey', 'payload', 'secret']);

export const webhookKind: ObjectKind = {
  kind: 'Webhook',
  operatedFields: [],
  ...tableReads('Webhook', describe),
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

function describe({ secretBox }: ServiceDeps, keyed: KeyedRow): StoredObject {
  const { key, row, pipelineKey, scheduleKey } = keyed;
  const payload = { mode: row.payloadMode, inputKey: row.inputKey };
  return {
    id: row.id,
    key,
    name: row.name,
    managedBy: row.managedBy,
    fields: storedFields('Webhook', key, { ...columnsOf(keyed, COLUMNS), payload, pipelineKey, scheduleKey }),
    secretAt: () => openStored(secretBox, row.secret, webhookSecretContext(row.id)),
  };
}
