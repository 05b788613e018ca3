import type { Prisma } from '../../db/generated/client.js';
import { builder } from '../builder.js';
import { conditionsOf } from '../lists/conditions.js';
import { connectionType, nestedRows, newestFirst } from '../lists/connection.js';
import { reference } from '../lists/reference.js';
import { ScheduleExecution } from '../runs/schedule-execution.js';
import { Webhook } from './webhook.js';
import { WebhookOutcome } from './webhook-enums.js';

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

builder.prismaObjectField(Webhook, 'deliveries', (t) =>
  t.field({
    type: WebhookDeliveryConnection,
    description: 'Calls of the webhook, newest first, including refused ones.',
    args: {
      ...t.arg.connectionArgs(),
      ...t.arg.fields(WebhookDeliveryFilter, { filter: 'Which calls to return. Defaults to all.' }),
    },
    ...nestedRows('deliveries', {
      delegateOf: (prisma) => prisma.webhookDelivery,
      column: 'webhookId',
      byDefault: newestFirst('WebhookDelivery'),
      where: deliveryWhere,
    }),
  }),
);
