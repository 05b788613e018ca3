/** Completions in params: members and values of the agent's schema, and data sources. */

import type { JsonCompletion, JsonCompletions, JsonCursor } from '../../../../components/code/json-editor.js';
import { isObject } from '../../../../lib/is-object.js';
import { resolve } from '../../../agents/detail/schema-fields.js';
import { texts } from '../../texts/form.js';
import { completeFilter, lastOption } from './complete-filter.js';
import { placeAt } from './json-cursor.js';

const t = texts.completion;

export interface Source {
  source: string;
  tables: readonly { reference: string; columns: readonly { name: string; type: string }[] }[];
}

export interface ParamsContext {
  /** JSON Schema of the agent or of the steps of the pipeline. Undefined if there is none. */
  schema: unknown;
  sources: readonly Source[];
}

export function completeParams(
  before: string,
  { text, at }: JsonCursor,
  { schema, sources }: ParamsContext,
): JsonCompletions | undefined {
  const { path, role, open } = placeAt(text, at);
  if (open === undefined) return undefined;
  const start = before.length - open.length;
  const closed = text[at] === '"';
  const here = schemaAt(schema, path);
  if (role === 'name') {
    const options = membersOf(here).map(({ name, detail }) => ({
      label: name,
      detail,
      apply: closed ? name : `${name}": `,
    }));
    return { from: start, options, validFor: /^[^"\\]*$/ };
  }
  const source = sources.find((each) => open.startsWith(`${each.source}:`));
  if (source) return completeSource(open, start, source);
  const choices = enumOf(here).map((value) => ({ label: value, apply: closed ? value : `${value}"` }));
  const names = sources.map((each) => ({
    label: `${each.source}:`,
    detail: t.source,
    apply: `${each.source}:`,
  }));
  // A colon may end the name of a source.
  return { from: start, options: [...choices, ...names], validFor: /^[^":\\]*$/ };
}

const OPTIONS = Object.entries(t.options).map(([label, detail]) => ({ label, detail }));

/** The filter of every row. */
const ALL = 'all';

/** A part of a source's address, which ends at the next `:` or `?`. */
const PART = /^[^":?\\]*$/;
/** The name or value of an option, up to the next `=` or `&`. */
const OPTION = /^[^"=&{\\]*$/;

/** Completes `db:<table>:<filter>:<column>?<options>` part by part. */
function completeSource(
  open: string,
  start: number,
  { source, tables }: Source,
): JsonCompletions | undefined {
  const rest = open.slice(source.length + 1);
  const [address = '', query] = split(rest, '?');
  const parts = address.split(':');
  const table = tables.find(({ reference }) => reference.toLowerCase() === parts[0]?.toLowerCase());
  const columns = table?.columns ?? [];
  const from = (typed: string) => start + open.length - typed.length;
  if (query !== undefined) {
    const option = lastOption(query);
    if (option.isFilter) {
      const { from: at, ...completions } = completeFilter(option.text, columns);
      return { from: start + open.length - option.text.length + at, ...completions };
    }
    const [name = '', value] = split(option.text, '=');
    if (value === undefined) {
      const conditions = columns.map((column) => ({
        label: `${column.name}=`,
        detail: t.onlyRows(column.type),
      }));
      return { from: from(name), options: [...OPTIONS, ...conditions].map(asTyped), validFor: OPTION };
    }
    if (name === 'orderBy')
      return { from: from(value), options: columns.map(columnOption), validFor: OPTION };
    const type = columns.find((column) => column.name === name)?.type;
    const choice = type === 'boolean' ? [{ label: 'true' }, { label: 'false' }] : [];
    return { from: from(value), options: choice, validFor: OPTION };
  }
  const typed = parts.at(-1) ?? '';
  if (parts.length === 1)
    return {
      from: from(typed),
      options: tables.map(({ reference, columns: all }) => ({
        label: reference,
        detail: t.columns(all.length),
        apply: `${reference}:`,
      })),
      validFor: PART,
    };
  if (parts.length === 2)
    return {
      from: from(typed),
      options: [{ label: ALL, detail: t.rows, apply: `${ALL}:` }],
      validFor: PART,
    };
  if (parts.length === 3) return { from: from(typed), options: columns.map(columnOption), validFor: PART };
  return undefined;
}

function asTyped({ label, detail }: { label: string; detail: string }): JsonCompletion {
  return { label, detail, apply: label };
}

function columnOption({ name, type }: { name: string; type: string }): JsonCompletion {
  return { label: name, detail: type };
}

function split(text: string, at: string): [string, string | undefined] {
  const index = text.indexOf(at);
  return index < 0 ? [text, undefined] : [text.slice(0, index), text.slice(index + 1)];
}

interface Member {
  name: string;
  /** `string, required`, `integer, default 5`. */
  detail: string;
  description: string | undefined;
  isRequired: boolean;
  schema: unknown;
}

const asObject = (value: unknown) => (isObject(value) ? value : {});

/** The members that the schema defines for an object, with required ones first. */
export function membersOf(schema: unknown): Member[] {
  const { properties, required } = asObject(schema);
  const needed = Array.isArray(required) ? required : [];
  const members = Object.entries(asObject(properties)).map(([name, given]) => {
    const member = resolve(asObject(given), schema);
    const { description } = member;
    const isRequired = needed.includes(name);
    return {
      name,
      isRequired,
      schema: member,
      detail: [typeWords(member), isRequired && t.required, defaultWords(member)].filter(Boolean).join(', '),
      description: typeof description === 'string' ? description : undefined,
    };
  });
  return members.sort((a, b) => Number(b.isRequired) - Number(a.isRequired));
}

const MOST_OF_DEFAULT = 60;

/** `default 5`, and of a long default its beginning. */
function defaultWords(schema: unknown): string | undefined {
  const { default: given } = asObject(schema);
  if (given === undefined) return undefined;
  const value = JSON.stringify(given);
  return t.default(value.length > MOST_OF_DEFAULT ? `${value.slice(0, MOST_OF_DEFAULT)}…` : value);
}

/** An initial value from the schema: its default, its first choice, or an empty value of its type. */
export function exampleOf(schema: unknown): unknown {
  const { default: given, enum: choices, type } = asObject(schema);
  if (given !== undefined) return given;
  if (Array.isArray(choices) && choices.length > 0) return choices[0];
  const [first] = Array.isArray(type) ? type : [type];
  const empty: Record<string, unknown> = {
    boolean: false,
    integer: 0,
    number: 0,
    array: [],
    object: {},
    null: null,
  };
  return typeof first === 'string' && Object.hasOwn(empty, first) ? empty[first] : '';
}

/** The part of a schema that applies at a path, as far as `properties` and `items` lead. */
function schemaAt(schema: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((at, name) => {
    const { properties, items } = asObject(at);
    return Object.hasOwn(asObject(properties), name) ? asObject(properties)[name] : items;
  }, schema);
}

function enumOf(schema: unknown): string[] {
  const { enum: values } = asObject(schema);
  return Array.isArray(values) ? values.filter((value): value is string => typeof value === 'string') : [];
}

/** `string`, `"news" or "filings"`, `array`. */
function typeWords(schema: unknown): string {
  const { type, enum: values } = asObject(schema);
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value)).join(t.or);
  if (Array.isArray(type)) return type.join(t.or);
  return typeof type === 'string' ? type : '';
}
