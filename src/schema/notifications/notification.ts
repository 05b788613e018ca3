/** What people were told, by which channel, and how that went. */
import { queryFromInfo } from '@pothos/plugin-prisma';
import type { Prisma } from '../../db/generated/client.js';
import { Agent } from '../agents/agent.js';
import { builder } from '../builder.js';
import { connectionType, findConnection, NEWEST_FIRST } from '../lists/connection.js';
import { loadById } from '../lists/reference.js';
import { idsFrom } from '../lists/time-ordered-id.js';
import { Schedule } from '../schedules/schedule.js';
import {
  NotificationDeliveryStatus,
  NotificationKind,
  NotificationStatus,
  NotificationSubjectType,
} from '../types/enums.js';

export const NotificationDelivery = builder.prismaObject('NotificationDelivery', {
  description:
    'A notification on its way by one channel. It may arrive twice when a worker dies just after it sent it.',
  select: { id: true },
  fields: (t) => ({
    id: t.exposeID('id'),
    channel: t.exposeString('channel'),
    status: t.field({
      type: NotificationDeliveryStatus,
      select: { status: true },
      resolve: ({ status }) => status as typeof NotificationDeliveryStatus.$inferType,
    }),
    attempts: t.exposeInt('attempts'),
    error: t.exposeString('error', {
      nullable: true,
      description: 'Why it failed, the last time it was tried.',
    }),
    at: t.expose('at', { type: 'DateTime', description: 'When it was last tried, or skipped.' }),
    nextAttemptAt: t.expose('nextAttemptAt', { type: 'DateTime', nullable: true }),
  }),
});

const Notification = builder.prismaObject('Notification', {
  description:
    'What people are told of one kind and place: the first at once, what follows within five minutes together at their end.',
  select: { id: true },
  fields: (t) => ({
    id: t.exposeID('id'),
    kind: t.field({
      type: NotificationKind,
      select: { kind: true },
      resolve: ({ kind }) => kind as typeof NotificationKind.$inferType,
    }),
    subjectType: t.field({
      type: NotificationSubjectType,
      select: { subjectType: true },
      resolve: ({ subjectType }) => subjectType as typeof NotificationSubjectType.$inferType,
    }),
    subjectId: t.exposeID('subjectId', {
      description: 'The first of what it tells of; of a JOB the attempt, as in jobExecution(id).',
    }),
    scheduleId: t.exposeID('scheduleId', { nullable: true }),
    schedule: t.field({
      type: Schedule,
      nullable: true,
      select: { scheduleId: true },
      resolve: ({ scheduleId }, _args, context, info) =>
        loadById<typeof Schedule.$inferType>(context, info, context.prisma.schedule, scheduleId),
    }),
    pipelineId: t.exposeID('pipelineId', { nullable: true }),
    agentId: t.exposeID('agentId', {
      nullable: true,
      description: 'Where it is one agent that all of it is about.',
    }),
    agent: t.field({
      type: Agent,
      nullable: true,
      select: { agentId: true },
      resolve: ({ agentId }, _args, context, info) =>
        loadById<typeof Agent.$inferType>(context, info, context.prisma.agentRegistry, agentId),
    }),
    title: t.exposeString('title'),
    message: t.exposeString('message', { description: 'The first error, or the reason; may be empty.' }),
    count: t.exposeInt('count', { description: 'How many times; grows while the status is OPEN.' }),
    followsId: t.exposeID('followsId', {
      nullable: true,
      description: 'The notification just before it, whose window it had to wait for.',
    }),
    firstAt: t.expose('firstAt', { type: 'DateTime' }),
    lastAt: t.expose('lastAt', { type: 'DateTime' }),
    dueAt: t.expose('dueAt', { type: 'DateTime', description: 'When it is told.' }),
    windowEndsAt: t.expose('windowEndsAt', {
      type: 'DateTime',
      description: 'Until then nothing more of its kind and place is told.',
    }),
    status: t.field({
      type: NotificationStatus,
      select: { status: true },
      resolve: ({ status }) => status as typeof NotificationStatus.$inferType,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    deliveries: t.relation('deliveries', { query: { orderBy: { channel: 'asc' } } }),
  }),
});

const NotificationFilter = builder.inputType('NotificationFilter', {
  description: 'All that are given must hold.',
  fields: (t) => ({
    kind: t.field({ type: [NotificationKind], description: 'One of these.' }),
    status: t.field({ type: [NotificationStatus], description: 'One of these.' }),
    scheduleId: t.id(),
    agentId: t.id(),
    from: t.field({ type: 'DateTime', description: 'Created at this instant or later.' }),
    to: t.field({ type: 'DateTime', description: 'Created before this instant.' }),
  }),
});

function notificationWhere({
  kind,
  status,
  scheduleId,
  agentId,
  from,
  to,
}: typeof NotificationFilter.$inferInput): Prisma.NotificationWhereInput {
  return {
    ...(kind && { kind: { in: kind } }),
    ...(status && { status: { in: status } }),
    ...(scheduleId != null && { scheduleId }),
    ...(agentId != null && { agentId }),
    ...((from || to) && { id: { ...(from && { gte: idsFrom(from) }), ...(to && { lt: idsFrom(to) }) } }),
  };
}

builder.queryField('notification', (t) =>
  t.field({
    type: Notification,
    nullable: true,
    args: { id: t.arg.id({ required: true }) },
    resolve(_root, { id }, context, info) {
      const query = queryFromInfo({ context, info, typeName: 'Notification' });
      return context.prisma.notification.findUnique({ ...query, where: { id } });
    },
  }),
);

builder.queryField('notifications', (t) =>
  t.field({
    type: connectionType(Notification),
    description: 'The newest first.',
    args: { ...t.arg.connectionArgs(), filter: t.arg({ type: NotificationFilter }) },
    resolve: (_root, args, context, info) =>
      findConnection<typeof Notification.$inferType>(context, info, {
        delegate: context.prisma.notification,
        args,
        order: NEWEST_FIRST,
        where: notificationWhere(args.filter ?? {}),
      }),
  }),
);
