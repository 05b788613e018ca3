import type { Pool, PoolClient } from 'pg';
import { describeValue } from '../../domain/expansion/describe-value.js';
import type { Json } from '../../domain/json.js';
import { LIMITS } from '../../domain/limits.js';
import type { DataSource, Dropped, SourceSnapshot, SourceValues } from '../data-source.js';
import type { DataSourcePolicy } from '../policy.js';
import { buildQuery, type DbQuery } from './build-query.js';
import { findTable } from './catalog.js';
import { readingFrom } from './database-error.js';
import { listTables } from './list-tables.js';
import { readValue } from './read-value.js';

/**
 * One transaction for everything: catalog, counts and rows belong to one instant. `readValue` and
 * `coerceValue` rely on these formats. The planner is told that cursors are read to their end.
 */
const BEGIN = `
  BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY;
  SET LOCAL TimeZone = 'UTC'; SET LOCAL DateStyle = 'ISO, YMD'; SET LOCAL extra_float_digits = 1;
  SET LOCAL IntervalStyle = 'postgres'; SET LOCAL bytea_output = 'hex';
  SET LOCAL cursor_tuple_fraction = 1`;

/** Tables and views of a PostgreSQL database, read through `pool`: `db:[<schema>.]<table>:<filter>:<column>`. */
export function createDbSource({ pool, policy }: { pool: Pool; policy: DataSourcePolicy }): DataSource {
  return {
    listTables: (limit) => listTables(pool, policy, limit),
    async openSnapshot() {
      const client = await readingFrom(undefined, () => pool.connect());
      // While a connection is in use, the pool does not listen to it; the current statement rejects anyway.
      const ignore = () => {};
      client.on('error', ignore);
      const release = (broken: boolean) => {
        client.off('error', ignore);
        client.release(broken);
      };
      try {
        await readingFrom(undefined, () => client.query(BEGIN));
      } catch (error) {
        release(true);
        throw error;
      }
      return createSnapshot(client, policy, release);
    },
  };
}

function createSnapshot(
  client: PoolClient,
  policy: DataSourcePolicy,
  release: (broken: boolean) => void,
): SourceSnapshot {
  let closed: Promise<void> | undefined;
  let cursors = 0;
  return {
    async prepare(request) {
      const table = await readingFrom(request.table, () => findTable(client, policy, request));
      if (table.kind === 'error') return table;
      const query = buildQuery(request, table.found, policy);
      if (query.kind === 'error') return query;
      return {
        kind: 'ok',
        values: createValues(client, query.found, () => `callboard_${++cursors}`),
      };
    },
    close() {
      closed ??= client.query('ROLLBACK').then(
        () => release(false),
        () => release(true),
      );
      return closed;
    },
  };
}

function createValues(client: PoolClient, query: DbQuery, nextCursorName: () => string): SourceValues {
  const table = query.table.label;
  let widest: number = LIMITS.dataSourceValueBytes;
  return {
    table,
    async count(bound) {
      const counted = await readingFrom(table, () => countValues(client, query, bound));
      if (counted.kind === 'error' || counted.total > bound) return { bytes: 0, ...counted };
      const measured = await readingFrom(table, () => measureValues(client, query));
      if (measured.kind === 'error') return measured;
      widest = measured.widest;
      return { ...counted, bytes: measured.bytes };
    },
    read: (chunkSize) => {
      const fitting = Math.max(1, Math.floor(LIMITS.expansionChunkBytes / Math.max(1, widest)));
      return readValues(client, query, nextCursorName(), Math.min(chunkSize, fitting));
    },
  };
}

/** The database measures the values: one that is too large never arrives here. */
async function measureValues(
  client: PoolClient,
  { table, field, measure }: DbQuery,
): Promise<{ kind: 'ok'; widest: number; bytes: number } | { kind: 'error'; message: string }> {
  if (!measure) return { kind: 'ok', widest: 0, bytes: 0 };
  const most = LIMITS.dataSourceValueBytes;
  const { widest, bytes, above } = await firstRow(client, measure(most), ['widest', 'bytes', 'above']);
  if (above === 0) return { kind: 'ok', widest, bytes };
  const message =
    `table "${table.label}" has ${above.toLocaleString('en')} ${above === 1 ? 'value' : 'values'} larger than ${most.toLocaleString('en')} bytes in column "${field.name}", ` +
    `the largest with ${widest.toLocaleString('en')} bytes. Narrow the filter, or pass a key and let the agent read the value`;
  return { kind: 'error', message };
}

async function countValues(
  client: PoolClient,
  query: DbQuery,
  bound: number,
): Promise<{ kind: 'ok'; total: number; dropped: Dropped } | { kind: 'error'; message: string }> {
  const limit = query.limit ?? Number.POSITIVE_INFINITY;
  const counted = query.field.unique
    ? await countUnique(client, query, Math.min(limit, bound + 1))
    : await countGroups(client, query);
  const matched = counted.total + counted.dropped.nulls;
  if (matched === 0 && query.findKey && !(await hasRow(client, query.findKey.statement))) {
    const { column, value } = query.findKey;
    return {
      kind: 'error',
      message: `table "${query.table.label}" has no row with ${column} = ${describeValue(value)}`,
    };
  }
  return { kind: 'ok', total: Math.min(counted.total, limit), dropped: counted.dropped };
}

/**
 * A unique field has no duplicates, so its rows can be counted without grouping, and only as far as needed.
 */
async function countUnique(client: PoolClient, query: DbQuery, bound: number) {
  const { total } = await firstRow(client, query.countUnique(bound), ['total']);
  const { nulls } = query.field.notNull ? { nulls: 0 } : await firstRow(client, query.countNulls, ['nulls']);
  return { total, dropped: { nulls, duplicates: 0 } };
}

async function countGroups(client: PoolClient, query: DbQuery) {
  const { total, present, nulls } = await firstRow(client, query.countGroups, ['total', 'present', 'nulls']);
  return { total, dropped: { nulls, duplicates: present - total } };
}

async function hasRow(client: PoolClient, statement: { text: string; values: unknown[] }): Promise<boolean> {
  return (await client.query(statement)).rows.length > 0;
}

/** Counts are returned as text (bigint, numeric). */
async function firstRow<K extends string>(
  client: PoolClient,
  statement: { text: string; values: unknown[] },
  names: K[],
): Promise<Record<K, number>> {
  const { rows } = await client.query<Record<K, string>>(statement);
  return Object.fromEntries(names.map((name) => [name, Number(rows[0]?.[name])])) as Record<K, number>;
}

/**
 * Streams through a cursor that is declared in SQL. With the driver's protocol cursor, the statement timeout
 * would run from the first row to the last and include the time of the consumer. Here it applies to each
 * FETCH.
 */
async function* readValues(
  client: PoolClient,
  { table, field, read }: DbQuery,
  cursor: string,
  chunkSize: number,
): AsyncGenerator<Json[]> {
  await readingFrom(table.label, () =>
    client.query({ ...read, text: `DECLARE ${cursor} NO SCROLL CURSOR FOR ${read.text}` }),
  );
  const fetch = {
    text: `FETCH ${Math.trunc(chunkSize)} FROM ${cursor}`,
    rowMode: 'array' as const,
    types: { getTypeParser: () => (text: string | Buffer) => String(text) },
  };
  for (;;) {
    const { rows } = await readingFrom(table.label, () => client.query<[string]>(fetch));
    if (rows.length > 0) yield rows.map(([text]) => readValue(text, field.type));
    if (rows.length < chunkSize) return;
  }
}
