import type { ClientBase } from 'pg';
import { didYouMean } from '../../domain/did-you-mean.js';
import { describeValue } from '../../domain/expansion/describe-value.js';
import { type DataSourceRequest, writeTable } from '../../domain/expansion/grammar.js';
import {
  type DataSourcePolicy,
  isProtectedSchema,
  mayReadColumn,
  mayReadTable,
  type TableIdentity,
} from '../policy.js';
import { type ColumnType, columnType } from './column-type.js';
import { WITHHELD_SCHEMAS } from './pool.js';

/** A table or view that may be read, with names as in the catalog. */
export interface Table extends TableIdentity {
  /** The name in messages: with its schema if the search path does not reach it. */
  label: string;
  columns: Column[];
  /** Columns of the primary key in its order; empty without one. */
  primaryKey: string[];
}

export interface Column {
  name: string;
  type: ColumnType;
  /** For a column of a domain: the base type. */
  domainOf: { schema: string; name: string } | null;
  notNull: boolean;
  /** No two rows have the same value. */
  unique: boolean;
  /** Whether the connection's user may select it. */
  readable: boolean;
}

export type Found<T> = { kind: 'ok'; found: T } | { kind: 'error'; message: string };

/**
 * Looks up a table or view, ignoring case: by its schema, otherwise among those that the search path reaches.
 * Nothing is cached: the definition belongs to the snapshot in which the rows are read.
 */
export async function findTable(
  client: ClientBase,
  policy: DataSourcePolicy,
  { schema, table: name }: Pick<DataSourceRequest, 'schema' | 'table'>,
): Promise<Found<Table>> {
  const { rows } = await client.query<Relation>(
    schema === undefined ? VISIBLE_BY_NAME : BY_QUALIFIED_NAME,
    schema === undefined ? [name] : [name, schema],
  );
  const allowed = rows.filter((row) => mayReadTable(policy, row));
  // A table of the application has precedence over one of the control plane or the system that was allowed by
  // the same name.
  const own = allowed.filter((row) => !isProtectedSchema(row.schema));
  const [match, another] = own.length > 0 ? own : allowed;
  const asked = describeValue(schema === undefined ? name : `${schema}.${name}`);
  if (match && another) {
    const names = [match, another].map((row) => `"${row.schema}"."${row.name}"`).join(' and ');
    return error(
      `table ${asked} is ambiguous: ${names} differ only in case. Give one a view with its own name.`,
    );
  }
  if (match) return { kind: 'ok', found: await describe(client, match) };
  if (rows.length > 0) {
    return error(`table ${asked} is not allowed as a data source (configuration "dataSources")`);
  }
  const relations = await client.query<Relation>(RELATIONS);
  const names = relations.rows.filter((row) => mayReadTable(policy, row)).map(referenceTo);
  const elsewhere = names.find((reference) => reference.toLowerCase().endsWith(`.${name.toLowerCase()}`));
  const hint =
    schema === undefined && elsewhere
      ? ` Did you mean "${elsewhere}"?`
      : didYouMean(asked.slice(1, -1), names);
  return error(`there is no table or view ${asked} in the data-source database.${hint}`);
}

/** Looks up a column, ignoring case, and whether it may be read. */
export function findColumn(table: Table, policy: DataSourcePolicy, name: string): Found<Column> {
  const matches = table.columns.filter((column) => column.name.toLowerCase() === name.toLowerCase());
  const [match, another] = matches;
  if (match && another) {
    const names = `"${match.name}" and "${another.name}"`;
    return error(
      `column ${describeValue(name)} of table "${table.label}" is ambiguous: ${names} differ only in case`,
    );
  }
  const allowed = (column: Column) => column.readable && mayReadColumn(policy, table, column.name);
  if (!match) {
    const names = table.columns.filter(allowed).map((column) => column.name);
    return error(`table "${table.label}" has no column ${describeValue(name)}.${didYouMean(name, names)}`);
  }
  if (!match.readable) {
    return error(`the data-source user may not select column "${match.name}" of table "${table.label}"`);
  }
  if (!allowed(match)) {
    return error(
      `column "${match.name}" of table "${table.label}" is not allowed as a data source: it looks like a credential or is ` +
        `denied. An administrator can allow "${table.label}.${match.name}" in the configuration "dataSources"`,
    );
  }
  return { kind: 'ok', found: match };
}

export interface Relation extends TableIdentity {
  oid: number;
}

/** The name of the table in data source strings. */
export function referenceTo({ schema, name, isVisible }: TableIdentity): string {
  return writeTable(isVisible ? { table: name } : { schema, table: name });
}

/**
 * In a schema of the search path, or in one that the pool removed from it, unless a table of that name comes
 * earlier.
 */
const IS_VISIBLE = `(pg_catalog.pg_table_is_visible(c.oid)
    OR pg_catalog.jsonb_exists(coalesce(pg_catalog.current_setting('${WITHHELD_SCHEMAS}', true), '[]')::pg_catalog.jsonb, n.nspname::pg_catalog.text)
      AND NOT EXISTS (SELECT FROM pg_catalog.pg_class other
        WHERE other.relname OPERATOR(pg_catalog.=) c.relname AND pg_catalog.pg_table_is_visible(other.oid)))`;

