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

/** By operation: what it reads counts against its own bytes. */
const loaders = new WeakMap<GraphQLContext, LargeValues>();

function valuesOf(context: GraphQLContext, { operation }: GraphQLResolveInfo): LargeValues {
  // One event goes to many subscribers: they read its values together.
  if (operation.operation === 'subscription') return context.eventValues;
  const known = loaders.get(context);
  if (known) return known;
  // A mutation may change between two of its fields what they read.
  const values = createLargeValues(context.prisma, { cache: operation.operation === 'query' });
  loaders.set(context, values);
  return values;
}

/** Whether the object is an item of a list. */
export function isListed({ path }: GraphQLResolveInfo): boolean {
  for (let at: typeof path | undefined = path; at; at = at.prev) if (typeof at.key === 'number') return true;
  return false;
}

/** What stands in a list for a value that is too long for it. */
export class CutValue {
  readonly truncated = true;
  constructor(readonly bytes: number) {}
}

/** The value of a jsonb column, as `read` makes it of it; null: it has none, or the row is gone. At once where it has been read already. */
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

/** The value of a text column; null also where it is too long for a list. At once where it has been read already. */
export function loadText(
  context: GraphQLContext,
  info: GraphQLResolveInfo,
  place: ValuePlace,
): string | null | Promise<string | null> {
  return whenLoaded(loadValue(context, info, place), ({ text }) => text);
}

/** Table, column and id. */
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
