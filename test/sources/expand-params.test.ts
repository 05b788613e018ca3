import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '../../src/domain/limits.js';
import { expandParams } from '../../src/sources/expand-params.js';
import { previewExpansion } from '../../src/sources/preview-expansion.js';
import { validateDataSources } from '../../src/sources/validate-data-sources.js';
import { expandAll, failureOf, openSourceDatabase, valuesOf } from './support.js';

let database: Awaited<ReturnType<typeof openSourceDatabase>>;
const deps = () => database.deps;

beforeAll(async () => {
  database = await openSourceDatabase(`
    CREATE TABLE "Ticker" (symbol text PRIMARY KEY, sector text, enabled boolean NOT NULL, active int, isin text UNIQUE);
    INSERT INTO "Ticker" SELECT 'T' || lpad(i::text, 3, '0'), CASE WHEN i % 10 = 0 THEN NULL ELSE 'S' || i % 3 END,
      i <= 100, (i <= 50)::int, CASE WHEN i <= 5 THEN 'I' || i END FROM generate_series(1, 120) i;
    CREATE TABLE region (id int PRIMARY KEY, name text);
    INSERT INTO region VALUES (1, 'eu'), (2, 'us'), (3, 'asia');
    CREATE TABLE log (at timestamptz, kind text);
    INSERT INTO log VALUES (now(), 'b'), (now(), 'a'), (now(), 'a'), (now(), NULL);
    CREATE TABLE empty (id int PRIMARY KEY);
    CREATE TABLE pair (a int, b int, PRIMARY KEY (a, b));
    INSERT INTO pair VALUES (2, 1), (1, 2), (1, 1);
    CREATE VIEW enabled_tickers AS SELECT symbol AS id, sector FROM "Ticker" WHERE enabled;
  `);
});
afterAll(() => database?.close());

