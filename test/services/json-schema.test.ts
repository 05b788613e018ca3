import { expect, test } from 'vitest';
import { checkJsonSchema, validate } from '../../src/services/json-schema.js';
import { withTimeBudget } from '../../src/services/time-budget.js';

const told = (schema: unknown, value: unknown, open: string[][] = []) =>
  validate(schema, value, ['params'], open).map(({ path, message }) => `${path.join('.')}: ${message}`);

test('no schema allows everything', () => {
  expect(checkJsonSchema(null, [])).toEqual([]);
  expect(told(null, { a: 1 })).toEqual([]);
});

test('each place that is wrong is named', () => {
  const schema = {
    type: 'object',
    required: ['ticker', 'list'],
    additionalProperties: false,
    properties: {
      ticker: { type: 'string', pattern: '^[A-Z]{1,5}$' },
      list: { type: 'array', items: { type: 'object', properties: { 'a/b~c': { type: 'integer' } } } },
      mode: { enum: ['fast', 'slow'] },
      mail: { type: 'string', format: 'email' },
      kind: { const: 'news' },
    },
  };
  expect(
    told(schema, { list: [{}, { 'a/b~c': 'x' }], mode: 'medium', mail: 'nobody', extra: 1, kind: 'x' }),
  ).toEqual([
    'params.ticker: is required',
    'params.extra: is not a known property',
    'params.list.1.a/b~c: must be integer',
    'params.mode: must be one of "fast","slow"',
    'params.mail: must match format "email"',
    'params.kind: must be "news"',
  ]);
  expect(told(schema, { ticker: 'ACME', list: [] })).toEqual([]);
  expect(told(schema, { ticker: 'acme', list: [] })).toEqual([
    'params.ticker: must match pattern "^[A-Z]{1,5}$"',
  ]);
});

test('2020-12 keywords hold, and older drafts are read as if they were', () => {
  expect(told({ prefixItems: [{ type: 'string' }], items: false }, ['a', 1])).toHaveLength(1);
  expect(told({ $schema: 'http://json-schema.org/draft-07/schema#', type: 'object' }, [])).toEqual([
    'params: must be object',
  ]);
  expect(
    checkJsonSchema({ $schema: 'https://json-schema.org/draft/2020-12/schema', type: 'object' }, []),
  ).toEqual([]);
});

test.each<[string, unknown, RegExp]>([
  ['not a schema', 'string', /must be an object/],
  ['a list', [], /must be an object/],
  ['an unknown type', { type: 'strin' }, /is not JSON Schema 2020-12: \/type/],
  ['a pattern that is none', { pattern: '(' }, /cannot be compiled|is not JSON Schema/],
  [
    'a reference to the network',
    { $ref: 'https://schemas.example.com/a.json' },
    /refers to "https:\/\/schemas/,
  ],
  ['a reference to nothing', { $ref: '#/$defs/none' }, /refers to|cannot be compiled/],
  ['64 KiB and more', { description: 'x'.repeat(65_536) }, /larger than 64 KiB/],
  ['a tower', JSON.parse(`${'{"not":'.repeat(2_000)}{}${'}'.repeat(2_000)}`), /nested deeper than 64/],
])('refused when saved: %s', (_what, schema, message) => {
  const [issue, ...more] = checkJsonSchema(schema, ['inputSchema']);
  expect(more).toEqual([]);
  expect(issue?.path).toEqual(['inputSchema']);
  expect(issue?.message).toMatch(message);
  // Agents also register by SQL: then nothing passes, and the reason is told.
  expect(told(schema, {})[0]).toMatch(/^params: cannot be checked: the schema /);
});

test('a schema does not see another of the same $id', () => {
  const first = { $id: 'https://example.com/a', $defs: { x: { type: 'string' } }, type: 'object' };
  expect(checkJsonSchema(first, [])).toEqual([]);
  expect(checkJsonSchema({ $ref: 'https://example.com/a' }, [])).toHaveLength(1);
  expect(told({ $id: 'https://example.com/a', type: 'array' }, {})).toEqual(['params: must be array']);
});

test('ordinary patterns with groups work', () => {
  const slug = { type: 'string', pattern: '^[a-z0-9]+(-[a-z0-9]+)*$' };
  expect(told(slug, 'daily-news-2026')).toEqual([]);
  expect(told(slug, 'Daily')).toHaveLength(1);
});

/** Time on a processor: what others do with the machine meanwhile does not count. */
function cpuMsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

test.each([
  ['nested quantifiers', { pattern: '^(a+)+$' }, `${'a'.repeat(40)}!`],
  ['ambiguous alternatives', { pattern: '^(a|a)*$' }, `${'a'.repeat(40)}!`],
  ['an unanchored star', { pattern: 'a*b' }, 'a'.repeat(2_000_000)],
  ['property names', { patternProperties: { '^(a|a)*$': true } }, { [`${'a'.repeat(40)}!`]: 1 }],
])('time is bounded: %s', (_what, schema, value) => {
  expect(checkJsonSchema(schema, [])).toEqual([]);
  const before = process.cpuUsage();
  expect(told(schema, value)).toEqual([
    'params: takes too long to check against the schema: simplify its patterns or references',
  ]);
  expect(cpuMsSince(before)).toBeLessThan(5_000);
  expect(told({ type: 'string' }, 1)).toEqual(['params: must be string']);
});

