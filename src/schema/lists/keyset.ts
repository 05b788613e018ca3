/**
 * Keyset pagination. A cursor holds what is listed, the column of the order, and the sort value and ID of its
 * row. The next page starts after that key and is found by index however deep it is. (Prisma's own `cursor`
 * reads everything before it.)
 */
import { codedError } from '../types/coded-error.js';

/** Page size if neither `first` nor `last` is given. */
export const DEFAULT_PAGE_SIZE = 25;
/** Larger pages are refused. */
export const MAX_PAGE_SIZE = 100;

export interface PageArgs {
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}

/** One column to sort by, then the ID. Rows without a value come last, in both directions. */
export interface Order {
  /** What is listed. A cursor is valid only for lists of the same entity, sorted by the same column. */
  of: string;
  /** `id` for the order of creation: IDs ascend with time. */
  column: string;
  direction: 'asc' | 'desc';
  nullable?: boolean;
  /** Whether the column holds instants. */
  instants?: boolean;
  /** Whether no two rows have the same value. The list goes on after a value even if its row was replaced. */
  unique?: boolean;
  /** Whether the column holds text that is sorted without regard to case. Only the reader's own SQL can do this. */
  ignoresCase?: boolean;
}

type Row = Readonly<Record<string, unknown>> & { readonly id: string };
type Where = Record<string, unknown>;
type Key = { id: string; value: string | Date | null };

/** A page as a Prisma query. `take` is one more than the page, to find out whether more follow. */
export interface PageQuery {
  where: Where;
  orderBy: Where[];
  take: number;
}

/**
 * The page in parts: rows with a value, then rows without one. A later part is queried for what the
 * earlier ones did not fill. Each part is one range of an index on (column, id), in either direction.
 * @throws GraphQLError `BAD_USER_INPUT`
 */
export function pageParts(args: PageArgs, order: Order): PageQuery[] {
  if (!order.nullable) return [pageQuery(args, order)];
  const { size, backward } = pageSize(args);
  const after = args.after == null ? undefined : readCursor(args.after, order, 'after');
  const before = args.before == null ? undefined : readCursor(args.before, order, 'before');
  const { column, direction } = order;
  const take = size + 1;
  const byValue = { of: order.of, column, direction };
  const valued = {
    where: {
      AND: [
        { [column]: { not: null } },
        ...(after ? [beyond(byValue, after, true)] : []),
        ...(before && before.value !== null ? [beyond(byValue, before, false)] : []),
      ],
    },
    orderBy: orderBy(byValue, backward),
    take,
  };
  const byId = { of: order.of, column: 'id', direction };
  const empty = {
    where: {
      AND: [
        { [column]: null },
        ...(after && after.value === null ? [beyond(byId, after, true)] : []),
        ...(before ? [beyond(byId, before, false)] : []),
      ],
    },
    orderBy: orderBy(byId, backward),
    take,
  };
  // Rows without a value come last.
  const parts = [
    ...(after && after.value === null ? [] : [valued]),
    ...(before && before.value !== null ? [] : [empty]),
  ];
  return backward ? parts.reverse() : parts;
}

export interface Count {
  count: number;
  precision: 'exact' | 'estimate' | 'at_least';
}

/** What a list reports in addition to its page. */
export interface ListFacts {
  totalCount: () => Promise<number | Count>;
  /** For a text search, how far back it looked. Null if it read everything. */
  searchedBack?: Date | null;
}

/** @throws GraphQLError `BAD_USER_INPUT` */
export function pageQuery(args: PageArgs, order: Order): PageQuery {
  const { size, backward } = pageSize(args);
  const bounds = [
    ...(args.after == null ? [] : [beyond(order, readCursor(args.after, order, 'after'), true)]),
    ...(args.before == null ? [] : [beyond(order, readCursor(args.before, order, 'before'), false)]),
  ];
  return {
    where: bounds.length === 0 ? {} : { AND: bounds },
    orderBy: orderBy(order, backward),
    take: size + 1,
  };
}

/** A page of rows in the order of their IDs, for hand-written SQL. `limit` is one more than the page. */
export interface IdPage {
  after: string | null;
  before: string | null;
  backward: boolean;
  limit: number;
}

/** @throws GraphQLError `BAD_USER_INPUT` */
export function idPage(args: PageArgs, order: Order): IdPage {
  const { size, backward } = pageSize(args);
  const boundOf = (argument: 'after' | 'before') => {
    const cursor = args[argument];
    return cursor == null ? null : readCursor(cursor, order, argument).id;
  };
  return { after: boundOf('after'), before: boundOf('before'), backward, limit: size + 1 };
}

/** A cursor is computed when it is selected, which is rare. */
class Edge<R extends { readonly id: string }> {
  constructor(
    readonly node: R,
    private readonly order: Order,
  ) {}

