import type { Prisma } from '../../db/generated/client.js';
import { builder } from '../builder.js';
import { conditionsOf, containing } from '../lists/conditions.js';
import { connectionType, orderInput } from '../lists/connection.js';
import { itemByIdOrKey } from '../lists/item.js';
import { listField } from '../lists/list-field.js';
import { findWebhook, Webhook } from './webhook.js';
import { WebhookTargetType } from './webhook-enums.js';

const WebhookFilter = builder.inputType('WebhookFilter', {
  description: 'Selects webhooks. All given conditions must match.',
  fields: (t) => ({
    key: t.string({ description: 'Only the webhook with this key.' }),
    search: t.string({ description: 'Text contained in the name, ignoring case; or a full ID.' }),
    targetType: t.field({ type: WebhookTargetType, description: 'Only webhooks with this type of target.' }),
    agentId: t.id({ description: 'Only webhooks that run this agent.' }),
    pipelineId: t.id({ description: 'Only webhooks that run this pipeline.' }),
    scheduleId: t.id({ description: 'Only webhooks that run this schedule.' }),
    suspended: t.boolean({ description: 'Only webhooks that are suspended (true) or active (false).' }),
  }),
});

function webhookWhere(filter: typeof WebhookFilter.$inferInput): Prisma.WebhookWhereInput {
  const { search } = filter;
  return {
    ...conditionsOf(filter, ['key', 'targetType', 'agentId', 'pipelineId', 'scheduleId', 'suspended']),
    ...(search && { OR: [{ id: search }, { name: containing(search) }] }),
  };
}

const order = orderInput('Webhook', {
  CREATED_AT: { column: 'id', description: 'By time of creation.' },
  NAME: { column: 'name', ignoresCase: true, description: 'By name, ignoring case.' },
});

builder.queryFields((t) => ({
  webhook: itemByIdOrKey(t, Webhook, 'webhook', findWebhook),
  webhooks: listField(t, connectionType(Webhook), {
    description: 'Webhooks, newest first by default.',
    filter: WebhookFilter,
    which: 'Which webhooks to return. Defaults to all.',
    order,
    rows: (filter, { prisma }) => ({ delegate: prisma.webhook, where: webhookWhere(filter) }),
  }),
}));
