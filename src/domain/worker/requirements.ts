/**
 * What work asks of a worker, and what a worker can do. Agents, schedules and steps carry requirements
 * (`{"region": "eu", "gpu": true}`); a worker has capabilities, of which each may have several values
 * (`region=eu,model=gpt-4o,model=o3`). Values are compared as text: `true` asks for "true", `2` for "2".
 * `false` is also met by a worker that does not declare the name at all.
 */
import { z } from 'zod';
import { isObject } from '../json.js';

const MAX_REQUIREMENTS = 20;
/**
 * Size limit of a key in bytes: the keys of agent, schedule and step together must fit into an index entry of
 * 2,704 bytes.
 */
const MAX_KEY_BYTES = 750;

/** Characters that survive every place they pass: settings, JSON, logs. */
const NAME = /^[\w.-]{1,100}$/;
const TEXT = /^\P{C}{1,200}$/u;

/** Requirements as agents, schedules and steps store them. */
export const requirementsSchema = z
  .custom<Requirements>(isObject, 'must be an object such as {"region": "eu", "gpu": true}')
  .superRefine((given, context) => {
    const entries = Object.entries<unknown>(given);
    if (entries.length > MAX_REQUIREMENTS)
      context.addIssue({ code: 'custom', message: `has more than ${MAX_REQUIREMENTS} names` });
    let flawed = false;
    for (const [name, value] of entries) {
      const message = flawOf(name, value);
      if (message === undefined) continue;
      flawed = true;
      context.addIssue({ code: 'custom', path: [name], message });
    }
    if (!flawed && new TextEncoder().encode(requirementsKey(given)).length > MAX_KEY_BYTES) {
      const message = `is longer than ${MAX_KEY_BYTES} bytes: choose shorter names or values`;
      context.addIssue({ code: 'custom', message });
    }
  })
  .meta({
    type: 'object',
    additionalProperties: { type: ['string', 'number', 'boolean'] },
  });

function flawOf(name: string, value: unknown): string | undefined {
  if (!NAME.test(name))
    return 'is not a valid capability name: use 1 to 100 letters, digits, ".", "_" or "-"';
  const isValue =
    typeof value === 'boolean' || Number.isFinite(value) || (typeof value === 'string' && TEXT.test(value));
  return isValue ? undefined : 'must be a string of 1 to 200 characters, a number, or true or false';
}

export type Requirements = Readonly<Record<string, string | number | boolean>>;

/** Capabilities of a worker: any of the values of a name is enough. */
export type Capabilities = Readonly<Record<string, readonly string[]>>;

/**
 * The requirements of agent, schedule and step together, as the canonical text that jobs store: equal
 * requirements give equal texts, and '' means none. For each name the more specific requirement wins.
 */
export function requirementsKey(...sources: readonly (Requirements | null | undefined)[]): string {
  const merged = new Map(sources.flatMap((source) => Object.entries(source ?? {})));
  if (merged.size === 0) return '';
  const names = [...merged.keys()].sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${JSON.stringify(String(merged.get(name)))}`).join(',')}}`;
}

/**
 * Whether a worker may run a job with this key. If the key is not such a text (it was written by SQL), no
 * worker can serve it.
 */
export function canServe(capabilities: Capabilities, key: string): boolean {
  if (key === '') return true;
  const asked = parseKey(key);
  return (
    asked !== undefined &&
    Object.entries(asked).every(([name, wanted]) =>
      Object.hasOwn(capabilities, name) ? capabilities[name]?.includes(String(wanted)) : wanted === 'false',
    )
  );
}

/** The requirements that a key encodes. Null if there are none. */
export function requirementsOf(key: string): Record<string, string> | null {
  return (key === '' ? undefined : parseKey(key)) ?? null;
}

function parseKey(key: string): Record<string, string> | undefined {
  try {
    const parsed: unknown = JSON.parse(key);
    return isObject(parsed) ? (parsed as Record<string, string>) : undefined;
  } catch {
    return undefined;
  }
}
