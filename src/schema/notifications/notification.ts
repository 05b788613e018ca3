/** Notifications and their deliveries. */

import type { Prisma } from '../../db/generated/client.js';
import { Agent } from '../agents/agent.js';
import { builder } from '../builder.js';
import { conditionsOf } from '../lists/conditions.js';
import { connectionType } from '../lists/connection.js';
import { finderOf, itemById } from '../lists/item.js';
import { listField } from '../lists/list-field.js';
import { reference } from '../lists/reference.js';
import { createdWithin } from '../lists/time-ordered-id.js';
import { Schedule } from '../schedules/schedule.js';
import { Node } from '../types/node.js';
import {
  NotificationDeliveryStatus,
  NotificationKind,
  NotificationStatus,
  NotificationSubjectType,
} from './notification-enums.js';

export const NotificationDelivery = builder.prismaObject('NotificationDelivery', {
  description:
    'Delivery of a notification through one channel. A message can arrive twice if a worker crashes right after sending it.',
  select: { id: true },
  fields: (t) => ({
    id: t.exposeID('id', { description: 'ID of the delivery.' }),
    channel: t.exposeString('channel', { description: 'Name of the channel.' }),
    ...t.exposed(NotificationDeliveryStatus, { status: 'State of the delivery.' }),
    attempts: t.exposeInt('attempts', { description: 'How often sending was attempted.' }),
    ...t.exposed('String', {
      error: 'Error of the last attempt, or why the delivery was skipped. Null if there was none.',
    }),
    ...t.exposed('DateTime!', { at: 'Time of the last attempt, or when the delivery was skipped.' }),
    ...t.exposed('DateTime', { nextAttemptAt: 'Time of the next attempt. Null if none is planned.' }),
  }),
});

export const Notification = builder.prismaObject('Notification', {
  description:
    'A message to people. Signals of one kind about the same subject are grouped: the first is sent immediately, and those of the next five minutes follow together.',
  interfaces: [Node],
  select: { id: true },
  fields: (t) => ({
    id: t.exposeID('id', { description: 'ID of the notification.' }),
    ...t.exposed(NotificationKind, { kind: 'What happened.' }),
    ...t.exposed(NotificationSubjectType, { subjectType: 'What kind of thing the notification is about.' }),
    subjectId: t.exposeID('subjectId', {
      description:
        'ID of the first subject in the group. For `JOB`, the ID of an attempt, as in `jobExecution(id)`.',
    }),
    ...t.exposed('ID', {
      scheduleId: 'ID of the affected schedule. Null if there is none.',
      pipelineId: 'ID of the affected pipeline. Null if there is none.',
      agentId: 'ID of the affected agent. Null unless all signals in the group are about one agent.',
      followsId:
        'ID of the preceding notification of the same kind and subject, if this one had to wait for its window. Null otherwise.',
    }),
    schedule: t.field({
      ...reference('scheduleId', Schedule, (prisma) => prisma.schedule),
      description: 'The affected schedule. Null if there is none or it has been deleted.',
    }),
    agent: t.field({
      ...reference('agentId', Agent, (prisma) => prisma.agentRegistry),
      description: 'The affected agent. Null if there is none or it has been deleted.',
    }),
    title: t.exposeString('title', { description: 'Subject line.' }),
    message: t.exposeString('message', { description: 'The first error or reason. Can be empty.' }),
    count: t.exposeInt('count', {
      description: 'Number of signals in the group. Increases while the status is `OPEN`.',
    }),
    ...t.exposed('DateTime!', {
      firstAt: 'Time of the first signal.',
      lastAt: 'Time of the last signal.',
      dueAt: 'Time the notification is sent.',
      windowEndsAt: 'Until this time, further signals of the same kind and subject are held back.',
      createdAt: 'Time the notification was created.',
    }),
    ...t.exposed(NotificationStatus, { status: 'State of the notification.' }),
    deliveries: t.relation('deliveries', {
      description: 'Deliveries, one per channel, by channel name.',
      query: { orderBy: { channel: 'asc' } },
    }),
  }),
});

const NotificationFilter = builder.inputType('NotificationFilter', {
  description: 'Selects notifications. All given conditions must match.',
  fields: (t) => ({
    kind: t.field({ type: [NotificationKind], description: 'Only notifications of one of these kinds.' }),
    ...t.fields([NotificationStatus], { status: 'Only notifications in one of these states.' }),
    scheduleId: t.id({ description: 'Only notifications about this schedule.' }),
    agentId: t.id({ description: 'Only notifications about this agent.' }),
    from: t.field({ type: 'DateTime', description: 'Only notifications created at or after this time.' }),
    to: t.field({ type: 'DateTime', description: 'Only notifications created before this time.' }),
  }),
});

function notificationWhere(filter: typeof NotificationFilter.$inferInput): Prisma.NotificationWhereInput {
  return {
    ...conditionsOf(filter, ['kind', 'status', 'scheduleId', 'agentId']),
    ...createdWithin(filter.from, filter.to),
  };
}

export const findNotification = finderOf(Notification, (prisma) => prisma.notification);

builder.queryField('notification', (t) => itemById(t, Notification, 'notification', findNotification));

builder.queryField('notifications', (t) =>
  listField(t, connectionType(Notification), {
    description: 'Notifications, newest first.',
    filter: NotificationFilter,
    which: 'Which notifications to return. Defaults to all.',
    rows: (filter, { prisma }) => ({ delegate: prisma.notification, where: notificationWhere(filter) }),
  }),
);
