import pg from 'pg';

export const TIMESTAMPTZ = 1184;

const parseAny: (text: string) => Date = pg.types.getTypeParser(TIMESTAMPTZ, 'text');

const ZERO = 48;
const DIGITS_OF_MS = 3;

/**
 * Parses a `timestamptz` in the form that our sessions receive: in UTC, `2026-11-23 01:29:10.997+00`. Rows
 * have up to ten of them, and parsing them with regular expressions takes a considerable part of reading a
 * row. Other forms are left to node-postgres.
 */
export function parseTimestamp(text: string): Date {
  const zoneAt = text.length - 3;
  const isPlain = zoneAt >= 19 && zoneAt <= 26 && text[10] === ' ' && text.endsWith('+00');
  if (!isPlain) return parseAny(text);
  const year = digits(text, 0, 4);
  // `Date.UTC` maps years below 100 to the 20th century.
  if (!(year >= 100)) return parseAny(text);
  const date = Date.UTC(year, digits(text, 5, 7) - 1, digits(text, 8, 10));
  const seconds = digits(text, 11, 13) * 3600 + digits(text, 14, 16) * 60 + digits(text, 17, 19);
  return new Date(date + seconds * 1_000 + milliseconds(text, zoneAt));
}

/** NaN if one of the characters is not a digit. */
function digits(text: string, from: number, to: number): number {
  let number = 0;
  for (let at = from; at < to; at += 1) {
    const digit = text.charCodeAt(at) - ZERO;
    number = digit >= 0 && digit <= 9 ? number * 10 + digit : Number.NaN;
  }
  return number;
}

/** Milliseconds of the fraction before `end`, if there is one. Microseconds are cut off. */
function milliseconds(text: string, end: number): number {
  const count = Math.min(DIGITS_OF_MS, end - 20);
  return count <= 0 ? 0 : digits(text, 20, 20 + count) * 10 ** (DIGITS_OF_MS - count);
}
