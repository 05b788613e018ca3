import type { GraphQLResolveInfo } from 'graphql';
import { builder } from '../builder.js';
import type { GraphQLContext } from '../context.js';
import { connectionType, findConnection, NEWEST_FIRST } from '../lists/connection.js';
import { idsFrom } from '../lists/time-ordered-id.js';
import { Role } from '../types/enums.js';

const AuditOrigin = builder.enumType('AuditOrigin', {
  description:
    'By which way. ADMIN: signing in and out in a browser; SERVER: Callboard itself, e.g. when it was first started; SQL: a statement in the database.',
  values: {
    GRAPHQL: { value: 'graphql' },
    ADMIN: { value: 'admin' },
    WEBHOOK: { value: 'webhook' },
    SERVER: { value: 'server' },
    SQL: { value: 'sql' },
  } as const,
});

const AuditEntry = builder.prismaObject('AuditEntry', {
  description: 'Who did what. Written together with the change itself, and never changed.',
  select: { id: true },
  fields: (t) => ({
    id: t.exposeID('id'),
    at: t.expose('at', { type: 'DateTime' }),
    actorId: t.exposeString('actorId', {
      nullable: true,
      description:
        'Id of the API token or webhook, or the login of who wrote by SQL; null: Callboard itself.',
    }),
    actorName: t.exposeString('actorName', { nullable: true, description: 'As it was.' }),
    actorRole: t.field({
      type: Role,
      nullable: true,
      select: { actorRole: true },
      resolve: ({ actorRole }) => actorRole as typeof Role.$inferType | null,
    }),
    action: t.exposeString('action', {
      description: 'The name of the mutation; of other writes insert, update or delete.',
    }),
    entityType: t.exposeString('entityType', {
      description:
        'Agent, AgentConfig (a setting, by its key), AgentLogin, AgentVersionDeployment (by its agent), ApiToken, Backfill, Endpoint, JobExecution (by its jobId), NotificationChannel, Pipeline, Schedule, ScheduleExecution, Webhook or Worker.',
    }),
    entityId: t.exposeString('entityId'),
    before: t.expose('before', {
      type: 'JSON',
      nullable: true,
      description:
        'What was changed, as it was; null: there was nothing. Secrets are {set, hint}, what is too large is {omittedBytes}.',
    }),
    after: t.expose('after', {
      type: 'JSON',
      nullable: true,
      description: 'As it is since, or what came of it; null: there is nothing any more, or nothing to tell.',
    }),
    origin: t.field({
      type: AuditOrigin,
      select: { origin: true },
      resolve: ({ origin }) => origin as typeof AuditOrigin.$inferType,
    }),
    address: t.exposeString('address', {
      nullable: true,
      description: 'IP address of the connection; behind a proxy, the proxy’s.',
    }),
  }),
});

const AuditFilter = builder.inputType('AuditFilter', {
  description: 'All that are given must hold.',
  fields: (t) => ({
    entityType: t.string(),
    entityId: t.id(),
    actorId: t.id(),
    action: t.string(),
    origin: t.field({ type: AuditOrigin }),
    from: t.field({ type: 'DateTime', description: 'At this instant or later.' }),
    to: t.field({ type: 'DateTime', description: 'Before this instant.' }),
  }),
});

/** Ids tell when: each combination goes along an index. */
function whereOf({ from, to, ...equal }: typeof AuditFilter.$inferInput): object {
  const given = Object.entries(equal).filter(([, value]) => value != null);
  return {
    AND: [
      Object.fromEntries(given),
      ...(from ? [{ id: { gte: idsFrom(from) } }] : []),
      ...(to ? [{ id: { lt: idsFrom(to) } }] : []),
    ],
  };
}

const AuditEntryConnection = connectionType(AuditEntry);

builder.queryField('auditEntries', (t) =>
  t.field({
    type: AuditEntryConnection,
    description: 'Who did what, the newest first. Kept for scheduler.auditMaxAge.',
    authScopes: { admin: true },
    args: { ...t.arg.connectionArgs(), filter: t.arg({ type: AuditFilter }) },
    resolve: (_root, args, context: GraphQLContext, info: GraphQLResolveInfo) =>
      findConnection<typeof AuditEntry.$inferType>(context, info, {
        delegate: context.prisma.auditEntry,
        args,
        order: NEWEST_FIRST,
        where: whereOf(args.filter ?? {}),
        history: {
          table: 'AuditEntry',
          isWhole: Object.values(args.filter ?? {}).every((value) => value == null),
        },
      }),
  }),
);
