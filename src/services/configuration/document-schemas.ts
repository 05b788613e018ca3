/** The form of documents: what the API accepts for an object, with keys in place of IDs. */
import { z } from 'zod';
import type { ConfigurationKind } from '../../domain/configuration/kinds.js';
import { CHANNEL_TYPES } from '../../domain/notification/channel.js';
import { agentIdInput, registerAgentInput } from '../agents/agent-input.js';
import { channelName, channelSettings } from '../notifications/notification-channel-input.js';
import { createPipelineInput } from '../pipelines/pipeline-input.js';
import { createScheduleInput } from '../schedules/schedule-input.js';
import { stableKey } from '../system/stable-key.js';
import { createWebhookInput } from '../webhooks/webhook-input.js';

const kindOf = <const K extends ConfigurationKind>(kind: K) =>
  z.literal(kind).meta({ description: 'Kind of the object.' });
const key = stableKey.meta({ description: 'Stable name of the object, unique among objects of its kind.' });
const referenceTo = (what: string) =>
  stableKey
    .nullish()
    .transform((name) => name ?? null)
    .meta({ description: `Key of the ${what}.` });
/** If left out, it stays as it is, or has its default when the object is created. */
const enabled = z.boolean('must be true or false').nullish();
const instant = z.iso
  .datetime({ offset: true, error: 'must be a date and time such as 2030-01-01T08:00:00Z' })
  .nullish()
  .transform((text) => (text == null ? null : new Date(text).toISOString()));

const { id: _id, ...agentShape } = registerAgentInput.shape;
const agent = z.strictObject({
  kind: kindOf('Agent'),
  key: agentIdInput.meta({ description: 'ID of the agent.' }),
  ...agentShape,
  endpoint: agentShape.endpoint.transform(shortEndpoint),
  version: agentShape.version.nullish(),
  enabled,
});

const pipeline = z.strictObject({
  kind: kindOf('Pipeline'),
  ...createPipelineInput.shape,
  key,
  enabled,
});

const {
  targetType: _type,
  pipelineId: _pipeline,
  templateId: _template,
  ...scheduleShape
} = createScheduleInput.shape;
const schedule = z.strictObject({
  kind: kindOf('Schedule'),
  ...scheduleShape,
  key,
  startAt: instant,
  endAt: instant,
  enabled,
  agentId: scheduleShape.agentId.meta({ description: 'ID of the agent that it runs.' }),
  pipelineKey: referenceTo('pipeline that it runs'),
  templateKey: referenceTo('template that it runs with its own timing'),
});

const {
  targetType: _target,
  pipelineId: _run,
  scheduleId: _schedule,
  ...webhookShape
} = createWebhookInput.shape;
const webhook = z.strictObject({
  kind: kindOf('Webhook'),
  ...webhookShape,
  key,
  agentId: webhookShape.agentId.meta({ description: 'ID of the agent that it runs.' }),
  pipelineKey: referenceTo('pipeline that it runs'),
  scheduleKey: referenceTo('schedule that it runs'),
});

const channel = z.strictObject({
  kind: kindOf('NotificationChannel'),
  key: channelName.meta({ description: 'Name of the channel.' }),
  ...channelSettings,
});

/** An endpoint without the fields that have their default. */
function shortEndpoint({ method, authentication, headers, ...rest }: z.output<typeof agentShape.endpoint>) {
  const { type, ...others } = authentication ?? { type: 'none' };
  const isNone = type === 'none' && Object.values(others).every((value) => value == null);
  return {
    ...rest,
    method: method === 'POST' ? null : method,
    authentication: isNone ? null : authentication,
    headers: Object.keys(headers ?? {}).length > 0 ? headers : null,
  };
}

function exactlyOne<T extends z.ZodType<object>>(schema: T, fields: readonly string[], what: string): T {
  return schema.superRefine((document, context) => {
    const given = fields.filter((field) => Reflect.get(document, field) != null);
    if (given.length === 1) return;
    const message =
      given.length === 0
        ? `names no ${what}: give ${fields.slice(0, -1).join(', ')} or ${fields.at(-1)}`
        : `names more than one ${what}: give only one of ${fields.join(', ')}`;
    context.addIssue({ code: 'custom', path: given.slice(-1), message });
  });
}

export const DOCUMENT_SCHEMAS = {
  NotificationChannel: exactlyOne(channel, CHANNEL_TYPES, 'type of channel'),
  Agent: agent,
  Pipeline: pipeline,
  Schedule: exactlyOne(schedule, ['agentId', 'pipelineKey', 'templateKey'], 'target'),
  Webhook: exactlyOne(webhook, ['agentId', 'pipelineKey', 'scheduleKey'], 'target'),
};
