import { expect, it } from 'vitest';
import { holdsLargeNumber, roundedNumber, roundsNumbers } from '../../src/domain/json.js';

it.each([
  '9007199254740993',
  '{"id":-12345678901234567}',
  '[1,{"a":[9223372036854775807]}]',
  '1e400',
  '{"x":-1.5E+999}',
  `1${'0'.repeat(400)}`,
  String.raw`{"a\\":12345678901234567}`,
])('reading %s changes a number', (json) => {
  expect(roundsNumbers(json)).toBe(true);
  expect(roundedNumber(`{"a":[{"p":${json}}]}`)).toMatch(/^-?\d/);
  expect(roundedNumber(`{"p":1,"inputSchema":{"maximum":${json}}}`)).toBeUndefined();
});

it.each([
  '9007199254740991',
  '9007199254740992',
  '{"id":"9007199254740993"}',
  '0.30000000000000004',
  '3.14159265358979323846',
  '1e308',
  '1e-400',
  '18446744073709551616',
  '9223372036854776000',
  String.raw`{"a\"":"b 12345678901234567"}`,
  'null',
])('reading %s changes no number', (json) => {
  expect(roundsNumbers(json)).toBe(false);
});

it.each([
  [2 ** 53, true],
  [[{ id: -(2 ** 60) }], true],
  [{ x: [Infinity] }, true],
  [2 ** 53 - 1, false],
  [{ a: 0.1, b: '9007199254740993', c: null }, false],
])('whether %j holds a large number: %s', (value, expected) => {
  expect(holdsLargeNumber(value)).toBe(expected);
});

it('reads each character once, whatever the text is, and any depth', () => {
  const quotes = `{"a":1234567890123456,"${'\\"'.repeat(500_000)}`;
  expect(roundsNumbers(quotes)).toBe(false);
  expect(roundedNumber('{"params":1-1234567890123456}')).toBeUndefined();
  const deep = `${'['.repeat(5_000)}12345678901234567${']'.repeat(5_000)}`;
  expect(roundedNumber(`{"params":${deep}}`)).toBe('12345678901234567');
  expect(holdsLargeNumber(JSON.parse(deep))).toBe(true);
});
