import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '../../src/runtime/make-folder.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

test('folders are created with those above them, once, by all who need them', async () => {
  const path = join(await temporaryDirectory(), 'a/b/c');
  await Promise.all([1, 2, 3].map(() => makeFolder(path, 0o700)));
  await makeFolder(path);
  expect((await stat(path)).mode & 0o777).toBe(0o700);
});

test('a file in the way is an error', async () => {
  const file = join(await temporaryDirectory(), 'file');
  await writeFile(file, '');
  await expect(makeFolder(file)).rejects.toMatchObject({ code: 'EEXIST' });
  await expect(makeFolder(join(file, 'below'))).rejects.toMatchObject({ code: 'ENOTDIR' });
});

test.runIf(process.platform === 'linux')(
  'a folder that no folder can be created in is an error',
  async () => {
    await expect(makeFolder('/proc/callboard/below')).rejects.toMatchObject({ code: 'ENOENT' });
  },
);
