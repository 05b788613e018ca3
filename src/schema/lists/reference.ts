/**
 * Rows that are referenced by a plain ID instead of a Prisma relation. (History outlives the rows it
 * refers to, so there are no foreign keys.) All rows needed at one place of the operation are read in
 * one statement, with the columns selected there.
 */
import type { ObjectRef } from '@pothos/core';
import { queryFromInfo } from '@pothos/plugin-prisma';
import DataLoader from 'dataloader';
import type { GraphQLResolveInfo } from 'graphql';
import { databaseNow } from '../../db/system/database-now.js';
import type { Queryable } from '../../db/system/queryable.js';
import type { BuilderTypes } from '../builder.js';
import type { GraphQLContext } from '../context.js';

type Row = Record<string, unknown>;

/** By operation, then by place in the operation. */
const loaders = new WeakMap<GraphQLContext, Map<string, DataLoader<string, unknown>>>();

/** The row with this ID, or null. */
export async function loadById<R extends object>(
  context: GraphQLContext,
  info: GraphQLResolveInfo,
  delegate: object,
  id: string | null,
): Promise<R | null> {
  if (id === null) return null;
  const rows = await loadAllBy<R>(context, info, { delegate, column: 'id', value: id });
  return rows[0] ?? null;
}

/** The row whose ID `find` returns for the key, or null. All keys, then all rows needed at this place are read together. */
export async function loadFound<R extends object>(
  context: GraphQLContext,
  info: GraphQLResolveInfo,
  delegate: object,
  {
    key,
    find,
  }: { key: string; find: (client: Queryable, keys: readonly string[]) => Promise<Map<string, string>> },
): Promise<R | null> {
  const read = async (keys: readonly string[]) => {
    const ids = await find(context.services.pool, keys);
    return keys.map((each) => ids.get(each) ?? null);
  };
  return loadById<R>(context, info, delegate, await loadAt(context, info, key, read, 'id'));
}

/** The type and the value of a field of a row: the row whose ID is in a column. Null if there is none. */
export function reference<Column extends string, T extends object>(
  column: Column,
  type: ObjectRef<BuilderTypes, T>,
  delegateOf: (prisma: GraphQLContext['prisma']) => object,
) {
  const select = { [column]: true } as Record<Column, true>;
  return { ...referenceIn(column, type, delegateOf), select };
}

/** As `reference`, for an object that is not a row: the row whose ID is in a property. */
export function referenceIn<Name extends string, T extends object>(
  name: Name,
  type: ObjectRef<BuilderTypes, T>,
  delegateOf: (prisma: GraphQLContext['prisma']) => object,
) {
  return {
    type,
    nullable: true as const,
    resolve: (
      from: Record<Name, string | null>,
      _args: object,
      context: GraphQLContext,
      info: GraphQLResolveInfo,
    ) => loadById<T>(context, info, delegateOf(context.prisma), from[name]),
  };
}

/** All rows that match `where` and have that value in that column. */
export async function loadAllBy<R extends object>(
  context: GraphQLContext,
  info: GraphQLResolveInfo,
  by: { delegate: object; column: string; value: string; where?: object; orderBy?: object },
): Promise<R[]> {
  const { delegate, column, value, where, orderBy } = by;
  // This runs for each row although only one plan is used: it also records that the fields of this
  // row are being loaded.
  const query = queryFromInfo({ context, info, select: { id: true, [column]: true } });
  const loader = loaderAt(context, info, () => async (values: readonly string[]) => {
    const rows = await (delegate as { findMany(query: object): Promise<Row[]> }).findMany({
      ...query,
      where: { ...where, [column]: { in: [...new Set(values)] } },
      ...(orderBy && { orderBy }),
    });
    const groups = new Map<unknown, Row[]>(values.map((wanted) => [wanted, []]));
    for (const row of rows) groups.get(row[column])?.push(row);
    return values.map((wanted) => groups.get(wanted));
  });
  return (await loader.load(value)) as R[];
}

/**
 * How many rows match `where` and have that value in that column.
 * @param by `atMost`: where a single value is wanted, reads and counts no more rows than this
 */
export async function countBy(
  context: GraphQLContext,
  info: GraphQLResolveInfo,
  by: { delegate: object; column: string; value: string; where: object; atMost?: number },
): Promise<number> {
  const { column, value, where, atMost } = by;
  const delegate = by.delegate as {
    count(query: object): Promise<number>;
    groupBy(query: object): Promise<Row[]>;
  };
  const loader = loaderAt(context, info, () => async (values: readonly string[]) => {
    if (values.length === 1 && atMost !== undefined)
      return [await delegate.count({ where: { AND: [where, { [column]: values[0] }] }, take: atMost })];
    const groups = await delegate.groupBy({
      by: [column],
      where: { AND: [where, { [column]: { in: [...new Set(values)] } }] },
      _count: { _all: true },
    });
    const counts = new Map(groups.map((group) => [group[column], (group._count as { _all: number })._all]));
    return values.map((wanted) => counts.get(wanted) ?? 0);
  });
  return (await loader.load(value)) as number;
}

/**
 * The result of `batch` for the key. All keys needed at this place are read together.
 * @param part distinguishes what is read at the same place
 */
export async function loadAt<V>(
  context: GraphQLContext,
  info: GraphQLResolveInfo,
  key: string,
  batch: (keys: readonly string[]) => Promise<V[]>,
  part = '',
): Promise<V> {
  return (await loaderAt(context, info, () => batch, part).load(key)) as V;
}

/** The database's time. All rows at this place share one reading. */
export function databaseTime(context: GraphQLContext, info: GraphQLResolveInfo): Promise<Date> {
  return loadAt(context, info, 'now', async (keys) => {
    const now = await databaseNow(context.services.pool);
    return keys.map(() => now);
  });
}

/** Batches without caching: a subscription lives long, and its next event needs the rows as they are then. */
function loaderAt(
  context: GraphQLContext,
  info: GraphQLResolveInfo,
  makeBatch: () => (keys: readonly string[]) => Promise<unknown[]>,
  part = '',
): DataLoader<string, unknown> {
  const places = loaders.get(context) ?? new Map<string, DataLoader<string, unknown>>();
  loaders.set(context, places);
  const place = `${placeOf(info)} ${part}`;
  const known = places.get(place);
  if (known) return known;
  const loader = new DataLoader<string, unknown>(makeBatch(), { cache: false });
  places.set(place, loader);
  return loader;
}

/** The response path without list indexes, so that all rows of a list share one place. */
function placeOf({ parentType, path }: GraphQLResolveInfo): string {
  const keys: string[] = [];
  for (let at: typeof path | undefined = path; at; at = at.prev) {
    if (typeof at.key === 'string') keys.push(at.key);
  }
  return [parentType.name, ...keys.reverse()].join('.');
}