  get cursor(): string {
    return cursorOf(this.node, this.order);
  }
}

/** The rows of a query as a Relay connection. */
export function toConnection<R extends { readonly id: string }>(
  rows: readonly R[],
  args: PageArgs,
  order: Order,
  facts: ListFacts | ListFacts['totalCount'],
) {
  const { size, backward } = pageSize(args);
  const page = rows.slice(0, size);
  if (backward) page.reverse();
  const edges = page.map((node) => new Edge(node, order));
  const more = rows.length > size;
  const { totalCount, searchedBack = null } = typeof facts === 'function' ? { totalCount: facts } : facts;
  let counted: Promise<Count> | undefined;
  return {
    edges,
    pageInfo: {
      hasNextPage: backward ? args.before != null : more,
      hasPreviousPage: backward ? more : args.after != null,
      get startCursor() {
        return edges[0]?.cursor ?? null;
      },
      get endCursor() {
        return edges.at(-1)?.cursor ?? null;
      },
    },
    totalCount() {
      counted ??= totalCount().then((found) =>
        typeof found === 'number' ? { count: found, precision: 'exact' as const } : found,
      );
      return counted;
    },
    searchedBack,
  };
}

/**
 * The requested page size and direction.
 * @throws GraphQLError `BAD_USER_INPUT`
 */
export function pageSize({ first, last }: PageArgs): { size: number; backward: boolean } {
  if (first != null && last != null) throw badInput('Give either "first" or "last", not both.');
  const size = first ?? last ?? DEFAULT_PAGE_SIZE;
  if (size < 0 || size > MAX_PAGE_SIZE) {
    throw badInput(
      `"${first == null ? 'last' : 'first'}" is ${size}. It must be from 0 to ${MAX_PAGE_SIZE}.`,
    );
  }
  return { size, backward: last != null };
}

function orderBy({ column, direction, nullable, ignoresCase }: Order, backward: boolean): Where[] {
  const sort = (direction === 'asc') === backward ? 'desc' : 'asc';
  if (column === 'id') return [{ id: sort }];
  if (ignoresCase) return [{ [column]: { sort, ...IGNORING_CASE } }, { id: sort }];
  return [{ [column]: nullable ? { sort, nulls: backward ? 'first' : 'last' } : sort }, { id: sort }];
}

const IGNORING_CASE = { mode: 'insensitive' };

/**
 * The rows after or before a key, as a condition that an index on (column, id) can answer. If case is ignored, the
 * database converts the cursor's value as it converts the column's, so that the comparison is exact.
 */
function beyond(order: Order, { value, id }: Key, after: boolean): Where {
  const { column, direction, nullable, unique } = order;
  const mode = order.ignoresCase ? IGNORING_CASE : {};
  const ascending = (direction === 'asc') === after;
  const op = ascending ? 'gt' : 'lt';
  if (column === 'id') return { id: { [op]: id } };
  if (unique) return { [column]: { [op]: value } };
  const tie = { [column]: order.ignoresCase ? { equals: value, ...mode } : value, id: { [op]: id } };
  if (value === null) return after ? tie : { OR: [tie, { [column]: { not: null } }] };
  const further = {
    [column]: { [ascending ? 'gte' : 'lte']: value, ...mode },
    OR: [{ [column]: { [op]: value, ...mode } }, tie],
  };
  return nullable && after ? { OR: [further, { [column]: null }] } : further;
}

export function cursorOf(row: { readonly id: string }, { of, column }: Order): string {
  const key = column === 'id' ? [row.id] : [(row as Row)[column] ?? null, row.id];
  return Buffer.from(JSON.stringify([of, column, ...key])).toString('base64url');
}

/** Cursors are opaque to clients. One that cannot be read belongs to another list or another order. */
function readCursor(cursor: string, { of, column, instants, nullable }: Order, argument: string): Key {
  const [listed, sortedBy, ...key] = parseKey(cursor);
  const value = column === 'id' ? null : key.at(0);
  const id = key.at(-1);
  const fits =
    listed === of &&
    sortedBy === column &&
    key.length === (column === 'id' ? 1 : 2) &&
    typeof id === 'string' &&
    (value !== null || column === 'id' || nullable === true) &&
    (value === null || (typeof value === 'string' && !(instants && Number.isNaN(Date.parse(value)))));
  if (!fits) throw badInput(`"${argument}" is not a cursor of this list in this order.`);
  return { id, value: instants && value !== null ? new Date(value) : value };
}

function parseKey(cursor: string): unknown[] {
  try {
    const key: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(key) ? key : [];
  } catch {
    return [];
  }
}

function badInput(message: string) {
  return codedError('BAD_USER_INPUT', message);
}
