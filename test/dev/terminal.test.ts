import { execFileSync } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ensureAdminToken } from '../../src/dev/admin-token.js';
import { banner, subscribeCommand } from '../../src/dev/banner.js';
import { terminalSignals } from '../../src/dev/terminal-signals.js';
import { StartupError } from '../../src/runtime/startup-error.js';
import { createLogger } from '../../src/runtime/telemetry/logger.js';
import { authenticate } from '../../src/services/access/authenticate.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

describe('signals', () => {
  test('the same signal from npm and from the terminal counts once; a later one counts again', () => {
    const source = new EventEmitter();
    let now = 0;
    const seen: string[] = [];
    const signals = terminalSignals(source, () => now);
    for (const name of ['SIGINT', 'SIGTERM']) signals.on(name, () => seen.push(name));
    source.emit('SIGINT');
    now = 40;
    source.emit('SIGINT');
    source.emit('SIGTERM');
    expect(seen).toEqual(['SIGINT']);
    now = 2_000;
    source.emit('SIGINT');
    expect(seen).toEqual(['SIGINT', 'SIGINT']);
  });

  test('closing the terminal ends the program', () => {
    const source = new EventEmitter();
    const signals = terminalSignals(source);
    let ended = false;
    signals.on('SIGTERM', () => {
      ended = true;
    });
    source.emit('SIGHUP');
    expect(ended).toBe(true);
  });
});

describe('the banner', () => {
  const facts = {
    serverUrl: 'http://127.0.0.1:4000',
    workerUrl: 'http://127.0.0.1:4001',
    database: 'embedded PostgreSQL in .callboard',
    signInUrl: 'http://127.0.0.1:4000/admin/sign-in#code=once',
    timezone: 'Europe/Berlin',
    sample: 'loaded',
  } as const;

  test('fits one screen and shows a generated token', () => {
    const text = banner({ ...facts, token: { generated: 'cb_once', file: '.callboard/admin-token' } });
    expect(text.split('\n').length).toBeLessThan(24);
    expect(text).toContain('cb_once  (role ADMIN; shown once, stored in .callboard/admin-token)');
    expect(text).toContain('http://127.0.0.1:4000/graphql');
    expect(text).toContain('Time zone  Europe/Berlin');
    expect(text).toContain('Admin      http://127.0.0.1:4000/admin/sign-in#code=once');
    expect(banner({ ...facts, token: { generated: 'cb_once' } })).toContain(
      'cb_once  (role ADMIN; shown once, could not be stored)',
    );
  });

  test('does not show a token at a later start', () => {
    expect(banner({ ...facts, sample: 'present', token: { file: '.callboard/admin-token' } })).toContain(
      'Token      in .callboard/admin-token',
    );
    const plain = banner({ ...facts, sample: 'none', token: {}, signInUrl: undefined });
    expect(plain).toContain('Bearer <your API token>');
    expect(plain).toMatch(/Admin {6}http:\/\/127\.0\.0\.1:4000\/admin\n/);
  });
});

describe('the command to paste', () => {
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), "callboard it's "));
  });
  afterEach(() => rm(directory, { recursive: true, force: true }));

  test('is what a shell makes of it: token, headers, a subscription', async () => {
    const file = join(directory, 'admin-token');
    await writeFile(file, 'cb_secret\n');
    // `printf` in place of curl shows the arguments, one per line.
    const command = subscribeCommand('http://127.0.0.1:4000', { file }).replace('curl', "printf '%s\\n'");
    const args = execFileSync('sh', ['-c', command], { encoding: 'utf8' }).trimEnd().split('\n');
    expect(args).toEqual([
      '-N',
      '-H',
      'Authorization: Bearer cb_secret',
      '-H',
      'accept: text/event-stream',
      '-H',
      'content-type: application/json',
      '--data',
      expect.stringContaining('subscription { jobExecutionChanged'),
      'http://127.0.0.1:4000/graphql',
    ]);
    expect(JSON.parse(args[8] ?? '')).toHaveProperty('query');
  });
});

describe('the token of the first admin', () => {
  let database: TestDatabase;
  let directory: string;
  const logger = createLogger({ level: 'silent', name: 'test' });
  beforeEach(async () => {
    database = await createTestDatabase({ writer: 'server' });
    directory = join(await mkdtemp(join(tmpdir(), 'callboard-token-')), 'data');
  });
  afterEach(async () => {
    await database.drop();
    await rm(join(directory, '..'), { recursive: true, force: true });
  });
  const ensure = (given?: string) =>
    ensureAdminToken({ pool: database.pool, logger, dataDir: directory, given });

  test('is generated once, readable by its owner only, and found again', async () => {
    const first = await ensure();
    expect(await authenticate({ pool: database.pool }, first.generated ?? '')).toMatchObject({
      role: 'admin',
    });
    expect((await readFile(first.file ?? '', 'utf8')).trim()).toBe(first.generated);
    expect((await stat(first.file ?? '')).mode & 0o777).toBe(0o600);
    expect(await ensure()).toEqual({ file: first.file });
    expect(await ensure('another-token-of-the-user')).toEqual({ file: first.file });
  });

  test('is shown although it cannot be stored', async () => {
    await writeFile(directory, 'a file in the place of the directory');
    const { generated, file } = await ensure();
    expect(await authenticate({ pool: database.pool }, generated ?? '')).toMatchObject({ role: 'admin' });
    expect(file).toBeUndefined();
  });

  test('is the configured one if there is one, and is stored nowhere', async () => {
    expect(await ensure('a-token-of-the-user')).toEqual({});
    expect(await authenticate({ pool: database.pool }, 'a-token-of-the-user')).toMatchObject({
      role: 'admin',
    });
    expect(await ensure()).toEqual({});
  });

  test('is not offered if the file belongs to another database', async () => {
    const first = await ensure();
    await database.pool.query('UPDATE "ApiToken" SET "revokedAt" = now()');
    await ensure('a-token-of-the-user');
    expect(await ensure()).toEqual({});
    expect(first.file).toBeDefined();
  });

  test('is refused if it is easy to guess', async () => {
    const error = await ensure('admin').catch((reason) => reason);
    expect(error).toBeInstanceOf(StartupError);
    expect(error.message).toMatch(/^CALLBOARD_ADMIN_TOKEN is shorter than 16/);
  });
});
