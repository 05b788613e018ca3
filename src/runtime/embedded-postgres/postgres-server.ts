/** The server process of the embedded cluster: start, readiness, end. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { codeOf, isSqlState } from '../database/sqlstate.js';
import type { Logger } from '../telemetry/logger.js';
import type { PostgresBinaries } from './postgres-binaries.js';
import type { PostgresHome } from './postgres-home.js';
import { identifyProcess } from './process-identity.js';

/**
 * Recovery after a crash may take long. A server that neither answers nor ends is given up after this time.
 */
const START_LIMIT_MS = 120_000;
const STOP_STAGES = [
  { signal: 'SIGINT', limitMs: 10_000 }, // "fast": open transactions are rolled back, a checkpoint is written
  { signal: 'SIGQUIT', limitMs: 5_000 }, // "immediate": the next start recovers from the log
  { signal: 'SIGKILL', limitMs: 5_000 },
] as const;

/**
 * Ends a server whose owner was killed. Checks the process, because the number in the pid file may belong to
 * another one now.
 */
export async function stopOrphan(directory: string, logger: Logger): Promise<void> {
  const file = join(directory, 'data', 'postmaster.pid');
  const pid = Number((await readFile(file, 'utf8').catch(() => '')).split('\n')[0]);
  const found = await identifyProcess(pid);
  if (found === undefined) return;
  if (!found.command.includes(join(directory, 'data'))) return rm(file, { force: true });
  logger.warn('postgres.orphan_stopped', { pid }, 'Stopping a PostgreSQL left running by an earlier start');
  for (const { signal, limitMs } of STOP_STAGES) {
    process.kill(pid, signal);
    for (const end = performance.now() + limitMs; performance.now() < end; await sleep(20)) {
      if ((await identifyProcess(pid)) === undefined) return;
    }
  }
}

/**
 * Detached, with its output in `logFile`: see embedded-postgres.ts. If it cannot be spawned, the child has no
 * `pid`.
 */
export async function spawnServer(
  home: PostgresHome,
  binaries: PostgresBinaries,
  logFile: string,
  settings: Record<string, string>,
): Promise<ChildProcess> {
  const log = await open(logFile, 'w', 0o600);
  try {
    return spawn(
      binaries.postgres,
      [
        '-D',
        join(home.directory, 'data'),
        ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
      ],
      {
        ...home.account,
        env: binaries.env,
        cwd: home.directory,
        detached: true,
        windowsHide: true,
        stdio: ['ignore', log.fd, log.fd],
      },
    ).on('error', () => {}); // reported by `exitCode` and the log
  } finally {
    await log.close();
  }
}

/** Whether the server accepts connections, rather than having ended. */
export async function becomesReady(child: ChildProcess, url: string): Promise<boolean> {
  for (const end = performance.now() + START_LIMIT_MS; performance.now() < end; await sleep(15)) {
    if (child.pid === undefined || hasEnded(child)) return false;
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
    client.on('error', () => {});
    try {
      await client.connect();
      return true;
    } catch (error) {
      // Refused, or "the database system is starting up". Any other error would not disappear by waiting.
      const isStarting = ['ECONNREFUSED', 'ECONNRESET'].includes(codeOf(error));
      if (!isStarting && !isSqlState(error, 'startingUp')) {
        await terminate(child);
        throw error;
      }
    } finally {
      await client.end().catch(() => {});
    }
  }
  await terminate(child);
  return false;
}

/** Asks the server to end, with increasing force. */
export async function terminate(child: ChildProcess): Promise<void> {
  for (const { signal, limitMs } of STOP_STAGES) {
    if (child.pid === undefined || hasEnded(child)) return;
    const ended = once(child, 'exit', { signal: AbortSignal.timeout(limitMs) }).then(
      () => true,
      () => false,
    );
    child.kill(signal);
    if (await ended) return;
  }
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}
