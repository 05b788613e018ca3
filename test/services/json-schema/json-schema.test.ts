import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Worker as Thread } from 'node:worker_threads';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { LIMITS } from '../../../src/domain/limits.js';
import { checkJsonSchema, validate, validateValue } from '../../../src/services/json-schema/json-schema.js';
import { runInThread } from '../../../src/services/json-schema/schema-threads.js';

const issuesOf = async (schema: unknown, value: unknown, open: string[][] = []) =>
  (await validate(schema, value, { path: ['params'], open, listAll: true })).map(
    ({ path, message }) => `${path.join('.')}: ${message}`,
  );

afterEach(() => void vi.restoreAllMocks());

/** Records the tasks that threads receive from now on. */
const watchThreads = () => vi.spyOn(Thread.prototype, 'postMessage').mock.calls;

test('a missing schema allows everything', async () => {
  expect(await checkJsonSchema(null, [])).toEqual([]);
  expect(await issuesOf(null, { a: 1 })).toEqual([]);
});

test('each wrong place is named', async () => {
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
    await issuesOf(schema, {
      list: [{}, { 'a/b~c': 'x' }],
      mode: 'medium',
      mail: 'nobody',
      extra: 1,
      kind: 'x',
    }),
  ).toEqual([
    'params.ticker: is required',
    'params.extra: is not a known property',
    'params.list.1.a/b~c: must be integer',
    'params.mode: must be one of "fast","slow"',
    'params.mail: must match format "email"',
    'params.kind: must be "news"',
  ]);
  expect(await issuesOf(schema, { ticker: 'ACME', list: [] })).toEqual([]);
  expect(await issuesOf(schema, { ticker: 'acme', list: [] })).toEqual([
    'params.ticker: must match pattern "^[A-Z]{1,5}$"',
  ]);
});

test('2020-12 keywords work, and older drafts are read in the same way', async () => {
  expect(await issuesOf({ prefixItems: [{ type: 'string' }], items: false }, ['a', 1])).toHaveLength(1);
  expect(await issuesOf({ $schema: 'http://json-schema.org/draft-07/schema#', type: 'object' }, [])).toEqual([
    'params: must be object',
  ]);
  expect(
    await checkJsonSchema({ $schema: 'https://json-schema.org/draft/2020-12/schema', type: 'object' }, []),
  ).toEqual([]);
});

test.each<[string, unknown, RegExp]>([
  ['not a schema', 'string', /must be an object/],
  ['a list', [], /must be an object/],
  [
    'an unknown type',
    { type: 'strin' },
    /is not JSON Schema 2020-12: \/type must be one of "array","boolean"/,
  ],
  ['an invalid pattern', { pattern: '(' }, /cannot be compiled|is not JSON Schema/],
  [
    'a reference to the network',
    { $ref: 'https://schemas.example.com/a.json' },
    /refers to "https:\/\/schemas/,
  ],
  ['a reference to nothing', { $ref: '#/$defs/none' }, /refers to|cannot be compiled/],
  ['64 KiB and more', { description: 'x'.repeat(65_536) }, /larger than 64 KiB/],
  [
    'a very deep schema',
    JSON.parse(`${'{"not":'.repeat(2_000)}{}${'}'.repeat(2_000)}`),
    /nested deeper than 64/,
  ],
])('refused on saving: %s', async (_what, schema, message) => {
  const [issue, ...more] = await checkJsonSchema(schema, ['inputSchema']);
  expect(more).toEqual([]);
  expect(issue?.path).toEqual(['inputSchema']);
  expect(issue?.message).toMatch(message);
  // Agents can also register by SQL. Then every value is invalid, and the reason is reported.
  expect((await issuesOf(schema, {}))[0]).toMatch(/^params: cannot be checked: the schema /);
});

