/** Child processes, none of which outlives this one, and the CPU time they use. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { atEnd } from './cleanup.mjs';

const living = new Set();
process.once('exit', () => {
  for (const child of living) child.kill('SIGKILL');
});

/** Starts `node <script>`. Its output is kept for the error if it ends unexpectedly. */
export function startNode(script, { env = {}, args = [], ipc = false } = {}) {
  const child = spawn(process.execPath, [...args, script], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'pipe', ...(ipc ? ['ipc'] : [])],
  });
  living.add(child);
  let output = '';
  const watchers = new Set();
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output = (output + chunk).slice(-20_000);
      for (const watcher of watchers) watcher();
    });
  let stopping = false;
  const ended = once(child, 'exit').then(([code, signal]) => {
    living.delete(child);
    if (!stopping && code !== 0)
      console.error(`${script} ended (${signal ?? code}):\n${output.slice(-3_000)}`);
    for (const watcher of watchers) watcher();
  });
  const stop = atEnd(async () => {
    stopping = true;
    child.kill('SIGKILL');
    await ended;
  });
  return {
    pid: child.pid,
    child,
    stop,
    output: () => output,
    /** Resolves with the match once the process has printed it. */
    printed: (pattern, limitMs = 60_000) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(
          () => finish(reject, new Error(`${script} did not print ${pattern}:\n${output}`)),
          limitMs,
        );
        const finish = (settle, value) => {
          clearTimeout(timer);
          watchers.delete(look);
          settle(value);
        };
        const look = () => {
          const match = pattern.exec(output);
          if (match) finish(resolve, match);
          else if (!living.has(child)) finish(reject, new Error(`${script} ended:\n${output}`));
        };
        watchers.add(look);
        look();
      }),
  };
}

/**
 * Starts a module in a process of its own, and calls its functions: `const answer = await peer.call('jobs', {
 * … })`.
 */
export async function startModule(url, options = {}) {
  const started = startNode(fileURLToPath(new URL('./module-host.mjs', import.meta.url)), {
    ...options,
    env: { BENCH_MODULE: String(url), ...options.env },
    ipc: true,
  });
  let next = 0;
  const waiting = new Map();
  started.child.on('message', ({ id, value, error }) => {
    const call = waiting.get(id);
    waiting.delete(id);
    if (error) call?.reject(new Error(`${url}: ${error}`));
    else call?.resolve(value);
  });
  started.child.on('error', () => {}); // each call rejects
  started.child.on('exit', () => {
    for (const { reject } of waiting.values()) reject(new Error(`${url} ended`));
  });
  return {
    ...started,
    call: (name, params = {}) =>
      new Promise((resolve, reject) => {
        next += 1;
        waiting.set(next, { resolve, reject });
        started.child.send({ id: next, name, params }, (error) => error && reject(error));
      }),
  };
}

/** Milliseconds of CPU time that a process has used, with all its threads. NaN on systems without /proc. */
export function cpuOf(pid, { children = false } = {}) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [user, system, childUser, childSystem] = fields.slice(11, 15).map(Number);
    const own = (user + system + (children ? childUser + childSystem : 0)) * 10;
    if (!children) return own;
    const pids = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
    return pids.reduce((sum, child) => sum + (cpuOf(child) || 0), own);
  } catch {
    return Number.NaN;
  }
}

/** The peak memory of a process so far, in MiB. */
export function peakMemoryOf(pid) {
  const match = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(match?.[1]) / 1024;
}