describe('expandParams', () => {
  it('makes one job of params without a data source, and opens no connection', async () => {
    const params = { a: 1, b: { $literal: 'db:Ticker:all:symbol' } };
    const pool = { connect: () => Promise.reject(new Error('must not connect')) } as never;
    const { total, sources, jobs } = await expandAll({ ...deps(), pool }, params);
    expect({ total, sources }).toEqual({ total: 1, sources: [] });
    expect(jobs).toEqual([{ params: { a: 1, b: 'db:Ticker:all:symbol' }, index: 0 }]);
  });

  it('makes one job per value, in the order of the primary key', async () => {
    const text = 'db:ticker:all:id?enabled=true&active=1&batchSize=5&staggerDelay=2000'.replace(
      ':id',
      ':SYMBOL',
    );
    const expanded = await expandAll(deps(), { tickerId: text, deep: [{ fix: true }] });
    expect(expanded.total).toBe(50);
    expect(expanded.batchSize).toBe(5);
    expect(expanded.staggerDelay).toBe(2000);
    expect(expanded.sources).toEqual([
      { path: 'tickerId', source: 'db', table: 'Ticker', total: 50, dropped: { nulls: 0, duplicates: 0 } },
    ]);
    expect(expanded.jobs.map((job) => job.index)).toEqual(Array.from({ length: 50 }, (_, index) => index));
    expect(expanded.params[0]).toEqual({ tickerId: 'T001', deep: [{ fix: true }] });
    expect(expanded.params[49]).toEqual({ tickerId: 'T050', deep: [{ fix: true }] });
  });

  it('drops and counts NULLs and duplicates, keeping the order of the first of each', async () => {
    const { params, sources } = await expandAll(deps(), { v: 'db:Ticker:all:sector' });
    expect(params.map(({ v }) => v)).toEqual(['S1', 'S2', 'S0']);
    expect(sources[0]).toMatchObject({ total: 3, dropped: { nulls: 12, duplicates: 105 } });
    expect(await valuesOf(deps(), 'db:Ticker:all:sector?orderBy=symbol:desc&limit=2')).toEqual(['S2', 'S1']);
    expect(await valuesOf(deps(), 'db:Ticker:all:sector?orderBy=sector:desc')).toEqual(['S2', 'S1', 'S0']);
    const unique = await expandAll(deps(), { v: 'db:Ticker:all:isin?limit=3' });
    expect(unique.params.map(({ v }) => v)).toEqual(['I1', 'I2', 'I3']);
    expect(unique.sources[0]).toMatchObject({ total: 3, dropped: { nulls: 115, duplicates: 0 } });
  });

  it('orders by the field if there is no primary key, and by all columns of a composite one', async () => {
    expect(await valuesOf(deps(), 'db:log:all:kind')).toEqual(['a', 'b']);
    expect(await valuesOf(deps(), 'db:pair:all:b')).toEqual([1, 2]);
    expect(await valuesOf(deps(), 'db:pair:all:b?orderBy=a:desc&a=1')).toEqual([1, 2]);
  });

  it('orders NULLs last in both directions', async () => {
    const inOrder = (direction: string) =>
      valuesOf(deps(), `db:Ticker:all:symbol?orderBy=isin:${direction}&limit=2`);
    expect(await inOrder('asc')).toEqual(['T001', 'T002']);
    expect(await inOrder('desc')).toEqual(['T005', 'T004']);
  });

  it('reads one row by its primary key', async () => {
    expect(await valuesOf(deps(), 'db:ticker:T007:symbol')).toEqual(['T007']);
    expect(await valuesOf(deps(), 'db:region:2:name')).toEqual(['us']);
    // A view has no key: its column id is used.
    expect(await valuesOf(deps(), 'db:enabled_tickers:T007:sector')).toEqual(['S1']);
    expect(await failureOf(deps(), 'db:ticker:NOPE:symbol')).toBe(
      'Table "Ticker" has no row with symbol = "NOPE".',
    );
    expect(await failureOf(deps(), 'db:region:two:name')).toContain('filter: "two" does not fit');
    expect(await failureOf(deps(), 'db:pair:1:b')).toContain(
      'no primary key of one column and no column "id"',
    );
  });

  it('applies further filters to the one row; a row they exclude is not an error', async () => {
    expect(await valuesOf(deps(), 'db:ticker:T101:symbol?enabled=false')).toEqual(['T101']);
    expect(await valuesOf(deps(), 'db:ticker:T101:symbol?enabled=true')).toEqual([]);
    const { total, sources } = await expandAll(deps(), { v: 'db:ticker:T010:sector' });
    expect(total).toBe(0);
    expect(sources[0]?.dropped).toEqual({ nulls: 1, duplicates: 0 });
  });

  it('makes no jobs of no rows', async () => {
    expect(await expandAll(deps(), { v: 'db:empty:all:id' })).toMatchObject({ total: 0, jobs: [] });
    expect(await expandAll(deps(), { v: 'db:empty:all:id', w: 'db:region:all:id' })).toMatchObject({
      total: 0,
      jobs: [],
    });
  });

  it('combines several data sources, the largest changing slowest', async () => {
    const expanded = await expandAll(deps(), {
      region: 'db:region:all:name?batchSize=4',
      list: [{ ticker: 'db:Ticker:all:symbol?active=1&batchSize=6&staggerDelay=3s' }],
      again: 'db:region:all:id?limit=2&staggerDelay=1s',
    });
    expect(expanded).toMatchObject({ total: 300, batchSize: 4, staggerDelay: 3000 });
    expect(expanded.sources.map(({ path, total }) => [path, total])).toEqual([
      ['region', 3],
      ['list[0].ticker', 50],
      ['again', 2],
    ]);
    const job = (index: number) => expanded.params[index];
    expect(job(0)).toEqual({ region: 'eu', list: [{ ticker: 'T001' }], again: 1 });
    expect(job(1)).toEqual({ region: 'eu', list: [{ ticker: 'T001' }], again: 2 });
    expect(job(2)).toEqual({ region: 'us', list: [{ ticker: 'T001' }], again: 1 });
    expect(job(6)).toEqual({ region: 'eu', list: [{ ticker: 'T002' }], again: 1 });
    expect(new Set(expanded.params.map((params) => JSON.stringify(params))).size).toBe(300);
  });

  it('refuses more than maxExpansion jobs before reading a value', async () => {
    const few = { ...deps(), maxExpansion: 99 };
    expect(await failureOf(few, 'db:Ticker:all:symbol?enabled=true')).toContain(
      'more than 99 jobs (maxExpansion)',
    );
    expect(await failureOf({ ...deps(), maxExpansion: 2 }, 'db:Ticker:all:sector')).toContain(
      'more than 2 jobs',
    );
    expect(await valuesOf(few, 'db:Ticker:all:symbol?enabled=true&limit=99')).toHaveLength(99);
    const product = await expandParams(few, { a: 'db:region:all:id', b: 'db:Ticker:all:symbol?active=1' });
    expect(product).toMatchObject({ kind: 'error', issues: [{ path: ['b'] }] });
    expect(few.pool.totalCount).toBe(few.pool.idleCount);
  });

  it('reports every wrong data source, each with its path', async () => {
    const params = {
      a: 'db:nope:all:id',
      b: ['db:Ticker:all:nope'],
      c: 'db:region:all:id?id=x',
      d: 'db:region:all:id',
    };
    const result = await expandParams(deps(), params);
    if (result.kind === 'ok') throw new Error('expanded');
    expect(result.issues.map(({ path }) => path)).toEqual([['a'], ['b', '0'], ['c']]);
    expect(await validateDataSources(deps(), params)).toEqual(result.issues);
    expect(await validateDataSources(deps(), { d: 'db:region:all:id' })).toEqual([]);
    expect(await validateDataSources(deps(), { d: 'db:region:404:id' })).toEqual([]);
    expect(deps().pool.totalCount).toBe(deps().pool.idleCount);
  });

  it('reads one snapshot: what commits in between is not seen', async () => {
    const result = await expandParams(deps(), { r: 'db:region:all:id', k: 'db:log:all:kind' });
    if (result.kind === 'error') throw new Error('failed');
    await database.pool.query(
      `INSERT INTO public.region VALUES (9, 'late'); DELETE FROM public.log WHERE kind = 'a'`,
    );
    const jobs = [];
    for await (const chunk of result.expansion.chunks(100)) jobs.push(...chunk);
    expect(jobs).toHaveLength(result.expansion.total);
    expect(jobs).toHaveLength(6);
    // A second pass of the same expansion sees the same.
    const again = [];
    for await (const chunk of result.expansion.chunks(4)) again.push(chunk.length);
    expect(again).toEqual([4, 2]);
    await result.expansion.close();
    await result.expansion.close();
    await database.pool.query(
      `DELETE FROM public.region WHERE id = 9; INSERT INTO public.log VALUES (now(), 'a')`,
    );
  });

  it('returns its connection if the reader stops early', async () => {
    const result = await expandParams(deps(), { v: 'db:Ticker:all:symbol' });
    if (result.kind === 'error') throw new Error('failed');
    for await (const chunk of result.expansion.chunks(3)) {
      expect(chunk).toHaveLength(3);
      break;
    }
    await result.expansion.close();
    expect(deps().pool.totalCount).toBe(deps().pool.idleCount);
    expect(await valuesOf(deps(), 'db:region:1:name')).toEqual(['eu']);
  });
});