test('a schema may be as large as the limit, and no larger', async () => {
  const sized = (bytes: number) => ({ description: 'x'.repeat(bytes - '{"description":""}'.length) });
  expect(await checkJsonSchema(sized(LIMITS.jsonSchemaBytes), [])).toEqual([]);
  expect(await checkJsonSchema(sized(LIMITS.jsonSchemaBytes + 1), [])).toHaveLength(1);
});

test('a schema does not see another one with the same $id', async () => {
  const first = { $id: 'https://example.com/a', $defs: { x: { type: 'string' } }, type: 'object' };
  expect(await checkJsonSchema(first, [])).toEqual([]);
  expect(await checkJsonSchema({ $ref: 'https://example.com/a' }, [])).toHaveLength(1);
  expect(await issuesOf({ $id: 'https://example.com/a', type: 'array' }, {})).toEqual([
    'params: must be array',
  ]);
});

test('ordinary patterns with groups work', async () => {
  const slug = { type: 'string', pattern: '^[a-z0-9]+(-[a-z0-9]+)*$' };
  expect(await issuesOf(slug, 'daily-news-2026')).toEqual([]);
  expect(await issuesOf(slug, 'Daily')).toHaveLength(1);
});

/** CPU time, which does not depend on the load of the machine. */
function cpuMsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

test.each([
  ['nested quantifiers', { pattern: '^(a+)+$' }, `${'a'.repeat(40)}!`],
  ['ambiguous alternatives', { pattern: '^(a|a)*$' }, `${'a'.repeat(40)}!`],
  ['an unanchored star', { pattern: 'a*b' }, 'a'.repeat(1_000_000)],
  ['property names', { patternProperties: { '^(a|a)*$': true } }, { [`${'a'.repeat(40)}!`]: 1 }],
])('the time is limited: %s', async (_what, schema, value) => {
  expect(await checkJsonSchema(schema, [])).toEqual([]);
  const before = process.cpuUsage();
  expect(await issuesOf(schema, value)).toEqual([
    'params: takes too long to check against the schema: simplify its patterns or references',
  ]);
  expect(cpuMsSince(before)).toBeLessThan(5_000);
  expect(await issuesOf({ type: 'string' }, 1)).toEqual(['params: must be string']);
});

test('references that multiply are limited too', async () => {
  const $defs = Object.fromEntries(
    Array.from({ length: 40 }, (_, n) => [
      `d${n}`,
      { allOf: [{ $ref: `#/$defs/d${n + 1}` }, { $ref: `#/$defs/d${n + 1}` }] },
    ]),
  );
  const schema = { $ref: '#/$defs/d0', $defs: { ...$defs, d40: { type: 'string' } } };
  const [issue] = [...(await checkJsonSchema(schema, [])), ...(await validate(schema, 'x'))];
  expect(issue?.message).toMatch(/too long/);
});

test('a recursive schema is accepted', async () => {
  const tree = {
    type: 'object',
    properties: { children: { type: 'array', items: { $ref: '#' } }, name: { type: 'string' } },
  };
  expect(await issuesOf(tree, { children: [{ children: [{ name: 1 }] }] })).toEqual([
    'params.children.0.children.0.name: must be string',
  ]);
});

test('lengths are described in words', async () => {
  expect(await issuesOf({ minLength: 1 }, '')).toEqual(['params: must not be empty']);
  expect(await issuesOf({ minLength: 3 }, 'ab')).toEqual(['params: must have at least 3 characters']);
  expect(await issuesOf({ maxLength: 1 }, 'ab')).toEqual(['params: must have at most 1 character']);
  expect(await issuesOf({ minItems: 1 }, [])).toEqual(['params: must have at least 1 item']);
  expect(await issuesOf({ maxItems: 2 }, [1, 2, 3])).toEqual(['params: must have at most 2 items']);
});

test('at most twenty issues are returned, each once', async () => {
  expect(await issuesOf({ items: { type: 'string' } }, Array(1_000).fill(1))).toHaveLength(20);
});

