/**
 * Backs up the embedded database while it runs. The package contains neither `pg_dump` nor `pg_basebackup`,
 * so this does by SQL what `pg_basebackup` does: it starts a backup in PostgreSQL, copies the files as they
 * are, and adds the part of the write-ahead log that makes them consistent. A temporary replication slot
 * keeps that part until it is copied.
 */
import { existsSync } from 'node:fs';
import { readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { connectionConfig } from '../database/connection-config.js';
import { StartupError } from '../startup-error.js';
import { isDiskFull, writeFailure } from '../write-failure.js';
import { type Content, writeArchive } from './archive.js';
import type { BackupDescription } from './description.js';

/** Folders whose content PostgreSQL rebuilds at its start. The folders themselves must exist. */
const WITHOUT_CONTENT = [
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
];
/** Files that belong to the running process or to the backup itself. */
const LEFT_OUT =
  /^(postmaster\.(pid|opts)|backup_label|tablespace_map|pg_internal\.init(\.\d+)?|current_logfiles\.tmp)$|^pgsql_tmp/;

export interface BackupOptions {
  /** URL of a superuser of the running cluster. */
  url: string;
  /** The cluster's folder, which contains `data` and `password`. */
  directory: string;
  /** Other files to include, by their names in the archive. Missing files are left out. */
  files: Readonly<Record<string, string>>;
  /** Must not exist. */
  file: string;
  description: BackupDescription;
}

/** @returns the size of the backup @throws StartupError if the file exists or cannot be written */
export async function backUp(options: BackupOptions): Promise<{ bytes: number }> {
  const { url, file, description } = options;
  if (existsSync(file)) throw new StartupError(`${file} already exists: choose another file`);
  const draft = `${file}.part`;
  const client = new pg.Client(
    connectionConfig({ connectionString: url, applicationName: 'callboard backup' }),
  );
  client.on('error', () => {}); // the current statement rejects
  await client.connect();
  try {
    await rm(draft, { force: true });
    await writeArchive(draft, description, contents(client, options));
    await rename(draft, file);
    return { bytes: (await stat(file)).size };
  } catch (error) {
    await rm(draft, { force: true });
    // Errors of a full disk name no file. Everything else is only read.
    const isOfFile = (error as NodeJS.ErrnoException).path === draft || isDiskFull(error);
    throw isOfFile ? writeFailure(file, error, 'choose another file') : error;
  } finally {
    await client.end();
  }
}

async function* contents(client: pg.Client, { directory, files }: BackupOptions): AsyncGenerator<Content> {
  const data = join(directory, 'data');
  if ((await readdir(join(data, 'pg_tblspc'))).length > 0)
    throw new StartupError('the database has tablespaces, which this backup does not support');
  await client.query(
    `SELECT pg_create_physical_replication_slot('callboard_backup_${process.pid}', true, true)`,
  );
  const begun = await client.query<{ first: string }>(
    `SELECT pg_walfile_name(pg_backup_start('callboard backup', fast => true)) AS first`,
  );
  yield { name: 'data' };
  yield* filesIn(data, 'data');
  const { rows } = await client.query<{ label: string; last: string }>(
    'SELECT labelfile AS label, pg_walfile_name(lsn) AS last FROM pg_backup_stop(wait_for_archive => false)',
  );
  const [first = '', { label = '', last = '' } = {}] = [begun.rows[0]?.first, rows[0]];
  yield { name: 'data/backup_label', text: label };
  const wal = join(data, 'pg_wal');
  for (const name of (await readdir(wal)).sort())
    if (name.endsWith('.history') || (/^[0-9A-F]{24}$/.test(name) && name >= first && name <= last))
      yield { name: `data/pg_wal/${name}`, path: join(wal, name) };
  yield { name: 'password', path: join(directory, 'password') };
  for (const [name, path] of Object.entries(files)) yield { name: `files/${name}`, path };
}

async function* filesIn(folder: string, name: string): AsyncGenerator<Content> {
  for (const found of (await readdir(folder, { withFileTypes: true })).sort(byName)) {
    if (LEFT_OUT.test(found.name)) continue;
    const content = { name: `${name}/${found.name}`, path: join(folder, found.name) };
    if (found.isDirectory()) {
      yield { name: content.name };
      if (name === 'data' && WITHOUT_CONTENT.includes(found.name)) {
        if (found.name === 'pg_wal') yield { name: 'data/pg_wal/archive_status' };
      } else yield* filesIn(content.path, content.name);
    } else if (found.isFile()) yield content;
  }
}

const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1);

/**
 * The URL of the superuser of a cluster that another process runs.
 * @throws StartupError if it cannot be determined
 */
export async function urlOfRunning(directory: string, database = 'postgres'): Promise<string> {
  const [password, port] = await Promise.all(
    ['password', 'port'].map((name) => readFile(join(directory, name), 'utf8').catch(() => '')),
  );
  if (!password || !port) throw new StartupError(`no database has been started in ${directory} yet`);
  return `postgresql://postgres:${password}@127.0.0.1:${port}/${database}`;
}
