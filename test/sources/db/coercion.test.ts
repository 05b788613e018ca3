import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FilterValue } from '../../../src/domain/expansion/filter.js';
import { coerceValue } from '../../../src/sources/db/coerce-value.js';
import { type ColumnType, columnType } from '../../../src/sources/db/column-type.js';
import { expandAll, failureOf, openSourceDatabase, valuesOf } from '../support.js';

let database: Awaited<ReturnType<typeof openSourceDatabase>>;
const deps = () => database.deps;

beforeAll(async () => {
  database = await openSourceDatabase(`
    CREATE TYPE mood AS ENUM ('sad', 'ok', 'so "happy"');
    CREATE DOMAIN feeling AS mood;
    CREATE DOMAIN positive AS int CHECK (VALUE > 0);
    CREATE TYPE point2 AS (x int, y int);
    CREATE TABLE kinds (
      id int PRIMARY KEY, flag boolean, small smallint, big bigint, price numeric(30, 20), ratio real, exact double precision,
      name text, code varchar(3), fixed char(4), uid uuid, day date, at timestamp(6), at_z timestamptz, mood mood,
      feeling feeling, count positive, doc jsonb, old json, tags text[], place point2, address inet, pause interval, opens time, bytes bytea);
    INSERT INTO kinds VALUES
      (1, true, 1, 9007199254740993, 12.5, 0.1, 0.1, 'a''b', 'abc', 'ab', '018f2d3c-7a4b-7c1d-9e2f-3a4b5c6d7e8f', '2024-02-29',
       '2024-02-29 10:00:00.123456', '2024-02-29 10:00:00.123456+02', 'ok', 'so "happy"', 3, '{"a": [1, null]}', '{"b": 2}',
       '{x,y}', '(1,2)', '10.0.0.1', '1 day', '09:30', '\\x01af'),
      (2, false, 0, 42, 0.1234567891234567, 'NaN', 'Infinity', 'A_b', 'b', 'b', '018f2d3c-7a4b-7c1d-9e2f-3a4b5c6d7e90', '2023-12-31',
       'infinity', '2024-01-01 00:00:00+00', 'sad', 'sad', 5, '"text"', '[1]', '{}', NULL, '::1', '2 hours', '17:00:00.5', '');
    INSERT INTO kinds (id) VALUES (3);
    DO $$ BEGIN -- formats of its own
      EXECUTE format('ALTER DATABASE %I SET IntervalStyle = iso_8601', current_database());
      EXECUTE format('ALTER DATABASE %I SET bytea_output = escape', current_database());
    END $$;
  `);
});
afterAll(() => database?.close());

const COLUMNS =
  'flag small big price ratio exact name code fixed uid day at at_z mood feeling count doc old tags place address pause opens bytes';

describe('a value of the database', () => {
  it('reaches the job as the closest JSON', async () => {
    const row = (id: number) =>
      expandAll(
        deps(),
        Object.fromEntries(COLUMNS.split(' ').map((column) => [column, `db:kinds:${id}:${column}`])),
      );
    expect((await row(1)).params).toEqual([
      {
        flag: true,
        small: 1,
        big: '9007199254740993',
        price: 12.5,
        ratio: 0.1,
        exact: 0.1,
        name: "a'b",
        code: 'abc',
        fixed: 'ab  ',
        uid: '018f2d3c-7a4b-7c1d-9e2f-3a4b5c6d7e8f',
        day: '2024-02-29',
        at: '2024-02-29T10:00:00.123456',
        at_z: '2024-02-29T08:00:00.123456Z',
        mood: 'ok',
        feeling: 'so "happy"',
        count: 3,
        doc: { a: [1, null] },
        old: { b: 2 },
        tags: ['x', 'y'],
        place: { x: 1, y: 2 },
        address: '10.0.0.1',
        pause: '1 day',
        opens: '09:30:00',
        bytes: '\\x01af',
      },
    ]);
    expect(await valuesOf(deps(), 'db:kinds:all:big')).toEqual(['9007199254740993', 42]);
    expect(await valuesOf(deps(), 'db:kinds:2:price')).toEqual(['0.12345678912345670000']);
    expect(await valuesOf(deps(), 'db:kinds:2:ratio')).toEqual(['NaN']);
    expect(await valuesOf(deps(), 'db:kinds:2:exact')).toEqual(['Infinity']);
    expect(await valuesOf(deps(), 'db:kinds:2:at')).toEqual(['infinity']);
    expect(await valuesOf(deps(), 'db:kinds:2:doc')).toEqual(['text']);
  });
});