test('keys named like a prototype are ordinary keys', async () => {
  const schema = { type: 'object', additionalProperties: false };
  expect(await issuesOf(schema, JSON.parse('{"__proto__": 1}'))).toEqual([
    'params.__proto__: is not a known property',
  ]);
  expect(await issuesOf({ required: ['toString'] }, {})).toEqual([]); // Ajv checks `required` by itself, because JSON from PostgreSQL has plain keys.
});

test('unknown values are not validated; everything else is', async () => {
  const schema = {
    type: 'object',
    required: ['id', 'mode'],
    properties: { id: { type: 'integer' }, mode: { enum: ['fast'] }, list: { items: { type: 'integer' } } },
  };
  const params = { id: 'db:ticker:all:id', list: ['db:ticker:all:n', 'x'] };
  expect(await issuesOf(schema, params, [['id'], ['list', '0']])).toEqual([
    'params.mode: is required',
    'params.list.1: must be integer',
  ]);
});

test('an anyOf around an unknown value is not validated, its neighbors are', async () => {
  const schema = {
    type: 'object',
    required: ['other'],
    properties: {
      target: {
        anyOf: [{ required: ['id'], properties: { id: { type: 'integer' } } }, { required: ['name'] }],
      },
    },
  };
  expect(await issuesOf(schema, { target: { id: 'db:ticker:all:id' } }, [['target', 'id']])).toEqual([
    'params.other: is required',
  ]);
  expect(await issuesOf(schema, { target: { id: 'text' }, other: 1 })).not.toEqual([]);
});

test('schemas and values that are nested too deeply are refused without harm', async () => {
  const nested = (depth: number) =>
    JSON.parse(`${'{"items":'.repeat(depth)}{}${'}'.repeat(depth)}`) as unknown;
  expect(await issuesOf(nested(20_000), [])).toEqual([
    'params: cannot be checked: the schema is nested deeper than 64 levels',
  ]);
  const recursive = { $defs: { list: { items: { $ref: '#/$defs/list' } } }, $ref: '#/$defs/list' };
  const value: unknown = JSON.parse('['.repeat(20_000) + ']'.repeat(20_000));
  expect(await issuesOf(recursive, value)).toEqual(['params: is nested too deeply to check']);
});

test('a schema that has used its time gets less and less', async () => {
  const schema = { type: 'string', pattern: '^(a+)+$', $comment: 'of this test alone' };
  const slow = `${'a'.repeat(40)}!`;
  const before = process.cpuUsage();
  for (let value = 0; value < 20; value += 1)
    expect((await issuesOf(schema, slow))[0]).toContain('takes too long to check');
  expect(cpuMsSince(before)).toBeLessThan(4_000);
});

/** The longest time that this thread was blocked. */
async function stallDuring(work: () => Promise<unknown>): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  await work();
  delay.disable();
  return delay.max / 1e6;
}

test('endless errors delay nobody and fill no memory', async () => {
  // Each of 20 000 values fails each of 2 000 alternatives.
  const schema = { items: { anyOf: Array.from({ length: 2_000 }, (_, n) => ({ const: `c${n}` })) } };
  const value = Array.from({ length: 20_000 }, (_, n) => `v${n}`);
  const before = process.memoryUsage().rss;
  let issues: unknown[] = [];
  const stallMs = await stallDuring(async () => {
    issues = await validate(schema, value, { listAll: true });
  });
  expect(issues).not.toEqual([]);
  // In this thread it would take about a minute. A busy machine may stall any thread for a second.
  expect(stallMs).toBeLessThan(5_000);
  expect(process.memoryUsage().rss - before).toBeLessThan(4 * LIMITS.validationMemoryBytes);
});

