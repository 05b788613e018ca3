import pg from 'pg';
import type { Filter } from '../../domain/expansion/filter.js';
import type { DataSourceRequest } from '../../domain/expansion/grammar.js';
import type { DataSourcePolicy } from '../policy.js';
import {
  buildCondition,
  type ConditionContext,
  columnExpression,
  valueExpression,
} from './build-condition.js';
import { type Column, type Found, findColumn, type Table } from './catalog.js';

/** A statement and its bound values. */
interface Statement {
  text: string;
  values: unknown[];
}

/** All statements for one request. */
export interface DbQuery {
  table: Table;
  field: Column;
  limit: number | undefined;
  /** One column: the values, without NULLs and duplicates, in order. */
  read: Statement;
  /** For a unique field: `total`, counted up to `bound`. */
  countUnique(bound: number): Statement;
  /** For a unique field: `nulls`. */
  countNulls: Statement;
  /** For any other field: `total` (distinct), `present` (not NULL) and `nulls`, in one pass. */
  countGroups: Statement;
  /**
   * For `read`: `widest`, `bytes` and the number of values `above` a limit; undefined if no value can be
   * large.
   */
  measure: ((limit: number) => Statement) | undefined;
  /** For one primary key: returns a row if it exists, whatever the other filters say. */
  findKey: { statement: Statement; column: string; value: string } | undefined;
}

/**
 * Checks names, rights and values of a request against the table, and builds its statements. Sends nothing to
 * the database.
 */
export function buildQuery(
  request: DataSourceRequest,
  table: Table,
  policy: DataSourcePolicy,
): Found<DbQuery> {
  const context: ConditionContext = { findColumn: (name) => findColumn(table, policy, name), parameters: [] };
  const field = context.findColumn(request.field);
  if (field.kind === 'error') return field;
  const order = buildOrder(request, table, field.found, context);
  if (order.kind === 'error') return order;
  const key = buildKey(request, table, context);
  if (key.kind === 'error') return key;
  const keyParameters = [...context.parameters];
  const filters = buildCondition({ kind: 'and', filters: request.options.filters }, context);
  if (filters.kind === 'error') return filters;

  const from = `FROM ${pg.escapeIdentifier(table.schema)}.${pg.escapeIdentifier(table.name)} AS t`;
  const where = `WHERE ${key.found ? `${key.found.sql} AND ` : ''}${filters.sql}`;
  const values = context.parameters;
  const value = valueExpression(field.found);
  const present = `${from} ${where} AND ${value} IS NOT NULL`;
  const { limit } = request.options;
  const read = (terms: OrderTerm[] | undefined) => buildRead(field.found, present, terms, limit, values);
  return {
    kind: 'ok',
    found: {
      table,
      field: field.found,
      limit,
      read: read(order.found),
      // Without a limit, all values are measured, so their order does not matter.
      measure: hasFixedWidth(field.found)
        ? undefined
        : (most) => buildMeasure(read(limit === undefined ? undefined : order.found), most),
      countUnique: (bound) => ({
        text: `SELECT count(*) AS total FROM (SELECT ${present} LIMIT $${values.length + 1}) AS b`,
        values: [...values, bound],
      }),
      countNulls: { text: `SELECT count(*) AS nulls ${from} ${where} AND ${value} IS NULL`, values },
      countGroups: {
        text:
          `SELECT count(v) AS total, coalesce(sum(n) FILTER (WHERE v IS NOT NULL), 0) AS present, ` +
          `coalesce(sum(n) FILTER (WHERE v IS NULL), 0) AS nulls ` +
          `FROM (SELECT ${value} AS v, count(*) AS n ${from} ${where} GROUP BY 1) AS g`,
        values,
      },
      findKey: key.found && {
        statement: { text: `SELECT ${from} WHERE ${key.found.sql} LIMIT 1`, values: keyParameters },
        column: key.found.column,
        value: key.found.value,
      },
    },
  };
}

interface OrderTerm {
  expression: string;
  /** ` DESC NULLS LAST`, or nothing: ascending order puts NULLs last by itself. */
  suffix: string;
}

/**
 * The requested order, then the primary key (or the field if there is none), so that the order is always the
 * same.
 */
