import type { Prisma } from '../../db/generated/client.js';
import { databaseNow } from '../../db/system/database-now.js';
import { readScope } from '../../domain/access/scope.js';
import type { Pool } from '../../runtime/database/pool.js';
import { type CreatedToken, createApiToken } from '../../services/access/create-api-token.js';
import { revokeApiToken } from '../../services/access/revoke-api-token.js';
import { CREATOR_NAME } from '../access/token-name.js';
import { builder } from '../builder.js';
import { containing } from '../lists/conditions.js';
import { connectionType } from '../lists/connection.js';
import { finderOf } from '../lists/item.js';
import { listField } from '../lists/list-field.js';
import { referenceIn } from '../lists/reference.js';
import { secretCreationKey } from '../types/idempotency-key.js';
import { mutationOf } from '../types/mutation.js';
import { Role } from './role.js';
import { TokenScope, TokenScopeInput } from './token-scope.js';

/** A scope that cannot be read allows nothing. */
const NOTHING = { agentIds: [], scheduleLabels: [] };

const ApiToken = builder.prismaObject('ApiToken', {
  description: 'An API token. The token itself is shown only once, when it is created.',
  select: { id: true },
  fields: (t) => ({
    id: t.exposeID('id', { description: 'ID of the API token.' }),
    name: t.exposeString('name', { description: 'Display name.' }),
    ...t.exposed(Role, { role: 'Role that requests with this token have.' }),
    scope: t.field({
      type: TokenScope,
      nullable: true,
      description: 'What the token is limited to. Null if it is not limited.',
      select: { scope: true },
      resolve: ({ scope }) => (scope === null ? null : (readScope(scope) ?? NOTHING)),
    }),
    hint: t.exposeString('hint', { description: 'Last characters of the token.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time the token was created.' }),
    ...t.exposed('String', {
      createdBy: 'ID of the API token or person that created this one. Null for the first admin token.',
    }),
    createdByName: t.string(CREATOR_NAME),
    ...t.exposed('DateTime', {
      lastUsedAt: 'Time the token was last used, to the minute. Null if it was never used.',
      expiresAt: 'Time the token expires. Null if it does not expire.',
      revokedAt: 'Time the token was revoked. Null if it is not revoked.',
    }),
  }),
});

const CreatedApiToken = builder.objectRef<CreatedToken>('CreatedApiToken').implement({
  description: 'A new API token, with the token itself.',
  fields: (t) => ({
    token: t.exposeString('token', { description: 'The token itself. It cannot be read again.' }),
    apiToken: t.field({
      ...referenceIn('id', ApiToken, (prisma) => prisma.apiToken),
      description: 'The stored API token. Null if it has already been deleted.',
    }),
  }),
});

const CreateApiTokenInput = builder.inputType('CreateApiTokenInput', {
  description: 'A new API token.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'Display name, 1 to 100 characters.' }),
    role: t.field({ type: Role, required: true, description: 'Role that requests with this token have.' }),
    expiresAt: t.field({ type: 'DateTime', description: 'Time the token expires. Defaults to never.' }),
    ...t.fields(TokenScopeInput, {
      scope:
        'Limits the token to some agents and schedules. The role is then `VIEWER` or `OPERATOR`. Defaults to no limit.',
    }),
  }),
});

const findApiToken = finderOf(ApiToken, (prisma) => prisma.apiToken);

const ApiTokenFilter = builder.inputType('ApiTokenFilter', {
  description: 'Selects API tokens. All given conditions must match.',
  fields: (t) => ({
    search: t.string({ description: 'Text contained in the name, ignoring case; or a full ID.' }),
    role: t.field({ type: [Role], description: 'Only tokens with one of these roles.' }),
    inForce: t.boolean({
      description: 'True for tokens that are neither revoked nor expired; false for the others.',
    }),
  }),
});

async function tokenWhere(
  { search, role, inForce }: typeof ApiTokenFilter.$inferInput,
  pool: Pool,
): Promise<Prisma.ApiTokenWhereInput> {
  const now = inForce == null ? undefined : await databaseNow(pool);
  return {
    ...(role && { role: { in: role } }),
    AND: [
      now && inForce ? { revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] } : {},
      now && !inForce ? { OR: [{ revokedAt: { not: null } }, { expiresAt: { lte: now } }] } : {},
      search ? { OR: [{ id: search }, { name: containing(search) }] } : {},
    ],
  };
}

builder.queryField('apiTokens', (t) =>
  listField(t, connectionType(ApiToken), {
    description: 'API tokens, newest first, including revoked ones. Requires the role `ADMIN`.',
    authScopes: { admin: true },
    filter: ApiTokenFilter,
    which: 'Which tokens to return. Defaults to all.',
    rows: async (filter, { prisma, services }) => ({
      delegate: prisma.apiToken,
      where: await tokenWhere(filter, services.pool),
    }),
  }),
);

const tokenMutation = mutationOf(ApiToken, ({ id }: { id: string }, context, info) => {
  context.sessions.recheck();
  return findApiToken(context, info, id);
});

builder.mutationFields((t) => ({
  createApiToken: mutationOf(CreatedApiToken)(t, {
    by: 'admin',
    description: 'Creates an API token.',
    args: {
      input: t.arg({ type: CreateApiTokenInput, required: true, description: 'The API token.' }),
      idempotencyKey: t.arg(secretCreationKey),
    },
    run: (deps, actor, { input, ...once }) => createApiToken(deps, actor, input, once),
  }),
  revokeApiToken: tokenMutation(t, {
    by: 'admin',
    description: 'Revokes an API token. Subscriptions that use it end.',
    args: { id: t.arg.id({ required: true, description: 'ID of the API token.' }) },
    run: revokeApiToken,
  }),
}));
