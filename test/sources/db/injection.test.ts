import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expandParams } from '../../../src/sources/expand-params.js';
import { expandAll, openSourceDatabase, valuesOf } from '../support.js';

let database: Awaited<ReturnType<typeof openSourceDatabase>>;
const deps = () => database.deps;

const PAYLOADS = [
  `'`,
  `"`,
  `''`,
  `";DROP TABLE thing;--`,
  `'; DROP TABLE thing; --`,
  `' OR '1'='1`,
  `" OR ""="`,
  `1 OR 1=1`,
  `thing" AS t; DELETE FROM thing; --`,
  `id" FROM thing UNION SELECT password FROM thing --`,
  `id/**/,password`,
  `/* */`,
  `--`,
  `$1`,
  `$$;DROP TABLE thing;$$`,
  `\\'; DROP TABLE thing; --`,
  `E'\\x27'`,
  `U&"\\0061"`,
  `id::text`,
  `pg_sleep(10)`,
  `(SELECT password FROM thing)`,
  `thing;COMMIT;DROP TABLE thing`,
  `ʼ OR 1=1`,
  `＇ OR 1=1`,
  `\u2028\u202e\ufeff`,
  `%27`,
  `{"$gt":""}`,
  `a\tb\r\n`,
  `__proto__`,
  `constructor`,
  'x'.repeat(2500),
];

beforeAll(async () => {
  database = await openSourceDatabase(`
    CREATE TABLE thing (id text PRIMARY KEY, note text, password text);
    INSERT INTO thing VALUES ('1', 'one', 'hunter2');
  `);
  await database.pool.query(
    `INSERT INTO public.thing SELECT 'row' || n, payload, 'hunter2' FROM unnest($1::text[]) WITH ORDINALITY AS p(payload, n)`,
    [PAYLOADS],
  );
});
afterAll(() => database?.close());

const encoded = (payload: string) => encodeURIComponent(payload);

/** Every place of the string that takes text, with the payload in it; as it is where the grammar allows. */
const PLACES: [string, (payload: string) => string][] = [
  ['table', (payload) => `db:${encoded(payload)}:all:id`],
  ['key', (payload) => `db:thing:${encoded(payload)}:id`],
  ['field', (payload) => `db:thing:all:${encoded(payload)}`],
  ['name of a condition', (payload) => `db:thing:all:id?${encoded(payload)}=1`],
  ['orderBy', (payload) => `db:thing:all:id?orderBy=${encoded(payload)}`],
  ['limit', (payload) => `db:thing:all:id?limit=${encoded(payload)}`],
  ['batchSize', (payload) => `db:thing:all:id?batchSize=${encoded(payload)}`],
  ['staggerDelay', (payload) => `db:thing:all:id?staggerDelay=${encoded(payload)}`],
  ['filter', (payload) => `db:thing:all:id?filter=${encoded(payload)}`],
  ['column in filter', (payload) => `db:thing:all:id?filter=${JSON.stringify({ [payload]: 1 })}`],
  ['operator in filter', (payload) => `db:thing:all:id?filter=${JSON.stringify({ note: { [payload]: 1 } })}`],
  ['unencoded table', (payload) => `db:${payload}:all:id`],
  ['unencoded option', (payload) => `db:thing:all:id?${payload}`],
];

const untouched = async () => {
  const { rows } = await database.pool.query('SELECT count(*)::int AS count FROM public.thing');
  expect(rows).toEqual([{ count: PAYLOADS.length + 1 }]);
};

describe('SQL in a data source string', () => {
  it.each(PLACES)('as %s is an error that reveals nothing about the database', async (_, place) => {
    for (const payload of PAYLOADS) {
      const result = await expandParams(deps(), { v: place(payload) });
      if (result.kind === 'ok') throw new Error(`${place(payload)} expanded`);
      for (const { message } of result.issues) {
        expect(message).not.toMatch(/hunter2|syntax error|SQLSTATE|FROM "|127\.0\.0\.1/);
        expect(message.length).toBeLessThan(3000);
      }
    }
    await untouched();
  });

  it('as a value is just a value, in every operator', async () => {
    for (const [index, payload] of PAYLOADS.entries()) {
      const row = [`row${index + 1}`];
      expect(await valuesOf(deps(), `db:thing:all:id?note=${encoded(payload)}`)).toEqual(row);
      if (index % 3 > 0) continue;
      const among = (condition: unknown) =>
        valuesOf(deps(), `db:thing:all:id?filter=${JSON.stringify({ note: condition })}`);
      expect(await among(payload)).toEqual(row);
      expect(await among({ $in: [payload] })).toEqual(row);
      expect(await among({ $like: payload.replace(/[\\%_]/g, '\\$&') })).toEqual(row);
      expect(await among({ $not: { $ne: payload } })).toEqual(row);
      expect(
        await among({ $nin: PAYLOADS.filter((other) => other !== payload && other.length < 100) }),
      ).toContain(row[0]);
    }
    await untouched();
  });

  it('reaches the job unchanged if it is the value of a row', async () => {
    const { params } = await expandAll(deps(), { v: 'db:thing:all:note?filter={"id":{"$like":"row%"}}' });
    expect(new Set(params.map(({ v }) => v))).toEqual(new Set(PAYLOADS));
  });

  it('that is random is an error or matches what it says', async () => {
    const nasty = fc.string({
      unit: fc.constantFrom(...`'";-/*\\$()=:?&%{}[], \n\0éʼ\ud800aid1`),
      maxLength: 30,
    });
    await fc.assert(
      fc.asyncProperty(nasty, fc.constantFrom(...PLACES), async (text, [, place]) => {
        let string: string;
        try {
          string = place(text);
        } catch {
          return; // A lone surrogate has no percent-encoding.
        }
        const result = await expandParams(deps(), { v: string });
        if (result.kind === 'ok') await result.expansion.close();
        else
          for (const { message } of result.issues)
            expect(message).not.toMatch(/hunter2|syntax error|SQLSTATE/);
      }),
      { numRuns: 150 },
    );
    await untouched();
  });
});
