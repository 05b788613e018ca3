/**
 * SQL: `column = value` for statements that read the first rows of one owner in the order of an index on
 * (column, id). They also have to sort by the column: `ORDER BY column DESC, id DESC`. With `=`, PostgreSQL
 * ignores that column in the order and may scan the primary key instead, which reads the whole history of
 * everybody if the owner has few rows or none.
 */
export function alongIndex(column: string, value: string): string {
  return `(${column} >= ${value} AND ${column} <= ${value})`;
}
