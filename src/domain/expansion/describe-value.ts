import type { Json } from '../json.js';

/** A short description of a value for errors, never a page of JSON. */
export function describeValue(value: Json): string {
  const text = JSON.stringify(value);
  return text.length <= 60 ? text : `${text.slice(0, 57)}…`;
}
