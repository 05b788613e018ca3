import pg from 'pg';
import { expect, test } from 'vitest';
import { parseTimestamp, TIMESTAMPTZ } from '../../../src/runtime/database/parse-timestamp.js';

const theirs = pg.types.getTypeParser(TIMESTAMPTZ, 'text') as (text: string) => Date;

test.each([
  '2026-11-23 01:29:10.997+00',
  '2026-11-23 01:29:10.9+00',
  '2026-11-23 01:29:10.05+00',
  '2026-11-23 01:29:10.123456+00',
  '2026-11-23 01:29:10.999999+00',
  '2026-11-23 01:29:10+00',
  '2024-02-29 23:59:59.001+00',
  '1969-12-31 23:59:59.5+00',
  '0099-01-01 00:00:00+00',
  '0100-01-01 00:00:00+00',
  '9999-12-31 23:59:59.999+00',
  '10000-01-01 00:00:00+00',
  '294276-12-31 23:59:59.999+00',
  '0044-03-15 12:00:00+00 BC',
  '2026-11-23 01:29:10.997+05:30',
  '2026-11-23 01:29:10.997-08',
  '2026-11-23 01:29:10+02',
])('%s is the instant that node-postgres reads', (text) => {
  expect(parseTimestamp(text)).toEqual(theirs(text));
});

test('all milliseconds of a second are read exactly', () => {
  const start = Date.UTC(2026, 10, 23);
  for (let ms = 0; ms < 1_000; ms += 1)
    expect(parseTimestamp(`2026-11-23 00:00:00.${String(ms).padStart(3, '0')}+00`).getTime()).toBe(
      start + ms,
    );
});

test('infinity is not a date', () => {
  expect(parseTimestamp('infinity')).toBe(Number.POSITIVE_INFINITY);
  expect(parseTimestamp('-infinity')).toBe(Number.NEGATIVE_INFINITY);
});
