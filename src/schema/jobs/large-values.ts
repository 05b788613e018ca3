import type { GraphQLResolveInfo } from 'graphql';
import { LIMITS } from '../../domain/limits.js';
import type { OutboxEvent } from '../../events/outbox-event.js';
import type { GraphQLContext } from '../context.js';
import {
  createLargeValues,
  type LargeTable,
  type LargeValue,
  type LargeValues,
  largeColumns,
  WHOLE,
} from './large-value-loader.js';

/** By operation, so that what it reads counts against its own budget. */
const loaders = new WeakMap<GraphQLContext, LargeValues>();

function valuesOf(context: GraphQLContext, { operation }: GraphQLResolveInfo): LargeValues {
  // One event goes to many subscribers, which share the values.
  if (operation.operation === 'subscription') return context.eventValues;
  const known = loaders.get(context);
  if (known) return known;
  // A mutation can change a value between two of its fields, so its values are not cached.
  const values = createLargeValues(context.prisma, { cache: operation.operation === 'query' });
  loaders.set(context, values);
  return values;
}

/** Whether the object is an item of a list. */
function isListed({ path }: GraphQLResolveInfo): boolean {
  for (let at: typeof path | undefined = path; at; at = at.prev) if (typeof at.key === 'number') return true;
  return false;
}

/** What a list shows in place of a value that is too long. */
export class CutValue {
  readonly truncated = true;
  constructor(readonly bytes: number) {}
}

/**
 * The value of a jsonb column, converted by `read`. Null if there is none or the row has been
 * deleted. Synchronous if it has already been read.
 */
export function loadJson<T = unknown>(
  context: GraphQLContext,
  info: GraphQLResolveInfo,
  [table, column, id]: ValuePlace,
  read: (value: unknown) => T = (value) => value as T,
): T | Promise<T> {
  return whenLoaded(loadValue(context, info, [table, column, id]), ({ text, bytes }) => {
    if (text !== null) return read(JSON.parse(text));
    return read(bytes > 0 ? new CutValue(bytes) : null);
  });
}

/**
 * The value of a text column. Null also if it is too long for a list. Synchronous if it has already
 * been read.
 */
export function loadText(
  context: GraphQLContext,
  info: GraphQLResolveInfo,
  place: ValuePlace,
): string | null | Promise<string | null> {
  return whenLoaded(loadValue(context, info, place), ({ text }) => text);
}

/** Table, column and ID. */
type ValuePlace = readonly [table: LargeTable, column: string, id: string];

function whenLoaded<T>(value: LargeValue | Promise<LargeValue>, read: (value: LargeValue) => T) {
  return value instanceof Promise ? value.then(read) : read(value);
}

function loadValue(
  context: GraphQLContext,
  info: GraphQLResolveInfo,
  [table, column, id]: ValuePlace,
): LargeValue | Promise<LargeValue> {
  const maxBytes = isListed(info) ? LIMITS.listedValueBytes : WHOLE;
  const wanted = { table, column, maxBytes };
  const ofEvent = context.eventReads?.value(info.rootValue as OutboxEvent, wanted, id);
  return ofEvent ?? valuesOf(context, info).load({ ...wanted, id });
}

/** Which of these columns are too long for the list that the row is in. */
export async function cutColumns(
  context: GraphQLContext,
  info: GraphQLResolveInfo,
  table: LargeTable,
  id: string,
): Promise<string[]> {
  if (!isListed(info)) return [];
  const columns = largeColumns(table);
  const values = await Promise.all(
    columns.map((column) => valuesOf(context, info).load({ table, column, id, maxBytes: -1 })),
  );
  return columns.filter((_column, index) => (values[index]?.bytes ?? 0) > LIMITS.listedValueBytes);
}
