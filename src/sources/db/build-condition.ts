import pg from 'pg';
import type { Comparison, Filter, FilterValue } from '../../domain/expansion/filter.js';
import type { Column, Found } from './catalog.js';
import { coerceValue } from './coerce-value.js';

/** SQL text; every value in it is a `$n` that stands for `parameters[n - 1]`. */
export type Condition = { kind: 'ok'; sql: string } | { kind: 'error'; message: string };

/** The context of a condition: where names come from, and where values go. */
export interface ConditionContext {
  findColumn(name: string): Found<Column>;
  parameters: unknown[];
}

const SQL_OPERATORS: Record<Comparison, string> = {
  $eq: '=',
  $ne: '<>',
  $gt: '>',
  $gte: '>=',
  $lt: '<',
  $lte: '<=',
};

/**
 * The SQL of a filter. Parameters carry no type of their own, so PostgreSQL reads each as the type of the column it
 * stands beside; {@link coerceValue} has made sure that it can.
 */
export function buildCondition(filter: Filter, context: ConditionContext): Condition {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return joinConditions(filter.kind, filter.filters, context);
    case 'not': {
      const inner = buildCondition(filter.filter, context);
      return inner.kind === 'error' ? inner : { kind: 'ok', sql: `NOT (${inner.sql})` };
    }
  }
  const found = context.findColumn(filter.column);
  if (found.kind === 'error') return { kind: 'error', message: `${filter.at}: ${found.message}` };
  const column = found.found;
  switch (filter.kind) {
    case 'null':
      return { kind: 'ok', sql: `${valueExpression(column)} IS ${filter.isNull ? '' : 'NOT '}NULL` };
    case 'match':
      return buildMatch(filter, column, context);
    case 'compare': {
      const sql = SQL_OPERATORS[filter.operator];
      return bind([filter.value], filter.at, column, context, ([text], place) => [text, `${sql} ${place}`]);
    }
    case 'member': {
      const sql = filter.operator === '$in' ? '= ANY' : '<> ALL';
      return bind(filter.values, filter.at, column, context, (texts, place) => [texts, `${sql} (${place})`]);
    }
  }
}

function joinConditions(kind: 'and' | 'or', filters: Filter[], context: ConditionContext): Condition {
  const parts: string[] = [];
  for (const filter of filters) {
    const part = buildCondition(filter, context);
    if (part.kind === 'error') return part;
    parts.push(part.sql);
  }
  return {
    kind: 'ok',
    sql: parts.length === 0 ? 'TRUE' : `(${parts.join(kind === 'and' ? ' AND ' : ' OR ')})`,
  };
}

function buildMatch(
  { operator, pattern, at }: Extract<Filter, { kind: 'match' }>,
  column: Column,
  context: ConditionContext,
): Condition {
  if (column.type.kind !== 'text') {
    return {
      kind: 'error',
      message: `${at}: ${operator} needs a text column, but "${column.name}" is not one`,
    };
  }
  if (/(?:^|[^\\])(?:\\\\)*\\$/.test(pattern)) {
    return {
      kind: 'error',
      message: `${at}: the pattern ends in a single backslash; write two to match one`,
    };
  }
  const sql = operator === '$like' ? 'LIKE' : 'ILIKE';
  return bind([pattern], at, column, context, ([text], place) => [text, `${sql} ${place}`]);
}

/** Coerces the values, adds the parameter that `render` makes of them, and returns `column <rendered>`. */
function bind(
  values: FilterValue[],
  at: string,
  column: Column,
  context: ConditionContext,
  render: (texts: string[], place: string) => [parameter: unknown, sql: string],
): Condition {
  const texts: string[] = [];
  for (const value of values) {
    const coerced = coerceValue(value, column.type);
    if (coerced.kind === 'error') return { kind: 'error', message: `${at}: ${coerced.message}` };
    texts.push(coerced.text);
  }
  const [parameter, sql] = render(texts, `$${context.parameters.length + 1}`);
  context.parameters.push(parameter);
  return { kind: 'ok', sql: `${columnExpression(column)} ${sql}` };
}

/** The column, with a domain cast to its base type: the operators of an enum do not accept its domains. */
export function columnExpression({ name, domainOf }: Column): string {
  const sql = `t.${pg.escapeIdentifier(name)}`;
  if (!domainOf) return sql;
  return `${sql}::${pg.escapeIdentifier(domainOf.schema)}.${pg.escapeIdentifier(domainOf.name)}`;
}

/**
 * The column as it is passed to jobs: of a type that has an order, for DISTINCT and ORDER BY. Intervals that are
 * equal but written differently, such as `1 day` and `24:00:00`, are different values.
 */
export function valueExpression(column: Column): string {
  const sql = columnExpression(column);
  const { kind } = column.type;
  return kind === 'other' || kind === 'interval' ? `pg_catalog.to_jsonb(${sql})` : sql;
}
