import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '../../../src/runtime/free-port.js';
import { DEFAULT_REDIS_PREFIX, type RedisSettings } from '../../../src/runtime/redis-settings.js';
import { parseRedisUrl } from '../../../src/runtime/redis-url.js';

export interface TestRedis {
  url: string;
  port: number;
  /** Kills it with SIGKILL, as a crash would. */
  kill(): Promise<void>;
  /** Starts it again on the same port, empty. */
  restart(): Promise<void>;
  /** Stops it and removes its files. */
  stop(): Promise<void>;
}

/** Set to `valkey-server` to run the same tests on Valkey. */
const PROGRAM = process.env.CALLBOARD_TEST_REDIS ?? 'redis-server';

const found = spawnSync(PROGRAM, ['--version']).status === 0;

/**
 * Whether tests on Redis run. Without its program they are skipped with one line of output, or fail with
 * CALLBOARD_REQUIRE_ALL=1.
 */
export function redisAvailable(suite: string): boolean {
  if (found) return true;
  const message = `SKIPPED, ${PROGRAM} was not found: ${suite}`;
  if (process.env.CALLBOARD_REQUIRE_ALL === '1') throw new Error(message);
  console.warn(`\n*** ${message} ***\n`);
  return false;
}

/** The settings of a worker with this `REDIS_URL`. */
export function redisAt(url: string, certificates: RedisSettings['certificates'] = {}): RedisSettings {
  const result = parseRedisUrl(url);
  if (result.kind === 'error') throw new Error(result.problem);
  return { ...result.address, prefix: DEFAULT_REDIS_PREFIX, certificates };
}

/**
 * A Redis for the test, which stores nothing on disk.
 *
 * @param writeConfig writes a configuration file into the directory and returns its path
 */
export async function startTestRedis(
  given: string[] = [],
  writeConfig?: (directory: string) => Promise<string>,
): Promise<TestRedis> {
  const directory = await mkdtemp(join(tmpdir(), 'callboard-redis-'));
  const port = await findFreePort();
  const settings = [
    ...((writeConfig && [await writeConfig(directory)]) ?? []),
    ...fixed(directory, port),
    ...given,
  ];
  let child = await launch(port, settings);
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    kill: () => end(child, 'SIGKILL'),
    async restart() {
      await end(child, 'SIGKILL');
      child = await launch(port, settings);
    },
    async stop() {
      await end(child, 'SIGKILL');
      await rm(directory, { recursive: true, force: true });
    },
  };
}

function fixed(directory: string, port: number): string[] {
  const network = ['--port', `${port}`, '--bind', '127.0.0.1', '--dir', directory];
  return [...network, '--save', '', '--appendonly', 'no', '--loglevel', 'warning'];
}

async function launch(port: number, settings: string[]): Promise<ChildProcess> {
  const child = spawn(PROGRAM, settings, { stdio: 'ignore' });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error(`${PROGRAM} ended with code ${child.exitCode}`);
    await sleep(10);
  }
  return child;
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.end('PING\r\n'));
    socket.once('data', () => resolve(true)).once('error', () => resolve(false));
  });
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}
