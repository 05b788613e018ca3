import { describe, expect, it } from 'vitest';
import type { Json } from '../../../src/domain/json.js';
import { jsonEquals, parseJsonPath, readJsonPath } from '../../../src/domain/pipeline/json-path.js';

describe('parseJsonPath', () => {
  it.each([
    ['approved', ['approved']],
    ['review.approved', ['review', 'approved']],
    ['items[0].ok', ['items', 0, 'ok']],
    ['[2][10]', [2, 10]],
    ['a b.ü-1', ['a b', 'ü-1']],
    ['__proto__.x', ['__proto__', 'x']],
  ])('reads %s', (text, path) => {
    expect(parseJsonPath(text)).toEqual(path);
  });

  it.each([
    '',
    '.',
    '.a',
    'a.',
    'a..b',
    'a[',
    'a[]',
    'a[-1]',
    'a[1',
    'a]',
    'a[0]b',
    'a.[0]',
    '[x]',
    'a'.repeat(501),
  ])('refuses %j', (text) => {
    expect(parseJsonPath(text)).toBeNull();
  });
});

describe('readJsonPath', () => {
  const document: Json = { review: { approved: true, score: null }, items: [{ ok: 1 }], '0': 'key' };
  it.each<[string, Json | undefined]>([
    ['review.approved', true],
    ['review.score', null],
    ['items[0].ok', 1],
    ['items', [{ ok: 1 }]],
    ['0', 'key'],
    ['items[1].ok', undefined],
    ['items.length', undefined],
    ['items.0', undefined],
    ['[0]', undefined],
    ['review.approved.deeper', undefined],
    ['review.score.deeper', undefined],
    ['constructor.name', undefined],
    ['__proto__', undefined],
    ['toString', undefined],
  ])('%s', (text, expected) => {
    expect(readJsonPath(document, parseJsonPath(text) ?? [])).toEqual(expected);
  });

  it('reads a key "__proto__" only if the JSON has it', () => {
    expect(readJsonPath(JSON.parse('{"__proto__": {"x": 1}}'), ['__proto__', 'x'])).toBe(1);
  });

  it('finds nothing in an empty value', () => {
    expect(readJsonPath(undefined, ['a'])).toBeUndefined();
  });
});

describe('jsonEquals', () => {
  it.each<[Json, Json, boolean]>([
    [true, true, true],
    [1, '1', false],
    [null, null, true],
    [null, {}, false],
    [{ a: 1, b: [2] }, { b: [2], a: 1 }, true],
    [{ a: 1 }, { a: 1, b: null }, false],
    [{ a: null }, { b: null }, false],
    [[1, 2], [2, 1], false],
    [[1], [1, null], false],
    [[], {}, false],
    [JSON.parse('{"__proto__": 1}'), {}, false],
  ])('%j and %j: %s', (a, b, expected) => {
    expect(jsonEquals(a, b)).toBe(expected);
    expect(jsonEquals(b, a)).toBe(expected);
  });
});
