import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { columns } from '../../../src/db/system/columns.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db?.close());

interface Row {
  text: string | null;
  json?: unknown;
  count: number | null;
  share: number | null;
  isOn: boolean | null;
  at: Date | null;
}

const ROWS = columns<Row>({
  text: 'text',
  json: 'jsonb',
  count: 'int',
  share: 'float8',
  isOn: 'boolean',
  at: 'timestamptz',
});

async function read(rows: readonly Row[], given?: Parameters<typeof ROWS.arrays>[1]): Promise<Row[]> {
  const { rows: read } = await db.pool.query<Row>(`SELECT * FROM ${ROWS.from(2, 'r')} WHERE $1`, [
    true,
    ...ROWS.arrays(rows, given),
  ]);
  return read;
}

const EMPTY: Row = { text: null, json: null, count: null, share: null, isOn: null, at: null };

test('PostgreSQL reads the rows as they are', async () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('', 'NULL', 'null', '{}', ',', '"', '\\', '\\n', '\n', '\t\r\b\f\u007f', '😀', "'"),
  );
  const row = fc.record({
    text: fc.option(text),
    json: fc.jsonValue({ stringUnit: 'binary' }),
    count: fc.option(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 })),
    share: fc.option(fc.double({ noNaN: true, noDefaultInfinity: true })),
    isOn: fc.option(fc.boolean()),
    at: fc.option(fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 5 }), async (rows) => {
      fc.pre(!JSON.stringify(rows).includes('\\u0000'));
      // JSON has no negative zero.
      const written = rows.map(({ share, json, ...rest }) => ({
        ...rest,
        json: JSON.parse(JSON.stringify(json)),
        share: share === 0 ? 0 : share,
      }));
      expect(await read(rows)).toEqual(written);
    }),
    { numRuns: 300 },
  );
});

test('characters that PostgreSQL cannot store are replaced', async () => {
  const rows = [
    { ...EMPTY, text: 'a\0\ud800"b', json: { 'k\0': '\udc00' } },
    { ...EMPTY, text: '\ud800' },
  ];
  expect(await read(rows)).toEqual([
    { ...EMPTY, text: 'a\ufffd\ufffd"b', json: { 'k\ufffd': '\ufffd' } },
    { ...EMPTY, text: '\ufffd' },
  ]);
});

test('a field that is missing is NULL, and no rows are none', async () => {
  const { json: _, ...rest } = EMPTY;
  expect(await read([rest])).toEqual([EMPTY]);
  expect(await read([])).toEqual([]);
});

test('rows can share a value', async () => {
  const [shared, other] = [{ a: 1 }, { a: 2 }];
  const rows = [shared, shared, undefined, undefined, other, null, shared].map((json) => ({
    ...EMPTY,
    json,
  }));
  expect((await read(rows)).map(({ json }) => json)).toEqual([
    shared,
    shared,
    null,
    null,
    other,
    null,
    shared,
  ]);
});

test('a value that all rows share is sent once, except in the first column', async () => {
  const at = new Date(0);
  const json = { a: 1 };
  const shared = { ...EMPTY, text: 'a', json, count: 1, isOn: false, at };
  const rows = [shared, shared, { ...shared }];
  expect(ROWS.arrays(rows)).toEqual([
    '{"a","a","a"}',
    String.raw`{"{\"a\":1}"}`,
    '{1}',
    '{null}',
    '{false}',
    '{"1970-01-01T00:00:00.000Z"}',
  ]);
  expect(await read(rows)).toEqual(rows);
});

test('columns can be given that the rows do not have', async () => {
  const rows = [EMPTY, { ...EMPTY, count: 1 }];
  expect(await read(rows, { isOn: [true, false], json: [[], { a: 1 }] })).toEqual([
    { ...EMPTY, isOn: true, json: [] },
    { ...EMPTY, count: 1, isOn: false, json: { a: 1 } },
  ]);
});

test('each field has a type that can hold its values', () => {
  // @ts-expect-error: a number among texts would be NULL if one of the texts has to be quoted
  expect(columns<Row>({ text: 'text', count: 'text' }).count).toBe(2);
});

test('the planner expects many rows, so that it does not compare each with each row of a table', async () => {
  const { rows } = await db.pool.query(
    `EXPLAIN SELECT * FROM ${ROWS.from(1, 'r')} JOIN generate_series(1, 5) AS n ON n = r.count`,
    ROWS.arrays([EMPTY, { ...EMPTY, count: 1 }]),
  );
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toMatch(/Function Scan on r .*rows=1000 /);
  expect(plan).toContain('Hash Join');
});
