import { execFile } from 'node:child_process';
import { chown, mkdtemp, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { withAdmin } from '../database.js';

const run = promisify(execFile);

/** A file system with a fixed size. */
export interface Disk {
  directory: string;
  /** Uses all space except for this many megabytes. */
  fill(but?: number): Promise<void>;
  /** Frees the space again. */
  free(): Promise<void>;
  remove(): Promise<void>;
}

/** @returns undefined if this process cannot mount anything: only root can, and not in every container */
export async function mountDisk(megabytes: number): Promise<Disk | undefined> {
  const directory = await mkdtemp(join(tmpdir(), 'callboard-disk-'));
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', directory]);
  } catch {
    await rm(directory, { recursive: true });
    return undefined;
  }
  const filler = join(directory, 'filler');
  return {
    directory,
    async fill(but = 0) {
      await writeFile(filler, Buffer.alloc(megabytes * 2 ** 20)).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOSPC') throw error;
      });
      await truncate(filler, (await stat(filler)).size - but * 2 ** 20);
    },
    free: () => rm(filler, { force: true }),
    async remove() {
      await run('umount', ['--lazy', directory]);
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** A small disk with a tablespace of the test server. */
export interface SmallDisk {
  tablespace: string;
  /** Uses all remaining space. */
  fill(): Promise<void>;
  /** Frees the space again. */
  free(): Promise<void>;
  /** Possible only if no database uses it any more. */
  remove(): Promise<void>;
}

/**
 * @param name of the tablespace @param megabytes size of the disk
 * @returns undefined if this process cannot mount anything: only root can, and not in every container
 */
export async function createSmallDisk(name: string, megabytes: number): Promise<SmallDisk | undefined> {
  const disk = await mountDisk(megabytes);
  if (!disk) return undefined;
  const { directory, fill, free } = disk;
  await withAdmin(async (admin) => {
    const { rows } = await admin.query<{ directory: string }>(
      `SELECT setting AS directory FROM pg_settings WHERE name = 'data_directory'`,
    );
    const { uid, gid } = await stat(rows[0]?.directory ?? '');
    await chown(directory, uid, gid);
    await admin.query(`CREATE TABLESPACE ${name} LOCATION '${directory}'`);
  });
  return {
    tablespace: name,
    fill: () => fill(),
    free,
    async remove() {
      await withAdmin((admin) => admin.query(`DROP TABLESPACE ${name}`));
      await disk.remove();
    },
  };
}
