import { describe, expect, it } from 'vitest';
import { parseFilter } from '../../../src/domain/expansion/filter.js';
import type { Json } from '../../../src/domain/json.js';

const parse = (json: Json) => {
  const result = parseFilter(json);
  if (result.kind === 'error') throw new Error(result.message);
  return result.filter;
};
const failure = (json: Json) => {
  const result = parseFilter(json);
  return result.kind === 'error' ? result.message : `parsed: ${JSON.stringify(result)}`;
};

describe('the JSON of filter=', () => {
  it('reads values, operators and nulls of columns', () => {
    expect(
      parse({
        a: 'x',
        b: null,
        c: { $ne: null },
        d: { $gte: 1, $lt: 2 },
        e: { $in: [1, 'two', true] },
        f: { $null: false },
      }),
    ).toEqual({
      kind: 'and',
      filters: [
        { kind: 'compare', column: 'a', operator: '$eq', value: 'x', at: 'filter.a' },
        { kind: 'null', column: 'b', isNull: true, at: 'filter.b' },
        { kind: 'and', filters: [{ kind: 'null', column: 'c', isNull: false, at: 'filter.c.$ne' }] },
        {
          kind: 'and',
          filters: [
            { kind: 'compare', column: 'd', operator: '$gte', value: 1, at: 'filter.d.$gte' },
            { kind: 'compare', column: 'd', operator: '$lt', value: 2, at: 'filter.d.$lt' },
          ],
        },
        {
          kind: 'and',
          filters: [
            { kind: 'member', column: 'e', operator: '$in', values: [1, 'two', true], at: 'filter.e.$in' },
          ],
        },
        { kind: 'and', filters: [{ kind: 'null', column: 'f', isNull: false, at: 'filter.f.$null' }] },
      ],
    });
  });

  it('nests $and, $or and $not', () => {
    expect(parse({ $or: [{ a: 1 }, { $not: { b: 2 } }], c: { $not: { $gt: 3 } } })).toMatchObject({
      kind: 'and',
      filters: [
        {
          kind: 'or',
          filters: [
            { kind: 'and', filters: [{ column: 'a', at: 'filter.$or[0].a' }] },
            {
              kind: 'and',
              filters: [{ kind: 'not', filter: { filters: [{ column: 'b', at: 'filter.$or[1].$not.b' }] } }],
            },
          ],
        },
        { filters: [{ kind: 'not', filter: { filters: [{ column: 'c', operator: '$gt', value: 3 }] } }] },
      ],
    });
    expect(parse({ $and: [{ a: 1 }] })).toMatchObject({ filters: [{ kind: 'and' }] });
    expect(parse({})).toEqual({ kind: 'and', filters: [] });
  });

  it('takes "__proto__" as the name of a column', () => {
    expect(parse(JSON.parse('{"__proto__": 1, "constructor": 2}'))).toMatchObject({
      filters: [{ column: '__proto__' }, { column: 'constructor' }],
    });
    expect(failure(JSON.parse('{"a": {"__proto__": {"$eq": 1}}}'))).toContain(
      'filter.a.__proto__ is not an operator',
    );
  });

  it.each<[Json, string]>([
    [[], 'filter must be an object'],
    [null, 'filter must be an object'],
    ['x', 'filter must be an object'],
    [{ $eq: 1 }, 'filter.$eq is not an operator that can be used here ($and $or $not)'],
    [{ a: [1] }, 'write {"$in": […]}'],
    [{ a: {} }, 'filter.a is an empty object'],
    [{ a: { b: 1 } }, 'filter.a.b is not an operator'],
    [{ a: { $ilke: 'x' } }, 'Did you mean "$ilike"?'],
    [{ a: { $gt: null } }, 'filter.a.$gt takes one string, number or boolean, not null'],
    [{ a: { $eq: [1] } }, 'filter.a.$eq takes one string'],
    [{ a: { $in: 1 } }, 'filter.a.$in takes a list'],
    [{ a: { $nin: [null] } }, 'filter.a.$nin takes a list'],
    [{ a: { $in: [1, null] } }, 'filter.a.$in takes a list'],
    [{ a: { $like: 5 } }, 'filter.a.$like takes a pattern'],
    [{ a: { $null: 'yes' } }, 'filter.a.$null takes true or false'],
    [{ $and: [] }, 'filter.$and must be a list of at least one'],
    [{ $or: { a: 1 } }, 'filter.$or must be a list'],
    [{ $or: [1] }, 'filter.$or[0] must be an object'],
    [{ $not: 1 }, 'filter.$not must be an object'],
  ])('refuses %j', (json, part) => {
    expect(failure(json)).toContain(part);
  });

  it('limits the depth', () => {
    const nest = (levels: number) =>
      JSON.parse(`${'{"$not":'.repeat(levels)}{"a":1}${'}'.repeat(levels)}`) as Json;
    expect(parse(nest(19))).toBeDefined();
    expect(failure(nest(20))).toContain('nested deeper than 20');
    const around = (open: string, close: string, levels: number) =>
      JSON.parse(`${open.repeat(levels)}{}${close.repeat(levels)}`) as Json;
    for (const [open, close] of [
      ['{"$not":', '}'],
      ['{"$and":[', ']}'],
    ] as const) {
      expect(parse(around(open, close, 20))).toBeDefined();
      expect(failure(around(open, close, 21))).toContain('nested deeper than 20');
    }
    expect(failure(nest(21))).toContain('nested deeper than 20');
    expect(failure({ a: JSON.parse(`${'{"$not":'.repeat(1000)}1${'}'.repeat(1000)}`) })).toContain(
      'nested deeper',
    );
  });

  it('takes an empty list, which no value is in', () => {
    expect(parse({ a: { $in: [] } })).toMatchObject({ filters: [{ filters: [{ values: [] }] }] });
  });

  it('shows at most 60 characters of a wrong value', () => {
    const shown = (length: number) => failure('x'.repeat(length)).split(', not ')[1];
    expect(shown(58)).toBe(`"${'x'.repeat(58)}"`);
    expect(shown(59)).toBe(`"${'x'.repeat(56)}…`);
  });
});
