import type { Pool } from 'pg';
import type { SourceTable } from '../data-source.js';
import { type DataSourcePolicy, mayReadColumn, mayReadTable } from '../policy.js';
import { RELATIONS, type Relation, referenceTo } from './catalog.js';
import { readingFrom } from './database-error.js';

const COLUMNS = `
  SELECT a.attrelid AS oid, a.attname AS name, pg_catalog.format_type(a.atttypid, a.atttypmod) AS type
  FROM pg_catalog.pg_attribute a
  WHERE a.attrelid = ANY($1::pg_catalog.oid[]) AND a.attnum > 0 AND NOT a.attisdropped
    AND pg_catalog.has_column_privilege(a.attrelid, a.attnum, 'SELECT')
  ORDER BY a.attrelid, a.attnum`;

/**
 * The tables and views that `db:` strings may name, each with the columns that may be read. Tables without
 * such a column are left out. Tables of the search path come first.
 */
export async function listTables(
  pool: Pool,
  policy: DataSourcePolicy,
  limit: number,
): Promise<SourceTable[]> {
  return readingFrom(undefined, async () => {
    const { rows } = await pool.query<Relation>(RELATIONS);
    const relations = rows.filter((row) => mayReadTable(policy, row)).slice(0, limit);
    const columns = await pool.query<{ oid: number; name: string; type: string }>(COLUMNS, [
      relations.map(({ oid }) => oid),
    ]);
    const tables = new Map(
      relations.map((relation) => {
        const table: SourceTable = {
          schema: relation.schema,
          name: relation.name,
          reference: referenceTo(relation),
          columns: [],
        };
        return [relation.oid, { relation, table }];
      }),
    );
    for (const { oid, name, type } of columns.rows) {
      const found = tables.get(oid);
      if (found && mayReadColumn(policy, found.relation, name)) found.table.columns.push({ name, type });
    }
    return [...tables.values()].map(({ table }) => table).filter((table) => table.columns.length > 0);
  });
}
