import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { MigrationList } from '@prisma/schema-engine-wasm/schema_engine_bg';
import { compareVersions } from './compare-versions.js';

/** The folder that describes the database, relative to `src/db/migrate` and `dist/db/migrate`. */
export const PRISMA_DIR = fileURLToPath(new URL('../../../prisma', import.meta.url));

export interface Script {
  /** A migration's folder, `<timestamp>_<verb_noun>`, or the path of a file below `sql`. */
  name: string;
  script: string;
}

export interface DatabaseFiles {
  /** Tables, types, constraints and indexes: each is applied once, in the order of names. */
  migrations: Script[];
  /**
   * Functions, triggers, views, policies and grants: all are applied again whenever one of them has changed.
   */
  sqlFiles: Script[];
  /**
   * Checksum of migrations and SQL files. Migrations are included because they may drop what the SQL files
   * create, such as a view of a changed column.
   */
  checksum: string;
  /**
   * The oldest version that can work with a database that has these migrations: the highest version in their
   * lines `-- requires: 1.2.3`. A migration that only adds objects has no such line.
   */
  requires: string;
}

/**
 * Folders below `sql`, in order of application. A file may use what an earlier folder creates, but nothing
 * from its own folder.
 */
const SQL_FOLDERS = ['shared', 'tables', '.'];

export async function readDatabaseFiles(prismaDir: string): Promise<DatabaseFiles> {
  const [migrations, sqlFiles] = await Promise.all([readMigrations(prismaDir), readSqlFiles(prismaDir)]);
  const checksum = createHash('sha256')
    .update(JSON.stringify([migrations.map(({ name }) => name), sqlFiles]))
    .digest('hex');
  return { migrations, sqlFiles, checksum, requires: requirementOf(migrations) };
}

function requirementOf(migrations: readonly Script[]): string {
  const named = migrations.flatMap(({ script }) => /^-- requires: (\d+\.\d+\.\d+)$/m.exec(script)?.[1] ?? []);
  return named.sort(compareVersions).at(-1) ?? '0.0.0';
}

async function readMigrations(prismaDir: string): Promise<Script[]> {
  const entries = await readdir(join(prismaDir, 'migrations'), { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return readScripts(names.sort(), (name) => join(prismaDir, 'migrations', name, 'migration.sql'));
}

async function readSqlFiles(prismaDir: string): Promise<Script[]> {
  const sqlDir = join(prismaDir, 'sql');
  const folders = await Promise.all(
    SQL_FOLDERS.map(async (folder) => {
      const names = await readdir(join(sqlDir, folder)).catch(() => []);
      return names
        .filter((name) => name.endsWith('.sql'))
        .sort()
        .map((name) => join(folder, name));
    }),
  );
  return readScripts(folders.flat(), (name) => join(sqlDir, name));
}

function readScripts(names: readonly string[], path: (name: string) => string): Promise<Script[]> {
  return Promise.all(names.map(async (name) => ({ name, script: await readFile(path(name), 'utf8') })));
}

/** Converts migrations to the form that Prisma's engine expects. */
export function toMigrationList(prismaDir: string, migrations: readonly Script[]): MigrationList {
  return {
    baseDir: resolve(prismaDir, 'migrations'),
    lockfile: { path: 'migration_lock.toml', content: 'provider = "postgresql"\n' },
    shadowDbInitScript: '',
    migrationDirectories: migrations.map(({ name, script }) => ({
      path: name,
      migrationFile: { path: 'migration.sql', content: { tag: 'ok', value: script } },
    })),
  };
}
