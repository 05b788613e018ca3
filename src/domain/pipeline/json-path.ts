import type { Json } from '../json.js';

/** Keys of objects and indexes of lists, outermost first. */
export type JsonPath = (string | number)[];

const MAX_LENGTH = 500;
/** A key, after a dot unless it comes first, or an index in brackets. */
const SEGMENT = /(?:^|(?<!^)\.)(?<key>[^.[\]]+)|\[(?<index>\d{1,9})\]/y;

/** Parses `review.approved` or `items[0].ok`; `null` if the text is not a path. */
export function parseJsonPath(text: string): JsonPath | null {
  if (text === '' || text.length > MAX_LENGTH) return null;
  const path: JsonPath = [];
  SEGMENT.lastIndex = 0;
  for (let end = 0; end < text.length; end = SEGMENT.lastIndex) {
    const groups = SEGMENT.exec(text)?.groups;
    if (!groups) return null;
    path.push(groups.key ?? Number(groups.index));
  }
  return path;
}

/** The value at a path; `undefined` if there is none. Ignores inherited properties. */
export function readJsonPath(document: Json | undefined, path: JsonPath): Json | undefined {
  let value = document;
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    if (Array.isArray(value)) value = typeof key === 'number' ? value[key] : undefined;
    else value = typeof key === 'string' && Object.hasOwn(value, key) ? value[key] : undefined;
  }
  return value;
}

/** Whether two values are equal; the order of an object's keys does not matter. */
export function jsonEquals(a: Json, b: Json): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
    return a.every((item, index) => jsonEquals(item, b[index] ?? null));
  }
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => Object.hasOwn(b, key) && jsonEquals(a[key] ?? null, b[key] ?? null));
}