test('a validation that needs too much memory is given up, and its dead thread is replaced', async () => {
  // Each of these remembers all properties that it has seen.
  const names = Array.from({ length: 400 }, (_, n) => `d${n}`);
  const schema = {
    unevaluatedProperties: false,
    allOf: names.map((name) => ({ $ref: `#/$defs/${name}` })),
    $defs: Object.fromEntries(names.map((name) => [name, { patternProperties: { '': true } }])),
  };
  const value = Object.fromEntries(Array.from({ length: 60_000 }, (_, n) => [`key${n}`, 0]));
  const task = { schema: JSON.stringify(schema), value: JSON.stringify(value), listAll: false };
  const bounds = { compileMs: 60_000, validateMs: () => 60_000 };
  const { contexts } = vi.spyOn(Thread.prototype, 'postMessage').mock;
  expect(await runInThread({ ...task, ...bounds }, 'wait')).toEqual({ kind: 'over', what: 'memory' });
  expect(await issuesOf({ $ref: '#/$defs/x', $defs: { x: { type: 'string' } } }, 1)).toEqual([
    'params: must be string',
  ]);
  const [first, second, replaced] = contexts as Thread[];
  expect(second).not.toBe(first);
  const heapMiB = LIMITS.validationMemoryBytes / 1024 ** 2;
  expect(replaced?.resourceLimits).toMatchObject({ maxOldGenerationSizeMb: heapMiB });
});

test('a value may be as large as any that is stored, and no larger', async () => {
  const sized = (characters: number) => 'x'.repeat(characters - '""'.length);
  expect(await validate({ type: 'string' }, sized(LIMITS.validatedValueCharacters))).toEqual([]);
  const [issue] = await validate({ type: 'string' }, sized(LIMITS.validatedValueCharacters + 1));
  expect(issue?.message).toMatch(/^is too large to check/);
});

test('a value has a limited time, twice', async () => {
  const schema = { type: 'string', pattern: '^(d+)+$' };
  expect(await issuesOf(schema, 'd')).toEqual([]);
  const tasks = watchThreads();
  const cpu = process.cpuUsage();
  const began = performance.now();
  expect((await issuesOf(schema, `${'d'.repeat(40)}!`))[0]).toContain('takes too long to check');
  // Timers of whole milliseconds may end one too early.
  expect(performance.now() - began).toBeGreaterThan(2 * LIMITS.validationMs - 10);
  expect(cpuMsSince(cpu)).toBeLessThan(2 * 2 * LIMITS.validationMs);
  expect(tasks).toMatchObject([[{ validateMs: LIMITS.validationMs }]]);
});

test('a schema has a limited time to be compiled', async () => {
  // Each property is compared with all others, so the time to compile grows with the square of their number.
  const schema = (count: number) => ({
    unevaluatedProperties: false,
    allOf: Array.from({ length: count }, (_, n) => ({ properties: { [`p${n}`]: true } })),
  });
  const tasks = watchThreads();
  expect(await checkJsonSchema({ ...schema(20), patternProperties: {} }, [])).toEqual([]);
  expect(tasks).toMatchObject([[{ compileMs: LIMITS.schemaCompileMs }]]);

  const slow = { schema: JSON.stringify(schema(1_000)), value: undefined, listAll: false };
  expect(slow.schema.length).toBeLessThan(LIMITS.jsonSchemaBytes);
  expect(await runInThread({ ...slow, compileMs: 50, validateMs: () => 50 }, 'wait')).toEqual({
    kind: 'over',
    what: 'compile',
  });
});

test('an expensive schema delays only its own validations', async () => {
  const hog = { type: 'string', pattern: '^(b+)+$' };
  const slow = `${'b'.repeat(40)}!`;
  const hogs = Array.from({ length: 30 }, () => validate(hog, slow));
  let hogsEnded = false;
  const all = Promise.all(hogs).then(() => {
    hogsEnded = true;
  });
  expect(await issuesOf({ $ref: '#/$defs/x', $defs: { x: { type: 'string' } } }, 1)).toEqual([
    'params: must be string',
  ]);
  expect(hogsEnded).toBe(false);
  await all;
});

