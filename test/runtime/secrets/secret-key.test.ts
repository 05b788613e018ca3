import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  loadOrCreateSecretKey,
  parseSecretKey,
  replaceSecretKey,
} from '../../../src/runtime/secrets/secret-key.js';
import { StartupError } from '../../../src/runtime/startup-error.js';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'callboard-key-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

test('a key is generated once, readable by its owner only, and is the same for all who ask', async () => {
  const below = join(dataDir, 'made', 'as-needed');
  const keys = await Promise.all([1, 2, 3].map(() => loadOrCreateSecretKey(below)));
  expect(keys[0]).toHaveLength(32);
  expect(keys.every((key) => key.equals(keys[0] as Buffer))).toBe(true);
  expect((await stat(join(below, 'secret-key'))).mode & 0o777).toBe(0o600);
  expect(await loadOrCreateSecretKey(dataDir)).not.toEqual(keys[0]);
});

test('a damaged key is refused with the name of its file, not replaced', async () => {
  await writeFile(join(dataDir, 'secret-key'), 'hush');
  const refused = loadOrCreateSecretKey(dataDir);
  await expect(refused).rejects.toThrow(StartupError);
  await expect(refused).rejects.toThrow(join(dataDir, 'secret-key'));
  await expect(refused).rejects.not.toThrow('hush');
});

test.runIf(process.platform === 'linux')('a data directory that cannot be created is named', async () => {
  const refused = loadOrCreateSecretKey('/proc/x');
  await expect(refused).rejects.toThrow(StartupError);
  await expect(refused).rejects.toThrow('the data directory /proc/x cannot be used (ENOENT)');
});

test('a new key that cannot be stored leaves the keys as they are', async () => {
  const key = await loadOrCreateSecretKey(dataDir);
  await mkdir(join(dataDir, 'secret-key-previous'));
  await expect(replaceSecretKey(dataDir)).rejects.toThrow(
    `${join(dataDir, 'secret-key-previous')} cannot be written (EISDIR): make the data directory writable`,
  );
  expect(await loadOrCreateSecretKey(dataDir)).toEqual(key);
  expect((await readdir(dataDir)).sort()).toEqual(['secret-key', 'secret-key-previous']);
});

test.each([
  ['', undefined],
  ['too short', undefined],
  [Buffer.alloc(31).toString('base64'), undefined],
  [Buffer.alloc(33).toString('base64'), undefined],
  [`!${Buffer.alloc(32).toString('base64')}`, undefined],
  [Buffer.alloc(32, 7).toString('base64'), Buffer.alloc(32, 7)],
  [` ${Buffer.alloc(32, 7).toString('base64').replace('=', '')}\n`, Buffer.alloc(32, 7)],
])('%j is read as %s', (text, key) => {
  expect(parseSecretKey(text)).toEqual(key);
});
