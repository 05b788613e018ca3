import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  MAX_DATA_SOURCE_LENGTH,
  parseDataSource,
  writeTable,
} from '../../../src/domain/expansion/grammar.js';

const sources = new Set(['db']);
const parse = (text: string) => parseDataSource(text, sources);
const request = (text: string) => {
  const result = parse(text);
  if (result.kind !== 'source') throw new Error(`${text}: ${JSON.stringify(result)}`);
  return result;
};
const failure = (text: string) => {
  const result = parse(text);
  if (result.kind !== 'error') throw new Error(`${text} parsed as ${JSON.stringify(result)}`);
  return result;
};

describe('a data source string', () => {
  it('has a table, a filter and a field', () => {
    expect(request('db:ticker:all:id')).toEqual({
      kind: 'source',
      source: 'db',
      table: 'ticker',
      filter: { kind: 'all' },
      field: 'id',
      options: { filters: [] },
    });
    expect(request('db:ticker:AAPL:id').filter).toEqual({ kind: 'key', value: 'AAPL' });
  });

  it('may name the schema of the table; %2E is a dot in a name', () => {
    expect(request('db:media.article:all:id')).toMatchObject({ schema: 'media', table: 'article' });
    expect(request('db:a%2Eb.c%2Ed:all:id')).toMatchObject({ schema: 'a.b', table: 'c.d' });
    expect(request('db:c%2Ed:all:e.f?limit=1')).toMatchObject({ table: 'c.d', field: 'e.f' });
    expect(request('db:c%2Ed:all:id')).not.toHaveProperty('schema');
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'a.%:?&"ü2E'), minLength: 1 }), (name) => {
        expect(request(`db:${writeTable({ schema: name, table: name })}:all:id`)).toMatchObject({
          schema: name,
          table: name,
        });
        expect(request(`db:${writeTable({ table: name })}:all:id`).table).toBe(name);
      }),
    );
  });

  it('has batch options, conditions, order and limit', () => {
    const { options } = request(
      'db:ticker:all:id?enabled=true&active=1&batchSize=5&staggerDelay=2000&limit=7&orderBy=createdAt:desc',
    );
    expect(options).toEqual({
      batchSize: 5,
      staggerDelay: 2000,
      limit: 7,
      orderBy: { column: 'createdAt', direction: 'desc' },
      filters: [
        { kind: 'compare', column: 'enabled', operator: '$eq', value: 'true', at: 'enabled' },
        { kind: 'compare', column: 'active', operator: '$eq', value: '1', at: 'active' },
      ],
    });
    expect(request('db:t:all:id?staggerDelay=1.5h').options.staggerDelay).toBe(5_400_000);
    expect(request('db:t:all:id?orderBy=name').options.orderBy).toEqual({ column: 'name', direction: 'asc' });
    expect(request('db:t:all:id?name=').options.filters).toMatchObject([{ column: 'name', value: '' }]);
  });

  it('can contain any text in percent-encoding', () => {
    expect(request('db:t:a%3Ab%3F%26%25c:id').filter).toEqual({ kind: 'key', value: 'a:b?&%c' });
    expect(request('db:t:%61ll:id').filter).toEqual({ kind: 'key', value: 'all' });
    expect(request('db:t:all:id?na%3Dme=a%26b+c').options.filters).toMatchObject([
      { column: 'na=me', value: 'a&b+c' },
    ]);
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }).filter((text) => !text.includes('\0')),
        (text) => {
          const encoded = encodeURIComponent(text).replaceAll('.', '%2E');
          const { table, filter, field, options } = request(
            `db:${encoded}:x${encoded}:${encoded}?c${encoded}=${encoded}`,
          );
          expect([table, filter, field]).toEqual([text, { kind: 'key', value: `x${text}` }, text]);
          expect(options.filters).toMatchObject([{ column: `c${text}`, value: text }]);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('accepts the JSON of filter= plain or encoded', () => {
    const json = '{"name":{"$like":"50%?&=:}{\\"x"},"enabled":true}';
    const expected = {
      batchSize: 3,
      filters: [
        {
          kind: 'and',
          filters: [
            {
              kind: 'and',
              filters: [
                { kind: 'match', operator: '$like', pattern: '50%?&=:}{"x', at: 'filter.name.$like' },
              ],
            },
            { kind: 'compare', column: 'enabled', value: true },
          ],
        },
      ],
    };
    expect(request(`db:t:all:id?filter=${json}&batchSize=3`).options).toMatchObject(expected);
    expect(request(`db:t:all:id?filter=${encodeURIComponent(json)}&batchSize=3`).options).toMatchObject(
      expected,
    );
  });

  it.each(['}', '{', '"', '\\', '\\"}', '&'])(
    'finds the end of the JSON of filter= behind %j in a text',
    (value) => {
      const { options } = request(`db:t:all:id?filter=${JSON.stringify({ a: value })}&limit=1`);
      expect(options).toMatchObject({ limit: 1, filters: [{ filters: [{ column: 'a', value }] }] });
    },
  );

  it('reads JSON only in filter=: of a column, a brace is part of the value', () => {
    expect(request('db:t:all:id?a={b&c=d}').options.filters).toMatchObject([
      { column: 'a', value: '{b' },
      { column: 'c', value: 'd}' },
    ]);
  });

  it('takes the largest values of its options', () => {
    expect(request('db:t:all:id?batchSize=10000&limit=1000000000&staggerDelay=24h').options).toEqual({
      batchSize: 10_000,
      limit: 1_000_000_000,
      staggerDelay: 86_400_000,
      filters: [],
    });
  });

  it('is an ordinary value when its source is not registered', () => {
    for (const text of [
      '',
      ':',
      'db',
      'hello',
      'https://example.com/a?b=c',
      'DB:t:all:id',
      ' db:t:all:id',
      'dbx:a',
    ]) {
      expect(parse(text)).toEqual({ kind: 'literal' });
    }
    expect(parse('x'.repeat(100_000))).toEqual({ kind: 'literal' });
  });

  it.each([
    ['db:', 3, 'expected <table>:<filter>:<column>'],
    ['db:ticker', 9, 'expected <table>:<filter>:<column>'],
    ['db:ticker:all', 13, 'expected <table>:<filter>:<column>'],
    ['db::all:id', 3, 'the table is empty'],
    ['db:.t:all:id', 3, 'the schema is empty'],
    ['db:media.:all:id', 9, 'the table is empty'],
    ['db:a.b.c:all:id', 6, 'one "." too many; inside a name write %2E'],
    ['db:a..t:all:id', 5, 'one "." too many; inside a name write %2E'],
    ['db:t::id', 5, 'the filter ("all" or a primary key) is empty'],
    ['db:t:all:', 9, 'the field is empty'],
    ['db:t:all:?a=1', 9, 'the field is empty'],
    ['db:t:all:id:x', 11, 'write %3A'],
    ['db:t:100%:id', 8, 'write %25'],
    ['db:t:%ff:id', 5, 'not UTF-8'],
    ['db:t%00:all:id', 3, 'NUL'],
    ['db:t\0:all:id', 3, 'NUL'],
    ['db:t:\ud800:id', 5, 'surrogate'],
    ['db:t:all:id?', 12, 'expected an option'],
    ['db:t:all:id?a', 12, 'expected an option'],
    ['db:t:all:id?a=1&&b=2', 16, 'expected an option'],
    ['db:t:all:id?a=1&', 16, 'expected an option'],
    ['db:t:all:id?=1', 12, 'the name of an option is empty'],
    ['db:t:all:id?a=%zz', 14, 'write %25'],
    ['db:t:all:id?a=x%zz', 15, 'write %25'],
    ['db:t:all:id?a=1&a=2', 16, '$in'],
    ['db:t:all:id?batchSize=0', 22, 'whole number from 1 to 10,000'],
    ['db:t:all:id?batchSize=10001', 22, 'whole number from 1 to 10,000'],
    ['db:t:all:id?batchSize=1e3', 22, 'whole number'],
    ['db:t:all:id?batchSize=', 22, 'whole number'],
    ['db:t:all:id?batchsize=5', 12, 'Did you mean "batchSize"?'],
    ['db:t:all:id?limit=-1', 18, 'limit must be a whole number'],
    ['db:t:all:id?staggerDelay=25h', 25, 'between 0 and 24h'],
    ['db:t:all:id?staggerDelay=soon', 25, 'staggerDelay: "soon" is not a duration'],
    ['db:t:all:id?staggerDelay=-1', 25, 'staggerDelay'],
    ['db:t:all:id?orderBy=', 20, 'the column of orderBy is empty'],
    ['db:t:all:id?orderBy=a:down', 22, ':asc or :desc'],
    ['db:t:all:id?orderBy=a:', 22, ':asc or :desc'],
    ['db:t:all:id?filter={"a":1', 19, 'closing "}" is missing'],
    ['db:t:all:id?filter={"a":1}x', 26, 'expected "&"'],
    ['db:t:all:id?filter={"a":}', 19, 'not valid JSON'],
    ['db:t:all:id?filter=', 19, 'the JSON of filter is empty'],
    ['db:t:all:id?filter=[1]', 19, 'must be an object'],
    ['db:t:all:id?filter={"a":{"$lk":"x"}}', 19, 'filter.a.$lk is not an operator'],
  ])('%j is an error at %i', (text, position, part) => {
    const error = failure(text);
    expect(error.message).toContain(part);
    expect(error.position).toBe(position);
    expect(error.message).toContain(`character ${position + 1}:`);
    expect(error.message).toContain('{"$literal": "…"}');
  });

  it('is read only up to a maximum length', () => {
    const longest = `db:t:${'k'.repeat(MAX_DATA_SOURCE_LENGTH - 8)}:id`;
    expect(longest).toHaveLength(MAX_DATA_SOURCE_LENGTH);
    expect(parse(longest).kind).toBe('source');
    expect(failure(`${longest}d`).message).toContain('longer than 8,192');
    expect(failure(`${longest}${'x'.repeat(10_000_000)}`).message.length).toBeLessThan(200);
  });

  it('gives a value for every text, never an exception', () => {
    const anything = fc.string({ unit: fc.constantFrom(...'db:all?&={}"\\$%0a\0\ud800é') });
    fc.assert(
      fc.property(anything, (text) => {
        const result = parse(`db:${text}`);
        expect(['source', 'error']).toContain(result.kind);
        if (result.kind === 'error') expect(result.position).toBeLessThanOrEqual(text.length + 3);
      }),
      { numRuns: 500 },
    );
  });
});
