import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Component } from '../runtime/lifecycle.js';
import { StartupError } from '../runtime/startup-error.js';

export interface ChildProcessOptions {
  /** Name for people: `server`, `worker`. */
  name: string;
  /** File of the program, as a URL. */
  script: URL;
  /** The whole environment. Called on start. */
  env: () => NodeJS.ProcessEnv;
  /** URL that answers 200 as soon as the process can work. Called on start. */
  readyUrl: () => string;
  /** Called if the process ends without having been asked to, after it was ready. */
  onExit: (reason: string) => void;
}

const READY_LIMIT_MS = 60_000;

/**
 * Runs one of our programs as a process: started means ready, stopped means drained. It has its own process
 * group, so that Ctrl-C in a terminal reaches only us and we decide the order of stopping. If we are killed,
 * it ends by itself.
 */
export function createChildProcess(options: ChildProcessOptions): Component {
  const { name, script, env, readyUrl, onExit } = options;
  let child: ChildProcess | undefined;
  let stopping = false;

  return {
    async start() {
      child = spawn(
        process.execPath,
        [
          '--enable-source-maps',
          '--import',
          new URL('./follow-parent.mjs', import.meta.url).href,
          fileURLToPath(script),
        ],
        { env: env(), stdio: ['ignore', 'inherit', 'inherit', 'ipc'], detached: true, windowsHide: true },
      );
      const exited = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
      const ready = new AbortController();
      try {
        await Promise.race([
          untilReady(readyUrl(), ready.signal),
          exited.then(([code, signal]) => {
            throw new StartupError(
              `the ${name} did not start (${signal ?? `code ${code}`}): see its output above`,
            );
          }),
        ]);
      } catch (error) {
        child.kill('SIGKILL');
        throw error;
      } finally {
        ready.abort();
      }
      exited.then(([code, signal]) => {
        if (!stopping) onExit(`the ${name} ended unexpectedly (${signal ?? `code ${code}`})`);
      });
    },

    async stop(deadline) {
      stopping = true;
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      const cut = () => child?.kill('SIGKILL');
      deadline.addEventListener('abort', cut, { once: true });
      child.kill('SIGTERM');
      await exited;
      deadline.removeEventListener('abort', cut);
    },
  };
}

async function untilReady(url: string, signal: AbortSignal): Promise<void> {
  for (const end = performance.now() + READY_LIMIT_MS; performance.now() < end && !signal.aborted; ) {
    const answer = await fetch(url, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined);
    if (answer?.ok) return;
    await sleep(50, undefined, { signal }).catch(() => {});
  }
  throw new StartupError(`${url} was not ready within ${READY_LIMIT_MS / 1_000} s`);
}
