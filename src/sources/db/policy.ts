import { z } from 'zod';

const FORM = 'must be "table" or "table.column"';
const entry = z
  .string(FORM)
  .trim()
  .max(200, 'is longer than 200 characters')
  .regex(/^[^.]+(\.[^.]+)?$/, FORM);
const list = z.array(entry, 'must be a list').max(10_000, 'holds more than 10 000 entries');

/**
 * What `db:` strings may read, stored under the `AgentConfig` key `dataSources`. Entries are `table` or
 * `table.column`, in any case.
 *
 * - Schema `callboard`, the system catalogues and columns that look like a credential are denied unless `allow` names
 *   them (a table as `table`, a column as `table.column`).
 * - As soon as `allow` holds a `table` entry, only tables it names, alone or with a column, may be read.
 * - `deny` wins over everything.
 */
export const dataSourcePolicySchema = z.strictObject({
  allow: list.optional(),
  deny: list.optional(),
});

export type DataSourcePolicy = z.infer<typeof dataSourcePolicySchema>;

/** A schema whose tables must be allowed by name. */
export function isProtectedSchema(schema: string): boolean {
  return schema === 'callboard' || schema === 'information_schema' || schema.startsWith('pg_');
}

export function mayReadTable(
  { allow = [], deny = [] }: DataSourcePolicy,
  schema: string,
  table: string,
): boolean {
  const name = table.toLowerCase();
  if (deny.some((item) => item.toLowerCase() === name)) return false;
  const tables = allow.filter((item) => !item.includes('.')).map((item) => item.toLowerCase());
  if (tables.includes(name)) return true;
  if (isProtectedSchema(schema)) return false;
  return tables.length === 0 || allow.some((item) => item.toLowerCase().startsWith(`${name}.`));
}

export function mayReadColumn(
  { allow = [], deny = [] }: DataSourcePolicy,
  table: string,
  column: string,
): boolean {
  const name = `${table}.${column}`.toLowerCase();
  if (deny.some((item) => item.toLowerCase() === name)) return false;
  return !looksLikeCredential(column) || allow.some((item) => item.toLowerCase() === name);
}

const CREDENTIAL =
  /password|passwd|passphrase|passcode|secret|token|apikey|accesskey|authkey|privatekey|signingkey|encryptionkey|credential|hash$/;
const CREDENTIAL_WORD = new Set(['hash', 'hashed', 'salt', 'pwd', 'pw', 'otp', 'totp', 'pin', 'cvv', 'cvc']);

/** `apiKey`, `API_KEY` and `x-api-key` are one name; `hashtag` is no hash, `password_hash` and `hash_sha256` are. */
export function looksLikeCredential(column: string): boolean {
  const words = column
    .normalize('NFKC')
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u);
  return CREDENTIAL.test(words.join('')) || words.some((word) => CREDENTIAL_WORD.has(word));
}
