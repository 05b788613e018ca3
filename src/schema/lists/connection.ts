import type { ObjectRef } from '@pothos/core';
import { queryFromInfo } from '@pothos/plugin-prisma';
import type { GraphQLResolveInfo } from 'graphql';
import type { Reader } from '../../db/reader/create-reader.js';
import { estimateRows } from '../../db/system/measure/estimate-rows.js';
import type { Scope } from '../../domain/access/scope.js';
import { LIMITS } from '../../domain/limits.js';
import { beyondScope, isScoped } from '../access/scope-allowance.js';
import { type BuilderTypes, builder } from '../builder.js';
import type { GraphQLContext } from '../context.js';
import { enumOf } from '../types/enum-of.js';
import { type Count, type Order, type PageArgs, pageParts, pageQuery, toConnection } from './keyset.js';
import { countBy } from './reference.js';
import { instantOf } from './time-ordered-id.js';

const OrderDirection = enumOf('OrderDirection', 'Sort direction.', {
  asc: 'Ascending.',
  desc: 'Descending.',
});

type Row = Record<string, unknown> & { id: string };

/** The part of a Prisma model that is used here. */
interface Delegate {
  findMany(query: object): Promise<object[]>;
  count(query: object): Promise<number>;
}

/** The Relay connection type `<Entity>Connection` of an entity. */
export function connectionType<T extends object>(entity: ObjectRef<BuilderTypes, T>) {
  const { name } = entity;
  return builder.connectionObject(
    { type: entity, name: `${name}Connection`, description: `A page of ${name} items.` },
    { name: `${name}Edge`, description: `One ${name} of a page, with its cursor.` },
  );
}

/** The entity of a connection type. */
export function entityOf({ name }: ReturnType<typeof connectionType>): string {
  return name.slice(0, -'Connection'.length);
}

type OrderColumn = Omit<Order, 'of' | 'direction'> & { description: string };

/** The argument type `<Entity>Order` of a list. `columns` maps the names in the API to columns. */
export function orderInput(entity: string, columns: Readonly<Record<string, OrderColumn>>) {
  const field = builder.enumType(`${entity}OrderField`, {
    description: 'What to sort by.',
    values: Object.fromEntries(
      Object.entries(columns).map(([name, { description }]) => [name, { value: name, description }]),
    ),
  });
  const input = builder.inputType(`${entity}Order`, {
    description: 'A sort order.',
    fields: (t) => ({
      field: t.field({ type: field, required: true, description: 'What to sort by.' }),
      direction: t.field({
        type: OrderDirection,
        required: true,
        defaultValue: 'asc',
        description: 'Ascending or descending.',
      }),
    }),
  });
  return {
    input,
    orderOf(given: typeof input.$inferInput | null | undefined, byDefault: Order): Order {
      const column = given && columns[given.field];
      return column ? { ...column, of: entity, direction: given.direction } : byDefault;
    },
  };
}

/** IDs ascend with time. */
export const newestFirst = (of: string): Order => ({ of, column: 'id', direction: 'desc' });
export const oldestFirst = (of: string): Order => ({ of, column: 'id', direction: 'asc' });

/** A list that grows without bound. Its count and its text search are limited. */
interface History {
  /** Table of the rows, to estimate how many there are. */
  table: string;
  /** Whether the filter excludes no rows, or few. */
  isWhole: boolean;
}

/** The rows that a text search reads: this many of the newest ones. */
export interface SearchScope {
  /** Condition on these rows, for which an index gives them in the order of their IDs. */
  within: object;
  rows: number;
}

export interface List {
  delegate: object;
  args: PageArgs;
  order: Order;
  where: object;
  history?: History;
  search?: SearchScope | undefined;
  /** Condition for the rows in a scope. Without it, tokens with a scope cannot read the list. */
  within?: (scope: Scope) => object;
}

/**
 * A page of a model's rows. Takes one statement, or two where rows without a value begin, and reads
 * only the selected columns and relations.
 */
export async function findConnection<R extends object>(
  context: GraphQLContext,
  info: GraphQLResolveInfo,
  wanted: List,
) {
  const list = confined(context, info, wanted);
  const { args, order, history, search } = list;
  const delegate = list.delegate as Delegate;
  const parts = pageParts(args, order);
  const query = queryFromInfo({
    context,
    info,
    path: ['edges', 'node'],
    select: { id: true, [order.column]: true },
  });
  const oldest = search && (await oldestSearched(delegate, search));
  const where = oldest ? { AND: [list.where, { id: { gte: oldest } }] } : list.where;
  const rows: object[] = [];
  for (const part of parts) {
    const take = part.take - rows.length;
    if (take === 0) break;
    rows.push(
      ...(await delegate.findMany({
        ...query,
        where: { AND: [where, part.where] },
        orderBy: part.orderBy,
        take,
      })),
    );
  }
  return toConnection(rows as (R & Row)[], args, order, {
    totalCount: () => (history ? countHistory(context, delegate, history, where) : delegate.count({ where })),
    searchedBack: oldest === undefined ? null : (instantOf(oldest) ?? (await creationOf(delegate, oldest))),
  });
}

