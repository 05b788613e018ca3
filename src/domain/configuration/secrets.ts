/** Separates the secrets of documents from the fields that can be compared and shown. */
import { SECRET_FIELDS } from '../agent/authentication.js';
import { isObject } from '../json.js';
import { CHANNEL_KINDS } from '../notification/channel.js';
import type { Fields } from './compare-fields.js';
import type { ConfigurationKind } from './kinds.js';

/** The secret fields, as dotted paths. */
export const SECRET_PATHS: Readonly<Record<ConfigurationKind, readonly string[]>> = {
  NotificationChannel: Object.entries(CHANNEL_KINDS).map(([type, { secret }]) => `${type}.${secret}`),
  Agent: [...SECRET_FIELDS.map((field) => `endpoint.authentication.${field}`), 'signingSecret'],
  Pipeline: [],
  Schedule: [],
  Webhook: ['secret'],
};

/** Secrets by the dotted path of their field. */
export type Secrets = Readonly<Record<string, string>>;

/** The fields without those at `paths`, and the secrets that were there. A secret that is null is ignored. */
export function separateSecrets(
  fields: Fields,
  paths: readonly string[],
): { fields: Fields; secrets: Secrets } {
  const secrets: Record<string, string> = {};
  let rest = fields;
  for (const path of paths) {
    const names = path.split('.');
    const value = names.reduce<unknown>((at, name) => (isObject(at) ? at[name] : undefined), fields);
    if (typeof value === 'string') secrets[path] = value;
    rest = without(rest, names);
  }
  return { fields: rest, secrets };
}

/** The fields with the secrets at their paths, where the enclosing object exists. */
export function putSecrets(fields: Fields, secrets: Secrets): Fields {
  return Object.entries(secrets).reduce(
    (all, [path, secret]) => withValue(all, path.split('.'), secret),
    fields,
  );
}

function without(fields: Fields, [name = '', ...deeper]: readonly string[]): Fields {
  if (!Object.hasOwn(fields, name)) return fields;
  const { [name]: value, ...rest } = fields;
  if (deeper.length === 0) return rest;
  return isObject(value) ? { ...fields, [name]: without(value, deeper) } : fields;
}

function withValue(fields: Fields, [name = '', ...deeper]: readonly string[], secret: string): Fields {
  if (deeper.length === 0) return { ...fields, [name]: secret };
  const inner = fields[name];
  return isObject(inner) ? { ...fields, [name]: withValue(inner, deeper, secret) } : fields;
}