test('references that multiply are bounded too', () => {
  const $defs = Object.fromEntries(
    Array.from({ length: 40 }, (_, n) => [
      `d${n}`,
      { allOf: [{ $ref: `#/$defs/d${n + 1}` }, { $ref: `#/$defs/d${n + 1}` }] },
    ]),
  );
  const schema = { $ref: '#/$defs/d0', $defs: { ...$defs, d40: { type: 'string' } } };
  const [issue] = [...checkJsonSchema(schema, []), ...validate(schema, 'x')];
  expect(issue?.message).toMatch(/too long/);
});

test('a recursive schema is an ordinary one', () => {
  const tree = {
    type: 'object',
    properties: { children: { type: 'array', items: { $ref: '#' } }, name: { type: 'string' } },
  };
  expect(told(tree, { children: [{ children: [{ name: 1 }] }] })).toEqual([
    'params.children.0.children.0.name: must be string',
  ]);
});

test('lengths are told in words', () => {
  expect(told({ minLength: 1 }, '')).toEqual(['params: must not be empty']);
  expect(told({ minLength: 3 }, 'ab')).toEqual(['params: must have at least 3 characters']);
  expect(told({ maxLength: 1 }, 'ab')).toEqual(['params: must have at most 1 character']);
  expect(told({ minItems: 1 }, [])).toEqual(['params: must have at least 1 item']);
  expect(told({ maxItems: 2 }, [1, 2, 3])).toEqual(['params: must have at most 2 items']);
});

test('at most twenty issues, each once', () => {
  expect(told({ items: { type: 'string' } }, Array(1_000).fill(1))).toHaveLength(20);
});

test('keys named like a prototype are keys', () => {
  const schema = { type: 'object', additionalProperties: false };
  expect(told(schema, JSON.parse('{"__proto__": 1}'))).toEqual(['params.__proto__: is not a known property']);
  expect(told({ required: ['toString'] }, {})).toEqual([]); // Ajv's own reading of required: JSON from PostgreSQL has plain keys
});

test('what is not known yet is not judged; everything else is', () => {
  const schema = {
    type: 'object',
    required: ['id', 'mode'],
    properties: { id: { type: 'integer' }, mode: { enum: ['fast'] }, list: { items: { type: 'integer' } } },
  };
  const params = { id: 'db:ticker:all:id', list: ['db:ticker:all:n', 'x'] };
  expect(told(schema, params, [['id'], ['list', '0']])).toEqual([
    'params.mode: is required',
    'params.list.1: must be integer',
  ]);
});

test('an anyOf around an unknown value is not judged, its neighbours are', () => {
  const schema = {
    type: 'object',
    required: ['other'],
    properties: {
      target: {
        anyOf: [{ required: ['id'], properties: { id: { type: 'integer' } } }, { required: ['name'] }],
      },
    },
  };
  expect(told(schema, { target: { id: 'db:ticker:all:id' } }, [['target', 'id']])).toEqual([
    'params.other: is required',
  ]);
  expect(told(schema, { target: { id: 'text' }, other: 1 })).not.toEqual([]);
});

test('a time budget ends what takes too long, and passes errors on', () => {
  expect(withTimeBudget(1_000, () => 42)).toEqual({ kind: 'done', value: 42 });
  expect(
    withTimeBudget(20, () => {
      for (;;);
    }),
  ).toEqual({ kind: 'over' });
  expect(() =>
    withTimeBudget(1_000, () => {
      throw new RangeError('mine');
    }),
  ).toThrow(RangeError);
});

test('on a busy machine the budget is of the processor’s time, not of the wall’s', () => {
  const wait = new Int32Array(new SharedArrayBuffer(4));
  let runs = 0;
  // As if the processor was away most of the time.
  const run = withTimeBudget(400, () => {
    runs += 1;
    const until = performance.now() + 600;
    while (performance.now() < until) Atomics.wait(wait, 0, 0, 20);
    return 'at last';
  });
  expect(run).toEqual({ kind: 'done', value: 'at last' });
  expect(runs).toBeGreaterThan(1);
});

test('schemas and values that are nested too deeply are refused, and break nothing', () => {
  const nested = (depth: number) =>
    JSON.parse(`${'{"items":'.repeat(depth)}{}${'}'.repeat(depth)}`) as unknown;
  expect(told(nested(20_000), [])).toEqual([
    'params: cannot be checked: the schema is nested deeper than 64 levels',
  ]);
  const recursive = { $defs: { list: { items: { $ref: '#/$defs/list' } } }, $ref: '#/$defs/list' };
  const value: unknown = JSON.parse('['.repeat(20_000) + ']'.repeat(20_000));
  expect(told(recursive, value)).toEqual([
    'params: is nested too deeply to check against a schema that refers to itself',
  ]);
});

test('a schema that has used up its time is given less and less', () => {
  const schema = { type: 'string', pattern: '^(a+)+$', $comment: 'of this test alone' };
  const slow = `${'a'.repeat(40)}!`;
  const before = process.cpuUsage();
  for (let value = 0; value < 20; value += 1)
    expect(told(schema, slow)[0]).toContain('takes too long to check');
  expect(cpuMsSince(before)).toBeLessThan(4_000);
});
