import { z } from 'zod';

/** A part of an entry: no dot, no empty name. A dot in a name is written `%2E`, as in data source strings. */
const PART = '[^.*]+';
const entries = (pattern: RegExp, form: string) =>
  z
    .array(
      z.string(form).trim().max(200, 'is longer than 200 characters').regex(pattern, form),
      'must be a list',
    )
    .max(10_000, 'has more than 10,000 entries');

/**
 * What `db:` strings may read, stored under the `AgentConfig` key `dataSources`. Names match in any case.
 *
 * - `allow` opens what is denied by default: tables of a protected schema, and columns that look like a credential.
 *   It closes nothing.
 * - `only`, when it is not empty, closes every table that it does not name. It opens nothing.
 * - `deny` wins over both.
 *
 * In `allow` and `only`, a table without its schema is one that the search path reaches; any other is named with its
 * schema, so that an entry for an application's table never opens one of the same name elsewhere. In `deny` it is a
 * table of any schema. `a.b` names both table b of schema a and column b of table a.
 */
export const dataSourcePolicySchema = z.strictObject({
  allow: entries(
    new RegExp(`^${PART}(\\.${PART}){0,2}$`),
    'must be "table", "schema.table", "table.column" or "schema.table.column"',
  ).optional(),
  only: entries(
    new RegExp(`^${PART}(\\.(${PART}|\\*))?$`),
    'must be "table", "schema.table" or "schema.*"',
  ).optional(),
  deny: entries(
    new RegExp(`^${PART}(\\.${PART}){0,2}$|^${PART}\\.\\*$`),
    'must be "table", "schema.table", "schema.*", "table.column" or "schema.table.column"',
  ).optional(),
});

export type DataSourcePolicy = z.infer<typeof dataSourcePolicySchema>;

/** A table as in the catalog. */
export interface TableIdentity {
  schema: string;
  name: string;
  /** Whether the search path reaches it, so that its name alone is enough. */
  isVisible: boolean;
}

/** Schemas whose tables must be allowed by name: Callboard's, its queue's and the system's. */
export function isProtectedSchema(schema: string): boolean {
  return ['callboard', 'bullmq', 'information_schema'].includes(schema) || schema.startsWith('pg_');
}

export function mayReadTable(policy: DataSourcePolicy, table: TableIdentity): boolean {
  const { allow, only, deny } = entriesOf(policy);
  const { schema, name } = table;
  if (deny.has(keyOf(name)) || deny.has(keyOf(schema, name)) || deny.has(keyOf(schema, '*'))) return false;
  if (only.size > 0 && !isNamed(only, table) && !only.has(keyOf(schema, '*'))) return false;
  return !isProtectedSchema(schema) || isNamed(allow, table);
}

export function mayReadColumn(policy: DataSourcePolicy, table: TableIdentity, column: string): boolean {
  const { allow, deny } = entriesOf(policy);
  if (deny.has(keyOf(table.name, column)) || deny.has(keyOf(table.schema, table.name, column))) return false;
  return !looksLikeCredential(column) || isNamed(allow, table, column);
}

function isNamed(entries: ReadonlySet<string>, table: TableIdentity, ...column: string[]): boolean {
  const { schema, name, isVisible } = table;
  return (isVisible && entries.has(keyOf(name, ...column))) || entries.has(keyOf(schema, name, ...column));
}

type Entries = Record<'allow' | 'only' | 'deny', ReadonlySet<string>>;

/** Lists can be long, and each is consulted once per table and column. */
const known = new WeakMap<DataSourcePolicy, Entries>();

function entriesOf(policy: DataSourcePolicy): Entries {
  let entries = known.get(policy);
  if (!entries) {
    const keys = (list: string[] = []) =>
      new Set(list.map((item) => keyOf(...item.split('.').map((part) => part.replace(/%2e/gi, '.')))));
    entries = { allow: keys(policy.allow), only: keys(policy.only), deny: keys(policy.deny) };
    known.set(policy, entries);
  }
  return entries;
}

/** No name contains a NUL character. */
function keyOf(...parts: string[]): string {
  return parts.join('\0').toLowerCase();
}

const CREDENTIAL =
  /password|passwd|passphrase|passcode|secret|token|apikey|accesskey|authkey|privatekey|signingkey|encryptionkey|credential|hash$/;
const CREDENTIAL_WORD = new Set(['hash', 'hashed', 'salt', 'pwd', 'pw', 'otp', 'totp', 'pin', 'cvv', 'cvc']);

/**
 * `apiKey`, `API_KEY` and `x-api-key` are the same name. `hashtag` is not a hash; `password_hash` and
 * `hash_sha256` are.
 */
export function looksLikeCredential(column: string): boolean {
  const words = column
    .normalize('NFKC')
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u);
  return CREDENTIAL.test(words.join('')) || words.some((word) => CREDENTIAL_WORD.has(word));
}
