import { didYouMean } from '../did-you-mean.js';
import type { Json } from '../json.js';
import { describeValue } from './describe-value.js';

/** A value as written. Whether it fits the type of the column is checked later. */
export type FilterValue = string | number | boolean;

const COMPARISONS = ['$eq', '$ne', '$gt', '$gte', '$lt', '$lte'] as const;
export type Comparison = (typeof COMPARISONS)[number];

/**
 * The condition on rows, as a tree. It has SQL's three-valued logic: a NULL satisfies no comparison, `$ne`
 * and `$nin` included; `$null` asks for it. `at` is the position of the condition in the string, for errors.
 */
export type Filter =
  | { kind: 'and' | 'or'; filters: Filter[] }
  | { kind: 'not'; filter: Filter }
  | { kind: 'compare'; column: string; operator: Comparison; value: FilterValue; at: string }
  | { kind: 'member'; column: string; operator: '$in' | '$nin'; values: FilterValue[]; at: string }
  | { kind: 'match'; column: string; operator: '$like' | '$ilike'; pattern: string; at: string }
  | { kind: 'null'; column: string; isNull: boolean; at: string };

type FilterResult = { kind: 'ok'; filter: Filter } | { kind: 'error'; message: string };

const COLUMN_OPERATORS = [...COMPARISONS, '$in', '$nin', '$like', '$ilike', '$null', '$not'];
const ROW_OPERATORS = ['$and', '$or', '$not'];
const MAX_DEPTH = 20;

/**
 * Reads the JSON of `filter=`: an object of columns and `$and`, `$or`, `$not`, every entry of which must
 * hold.
 */
export function parseFilter(json: Json): FilterResult {
  return parseRowFilter(json, 'filter', 0);
}

function parseRowFilter(json: Json, at: string, depth: number): FilterResult {
  if (depth > MAX_DEPTH) return error(at, `is nested deeper than ${MAX_DEPTH} levels`);
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    return error(at, `must be an object such as {"status":"active"}, not ${describeValue(json)}`);
  }
  return combine('and', Object.entries(json), ([name, value]) => {
    const here = `${at}.${name}`;
    if (name === '$and' || name === '$or') return parseList(name, value, here, depth + 1);
    if (name === '$not') return negate(parseRowFilter(value, here, depth + 1));
    if (name.startsWith('$')) return unknownOperator(name, here, ROW_OPERATORS);
    return parseColumnFilter(name, value, here, depth + 1);
  });
}

function parseList(name: '$and' | '$or', json: Json, at: string, depth: number): FilterResult {
  if (!Array.isArray(json) || json.length === 0) {
    return error(at, 'must be a list of at least one condition object');
  }
  const parseItem = ([index, item]: [number, Json]) => parseRowFilter(item, `${at}[${index}]`, depth);
  return combine(name === '$and' ? 'and' : 'or', [...json.entries()], parseItem);
}

/** `{"status": "active"}`, `{"deletedAt": null}` or `{"age": {"$gte": 18, "$lt": 65}}`. */
function parseColumnFilter(column: string, json: Json, at: string, depth: number): FilterResult {
  if (depth > MAX_DEPTH) return error(at, `is nested deeper than ${MAX_DEPTH} levels`);
  if (Array.isArray(json)) return error(at, 'is a list: write {"$in": […]} to match any of several values');
  if (typeof json !== 'object' || json === null) return parseOperator(column, '$eq', json, at, depth);
  if (Object.keys(json).length === 0) return error(at, 'is an empty object: give a value or an operator');
  return combine('and', Object.entries(json), ([operator, value]) =>
    parseOperator(column, operator, value, `${at}.${operator}`, depth),
  );
}

function parseOperator(
  column: string,
  operator: string,
  json: Json,
  at: string,
  depth: number,
): FilterResult {
  switch (operator) {
    case '$not':
      return negate(parseColumnFilter(column, json, at, depth + 1));
    case '$null':
      if (typeof json !== 'boolean') return error(at, `takes true or false, not ${describeValue(json)}`);
      return ok({ kind: 'null', column, isNull: json, at });
    case '$like':
    case '$ilike':
      if (typeof json !== 'string')
        return error(at, `takes a pattern such as "A%", not ${describeValue(json)}`);
      return ok({ kind: 'match', column, operator, pattern: json, at });
    case '$in':
    case '$nin':
      if (!Array.isArray(json) || !json.every(isFilterValue)) {
        return error(at, 'takes a list of strings, numbers or booleans');
      }
      return ok({ kind: 'member', column, operator, values: json, at });
  }
  const comparison = COMPARISONS.find((known) => known === operator);
  if (!comparison) return unknownOperator(operator, at, COLUMN_OPERATORS);
  if (json === null && (comparison === '$eq' || comparison === '$ne')) {
    return ok({ kind: 'null', column, isNull: comparison === '$eq', at });
  }
  if (!isFilterValue(json))
    return error(at, `takes one string, number or boolean, not ${describeValue(json)}`);
  return ok({ kind: 'compare', column, operator: comparison, value: json, at });
}

function isFilterValue(json: Json): json is FilterValue {
  return typeof json === 'string' || typeof json === 'number' || typeof json === 'boolean';
}

function combine<T>(kind: 'and' | 'or', items: T[], parse: (item: T) => FilterResult): FilterResult {
  const filters: Filter[] = [];
  for (const item of items) {
    const result = parse(item);
    if (result.kind === 'error') return result;
    filters.push(result.filter);
  }
  return ok({ kind, filters });
}

function negate(result: FilterResult): FilterResult {
  return result.kind === 'error' ? result : ok({ kind: 'not', filter: result.filter });
}

function unknownOperator(name: string, at: string, known: string[]): FilterResult {
  return error(
    at,
    `is not an operator that can be used here (${known.join(' ')}).${didYouMean(name, known)}`,
  );
}

function ok(filter: Filter): FilterResult {
  return { kind: 'ok', filter };
}

function error(at: string, message: string): FilterResult {
  return { kind: 'error', message: `${at} ${message}` };
}
