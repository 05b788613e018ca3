import SchemaBuilder from '@pothos/core';
import PrismaPlugin from '@pothos/plugin-prisma';
import RelayPlugin from '@pothos/plugin-relay';
import ScopeAuthPlugin from '@pothos/plugin-scope-auth';
import type PrismaTypes from '../db/generated/pothos-types.js';
import { getDatamodel } from '../db/generated/pothos-types.js';
import { LIMITS } from '../domain/limits.js';
import type { Role } from '../services/access/context.js';
import type { GraphQLContext } from './context.js';
import type { Count } from './lists/keyset.js';
import LoadedColumnsPlugin from './lists/loaded-columns.js';
import { PAGE_TEXTS } from './lists/page-texts.js';
import { codedError, unauthenticated } from './types/coded-error.js';
import './types/field-tables.js';

interface SchemaTypes {
  PrismaTypes: PrismaTypes;
  Context: GraphQLContext;
  AuthScopes: Record<Role, boolean>;
  DefaultFieldNullability: false;
  Connection: { totalCount: () => Promise<Count>; searchedBack: Date | null };
  Scalars: {
    ID: { Input: string; Output: string };
    DateTime: { Input: Date; Output: Date };
    /** Values that JSON can represent. */
    JSON: { Input: unknown; Output: unknown };
    /** Milliseconds. Until a service has read it, also a text such as "1.5h". */
    Duration: { Input: number | string; Output: number | bigint };
  };
}

/** Each role includes the ones before it. */
const RANKS: Readonly<Record<Role, number>> = { viewer: 0, operator: 1, admin: 2 };

export const builder = new SchemaBuilder<SchemaTypes>({
  plugins: [ScopeAuthPlugin, LoadedColumnsPlugin, PrismaPlugin, RelayPlugin],
  defaultFieldNullability: false,
  relay: {
    cursorType: 'String',
    nodeQueryOptions: false,
    nodesQueryOptions: false,
    ...PAGE_TEXTS,
  },
  prisma: { client: ({ prisma }) => prisma, dmmf: getDatamodel(), exposeDescriptions: false },
  scopeAuth: {
    authorizeOnSubscribe: true,
    authScopes: ({ actor }) => {
      const rank = actor ? RANKS[actor.role] : -1;
      return { viewer: rank >= 0, operator: rank >= 1, admin: rank >= 2 };
    },
    unauthorizedError: (_parent, { actor }, info) =>
      actor
        ? codedError('FORBIDDEN', `The role ${actor.role.toUpperCase()} may not use ${info.fieldName}.`)
        : unauthenticated(),
  },
});

/** For helper functions that take type references. */
export type BuilderTypes =
  typeof builder extends PothosSchemaTypes.SchemaBuilder<infer Types> ? Types : never;

builder.globalConnectionField('totalCount', (t) =>
  t.int({
    description: 'Total number of items, computed only when requested. See `totalCountPrecision`.',
    resolve: async ({ totalCount }) => (await totalCount()).count,
  }),
);

const CountPrecision = builder.enumType('CountPrecision', {
  description: 'How precise a count is.',
  values: {
    EXACT: { value: 'exact', description: 'All items were counted.' },
    ESTIMATE: { value: 'estimate', description: 'An estimate from database statistics.' },
    AT_LEAST: { value: 'at_least', description: 'A lower bound: counting stopped there.' },
  } as const,
});

builder.globalConnectionField('totalCountPrecision', (t) =>
  t.field({
    type: CountPrecision,
    description: `How precise \`totalCount\` is. Lists of jobs, runs and audit entries count at most ${LIMITS.countedRows.toLocaleString('en')} items.`,
    resolve: async ({ totalCount }) => (await totalCount()).precision,
  }),
);

builder.globalConnectionField('searchedBack', (t) =>
  t.field({
    type: 'DateTime',
    nullable: true,
    description:
      'For a text search: only items created at or after this time were searched. To search further back, filter by `from` and `to` where the list has them, or by an owner such as the schedule. Null if everything was searched.',
    resolve: ({ searchedBack }) => searchedBack,
  }),
);

builder.queryType({
  authScopes: { viewer: true },
  description:
    'Reads. Fields require the role `VIEWER` unless they say otherwise. A request without a valid token fails with `UNAUTHENTICATED`, one without the required role with `FORBIDDEN`.',
});
builder.mutationType({
  authScopes: { viewer: true },
  description:
    'Changes. Each mutation returns a union of its result and typed errors. Without the required role it fails with the error code `FORBIDDEN`.',
});
builder.subscriptionType({
  authScopes: { viewer: true },
  description: `Emits changes as they happen. To miss nothing, read \`eventCursor\` together with the data, then subscribe after it. Each event
carries the cursor to resume from. A quiet subscription receives its cursor every 15 seconds (WebSocket: a ping message with payload
{id, cursor}, where id is that of the operation; Server-Sent Events: a comment line ": cursor …"). A subscription ends with an error whose
\`extensions.code\` is CURSOR_EXPIRED (read the data again), LAGGED, UNAVAILABLE or SHUTTING_DOWN (resume after \`extensions.cursor\`), or
UNAUTHENTICATED.`,
});
