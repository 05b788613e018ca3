/** `callboard rotate-key` on an embedded database: old and new key for a while, and a crash at any point. */
import { randomBytes } from 'node:crypto';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { applyMigrations } from '../../src/db/migrate/apply-migrations.js';
import { PRISMA_DIR } from '../../src/db/migrate/database-files.js';
import { migrateQueue } from '../../src/queue/migrate-queue.js';
import { createPool } from '../../src/runtime/database/pool.js';
import { startEmbeddedPostgres } from '../../src/runtime/embedded-postgres/embedded-postgres.js';
import { createSecretBox } from '../../src/runtime/secrets/secret-box.js';
import { loadSecretKeys, parseSecretKey, replaceSecretKey } from '../../src/runtime/secrets/secret-key.js';
import { requireSecretKey } from '../../src/services/access/require-secret-key.js';
import { createTestDatabase } from '../support/database.js';
import { createRecordingLogger } from '../support/recording-logger.js';
import { insertAgent } from '../support/rows.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { callboard } from './command-line.js';

const logger = createRecordingLogger();
const CONTEXT = 'agent/hello/credential';

test('for the embedded database, the command seals everything again, keeps the previous key until it is forgotten, and survives crashes', async () => {
  const dataDir = join(await temporaryDirectory(), 'data');
  const command = (...args: string[]) =>
    callboard(['rotate-key', '--json', ...args], { env: { CALLBOARD_DATA_DIR: dataDir } });
  const keyIn = async (name: string) => parseSecretKey(await readFile(join(dataDir, name), 'utf8')) as Buffer;
  async function withPool<T>(work: (pool: ReturnType<typeof createPool>) => Promise<T>): Promise<T> {
    const { url, stop } = await startEmbeddedPostgres({ dataDir, logger });
    const pool = createPool({ connectionString: url, applicationName: 'test', writer: 'server', max: 1 });
    try {
      return await work(pool);
    } finally {
      await pool.end();
      await stop();
    }
  }
  const credential = () =>
    withPool(async (pool) => (await pool.query('SELECT credential FROM "AgentRegistry"')).rows[0].credential);

  const first = randomBytes(32);
  await withPool(async () => {});
  await writeFile(join(dataDir, 'secret-key'), first.toString('base64'), { mode: 0o600 });
  const running = await startEmbeddedPostgres({ dataDir, logger });
  onTestFinished(() => running.stop());
  await applyMigrations({ databaseUrl: running.url, prismaDir: PRISMA_DIR, logger });
  await migrateQueue({ databaseUrl: running.url });
  const pool = createPool({
    connectionString: running.url,
    applicationName: 'test',
    writer: 'server',
    max: 1,
  });
  await requireSecretKey(pool, createSecretBox(first));
  await insertAgent(pool, 'hello', 'http://127.0.0.1:9/');
  await pool.query('UPDATE "AgentRegistry" SET credential = $1', [
    createSecretBox(first).seal('hush', CONTEXT),
  ]);
  await pool.end();

  const busy = await command();
  expect([busy.code, busy.stderr]).toEqual([1, expect.stringContaining('is in use by another Callboard')]);
  await running.stop();

  const rotated = await command();
  expect([rotated.code, rotated.stderr]).toEqual([0, '']);
  expect(JSON.parse(rotated.stdout)).toEqual({ resealed: 2, unreadable: 0 });
  expect(rotated.stdout).not.toContain(first.toString('base64'));
  const second = await keyIn('secret-key');
  expect(second.equals(first)).toBe(false);
  expect((await keyIn('secret-key-previous')).equals(first)).toBe(true);
  expect(createSecretBox(second).open(await credential(), CONTEXT)).toBe('hush');

  // A crash after the new key was written, before anything was sealed with it.
  const third = (await replaceSecretKey(dataDir)).key;
  expect(createSecretBox(second).open(await credential(), CONTEXT)).toBe('hush');
  const resumed = await command();
  expect([resumed.code, resumed.stderr]).toEqual([0, '']);
  const fourth = await keyIn('secret-key');
  expect((await keyIn('secret-key-previous')).equals(third)).toBe(true);
  expect(createSecretBox(fourth).open(await credential(), CONTEXT)).toBe('hush');

  // A crash after the old key was copied, before the new one was written.
  await copyFile(join(dataDir, 'secret-key'), join(dataDir, 'secret-key-previous'));
  expect((await command()).code).toBe(0);
  expect(createSecretBox(await keyIn('secret-key')).open(await credential(), CONTEXT)).toBe('hush');

  expect((await command('--forget-previous')).code).toBe(0);
  expect((await loadSecretKeys(dataDir))?.previous).toBeUndefined();
  expect(createSecretBox(await keyIn('secret-key')).open(await credential(), CONTEXT)).toBe('hush');
}, 300_000);

test('the previous key is not forgotten while secrets are sealed with it', async () => {
  const dataDir = join(await temporaryDirectory(), 'data');
  const { url, stop } = await startEmbeddedPostgres({ dataDir, logger });
  onTestFinished(() => stop());
  const first = randomBytes(32);
  await writeFile(join(dataDir, 'secret-key'), first.toString('base64'), { mode: 0o600 });
  await applyMigrations({ databaseUrl: url, prismaDir: PRISMA_DIR, logger });
  await migrateQueue({ databaseUrl: url });
  const pool = createPool({ connectionString: url, applicationName: 'test', writer: 'server', max: 1 });
  await requireSecretKey(pool, createSecretBox(first));
  await pool.end();
  await stop();
  await replaceSecretKey(dataDir);
  const forget = await callboard(['rotate-key', '--forget-previous'], {
    env: { CALLBOARD_DATA_DIR: dataDir },
  });
  expect(forget.code).toBe(2);
  expect((await loadSecretKeys(dataDir))?.previous?.equals(first)).toBe(true);
}, 300_000);

test('for another database, the command seals everything with the new key of the environment, or says what to set', async () => {
  const database = await createTestDatabase({ writer: 'server' });
  try {
    const [old, key] = [randomBytes(32), randomBytes(32)];
    await requireSecretKey(database.pool, createSecretBox(old));
    const env = { DATABASE_URL: database.url, CALLBOARD_SECRET_KEY: key.toString('base64') };
    const alone = await callboard(['rotate-key'], { env });
    expect([alone.code, alone.stderr]).toEqual([
      2,
      expect.stringContaining('CALLBOARD_SECRET_KEY_PREVIOUS to the old one'),
    ]);
    const both = { ...env, CALLBOARD_SECRET_KEY_PREVIOUS: old.toString('base64') };
    const rotated = await callboard(['rotate-key', '--json'], { env: both });
    expect(JSON.parse(rotated.stdout)).toEqual({ resealed: 1, unreadable: 0 });
    const again = await callboard(['rotate-key'], { env: both });
    expect(again.stdout).toContain('All secrets are already encrypted with this key.');
    expect(await requireSecretKey(database.pool, createSecretBox(key))).toEqual({ kind: 'current' });
  } finally {
    await database.drop();
  }
});