test('beyond a number of waiting validations, callers that can come again are asked to', async () => {
  const schema = { $ref: '#/$defs/x', $defs: { x: { type: 'string' } } };
  const tasks = watchThreads();
  const verdicts = Array.from({ length: LIMITS.waitingValidations + 10 }, () =>
    validateValue(schema, 'x', { whenBusy: 'refuse' }),
  );
  // Idle threads start with theirs at once.
  const taken = tasks.length;
  expect(await validate(schema, 'x', { whenBusy: 'refuse' })).toEqual([
    { path: [], message: 'cannot be validated now: too many validations are waiting. Try again' },
  ]);
  expect(await validate(schema, 'x')).toEqual([]);
  const kinds = (await Promise.all(verdicts)).map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === 'valid')).toHaveLength(LIMITS.waitingValidations + taken);
  expect(kinds.filter((kind) => kind === 'busy')).toHaveLength(10 - taken);
});

describe('in the main thread', () => {
  /** Whether it is settled before a message of another thread can arrive. */
  async function isInPlace(work: Promise<unknown>): Promise<boolean> {
    let settled = false;
    const done = work.then(() => {
      settled = true;
    });
    // The second comes after all promises that can be resolved in this thread.
    for (let tick = 0; tick < 2; tick += 1) await new Promise<void>((resolve) => process.nextTick(resolve));
    const inPlace = settled;
    await done;
    return inPlace;
  }

  test('a small schema is compiled, and no larger one', async () => {
    const sized = (bytes: number) => ({
      description: `é${'x'.repeat(bytes - '{"description":"é"}'.length - 1)}`,
    });
    const small = sized(LIMITS.inlineSchemaBytes);
    expect(Buffer.byteLength(JSON.stringify(small))).toBe(LIMITS.inlineSchemaBytes);
    expect(await isInPlace(checkJsonSchema(small, []))).toBe(true);
    expect(await isInPlace(validate(small, 1))).toBe(true);
    const large = sized(LIMITS.inlineSchemaBytes + 1);
    expect(await isInPlace(checkJsonSchema(large, []))).toBe(false);
    expect(await isInPlace(validate(large, 1))).toBe(false);
  });

  test.each([
    ['of two parts', 2, { type: 'string' }],
    ['of four parts', 4, { type: 'string', minLength: 1, description: 'longer' }],
  ])('a value that is small for its schema is validated: %s', async (_which, parts, schema) => {
    const sized = (characters: number) => 'x'.repeat(characters - '""'.length);
    const most = LIMITS.inlineValidationSteps / parts;
    expect(await isInPlace(validate(schema, sized(most)))).toBe(true);
    expect(await isInPlace(validate(schema, sized(most + 1)))).toBe(false);
  });
});

test('a small value with more errors than are collected is refused by its first one', async () => {
  const schema = { items: { allOf: Array.from({ length: 40 }, () => ({ type: 'string' })) } };
  const value = Array.from({ length: 600 }, () => 0);
  expect(await issuesOf(schema, value)).toEqual(['params.0: must be string']);
});

test('a schema cannot make its result a promise', async () => {
  const schema = { $async: true, type: 'string' };
  expect(await checkJsonSchema(schema, [])).toEqual([{ path: [], message: 'must not use $async' }]);
  expect(await issuesOf(schema, 1)).toEqual(['params: cannot be checked: the schema must not use $async']);
});

test('a schema that holds program code as text is refused rather than changed', async () => {
  const [issue] = await checkJsonSchema({ const: 'errors++;' }, []);
  expect(issue?.message).toMatch(/contains program code/);
});

