/** Parses JSON from outside so that it is safe for jsonb and for our own objects. */
import { storableText } from './read-body.js';

/** PostgreSQL and JSON.stringify both recurse; real results stay far below this. */
export const MAX_DEPTH = 200;

export type ParsedJson =
  | { kind: 'json'; value: unknown }
  /** Not JSON: plain text, HTML, cut-off JSON, nothing at all. */
  | { kind: 'text' }
  | { kind: 'too-deep'; maxDepth: number };

/**
 * Parses a body. NUL characters and lone surrogates in keys and strings become U+FFFD, because jsonb allows
 * neither. `__proto__` keys are dropped, so that no later copy of the object can change its prototype.
 */
export function parseJson(text: string): ParsedJson {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { kind: 'text' };
  }
  // Each level needs a bracket.
  if (text.length > MAX_DEPTH && isTooDeep(value)) return { kind: 'too-deep', maxDepth: MAX_DEPTH };
  return { kind: 'json', value: mayBeUnclean(text) ? clean(value) : value };
}

/** Whether {@link clean} might change a text: it looks for NUL and surrogates, escaped or not. */
function mayBeUnclean(text: string): boolean {
  return text.includes('\\u') || text.includes('__proto__') || storableText(text) !== text;
}

/**
 * Whether JSON from outside is nested deeper than what can be stored: writing deeper values as text overflows
 * the stack.
 */
export function isTooDeep(value: unknown): boolean {
  return isDeeperThan(value, MAX_DEPTH);
}

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  for (const key of Object.keys(value)) {
    if (isDeeperThan((value as Record<string, unknown>)[key], levels - 1)) return true;
  }
  return false;
}

function clean(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value);
  if (Array.isArray(value)) return value.map(clean);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([key]) => key !== '__proto__');
  return Object.fromEntries(entries.map(([key, inner]) => [storableText(key), clean(inner)]));
}
