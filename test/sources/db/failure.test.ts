import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/domain/json.js';
import { DataSourceError } from '../../../src/sources/data-source.js';
import { createDataSourcePool } from '../../../src/sources/db/pool.js';
import { type ExpansionDeps, expandParams } from '../../../src/sources/expand-params.js';
import { previewExpansion } from '../../../src/sources/preview-expansion.js';
import { validateDataSources } from '../../../src/sources/validate-data-sources.js';
import { failureOf, openSourceDatabase, valuesOf } from '../support.js';

let database: Awaited<ReturnType<typeof openSourceDatabase>>;
const deps = () => database.deps;
/** Longer than a busy machine takes for an ordinary statement. */
const TIMEOUT_MS = 1_000;

beforeAll(async () => {
  database = await openSourceDatabase(
    `
    CREATE TABLE numbers AS SELECT i AS id FROM generate_series(1, 20000) i; ALTER TABLE numbers ADD PRIMARY KEY (id);
    CREATE TABLE secretive (id int PRIMARY KEY, hidden text, shown text);
    CREATE VIEW slow AS SELECT 1 AS id, pg_sleep(60)::text AS nap;
    CREATE VIEW broken AS SELECT 1 / (id - 1) AS id, 'confidential' AS v FROM numbers;
    CREATE SEQUENCE counter;
    CREATE VIEW writing AS SELECT nextval('counter') AS id;
  `,
    { statementTimeoutMs: TIMEOUT_MS },
  );
});
afterAll(() => database?.close());

async function opened(params: JsonObject) {
  const result = await expandParams(deps(), params);
  if (result.kind === 'error') throw new Error(JSON.stringify(result.issues));
  return result.expansion;
}

const withPool = async <T>(url: string, use: (deps: ExpansionDeps) => Promise<T>) => {
  const pool = createDataSourcePool(url, { max: 1 });
  try {
    return await use({ ...deps(), pool });
  } finally {
    await pool.end();
  }
};

describe('a data source that fails', () => {
  it('is stopped after the statement timeout', async () => {
    expect(await failureOf(deps(), 'db:slow:all:nap')).toBe(
      'Reading table "slow" took longer than the statement timeout allows. Narrow the filter, or index the columns it uses.',
    );
  });

  it('may keep its reader busy for longer than the timeout', async () => {
    const expansion = await opened({ v: 'db:numbers:all:id' });
    let jobs = 0;
    for await (const chunk of expansion.chunks(1500)) {
      // The time that passes here is the subject: it must not count as the statement's.
      if (jobs === 0) await new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS * 1.5));
      jobs += chunk.length;
    }
    expect(jobs).toBe(20_000);
    await expansion.close();
  });

  it('reveals no rows, SQL or hosts if the database refuses to compute', async () => {
    const message = await failureOf(deps(), 'db:broken:all:id');
    expect(message).toBe('The database could not read table "broken" (SQLSTATE 22012).');
    expect(await validateDataSources(deps(), { v: 'db:broken:all:id' })).toEqual([]);
  });

  it('cannot write, whatever a view does', async () => {
    expect(await failureOf(deps(), 'db:writing:all:id')).toContain('data sources are read-only');
    await expect(deps().pool.query('CREATE TABLE t ()')).rejects.toThrow('read-only');
  });

  it('throws a DataSourceError if the connection breaks during reading, and the pool recovers', async () => {
    const expansion = await opened({ few: 'db:numbers:3:id', many: [{ v: 'db:numbers:all:id' }] });
    const read = async () => {
      let first = true;
      for await (const chunk of expansion.chunks(1500)) {
        expect(chunk).toHaveLength(1500);
        if (first) {
          await database.pool.query(
            `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
             WHERE application_name = 'callboard data sources' AND datname = current_database()`,
          );
        }
        first = false;
      }
    };
    const failure = await read().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(DataSourceError);
    // Which of the data sources it was.
    expect(String(failure)).toContain('params.many[0].v: The data-source database ');
    await expansion.close();
    expect(await valuesOf(deps(), 'db:numbers:7:id')).toEqual([7]);
  });

  it('is an error value if the database cannot be reached, whoever asks', async () => {
    const issue = {
      path: ['v'],
      message: expect.stringMatching(/^The data-source database cannot be reached/),
    };
    await withPool('postgresql://user:hunter2@127.0.0.1:1/none', async (unreachable) => {
      const params = { v: 'db:numbers:all:id' };
      const refused = { kind: 'error', issues: [issue], outlook: 'passing' };
      expect(await expandParams(unreachable, params)).toEqual(refused);
      expect(await previewExpansion(unreachable, params)).toEqual(refused);
      expect(await validateDataSources(unreachable, { ...params, w: 'db:numbers:all:id' })).toEqual([issue]);
      expect(JSON.stringify(await expandParams(unreachable, params))).not.toMatch(/hunter2|127\.0\.0\.1/);
    });
    const nowhere = new URL(database.url);
    nowhere.pathname = '/no_such_database';
    await withPool(nowhere.href, async (missing) => {
      expect(await failureOf(missing, 'db:numbers:all:id')).toContain(
        'database does not exist. Check DATA_SOURCE_URL',
      );
    });
  });

  it('names the column that its user may not select', async () => {
    const role = `reader_${database.url.split('test_')[1]}`;
    await database.pool.query(
      `CREATE ROLE ${role} LOGIN PASSWORD 'p'; GRANT SELECT (id, shown) ON public.secretive TO ${role}`,
    );
    try {
      const url = new URL(database.url);
      url.username = role;
      url.password = 'p';
      await withPool(url.href, async (reader) => {
        expect(await valuesOf(reader, 'db:secretive:all:shown')).toEqual([]);
        expect(await failureOf(reader, 'db:secretive:all:hidden')).toContain(
          'may not select column "hidden"',
        );
        expect(await failureOf(reader, 'db:numbers:all:id')).toContain('may not select column "id"');
      });
    } finally {
      await database.pool.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
    }
  });
});