const filtered = (json: unknown) => `db:kinds:all:id?filter=${JSON.stringify(json)}`;

describe('a condition', () => {
  it.each<[string, number[]]>([
    ['flag=true', [1]],
    ['flag=1', [1]],
    ['flag=FALSE', [2]],
    ['small=true', [1]],
    ['small=0', [2]],
    ['big=9007199254740993', [1]],
    ['price=12.50', [1]],
    ['ratio=0.1', [1]],
    ['exact=1e-1', [1]],
    ["name=a'b", [1]],
    ['code=abcd', []],
    ['fixed=ab', [1]],
    ['uid=018F2D3C-7A4B-7C1D-9E2F-3A4B5C6D7E8F', [1]],
    ['day=2024-02-29', [1]],
    ['at=2024-02-29T12:00:00.123456+02:00', [1]],
    ['at_z=2024-02-29 08:00:00.123456', [1]],
    ['at_z=2024-01-01', [2]],
    ['mood=ok', [1]],
    ['feeling=so "happy"', [1]],
    ['count=3', [1]],
    ['pause=PT24H', [1]],
    ['opens=09:30', [1]],
    [String.raw`bytes=\x01AF`, [1]],
  ])('%s matches %j', async (condition, ids) => {
    expect(await valuesOf(deps(), `db:kinds:all:id?${condition}`)).toEqual(ids);
  });

  it.each<[unknown, number[]]>([
    [{ small: { $gte: 1 } }, [1]],
    [{ small: { $gt: 1 } }, []],
    [{ small: { $lte: 0 } }, [2]],
    [{ small: { $ne: 1 } }, [2]],
    [{ small: { $in: [0, '1', true] } }, [1, 2]],
    [{ small: { $nin: [0] } }, [1]],
    [{ small: { $in: [] } }, []],
    [{ small: { $nin: [] } }, [1, 2, 3]],
    [{ uid: { $in: ['018f2d3c-7a4b-7c1d-9e2f-3a4b5c6d7e8f'] } }, [1]],
    [{ mood: { $in: ['sad', 'so "happy"'] } }, [2]],
    [{ feeling: { $in: ['so "happy"'] } }, [1]],
    [{ count: { $in: [3, 5] } }, [1, 2]],
    [{ code: { $in: ['b', 'a,b', '"', '\\', 'NULL'] } }, [2]],
    [{ at_z: { $gte: '2024-02-01', $lt: '2024-03-01' } }, [1]],
    [{ day: { $lt: '2024-01-01' } }, [2]],
    [{ mood: { $gt: 'sad' } }, [1]],
    [{ opens: { $gte: '09:30', $lt: '17:00:00.5' } }, [1]],
    [{ opens: { $in: ['17:00:00.500000', '00:00'] } }, [2]],
    [{ pause: { $gt: 'PT1H59M59.5S', $lte: 'P1D' } }, [1, 2]],
    [{ bytes: { $in: ['\\x', '\\xff'] } }, [2]],
    [{ opens: null, pause: null, bytes: null }, [3]],
    [{ name: { $like: 'a%' } }, [1]],
    [{ name: { $ilike: 'a%' } }, [1, 2]],
    [{ name: { $like: 'A\\_%' } }, [2]],
    [{ name: null }, [3]],
    [{ name: { $ne: null } }, [1, 2]],
    [{ doc: { $null: true }, old: null, tags: null, place: null, address: null }, [3]],
    [{ place: { $null: false } }, [1]],
    [{ $or: [{ small: 0 }, { name: null }] }, [2, 3]],
    [{ $not: { small: 0 } }, [1]],
    [{ small: { $not: { $gte: 1 } } }, [2]],
    [{ $and: [{ flag: true }, { $or: [{ small: 1 }, { small: 2 }] }] }, [1]],
    [{}, [1, 2, 3]],
  ])('%j matches %j', async (json, ids) => {
    expect(await valuesOf(deps(), filtered(json))).toEqual(ids);
  });

  it.each<[unknown, string]>([
    [{ flag: 'yes' }, 'filter.flag: "yes" does not fit; expected true, false, 1 or 0.'],
    [{ flag: 2 }, 'expected true, false, 1 or 0'],
    [{ small: 32768 }, 'a whole number from -32768 to 32767'],
    [{ small: 1.5 }, 'a whole number'],
    [{ small: '' }, 'a whole number'],
    [{ count: '99999999999' }, 'from -2147483648 to 2147483647'],
    [{ big: '9223372036854775808' }, 'to 9223372036854775807'],
    [{ big: 9007199254740992 }, 'write this one as a string'],
    [{ price: 1 / 3 }, 'write this one as a string'],
    [{ price: '1,5' }, 'a number such as 12.5'],
    [{ price: '0x10' }, 'a number such as 12.5'],
    [{ price: 'NaN' }, 'a number such as 12.5'],
    [{ ratio: 1e39 }, '32 bits'],
    [{ exact: '1e999' }, '64 bits'],
    [{ exact: '1e-999' }, '64 bits'],
    [{ name: 5 }, 'a string: write "5"'],
    [{ name: 'a\0' }, 'NUL'],
    [{ name: { $like: '\ud800' } }, 'surrogate'],
    [{ name: { $like: 'a\\' } }, 'single backslash'],
    [{ small: { $like: '1%' } }, '$like needs a text column'],
    [{ mood: { $ilike: 's%' } }, '$ilike needs a text column'],
    [{ uid: 'x' }, 'expected a UUID'],
    [{ day: '2023-02-29' }, 'a date such as'],
    [{ day: '2024-02-29T00:00:00Z' }, 'a date such as'],
    [{ day: '0000-01-01' }, 'a date such as'],
    [{ day: 20240229 }, 'a date such as'],
    [{ at: 'now' }, 'a date or time'],
    [{ at: '2024-02-30T10:00' }, 'a date or time'],
    [{ at: '2024-02-29T24:00' }, 'a date or time'],
    [{ at_z: '2024-02-29T10:00+99' }, 'a date or time'],
    [{ at_z: '0001-01-01T00:00+01' }, 'a date or time'],
    [{ opens: '24:00' }, 'a time such as'],
    [{ opens: '9:30' }, 'a time such as'],
    [{ opens: '09:30Z' }, 'a time such as'],
    [{ pause: '1 day' }, 'an ISO 8601 duration such as'],
    [{ pause: 'PT' }, 'an ISO 8601 duration such as'],
    [{ bytes: '01af' }, 'bytes in hexadecimal'],
    [{ bytes: '\\x1' }, 'bytes in hexadecimal'],
    [{ mood: 'furious' }, 'expected one of sad, ok, so "happy".'],
    [{ feeling: { $in: ['sad', 'OK'] } }, 'filter.feeling.$in: "OK" does not fit'],
    [{ doc: 'x' }, 'can only be tested with $null'],
    [{ tags: 'x' }, 'can only be tested with $null'],
    [{ address: '10.0.0.1' }, 'can only be tested with $null'],
  ])('%j is refused before any query', async (json, part) => {
    expect(await failureOf(deps(), filtered(json))).toContain(part);
  });

  it('is never given to PostgreSQL if PostgreSQL could refuse it', async () => {
    const types: [ColumnType, string][] = [
      ['int2', 'int2'],
      ['int8', 'int8'],
      ['oid', 'oid'],
      ['bool', 'bool'],
      ['numeric', 'numeric'],
      ['float4', 'float4'],
      ['float8', 'float8'],
      ['text', 'text'],
      ['uuid', 'uuid'],
      ['date', 'date'],
      ['timestamp', 'timestamp'],
      ['timestamptz', 'timestamptz'],
      ['time', 'time'],
      ['interval', 'interval'],
      ['bytea', 'bytea'],
    ].map(([name = '', cast = '']) => {
      const category = name === 'text' ? 'S' : 'X';
      return [columnType({ name, type: 'b', category, labels: [] }), cast];
    });
    const shaped = fc.stringMatching(/^[+-]?\d{0,25}\.?\d{0,5}(e[+-]?\d{1,4})?$/);
    const dated = fc.stringMatching(
      /^\d{4}-[01]\d-[0-3]\d([T ][0-2]\d:[0-6]\d(:[0-6]\d(\.\d{1,7})?)?(Z|[+-][01]\d(:?[0-6]\d)?)?)?$/,
    );
    const timed = fc.stringMatching(/^[0-2]\d:[0-6]\d(:[0-6]\d(\.\d{1,7})?)?$/);
    const lasting = fc.stringMatching(
      /^P(\d{1,5}Y)?(\d{1,6}M)?(\d{1,8}D)?(T(\d{1,8}H)?(\d{1,10}M)?(\d{1,10}(\.\d{1,7})?S)?)?$/,
    );
    const bytes = fc.stringMatching(/^\\x[0-9a-fA-F]{0,8}$/);
    const value: fc.Arbitrary<FilterValue> = fc.oneof(
      shaped,
      dated,
      timed,
      lasting,
      bytes,
      fc.string({ unit: 'binary' }),
      fc.double(),
      fc.boolean(),
      fc.uuid(),
    );
    const accepted: string[] = [];
    fc.assert(
      fc.property(fc.constantFrom(...types), value, ([type, cast], input) => {
        const coerced = coerceValue(input, type);
        if (coerced.kind === 'ok') accepted.push(cast, coerced.text);
      }),
      { numRuns: 3000 },
    );
    expect(accepted.length).toBeGreaterThan(500);
    const pairs = accepted.flatMap((cast, index) =>
      index % 2 === 0 ? [{ cast, text: accepted[index + 1] }] : [],
    );
    // Like pg_input_is_valid, which PostgreSQL has from version 16.
    await database.pool.query(`
      CREATE FUNCTION public.is_valid_input(value text, type text) RETURNS boolean LANGUAGE plpgsql AS $$
      BEGIN
        EXECUTE format('SELECT %L::%s', value, type);
        RETURN true;
      EXCEPTION WHEN data_exception THEN
        RETURN false;
      END $$`);
    const { rows } = await database.pool.query(
      `SELECT p.cast, p.text FROM jsonb_to_recordset($1::jsonb) AS p("cast" text, text text)
       WHERE NOT public.is_valid_input(p.text, p.cast)`,
      [JSON.stringify(pairs)],
    );
    expect(rows).toEqual([]);
  });
});

describe('a field', () => {
  it('of any type drops its duplicates', async () => {
    for (const column of COLUMNS.split(' ')) {
      const { total, params } = await expandAll(deps(), { v: `db:kinds:all:${column}` });
      expect([column, params.length]).toEqual([column, total]);
      expect(total).toBe(column === 'place' ? 1 : 2);
    }
  });

  it('can be ordered if its type has an order', async () => {
    expect(await valuesOf(deps(), 'db:kinds:all:id?orderBy=day')).toEqual([2, 1, 3]);
    expect(await valuesOf(deps(), 'db:kinds:all:id?orderBy=opens:desc')).toEqual([2, 1, 3]);
    expect(await failureOf(deps(), 'db:kinds:all:id?orderBy=old')).toContain('cannot be sorted');
    expect(await failureOf(deps(), 'db:kinds:all:id?orderBy=address')).toContain('cannot be sorted');
    expect(await failureOf(deps(), 'db:kinds:all:id?orderBy=dey')).toBe(
      'orderBy: table "kinds" has no column "dey". Did you mean "day"?',
    );
  });
});
