import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSecretBox } from '../../src/runtime/secret-box.js';
import { StartupError } from '../../src/runtime/startup-error.js';
import { requireSecretKey } from '../../src/services/require-secret-key.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase({ writer: 'server' });
});
afterAll(() => db?.drop());

const boxOf = (key: Buffer) => createSecretBox(key);
const sealed = async () => (await db.pool.query('SELECT sealed FROM "SecretKeyCheck"')).rows;

test('of several first starts with different keys exactly one key wins; from then on it alone is right', async () => {
  const keys = Array.from({ length: 6 }, () => randomBytes(32));
  const starts = await Promise.allSettled(keys.map((key) => requireSecretKey(db.pool, boxOf(key))));
  expect(starts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const before = await sealed();
  expect(before).toHaveLength(1);
  for (const [index, key] of keys.entries()) {
    const again = requireSecretKey(db.pool, boxOf(key));
    if (starts[index]?.status === 'fulfilled') {
      await again;
      continue;
    }
    const error = await again.catch((refused: unknown) => refused);
    expect(error).toBeInstanceOf(StartupError);
    expect(error).toMatchObject({
      exitCode: 2,
      message: expect.stringMatching(/^CALLBOARD_SECRET_KEY is not/),
    });
    expect((error as Error).message).not.toContain(key.toString('base64'));
  }
  expect(await sealed()).toEqual(before);
});

test('a value that was damaged is not taken for a key', async () => {
  await db.pool.query(`UPDATE "SecretKeyCheck" SET sealed = 'v1.AAAA'`);
  await expect(requireSecretKey(db.pool, boxOf(randomBytes(32)))).rejects.toThrow(StartupError);
});
