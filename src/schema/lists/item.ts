/** Queries for one row by its ID or its key. */
import type { ObjectRef } from '@pothos/core';
import { queryFromInfo } from '@pothos/plugin-prisma';
import type { GraphQLResolveInfo } from 'graphql';
import type { Reader } from '../../db/reader/create-reader.js';
import type { BuilderTypes, builder } from '../builder.js';
import type { GraphQLContext } from '../context.js';
import { byIdOrKey } from '../types/stable-key.js';

type Where = string | { id: string } | { key: string };
type Find<T, W = string> = (
  context: GraphQLContext,
  info: GraphQLResolveInfo,
  where: W,
) => PromiseLike<T | null> | T | null;
export type QueryFields = Parameters<Parameters<typeof builder.queryFields>[0]>[0];

/** Reads a row with the fields that the operation selects. Null if it does not exist. */
export function finderOf<T extends object>(
  entity: ObjectRef<BuilderTypes, T>,
  delegateOf: (prisma: Reader) => object,
) {
  return (context: GraphQLContext, info: GraphQLResolveInfo, where: Where) => {
    const { findUnique } = delegateOf(context.prisma) as { findUnique(query: object): Promise<T | null> };
    const query = queryFromInfo({ context, info, typeName: entity.name });
    return findUnique({ ...query, where: typeof where === 'string' ? { id: where } : where });
  };
}

/** @param what the entity, in words */
export function itemById<T extends object>(
  t: QueryFields,
  entity: ObjectRef<BuilderTypes, T>,
  what: string,
  find: Find<T>,
) {
  return t.field({
    type: entity,
    nullable: true,
    description: `The ${what} with this ID. Null if it does not exist.`,
    args: { id: t.arg.id({ required: true, description: `ID of the ${what}.` }) },
    resolve: (_root, { id }, context, info) => find(context, info, id) as never,
  });
}

/** As {@link itemById}, for entities that can have a key. */
export function itemByIdOrKey<T extends object>(
  t: QueryFields,
  entity: ObjectRef<BuilderTypes, T>,
  what: string,
  find: Find<T, { id: string } | { key: string }>,
) {
  return t.field({
    type: entity,
    nullable: true,
    description: `The ${what} with this ID or key. Null if it does not exist.`,
    args: {
      id: t.arg.id({ description: `ID of the ${what}. Give either this or \`key\`.` }),
      key: t.arg.string({ description: `Key of the ${what}. Give either this or \`id\`.` }),
    },
    resolve: (_root, args, context, info) => find(context, info, byIdOrKey(args)) as never,
  });
}
