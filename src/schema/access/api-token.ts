import { queryFromInfo } from '@pothos/plugin-prisma';
import type { GraphQLResolveInfo } from 'graphql';
import type { Prisma } from '../../db/generated/client.js';
import { databaseNow } from '../../db/system/database-now.js';
import { type CreatedToken, createApiToken } from '../../services/access/create-api-token.js';
import { revokeApiToken } from '../../services/access/revoke-api-token.js';
import { builder } from '../builder.js';
import { actorOf, type GraphQLContext } from '../context.js';
import { connectionType, findConnection, NEWEST_FIRST } from '../lists/connection.js';
import { loadById } from '../lists/reference.js';
import { Role } from '../types/enums.js';
import { answer, resultUnion } from '../types/errors.js';
import { secretCreationKey } from '../types/idempotency-key.js';
import { TOKEN_NAME, tokenName } from './token-name.js';

const ApiToken = builder.prismaObject('ApiToken', {
  description: 'A credential of this API; the token itself is told once, when it is made.',
  select: { id: true },
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    role: t.field({
      type: Role,
      select: { role: true },
      resolve: ({ role }) => role as typeof Role.$inferType,
    }),
    hint: t.exposeString('hint', { description: 'Its last characters.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    createdBy: t.exposeString('createdBy', { nullable: true }),
    createdByName: t.string({
      ...TOKEN_NAME,
      select: { createdBy: true },
      resolve: ({ createdBy }, _args, context, info) => tokenName(context, info, createdBy),
    }),
    lastUsedAt: t.expose('lastUsedAt', { type: 'DateTime', nullable: true, description: 'To the minute.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', nullable: true }),
    revokedAt: t.expose('revokedAt', { type: 'DateTime', nullable: true }),
  }),
});

const CreatedApiToken = builder.objectRef<CreatedToken>('CreatedApiToken').implement({
  fields: (t) => ({
    token: t.exposeString('token', { description: 'The token itself. It cannot be read again.' }),
    apiToken: t.field({
      type: ApiToken,
      nullable: true,
      resolve: ({ id }, _args, context, info) =>
        loadById<typeof ApiToken.$inferType>(context, info, context.prisma.apiToken, id),
    }),
  }),
});

const CreateApiTokenInput = builder.inputType('CreateApiTokenInput', {
  fields: (t) => ({
    name: t.string({ required: true }),
    role: t.field({ type: Role, required: true }),
    expiresAt: t.field({ type: 'DateTime', description: 'Default: never.' }),
  }),
});

function findApiToken(context: GraphQLContext, info: GraphQLResolveInfo, id: string) {
  const { select } = queryFromInfo({ context, info, typeName: 'ApiToken', select: { id: true } });
  return context.prisma.apiToken.findUnique({ select, where: { id } });
}

const ApiTokenFilter = builder.inputType('ApiTokenFilter', {
  description: 'All that are given must hold.',
  fields: (t) => ({
    search: t.string({ description: 'Part of the name, in any case; or the id.' }),
    role: t.field({ type: [Role], description: 'One of these.' }),
    inForce: t.boolean({ description: 'Neither revoked nor expired; false: one of both.' }),
  }),
});

function tokenWhere(
  { search, role, inForce }: typeof ApiTokenFilter.$inferInput,
  now: Date,
): Prisma.ApiTokenWhereInput {
  return {
    ...(role && { role: { in: role } }),
    AND: [
      inForce === true ? { revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] } : {},
      inForce === false ? { OR: [{ revokedAt: { not: null } }, { expiresAt: { lte: now } }] } : {},
      search ? { OR: [{ id: search }, { name: { contains: search, mode: 'insensitive' } }] } : {},
    ],
  };
}

const ApiTokenConnection = connectionType(ApiToken);

builder.queryField('apiTokens', (t) =>
  t.field({
    type: ApiTokenConnection,
    description: 'The newest first, revoked ones included.',
    authScopes: { admin: true },
    args: { ...t.arg.connectionArgs(), filter: t.arg({ type: ApiTokenFilter }) },
    resolve: async (_root, args, context, info) =>
      findConnection<typeof ApiToken.$inferType>(context, info, {
        delegate: context.prisma.apiToken,
        args,
        order: NEWEST_FIRST,
        where: args.filter ? tokenWhere(args.filter, await databaseNow(context.services.pool)) : {},
      }),
  }),
);

builder.mutationFields((t) => ({
  createApiToken: t.field({
    type: resultUnion('CreateApiToken', CreatedApiToken),
    authScopes: { admin: true },
    args: {
      input: t.arg({ type: CreateApiTokenInput, required: true }),
      idempotencyKey: t.arg(secretCreationKey),
    },
    resolve: (_root, { input, ...once }, context) =>
      answer(createApiToken(context.services, actorOf(context), input, once), (created) => created),
  }),
  revokeApiToken: t.field({
    type: resultUnion('RevokeApiToken', ApiToken),
    description: 'From now on nobody is let in with it; subscriptions that came with it end.',
    authScopes: { admin: true },
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, context, info) =>
      answer(revokeApiToken(context.services, actorOf(context), { id }), () => {
        context.sessions.recheck();
        return findApiToken(context, info, id);
      }),
  }),
}));
