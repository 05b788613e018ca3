import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findDataSources, formatPath, replaceAt } from '../../../src/domain/expansion/find-data-sources.js';
import type { Json, JsonObject } from '../../../src/domain/json.js';

const sources = new Set(['db']);
const find = (params: JsonObject) => {
  const found = findDataSources(params, sources);
  if (found.kind === 'error') throw new Error(JSON.stringify(found.issues));
  return found;
};

describe('findDataSources', () => {
  it('finds strings at any depth, with their paths', () => {
    const params = { a: 'db:t:all:id', b: [1, { c: 'db:u:all:name' }, 'db'], 'db:x:all:id': 'key' };
    const found = find(params);
    expect(found.requests.map(({ path, request }) => [path, request.table])).toEqual([
      [['a'], 't'],
      [['b', '1', 'c'], 'u'],
    ]);
    expect(found.template).toEqual(params);
  });

  it('passes on what $literal holds unchanged', () => {
    const found = find({
      a: { $literal: 'db:t:all:id' },
      b: [{ $literal: { $literal: ['db:oops'] } }],
      c: { $literal: 'x', other: 'y' },
    });
    expect(found.requests).toEqual([]);
    expect(found.template).toEqual({
      a: 'db:t:all:id',
      b: [{ $literal: ['db:oops'] }],
      c: { $literal: 'x', other: 'y' },
    });
  });

  it('reports everything that does not parse, each with its path', () => {
    const found = findDataSources({ a: 'db:t', b: { c: ['db:t:all:id', 'db::all:id'] } }, sources);
    if (found.kind !== 'error') throw new Error('parsed');
    expect(found.issues.map(({ path }) => path)).toEqual([['a'], ['b', 'c', '1']]);
    expect(found.issues[1]?.message).toContain('the table is empty');
  });

  it('limits the depth', () => {
    const deep = JSON.parse(`${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`) as JsonObject;
    expect(findDataSources(deep, sources)).toMatchObject({
      kind: 'error',
      issues: [{ path: Array(5).fill('a'), message: expect.stringContaining('deeper than 100') }],
    });
    const nested = (levels: number) =>
      findDataSources(JSON.parse(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`), sources).kind;
    expect([nested(101), nested(102)]).toEqual(['ok', 'error']);
  });

  it('limits the number', () => {
    const many = (count: number) => findDataSources({ list: Array(count).fill('db:t:all:id') }, sources);
    expect(many(100).kind).toBe('ok');
    expect(many(101)).toMatchObject({
      kind: 'error',
      issues: [{ path: [], message: expect.stringContaining('100') }],
    });
  });

  it('treats "__proto__" as a plain key', () => {
    const params = JSON.parse('{"__proto__": {"x": "db:t:all:id"}, "a": {"__proto__": 1}}') as JsonObject;
    const { template, requests } = find(params);
    expect(JSON.stringify(template)).toBe(JSON.stringify(params));
    expect(Object.getPrototypeOf(template)).toBe(Object.prototype);
    const path = requests[0]?.path ?? [];
    expect(path).toEqual(['__proto__', 'x']);
    const replaced = replaceAt(template, path, { __proto__: null, polluted: true } as Json);
    expect(JSON.stringify(replaced)).toBe('{"__proto__":{"x":{"polluted":true}},"a":{"__proto__":1}}');
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(Object.getPrototypeOf(replaced)).toBe(Object.prototype);
  });

  it('leaves params without a data source as they are', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (params) => {
        const before = JSON.stringify(params);
        fc.pre(!before.includes('"db:') && !before.includes('$literal'));
        expect(JSON.stringify(find(params as JsonObject).template)).toBe(before);
      }),
    );
  });
});

describe('replaceAt', () => {
  it('changes one place of a copy and shares the rest', () => {
    const params = Object.freeze({
      a: Object.freeze({ b: Object.freeze(['x', 'y']), c: 1 }),
      d: Object.freeze({ e: 2 }),
    });
    const replaced = replaceAt(params as unknown as JsonObject, ['a', 'b', '1'], { id: 7 });
    expect(replaced).toEqual({ a: { b: ['x', { id: 7 }], c: 1 }, d: { e: 2 } });
    expect(params.a.b[1]).toBe('y');
    expect(replaced.d).toBe(params.d);
  });

  it('changes what is in an object of a list', () => {
    const params = { list: [1, { id: 'x', n: [null, 2] }] };
    expect(replaceAt(params, ['list', '1', 'id'], 7)).toEqual({ list: [1, { id: 7, n: [null, 2] }] });
    expect(replaceAt(params, ['list', '1', 'n', '0'], 7)).toEqual({ list: [1, { id: 'x', n: [7, 2] }] });
  });

  it.each([[['b']], [['a', 'x']], [['nothing', 'x']], [['toString']]])('throws if there is no %j', (path) => {
    expect(() => replaceAt({ a: 'text', nothing: null }, path, 1)).toThrow(
      `Params have no ${formatPath(path)}`,
    );
  });
});

describe('formatPath', () => {
  it('looks like a path in code', () => {
    expect(formatPath(['list', '0', 'id'])).toBe('list[0].id');
  });
});
