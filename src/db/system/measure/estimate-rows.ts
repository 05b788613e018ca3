import type { Queryable } from '../queryable.js';

/**
 * Estimated number of rows in the table, from the last VACUUM or ANALYZE, rounded to two digits. 0 if there
 * are no statistics yet.
 */
export async function estimateRows(db: Queryable, table: string): Promise<number> {
  const { rows } = await db.query<{ rows: number }>(
    `SELECT greatest(reltuples, 0)::float8 AS rows FROM pg_class WHERE oid = ('callboard.' || quote_ident($1))::regclass`,
    [table],
  );
  return Number((rows[0]?.rows ?? 0).toPrecision(2));
}
