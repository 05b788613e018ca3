/**
 * A Redis as one runs it for a queue: with an append-only file that is synced every second, which is its
 * default. PostgreSQL waits for the disk at each commit.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { cpuOf } from './children.mjs';
import { atEnd } from './cleanup.mjs';

export async function startRedis() {
  const directory = await mkdtemp(join(tmpdir(), 'callboard-bench-redis-'));
  const port = await freePort();
  const child = spawn(
    'redis-server',
    [
      '--port',
      port,
      '--bind',
      '127.0.0.1',
      '--dir',
      directory,
      '--save',
      '',
      '--appendonly',
      'yes',
      '--maxmemory-policy',
      'noeviction',
    ],
    { stdio: 'ignore' },
  );
  const ended = new Promise((resolve) => child.once('exit', resolve)); // Ctrl-C ends it too
  const failed = once(child, 'error').then(([error]) => {
    throw new Error(`redis-server does not start: ${error.message}`);
  });
  process.once('exit', () => child.kill('SIGKILL'));
  const url = `redis://127.0.0.1:${port}`;
  const client = new Redis(url, { maxRetriesPerRequest: null, retryStrategy: () => 50 });
  client.on('error', () => {});
  await Promise.race([client.ping(), failed]);
  const version = /redis_version:(\S+)/.exec(await client.info('server'))?.[1];
  atEnd(async () => {
    client.disconnect();
    child.kill('SIGKILL');
    await ended;
    await rm(directory, { recursive: true, force: true });
  });
  return { url, version, cpu: () => cpuOf(child.pid), empty: () => client.flushall() };
}

export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}
