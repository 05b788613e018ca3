/** Any JSON value. */
export type Json = null | boolean | number | string | Json[] | JsonObject;
export interface JsonObject {
  [key: string]: Json;
}

/** An object, and not an array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Undefined if the text is not JSON. */
export function parseJsonText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What most JSON does not contain: 16 digits in a row, or a large exponent. */
const MAY_BE_ROUNDED = /\d{16}|[eE]\+?\d{3}/;
/** A string may also be cut off, so that each character is read once, whatever the text is. */
const STRING_OR_NUMBER = /"(?:[^"\\]+|\\.)*"?|-?\d[\d.eE+-]*/gs;

/**
 * The numbers that reading this JSON changes: integers that 64-bit floating point cannot represent, and numbers
 * beyond its range. The shortest text of a 64-bit number is what programs write, so it counts as exact. Fractions
 * are not meant to be exact, so their last digits do not count.
 */
function roundedNumbers(json: string): string[] {
  if (!MAY_BE_ROUNDED.test(json)) return [];
  return (json.match(STRING_OR_NUMBER) ?? []).filter((token) => {
    if (token.startsWith('"')) return false;
    const number = Number(token);
    return /[.eE]/.test(token) ? number === Infinity || number === -Infinity : !isExactly(number, token);
  });
}

/** Whether reading this JSON changes a number. */
export function roundsNumbers(json: string): boolean {
  return roundedNumbers(json).length > 0;
}

function isExactly(number: number, integer: string): boolean {
  if (Number.isSafeInteger(number) || String(number) === integer) return true;
  return Number.isFinite(number) && BigInt(number) === BigInt(integer);
}

/** Rounding a limit in a JSON Schema, such as the largest 64-bit integer, harms nobody, and generators write them. */
const SCHEMAS: readonly string[] = ['inputSchema', 'outputSchema'];

/**
 * The first number that reading this JSON changes, except in JSON Schemas.
 *
 * @param within the part of the value that counts; default: all
 * @returns also undefined if the text is not JSON
 */
export function roundedNumber(json: string, within = (value: unknown) => value): string | undefined {
  if (!MAY_BE_ROUNDED.test(json)) return undefined;
  const value = parseJsonText(json);
  if (value === undefined) return undefined;
  const rounded = new Map(roundedNumbers(json).map((token) => [Number(token), token]));
  for (const number of numbersIn(within(value), SCHEMAS)) if (rounded.has(number)) return rounded.get(number);
  return undefined;
}

/** Whether a value holds a number that may have been rounded when its JSON was read. */
export function holdsLargeNumber(value: unknown): boolean {
  for (const number of numbersIn(value))
    if (Number.isInteger(number) ? !Number.isSafeInteger(number) : !Number.isFinite(number)) return true;
  return false;
}

/**
 * The numbers in a value. Not recursive, because JSON can be nested more deeply than calls.
 *
 * @param except members with these names are passed over
 */
function* numbersIn(value: unknown, except: readonly string[] = []): Generator<number> {
  const open: unknown[] = [value];
  while (open.length > 0) {
    const part = open.pop();
    if (typeof part === 'number') yield part;
    if (typeof part !== 'object' || part === null) continue;
    for (const [key, child] of Object.entries(part)) if (!except.includes(key)) open.push(child);
  }
}

/** For a number that reading it changes. Such numbers are mostly IDs, and agents would get another one. */
export function tooLargeNumber(text: string): string {
  const number = text.length > 50 ? `${text.slice(0, 50)}…` : text;
  return `The number ${number} is too large to be read exactly: send it as text, in quotes.`;
}
