import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findFreePort } from '../../../src/runtime/free-port.js';

export interface TestPgBouncer {
  /** The database and user of the server's URL, through the pooler. */
  url: string;
  stop(): Promise<void>;
}

const found = spawnSync('pgbouncer', ['--version']).status === 0;

/** Whether tests with PgBouncer run. Without it they are skipped, or fail with CALLBOARD_REQUIRE_ALL=1. */
export function pgbouncerAvailable(suite: string): boolean {
  if (found) return true;
  const message = `SKIPPED, pgbouncer was not found: ${suite}`;
  if (process.env.CALLBOARD_REQUIRE_ALL === '1') throw new Error(message);
  console.warn(`\n*** ${message} ***\n`);
  return false;
}

/** A PgBouncer in front of the server of a URL. @param settings override the usual ones */
export async function startTestPgBouncer(
  serverUrl: string,
  mode: 'session' | 'transaction',
  settings: Record<string, string> = {},
): Promise<TestPgBouncer> {
  const { hostname, port: serverPort, username, password } = new URL(serverUrl);
  const directory = await mkdtemp(join(tmpdir(), 'callboard-pgbouncer-'));
  const port = await findFreePort();
  const all = {
    listen_addr: '127.0.0.1',
    listen_port: `${port}`,
    unix_socket_dir: '',
    auth_type: 'plain',
    auth_file: join(directory, 'users'),
    pool_mode: mode,
    // Fewer than the clients in transaction mode, so that clients share sessions.
    default_pool_size: mode === 'session' ? '100' : '6',
    max_client_conn: '500',
    // A new database accepts one login of each user at a time.
    server_login_retry: '1',
    ...settings,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name} = ${value}`);
  const config = join(directory, 'pgbouncer.ini');
  await writeFile(join(directory, 'users'), `"${username}" "${decodeURIComponent(password)}"\n`);
  await writeFile(
    config,
    ['[databases]', `* = host=${hostname} port=${serverPort}`, '[pgbouncer]', ...lines, ''].join('\n'),
  );
  for (const path of [directory, config, join(directory, 'users')]) await chmod(path, 0o755);
  // PgBouncer refuses to run as root.
  const account = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const child = spawn('pgbouncer', ['-q', config], { stdio: 'ignore', ...account });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const url = new URL(serverUrl);
  url.port = `${port}`;
  while (!(await answers(url.href))) {
    if (child.exitCode !== null) throw new Error(`pgbouncer ended with code ${child.exitCode}`);
    await sleep(20);
  }
  return {
    url: url.href,
    async stop() {
      process.off('exit', kill);
      await end(child);
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('SELECT 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}
