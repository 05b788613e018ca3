import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { explainDatabaseError, isDatabaseAway } from '../../../src/runtime/database/database-error.js';
import {
  createPool,
  joinTransaction,
  type Pool,
  type PoolClient,
  probeDatabase,
  withShortTransaction,
  withTransaction,
} from '../../../src/runtime/database/pool.js';
import { createEmptyDatabase, type TestDatabase, withAdmin } from '../../support/database.js';
import { createDeferred } from '../../support/deferred.js';
import { startTcpProxy, type TcpProxy } from '../../support/servers/tcp-proxy.js';

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

async function withClient<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    return await work(client);
  } finally {
    client.release();
  }
}

async function notes(): Promise<string[]> {
  return (await database.pool.query('SELECT text FROM public.note ORDER BY text')).rows.map(
    ({ text }) => text,
  );
}

test('the oldest idle connection is used, which has most plans already', async () => {
  const pool = open({ max: 3 });
  const pid = async (client: Pool | PoolClient) =>
    (await client.query('SELECT pg_backend_pid() AS pid')).rows[0].pid;
  const first = await pool.connect();
  const second = await pool.connect();
  const oldest = await pid(first);
  first.release();
  second.release();
  for (let n = 0; n < 3; n += 1) expect(await pid(pool)).toBe(oldest);
  await Promise.all([pool.query('SELECT pg_sleep(0.05)'), pid(pool), pid(pool)]);
  expect(await pid(pool)).toBe(oldest);
});

test('connections have our settings: search path, time zone, name, writer, statement timeout', async () => {
  const pool = open({ writer: 'worker 1\\2', statementTimeoutMs: 1_234 });
  expect(await setting(pool, 'search_path')).toBe('callboard,pg_temp');
  expect(await setting(pool, 'timezone')).toBe('UTC');
  expect(await setting(pool, 'application_name')).toBe('pool test');
  expect(await setting(pool, 'callboard.writer')).toBe('worker 1\\2');
  expect(await setting(pool, 'statement_timeout')).toBe('1234ms');
});

