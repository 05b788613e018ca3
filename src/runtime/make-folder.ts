import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Creates a folder and the folders above it, unless it exists. `mkdir` with `recursive` is not used: where the
 * system refuses new folders as missing (`/proc/x`), Node.js tries again forever.
 *
 * @param mode of the folders that are created
 */
export async function makeFolder(path: string, mode?: number): Promise<void> {
  try {
    await mkdir(path, { mode });
  } catch (error) {
    if (await isFolder(path)) return;
    const parent = dirname(path);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || parent === path) throw error;
    // Another process may have created the parent since then.
    if (!(await isFolder(parent))) await makeFolder(parent, mode);
    await mkdir(path, { mode }).catch(async (still) => {
      if (!(await isFolder(path))) throw still;
    });
  }
}

function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
