import type { Prisma } from '../../db/generated/client.js';
import { Secret } from '../access/secret.js';
import { CREATOR_NAME } from '../access/token-name.js';
import { Agent } from '../agents/agent.js';
import { builder } from '../builder.js';
import { conditionsOf, containing } from '../lists/conditions.js';
import { connectionType, NEWEST_FIRST, nestedRows, orderInput } from '../lists/connection.js';
import { finderOf, itemByIdOrKey } from '../lists/item.js';
import { listField } from '../lists/list-field.js';
import { databaseTime, reference } from '../lists/reference.js';
import { Pipeline } from '../pipelines/pipeline.js';
import { ScheduleExecution } from '../runs/schedule-execution.js';
import { Schedule } from '../schedules/schedule.js';
import { Node } from '../types/node.js';
import { MANAGED_BY, STABLE_KEY } from '../types/stable-key.js';
import { WebhookOutcome, WebhookPayloadMode, WebhookProfile, WebhookTargetType } from './webhook-enums.js';

const WebhookDelivery = builder.prismaObject('WebhookDelivery', {
  description:
    'A call of a webhook. Calls that started nothing are grouped: one record per minute, status and event ID, with a count.',
  select: { id: true },
  fields: (t) => ({
    id: t.exposeID('id', { description: 'ID of the record.' }),
    webhookId: t.exposeID('webhookId', { description: 'ID of the webhook.' }),
    ...t.exposed('String', {
      eventId: 'Event ID. Null if the call had none or its signature was not valid.',
      reason: 'Message in the response. Null if there was none.',
      remoteAddress:
        'IP address of the client; behind a proxy that `CALLBOARD_TRUSTED_PROXIES` does not list, that of the proxy. Null if unknown.',
    }),
    ...t.exposed(WebhookOutcome, { outcome: 'What the call led to.' }),
    httpStatus: t.exposeInt('httpStatus', { description: 'HTTP status of the response.' }),
    ...t.exposed('ID', {
      scheduleExecutionId: 'ID of the run that the event started. Null if it started none.',
    }),
    scheduleExecution: t.field({
      ...reference('scheduleExecutionId', ScheduleExecution, (prisma) => prisma.scheduleExecution),
      description:
        'The run that the event started, for a duplicate the earlier one. Null if there is none or it has been deleted.',
    }),
    ...t.exposed('Int', { bytes: 'Size of the body in bytes. Null if the body was too large.' }),
    count: t.exposeInt('count', { description: 'Number of calls that this record represents.' }),
    receivedAt: t.expose('receivedAt', { type: 'DateTime', description: 'Time of the first call.' }),
    lastReceivedAt: t.expose('lastReceivedAt', { type: 'DateTime', description: 'Time of the last call.' }),
  }),
});

const WebhookDeliveryConnection = connectionType(WebhookDelivery);

const WebhookDeliveryFilter = builder.inputType('WebhookDeliveryFilter', {
  description: 'Selects calls of a webhook. All given conditions must match.',
  fields: (t) => ({
    outcome: t.field({ type: [WebhookOutcome], description: 'Only calls with one of these outcomes.' }),
    eventId: t.string({ description: 'Only calls with this event ID.' }),
  }),
});

function deliveryWhere(filter: typeof WebhookDeliveryFilter.$inferInput): Prisma.WebhookDeliveryWhereInput {
  return conditionsOf(filter, ['outcome', 'eventId']);
}

interface StoredPayload {
  payloadMode: string;
  inputKey: string | null;
}

const WebhookPayload = builder.objectRef<StoredPayload>('WebhookPayload').implement({
  description: 'How the body of a call becomes params. Data source strings in the body are never expanded.',
  fields: (t) => ({
    mode: t.field({
      type: WebhookPayloadMode,
      description: 'How the body is read.',
      resolve: ({ payloadMode }) => payloadMode as typeof WebhookPayloadMode.$inferType,
    }),
    ...t.exposed('String', {
      inputKey:
        'Name of the param that receives the body. Null if the members of the JSON body become params themselves.',
    }),
  }),
});