/**
 * The list as the actor may see it: rows, counts and the extent of a search.
 * @throws GraphQLError `FORBIDDEN`
 */
function confined({ actor }: GraphQLContext, { fieldName }: GraphQLResolveInfo, list: List): List {
  if (!isScoped(actor)) return list;
  if (!list.within) throw beyondScope(actor, fieldName);
  const within = list.within(actor.scope);
  const { where, history, search } = list;
  return {
    ...list,
    where: { AND: [where, within] },
    ...(history && { history: { ...history, isWhole: false } }),
    ...(search && { search: { ...search, within: { AND: [search.within, within] } } }),
  };
}

/** The ID of the oldest row that a search reads. Undefined if there are fewer rows. */
async function oldestSearched(
  delegate: Delegate,
  { within, rows }: SearchScope,
): Promise<string | undefined> {
  // Reads the index only: with another column, it would read each of these rows.
  const [oldest] = await delegate.findMany({
    select: { id: true },
    where: within,
    orderBy: { id: 'desc' },
    skip: rows - 1,
    take: 1,
  });
  return (oldest as { id: string } | undefined)?.id;
}

/** Null if the row was deleted. */
async function creationOf(delegate: Delegate, id: string): Promise<Date | null> {
  const [row] = await delegate.findMany({ select: { createdAt: true }, where: { id } });
  return (row as { createdAt: Date } | undefined)?.createdAt ?? null;
}

async function countHistory(
  { services }: GraphQLContext,
  delegate: Delegate,
  { table, isWhole }: History,
  where: object,
): Promise<Count> {
  if (isWhole) {
    const estimate = await estimateRows(services.pool, table);
    if (estimate > 2 * LIMITS.countedRows) return { count: estimate, precision: 'estimate' };
  }
  return toCount(await delegate.count({ where, take: LIMITS.countedRows + 1 }));
}

function toCount(count: number): Count {
  if (count <= LIMITS.countedRows) return { count, precision: 'exact' };
  return { count: LIMITS.countedRows, precision: 'at_least' };
}

/** How many rows that match `where` have that value in that column. */
export async function countRelated(...[context, info, by]: Parameters<typeof countBy>): Promise<Count> {
  return toCount(await countBy(context, info, { ...by, atMost: LIMITS.countedRows + 1 }));
}

/** A page of the rows that belong to another row, as part of its query. */
export function nestedPage(args: PageArgs, order: Order, where: object) {
  const page = pageQuery(args, order);
  return {
    select: { id: true, [order.column]: true },
    where: { AND: [where, page.where] },
    orderBy: page.orderBy,
    take: page.take,
  } as never;
}

type PrismaSelection = (selection: never, path: string[]) => unknown;

interface NestedRows<Filter> {
  delegateOf(prisma: Reader): object;
  /** Column of the rows with the ID of the row that they belong to. */
  column: string;
  /** What clients can sort by. Without it, the order is always the default. */
  order?: ReturnType<typeof orderInput>;
  byDefault: Order;
  where(filter: Filter): object;
}

/** `select` and `resolve` of a field with a page of a relation, which is read together with its row. */
export function nestedRows<Relation extends string, Filter>(
  relation: Relation,
  { delegateOf, column, order, byDefault, where }: NestedRows<Filter>,
) {
  type Args = PageArgs & {
    filter?: Filter | null | undefined;
    orderBy?: Parameters<ReturnType<typeof orderInput>['orderOf']>[0];
  };
  const orderOf = ({ orderBy }: Args) => order?.orderOf(orderBy, byDefault) ?? byDefault;
  const whereOf = ({ filter }: Args) => where(filter ?? ({} as Filter));
  return {
    select: (args: Args, _context: GraphQLContext, nested: PrismaSelection) =>
      ({ [relation]: nested(nestedPage(args, orderOf(args), whereOf(args)), ['edges', 'node']) }) as Record<
        Relation,
        true
      >,
    resolve: (
      row: { id: string } & Record<Relation, readonly { id: string }[]>,
      args: Args,
      context: GraphQLContext,
      info: GraphQLResolveInfo,
    ) =>
      toConnection(row[relation], args, orderOf(args), () =>
        countRelated(context, info, {
          delegate: delegateOf(context.prisma),
          column,
          value: row.id,
          where: whereOf(args),
        }),
      ),
  };
}