describe('large values', () => {
  const { dataSourceValueBytes, expansionChunkBytes, expansionCombinedBytes } = LIMITS;

  beforeAll(async () => {
    await database.pool.query(`
      CREATE TABLE public.article (id int PRIMARY KEY, body text, doc jsonb);
      INSERT INTO public.article SELECT n, n % 10 || repeat('x', ${dataSourceValueBytes} - 1), to_jsonb(repeat('y', 10)) FROM generate_series(1, 20) n;
      CREATE TABLE public.letter (id int PRIMARY KEY, text text);
      INSERT INTO public.letter VALUES (1, 'x');
      INSERT INTO public.article VALUES (21, repeat('x', ${dataSourceValueBytes} + 1), to_jsonb(repeat('z', ${dataSourceValueBytes}))), (22, repeat('y', ${dataSourceValueBytes} + 9), NULL)`);
  });

  it('are read a few at a time, however many are requested', async () => {
    const result = await expandParams(deps(), { v: 'db:article:all:body?filter={"id":{"$lte":20}}' });
    if (result.kind === 'error') throw new Error(JSON.stringify(result.issues));
    const sizes = [];
    for await (const chunk of result.expansion.chunks(1000)) sizes.push(chunk.length);
    await result.expansion.close();
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(10);
    expect(Math.max(...sizes)).toBe(expansionChunkBytes / dataSourceValueBytes);
  });

  it('above the limit of one value are an error that counts them and names the column, not the value', async () => {
    const message = await failureOf(deps(), 'db:article:all:body');
    expect(message).toBe(
      `Table "article" has 2 values larger than ${dataSourceValueBytes.toLocaleString('en')} bytes in column "body", the largest with ${(dataSourceValueBytes + 9).toLocaleString('en')} bytes. ` +
        'Narrow the filter, or pass a key and let the agent read the value.',
    );
    expect(await failureOf(deps(), 'db:article:all:doc')).toContain('has 1 value larger');
    expect(await failureOf(deps(), 'db:article:22:body')).toContain('has 1 value larger');
  });

  it('count where they are read, not where a limit excludes them', async () => {
    expect(await valuesOf(deps(), 'db:article:all:body?limit=1&orderBy=id')).toHaveLength(1);
    expect(await failureOf(deps(), 'db:article:all:body?limit=1&orderBy=id:desc')).toContain(
      'has 1 value larger',
    );
  });

  it('can be kept in memory up to a size to be combined with others, and no further', async () => {
    const half = expansionCombinedBytes / dataSourceValueBytes / 2;
    const articles = (limit: number) => `db:article:all:body?orderBy=id&limit=${limit}`;
    // The tickers are the most: they are streamed.
    const params = { v: 'db:Ticker:all:symbol', a: articles(half), b: articles(half) };
    const fits = await expandParams(deps(), params);
    if (fits.kind === 'error') throw new Error(JSON.stringify(fits.issues));
    expect(fits.expansion.sources.map(({ total }) => total)).toEqual([expect.any(Number), half, half]);
    await fits.expansion.close();
    expect(await expandParams(deps(), { ...params, c: 'db:letter:1:text' })).toMatchObject({
      kind: 'error',
      issues: [
        {
          path: ['a'],
          message: expect.stringContaining(
            'The values that are combined have 16,777,217 bytes; the limit is 16,777,216.',
          ),
        },
      ],
    });
  });
});

