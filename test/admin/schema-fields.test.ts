import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exampleOf, fieldNames, readSchema } from '../../admin/src/features/agents/detail/schema-fields.js';

describe('the fields of a JSON Schema', () => {
  test('lists required fields first, and describes rules in words', () => {
    const { type, rules, fields } = readSchema({
      type: 'object',
      required: ['ticker', 'unnamed'],
      additionalProperties: false,
      properties: {
        depth: { type: 'integer', minimum: 1, maximum: 5, default: 2, description: 'How far.' },
        ticker: { type: 'string', minLength: 1 },
        mode: { enum: ['fast', 'slow'] },
        any: true,
      },
    });
    expect([type, rules]).toEqual(['object', ['no other properties']]);
    expect(fields.map(({ name, isRequired }) => [name, isRequired])).toEqual([
      ['ticker', true],
      ['unnamed', true],
      ['depth', false],
      ['mode', false],
      ['any', false],
    ]);
    expect(fields[0]).toMatchObject({ type: 'string', rules: ['not empty'] });
    expect(fields[2]).toMatchObject({
      type: 'integer',
      rules: ['at least 1', 'at most 5', 'default 2'],
      description: 'How far.',
    });
    expect(fields[3]).toMatchObject({ type: 'value', rules: ['"fast" | "slow"'] });
    expect(fields[4]).toMatchObject({ type: 'any' });
  });

  test('follows lists, nested objects and references, and stops at recursive references', () => {
    const schema = {
      $defs: {
        node: {
          type: 'object',
          properties: { children: { type: 'array', items: { $ref: '#/$defs/node' } } },
        },
      },
      properties: {
        root: { $ref: '#/$defs/node' },
        when: { anyOf: [{ type: 'string', format: 'date' }, { type: 'integer' }] },
        elsewhere: { $ref: 'https://example.com/schema' },
        broken: { $ref: '#/$defs/nothing' },
      },
    };
    const { fields } = readSchema(schema);
    expect(fields.map(({ name, type }) => [name, type])).toEqual([
      ['root', 'object'],
      ['when', 'one of'],
      ['elsewhere', 'any'],
      ['broken', 'any'],
    ]);
    expect(fields[0]?.fields[0]).toMatchObject({ name: 'children', type: 'list of object' });
    expect(fields[1]?.fields.map(({ type, rules }) => [type, ...rules])).toEqual([
      ['string', 'format date'],
      ['integer'],
    ]);
    expect(fieldNames(readSchema(schema)).map(({ label }) => label)).toContain('children');
  });
});

describe('the initial params', () => {
  test('have the required members and those with a default', () => {
    const schema = {
      type: 'object',
      required: ['ticker', 'kind', 'nested', 'count'],
      properties: {
        ticker: { type: 'string', default: 'AAPL' },
        kind: { enum: ['news', 'filings'] },
        nested: {
          type: 'object',
          required: ['on'],
          properties: { on: { type: 'boolean' }, off: { type: 'boolean' } },
        },
        count: { type: 'integer', minimum: 3 },
        depth: { type: 'integer', default: 2 },
        optional: { type: 'string' },
      },
    };
    expect(exampleOf(schema)).toEqual({
      ticker: 'AAPL',
      kind: 'news',
      nested: { on: false },
      count: 3,
      depth: 2,
    });
  });

  test.each([[null], [undefined], [true], [{}]])('of %j are empty', (schema) => {
    expect(exampleOf(schema)).toEqual({});
  });
});

test('stay finite when a schema refers to itself or multiplies', () => {
  const names = Array.from({ length: 30 }, (_, n) => `p${n}`);
  const bombs: object[] = [
    { type: 'array', items: { $ref: '#' } },
    { type: 'array', items: { $ref: '#' }, properties: { a: { type: 'string' } } },
    { anyOf: [{ $ref: '#' }] },
    { $ref: '#' },
    { required: names, properties: Object.fromEntries(names.map((name) => [name, { $ref: '#' }])) },
  ];
  for (const bomb of bombs) {
    expect(fieldNames(readSchema(bomb)).length).toBeLessThan(100);
    expect(JSON.stringify(readSchema(bomb)).length).toBeLessThan(3_000_000);
    expect(JSON.stringify(exampleOf(bomb)).length).toBeLessThan(1_000_000);
  }
});

test('can be shown for any schema that an agent registered by SQL', () => {
  fc.assert(
    fc.property(
      fc.jsonValue({ maxDepth: 4 }),
      fc.constantFrom('properties', 'items', 'anyOf', '$ref'),
      (value, key) => {
        for (const schema of [
          value,
          { [key]: value },
          { properties: { a: { [key]: value } }, $ref: '#/properties' },
        ]) {
          expect(readSchema(schema).fields).toBeInstanceOf(Array);
          expect(() => JSON.stringify(exampleOf(schema))).not.toThrow();
        }
      },
    ),
    { numRuns: 300 },
  );
});
