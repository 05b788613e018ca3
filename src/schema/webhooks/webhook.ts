import { queryFromInfo } from '@pothos/plugin-prisma';
import type { GraphQLResolveInfo } from 'graphql';
import type { Prisma } from '../../db/generated/client.js';
import { Secret } from '../access/secret.js';
import { TOKEN_NAME, tokenName } from '../access/token-name.js';
import { Agent } from '../agents/agent.js';
import { builder } from '../builder.js';
import type { GraphQLContext } from '../context.js';
import { connectionType, findConnection, NEWEST_FIRST, nestedPage, orderInput } from '../lists/connection.js';
import { toConnection } from '../lists/keyset.js';
import { countBy, loadById } from '../lists/reference.js';
import { Pipeline } from '../pipelines/pipeline.js';
import { ScheduleExecution } from '../runs/schedule-execution.js';
import { Schedule } from '../schedules/schedule.js';
import { WebhookOutcome, WebhookPayloadMode, WebhookProfile, WebhookTargetType } from '../types/enums.js';
import { byIdOrKey, STABLE_KEY } from '../types/stable-key.js';

const WebhookDelivery = builder.prismaObject('WebhookDelivery', {
  description:
    'A call of a webhook. Calls that started nothing are one row a minute for each status and event, with their count.',
  select: { id: true },
  fields: (t) => ({
    id: t.exposeID('id'),
    webhookId: t.exposeID('webhookId'),
    eventId: t.exposeString('eventId', {
      nullable: true,
      description: 'Null: it had none, or nobody knows who sent it.',
    }),
    outcome: t.field({
      type: WebhookOutcome,
      select: { outcome: true },
      resolve: ({ outcome }) => outcome as typeof WebhookOutcome.$inferType,
    }),
    httpStatus: t.exposeInt('httpStatus'),
    reason: t.exposeString('reason', { nullable: true, description: 'What the sender was told.' }),
    scheduleExecutionId: t.exposeID('scheduleExecutionId', { nullable: true }),
    scheduleExecution: t.field({
      type: ScheduleExecution,
      nullable: true,
      description: 'What it started, or what the same event started before; null also when deleted since.',
      select: { scheduleExecutionId: true },
      resolve: ({ scheduleExecutionId }, _args, context, info) =>
        loadById<typeof ScheduleExecution.$inferType>(
          context,
          info,
          context.prisma.scheduleExecution,
          scheduleExecutionId,
        ),
    }),
    bytes: t.exposeInt('bytes', { nullable: true, description: 'Of the body; null: it was too large.' }),
    remoteAddress: t.exposeString('remoteAddress', {
      nullable: true,
      description: 'Of the connection; behind a proxy, the proxy’s.',
    }),
    count: t.exposeInt('count', { description: 'Calls that this row stands for.' }),
    receivedAt: t.expose('receivedAt', { type: 'DateTime', description: 'Of several, the first.' }),
    lastReceivedAt: t.expose('lastReceivedAt', { type: 'DateTime' }),
  }),
});

const WebhookDeliveryConnection = connectionType(WebhookDelivery);

const WebhookDeliveryFilter = builder.inputType('WebhookDeliveryFilter', {
  fields: (t) => ({
    outcome: t.field({ type: [WebhookOutcome], description: 'One of these.' }),
    eventId: t.string(),
  }),
});

function deliveryWhere(
  filter: typeof WebhookDeliveryFilter.$inferInput | null | undefined,
): Prisma.WebhookDeliveryWhereInput {
  const { outcome, eventId } = filter ?? {};
  return { ...(outcome && { outcome: { in: outcome } }), ...(eventId != null && { eventId }) };
}

interface StoredPayload {
  payloadMode: string;
  inputKey: string | null;
}

const WebhookPayload = builder.objectRef<StoredPayload>('WebhookPayload').implement({
  description: 'How the body of a call becomes params. What stands in it is never read as a data source.',
  fields: (t) => ({
    mode: t.field({
      type: WebhookPayloadMode,
      description: 'RAW: its text. JSON: what it says.',
      resolve: ({ payloadMode }) => payloadMode as typeof WebhookPayloadMode.$inferType,
    }),
    inputKey: t.exposeString('inputKey', {
      nullable: true,
      description: 'The param that gets it; null: the members of the JSON object become params themselves.',
    }),
  }),
});

