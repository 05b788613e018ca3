import type { Json } from '../json.js';

/** How a value is named in an error: short, and never a page of JSON. */
export function describeValue(value: Json): string {
  const text = JSON.stringify(value);
  return text.length <= 60 ? text : `${text.slice(0, 57)}…`;
}
