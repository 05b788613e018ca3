/**
 * Columns with values of any size, written by agents and callers. Statements that read rows leave
 * them out. They are read by ID when an operation selects them: in full for a single object, cut in
 * lists, so that the size of a page is bounded.
 */
import DataLoader from 'dataloader';
import type { Reader } from '../../db/reader/create-reader.js';
import { groupBy } from '../../domain/group-by.js';
import { LIMITS } from '../../domain/limits.js';

/** SQL expression of each column, of type jsonb or text. */
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

export function largeColumns(table: LargeTable): string[] {
  return Object.keys(COLUMNS[table]);
}

/** A value as JSON text (for a text column, the text itself), and its length. */
export interface LargeValue {
  /** Null if there is no value, or if it is longer than `maxBytes`. */
  text: string | null;
  bytes: number;
}

interface Key {
  table: LargeTable;
  column: string;
  id: string;
  /** Longer values are not read. */
  maxBytes: number;
}

export interface LargeValues {
  load(key: Key): Promise<LargeValue>;
}

/** More than any column can hold. */
export const WHOLE = 2 ** 31 - 1;

/**
 * Reads values that are needed at the same time in one statement per table.
 * @param cache whether to keep values that have been read
 */
export function createLargeValues(prisma: Reader, { cache = false } = {}): LargeValues {
  const loader = new DataLoader<Key, LargeValue, string>((keys) => readValues(prisma, keys), {
    cache,
    cacheKeyFn: nameOf,
  });
  return { load: (key) => loader.load(key) };
}

function nameOf({ table, maxBytes, column, id }: Key): string {
  return `${table} ${maxBytes} ${column} ${id}`;
}

async function readValues(prisma: Reader, keys: readonly Key[]): Promise<LargeValue[]> {
  const groups = groupBy(keys, ({ table, maxBytes }) => `${table} ${maxBytes}`);
  const found = new Map<string, LargeValue>();
  await Promise.all(
    [...groups.values()].map(async (group) => {
      const { table, maxBytes } = group[0] as Key;
      const columns = [...new Set(group.map(({ column }) => column))];
      const ids = [...new Set(group.map(({ id }) => id))];
      const rows = await prisma.$rows<Record<string, string | number | null>>(statementFor(table, columns), [
        ids,
        maxBytes,
      ]);
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
 * If the stored form of a value is several times longer than `maxBytes`, it is not even decompressed,
 * and its stored length is returned. (For shorter values the stored length can differ from that of
 * the text in either direction.)
 */
function statementFor(table: LargeTable, columns: readonly string[]): string {
  const selected = columns.map((column, index) => {
    const { bytes, text } = largeValueSql(table, column, '$2::int');
    return `${bytes} AS "bytes${index}", ${text} AS "value${index}"`;
  });
  return `SELECT id, ${selected.join(', ')} FROM callboard."${table}" WHERE id = ANY ($1::text[])`;
}

/** SQL expressions that read a large value together with its row. */
export function largeValueSql(table: LargeTable, column: string, maxBytes: string) {
  const sql = (COLUMNS[table] as Record<string, string>)[column];
  return {
    bytes: `CASE WHEN pg_column_size(${sql}) / 4 > greatest(${maxBytes}, ${LIMITS.listedValueBytes})
      THEN pg_column_size(${sql}) ELSE octet_length((${sql})::text) END`,
    text: `CASE WHEN pg_column_size(${sql}) / 4 <= ${maxBytes} AND octet_length((${sql})::text) <= ${maxBytes}
      THEN (${sql})::text END`,
  };
}
