import type { GraphQLContext } from '../context.js';
import {
  type connectionType,
  entityOf,
  findConnection,
  type List,
  newestFirst,
  type orderInput,
} from './connection.js';
import type { QueryFields } from './item.js';
import type { Order, PageArgs } from './keyset.js';

interface FilterType {
  $inferInput: object;
}

interface ListField<Filter extends FilterType> {
  description: string;
  authScopes?: { admin: true };
  filter: Filter;
  /** Description of the filter. */
  which: string;
  /** What clients can sort by. Without it, the list is always the newest first. */
  order?: ReturnType<typeof orderInput>;
  /** Default: the newest first. */
  byDefault?: { order: Order; description: string };
  rows(filter: Filter['$inferInput'], context: GraphQLContext): Rows | Promise<Rows>;
}

interface Rows extends Omit<List, 'args' | 'order'> {
  /** A column that clients can sort by, of which no two rows have the same value. */
  unique?: string | undefined;
}

/** A query for the rows of one entity, page by page. */
export function listField<Filter extends FilterType>(
  t: QueryFields,
  type: ReturnType<typeof connectionType>,
  { description, authScopes, filter, which, order, byDefault, rows }: ListField<Filter>,
) {
  const first = byDefault ?? { order: newestFirst(entityOf(type)), description: 'newest first' };
  return t.field({
    type,
    description,
    ...(authScopes && { authScopes }),
    args: {
      ...t.arg.connectionArgs(),
      filter: t.arg({ type: filter as never, description: which }),
      ...(order && {
        orderBy: t.arg({ type: order.input, description: `Sort order. Defaults to ${first.description}.` }),
      }),
    },
    async resolve(_root, given, context, info) {
      const args = given as PageArgs & { filter?: Filter['$inferInput'] | null; orderBy?: never };
      const { unique, ...list } = await rows(args.filter ?? {}, context);
      const by = order?.orderOf(args.orderBy, first.order) ?? first.order;
      return findConnection(context, info, { ...list, args, order: { ...by, unique: by.column === unique } });
    },
  });
}
