/** `callboard backup` and `callboard restore` on real clusters, running and stopped. */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmod,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startEmbeddedPostgres } from '../../src/runtime/embedded-postgres/embedded-postgres.js';
import { createRecordingLogger } from '../support/recording-logger.js';
import { mountDisk } from '../support/servers/small-disk.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { callboard } from './command-line.js';
import { callboardInProcess } from './in-process.js';

const run = promisify(execFile);
const logger = createRecordingLogger();
let good: Buffer;

/** A cluster that runs until the test ends or it is stopped. */
async function start(dataDir: string) {
  const running = await startEmbeddedPostgres({ dataDir, logger });
  onTestFinished(() => running.stop());
  return running;
}

async function ask<T>(url: string, query: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(query)).rows;
  } finally {
    await client.end();
  }
}

const command = (dataDir: string, ...args: string[]) =>
  callboard(args, { env: { CALLBOARD_DATA_DIR: dataDir } });

/** For a command that is refused, whichever process runs it. */
const refusal = (dataDir: string, ...args: string[]) =>
  callboardInProcess(args, { env: { CALLBOARD_DATA_DIR: dataDir } });

async function sum(url: string): Promise<number> {
  const [row] = await ask<{ total: string }>(url, 'SELECT sum(n) AS total FROM kept');
  return Number(row?.total);
}

/** A stopped installation: a copy, because creating a database takes seconds of processor time. */
async function installation(place?: string): Promise<string> {
  const dataDir = place ?? join(await temporaryDirectory(), 'data');
  await run('cp', ['-a', pristine, dataDir]);
  await writeFile(join(dataDir, 'secret-key'), `${randomBytes(32).toString('base64')}\n`, { mode: 0o600 });
  return dataDir;
}

let folder: string;
let pristine: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'callboard-test-'));
  await chmod(folder, 0o755); // root's PostgreSQL runs as another user
  pristine = join(folder, 'pristine');
  const { url, stop } = await startEmbeddedPostgres({ dataDir: pristine, logger });
  await ask(url, 'CREATE TABLE kept AS SELECT generate_series(1, 1000) AS n');
  await stop();
});

afterAll(() => rm(folder, { recursive: true, force: true }));

test('a backup of a running database with writers is consistent and can be restored elsewhere', async () => {
  const dataDir = await installation();
  const { url } = await start(dataDir);
  // Two tables that always agree, written all the time.
  await ask(url, 'CREATE TABLE a (n int); CREATE TABLE b (n int)');
  const writer = new pg.Client({ connectionString: url });
  await writer.connect();
  let writing = true;
  const written = (async () => {
    for (let n = 1; writing; n += 1)
      await writer.query(`BEGIN; INSERT INTO a VALUES (${n}); INSERT INTO b VALUES (${n}); COMMIT`);
  })();
  const file = join(dataDir, '../backup.tar.gz');
  const made = await command(dataDir, 'backup', file, '--json');
  writing = false;
  await written;
  await writer.end();
  expect([made.code, made.stderr]).toEqual([0, '']);
  expect(JSON.parse(made.stdout)).toMatchObject({ file, includesSecretKey: true });
  expect((await stat(file)).mode & 0o777).toBe(0o600);

  const elsewhere = join(await temporaryDirectory(), 'data');
  const restored = await command(elsewhere, 'restore', file);
  expect([restored.code, restored.stderr]).toEqual([0, '']);
  const copy = await start(elsewhere);
  expect(await sum(copy.url)).toBe(500_500);
  const [counts] = await ask<{ a: string; b: string }>(
    copy.url,
    'SELECT (SELECT count(*) FROM a) AS a, (SELECT count(*) FROM b) AS b',
  );
  expect(counts?.a).toBe(counts?.b);
  expect(await readFile(join(elsewhere, 'secret-key'), 'utf8')).toBe(
    await readFile(join(dataDir, 'secret-key'), 'utf8'),
  );
});

