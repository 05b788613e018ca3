/**
 * Pages by keyset: a cursor holds the sort value and id of its row, and the next page is what lies beyond it, found by
 * index however deep it is. (Prisma's own `cursor` reads everything before it.)
 */
import { codedError } from '../types/coded-error.js';

/** Rows of a page when neither `first` nor `last` says. */
export const DEFAULT_PAGE_SIZE = 25;
/** More is refused. */
export const MAX_PAGE_SIZE = 100;

export interface PageArgs {
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}

/** One column to sort by, then the id. Rows without a value come last, in both directions. */
export interface Order {
  /** `id` for the order of creation: ids ascend with time. */
  column: string;
  direction: 'asc' | 'desc';
  nullable?: boolean;
  /** The column holds instants. */
  instants?: boolean;
}

type Row = Readonly<Record<string, unknown>> & { readonly id: string };
type Where = Record<string, unknown>;
type Key = { id: string; value: string | Date | null };

/** A page as a Prisma query; `take` is one more than the page, to know whether there are more. */
export interface PageQuery {
  where: Where;
  orderBy: Where[];
  take: number;
}

/**
 * The same in parts, of which the next is asked for what the ones before did not give: rows that have a value, and those that have
 * none. Each part is one range of an index on (column, id), in either direction.
 *
 * @throws GraphQLError `BAD_USER_INPUT`
 */
export function pageParts(args: PageArgs, order: Order): PageQuery[] {
  if (!order.nullable) return [pageQuery(args, order)];
  const { size, backward } = pageSize(args);
  const after = args.after == null ? undefined : readCursor(args.after, order, 'after');
  const before = args.before == null ? undefined : readCursor(args.before, order, 'before');
  const { column } = order;
  const sort = (order.direction === 'asc') === backward ? 'desc' : 'asc';
  const take = size + 1;
  const valued = {
    where: {
      AND: [
        { [column]: { not: null } },
        ...(after ? [beyondValue(order, after, true)] : []),
        ...(before && before.value !== null ? [beyondValue(order, before, false)] : []),
      ],
    },
    orderBy: [{ [column]: sort }, { id: sort }],
    take,
  };
  const idOp = (isAfter: boolean) => ((order.direction === 'asc') === isAfter ? 'gt' : 'lt');
  const empty = {
    where: {
      AND: [
        { [column]: null },
        ...(after && after.value === null ? [{ id: { [idOp(true)]: after.id } }] : []),
        ...(before ? [{ id: { [idOp(false)]: before.id } }] : []),
      ],
    },
    orderBy: [{ id: sort }],
    take,
  };
  // Rows without a value come last.
  const parts = [
    ...(after && after.value === null ? [] : [valued]),
    ...(before && before.value !== null ? [] : [empty]),
  ];
  return backward ? parts.reverse() : parts;
}

function beyondValue({ column, direction }: Order, { value, id }: Key, after: boolean): Where {
  const ascending = (direction === 'asc') === after;
  const op = ascending ? 'gt' : 'lt';
  return {
    [column]: { [ascending ? 'gte' : 'lte']: value },
    OR: [{ [column]: { [op]: value } }, { [column]: value, id: { [op]: id } }],
  };
}

/** How many there are in a list. */
export interface Count {
  count: number;
  precision: 'exact' | 'estimate' | 'at_least';
}

/** What a list says of itself, beside its page. */
export interface ListFacts {
  totalCount: () => Promise<number | Count>;
  /** Of a search: how far back it looked; null: through all. */
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

/** A page of rows in the order of their ids, for SQL of one's own; `limit` is one more than the page. */
export interface IdPage {
  after: string | null;
  before: string | null;
  backward: boolean;
  limit: number;
}

/** @throws GraphQLError `BAD_USER_INPUT` */
export function idPage(args: PageArgs): IdPage {
  const { size, backward } = pageSize(args);
  const boundOf = (argument: 'after' | 'before') => {
    const cursor = args[argument];
    return cursor == null ? null : readCursor(cursor, { column: 'id', direction: 'asc' }, argument).id;
  };
  return { after: boundOf('after'), before: boundOf('before'), backward, limit: size + 1 };
}

/** Few cursors are ever looked at: each is made when asked for. */
class Edge<R extends { readonly id: string }> {
  constructor(
    readonly node: R,
    private readonly order: Order,
  ) {}

  get cursor(): string {
    return cursorOf(this.node, this.order);
  }
}

/** What the query found, as a Relay connection. */
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

/** How many rows are asked for, and from which end. @throws GraphQLError `BAD_USER_INPUT` */
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

function orderBy({ column, direction, nullable }: Order, backward: boolean): Where[] {
  const sort = (direction === 'asc') === backward ? 'desc' : 'asc';
  if (column === 'id') return [{ id: sort }];
  return [{ [column]: nullable ? { sort, nulls: backward ? 'first' : 'last' } : sort }, { id: sort }];
}

/** The rows after a key (or before it), in terms that an index on (column, id) can answer. */
function beyond({ column, direction, nullable }: Order, { value, id }: Key, after: boolean): Where {
  const ascending = (direction === 'asc') === after;
  const op = ascending ? 'gt' : 'lt';
  if (column === 'id') return { id: { [op]: id } };
  const tie = { [column]: value, id: { [op]: id } };
  if (value === null) return after ? tie : { OR: [tie, { [column]: { not: null } }] };
  const further = {
    [column]: { [ascending ? 'gte' : 'lte']: value },
    OR: [{ [column]: { [op]: value } }, tie],
  };
  return nullable && after ? { OR: [further, { [column]: null }] } : further;
}

/** Where a row is in a list of that order. */
export function cursorOf(row: { readonly id: string }, { column }: Order): string {
  const key = column === 'id' ? [row.id] : [(row as Row)[column] ?? null, row.id];
  return Buffer.from(JSON.stringify(key)).toString('base64url');
}

/** Cursors are opaque to clients, so what cannot be read is a mix-up: of a list, or of an order. */
function readCursor(cursor: string, { column, instants }: Order, argument: string): Key {
  const key = parseKey(cursor);
  const value = column === 'id' ? null : key.at(0);
  const id = key.at(-1);
  const fits =
    key.length === (column === 'id' ? 1 : 2) &&
    typeof id === 'string' &&
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
