import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { identifyProcess } from './process-identity.js';

export type DirectoryLock =
  | { kind: 'locked'; release(): Promise<void> }
  /** A running process, `pid`, holds it. */
  | { kind: 'held'; pid: number };

/**
 * Takes a directory for this process alone, by a file `lock` in it. If the process in the file is dead, its
 * lock is taken over. The file names the process by number *and* start time, because numbers are reused
 * (almost always in containers).
 */
export async function lockDirectory(directory: string): Promise<DirectoryLock> {
  const file = join(directory, 'lock');
  const draft = `${file}.${process.pid}`;
  const self = await identifyProcess(process.pid);
  await writeFile(draft, `${process.pid} ${self?.started ?? ''}`, { mode: 0o600 });
  try {
    // A link appears with its content or not at all, so nobody reads a half-written lock.
    while (!(await succeeds(link(draft, file), 'EEXIST'))) {
      const found = await readFile(file, 'utf8').catch(() => '');
      const pid = await livingHolder(found);
      if (pid !== undefined) return { kind: 'held', pid };
      await removeStale(file, found);
    }
    return { kind: 'locked', release: () => rm(file, { force: true }) };
  } finally {
    await rm(draft, { force: true });
  }
}

async function livingHolder(content: string): Promise<number | undefined> {
  const [pid = '', ...started] = content.split(' ');
  const holder = await identifyProcess(Number(pid));
  return holder !== undefined && holder.started === started.join(' ') ? Number(pid) : undefined;
}

/**
 * The file is moved aside and checked again: another process may have taken over in between, and gets its
 * file back.
 */
async function removeStale(file: string, stale: string): Promise<void> {
  const aside = `${file}.${process.pid}.stale`;
  if (!(await succeeds(rename(file, aside), 'ENOENT'))) return;
  if ((await readFile(aside, 'utf8')) !== stale) await succeeds(link(aside, file), 'EEXIST');
  await rm(aside, { force: true });
}

/** Returns false for the one expected failure and throws any other. */
async function succeeds(operation: Promise<void>, expected: string): Promise<boolean> {
  try {
    await operation;
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === expected) return false;
    throw error;
  }
}