describe('previewExpansion', () => {
  it('returns jobs, batches, the shortest duration and a sample', async () => {
    const params = { t: 'db:Ticker:all:sector?batchSize=2&staggerDelay=30s', r: 'db:region:all:name' };
    expect(await previewExpansion(deps(), params, { sampleSize: 2 })).toEqual({
      kind: 'ok',
      preview: {
        total: 6,
        jobs: 9,
        batches: 5,
        batchSize: 2,
        staggerDelay: 30_000,
        durationMs: 120_000,
        dropped: { nulls: 12, duplicates: 105 },
        sample: [
          { t: 'S1', r: 'eu' },
          { t: 'S1', r: 'us' },
        ],
      },
    });
    expect(await previewExpansion(deps(), { a: 1 })).toMatchObject({
      preview: { total: 0, jobs: 1, batches: 1, durationMs: 0, sample: [{ a: 1 }] },
    });
    expect(await previewExpansion(deps(), { v: 'db:empty:all:id' })).toMatchObject({
      preview: { jobs: 0, batches: 0, durationMs: 0, sample: [] },
    });
    expect(await previewExpansion(deps(), { v: 'db:empty' })).toMatchObject({
      kind: 'error',
      issues: [{ path: ['v'] }],
    });
    expect(deps().pool.totalCount).toBe(deps().pool.idleCount);
  });
});
