import { spawnSync } from 'node:child_process';
import { mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { lockDirectory } from '../../../src/runtime/embedded-postgres/directory-lock.js';

/** The root of the repository. */
export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

export interface Build {
  /** Path of the lock that keeps two processes from building at once. */
  name: string;
  /** A file that the build writes. Its age is the age of the build. */
  output: string;
  /** Source folder, relative to the root. */
  sources: string;
  /** Arguments for Node, run at the root. */
  command: readonly string[];
}

/**
 * Builds if the sources have changed since the last build. Builds once, however many test files need it at
 * the same time.
 */
export async function buildOnce({ name, output, sources, command }: Build): Promise<void> {
  const directory = join(ROOT, 'node_modules/.cache', name);
  await mkdir(directory, { recursive: true });
  let lock = await lockDirectory(directory);
  for (; lock.kind === 'held'; lock = await lockDirectory(directory)) await sleep(50);
  try {
    const built = await stat(output).catch(() => undefined);
    if (built && built.mtimeMs > (await newestChange(join(ROOT, sources)))) return;
    const { status, stdout, stderr } = spawnSync(process.execPath, command, { cwd: ROOT, encoding: 'utf8' });
    if (status !== 0) throw new Error(`${sources} does not build:\n${stdout}\n${stderr}`);
  } finally {
    await lock.release();
  }
}

async function newestChange(directory: string): Promise<number> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const changes = await Promise.all(files.map(({ parentPath, name }) => stat(join(parentPath, name))));
  return Math.max(...changes.map(({ mtimeMs }) => mtimeMs));
}