/** How the catalog finds tables, partitioned and foreign tables, views and materialized views. */
const SELECT_RELATIONS = `
  SELECT c.oid, n.nspname AS schema, c.relname AS name, ${IS_VISIBLE} AS "isVisible"
  FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind IN ('r', 'p', 'f', 'v', 'm')`;

/** Far more than databases have, but bounded. */
const MAX_RELATIONS = 10_000;

/** All that can be reached, with those of the search path first. */
export const RELATIONS = `${SELECT_RELATIONS}
  AND (${IS_VISIBLE} OR pg_catalog.has_schema_privilege(n.oid, 'USAGE'))
  ORDER BY "isVisible" DESC, n.nspname ~ '^(pg_|callboard$|bullmq$|information_schema$)', c.relname, n.nspname
  LIMIT ${MAX_RELATIONS}`;

/**
 * Compares in the collation of the database, because lower() knows only ASCII in "C", and in "C", because
 * lower('I') is not 'i' in Turkish.
 */
const sameName = (column: string, parameter: string) => {
  const inCollation = (collation: string) => {
    const lower = (name: string) =>
      `pg_catalog.lower(${name}::pg_catalog.text COLLATE pg_catalog.${collation})`;
    return `${lower(column)} = ${lower(parameter)}`;
  };
  return `(${inCollation('"default"')} OR ${inCollation('"C"')})`;
};

const VISIBLE_BY_NAME = `${SELECT_RELATIONS}
  AND ${IS_VISIBLE} AND ${sameName('c.relname', '$1')}
  ORDER BY n.nspname, c.relname`;

const BY_QUALIFIED_NAME = `${SELECT_RELATIONS}
  AND ${sameName('c.relname', '$1')} AND ${sameName('n.nspname', '$2')}
  ORDER BY n.nspname, c.relname`;

/**
 * Domains are resolved to the base type. A unique index counts if it covers every row by itself: valid, not
 * partial, one column, same collation. An index of an inheritance parent says nothing about the children.
 */
const COLUMNS = `
  WITH RECURSIVE typed(attnum, typid) AS (
    SELECT attnum, atttypid FROM pg_catalog.pg_attribute WHERE attrelid = $1 AND attnum > 0 AND NOT attisdropped
    UNION ALL
    SELECT d.attnum, t.typbasetype FROM typed d JOIN pg_catalog.pg_type t ON t.oid = d.typid WHERE t.typtype = 'd'
  )
  SELECT a.attname AS name, a.attnotnull AS "notNull",
    t.typname AS "typeName", t.typtype AS "typeType", t.typcategory AS "typeCategory",
    CASE WHEN t.oid <> a.atttypid
         THEN pg_catalog.jsonb_build_object('schema', n.nspname, 'name', t.typname) END AS "domainOf",
    ARRAY(SELECT e.enumlabel::pg_catalog.text FROM pg_catalog.pg_enum e
          WHERE e.enumtypid = t.oid ORDER BY e.enumsortorder) AS labels,
    pg_catalog.has_column_privilege(a.attrelid, a.attnum, 'SELECT') AS readable,
    EXISTS (SELECT FROM pg_catalog.pg_index i JOIN pg_catalog.pg_class c ON c.oid = i.indrelid
            WHERE i.indrelid = $1 AND i.indisunique AND i.indisvalid AND i.indpred IS NULL AND i.indnkeyatts = 1
              AND i.indkey[0] = a.attnum AND i.indcollation[0] = a.attcollation
              AND (c.relkind = 'p' OR NOT c.relhassubclass)) AS "unique",
    (SELECT pg_catalog.array_position(i.indkey::pg_catalog.int2[], a.attnum) FROM pg_catalog.pg_index i
     WHERE i.indrelid = $1 AND i.indisprimary) AS "keyPosition"
  FROM typed JOIN pg_catalog.pg_attribute a ON a.attrelid = $1 AND a.attnum = typed.attnum
    JOIN pg_catalog.pg_type t ON t.oid = typed.typid AND t.typtype <> 'd'
    JOIN pg_catalog.pg_namespace n ON n.oid = t.typnamespace
  ORDER BY a.attnum`;

interface ColumnRow extends Omit<Column, 'type'> {
  typeName: string;
  typeType: string;
  typeCategory: string;
  labels: string[];
  /** Position in the primary key; null if it is not part of it. */
  keyPosition: number | null;
}

async function describe(client: ClientBase, { oid, schema, name, isVisible }: Relation): Promise<Table> {
  const { rows } = await client.query<ColumnRow>(COLUMNS, [oid]);
  const columns = rows.map((row) => ({
    name: row.name,
    domainOf: row.domainOf,
    notNull: row.notNull,
    unique: row.unique,
    readable: row.readable,
    type: columnType({
      name: row.typeName,
      type: row.typeType,
      category: row.typeCategory,
      labels: row.labels,
    }),
  }));
  const primaryKey = rows
    .filter((row) => row.keyPosition !== null)
    .sort((a, b) => (a.keyPosition ?? 0) - (b.keyPosition ?? 0))
    .map((row) => row.name);
  const label = isVisible ? name : `${schema}.${name}`;
  return { schema, name, isVisible, label, columns, primaryKey };
}

function error(message: string): { kind: 'error'; message: string } {
  return { kind: 'error', message };
}
