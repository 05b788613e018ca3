/**
 * SQL: whether a row is one of these, or any row. `$1` is an array of ids, or null for all. One plan serves
 * all values of a statement, so each of the two cases needs its own statement: with
 * `$1 IS NULL OR id = ANY ($1)`, a few rows cost as much as all.
 */
export function among(ids: readonly string[] | null, column: string): string {
  return ids === null ? '$1::text[] IS NULL' : `${column} = ANY ($1::text[])`;
}
