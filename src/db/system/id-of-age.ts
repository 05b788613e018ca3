/**
 * SQL for the lower bound of ids made less than `age` ago. The first 48 bits of an id are milliseconds since
 * 1970, so newer ids are greater.
 *
 * @param age milliseconds, as SQL, for example `$1`
 */
export function idOfAge(age: string): string {
  return `(SELECT left(hex, 8) || '-' || right(hex, 4)
  FROM lpad(to_hex((extract(epoch FROM statement_timestamp() - ${age}::float8 * interval '1 millisecond') * 1000)::bigint), 12, '0') AS hex)`;
}
