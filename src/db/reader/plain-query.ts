import { alongIndex } from '../system/along-index.js';
import { type Column, type Model, readModels } from './models.js';
import { NotPlain, quote } from './plain.js';
import { type Bind, ignoringCase, plainCondition } from './plain-condition.js';

/** The supported part of Prisma's queries. */
export interface Query {
  select?: Readonly<Record<string, unknown>>;
  where?: Readonly<Record<string, unknown>>;
  orderBy?: unknown;
  take?: number;
  skip?: number;
  /** Further columns of each row, by name: SQL written in our code. */
  extra?: Readonly<Record<string, string>>;
}

type Row = Record<string, unknown>;

/** A query as one statement that returns rows as arrays. */
export interface PlainQuery {
  text: string;
  values: unknown[];
  /** True if one plan suits all values. */
  hasOnePlan: boolean;
  /** Builds the row that Prisma would return. */
  read(cells: unknown[]): Row;
}

interface Selected {
  name: string;
  sql: string;
  /** Converts a value from node-postgres or JSON. Default: the value as it is. */
  read?: (value: unknown) => unknown;
}

const models = readModels();

/** @throws NotPlain */
export function plainQuery(modelName: string, query: Query): PlainQuery {
  const values: unknown[] = [];
  let hasOnePlan = true;
  const bind: Bind = (value, isKey) => {
    hasOnePlan &&= isKey;
    return `$${values.push(value)}`;
  };
  const model = modelOf(modelName);
  const { extra = {}, ...plain } = query;
  const selected = selection(model, plain.select, bind);
  for (const [name, sql] of Object.entries(extra)) selected.push({ name, sql });
  const columns = selected.map(({ name, sql }) => `${sql} AS ${quote(name)}`).join(', ');
  const text = `SELECT ${columns} FROM ${quote(model.name)} ${rest(model, plain, bind)}`;
  return {
    text,
    values,
    hasOnePlan,
    read(cells) {
      const row: Row = {};
      for (let at = 0; at < selected.length; at += 1) {
        const { name, read } = selected[at] as Selected;
        row[name] = read ? read(cells[at]) : cells[at];
      }
      return row;
    },
  };
}

/**
 * Returns what a query would read of a row that is already loaded. Undefined if the query needs more than
 * columns.
 */
export function plainRow(modelName: string, { select, ...more }: Query, row: Readonly<Row>): Row | undefined {
  const { columns } = modelOf(modelName);
  if (!select || Object.values(more).some((each) => each !== undefined)) return undefined;
  const plain: Row = {};
  for (const [name, wanted] of Object.entries(select)) {
    if (wanted === false || wanted === undefined) continue;
    const column = columns.get(name);
    if (wanted !== true || !column || column.isList) return undefined;
    const value = row[name];
    plain[name] = column.type === 'BigInt' && value !== null ? BigInt(value as number) : value;
  }
  return plain;
}

function modelOf(name: string): Model {
  const model = models.get(name);
  if (!model) throw new NotPlain();
  return model;
}

