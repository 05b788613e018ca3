import { readFile, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { parseDevConfig } from '../../config/process-config.js';
import { describeProblems } from '../../config/read-settings.js';
import { backUp, urlOfRunning } from '../../runtime/backup/back-up.js';
import { BACKUP_FORMAT, type BackupDescription, platformOf } from '../../runtime/backup/description.js';
import { restore } from '../../runtime/backup/restore.js';
import { lockDirectory } from '../../runtime/embedded-postgres/directory-lock.js';
import { startEmbeddedPostgres } from '../../runtime/embedded-postgres/embedded-postgres.js';
import { preparePostgresBinaries } from '../../runtime/embedded-postgres/postgres-binaries.js';
import { preparePostgresHome } from '../../runtime/embedded-postgres/postgres-home.js';
import { stopOrphan } from '../../runtime/embedded-postgres/postgres-server.js';
import { createLogger, type Logger } from '../../runtime/telemetry/logger.js';
import { VERSION } from '../../runtime/version.js';
import { CliError, usageError } from '../cli-error.js';
import type { Output } from '../output.js';

/** What an installation needs besides its database. */
const FILES = ['secret-key', 'secret-key-previous', 'admin-token'];
const MEBIBYTE = 2 ** 20;

/** `callboard backup FILE`: saves the embedded database and its key, whether or not it is running. */
export async function backUpInstallation(file: string, output: Output): Promise<void> {
  const { dataDir, logger } = readSettings();
  const data = join(dataDir, 'postgres', 'data');
  const version = await readFile(join(data, 'PG_VERSION'), 'utf8').catch(() => undefined);
  if (version === undefined)
    throw new CliError(`there is no database in ${dataDir}: set CALLBOARD_DATA_DIR to the data directory`);
  const target = resolve(file);
  if (!(await stat(dirname(target)).catch(() => undefined))?.isDirectory())
    throw usageError(`there is no folder ${dirname(target)}`);
  const description: BackupDescription = {
    format: BACKUP_FORMAT,
    version: VERSION,
    postgres: version.trim(),
    platform: platformOf(),
    createdAt: new Date().toISOString(),
  };
  const files = Object.fromEntries(FILES.map((name) => [name, join(dataDir, name)]));
  const { bytes } = await withDatabase(dataDir, logger, (running) =>
    backUp({ ...running, files, file: target, description }),
  );
  const hasKey = await stat(join(dataDir, 'secret-key')).then(
    () => true,
    () => false,
  );
  output.result({ file: target, bytes, includesSecretKey: hasKey, ...description }, () =>
    [
      `Saved ${dataDir} to ${target} (${(bytes / MEBIBYTE).toFixed(1)} MB).`,
      hasKey
        ? 'The file contains the secret key and all stored credentials: keep it where only you can read it.'
        : 'The secret key is not in the data directory: keep CALLBOARD_SECRET_KEY too.',
    ].join('\n'),
  );
}

/** Uses the running database, or starts it for the duration of the work. */
async function withDatabase<T>(
  dataDir: string,
  logger: Logger,
  work: (running: { url: string; directory: string }) => Promise<T>,
): Promise<T> {
  const home = await preparePostgresHome(dataDir);
  const lock = await lockDirectory(home.directory);
  if (lock.kind === 'held')
    return work({ url: await urlOfRunning(home.directory), directory: home.directory });
  await lock.release();
  const started = await startEmbeddedPostgres({ dataDir, logger });
  try {
    return await work(started);
  } finally {
    await started.stop();
  }
}

/** `callboard restore FILE`. */
export async function restoreInstallation(file: string, replace: boolean, output: Output): Promise<void> {
  const { dataDir, logger } = readSettings();
  const source = resolve(file);
  if (!(await stat(source).catch(() => undefined))?.isFile()) throw usageError(`there is no file ${source}`);
  const home = await preparePostgresHome(dataDir);
  const lock = await lockDirectory(home.directory);
  if (lock.kind === 'held')
    throw new CliError(`Callboard is running in ${dataDir} (process ${lock.pid}): stop it first`);
  try {
    const { major: postgres } = await preparePostgresBinaries(home);
    await stopOrphan(home.directory, logger);
    const { replaced, ...description } = await restore({ file: source, dataDir, home, postgres, replace });
    output.result({ dataDir, replaced: replaced ?? null, ...description }, () =>
      [
        `Restored the backup of ${description.createdAt} into ${dataDir}.`,
        ...(replaced
          ? [`The database that was there is in ${replaced}; delete it when you no longer need it.`]
          : []),
        'Start it with "callboard up".',
      ].join('\n'),
    );
  } finally {
    await lock.release();
  }
}

function readSettings(): { dataDir: string; logger: Logger } {
  const parsed = parseDevConfig();
  if (parsed.kind === 'error') throw usageError(describeProblems(parsed.problems));
  const { databaseUrl, dataDir } = parsed.config;
  if (databaseUrl !== undefined)
    throw usageError(
      'DATABASE_URL is set, and this command is for the embedded database only: use the tools of your PostgreSQL, such as pg_dump (docs/backup.md)',
    );
  return { dataDir: resolve(dataDir), logger: createLogger({ level: 'error', name: 'backup' }) };
}
