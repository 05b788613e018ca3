import type { ObjectRef } from '@pothos/core';
import { queryFromInfo } from '@pothos/plugin-prisma';
import type { GraphQLResolveInfo } from 'graphql';
import { type BuilderTypes, builder } from './builder.js';
import type { GraphQLContext } from './context.js';
import { OrderDirection } from './enums.js';
import { type Order, type PageArgs, pageQuery, toConnection } from './keyset.js';

type Row = Record<string, unknown> & { id: string };

/** What is used of a Prisma model here, whichever it is. */
interface Delegate {
  findMany(query: object): Promise<object[]>;
  count(query: object): Promise<number>;
}

/** The Relay connection type `<Entity>Connection` of an entity. */
export function connectionType<T extends object>(entity: ObjectRef<BuilderTypes, T>) {
  const { name } = entity;
  return builder.connectionObject({ type: entity, name: `${name}Connection` }, { name: `${name}Edge` });
}

type OrderColumn = Omit<Order, 'direction'>;

/** What a list may be sorted by, as the argument type `<Entity>Order`; `columns` maps the API's names to columns. */
export function orderInput(entity: string, columns: Readonly<Record<string, OrderColumn>>) {
  const field = builder.enumType(`${entity}OrderField`, { values: Object.keys(columns) });
  const input = builder.inputType(`${entity}Order`, {
    fields: (t) => ({
      field: t.field({ type: field, required: true }),
      direction: t.field({ type: OrderDirection, required: true, defaultValue: 'asc' }),
    }),
  });
  return {
    input,
    orderOf(given: typeof input.$inferInput | null | undefined, byDefault: Order): Order {
      const column = given && columns[given.field];
      return column ? { ...column, direction: given.direction } : byDefault;
    },
  };
}

/** Ids ascend with time. */
export const NEWEST_FIRST: Order = { column: 'id', direction: 'desc' };
export const OLDEST_FIRST: Order = { column: 'id', direction: 'asc' };

/** A page of a model's rows, in one statement that reads only the columns and relations asked for. */
export async function findConnection<R extends object>(
  context: GraphQLContext,
  info: GraphQLResolveInfo,
  list: { delegate: object; args: PageArgs; order: Order; where: object },
) {
  const { args, order, where } = list;
  const delegate = list.delegate as Delegate;
  const page = pageQuery(args, order);
  const query = queryFromInfo({
    context,
    info,
    path: ['edges', 'node'],
    select: { id: true, [order.column]: true },
  });
  const rows = await delegate.findMany({
    ...query,
    where: { AND: [where, page.where] },
    orderBy: page.orderBy,
    take: page.take,
  });
  return toConnection(rows as (R & Row)[], args, order, () => delegate.count({ where }));
}

/** A page of the rows that belong to another one, as part of its query. */
export function nestedPage(args: PageArgs, order: Order, where: object) {
  const page = pageQuery(args, order);
  return {
    select: { id: true, [order.column]: true },
    where: { AND: [where, page.where] },
    orderBy: page.orderBy,
    take: page.take,
  } as never;
}
