import type { Queryable } from './queryable.js';

/** About how many rows the table has, by what the last VACUUM or ANALYZE found, to two digits; 0: nothing is known yet. */
export async function estimateRows(db: Queryable, table: string): Promise<number> {
  const { rows } = await db.query<{ rows: number }>(
    `SELECT greatest(reltuples, 0)::float8 AS rows FROM pg_class WHERE oid = ('callboard.' || quote_ident($1))::regclass`,
    [table],
  );
  return Number((rows[0]?.rows ?? 0).toPrecision(2));
}
