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
const STRING_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;

/**
 * The first number that reading this JSON changes: an integer that 64-bit floating point cannot represent, or a
 * number beyond its range. Fractions are not meant to be exact, so their last digits do not count.
 */
export function roundedNumber(json: string): string | undefined {
  if (!MAY_BE_ROUNDED.test(json)) return undefined;
  return json.match(STRING_OR_NUMBER)?.find((token) => {
    if (token.startsWith('"')) return false;
    const number = Number(token);
    return /[.eE]/.test(token) ? number === Infinity || number === -Infinity : !isExactly(number, token);
  });
}

/** Whether reading this JSON changes a number. */
export function roundsNumbers(json: string): boolean {
  return roundedNumber(json) !== undefined;
}

function isExactly(number: number, integer: string): boolean {
  return Number.isSafeInteger(number) || (Number.isFinite(number) && BigInt(number) === BigInt(integer));
}

/** Whether a value holds a number that may have been rounded when its JSON was read. */
export function holdsLargeNumber(value: unknown): boolean {
  if (typeof value === 'number')
    return Number.isInteger(value) ? !Number.isSafeInteger(value) : !Number.isFinite(value);
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsLargeNumber);
}
