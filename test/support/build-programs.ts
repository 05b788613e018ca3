import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { lockDirectory } from '../../src/runtime/directory-lock.js';

/** Of the repository. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

let building: Promise<void> | undefined;

/** Whether there is something to start, fresh or not. */
export function isBuilt(): boolean {
  return existsSync(join(ROOT, 'dist/worker.js'));
}

/** Compiles `src` into `dist` when something changed since that was done last: once, however many test files need it at the same time. */
export function buildPrograms(): Promise<void> {
  building ??= buildOnce();
  return building;
}

async function buildOnce(): Promise<void> {
  const directory = join(ROOT, 'node_modules/.cache/callboard-build');
  await mkdir(directory, { recursive: true });
  let lock = await lockDirectory(directory);
  for (; lock.kind === 'held'; lock = await lockDirectory(directory)) await sleep(50);
  try {
    const built = await stat(join(ROOT, 'dist/worker.js')).catch(() => undefined);
    if (built && built.mtimeMs > (await newestChange(join(ROOT, 'src')))) return;
    const compiler = join(ROOT, 'node_modules/typescript7/bin/tsc');
    const { status, stdout } = spawnSync(process.execPath, [compiler, '-p', 'tsconfig.build.json'], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`src does not compile:\n${stdout}`);
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