export const Webhook = builder.prismaObject('Webhook', {
  description: 'A URL that starts its target when it is called with a valid signature.',
  interfaces: [Node],
  select: { id: true },
  fields: (t) => ({
    id: t.exposeID('id', { description: 'ID of the webhook.' }),
    ...t.exposed('String', {
      key: STABLE_KEY,
      eventIdHeader: 'Header that carries the event ID. Null for the default of the profile.',
      managedBy: MANAGED_BY,
    }),
    name: t.exposeString('name', { description: 'Display name.' }),
    url: t.string({
      description: 'URL that the sender calls with POST.',
      resolve: ({ id }, _args, { publicUrl }) => `${publicUrl}/hooks/${id}`,
    }),
    ...t.exposed(WebhookTargetType, { targetType: 'What a call starts.' }),
    ...t.exposed('ID', {
      agentId: 'ID of the agent that a call runs. Null for other targets.',
      pipelineId: 'ID of the pipeline that a call runs. Null for other targets.',
      scheduleId: 'ID of the schedule that a call runs. Null for other targets.',
    }),
    agent: t.field({
      ...reference('agentId', Agent, (prisma) => prisma.agentRegistry),
      description: 'The agent that a call runs. Null for other targets, or if it has been deleted.',
    }),
    pipeline: t.field({
      ...reference('pipelineId', Pipeline, (prisma) => prisma.pipeline),
      description: 'The pipeline that a call runs. Null for other targets, or if it has been deleted.',
    }),
    schedule: t.field({
      ...reference('scheduleId', Schedule, (prisma) => prisma.schedule),
      description: 'The schedule that a call runs. Null for other targets, or if it has been deleted.',
    }),
    ...t.exposed(WebhookProfile, { profile: 'How calls are signed.' }),
    secret: t.field({
      type: Secret,
      description: 'Secret that signs calls. The value itself cannot be read.',
      select: { secretHint: true },
      resolve: ({ secretHint }) => ({ set: true, hint: secretHint }),
    }),
    previousSecretValidUntil: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Until when calls signed with the previous secret are accepted. Null if they are not.',
      select: { previousValidUntil: true },
      resolve: async ({ previousValidUntil }, _args, context, info) =>
        previousValidUntil !== null && previousValidUntil > (await databaseTime(context, info))
          ? previousValidUntil
          : null,
    }),
    ...t.exposed('Duration', {
      dedupeWindow:
        'How long a repeated event ID counts as a duplicate. Null for the default: 1 day, or 3 days for the profile `GITHUB`.',
    }),
    payload: t.field({
      type: WebhookPayload,
      description: 'How the body of a call becomes params.',
      select: { payloadMode: true, inputKey: true },
      resolve: (webhook) => webhook,
    }),
    suspended: t.exposeBoolean('suspended', {
      description: 'Whether the webhook is suspended. Calls of a suspended webhook are refused and recorded.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time the webhook was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'Time the webhook was last changed.' }),
    createdBy: t.exposeString('createdBy', {
      description: 'ID of the API token or person that created the webhook.',
    }),
    createdByName: t.string(CREATOR_NAME),
    deliveries: t.field({
      type: WebhookDeliveryConnection,
      description: 'Calls of the webhook, newest first, including refused ones.',
      args: {
        ...t.arg.connectionArgs(),
        ...t.arg.fields(WebhookDeliveryFilter, { filter: 'Which calls to return. Defaults to all.' }),
      },
      ...nestedRows('deliveries', {
        delegateOf: (prisma) => prisma.webhookDelivery,
        column: 'webhookId',
        byDefault: NEWEST_FIRST,
        where: deliveryWhere,
      }),
    }),
  }),
});

/** Reads a webhook with the fields that the operation selects. Null if it does not exist. */
export const findWebhook = finderOf(Webhook, (prisma) => prisma.webhook);

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
  NAME: { column: 'name', description: 'By name.' },
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
