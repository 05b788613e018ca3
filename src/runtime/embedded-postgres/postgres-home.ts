import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, realpath, rmdir, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makeFolder } from '../make-folder.js';
import { StartupError } from '../startup-error.js';
import { dataDirectoryFailure } from '../write-failure.js';

const run = promisify(execFile);

/** The account that runs PostgreSQL, in the form that `spawn` takes; empty: our own account. */
export type Account = { uid: number; gid: number } | Record<never, never>;

/** A folder for the cluster that the account owns and can reach. */
export interface PostgresHome {
  directory: string;
  account: Account;
  /** Set if the requested folder cannot be used: a sentence for people. */
  notice?: string;
}

/** Where the cluster goes if root requested a place that only root can reach. */
const SHARED_PARENTS = ['/var/lib/callboard', '/var/tmp/callboard'];

/**
 * The folder `postgres` of the data directory. PostgreSQL refuses to run as root, so root gives the folder to
 * an unprivileged user. If that user cannot reach it (under a root-only home, for example), it becomes a
 * symbolic link to a folder that the user can reach.
 *
 * @throws StartupError if the data directory cannot be used
 */
export async function preparePostgresHome(dataDir: string): Promise<PostgresHome> {
  try {
    return await prepareHome(dataDir);
  } catch (error) {
    throw dataDirectoryFailure(dataDir, error);
  }
}

async function prepareHome(dataDir: string): Promise<PostgresHome> {
  const wanted = join(dataDir, 'postgres');
  await makeFolder(dataDir);
  const directory = await realpathOrCreate(wanted);
  if (process.getuid?.() !== 0) return { directory, account: {} };

  const account = await unprivilegedAccount(directory);
  await giveTo(account, directory);
  if (await canUse(account, '-w', directory)) return { directory, account };

  await rmdir(wanted).catch(() => {
    throw new StartupError(
      `PostgreSQL cannot run as root, and its user cannot reach ${wanted}, which already holds a database: move the data directory, set CALLBOARD_DATA_DIR, or set DATABASE_URL`,
    );
  });
  const elsewhere = await createReachable(account);
  await symlink(elsewhere, wanted);
  const notice = `PostgreSQL cannot run as root, and its user cannot reach ${wanted}: the database is in ${elsewhere}. A copy of ${dataDir} does not contain it: use "callboard backup"`;
  return { directory: elsewhere, account, notice };
}

/**
 * Whether the account can read (`-r`), write (`-w`) or run (`-x`) a path. Asks as that account, because our
 * own rules would not know ACLs.
 */
export async function canUse(account: Account, right: '-r' | '-w' | '-x', path: string): Promise<boolean> {
  try {
    await run('/bin/sh', ['-c', 'test "$0" "$1"', right, path], { ...account, cwd: '/' });
    return true;
  } catch {
    return false;
  }
}

/** Changes the owner of a path and everything below it; links stay links. */
export async function giveTo(account: Account, path: string): Promise<void> {
  if ('uid' in account) await run('chown', ['-hR', `${account.uid}:${account.gid}`, path]);
}

async function realpathOrCreate(path: string): Promise<string> {
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return realpath(path).catch(() => {
    throw new StartupError(
      `${path} is a link to a database that is no longer there: restore it, or remove the link to begin with an empty one`,
    );
  });
}

/** The owner of an existing cluster, otherwise the system's user for PostgreSQL, otherwise `nobody`. */
async function unprivilegedAccount(directory: string): Promise<Account> {
  const owner = await stat(directory);
  if (owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  for (const name of ['postgres', '_postgres', 'nobody']) {
    const ids = await Promise.all([idOf('-u', name), idOf('-g', name)]);
    if (ids[0] && ids[1]) return { uid: ids[0], gid: ids[1] };
  }
  throw new StartupError(
    'PostgreSQL cannot run as root, and this system has neither a user "postgres" nor "nobody": start as another user, or set DATABASE_URL',
  );
}

async function idOf(kind: '-u' | '-g', name: string): Promise<number | undefined> {
  const found = await run('id', [kind, name]).catch(() => undefined);
  return found && Number(found.stdout);
}

async function createReachable(account: Account): Promise<string> {
  for (const parent of SHARED_PARENTS) {
    try {
      await makeFolder(parent);
      await chmod(parent, 0o755);
      const directory = await mkdtemp(join(parent, 'postgres-'));
      await giveTo(account, directory);
      if (await canUse(account, '-w', directory)) return directory;
      await rmdir(directory);
    } catch {
      // Read-only or forbidden: the next one.
    }
  }
  throw new StartupError(
    `PostgreSQL cannot run as root, and its user can reach neither the data directory nor ${SHARED_PARENTS.join(' nor ')}: set CALLBOARD_DATA_DIR or DATABASE_URL`,
  );
}