test('the writer is empty unless one is given', async () => {
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

test('limits in the URL are kept, those of the database are not, and its isolation level does not apply', async () => {
  const name = new URL(database.url).pathname.slice(1);
  await withAdmin((admin) =>
    admin.query(
      `ALTER DATABASE ${name} SET default_transaction_isolation = 'serializable'; ALTER DATABASE ${name} SET lock_timeout = '1s'; ALTER DATABASE ${name} SET idle_session_timeout = '1s'; ALTER DATABASE ${name} SET statement_timeout = '1s'`,
    ),
  );
  try {
    const url = new URL(database.url);
    url.searchParams.set('options', '-c statement_timeout=60s -c default_transaction_isolation=serializable');
    const pool = open({ connectionString: url.href });
    expect(await setting(pool, 'statement_timeout')).toBe('1min');
    expect(await setting(pool, 'lock_timeout')).toBe('0');
    expect(await setting(pool, 'idle_session_timeout')).toBe('0');
    expect(await setting(pool, 'transaction_isolation')).toBe('read committed');
    const pooled = open({ pooled: true });
    expect(await setting(pooled, 'statement_timeout')).toBe('0');
    expect(await setting(pooled, 'transaction_isolation')).toBe('read committed');
    const levelIn = (begin: string) =>
      withClient(pooled, async (client) => {
        await client.query(begin);
        const { rows } = await client.query(`SELECT current_setting('transaction_isolation') AS level`);
        await client.query('ROLLBACK');
        return rows[0].level;
      });
    expect(await levelIn('BEGIN')).toBe('read committed');
    expect(await levelIn('BEGIN READ ONLY; SELECT 1')).toBe('read committed');
    expect(await levelIn('BEGIN ISOLATION LEVEL REPEATABLE READ')).toBe('repeatable read');
  } finally {
    await withAdmin((admin) => admin.query(`ALTER DATABASE ${name} RESET ALL`));
  }
});

test('bigint is a number, null stays null, other types are as in node-postgres', async () => {
  const { rows } = await open().query(
    `SELECT count(*) AS n, NULL::int8 AS none, 1.5::numeric AS d, '{"a":1}'::jsonb AS j FROM public.note WHERE false`,
  );
  expect(rows).toEqual([{ n: 0, none: null, d: '1.5', j: { a: 1 } }]);
});

test('a repeated statement is prepared, whatever its values; several statements at once and commands are not', async () => {
  const pool = open({ max: 1, prepare: true });
  for (const n of [1, 2, 3]) {
    expect((await pool.query('SELECT $1::int + 1 AS sum', [n])).rows).toEqual([{ sum: n + 1 }]);
    expect((await pool.query('SELECT 7 AS seven')).rows).toEqual([{ seven: 7 }]);
    await pool.query('SELECT 1; SELECT 2');
    await withTransaction(pool, (client) => client.query('SET LOCAL work_mem = 1000'));
  }
  const { rows } = await pool.query('SELECT statement FROM pg_prepared_statements ORDER BY statement');
  expect(rows.map(({ statement }) => statement)).toEqual(['SELECT $1::int + 1 AS sum', 'SELECT 7 AS seven']);
  expect(await setting(pool, 'enable_seqscan')).toBe('off');
});

test('with `plansOnce`, a prepared statement is never planned for its values', async () => {
  const plans = async (options: { plansOnce?: boolean }) => {
    const pool = open({ max: 1, prepare: true, ...options });
    for (const n of [1, 2, 3, 4]) await pool.query('SELECT $1::int * 2 AS double', [n]);
    const { rows } = await pool.query(
      `SELECT custom_plans::int AS custom, generic_plans::int AS generic FROM pg_prepared_statements WHERE statement LIKE '%AS double'`,
    );
    return rows;
  };
  // The first time that a process sends a text, it is not prepared.
  expect(await plans({})).toEqual([{ custom: 3, generic: 0 }]);
  expect(await plans({ plansOnce: true })).toEqual([{ custom: 0, generic: 4 }]);
});

test('a statement whose columns a migration changed fails once, and its connections are closed', async () => {
  const pool = open({ max: 2, prepare: true });
  await database.pool.query('CREATE TABLE public.grown (a int)');
  const read = () => Promise.all([1, 2].map(() => pool.query('SELECT * FROM public.grown')));
  for (let n = 0; n < 3; n += 1) await read();
  await database.pool.query('ALTER TABLE public.grown ADD COLUMN b int');
  await expect(
    withTransaction(pool, (client) => client.query('SELECT * FROM public.grown')),
  ).rejects.toMatchObject({ code: '0A000' });
  await expect.poll(() => pool.totalCount).toBe(0);
  const [result] = await read();
  expect(result?.fields.map(({ name }) => name)).toEqual(['a', 'b']);
});

test('a transaction is committed or rolled back as a whole, with its error', async () => {
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

test('a failed statement rolls back, and the connection can be used again', async () => {
  const pool = open({ max: 1 });
  await expect(withTransaction(pool, (client) => client.query('SELECT 1/0'))).rejects.toThrow(
    'division by zero',
  );
  expect(await withTransaction(pool, async (client) => (await client.query('SELECT 1 AS one')).rows)).toEqual(
    [{ one: 1 }],
  );
});

test('a transaction that went on after a failed statement is an error, because nothing was stored', async () => {
  const pool = open({ max: 1 });
  await expect(
    withTransaction(pool, async (client) => {
      await client.query(`INSERT INTO public.note VALUES ('lost')`);
      await client.query('SELECT 1/0').catch(() => undefined);
      return 'stored';
    }),
  ).rejects.toThrow('the transaction was rolled back');
  expect(await notes()).not.toContain('lost');
});

describe.each([true, false])('a short transaction, pipelined: %s', (pipeline) => {
  const add = (text: string) => `INSERT INTO public.note VALUES ('${text}')`;
  const first = async (client: PoolClient) =>
    (await client.query(`SELECT current_setting('lock_timeout') AS value`)).rows[0].value;

  test('is committed as a whole, with its settings, and sends COMMIT without waiting', async () => {
    const pool = open({ pipeline, max: 1 });
    const result = await withShortTransaction(pool, {
      settings: { lock_timeout: '70ms' },
      first,
      async work(client, found, commit) {
        const sent = [client.query(add('early')), client.query(add('late'))];
        commit();
        await Promise.all(sent);
        return found;
      },
    });
    expect(result).toBe('70ms');
    expect(await notes()).toEqual(['early', 'kept', 'late']);
    await database.pool.query(`DELETE FROM public.note WHERE text <> 'kept'`);
  });

  test('is rolled back as a whole if a statement fails, also when others are behind it', async () => {
    const pool = open({ pipeline, max: 1 });
    const failing = withShortTransaction(pool, {
      first,
      async work(client, _found, commit) {
        const sent = [client.query(add('lost')), client.query('SELECT 1/0'), client.query(add('lost too'))];
        commit();
        await Promise.all(sent);
      },
    });
    await expect(failing).rejects.toThrow('division by zero');
    const swallowing = withShortTransaction(pool, {
      first,
      work: (client) => client.query('SELECT 1/0').catch(() => undefined),
    });
    await expect(swallowing).rejects.toThrow('rolled back');
    const early = withShortTransaction(pool, {
      first: (client) => client.query('SELECT 1/0'),
      work: (client) => client.query(add('never')),
    });
    await expect(early).rejects.toThrow('division by zero');
    expect(await notes()).toEqual(['kept']);
    expect(pool.idleCount).toBe(1);
  });
});

test('cut connections, idle or in use, end neither the process nor the pool', async () => {
  const failed = createDeferred<Error>();
  const pool = open({ onError: failed.resolve });
  const [idle, held] = await Promise.all([pool.connect(), pool.connect()]);
  const pids = await Promise.all(
    [idle, held].map(async (client) => (await client.query('SELECT pg_backend_pid() AS pid')).rows[0].pid),
  );
  idle.release();
  const cut = new Promise((resolve) => held.once('end', resolve));
  await withAdmin((admin) =>
    admin.query('SELECT pg_terminate_backend(pid) FROM unnest($1::int[]) AS pid', [pids]),
  );
  expect((await failed.promise).message).toContain('terminat');
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
  await expect(cut).rejects.toSatisfy(isDatabaseAway);
  expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  expect(await notes()).not.toContain('cut');
});

test.each([
  ['port', { port: '1' }, /nothing answers at 127\.0\.0\.1:1: is PostgreSQL running there\?/],
  [
    'password',
    { password: 'hush' },
    /127\.0\.0\.1:\d+ refused the sign-in of user "postgres": check user and password/,
  ],
  [
    'database',
    { pathname: '/nowhere' },
    /there is no database "nowhere" at 127\.0\.0\.1:\d+: create it first/,
  ],
  [
    'host',
    { hostname: 'no-such-host.invalid' },
    /the host name of no-such-host\.invalid:\d+ cannot be resolved/,
  ],
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

describe('a connection that falls silent', () => {
  /** Longer than a busy machine takes to open a connection or to send the next row. */
  const SILENCE_MS = 1_000;
  let proxy: TcpProxy;
  beforeEach(async () => {
    proxy = await startTcpProxy(database.url);
  });
  afterEach(() => proxy.close());

  const openSilent = (options: Partial<Parameters<typeof createPool>[0]> = {}) =>
    open({ connectionString: proxy.through(database.url), silenceMs: SILENCE_MS, ...options });

  test('fails its statement in time, also in a transaction, and is not used again', async () => {
    const pool = openSilent({ max: 2 });
    const silenced = withTransaction(pool, async (client) => {
      await client.query(`INSERT INTO public.note VALUES ('silent')`);
      proxy.set('silent', 'open');
      await client.query('SELECT 1');
    });
    await expect(silenced).rejects.toMatchObject({ code: 'ETIMEDOUT' });
    expect(isDatabaseAway(await silenced.catch((error) => error))).toBe(true);
    expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    proxy.set('silent', 'open');
    await expect(pool.query('SELECT 1')).rejects.toMatchObject({ code: 'ETIMEDOUT' });
    expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    expect(await notes()).not.toContain('silent');
  });

  test('makes idle connections of the same time suspect: the next statement gets a new one', async () => {
    const pool = openSilent({ max: 4 });
    const held = await Promise.all(Array.from({ length: 4 }, () => pool.connect()));
    for (const client of held) client.release();
    proxy.set('silent', 'open');
    await expect(pool.query('SELECT 1')).rejects.toMatchObject({ code: 'ETIMEDOUT' });
    const again = await Promise.all(Array.from({ length: 4 }, () => pool.query('SELECT 1 AS one')));
    expect(again.map(({ rows }) => rows[0].one)).toEqual([1, 1, 1, 1]);
  });

  test('makes those of pools that belong together suspect as well', async () => {
    const together = new Set<Pool>();
    const [one, other] = [openSilent({ max: 1, together }), openSilent({ max: 1, together })];
    await Promise.all([one.query('SELECT 1'), other.query('SELECT 1')]);
    proxy.set('silent', 'open');
    await expect(one.query('SELECT 1')).rejects.toMatchObject({ code: 'ETIMEDOUT' });
    expect((await other.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });

  test('does not keep the pool from ending', async () => {
    const pool = createPool({
      connectionString: proxy.through(database.url),
      max: 2,
      applicationName: 'pool test',
    });
    const gone = new Promise((resolve) => pool.once('remove', resolve));
    await pool.query('SELECT 1');
    proxy.set('silent', 'open');
    await pool.end();
    await gone;
  });

  test('is not confused with a statement that takes long and says so, or whose rows keep arriving', async () => {
    const pool = openSilent({ max: 1 });
    const patient = { text: `SELECT pg_sleep(1.5), 'slept' AS how`, query_timeout: 10_000 };
    expect((await pool.query(patient)).rows[0].how).toBe('slept');
    const steady = await pool.query(`SELECT repeat('x', 20000), pg_sleep(0.02) FROM generate_series(1, 100)`);
    expect(steady.rowCount).toBe(100);
  });

  test('is not confused with an event loop that was busy', async () => {
    const pool = openSilent({ max: 1 });
    const answered = pool.query('SELECT 1 AS one');
    await new Promise((resolve) => pool.once('acquire', resolve));
    const until = performance.now() + 2 * SILENCE_MS;
    while (performance.now() < until);
    expect((await answered).rows).toEqual([{ one: 1 }]);
  });
});

describe('sessions opened while the database was read-only', () => {
  const readOnly = (on: boolean) =>
    withAdmin((admin) =>
      admin.query(
        `ALTER DATABASE ${new URL(database.url).pathname.slice(1)} ${on ? 'SET default_transaction_read_only = on' : 'RESET default_transaction_read_only'}`,
      ),
    );

  test('end when it is writable again', async () => {
    const pool = open({ max: 5 });
    const write = () =>
      withTransaction(pool, async (client) => {
        await client.query('CREATE TEMP TABLE IF NOT EXISTS probe (n int)');
        await client.query(`INSERT INTO public.note VALUES ('after')`);
      });
    await readOnly(true);
    const stale = await Promise.all(Array.from({ length: 5 }, () => pool.connect()));
    for (const client of stale) client.release();
    await readOnly(false);
    await expect(write()).rejects.toMatchObject({ code: '25006' });
    const later = await Promise.allSettled(Array.from({ length: 10 }, write));
    expect(later.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 'fulfilled'));
  });

  test('make a probe fail, and are closed by it', async () => {
    const pool = open({ max: 1 });
    await readOnly(true);
    await expect(probeDatabase(pool)).rejects.toThrow('the database is read-only');
    await readOnly(false);
    await probeDatabase(pool);
  });
});

describe('a pool inside a transaction', () => {
  beforeEach(() => database.pool.query('TRUNCATE public.note'));
  const add = (pool: Pool, text: string) =>
    withTransaction(pool, (client) => client.query('INSERT INTO public.note VALUES ($1)', [text]));

  test('undoes only the part that fails, and everything with the transaction', async () => {
    const pool = open({ max: 1 });
    const refused = new Error('refused');
    await withTransaction(pool, async (client) => {
      const joined = joinTransaction(pool, client);
      await add(joined, 'kept');
      await expect(
        withTransaction(joined, async (part) => {
          await part.query(`INSERT INTO public.note VALUES ('undone')`);
          await expect(withTransaction(joined, (inner) => inner.query('SELECT 1/0'))).rejects.toThrow(
            'division by zero',
          );
          await part.query(`INSERT INTO public.note VALUES ('undone too')`);
          throw refused;
        }),
      ).rejects.toBe(refused);
      await joined.query(`INSERT INTO public.note VALUES ('plain')`);
      expect(await notes()).toEqual([]);
    });
    expect(await notes()).toEqual(['kept', 'plain']);
    const all = withTransaction(pool, async (client) => {
      await add(joinTransaction(pool, client), 'never');
      throw refused;
    });
    await expect(all).rejects.toBe(refused);
    expect(await notes()).toEqual(['kept', 'plain']);
  });

  test('lends no connection', async () => {
    const pool = open({ max: 1 });
    await withTransaction(pool, async (client) => {
      const joined = joinTransaction(pool, client);
      await expect(
        withShortTransaction(joined, { first: async () => undefined, work: async () => undefined }),
      ).rejects.toThrow('one connection');
    });
  });
});
