import type { Queryable } from '../queryable.js';

export interface TableMeasure {
  name: string;
  /** Including its indexes. */
  sizeBytes: number;
  /** From the planner's statistics. Null if the table was never analyzed. */
  estimatedRows: number | null;
}

export interface DatabaseMeasure {
  /** For example `18.4`. */
  version: string;
  /** Size of the whole database, including objects that are not Callboard's. */
  sizeBytes: number;
  /** Callboard's tables, largest first. */
  tables: TableMeasure[];
}

/** Measures the database from the catalog and file sizes, without reading rows. */
export async function measureDatabase(client: Queryable): Promise<DatabaseMeasure> {
  const { rows } = await client.query<DatabaseMeasure>(
    `SELECT split_part(current_setting('server_version'), ' ', 1) AS version,
       pg_database_size(current_database())::float8 AS "sizeBytes",
       coalesce((
         SELECT jsonb_agg(jsonb_build_object('name', name, 'sizeBytes', size, 'estimatedRows', rows) ORDER BY size DESC, name)
         FROM (
           SELECT relname AS name, pg_total_relation_size(c.oid) AS size, nullif(greatest(reltuples, -1), -1)::bigint AS rows
           FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
           WHERE nspname = 'callboard' AND relkind = 'r' AND relname NOT LIKE '\\_%'
         ) AS measured
       ), '[]') AS tables`,
  );
  const [measure] = rows;
  if (!measure) throw new Error('a statement without FROM returned no row');
  return measure;
}
