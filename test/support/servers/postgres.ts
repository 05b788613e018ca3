import { chmod, mkdtemp, readdir, realpath, rm, stat, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lockDirectory } from '../../../src/runtime/embedded-postgres/directory-lock.js';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../../src/runtime/embedded-postgres/embedded-postgres.js';
import { stopOrphan } from '../../../src/runtime/embedded-postgres/postgres-server.js';
import { createLogger } from '../../../src/runtime/telemetry/logger.js';

/** Tests do not need durability: a crash of the test server loses nothing. */
export const QUICK_SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  autovacuum: 'off',
  shared_buffers: '64MB',
};

/** The folder of the PostgreSQL package that `npm run test:postgres` requests. */
export const POSTGRES_PACKAGE = process.env.CALLBOARD_TEST_POSTGRES;

const PREFIX = 'callboard-test-';
const MEMORY = '/dev/shm';
const MEMORY_NEEDED = 2 ** 31;
/** A folder without an owner counts as abandoned only after another process has had time to lock it. */
const ABANDONED_AFTER_MS = 10 * 60_000;

/** A temporary PostgreSQL; `stop` removes it with its folder. @param settings override the fast ones */
export async function startTestPostgres(settings: Record<string, string> = {}): Promise<EmbeddedPostgres> {
  const parents = await temporaryParents();
  for (const parent of parents.slice(0, -1)) {
    const server = await startIn(parent, settings).catch(() => undefined); // the last folder reports the error if the folder is not the cause
    if (server) return server;
  }
  return startIn(parents.at(-1) ?? tmpdir(), settings);
}

async function startIn(parent: string, settings: Record<string, string>): Promise<EmbeddedPostgres> {
  const dataDir = await mkdtemp(join(parent, PREFIX));
  const remove = (path: string) => rm(path, { recursive: true, force: true });
  try {
    await chmod(dataDir, 0o755); // tests of root run PostgreSQL as another user
    const logger = createLogger({ level: 'warn', name: 'test' });
    const server = await startEmbeddedPostgres({
      dataDir,
      logger,
      packageDir: POSTGRES_PACKAGE,
      settings: { ...QUICK_SETTINGS, ...settings },
    });
    const stop = async () => {
      await server.stop();
      await remove(server.directory);
      await remove(dataDir);
    };
    return { ...server, stop };
  } catch (error) {
    await remove(dataDir);
    throw error;
  }
}

/** Memory is preferred if there is enough: cloning a database takes 13 ms there instead of 170 ms. */
async function temporaryParents(): Promise<string[]> {
  const disk = await realpath(tmpdir());
  const memory = await statfs(MEMORY).catch(() => undefined);
  return memory && memory.bavail * memory.bsize > MEMORY_NEEDED ? [MEMORY, disk] : [disk];
}

/** Stops and removes what killed test runs left behind. */
export async function removeAbandoned(): Promise<void> {
  for (const parent of await temporaryParents()) {
    for (const name of await readdir(parent)) {
      if (name.startsWith(PREFIX)) await removeIfAbandoned(join(parent, name));
    }
  }
}

async function removeIfAbandoned(dataDir: string): Promise<void> {
  const made = await stat(dataDir).catch(() => undefined);
  if (!made || Date.now() - made.mtimeMs < ABANDONED_AFTER_MS) return;
  const directory = await realpath(join(dataDir, 'postgres')).catch(() => undefined);
  if (directory !== undefined) {
    const lock = await lockDirectory(directory).catch(() => undefined);
    if (lock?.kind !== 'locked') return;
    await stopOrphan(directory, createLogger({ level: 'silent', name: 'test' }));
    await rm(directory, { recursive: true, force: true });
  }
  await rm(dataDir, { recursive: true, force: true });
}
