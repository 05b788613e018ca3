/**
 * Columns whose values are as large as agents and callers make them. They are left out of the statements that read rows, and read
 * by id where an operation asks for them: whole of a single object, cut in lists, so that a page has a size whatever is in it.
 */
import DataLoader from 'dataloader';
import type { GraphQLResolveInfo } from 'graphql';
import type { PrismaClient } from '../db/generated/client.js';
import { LIMITS } from '../domain/limits.js';
import type { GraphQLContext } from './context.js';

/** What stands for the column: SQL of type jsonb or text. */
const COLUMNS = {
  AgentJobExecution: {
    params: '"params"',
    result: '"result"',
    error: '"error"',
    metrics: '"metrics"',
    responseBody: '"responseBody"',
  },
  ScheduleExecution: { params: `"snapshot" -> 'params'`, errors: '"errors"' },
  Schedule: { params: '"params"' },
} as const;

type Tables = typeof COLUMNS;
export type LargeTable = keyof Tables;

/** A value as JSON text (of a text column: the text itself), and how long it is. */
interface LargeValue {
  /** Null: there is none, or it is longer than was asked for. */
  text: string | null;
  bytes: number;
}

interface Key {
  table: LargeTable;
  column: string;
  id: string;
  /** Longer ones are not read. */
  maxBytes: number;
}

export interface LargeValues {
  load(key: Key): Promise<LargeValue>;
}

/** More than any column may hold. */
const WHOLE = 2 ** 31 - 1;

/**
 * Values that are wanted at the same time are one statement for each table.
 *
 * @param cache whether a value that was read once is kept
 */
export function createLargeValues(prisma: PrismaClient, { cache = false } = {}): LargeValues {
  const loader = new DataLoader<Key, LargeValue, string>((keys) => readValues(prisma, keys), {
    cache,
    cacheKeyFn: nameOf,
  });
  return { load: (key) => loader.load(key) };
}

function nameOf({ table, maxBytes, column, id }: Key): string {
  return `${table} ${maxBytes} ${column} ${id}`;
}

async function readValues(prisma: PrismaClient, keys: readonly Key[]): Promise<LargeValue[]> {
  const groups = new Map<string, Key[]>();
  for (const key of keys) {
    const name = `${key.table} ${key.maxBytes}`;
    groups.set(name, [...(groups.get(name) ?? []), key]);
  }
  const found = new Map<string, LargeValue>();
  await Promise.all(
    [...groups.values()].map(async (group) => {
      const { table, maxBytes } = group[0] as Key;
      const columns = [...new Set(group.map(({ column }) => column))];
      const ids = [...new Set(group.map(({ id }) => id))];
      const rows = await prisma.$queryRawUnsafe<Record<string, string | number | null>[]>(
        statementFor(table, columns),
        ids,
        maxBytes,
      );
      for (const row of rows) {
        columns.forEach((column, index) => {
          found.set(nameOf({ table, maxBytes, column, id: String(row.id) }), {
            text: row[`value${index}`] as string | null,
            bytes: Number(row[`bytes${index}`] ?? 0),
          });
        });
      }
    }),
  );
  return keys.map((key) => found.get(nameOf(key)) ?? { text: null, bytes: 0 });
}

/**
 * A value whose stored form is several times as long as what is wanted is not even decompressed: then that is the length told. (A
 * shorter one may be longer as text, or the other way round.)
 */
function statementFor(table: LargeTable, columns: readonly string[]): string {
  const selected = columns.map((column, index) => {
    const sql = (COLUMNS[table] as Record<string, string>)[column];
    return `CASE WHEN pg_column_size(${sql}) / 4 > greatest($2::int, ${LIMITS.listedValueBytes})
        THEN pg_column_size(${sql}) ELSE octet_length((${sql})::text) END AS "bytes${index}",
      CASE WHEN pg_column_size(${sql}) / 4 <= $2::int AND octet_length((${sql})::text) <= $2::int
        THEN (${sql})::text END AS "value${index}"`;
  });
  return `SELECT id, ${selected.join(', ')} FROM callboard."${table}" WHERE id = ANY ($1::text[])`;
}

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

/** The value of a jsonb column; null: it has none, or the row is gone. */
export async function loadJson(
  context: GraphQLContext,
  info: GraphQLResolveInfo,
  table: LargeTable,
  column: string,
  id: string,
): Promise<unknown> {
  const { text, bytes } = await loadValue(context, info, table, column, id);
  if (text !== null) return JSON.parse(text);
  return bytes > 0 ? new CutValue(bytes) : null;
}

/** The value of a text column; null also where it is too long for a list. */
export async function loadText(
  context: GraphQLContext,
  info: GraphQLResolveInfo,
  table: LargeTable,
  column: string,
  id: string,
): Promise<string | null> {
  return (await loadValue(context, info, table, column, id)).text;
}

function loadValue(
  context: GraphQLContext,
  info: GraphQLResolveInfo,
  table: LargeTable,
  column: string,
  id: string,
): Promise<LargeValue> {
  const maxBytes = isListed(info) ? LIMITS.listedValueBytes : WHOLE;
  return valuesOf(context, info).load({ table, column, id, maxBytes });
}

/** Which of these columns are too long for the list that the row is in. */
export async function cutColumns(
  context: GraphQLContext,
  info: GraphQLResolveInfo,
  table: LargeTable,
  id: string,
): Promise<string[]> {
  if (!isListed(info)) return [];
  const columns = Object.keys(COLUMNS[table]);
  const values = await Promise.all(
    columns.map((column) => valuesOf(context, info).load({ table, column, id, maxBytes: -1 })),
  );
  return columns.filter((_column, index) => (values[index]?.bytes ?? 0) > LIMITS.listedValueBytes);
}
