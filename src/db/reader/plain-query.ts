import { type Column, type Model, readModels } from './models.js';
import { NotPlain, quote } from './plain.js';
import { type Bind, plainCondition } from './plain-condition.js';

/** What is used of Prisma's queries. */
export interface Query {
  select?: Readonly<Record<string, unknown>>;
  where?: Readonly<Record<string, unknown>>;
  orderBy?: unknown;
  take?: number;
  /** What else is read of each row, by the name that it gets: SQL of our own. */
  extra?: Readonly<Record<string, string>>;
}

type Row = Record<string, unknown>;

/** A query as one statement, whose rows come as arrays. */
export interface PlainQuery {
  text: string;
  values: unknown[];
  /** One plan is good for all values. */
  hasOnePlan: boolean;
  /** What Prisma would have made of a row. */
  read(cells: unknown[]): Row;
}

interface Selected {
  name: string;
  sql: string;
  /** What is made of the value that node-postgres or JSON gives; default: nothing. */
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

/** What a query would read of a row that is at hand; undefined: it wants more than columns. */
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
  { where, orderBy, take, select: _, ...more }: Query,
  bind: Bind,
  within?: string,
): string {
  for (const name in more) if ((more as Row)[name] !== undefined) throw new NotPlain();
  const conditions = [within, where && plainCondition(model, where, bind)].filter(Boolean);
  const order = orderBy === undefined ? '' : ` ORDER BY ${[orderBy].flat().map(orderOf).join(', ')}`;
  const limit = take === undefined ? '' : ` LIMIT ${wholeNumber(take)}`;
  return `${conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`}${order}${limit}`;

  function orderOf(by: unknown): string {
    const [[name, how] = ['', undefined], ...others] = Object.entries(by as object);
    const { sort, nulls, ...unknown } = (typeof how === 'string' ? { sort: how } : (how ?? {})) as Row;
    const isKnown =
      (sort === 'asc' || sort === 'desc') && (nulls === undefined || nulls === 'first' || nulls === 'last');
    if (!isKnown || !model.columns.has(name) || others.length > 0 || Object.keys(unknown).length > 0)
      throw new NotPlain();
    // With its table: a selected expression may be called like the column.
    return `${quote(model.name)}.${quote(name)} ${sort}${nulls ? ` NULLS ${nulls}` : ''}`;
  }
}

/** In the text, not as a value: how many are wanted decides how they are best found. */
function wholeNumber(take: number): string {
  if (!Number.isSafeInteger(take) || take < 0) throw new NotPlain();
  return String(take);
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
  // As a number it could lose its last digits.
  if (type === 'BigInt' && !isList)
    return { name, sql: `${sql}::text`, read: unlessNull((value) => BigInt(value as string)) };
  return { name, sql };
}

/** A page of the rows that belong to this one, as JSON. */
function childrenOf(parent: Model, name: string, wanted: unknown, bind: Bind): Selected {
  const relation = parent.children.get(name);
  if (!relation || typeof wanted !== 'object' || wanted === null) throw new NotPlain();
  const child = modelOf(relation.model);
  const query = wanted as Query;
  const selected = selection(child, query.select, bind);
  const columns = selected.map((each) => `${each.sql} AS ${quote(each.name)}`).join(', ');
  const belongs = `${quote(child.name)}.${quote(relation.column)} = ${quote(parent.name)}."id"`;
  const page = `SELECT ${columns} FROM ${quote(child.name)} ${rest(child, query, bind, belongs)}`;
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

const fromJsonDate = unlessNull((value) => new Date(value as string));

function unlessNull(read: (value: unknown) => unknown) {
  return (value: unknown) => (value === null ? null : read(value));
}
