import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isStorable, toJsonb } from '../../../src/db/system/to-jsonb.js';

test('JSON is kept, except for what PostgreSQL cannot store', () => {
  expect(toJsonb({ a: [1, 'x', null] })).toBe('{"a":[1,"x",null]}');
  expect(toJsonb(undefined)).toBeNull();
  expect(toJsonb(null)).toBeNull();
  expect(toJsonb({ 'k\0': '\0\ud800a\udc00 😀' })).toBe('{"k\ufffd":"\ufffd\ufffda\ufffd 😀"}');
  // A backslash and the letters u0000 are text.
  expect(toJsonb('\\u0000')).toBe('"\\\\u0000"');
  expect(toJsonb('\\\0')).toBe('"\\\\\ufffd"');
});

test('well-formed values are returned unchanged', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
      fc.pre(!JSON.stringify(value).includes('\\u0000'));
      expect(isStorable(value)).toBe(true);
      expect(JSON.parse(toJsonb(value) ?? 'null')).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
  expect(isStorable({ a: '\0' })).toBe(false);
  expect(isStorable(undefined)).toBe(true);
});