export const Webhook = builder.prismaObject('Webhook', {
  description: 'A door for calls from outside: who holds its secret starts its target.',
  select: { id: true },
  fields: (t) => ({
    id: t.exposeID('id'),
    key: t.exposeString('key', { nullable: true, description: STABLE_KEY }),
    name: t.exposeString('name'),
    url: t.string({
      description: 'What the sender POSTs to.',
      resolve: ({ id }, _args, { publicUrl }) => `${publicUrl}/hooks/${id}`,
    }),
    targetType: t.field({
      type: WebhookTargetType,
      select: { targetType: true },
      resolve: ({ targetType }) => targetType as typeof WebhookTargetType.$inferType,
    }),
    agentId: t.exposeID('agentId', { nullable: true }),
    agent: t.field({
      type: Agent,
      nullable: true,
      description: 'Null when the target is another, or has been deleted since; so are the two below.',
      select: { agentId: true },
      resolve: ({ agentId }, _args, context, info) =>
        loadById<typeof Agent.$inferType>(context, info, context.prisma.agentRegistry, agentId),
    }),
    pipelineId: t.exposeID('pipelineId', { nullable: true }),
    pipeline: t.field({
      type: Pipeline,
      nullable: true,
      select: { pipelineId: true },
      resolve: ({ pipelineId }, _args, context, info) =>
        loadById<typeof Pipeline.$inferType>(context, info, context.prisma.pipeline, pipelineId),
    }),
    scheduleId: t.exposeID('scheduleId', { nullable: true }),
    schedule: t.field({
      type: Schedule,
      nullable: true,
      select: { scheduleId: true },
      resolve: ({ scheduleId }, _args, context, info) =>
        loadById<typeof Schedule.$inferType>(context, info, context.prisma.schedule, scheduleId),
    }),
    profile: t.field({
      type: WebhookProfile,
      select: { profile: true },
      resolve: ({ profile }) => profile as typeof WebhookProfile.$inferType,
    }),
    secret: t.field({
      type: Secret,
      select: { secretHint: true },
      resolve: ({ secretHint }) => ({ set: true, hint: secretHint }),
    }),
    previousSecretValidUntil: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Until then the secret before the last rotation counts too; null: it does not.',
      select: { previousValidUntil: true },
      resolve: ({ previousValidUntil }) =>
        previousValidUntil !== null && previousValidUntil.getTime() > Date.now() ? previousValidUntil : null,
    }),
    eventIdHeader: t.exposeString('eventIdHeader', {
      nullable: true,
      description: 'The header that names the event; null: the profile’s.',
    }),
    dedupeWindow: t.expose('dedupeWindow', {
      type: 'Duration',
      nullable: true,
      description:
        'How long an event that comes again is the same; null: the profile’s, 1 day, or 3 days for GITHUB.',
    }),
    payload: t.field({
      type: WebhookPayload,
      select: { payloadMode: true, inputKey: true },
      resolve: (webhook) => webhook,
    }),
    suspended: t.exposeBoolean('suspended', { description: 'Calls are refused, and recorded.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
    createdBy: t.exposeString('createdBy'),
    createdByName: t.string({
      ...TOKEN_NAME,
      select: { createdBy: true },
      resolve: ({ createdBy }, _args, context, info) => tokenName(context, info, createdBy),
    }),
    deliveries: t.field({
      type: WebhookDeliveryConnection,
      description: 'The newest first, refused ones included.',
      args: { ...t.arg.connectionArgs(), filter: t.arg({ type: WebhookDeliveryFilter }) },
      select: (args, _context, nestedSelection) =>
        ({
          deliveries: nestedSelection(nestedPage(args, NEWEST_FIRST, deliveryWhere(args.filter)), [
            'edges',
            'node',
          ]),
        }) as { deliveries: true },
      resolve: (webhook, args, context, info) =>
        toConnection(webhook.deliveries, args, NEWEST_FIRST, () =>
          countBy(context, info, {
            delegate: context.prisma.webhookDelivery,
            column: 'webhookId',
            value: webhook.id,
            where: deliveryWhere(args.filter),
          }),
        ),
    }),
  }),
});

/** Reads a webhook with what the operation asks of it; null: there is none. */
export function findWebhook(
  context: GraphQLContext,
  info: GraphQLResolveInfo,
  where: string | { id: string } | { key: string },
) {
  const query = queryFromInfo({ context, info, typeName: 'Webhook' });
  return context.prisma.webhook.findUnique({
    ...query,
    where: typeof where === 'string' ? { id: where } : where,
  });
}

const WebhookFilter = builder.inputType('WebhookFilter', {
  fields: (t) => ({
    key: t.string(),
    search: t.string({ description: 'Part of the name, in any case; or the id.' }),
    targetType: t.field({ type: WebhookTargetType }),
    agentId: t.id(),
    pipelineId: t.id(),
    scheduleId: t.id(),
    suspended: t.boolean(),
  }),
});

function webhookWhere(filter: typeof WebhookFilter.$inferInput): Prisma.WebhookWhereInput {
  const { key, search, targetType, agentId, pipelineId, scheduleId, suspended } = filter;
  return {
    ...(key != null && { key }),
    ...(targetType != null && { targetType }),
    ...(agentId != null && { agentId }),
    ...(pipelineId != null && { pipelineId }),
    ...(scheduleId != null && { scheduleId }),
    ...(suspended != null && { suspended }),
    ...(search && { OR: [{ id: search }, { name: { contains: search, mode: 'insensitive' } }] }),
  };
}

const WebhookConnection = connectionType(Webhook);
const order = orderInput('Webhook', { CREATED_AT: { column: 'id' }, NAME: { column: 'name' } });

builder.queryFields((t) => ({
  webhook: t.field({
    type: Webhook,
    nullable: true,
    description: 'By its id or by its key.',
    args: { id: t.arg.id(), key: t.arg.string() },
    resolve: (_root, args, context, info) => findWebhook(context, info, byIdOrKey(args)),
  }),
  webhooks: t.field({
    type: WebhookConnection,
    description: 'The newest first.',
    args: {
      ...t.arg.connectionArgs(),
      filter: t.arg({ type: WebhookFilter }),
      orderBy: t.arg({ type: order.input }),
    },
    resolve: (_root, args, context, info) =>
      findConnection<typeof Webhook.$inferType>(context, info, {
        delegate: context.prisma.webhook,
        args,
        order: order.orderOf(args.orderBy, NEWEST_FIRST),
        where: webhookWhere(args.filter ?? {}),
      }),
  }),
}));
