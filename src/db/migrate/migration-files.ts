import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { MigrationList } from '@prisma/schema-engine-wasm/schema_engine_bg';

/** One folder below `prisma/migrations`. */
export interface Migration {
  /** `<timestamp>_<verb_noun>`; the order of names is the order of application. */
  name: string;
  script: string;
}

/** The migrations of a folder, in order. */
export async function readMigrations(migrationsDir: string): Promise<Migration[]> {
  const entries = await readdir(migrationsDir, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(
    names.sort().map(async (name) => ({
      name,
      script: await readFile(join(migrationsDir, name, 'migration.sql'), 'utf8'),
    })),
  );
}

/** In the form the engine takes. */
export function toMigrationList(migrationsDir: string, migrations: readonly Migration[]): MigrationList {
  return {
    baseDir: resolve(migrationsDir),
    lockfile: { path: 'migration_lock.toml', content: 'provider = "postgresql"\n' },
    shadowDbInitScript: '',
    migrationDirectories: migrations.map(({ name, script }) => ({
      path: name,
      migrationFile: { path: 'migration.sql', content: { tag: 'ok', value: script } },
    })),
  };
}
