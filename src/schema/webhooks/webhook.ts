import { Secret } from '../access/secret.js';
import { CREATOR_NAME } from '../access/token-name.js';
import { Agent } from '../agents/agent.js';
import { builder } from '../builder.js';
import { finderOf } from '../lists/item.js';
import { databaseTime, reference } from '../lists/reference.js';
import { Pipeline } from '../pipelines/pipeline.js';
import { Schedule } from '../schedules/schedule.js';
import { Node } from '../types/node.js';
import { MANAGED_BY, STABLE_KEY } from '../types/stable-key.js';
import { WebhookPayloadMode, WebhookProfile, WebhookTargetType } from './webhook-enums.js';

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
  }),
});

/** Reads a webhook with the fields that the operation selects. Null if it does not exist. */
export const findWebhook = finderOf(Webhook, (prisma) => prisma.webhook);
