/**
 * SQL for the beginning of an id that was made `age` ago: the first 48 bits of ids are milliseconds since 1970, so what is younger
 * has a greater one.
 *
 * @param age milliseconds, as SQL: `$1`
 */
export function idOfAge(age: string): string {
  return `(SELECT left(hex, 8) || '-' || right(hex, 4)
  FROM lpad(to_hex((extract(epoch FROM statement_timestamp() - ${age}::float8 * interval '1 millisecond') * 1000)::bigint), 12, '0') AS hex)`;
}
