import { type DataSourceOptions, parseOptions } from './options.js';
import { decodePart, type ParseError, parseError } from './percent-decode.js';

/**
 * The data source string:
 *
 *     <source>:[<schema>.]<table>:<filter>:<column>[?<options>]     db:ticker:all:id?enabled=true&batchSize=10
 *                                                                   db:media.article:all:id
 *
 * A string whose source is not registered is an ordinary value. One that begins with a registered source but
 * does not parse is an error, never an ordinary value: a typing error must not reach an agent. `%3A`, `%3F`
 * and `%26` carry `:`, `?` and `&`, `%2E` a `.` that belongs to a name; the JSON of `filter=` is written as
 * it is.
 */
export interface DataSourceRequest {
  kind: 'source';
  source: string;
  /** If absent, the search path decides. */
  schema?: string;
  table: string;
  filter: RowSelector;
  field: string;
  options: DataSourceOptions;
}

/** `all` rows, or the one with this primary key. A key that reads "all" is written `%61ll`. */
type RowSelector = { kind: 'all' } | { kind: 'key'; value: string };

type ParsedString = { kind: 'literal' } | DataSourceRequest | ParseError;

/** Longer strings are refused without parsing. */
export const MAX_DATA_SOURCE_LENGTH = 8192;

/** @param sources the names of the registered sources */
export function parseDataSource(text: string, sources: ReadonlySet<string>): ParsedString {
  const colon = text.indexOf(':');
  const source = text.slice(0, Math.max(0, colon));
  if (!sources.has(source)) return { kind: 'literal' };
  if (text.length > MAX_DATA_SOURCE_LENGTH) {
    return located(
      parseError(
        `longer than ${MAX_DATA_SOURCE_LENGTH.toLocaleString('en')} characters`,
        MAX_DATA_SOURCE_LENGTH,
      ),
      source,
    );
  }
  const question = text.indexOf('?', colon);
  const address = parseAddress(text, colon + 1, question < 0 ? text.length : question);
  if (address.kind === 'error') return located(address, source);
  if (question < 0) return { kind: 'source', source, ...address.parts, options: { filters: [] } };
  const result = parseOptions(text, question + 1);
  if (result.kind === 'error') return located(result, source);
  return { kind: 'source', source, ...address.parts, options: result.options };
}

type Address = Pick<DataSourceRequest, 'schema' | 'table' | 'filter' | 'field'>;

function parseAddress(text: string, start: number, end: number): { kind: 'ok'; parts: Address } | ParseError {
  const ends = [...text.slice(start, end).matchAll(/:/g)].map((match) => start + match.index);
  const [first, second, third] = ends;
  if (first === undefined || second === undefined) {
    return parseError('expected <table>:<filter>:<column> after the source', end);
  }
  if (third !== undefined) return parseError('one ":" too many; inside a value write %3A', third);
  const table = parseTable(text, start, first);
  if (table.kind === 'error') return table;
  const key = decodePart(text, first + 1, second, 'the filter ("all" or a primary key)');
  if (key.kind === 'error') return key;
  const field = decodePart(text, second + 1, end, 'the field');
  if (field.kind === 'error') return field;
  // Compared before decoding, so that %61ll can name a row whose key is "all".
  const isAll = text.slice(first + 1, second) === 'all';
  const filter: RowSelector = isAll ? { kind: 'all' } : { kind: 'key', value: key.value };
  return { kind: 'ok', parts: { ...table.parts, filter, field: field.value } };
}

/** Split before decoding, so that `%2E` can be part of a name. */
function parseTable(
  text: string,
  start: number,
  end: number,
): { kind: 'ok'; parts: Pick<DataSourceRequest, 'schema' | 'table'> } | ParseError {
  const dot = text.slice(start, end).indexOf('.') + start;
  if (dot < start) {
    const table = decodePart(text, start, end, 'the table');
    return table.kind === 'error' ? table : { kind: 'ok', parts: { table: table.value } };
  }
  const second = text.slice(dot + 1, end).indexOf('.');
  if (second >= 0) return parseError('one "." too many; inside a name write %2E', dot + 1 + second);
  const schema = decodePart(text, start, dot, 'the schema');
  if (schema.kind === 'error') return schema;
  const table = decodePart(text, dot + 1, end, 'the table');
  if (table.kind === 'error') return table;
  return { kind: 'ok', parts: { schema: schema.value, table: table.value } };
}

/** A table as a data source string names it. */
export function writeTable({ schema, table }: Pick<DataSourceRequest, 'schema' | 'table'>): string {
  const encode = (name: string) =>
    name.replace(/[%:?&.]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
  return schema === undefined ? encode(table) : `${encode(schema)}.${encode(table)}`;
}

function located({ message, position }: ParseError, source: string): ParseError {
  return {
    kind: 'error',
    position,
    message:
      `Data source string, character ${position + 1}: ${/[.?]$/.test(message) ? message : `${message}.`} ` +
      `To pass a string that begins with "${source}:" as it is, write {"$literal": "…"}.`,
  };
}