function rest(
  model: Model,
  { where, orderBy, take, skip, select: _, ...more }: Query,
  bind: Bind,
  owner?: Owner,
): string {
  for (const name in more) if ((more as Row)[name] !== undefined) throw new NotPlain();
  const conditions = [owner?.condition, where && plainCondition(model, where, bind)].filter(Boolean);
  const orders = [...(owner?.order ?? []), ...(orderBy === undefined ? [] : [orderBy].flat().map(orderOf))];
  const order = orders.length === 0 ? '' : ` ORDER BY ${orders.join(', ')}`;
  const limit = take === undefined ? '' : ` LIMIT ${wholeNumber(take)}`;
  const offset = skip === undefined ? '' : ` OFFSET ${wholeNumber(skip)}`;
  return `${conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`}${order}${limit}${offset}`;

  function orderOf(by: unknown): string {
    const [[name, how] = ['', undefined], ...others] = Object.entries(by as object);
    const { sort, nulls, mode, ...unknown } = (typeof how === 'string' ? { sort: how } : (how ?? {})) as Row;
    const isKnown =
      (sort === 'asc' || sort === 'desc') &&
      (nulls === undefined || nulls === 'first' || nulls === 'last') &&
      (mode === undefined || mode === 'insensitive');
    if (!isKnown || !model.columns.has(name) || others.length > 0 || Object.keys(unknown).length > 0)
      throw new NotPlain();
    // Qualified with the table, because a selected expression may have the same name.
    const column = `${quote(model.name)}.${quote(name)}`;
    return `${mode ? ignoringCase(column) : column} ${sort}${nulls ? ` NULLS ${nulls}` : ''}`;
  }
}

/** Written as a literal, because the limit affects which plan is best. */
function wholeNumber(count: number): string {
  if (!Number.isSafeInteger(count) || count < 0) throw new NotPlain();
  return String(count);
}

function selection(model: Model, select: Query['select'], bind: Bind): Selected[] {
  if (!select) throw new NotPlain();
  const selected: Selected[] = [];
  for (const name in select) {
    const wanted = select[name];
    if (wanted === false || wanted === undefined) continue;
    const column = model.columns.get(name);
    if (column && wanted === true) selected.push(columnOf(name, column));
    else selected.push(childrenOf(model, name, wanted, bind));
  }
  if (selected.length === 0) throw new NotPlain();
  return selected;
}

function columnOf(name: string, { type, isList }: Column): Selected {
  const sql = quote(name);
  // As a JSON number, the value could lose its last digits.
  if (type === 'BigInt' && !isList)
    return { name, sql: `${sql}::text`, read: unlessNull((value) => BigInt(value as string)) };
  return { name, sql };
}

/** Selects a page of child rows as JSON. */
function childrenOf(parent: Model, name: string, wanted: unknown, bind: Bind): Selected {
  const relation = parent.children.get(name);
  if (!relation || typeof wanted !== 'object' || wanted === null) throw new NotPlain();
  const child = modelOf(relation.model);
  const query = wanted as Query;
  const selected = selection(child, query.select, bind);
  const columns = selected.map((each) => `${each.sql} AS ${quote(each.name)}`).join(', ');
  const owner = ownerOf(
    query,
    `${quote(child.name)}.${quote(relation.column)}`,
    `${quote(parent.name)}."id"`,
  );
  const page = `SELECT ${columns} FROM ${quote(child.name)} ${rest(child, query, bind, owner)}`;
  const readers = selected.flatMap((each) => {
    const read = child.columns.get(each.name)?.type === 'DateTime' ? fromJsonDate : each.read;
    return read ? [[each.name, read] as const] : [];
  });
  return {
    name,
    sql: `(SELECT coalesce(json_agg(page), '[]') FROM (${page}) AS page)`,
    read(rows) {
      for (const row of rows as Row[]) for (const [column, read] of readers) row[column] = read(row[column]);
      return rows;
    },
  };
}

/** How a page of children is limited to those of their parent. */
interface Owner {
  condition: string;
  order: readonly string[];
}

/** A page by id follows the index of the parent's children, unless a condition may have a better one. */
function ownerOf({ where = {}, orderBy }: Query, column: string, id: string): Owner {
  const [first] = [orderBy].flat();
  const direction = (first as Row | undefined)?.id;
  if (typeof direction !== 'string' || !onlyPages(where))
    return { condition: `${column} = ${id}`, order: [] };
  return { condition: alongIndex(column, id), order: [`${column} ${direction}`] };
}

function onlyPages(where: Readonly<Row>): boolean {
  return Object.entries(where).every(([name, wanted]) => {
    if (name === 'AND') return [wanted].flat().every((each) => onlyPages((each ?? {}) as Row));
    return wanted === undefined || name === 'id' || name === 'isLatest';
  });
}

const fromJsonDate = unlessNull((value) => new Date(value as string));

function unlessNull(read: (value: unknown) => unknown) {
  return (value: unknown) => (value === null ? null : read(value));
}
