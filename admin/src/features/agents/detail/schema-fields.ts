/** A JSON Schema as a list of fields for reading. */
import { isObject } from '../../../lib/is-object.js';
import { texts } from '../texts/schemas.js';

const t = texts.schema;

export interface SchemaField {
  /** Undefined for the schema itself, an item of a list, or one of several alternatives. */
  name?: string;
  /** `string`, `list of number`, `object`, `any`. */
  type: string;
  isRequired: boolean;
  description?: string;
  /** `at least 1`, `one of "a", "b"`, `default 5`. */
  rules: string[];
  fields: SchemaField[];
}

type Schema = Record<string, unknown>;

/** Nobody reads deeper, and circular references end here. Together with the next limit, it bounds the work. */
const MAX_DEPTH = 8;
const MAX_FIELDS = 500;

interface Reading {
  root: unknown;
  /** Number of fields that are still read. Further ones are shown without the fields below them. */
  left: number;
}

export function readSchema(schema: unknown): SchemaField {
  return fieldOf(schema, { root: schema, left: MAX_FIELDS }, { depth: 0, isRequired: false });
}

interface Place {
  name?: string;
  depth: number;
  isRequired: boolean;
}

function fieldOf(given: unknown, reading: Reading, { name, depth, isRequired }: Place): SchemaField {
  const named = name === undefined ? {} : { name };
  reading.left -= 1;
  if (!isObject(given)) {
    return { ...named, type: given === false ? t.nothing : t.any, isRequired, rules: [], fields: [] };
  }
  const schema = resolve(given, reading.root);
  return {
    ...named,
    type: typeOf(schema, reading.root),
    isRequired,
    ...(typeof schema.description === 'string' && { description: schema.description }),
    rules: rulesOf(schema),
    fields: fieldsOf(schema, reading, depth + 1),
  };
}

function fieldsOf(schema: Schema, reading: Reading, depth: number): SchemaField[] {
  if (depth > MAX_DEPTH || reading.left <= 0) return [];
  const required = Array.isArray(schema.required) ? schema.required : [];
  const properties = isObject(schema.properties) ? Object.entries(schema.properties) : [];
  const fields = properties.map(([name, each]) =>
    fieldOf(each, reading, { name, depth, isRequired: required.includes(name) }),
  );
  for (const other of required) {
    if (typeof other === 'string' && !properties.some(([name]) => name === other))
      fields.push({ name: other, type: t.any, isRequired: true, rules: [], fields: [] });
  }
  const items = isObject(schema.items) ? resolve(schema.items, reading.root) : undefined;
  if (items && (isObject(items.properties) || formsOf(items).length > 0))
    fields.push(...fieldsOf(items, reading, depth + 1));
  // The database does not keep the order of members, so required ones come first.
  fields.sort((one, other) => Number(other.isRequired) - Number(one.isRequired));
  const forms = formsOf(schema);
  return [...fields, ...forms.map((form) => fieldOf(form, reading, { depth, isRequired: false }))];
}

function formsOf({ anyOf, oneOf, allOf }: Schema): unknown[] {
  return [anyOf, oneOf, allOf].flatMap((forms) => (Array.isArray(forms) ? forms : []));
}

function typeOf(schema: Schema, root: unknown, depth = 0): string {
  const { type, items } = schema;
  if (Array.isArray(schema.anyOf) || Array.isArray(schema.oneOf))
    return type ? t.typeOneOf(String(type)) : t.oneOf;
  if (Array.isArray(schema.allOf)) return type ? t.typeAllOf(String(type)) : t.allOf;
  if (Array.isArray(type)) return t.types(type);
  if (type === 'array') {
    if (!isObject(items) || depth > 2) return t.list;
    return t.listOf(typeOf(resolve(items, root), root, depth + 1));
  }
  if (typeof type === 'string') return type;
  if ('const' in schema || Array.isArray(schema.enum)) return t.value;
  return isObject(schema.properties) ? t.object : t.any;
}

function rulesOf(schema: Schema): string[] {
  const rules = Object.entries(t.rules).flatMap(([name, words]) =>
    name in schema ? [words(schema[name])] : [],
  );
  if (Array.isArray(schema.enum))
    rules.unshift(schema.enum.map((value) => JSON.stringify(value)).join(' | '));
  if (schema.uniqueItems === true) rules.push(t.uniqueItems);
  if (schema.additionalProperties === false) rules.push(t.closed);
  return rules;
}

/** Resolves a reference within the schema `root`. */
export function resolve(schema: Schema, root: unknown): Schema {
  const { $ref, ...rest } = schema;
  if (typeof $ref !== 'string' || !$ref.startsWith('#/')) return schema;
  const target = $ref
    .slice(2)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((at, part) => (isObject(at) && Object.hasOwn(at, part) ? at[part] : undefined), root);
  return isObject(target) ? { ...target, ...rest } : schema;
}

/** Example params that match the schema: required fields and those with a default. */
export function exampleOf(schema: unknown): unknown {
  return exampleAt(schema, { root: schema, left: MAX_FIELDS }, 0);
}

function exampleAt(given: unknown, reading: Reading, depth: number): unknown {
  reading.left -= 1;
  if (!isObject(given)) return depth === 0 ? {} : null;
  if (depth > MAX_DEPTH || reading.left <= 0) return null;
  const schema = resolve(given, reading.root);
  if ('default' in schema) return schema.default;
  if ('const' in schema) return schema.const;
  if (Array.isArray(schema.examples) && schema.examples.length > 0) return schema.examples[0];
  if (Array.isArray(schema.enum) && schema.enum.length > 0) return schema.enum[0];
  const [form] = formsOf(schema);
  if (form !== undefined && !isObject(schema.properties)) return exampleAt(form, reading, depth + 1);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === 'string') return textOf(schema);
  if (type === 'number' || type === 'integer') return typeof schema.minimum === 'number' ? schema.minimum : 0;
  if (type === 'boolean') return false;
  if (type === 'array') return [];
  if (type !== undefined && type !== 'object') return null;
  return objectOf(schema, reading, depth);
}

/** A text of the required length. Patterns cannot be satisfied in general. */
function textOf({ minLength, maxLength }: Schema): string {
  if (typeof minLength !== 'number' || minLength < 1) return '';
  const most = typeof maxLength === 'number' ? maxLength : Number.POSITIVE_INFINITY;
  return 'example'.padEnd(minLength, '-').slice(0, most);
}

function objectOf(schema: Schema, reading: Reading, depth: number): Record<string, unknown> {
  const required = Array.isArray(schema.required) ? schema.required : [];
  const properties = isObject(schema.properties) ? Object.entries(schema.properties) : [];
  return Object.fromEntries(
    properties
      .filter(([name, each]) => required.includes(name) || (isObject(each) && 'default' in each))
      .map(([name, each]) => [name, exampleAt(each, reading, depth + 1)]),
  );
}

/** Names and types of all fields, for completion. */
export function fieldNames(field: SchemaField): { label: string; detail: string }[] {
  const own = field.fields.flatMap((each) => [
    ...(each.name === undefined ? [] : [{ label: each.name, detail: each.type }]),
    ...fieldNames(each),
  ]);
  return [...new Map(own.map((each) => [each.label, each])).values()];
}
