import type { Pool } from 'pg';
import type { SourceTable } from '../data-source.js';
import { VISIBLE } from './catalogue.js';
import { readingFrom } from './database-error.js';
import { type DataSourcePolicy, mayReadColumn, mayReadTable } from './policy.js';

/** Far more than anybody has, and bounded. */
const MAX_RELATIONS = 10_000;

const RELATIONS = `${VISIBLE} ORDER BY c.relname LIMIT ${MAX_RELATIONS}`;

const COLUMNS = `
  SELECT a.attrelid AS oid, a.attname AS name, pg_catalog.format_type(a.atttypid, a.atttypmod) AS type
  FROM pg_catalog.pg_attribute a
  WHERE a.attrelid = ANY($1::pg_catalog.oid[]) AND a.attnum > 0 AND NOT a.attisdropped
    AND pg_catalog.has_column_privilege(a.attrelid, a.attnum, 'SELECT')
  ORDER BY a.attrelid, a.attnum`;

interface Relation {
  oid: number;
  schema: string;
  name: string;
}

/** The tables and views that `db:` strings may name, by name, each with the columns that may be read; those without one are left out. */
export async function listTables(
  pool: Pool,
  policy: DataSourcePolicy,
  limit: number,
): Promise<SourceTable[]> {
  return readingFrom(undefined, async () => {
    const { rows } = await pool.query<Relation>(RELATIONS);
    const relations = rows.filter(({ schema, name }) => mayReadTable(policy, schema, name)).slice(0, limit);
    const columns = await pool.query<{ oid: number; name: string; type: string }>(COLUMNS, [
      relations.map(({ oid }) => oid),
    ]);
    const tables = new Map(relations.map(({ oid, name }) => [oid, { name, columns: [] } as SourceTable]));
    for (const { oid, name, type } of columns.rows) {
      const table = tables.get(oid);
      if (table && mayReadColumn(policy, table.name, name)) table.columns.push({ name, type });
    }
    return [...tables.values()].filter((table) => table.columns.length > 0);
  });
}
