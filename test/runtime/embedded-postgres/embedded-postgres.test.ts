import { chmod, mkdir, mkdtemp, readFile, readlink, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../../src/runtime/embedded-postgres/embedded-postgres.js';
import { StartupError } from '../../../src/runtime/startup-error.js';
import { createDeferred } from '../../support/deferred.js';
import { createRecordingLogger } from '../../support/recording-logger.js';
import { QUICK_SETTINGS } from '../../support/servers/postgres.js';

const asRoot = process.getuid?.() === 0;
let dataDir: string;
let running: EmbeddedPostgres[];

beforeEach(async () => {
  dataDir = await mkdtemp(join(await realpath(tmpdir()), 'callboard-embedded-'));
  await chmod(dataDir, 0o755);
  running = [];
});

afterEach(async () => {
  await Promise.all(running.map((server) => server.stop()));
  for (const { directory } of running) await rm(directory, { recursive: true, force: true });
  await rm(dataDir, { recursive: true, force: true });
});

async function start(options: { onUnexpectedExit?: (reason: string) => void; dataDir?: string } = {}) {
  const logger = createRecordingLogger();
  const server = await startEmbeddedPostgres({ dataDir, settings: QUICK_SETTINGS, logger, ...options });
  running.push(server);
  return { ...server, logger };
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query({ text, rowMode: 'array' })).rows;
  } finally {
    await client.end();
  }
}

/** As if the process that owns the directory had been killed: its lock names one that is no more. */
async function forgetOwner(directory: string): Promise<void> {
  await writeFile(join(directory, 'lock'), '2147483646 1');
}

test('the server is for this machine only, with a password, and keeps data and port over a restart', async () => {
  const first = await start();
  const port = new URL(first.url).port;
  expect(await query(first.url, 'SHOW listen_addresses')).toEqual([['127.0.0.1']]);
  expect(
    await query(
      first.url,
      'SELECT datname, datlocprovider FROM pg_database WHERE datname = current_database()',
    ),
  ).toEqual([['callboard', 'b']]);
  expect((await stat(join(first.directory, 'password'))).mode & 0o777).toBe(0o600);
  expect((await stat(first.directory)).mode & 0o777).toBe(0o700);
  const guessed = new URL(first.url);
  guessed.password = 'guessed';
  await expect(query(guessed.href, 'SELECT 1')).rejects.toThrow('password authentication failed');

  await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
  await first.stop();
  await first.stop();
  await expect(query(first.url, 'SELECT 1')).rejects.toThrow('ECONNREFUSED');

  const second = await start();
  expect(new URL(second.url).port).toBe(port);
  expect(await query(second.url, 'SELECT answer FROM kept')).toEqual([[42]]);
});

test('a second start on the same directory is refused and names it; the first continues', async () => {
  const first = await start();
  const refused = start();
  await expect(refused).rejects.toThrow(StartupError);
  await expect(refused).rejects.toThrow(`${dataDir} is in use by another Callboard (process ${process.pid})`);
  expect(await query(first.url, 'SELECT 1')).toEqual([[1]]);
});

test('a server left by a killed owner is stopped first, and its end is reported', async () => {
  const ended = createDeferred<string>();
  const orphan = await start({ onUnexpectedExit: ended.resolve });
  await query(orphan.url, 'CREATE TABLE kept ()');
  await forgetOwner(orphan.directory);
  const next = await start();
  expect(await ended.promise).toContain('embedded PostgreSQL stopped unexpectedly');
  expect(next.logger.lines).toContainEqual(expect.objectContaining({ event: 'postgres.orphan_stopped' }));
  expect(await query(next.url, `SELECT to_regclass('kept')::text`)).toEqual([['kept']]);
});

test('a start that was killed leaves no obstacle, nor does a pid file whose number another process has', async () => {
  const home = join(dataDir, 'postgres');
  await mkdir(join(home, 'data.new'), { recursive: true });
  await writeFile(join(home, 'data.new', 'PG_VERSION'), '18\n');
  const first = await start();
  await first.stop();
  await writeFile(join(first.directory, 'data', 'postmaster.pid'), `${process.pid}\n`);
  await forgetOwner(first.directory);
  const second = await start();
  expect(await query(second.url, 'SELECT 1')).toEqual([[1]]);
});

test('the server moves to another port if its port is in use', async () => {
  const first = await start();
  const port = Number(new URL(first.url).port);
  await first.stop();
  const squatter = createServer().listen(port, '127.0.0.1');
  try {
    const second = await start();
    expect(Number(new URL(second.url).port)).not.toBe(port);
    expect(await query(second.url, 'SELECT 1')).toEqual([[1]]);
  } finally {
    squatter.close();
  }
});

test('a database of another major version is refused and not touched', async () => {
  const data = join(dataDir, 'postgres', 'data');
  await mkdir(data, { recursive: true });
  await writeFile(join(data, 'PG_VERSION'), '12\n');
  await expect(start()).rejects.toThrow('created by PostgreSQL 12');
  expect(await readFile(join(data, 'PG_VERSION'), 'utf8')).toBe('12\n');
  await expect(start()).rejects.toThrow('created by PostgreSQL 12'); // not "in use": a failed start holds nothing
});

test('a server that cannot start says why', async () => {
  const logger = createRecordingLogger();
  const settings = { ...QUICK_SETTINGS, shared_buffers: 'nonsense' };
  await expect(startEmbeddedPostgres({ dataDir, logger, settings })).rejects.toThrow(
    /did not start: .*shared_buffers/,
  );
});

test.runIf(asRoot)(
  'as root, a directory that no other user can reach becomes a link to one that can, with a message',
  async () => {
    await chmod(dataDir, 0o700);
    const server = await start();
    expect(await query(server.url, 'SELECT 1')).toEqual([[1]]);
    expect(await readlink(join(dataDir, 'postgres'))).toBe(server.directory);
    expect(server.logger.lines[0]).toMatchObject({
      event: 'postgres.moved',
      message: expect.stringContaining(`the database is in ${server.directory}`),
    });
    await server.stop();
    const again = await start();
    expect(again.directory).toBe(server.directory);
  },
);

test.runIf(asRoot)('as root, a link to a missing database is refused', async () => {
  await chmod(dataDir, 0o700);
  const server = await start();
  await server.stop();
  await rm(server.directory, { recursive: true });
  await expect(start()).rejects.toThrow('is a link to a database that is no longer there');
});

test('a data directory that cannot be created is named', async () => {
  const file = join(dataDir, 'file');
  await writeFile(file, '');
  const refused = start({ dataDir: join(file, 'below') });
  await expect(refused).rejects.toThrow(StartupError);
  await expect(refused).rejects.toThrow(`the data directory ${join(file, 'below')} cannot be used (ENOTDIR)`);
});
