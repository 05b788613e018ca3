/** The TypeScript kit as the author of an agent uses it: built, and in `node_modules`. */
import { execFile } from 'node:child_process';
import { cp, mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from './programs/build-once.js';

const SOURCE = join(ROOT, 'packages/agent');

/** Installs the kit into `folder/node_modules`, as npm would. */
export async function installAgentKit(folder: string): Promise<void> {
  const kit = join(folder, 'node_modules/@callboard/agent');
  await mkdir(kit, { recursive: true });
  await cp(join(SOURCE, 'package.json'), join(kit, 'package.json'));
  const compiler = join(ROOT, 'node_modules/typescript7/bin/tsc');
  await promisify(execFile)(process.execPath, [compiler, '-p', SOURCE, '--outDir', join(kit, 'dist')]);
  for (const name of ['standardwebhooks', '@stablelib', 'fast-sha256'])
    await symlink(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name));
}
