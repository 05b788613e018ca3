/**
 * Restores a backup into a data directory. First unpacks and checks everything beside the database. Then
 * renaming the folder commits the restore: before that nothing has changed, and after it the next restore or
 * start completes an interrupted one.
 */
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { giveTo, type PostgresHome } from '../embedded-postgres/postgres-home.js';
import { StartupError } from '../startup-error.js';
import { isDiskFull } from '../write-failure.js';
import { readArchive } from './archive.js';
import { type BackupDescription, reasonAgainst } from './description.js';

const UNPACKING = 'restore-unpacking';
const DECIDED = 'restore-decided';
/** The folder for replaced files, below the cluster's folder. */
const ASIDE = 'replaced';

export interface RestoreOptions {
  file: string;
  dataDir: string;
  /** Locked by this process, and no server runs in it. */
  home: PostgresHome;
  /** The installed major version of PostgreSQL. */
  postgres: string;
  /** Whether an existing database may be moved aside. */
  replace: boolean;
}

/**
 * @returns the description of the backup, and the new place of a database that was replaced
 * @throws StartupError, having changed nothing, if the backup is bad or a database exists
 */
export async function restore(options: RestoreOptions): Promise<BackupDescription & { replaced?: string }> {
  const { file, dataDir, home, postgres, replace } = options;
  const occupied = existsSync(join(home.directory, 'data'));
  if (occupied && !replace)
    throw new StartupError(
      `${dataDir} already holds a database: use --replace to move it aside, or set CALLBOARD_DATA_DIR to a new directory`,
    );
  const draft = join(home.directory, UNPACKING);
  await rm(draft, { recursive: true, force: true });
  const aside = occupied ? join(home.directory, `${ASIDE}-${stamp()}`) : undefined;
  let description = {} as BackupDescription;
  try {
    await mkdir(draft, { mode: 0o700 });
    await readArchive(file, draft, (found) => {
      const reason = reasonAgainst(found, postgres);
      if (reason !== undefined) throw new StartupError(`${file} cannot be restored here: ${reason}`);
      description = found as BackupDescription;
    });
    for (const name of ['data/PG_VERSION', 'data/backup_label', 'password'])
      if (!existsSync(join(draft, name)))
        throw new StartupError(
          `${file} is not a complete backup of Callboard (${name} is missing); nothing was changed`,
        );
    await giveTo(home.account, join(draft, 'data'));
    await giveTo(home.account, join(draft, 'password'));
    if (aside) await writeFile(join(draft, ASIDE), aside);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (!isDiskFull(error)) throw error;
    throw new StartupError(
      `there is not enough space in ${dataDir} to unpack ${file}; nothing was changed. Free some space, or set CALLBOARD_DATA_DIR to a directory on another disk`,
    );
  }
  await rename(draft, join(home.directory, DECIDED));
  await finishRestore(dataDir, home);
  return aside ? { ...description, replaced: aside } : description;
}

/** Completes a restore that was committed and then interrupted. Each step may have been done already. */
export async function finishRestore(dataDir: string, home: PostgresHome): Promise<void> {
  const decided = join(home.directory, DECIDED);
  if (!existsSync(decided)) return;
  const aside = await readFile(join(decided, ASIDE), 'utf8').catch(() => undefined);
  const data = join(home.directory, 'data');
  if (existsSync(join(decided, 'data'))) {
    if (aside && existsSync(data)) {
      await mkdir(aside, { recursive: true, mode: 0o700 });
      await keep(join(home.directory, 'password'), join(aside, 'password'));
      await rename(data, join(aside, 'data'));
    }
    await rename(join(decided, 'data'), data);
  }
  await moveInto(join(decided, 'password'), join(home.directory, 'password'));
  await giveTo(home.account, join(home.directory, 'password'));
  const files = join(decided, 'files');
  for (const name of await readdir(files).catch(() => [])) {
    if (aside) await keep(join(dataDir, name), join(aside, name));
    await moveInto(join(files, name), join(dataDir, name));
  }
  await rm(decided, { recursive: true, force: true });
}

/** Copies the file as it was before the first attempt. */
async function keep(path: string, copy: string): Promise<void> {
  if (existsSync(path) && !existsSync(copy)) await copyFile(path, copy);
}

/** Moves files even if the data directory is on another file system than the cluster. */
async function moveInto(from: string, to: string): Promise<void> {
  if (!existsSync(from)) return;
  const draft = `${to}.restored`;
  await copyFile(from, draft);
  await rename(draft, to);
  await rm(from);
}

function stamp(): string {
  return new Date().toISOString().replace(/[:.]/g, '-');
}
