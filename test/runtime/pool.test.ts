import { afterAll, beforeAll, expect, test } from 'vitest';
import { explainDatabaseError } from '../../src/runtime/database-error.js';
import { createPool, type Pool, withTransaction } from '../../src/runtime/pool.js';
import { createEmptyDatabase, type TestDatabase, withAdmin } from '../support/database.js';
import { createDeferred } from '../support/deferred.js';

let database: TestDatabase;
const pools: Pool[] = [];

beforeAll(async () => {
  database = await createEmptyDatabase();
  await database.pool.query('CREATE TABLE public.note (text text)');
});
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.end()));
  await database.drop();
});

function open(options: Partial<Parameters<typeof createPool>[0]> = {}): Pool {
  const pool = createPool({
    connectionString: database.url,
    max: 2,
    applicationName: 'pool test',
    ...options,
  });
  pools.push(pool);
  return pool;
}

async function setting(pool: Pool, name: string): Promise<unknown> {
  return (await pool.query('SELECT current_setting($1, true) AS value', [name])).rows[0]?.value;
}

async function notes(): Promise<string[]> {
  return (await database.pool.query('SELECT text FROM public.note ORDER BY text')).rows.map(
    ({ text }) => text,
  );
}

test('connections are ours: search path, time zone, name, writer, statement timeout', async () => {
  const pool = open({ writer: 'worker 1\\2', statementTimeoutMs: 1_234 });
  expect(await setting(pool, 'search_path')).toBe('callboard,pg_temp');
  expect(await setting(pool, 'timezone')).toBe('UTC');
  expect(await setting(pool, 'application_name')).toBe('pool test');
  expect(await setting(pool, 'callboard.writer')).toBe('worker 1\\2');
  expect(await setting(pool, 'statement_timeout')).toBe('1234ms');
});

test('without a writer there is none', async () => {
  expect(await setting(open(), 'callboard.writer')).toBeNull();
});

test('options in the URL are kept, beside ours', async () => {
  const url = new URL(database.url);
  url.searchParams.set('options', '-c work_mem=5MB -c search_path=elsewhere');
  url.searchParams.set('application_name', 'theirs');
  const pool = open({ connectionString: url.href });
  expect(await setting(pool, 'work_mem')).toBe('5MB');
  expect(await setting(pool, 'search_path')).toBe('callboard,pg_temp');
  expect(await setting(pool, 'application_name')).toBe('pool test');
});

test('bigint is a number, null stays null, the rest is as node-postgres has it', async () => {
  const { rows } = await open().query(
    `SELECT count(*) AS n, NULL::int8 AS none, 1.5::numeric AS d, '{"a":1}'::jsonb AS j FROM public.note WHERE false`,
  );
  expect(rows).toEqual([{ n: 0, none: null, d: '1.5', j: { a: 1 } }]);
});

test('a transaction is committed whole, or rolled back whole with its error', async () => {
  const pool = open();
  const result = await withTransaction(pool, async (client) => {
    await client.query(`INSERT INTO public.note VALUES ('kept')`);
    return 'result';
  });
  expect(result).toBe('result');
  await expect(
    withTransaction(pool, async (client) => {
      await client.query(`INSERT INTO public.note VALUES ('lost')`);
      throw new Error('changed my mind');
    }),
  ).rejects.toThrow('changed my mind');
  expect(await notes()).toEqual(['kept']);
  expect(pool.idleCount).toBe(pool.totalCount);
});

test('a failing statement rolls back, and the connection is good for the next', async () => {
  const pool = open({ max: 1 });
  await expect(withTransaction(pool, (client) => client.query('SELECT 1/0'))).rejects.toThrow(
    'division by zero',
  );
  expect(await withTransaction(pool, async (client) => (await client.query('SELECT 1 AS one')).rows)).toEqual(
    [{ one: 1 }],
  );
});

test('connections that are cut, idle or checked out, end neither the process nor the pool', async () => {
  const told = createDeferred<Error>();
  const pool = open({ onError: told.resolve });
  const [idle, held] = await Promise.all([pool.connect(), pool.connect()]);
  const pids = await Promise.all(
    [idle, held].map(async (client) => (await client.query('SELECT pg_backend_pid() AS pid')).rows[0].pid),
  );
  idle.release();
  const cut = new Promise((resolve) => held.once('end', resolve));
  await withAdmin((admin) =>
    admin.query('SELECT pg_terminate_backend(pid) FROM unnest($1::int[]) AS pid', [pids]),
  );
  expect((await told.promise).message).toContain('terminat');
  await cut;
  held.release();
  expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
});

test('a connection that is cut in a transaction makes it fail and is not used again', async () => {
  const pool = open({ max: 1 });
  const cut = withTransaction(pool, async (client) => {
    await client.query(`INSERT INTO public.note VALUES ('cut')`);
    const { rows } = await client.query('SELECT pg_backend_pid() AS pid');
    await withAdmin((admin) => admin.query('SELECT pg_terminate_backend($1)', [rows[0].pid]));
    await client.query('SELECT 1');
  });
  await expect(cut).rejects.toThrow();
  expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  expect(await notes()).not.toContain('cut');
});

test.each([
  ['port', { port: '1' }, /nothing answers at 127\.0\.0\.1:1: is PostgreSQL running there\?/],
  [
    'password',
    { password: 'hush' },
    /127\.0\.0\.1:\d+ does not let user "postgres" in: check user and password/,
  ],
  [
    'database',
    { pathname: '/nowhere' },
    /there is no database "nowhere" at 127\.0\.0\.1:\d+: create it first/,
  ],
  ['host', { hostname: 'no-such-host.invalid' }, /the host of no-such-host\.invalid:\d+ is not known/],
])('a wrong %s is explained in a sentence, without the password', async (_, change, sentence) => {
  const connectionString = Object.assign(new URL(database.url), change).href;
  const error = await open({ connectionString })
    .query('SELECT 1')
    .catch((reason) => reason);
  const explained = explainDatabaseError(error, connectionString);
  expect(explained.message).toMatch(/^DATABASE_URL: /);
  expect(explained.message).toMatch(sentence);
  expect(explained.message).not.toContain(new URL(connectionString).password);
});
