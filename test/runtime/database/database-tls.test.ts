/** Each `sslmode` means what it means in libpq, on a real server with a certificate of an authority of our own. */
import { execFile } from 'node:child_process';
import { chmod, copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { explainDatabaseError } from '../../../src/runtime/database/database-error.js';
import { createPool } from '../../../src/runtime/database/pool.js';
import type { EmbeddedPostgres } from '../../../src/runtime/embedded-postgres/embedded-postgres.js';
import { createDataSourcePool } from '../../../src/sources/db/pool.js';
import {
  createCertificates,
  opensslAvailable,
  type TestCertificates,
} from '../../support/servers/certificates.js';
import { startTestPostgres } from '../../support/servers/postgres.js';

const run = promisify(execFile);
const IS_ENCRYPTED = 'SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()';

describe.skipIf(!opensslAvailable('PostgreSQL over TLS'))('over TLS', () => {
  let server: EmbeddedPostgres;
  let plain: EmbeddedPostgres;
  let certificates: TestCertificates;
  beforeAll(async () => {
    [server, plain, certificates] = await Promise.all([
      startTestPostgres(),
      startTestPostgres(),
      createCertificates('DNS:localhost'),
    ]);
    for (const [from, name] of [
      [certificates.path('server.crt'), 'server.crt'],
      [certificates.path('server.key'), 'server.key'],
    ] as const) {
      const to = join(server.directory, 'data', name);
      await copyFile(from, to);
      await chmod(to, 0o600);
      await run('chown', ['--reference', join(server.directory, 'data'), to]);
    }
    const client = new pg.Client({ connectionString: server.url });
    await client.connect();
    await client.query('ALTER SYSTEM SET ssl = on');
    await client.query('SELECT pg_reload_conf()');
    await client.end();
    // The server takes its new settings in its own time.
    while (!(await isEncrypted('localhost', 'sslmode=require').catch(() => false))) await sleep(50);
  });
  afterAll(async () => {
    await Promise.all([server?.stop(), plain?.stop(), certificates?.remove()]);
  });

  const urlOf = (host: string, params: string) =>
    `${server.url.replace('127.0.0.1', host)}?${params
      .replace('=ca', `=${certificates.path('ca.crt')}`)
      .replace('=other', `=${certificates.path('other.crt')}`)}`;
  async function isEncrypted(host: string, params: string): Promise<boolean> {
    const pool = createPool({ connectionString: urlOf(host, params), max: 1, applicationName: 'tls' });
    try {
      return (await pool.query(IS_ENCRYPTED)).rows[0]?.ssl;
    } finally {
      await pool.end();
    }
  }

  test.for([
    ['localhost', 'sslmode=disable', false],
    ['localhost', 'sslmode=require', true], // encrypted, whoever answers
    ['127.0.0.1', 'sslmode=require', true],
    ['127.0.0.1', 'sslmode=verify-ca&sslrootcert=ca', true], // the authority, whatever the name
    ['localhost', 'sslmode=verify-full&sslrootcert=ca', true],
    ['127.0.0.1:1,localhost', 'sslmode=verify-full&sslrootcert=ca', true], // the name of the host that answers
  ] as const)('%s with %s connects', async ([host, params, encrypted]) => {
    expect(await isEncrypted(host, params)).toBe(encrypted);
  });

  test.for([
    ['localhost', 'sslmode=verify-full&sslrootcert=other'],
    ['localhost', 'sslmode=verify-ca&sslrootcert=other'],
    ['localhost', 'sslmode=require&sslrootcert=other'], // as in libpq: with an authority, require verifies it
    ['localhost', 'sslmode=verify-full&sslrootcert=system'],
    ['127.0.0.1', 'sslmode=verify-full&sslrootcert=ca'],
  ] as const)('%s with %s is refused, with the reason', async ([host, params]) => {
    const url = urlOf(host, params);
    const error = await isEncrypted(host, params).catch((caught: unknown) => caught);
    expect(explainDatabaseError(error, url).message).toMatch(
      /^DATABASE_URL: a TLS connection to .* failed: .*(certificate|altnames)/,
    );
  });

  test('a server without TLS is refused where it is required', async () => {
    const pool = createPool({
      connectionString: `${plain.url}?sslmode=require`,
      max: 1,
      applicationName: 'tls',
    });
    const error = await pool.query('SELECT 1').catch((caught: unknown) => caught);
    await pool.end();
    expect(explainDatabaseError(error, plain.url).message).toMatch(
      /a TLS connection to .* failed: .* does not support SSL/,
    );
  });

  test('data sources are read in the same way', async () => {
    const pool = createDataSourcePool(urlOf('localhost', 'sslmode=verify-full&sslrootcert=ca'), { max: 1 });
    expect((await pool.query(IS_ENCRYPTED).finally(() => pool.end())).rows).toEqual([{ ssl: true }]);
  });
});
