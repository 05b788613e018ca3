/** The file of a backup, damaged anywhere. */
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readArchive, writeArchive } from '../../../src/runtime/backup/archive.js';
import { StartupError } from '../../../src/runtime/startup-error.js';
import { temporaryDirectory } from '../../support/temporary-directory.js';

test('a file with any wrong byte is refused, and nothing else fails', async () => {
  const directory = await temporaryDirectory();
  const file = join(directory, 'good.tar.gz');
  const path = join(directory, 'content');
  // Half of it compresses, so that some damages break the compression and some only the content.
  await writeFile(path, `${randomBytes(20_000).toString('hex')}${'row '.repeat(10_000)}`);
  async function* contents() {
    for (let n = 0; n < 8; n += 1) yield { name: `file-${n}`, path };
  }
  await writeArchive(file, {}, contents());
  const good = await readFile(file);
  for (let n = 0; n < 40; n += 1) {
    const bad = Buffer.from(good);
    const at = Math.floor((n * good.length) / 40) + 10;
    bad[at] = (bad[at] ?? 0) ^ 0xff;
    const damaged = join(directory, `damaged-${n}.tar.gz`);
    const folder = join(directory, `unpacked-${n}`);
    await writeFile(damaged, bad);
    await mkdir(folder);
    const error = await readArchive(damaged, folder, () => {}).catch((thrown: unknown) => thrown);
    expect(error, `byte ${at}`).toBeInstanceOf(StartupError);
    expect((error as StartupError).message).toContain('is not a complete backup of Callboard');
  }
});
