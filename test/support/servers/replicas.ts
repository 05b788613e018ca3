import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../../src/runtime/embedded-postgres/embedded-postgres.js';
import { createLogger } from '../../../src/runtime/telemetry/logger.js';
import { POSTGRES_PACKAGE, QUICK_SETTINGS, startTestPostgres } from './postgres.js';

const run = promisify(execFile);

/** A primary, and a standby that confirms each commit: what the primary has confirmed, the standby has. */
export interface TestReplicas {
  /** Both hosts, the standby first: a client that takes the first host finds one that accepts no writes. */
  url: string;
  primaryUrl: string;
  standbyUrl: string;
  /** Kills every process of the primary at once with SIGKILL, as when its machine is lost. */
  killPrimary(): Promise<void>;
  /** Promotes the standby. Resolves when it accepts writes. */
  promote(): Promise<void>;
  stop(): Promise<void>;
}

const SETTINGS = {
  ...QUICK_SETTINGS,
  wal_level: 'replica',
  max_wal_senders: '5',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  hot_standby: 'on',
};

export async function startReplicas(): Promise<TestReplicas> {
  const primary = await startTestPostgres(SETTINGS);
  const standby = await startStandby(primary).catch(async (error) => {
    await primary.stop();
    throw error;
  });
  await withClient(primary.url, async (client) => {
    // From now on a commit waits for the standby, which is connected.
    while ((await client.query(`SELECT FROM pg_stat_replication WHERE state = 'streaming'`)).rowCount === 0)
      await client.query('SELECT pg_sleep(0.05)');
    await client.query(`ALTER SYSTEM SET synchronous_standby_names = '*'`);
    await client.query('SELECT pg_reload_conf()');
  });
  const url = standby.url.replace(/@([^/]+)/, (_all, host) => `@${host},${new URL(primary.url).host}`);
  return {
    url,
    primaryUrl: primary.url,
    standbyUrl: standby.url,
    killPrimary: () => killCluster(primary),
    promote: () =>
      withClient(standby.url, async (client) => {
        await client.query('SELECT pg_promote(true, 60)');
      }),
    async stop() {
      // Otherwise the primary waits until the standby confirms the last commits of its sessions.
      await standby.stop();
      await primary.stop();
    },
  };
}

/** Calls that begin and end a backup. PostgreSQL 15 renamed them. */
async function backupFunctions(client: pg.Client): Promise<[start: string, stop: string]> {
  const { rows } = await client.query<{ old: boolean }>(
    `SELECT current_setting('server_version_num')::int < 150000 AS old`,
  );
  return rows[0]?.old
    ? [`pg_start_backup('standby', true, false)`, 'pg_stop_backup(false, false)']
    : [`pg_backup_start('standby', true)`, 'pg_backup_stop(false)'];
}

/** Copies the files of the running primary, as `pg_basebackup` does. */
async function startStandby(primary: EmbeddedPostgres): Promise<EmbeddedPostgres> {
  const dataDir = await mkdtemp(join(tmpdir(), 'callboard-test-'));
  await chmod(dataDir, 0o755);
  const home = join(dataDir, 'postgres');
  const data = join(home, 'data');
  const remove = () => rm(dataDir, { recursive: true, force: true });
  try {
    await withClient(primary.url, async (client) => {
      const [start, stop] = await backupFunctions(client);
      await client.query(`SELECT ${start}`);
      await run('cp', ['-a', primary.directory, home]);
      const { rows } = await client.query(`SELECT labelfile FROM ${stop}`);
      await writeFile(join(data, 'backup_label'), rows[0].labelfile);
    });
    for (const name of ['lock', 'port', 'data/postmaster.pid', 'data/postmaster.opts'])
      await rm(join(home, name), { recursive: true, force: true });
    const { hostname, port, username, password } = new URL(primary.url);
    const conninfo = `host=${hostname} port=${port} user=${username} password=${decodeURIComponent(password)}`;
    await writeFile(join(data, 'standby.signal'), '');
    await writeFile(join(data, 'postgresql.auto.conf'), `primary_conninfo = '${conninfo}'\n`);
    await run('chown', ['-hR', '--reference', primary.directory, home]);
    const logger = createLogger({ level: 'silent', name: 'test' });
    const server = await startEmbeddedPostgres({
      dataDir,
      logger,
      packageDir: POSTGRES_PACKAGE,
      settings: SETTINGS,
    });
    return { ...server, stop: () => server.stop().then(remove) };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function killCluster(server: EmbeddedPostgres): Promise<void> {
  const postmaster = Number(
    (await readFile(join(server.directory, 'data/postmaster.pid'), 'utf8')).split('\n')[0],
  );
  const { stdout } = await run('ps', ['-o', 'pid=', '--ppid', `${postmaster}`]);
  const children = stdout.split('\n').filter(Boolean).map(Number);
  for (const pid of [postmaster, ...children])
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