describe('with a backup of a stopped database', () => {
  let source: string;
  let file: string;

  beforeAll(async () => {
    source = await installation(join(folder, 'source'));
    await writeFile(join(source, 'secret-key'), 'the key');
    file = join(source, 'backup.tar.gz');
    expect(await command(source, 'backup', file)).toMatchObject({ code: 0 });
    good = await readFile(file);
  });

  test('an existing database is replaced only on request, and kept aside', async () => {
    const dataDir = await installation();
    const { url, stop } = await start(dataDir);
    await ask(url, 'UPDATE kept SET n = 0');
    await stop();
    const key = await readFile(join(dataDir, 'secret-key'), 'utf8');
    const refused = await command(dataDir, 'restore', file);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('already holds a database: use --replace');
    const replaced = await command(dataDir, 'restore', file, '--replace', '--json');
    expect(replaced.code, replaced.stderr).toBe(0);
    const aside = JSON.parse(replaced.stdout).replaced;
    expect((await readdir(aside)).sort()).toEqual(['data', 'password', 'secret-key']);
    expect(await readFile(join(aside, 'secret-key'), 'utf8')).toBe(key);
    const again = await start(dataDir);
    expect(await sum(again.url)).toBe(500_500);
    await again.stop();
  });

  test('a full disk changes nothing, and the error says what to do', async ({ skip }) => {
    const disk = await mountDisk(256);
    if (!disk) return skip('only root may mount a file system');
    onTestFinished(() => disk.remove());
    await chmod(disk.directory, 0o755);
    const dataDir = await installation(join(disk.directory, 'data'));
    await disk.fill(8);
    const full = await command(dataDir, 'restore', file, '--replace');
    expect(full.code).toBe(1);
    expect(full.stderr).toContain(
      `there is not enough space in ${dataDir} to unpack ${file}; nothing was changed`,
    );
    expect(await readdir(join(dataDir, 'postgres'))).not.toContain('restore-unpacking');
    await disk.free();
    const before = await start(dataDir);
    expect(await sum(before.url)).toBe(500_500);
    await before.stop();
    expect(await command(dataDir, 'restore', file, '--replace')).toMatchObject({ code: 0 });
  });

  test('a backup that cannot be written leaves nothing, and the error says what to do', async ({ skip }) => {
    const missing = await refusal(source, 'backup', '/proc/x');
    expect([missing.code, missing.stderr]).toEqual([
      1,
      '/proc/x cannot be written (ENOENT): choose another file\n',
    ]);
    const disk = await mountDisk(1);
    if (!disk) return skip('only root may mount a file system');
    onTestFinished(() => disk.remove());
    const target = join(disk.directory, 'backup.tar.gz');
    const full = await command(source, 'backup', target);
    expect([full.code, full.stderr]).toEqual([
      1,
      `${target} cannot be written because the disk is full: free some space, or choose another file\n`,
    ]);
    expect(await readdir(disk.directory)).toEqual([]);
  });

  test('a restore that was interrupted after its point of no return is finished by the next start', async () => {
    const dataDir = join(await temporaryDirectory(), 'data');
    expect(await command(dataDir, 'restore', file)).toMatchObject({ code: 0 });
    // As a crash leaves it that comes after the old database was moved aside.
    const home = join(dataDir, 'postgres');
    await mkdir(join(home, 'restore-decided/files'), { recursive: true });
    await rename(join(home, 'data'), join(home, 'restore-decided/data'));
    await rename(join(home, 'password'), join(home, 'restore-decided/password'));
    await writeFile(join(home, 'restore-decided/files/secret-key'), 'the restored key');
    const { url, stop } = await start(dataDir);
    expect(await sum(url)).toBe(500_500);
    expect(await readFile(join(dataDir, 'secret-key'), 'utf8')).toBe('the restored key');
    expect(await readdir(home)).not.toContain('restore-decided');
    await stop();
  });

  const damages: [string, (file: string) => Promise<void>, RegExp][] = [
    ['that is cut short', (bad) => truncate(bad, Math.floor(good.length * 0.9)), /is not a complete backup/],
    ['with a changed byte', (bad) => writeFile(bad, flipped(good)), /is not a complete backup/],
    ['that is empty', (bad) => writeFile(bad, ''), /is not a complete backup/],
    ['that is something else', (bad) => writeFile(bad, 'pg_dump'), /is not a complete backup/],
  ];
  test.each(damages)('a file %s is refused as a whole', async (_, damage, message) => {
    const directory = await temporaryDirectory();
    const bad = join(directory, 'bad.tar.gz');
    await cp(file, bad);
    await damage(bad);
    const dataDir = join(directory, 'data');
    const { code, stderr } = await refusal(dataDir, 'restore', bad);
    expect(code).toBe(1);
    expect(stderr).toMatch(message);
    expect(await readdir(join(dataDir, 'postgres'))).not.toContain('data');
    expect(await readdir(join(dataDir, 'postgres'))).not.toContain('restore-unpacking');
  });

  test('a running database is not restored over, and no file is overwritten', async () => {
    const dataDir = await installation();
    const { stop } = await start(dataDir);
    const busy = await command(dataDir, 'restore', file, '--replace');
    expect([busy.code, busy.stderr]).toEqual([1, expect.stringContaining('stop it first')]);
    const twice = await command(dataDir, 'backup', file);
    expect([twice.code, twice.stderr]).toEqual([1, `${file} already exists: choose another file\n`]);
    expect((await readFile(file)).equals(good)).toBe(true);
    await stop();
  });
});

test('the command says what to do if there is no database, no such file, or a database that is not embedded', async () => {
  const empty = await temporaryDirectory();
  expect((await refusal(empty, 'backup', join(empty, 'x'))).stderr).toContain('there is no database in');
  expect((await refusal(empty, 'restore', join(empty, 'x'))).code).toBe(2);
  const other = await callboardInProcess(['backup', 'x'], {
    env: { DATABASE_URL: 'postgresql://a@b/c', CALLBOARD_SECRET_KEY: randomBytes(32).toString('base64') },
  });
  expect([other.code, other.stderr]).toEqual([2, expect.stringContaining('pg_dump')]);
});

function flipped(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  const at = Math.floor(copy.length / 2);
  copy[at] = (copy[at] ?? 0) ^ 0xff;
  return copy;
}
