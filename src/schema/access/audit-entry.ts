import { builder } from '../builder.js';
import { connectionType } from '../lists/connection.js';
import { listField } from '../lists/list-field.js';
import { idsFrom } from '../lists/time-ordered-id.js';
import { isEmptyFilter } from '../types/bulk.js';
import { AuditResource } from '../types/codes.js';
import { enumColumn } from '../types/enum-of.js';
import { Role } from './role.js';

const AuditOrigin = builder.enumType('AuditOrigin', {
  description: 'How an action reached Callboard.',
  values: {
    GRAPHQL: { description: 'A GraphQL mutation.', value: 'graphql' },
    ADMIN: { description: 'Signing in to or out of the admin UI.', value: 'admin' },
    WEBHOOK: { description: 'A call of a webhook.', value: 'webhook' },
    SERVER: { description: 'Callboard itself, for example at its first start.', value: 'server' },
    SQL: { description: 'A statement executed directly in the database.', value: 'sql' },
  } as const,
});

const AuditEntry = builder.prismaObject('AuditEntry', {
  description:
    'A recorded action. Entries are written in the same transaction as the change and never altered.',
  select: { id: true },
  fields: (t) => ({
    id: t.exposeID('id', { description: 'ID of the audit entry.' }),
    at: t.expose('at', { type: 'DateTime', description: 'Time of the action.' }),
    ...t.exposed('String', {
      actorId:
        'ID of the API token, person or webhook, or the database login for changes by SQL. Null for Callboard itself.',
      actorName: 'Name of the actor at the time of the action. Null if it had none.',
      address:
        'IP address of the client; behind a proxy that `CALLBOARD_TRUSTED_PROXIES` does not list, that of the proxy. Null if there was no connection.',
    }),
    actorRole: t.field({
      ...enumColumn('actorRole', Role),
      nullable: true,
      description: 'Role of the actor at the time of the action. Null if it had none.',
    }),
    action: t.exposeString('action', {
      description: 'Name of the mutation, or `insert`, `update` or `delete` for other writes.',
    }),
    resourceType: t.field({
      type: AuditResource.type,
      description: 'Type of the changed resource.',
      select: { entityType: true },
      resolve: ({ entityType }) => AuditResource.read(entityType),
    }),
    entityType: t.exposeString('entityType', {
      description: 'Type of the changed resource, as its name is stored.',
      deprecationReason: 'Use `resourceType`, which is an enum.',
    }),
    entityId: t.exposeString('entityId', { description: 'ID of the changed resource.' }),
    ...t.exposed('JSON', {
      before:
        'State before the change. Secrets read `{set, hint}`; oversized values read `{omittedBytes}`. Null if the resource did not exist.',
      after:
        'State after the change, or the result of the action. Null if the resource no longer exists or there is nothing to report.',
    }),
    ...t.exposed(AuditOrigin, { origin: 'How the action reached Callboard.' }),
  }),
});

const AuditFilter = builder.inputType('AuditFilter', {
  description: 'Selects audit entries. All given conditions must match.',
  fields: (t) => ({
    resourceType: t.field({ type: AuditResource.type, description: 'Type of the changed resource.' }),
    entityType: t.string({
      description: 'Type of the changed resource, exactly as in `AuditEntry.entityType`.',
      deprecationReason: 'Use `resourceType`, which is an enum.',
    }),
    entityId: t.id({ description: 'ID of the changed resource.' }),
    actorId: t.id({ description: 'ID of the actor.' }),
    action: t.string({ description: 'Name of the action, exactly as in `AuditEntry.action`.' }),
    origin: t.field({ type: AuditOrigin, description: 'How the action reached Callboard.' }),
    from: t.field({ type: 'DateTime', description: 'Only entries at or after this time.' }),
    to: t.field({ type: 'DateTime', description: 'Only entries before this time.' }),
  }),
});

/** The ID replaces the time of the entry, so that each combination of conditions can use an index. */
function whereOf({ from, to, resourceType, ...equal }: typeof AuditFilter.$inferInput): object {
  const given = Object.entries(equal).filter(([, value]) => value != null);
  return {
    AND: [
      Object.fromEntries(given),
      ...(resourceType ? [{ entityType: AuditResource.among([resourceType]) }] : []),
      ...(from ? [{ id: { gte: idsFrom(from) } }] : []),
      ...(to ? [{ id: { lt: idsFrom(to) } }] : []),
    ],
  };
}

builder.queryField('auditEntries', (t) =>
  listField(t, connectionType(AuditEntry), {
    description:
      'Audit entries, newest first. Workers delete old ones (see the settings). Requires the role `ADMIN`.',
    authScopes: { admin: true },
    filter: AuditFilter,
    which: 'Which entries to return. Defaults to all.',
    rows: (filter, { prisma }) => ({
      delegate: prisma.auditEntry,
      where: whereOf(filter),
      history: { table: 'AuditEntry', isWhole: isEmptyFilter(filter) },
    }),
  }),
);
