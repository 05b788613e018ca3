import pg from 'pg';
import type { Model } from './models.js';
import { NotPlain, quote } from './plain.js';

type Where = Readonly<Record<string, unknown>>;

/**
 * Adds a value to a statement and returns its placeholder. `isKey` means that the value matches few rows
 * however large the table is, so that one plan suits all such values.
 */
export type Bind = (value: unknown, isKey: boolean) => string;

/**
 * Columns with few distinct values, some of them rare. Such a value is written into the text, so that the
 * planner plans for it.
 */
const OF_FEW_VALUES = new Set([
  'status',
  'runStatus',
  'trigger',
  'targetType',
  'health',
  'kind',
  'state',
  'repeat',
]);

const COMPARISONS: Readonly<Record<string, string>> = { equals: '=', gt: '>', gte: '>=', lt: '<', lte: '<=' };
/**
 * Longest list written as separate values, which gives the planner more information. A longer list becomes
 * one array value.
 */
const LISTED_AT_MOST = 4;

/** Translates a condition of a Prisma query to SQL. @throws NotPlain */
export function plainCondition(model: Model, where: Where, bind: Bind): string {
  const parts: string[] = [];
  for (const name in where) {
    const wanted = where[name];
    if (wanted === undefined) continue;
    if (name === 'AND')
      for (const each of [wanted].flat()) parts.push(plainCondition(model, each as Where, bind));
    else if (name === 'OR') parts.push(anyOf(model, wanted as readonly Where[], bind));
    else if (name === 'NOT') parts.push(noneOf(model, wanted as Where | readonly Where[], bind));
    else parts.push(columnCondition(model, name, wanted, bind));
  }
  const all = parts.filter((part) => part !== 'true');
  return all.length === 0 ? 'true' : all.join(' AND ');
}

function anyOf(model: Model, wheres: readonly Where[], bind: Bind): string {
  if (wheres.length === 0) return 'false';
  return `(${wheres.map((each) => `(${plainCondition(model, each, bind)})`).join(' OR ')})`;
}

function noneOf(model: Model, where: Where | readonly Where[], bind: Bind): string {
  const condition = Array.isArray(where) ? 'true' : plainCondition(model, where as Where, bind);
  // Without a condition, Prisma's answer is not the opposite of "all".
  if (condition === 'true') throw new NotPlain();
  return `NOT (${condition})`;
}

type Put = (value: unknown) => string;

function columnCondition(model: Model, name: string, wanted: unknown, bind: Bind): string {
  const column = model.columns.get(name);
  if (!column) throw new NotPlain();
  const sql = quote(name);
  if (column.isList) return listCondition(sql, column.type, wanted, bind);
  if (column.type === 'Json') return jsonCondition(sql, wanted, bind);
  const put = (value: unknown) => {
    if (typeof value !== 'string' || !OF_FEW_VALUES.has(name)) return bind(value, name === 'id');
    if (value.includes('\0')) throw new NotPlain();
    return pg.escapeLiteral(value);
  };
  if (isValue(wanted)) return comparison(sql, '=', wanted, put);
  const { contains, mode, ...others } = wanted as Where;
  const parts = contains === undefined ? [] : [containing(sql, contains, mode, bind)];
  for (const [operator, value] of Object.entries(others)) {
    if (value === undefined) continue;
    const sign = COMPARISONS[operator];
    if (mode !== undefined) {
      if (mode !== 'insensitive' || sign === undefined || typeof value !== 'string') throw new NotPlain();
      parts.push(`${ignoringCase(sql)} ${sign} ${ignoringCase(put(value))}`);
      continue;
    }
    if (operator === 'in') parts.push(oneOf(sql, value, column.type, put));
    else if (operator === 'not' && value === null) parts.push(`${sql} IS NOT NULL`);
    else if (sign !== undefined && isValue(value)) parts.push(comparison(sql, sign, value, put));
    else throw new NotPlain();
  }
  return parts.length === 0 ? 'true' : parts.join(' AND ');
}

/** Texts that differ only in case have the same value. An index on schedules contains this expression. */
export function ignoringCase(sql: string): string {
  return `lower(${sql})`;
}

/** Conditions on a list of texts: `{ hasSome: [...] }` and `{ isEmpty: true }`. */
function listCondition(sql: string, type: string, wanted: unknown, bind: Bind): string {
  const { hasSome, isEmpty, ...others } = (wanted ?? {}) as Where;
  if (type !== 'String' || Object.keys(others).length > 0) throw new NotPlain();
  if (isEmpty === true && hasSome === undefined) return `${sql} = '{}'`;
  if (isEmpty === undefined && Array.isArray(hasSome)) return `${sql} && ${bind(hasSome, false)}::text[]`;
  throw new NotPlain();
}

/**
 * A condition on the text of a key, like `{ path: ['message'], string_contains: 'pattern', mode: 'insensitive' }`, or
 * on the items of a list, like `{ array_contains: [{ agentId: 'a' }] }`.
 */
function jsonCondition(sql: string, wanted: unknown, bind: Bind): string {
  const { array_contains: items, ...text } = (wanted ?? {}) as Where;
  if (items === undefined) return textInJson(sql, text, bind);
  if (!Array.isArray(items) || Object.keys(text).length > 0) throw new NotPlain();
  return `${sql} @> ${bind(JSON.stringify(items), false)}::jsonb`;
}

function textInJson(sql: string, wanted: Where, bind: Bind): string {
  const { path, string_contains: contains, mode, ...others } = wanted;
  const [key, ...deeper] = Array.isArray(path) ? path : [];
  if (typeof key !== 'string' || deeper.length > 0 || Object.keys(others).length > 0) throw new NotPlain();
  return containing(`(${sql} ->> ${pg.escapeLiteral(key)})`, contains, mode, bind);
}

const ASCII = /^[ -~]*$/;

/**
 * Whether the text contains the pattern, ignoring case. ILIKE converts each text, and the pattern again for each
 * text, by the rules of the database's locale. For an ASCII pattern, converting only ASCII letters suffices, and a
 * search takes a fifth less time. (The Kelvin sign and "İ" are not found as "k" and "i" then.)
 */
function containing(sql: string, pattern: unknown, mode: unknown, bind: Bind): string {
  if (typeof pattern !== 'string' || mode !== 'insensitive') throw new NotPlain();
  return ASCII.test(pattern)
    ? `lower(${sql} COLLATE "C") LIKE ${bind(`%${pattern.toLowerCase()}%`, false)}`
    : `${sql} ILIKE ${bind(`%${pattern}%`, false)}`;
}

function comparison(sql: string, sign: string, value: unknown, put: Put): string {
  if (value === null) {
    if (sign !== '=') throw new NotPlain();
    return `${sql} IS NULL`;
  }
  // Written as a literal, because partial indexes cover these rows.
  if (typeof value === 'boolean') return `${sql} ${sign} ${value}`;
  return `${sql} ${sign} ${put(value)}`;
}

function oneOf(sql: string, values: unknown, type: string, put: Put): string {
  if (!Array.isArray(values) || values.some((value) => value === null || !isValue(value)))
    throw new NotPlain();
  if (values.length === 0) return 'false';
  if (values.length === 1) return `${sql} = ${put(values[0])}`;
  if (values.length <= LISTED_AT_MOST) return `${sql} IN (${values.map(put).join(', ')})`;
  if (type !== 'String') throw new NotPlain();
  return `${sql} = ANY (${put(values)}::text[])`;
}

function isValue(value: unknown): boolean {
  return typeof value !== 'object' || value === null || value instanceof Date;
}