function buildOrder(
  { options: { orderBy } }: DataSourceRequest,
  table: Table,
  field: Column,
  context: ConditionContext,
): Found<OrderTerm[]> {
  const key = table.primaryKey.flatMap((name) => table.columns.find((column) => column.name === name) ?? []);
  const byKey = key.length > 0 && key.every((column) => column.readable);
  const terms = (byKey ? key.map(columnExpression) : [valueExpression(field)]).map(ascending);
  if (!orderBy) return { kind: 'ok', found: terms };
  const found = context.findColumn(orderBy.column);
  if (found.kind === 'error') return { kind: 'error', message: `orderBy: ${found.message}` };
  const column = found.found;
  if (column.type.kind === 'other') {
    return {
      kind: 'error',
      message: `orderBy: column "${column.name}" has a type that cannot be sorted`,
    };
  }
  const suffix = orderBy.direction === 'asc' ? '' : column.notNull ? ' DESC' : ' DESC NULLS LAST';
  return { kind: 'ok', found: [{ expression: columnExpression(column), suffix }, ...terms] };
}

function ascending(expression: string): OrderTerm {
  return { expression, suffix: '' };
}

/** The condition of a string that names one row: by the primary key, otherwise by a column `id`. */
function buildKey(
  { filter }: DataSourceRequest,
  table: Table,
  context: ConditionContext,
): Found<{ sql: string; column: string; value: string } | undefined> {
  if (filter.kind === 'all') return { kind: 'ok', found: undefined };
  const [key, ...more] = table.primaryKey;
  const column = key !== undefined && more.length === 0 ? key : table.columns.find(isNamedId)?.name;
  if (column === undefined) {
    const message = `table "${table.label}" has no primary key of one column and no column "id": use "all" with a condition`;
    return { kind: 'error', message };
  }
  const byKey: Filter = { kind: 'compare', column, operator: '$eq', value: filter.value, at: 'filter' };
  const condition = buildCondition(byKey, context);
  if (condition.kind === 'error') return condition;
  return { kind: 'ok', found: { sql: condition.sql, column, value: filter.value } };
}

function isNamedId(column: Column): boolean {
  return column.name.toLowerCase() === 'id';
}

function hasFixedWidth({ type: { kind } }: Column): boolean {
  return !['text', 'numeric', 'bytea', 'other'].includes(kind);
}

function buildMeasure({ text, values }: Statement, most: number): Statement {
  return {
    text:
      `SELECT coalesce(max(width), 0) AS widest, coalesce(sum(width), 0) AS bytes, ` +
      `count(*) FILTER (WHERE width > $${values.length + 1}) AS above ` +
      `FROM (SELECT pg_catalog.octet_length(v::pg_catalog.text) AS width FROM (${text}) AS r(v)) AS m`,
    values: [...values, most],
  };
}

/** @param order undefined: the order does not matter */
function buildRead(
  field: Column,
  source: string,
  order: OrderTerm[] | undefined,
  limit: number | undefined,
  parameters: unknown[],
): Statement {
  const value = valueExpression(field);
  if (!order)
    return { text: `SELECT ${field.unique ? '' : 'DISTINCT '}${value} ${source}`, values: parameters };
  const values = limit === undefined ? parameters : [...parameters, limit];
  const tail = limit === undefined ? '' : ` LIMIT $${values.length}`;
  const by = (names: string[]) => order.map(({ suffix }, index) => `${names[index]}${suffix}`).join(', ');
  const expressions = order.map(({ expression }) => expression);
  if (field.unique) return { text: `SELECT ${value} ${source} ORDER BY ${by(expressions)}${tail}`, values };
  // The first row in order represents all rows with the same value. Then these rows are ordered.
  const aliases = expressions.map((_, index) => `o${index}`);
  const columns = expressions.map((expression, index) => `${expression} AS o${index}`).join(', ');
  const first = `SELECT DISTINCT ON (${value}) ${value} AS v, ${columns} ${source} ORDER BY ${value}, ${by(expressions)}`;
  return { text: `SELECT v FROM (${first}) AS d ORDER BY ${by(aliases)}${tail}`, values };
}
