import { toJsonb } from './to-jsonb.js';

/** The fields of rows that a statement reads, with their types. */
export interface Columns<Row> {
  /**
   * SQL of a FROM item with these rows. @param first the number of the first of its parameters, one for each
   * column
   */
  from(first: number, alias: string): string;
  /** The parameters. @param given values of columns that the rows do not have */
  arrays(rows: readonly Row[], given?: Given<Row>): string[];
  /** The number of parameters. */
  count: number;
}

/**
 * Returns no rows, but makes the planner expect a thousand, where it would expect ten of arrays. With ten, it
 * joins these rows to those of a table by comparing each with each, which takes longer than all the rest for
 * a batch of a thousand.
 */
const MANY = 'generate_series(1, (SELECT 0))';

/**
 * A value that all rows share is sent once, which saves PostgreSQL most of the work for it. The first column is
 * always sent whole: it says how many rows there are.
 */
function valueSql(name: string, index: number, parameter: string): string {
  if (index === 0) return name;
  return `CASE WHEN cardinality(${parameter}) = 1 THEN (${parameter})[1] ELSE r.${name} END AS ${name}`;
}

function isShared(values: readonly unknown[]): boolean {
  const first = values[0] ?? null;
  return values.every((value) => (value ?? null) === first);
}

type Given<Row> = { readonly [Name in keyof Row]?: readonly Row[Name][] };

type ColumnType = 'boolean' | 'int' | 'float8' | 'text' | 'timestamptz' | 'jsonb';

/** The types that can hold such values. Anything else is JSON. */
type TypeOf<Value> = [Value] extends [boolean]
  ? 'boolean'
  : [Value] extends [number]
    ? 'int' | 'float8'
    : [Value] extends [string]
      ? 'text'
      : [Value] extends [Date]
        ? 'timestamptz'
        : 'jsonb';

/**
 * Rows as parameters of a statement: one array for each column. PostgreSQL reads them in half the time that
 * `json_to_recordset` takes for the same rows. The arrays are subqueries in the SQL, so the planner's
 * estimates do not depend on their length, and one plan serves any number of rows.
 *
 * `undefined` and `null` become NULL. Characters that PostgreSQL cannot store are replaced: see
 * {@link toJsonb}.
 */
export function columns<Row extends object>(
  types: { readonly [Name in keyof Row & string]?: TypeOf<NonNullable<Row[Name]>> },
): Columns<Row> {
  const entries = Object.entries(types) as [keyof Row & string, ColumnType][];
  const names = entries.map(([name]) => `"${name}"`).join();
  return {
    from(first, alias) {
      const parameters = entries.map(([, type], index) => `$${first + index}::${type}[]`);
      const values = entries.map(([name], index) =>
        valueSql(`"${name}"`, index, parameters[index] as string),
      );
      const arrays = parameters.map((parameter) => `unnest((SELECT ${parameter}))`);
      return `(SELECT ${values.join()} FROM ROWS FROM (${arrays.join()}, ${MANY}) AS r(${names})) AS ${alias}`;
    },
    arrays: (rows, given = {}) =>
      entries.map(([name, type], index) => {
        const values = given[name] ?? rows.map((row) => row[name]);
        return ARRAYS[type](index > 0 && isShared(values) ? values.slice(0, 1) : values);
      }),
    count: entries.length,
  };
}

/**
 * The values as an array literal. It is a JSON array in other brackets, because both write null, numbers,
 * booleans and quoted texts alike, and JSON.stringify is faster than anything written in JavaScript.
 */
const plainArray = (values: readonly unknown[]): string => `{${JSON.stringify(values).slice(1, -1)}}`;

/**
 * JSON has escapes for control characters, which array literals do not have. Only backslashes and quotes are
 * escaped alike. An escaped backslash before such a letter is taken for one too, which only costs time.
 */
const JSON_ESCAPE = /\\[bfnrtu]/;

function textArray(values: readonly unknown[]): string {
  const array = plainArray(values);
  return JSON_ESCAPE.test(array) ? `{${values.map(quoted).join()}}` : array;
}

const quoted = (value: unknown) =>
  typeof value === 'string' ? `"${value.replaceAll('\0', '\ufffd').replace(/["\\]/g, '\\$&')}"` : 'NULL';

/** What {@link toJsonb} writes has no control characters. */
function jsonbArray(values: readonly unknown[]): string {
  let last: unknown;
  let text: string | null = null;
  // Rows that follow each other often share a value.
  return plainArray(
    values.map((value) => {
      if (value !== last) text = toJsonb(value);
      last = value;
      return text;
    }),
  );
}

const ARRAYS: Readonly<Record<ColumnType, (values: readonly unknown[]) => string>> = {
  boolean: plainArray,
  int: plainArray,
  float8: plainArray,
  timestamptz: plainArray,
  text: textArray,
  jsonb: jsonbArray,
};
