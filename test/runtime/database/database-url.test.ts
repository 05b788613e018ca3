import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectionConfig } from '../../../src/runtime/database/connection-config.js';
import { explainDatabaseError, isDatabaseAway } from '../../../src/runtime/database/database-error.js';
import { parseDatabaseUrl, problemOfDatabaseUrl } from '../../../src/runtime/database/database-url.js';
import { createPool } from '../../../src/runtime/database/pool.js';
import { startReplicas, type TestReplicas } from '../../support/servers/replicas.js';

const connect = (url: string) =>
  createPool({ connectionString: url, max: 2, applicationName: 'url test', connectTimeoutMs: 30_000 });
async function portOf(url: string): Promise<number> {
  const pool = connect(url);
  try {
    return Number((await pool.query(`SELECT current_setting('port') AS port`)).rows[0]?.port);
  } finally {
    await pool.end();
  }
}

test('hosts, ports and the required kind of server are read as libpq reads them', () => {
  const { hosts, target, url } = parseDatabaseUrl(
    'postgresql://joe:h%2Cush@a:5433,b,[::1]:7/app?target_session_attrs=primary',
  );
  expect(hosts).toEqual([
    { host: 'a', port: 5433 },
    { host: 'b', port: 5432 },
    { host: '::1', port: 7 },
  ]);
  expect(target).toBe('primary');
  expect(url.href).toBe('postgresql://joe:h%2Cush@a:5433/app');
  // Callboard writes: a standby among the hosts is not what is meant.
  expect(parseDatabaseUrl('postgresql://a,b/app').target).toBe('read-write');
  expect(parseDatabaseUrl('postgres://a/app').target).toBe('any');
});

test.for([
  ['mysql://a/b', /must be a URL that begins with postgresql:/],
  ['nonsense', /must be a URL that begins with postgresql:/],
  ['postgresql://a:port/b', /must be a URL that begins with postgresql:/],
  ['postgresql://a,b:99999/c', /must be a URL that begins with postgresql:/],
  [
    'postgresql://a,b/c?target_session_attrs=standby',
    /has target_session_attrs=standby; it must be one of any, read-write, primary/,
  ],
  [
    'postgresql://a/c?sslmode=prefer',
    /has sslmode=prefer; it must be one of disable, require, verify-ca, verify-full/,
  ],
  ['postgresql://a/c?sslmode=verify-ca', /requires sslrootcert/],
  ['postgresql://a/c?sslrootcert=system&sslmode=require', /requires sslmode=verify-full/],
  ['postgresql://a/c?options=-E', /has options other than -c name=value/],
  [
    'postgresql://a/c?sslmode=verify-full&sslrootcert=/nowhere/ca.pem',
    /has sslrootcert=\/nowhere\/ca.pem, and this file cannot be read \(ENOENT\)/,
  ],
] as const)('%s is refused', ([url, problem]) => {
  expect(problemOfDatabaseUrl(url)).toMatch(problem);
});

test("a data source may be a standby; the system's authorities and several hosts are accepted", () => {
  expect(
    problemOfDatabaseUrl('postgresql://a,b/c?target_session_attrs=prefer-standby', { writes: false }),
  ).toBeUndefined();
  for (const url of [
    'postgresql://a/c?sslmode=verify-full&sslrootcert=system',
    'postgresql://a/c?sslrootcert=system',
    'postgresql://u:p@a:1,b:2/c?sslmode=require',
  ])
    expect(problemOfDatabaseUrl(url)).toBeUndefined();
  const { searchParams } = parseDatabaseUrl('postgresql://a/c?sslrootcert=system').url;
  expect(searchParams.get('sslmode')).toBe('verify-full');
});

test('options other than settings are refused, and settings are kept', () => {
  const config = connectionConfig({
    connectionString: 'postgresql://a/b?options=-c%20work_mem%3D5MB%20--jit=off',
    applicationName: 'x',
  });
  expect(config.session.values).toMatchObject({
    work_mem: '5MB',
    jit: 'off',
    search_path: 'callboard,pg_temp',
  });
  expect(() =>
    connectionConfig({ connectionString: 'postgresql://a/b?options=-F', applicationName: 'x' }),
  ).toThrow(/must be -c name=value/);
});

describe('of a primary and a standby', () => {
  let replicas: TestReplicas;
  beforeAll(async () => {
    replicas = await startReplicas();
  });
  afterAll(() => replicas?.stop());

  const both = (target: string) => `${replicas.url}?target_session_attrs=${target}`;
  const standby = () => Number(new URL(replicas.standbyUrl).port);
  const primary = () => Number(new URL(replicas.primaryUrl).port);

  test('the required one is found, in any order, past a host that does not answer', async () => {
    expect(await portOf(replicas.url)).toBe(primary());
    for (const target of ['read-write', 'primary']) expect(await portOf(both(target))).toBe(primary());
    for (const target of ['read-only', 'standby', 'prefer-standby', 'any'])
      expect(await portOf(both(target))).toBe(standby());
    expect(await portOf(replicas.url.replace('@', '@127.0.0.1:1,'))).toBe(primary());
  });

  test('neither is used if the required kind is missing; the database counts as down, and the message says why', async () => {
    const url = new URL(replicas.standbyUrl);
    const two = replicas.standbyUrl.replace(`@${url.host}`, `@${url.host},127.0.0.1:1`);
    const error = await portOf(two).catch((caught: unknown) => caught);
    expect(isDatabaseAway(error)).toBe(true);
    expect(explainDatabaseError(error, two).message).toBe(
      `DATABASE_URL: ${url.host} or 127.0.0.1:1 is read-only: is it a standby?`,
    );
  });

  test('a pool uses the standby after it takes over', async () => {
    const pool = connect(replicas.url);
    try {
      await pool.query('CREATE TABLE public.followed (n int)');
      await replicas.killPrimary();
      await replicas.promote();
      await expect
        .poll(() =>
          pool.query('INSERT INTO public.followed VALUES (1)').then(
            () => true,
            () => false,
          ),
        )
        .toBe(true);
      expect((await pool.query(`SELECT current_setting('port') AS port`)).rows).toEqual([
        { port: String(standby()) },
      ]);
    } finally {
      await pool.end();
    }
  });
});