describe('formats', () => {
  const VALUES: Record<string, { good: unknown[]; bad: unknown[] }> = {
    date: { good: ['2026-11-22', '2024-02-29'], bad: ['2026-13-01', '2025-02-29', '2026-1-1'] },
    time: { good: ['10:00:00Z', '23:59:60+01:00'], bad: ['10:00:00', '24:00:00Z'] },
    'date-time': {
      good: ['2026-11-22T10:00:00Z', '2026-11-22t10:00:00.123+05:30'],
      bad: ['2026-11-22 10:00:00Z', '2026-11-22T10:00:00', '2026-11-22'],
    },
    'iso-date-time': { good: ['2026-11-22 10:00:00'], bad: ['2026-11-22'] },
    duration: { good: ['P1D', 'PT1H30M', 'P2W'], bad: ['P', 'PT', '1D'] },
    uri: { good: ['https://example.com/a?b#c', 'mailto:a@example.com'], bad: ['example.com', 'http://a b'] },
    'uri-reference': { good: ['/a/b', '#c', 'a?b'], bad: ['a b', 'a#b#c'] },
    'uri-template': { good: ['/a/{b}/{c*}{?d,e}'], bad: ['/a/{b', '/a/{'] },
    url: {
      good: ['https://example.com/a', 'http://localhost:3000'],
      bad: ['mailto:a@example.com', 'https://', 'x'],
    },
    email: { good: ['a.b+c@example.com'], bad: ['a@', '@example.com', 'a b@example.com', 'a@-x.com'] },
    hostname: { good: ['example.com', 'a'], bad: ['-a.com', 'a..b', 'a'.repeat(64)] },
    ipv4: { good: ['127.0.0.1'], bad: ['256.0.0.1', '1.2.3', '01.2.3.4'] },
    ipv6: { good: ['::1', 'fd00::1', '::ffff:1.2.3.4'], bad: ['::1::', '1.2.3.4', 'g::'] },
    regex: { good: ['^a+$'], bad: ['('] },
    uuid: { good: ['019a0000-0000-7000-8000-000000000001'], bad: ['019a'] },
    'json-pointer': { good: ['', '/a~1b/0'], bad: ['a', '/~2'] },
    'relative-json-pointer': { good: ['0#', '1/a'], bad: ['/a', '01'] },
    byte: { good: ['YWJj', 'YQ=='], bad: ['YQ=', 'Y===', '****'] },
    int32: { good: [2147483647], bad: [2147483648, 1.5] },
    int64: { good: [2 ** 40], bad: [0.5] },
  };

  test.each(Object.entries(VALUES))('%s', async (format, { good, bad }) => {
    for (const value of good) expect([value, await issuesOf({ format }, value)]).toEqual([value, []]);
    for (const value of bad) expect([value, await issuesOf({ format }, value)]).not.toEqual([value, []]);
  });

  const LONG = 200_000;
  const HOSTILE = [
    ':'.repeat(LONG),
    `http://${':'.repeat(LONG)}`,
    `http://${'a@'.repeat(LONG / 2)} `,
    `http://${'a-'.repeat(LONG / 2)}`,
    `${'a.'.repeat(LONG / 2)}@`,
    `a@${'a.'.repeat(LONG / 2)}-`,
    `a@${'a'.repeat(LONG)}!`,
    `P${'1'.repeat(LONG)}`,
    `${'{a,'.repeat(LONG / 3)}`,
    `{${'a'.repeat(LONG)}`,
    `/${'~0'.repeat(LONG / 2)}~`,
    `${'A'.repeat(LONG)}=!`,
    `${'0:'.repeat(LONG / 2)}`,
    `10:00:00.${'0'.repeat(LONG)}`,
    `${'('.repeat(LONG)}`,
    `#${'#'.repeat(LONG)}`,
  ];
  test.each(Object.keys(VALUES))('%s takes linear time, whatever the text', async (format) => {
    const before = process.cpuUsage();
    for (const value of HOSTILE) {
      const [issue] = await validate({ format }, value);
      expect(issue?.message ?? '').not.toContain('too long');
    }
    expect(cpuMsSince(before)).toBeLessThan(2_000);
  });
});
