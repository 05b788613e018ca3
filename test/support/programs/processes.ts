/**
 * Callboard's programs as real processes, for tests that kill, stop and starve them. None outlives the test
 * process.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ROOT } from './build-once.js';
import { buildPrograms } from './build-programs.js';

export type ProgramName = 'worker' | 'server' | 'dev' | 'migrate';

export type LogLine = Record<string, unknown> & { level: string; event: string; message?: string };

export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

export interface Program {
  pid: number;
  /** The lines of its JSON log so far. */
  lines: LogLine[];
  /** Its output so far, on stdout and stderr. */
  output(): string;
  /**
   * The first line of this event that `matches`, past or future. If the process ends without one, rejects
   * with all output.
   */
  logged(event: string, matches?: (line: LogLine) => boolean): Promise<LogLine>;
  /** The same for any text in the output. */
  printed(pattern: RegExp): Promise<RegExpExecArray>;
  exited: Promise<Exit>;
  signal(signal: NodeJS.Signals): void;
  /** Sends SIGKILL and waits for the end. */
  kill(): Promise<Exit>;
}

/** Longer than any wait in a healthy run. What has not happened by then will never happen. */
const PATIENCE_MS = 120_000;
/** For every program that these tests start: agents on loopback, any free port. */
const SETTINGS = {
  CALLBOARD_SECRET_KEY: randomBytes(32).toString('base64'),
  CALLBOARD_EGRESS_ALLOW: '127.0.0.0/8',
  HOST: '127.0.0.1',
  PORT: '0',
  WORKER_PORT: '0',
};

const living = new Set<ChildProcess>();
process.once('exit', killAll);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    killAll();
    process.kill(process.pid, signal);
  });
}

function killAll(): void {
  for (const child of living) child.kill('SIGKILL');
}

/** Kills all programs that a test left running; for `afterEach`. */
export async function killPrograms(): Promise<void> {
  const ends = [...living].map((child) => once(child, 'exit'));
  killAll();
  await Promise.all(ends);
}

/**
 * Starts `dist/<name>.js` with these settings only, without the environment of this process. `undefined`
 * unsets one.
 *
 * @param home where Callboard is installed; default: this repository, as built now
 */
export async function startProgram(
  name: ProgramName,
  settings: Record<string, string | undefined>,
  home?: string,
): Promise<Program> {
  if (home === undefined) await buildPrograms();
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, ...SETTINGS, ...settings };
  const child = spawn(process.execPath, [join('dist', `${name}.js`)], {
    cwd: home ?? ROOT,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  living.add(child);
  return own(child);
}

/** A worker that holds its lease and claims work. */
export async function startWorker(settings: Record<string, string | undefined>): Promise<Program> {
  const worker = await startProgram('worker', settings);
  await worker.logged('worker.ready');
  return worker;
}

function own(child: ChildProcess): Program {
  const lines: LogLine[] = [];
  let output = '';
  const watchers = new Set<() => void>();
  const notify = () => {
    for (const watcher of [...watchers]) watcher();
  };
  if (!child.stdout || !child.stderr) throw new Error('started without pipes');
  createInterface({ input: child.stdout }).on('line', (line) => {
    output += `${line}\n`;
    // A killed process may leave an incomplete last line.
    if (line.startsWith('{') && line.endsWith('}')) lines.push(JSON.parse(line));
    notify();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk.toString('utf8');
    notify();
  });
  let ended = false;
  // 'close' rather than 'exit': all output has been read by then.
  const exited = once(child, 'close').then(([code, signal]) => {
    ended = true;
    living.delete(child);
    notify();
    return { code, signal } as Exit;
  });

  function seen<T>(what: string, look: () => T | undefined | null): Promise<T> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => fail(`did not come within ${PATIENCE_MS} ms`), PATIENCE_MS);
      const fail = (why: string) => {
        watchers.delete(check);
        clearTimeout(timer);
        reject(new Error(`${what} ${why}; the process printed:\n${output.slice(-4_000)}`));
      };
      function check(): void {
        const found = look();
        if (found !== undefined && found !== null) {
          watchers.delete(check);
          clearTimeout(timer);
          resolve(found);
        } else if (ended) fail('did not come before the process ended');
      }
      watchers.add(check);
      check();
    });
  }

  return {
    pid: child.pid ?? 0,
    lines,
    output: () => output,
    logged: (event, matches = () => true) =>
      seen(event, () => lines.find((line) => line.event === event && matches(line))),
    printed: (pattern) => seen(String(pattern), () => pattern.exec(output)),
    exited,
    signal: (signal) => void child.kill(signal),
    kill() {
      child.kill('SIGKILL');
      return exited;
    },
  };
}
