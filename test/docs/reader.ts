/**
 * A reader who follows a document: runs each of its code blocks as printed, in terminals, in a clone of
 * Callboard.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, copyFile, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { findFreePort } from '../../src/runtime/free-port.js';
import { ROOT } from '../support/programs/build-once.js';
import { buildPrograms } from '../support/programs/build-programs.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

interface Block {
  language: string;
  code: string;
}

/** What the clone contains of this repository. */
const CLONED = ['dist', 'node_modules', 'packages', 'sdk', 'templates', 'prisma', 'examples'];
const PATIENCE_MS = 150_000;
const END = '<<end of block>>';

/** Callboard in a clone, started as `npm start` does. Several readers can share it. */
export interface StartedClone {
  folder: string;
  /** Readers create folders here. */
  parent: string;
  port: number;
  /** Stops Callboard and removes everything. */
  end(): Promise<void>;
}

export interface Reader {
  clone: string;
  parent: string;
  /** Takes the next block of the document, which must be in this language and start like this. */
  next(language: string, beginning: string | RegExp): string;
  /** Runs the next block in the second terminal, which is in the clone. Every command must succeed. */
  run(beginning: string, expected?: RegExp): Promise<string>;
  /** Runs a block that was taken before. */
  type(code: string): Promise<string>;
  /** Starts a command that keeps running, and waits until it has printed what is expected. */
  start(code: string, cwd: string, expected: RegExp, env?: NodeJS.ProcessEnv): Promise<ChildProcess>;
  /** Saves the next block. */
  save(language: string, file: string): Promise<void>;
  /** The next block is output, which starts like this. */
  shown(beginning: string): string;
  /** Asserts that no block is left. */
  end(): void;
  /** The address that the document calls 127.0.0.1 with this port. */
  portOf(documented: number): number;
}

/** `npm ci` of the documents has built the clone. */
export async function startClone(): Promise<StartedClone> {
  await buildPrograms();
  const parent = await mkdtemp(join(tmpdir(), 'callboard-test-'));
  await chmod(parent, 0o755); // PostgreSQL of root runs as another user
  const folder = join(parent, 'callboard');
  await mkdir(folder);
  for (const name of CLONED) await symlink(join(ROOT, name), join(folder, name));
  await copyFile(join(ROOT, 'package.json'), join(folder, 'package.json'));
  const port = await findFreePort();
  const child = spawnShell('npm start', folder, {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    PORT: String(port),
    WORKER_PORT: '0',
  });
  const end = async () => {
    await endProcess(child);
    await rm(parent, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  };
  try {
    await untilPrinted(child, /Callboard is running[\s\S]*Ctrl-C finishes/, 'npm start');
  } catch (error) {
    await end();
    throw error;
  }
  return { folder, parent, port, end };
}

/**
 * Starts to read a document. If its first block starts Callboard, that is done.
 *
 * @param ports the ports of the document; each is replaced by a free one, so that tests can run side by side
 * @param known ports that are replaced by a given one
 */
export async function openDocument(
  path: string,
  { folder: clone, parent, port }: StartedClone,
  ports: number[],
  known: Record<number, number> = {},
): Promise<Reader> {
  const actual = new Map(Object.entries({ 4000: port, ...known }).map(([from, to]) => [Number(from), to]));
  for (const documented of ports) actual.set(documented, await findFreePort());
  const adapt = (text: string) =>
    text.replaceAll(/\b(\d{4})\b/g, (found) => String(actual.get(Number(found)) ?? found));
  const blocks = blocksOf(await readFile(join(ROOT, path), 'utf8'));
  // What one reader stores at home must not help another.
  const home = await temporaryDirectory();
  const env = { PATH: process.env.PATH, HOME: home, PORT: String(port) };
  const terminal = openTerminal(clone, env);

  function next(language: string, beginning: string | RegExp): string {
    const block = blocks.shift();
    expect(block, `${path} has no more blocks`).toBeDefined();
    expect(block?.language, block?.code).toBe(language);
    const matches =
      typeof beginning === 'string' ? block?.code.startsWith(beginning) : beginning.test(block?.code ?? '');
    expect(matches, `expected ${beginning}, found:\n${block?.code}`).toBe(true);
    return adapt(block?.code ?? '');
  }

  if (blocks[0]?.code.startsWith('npm ci && npm start')) next('sh', 'npm ci && npm start\n');
  return {
    clone,
    parent,
    next,
    async run(beginning, expected = /(?:)/) {
      const output = await terminal(next('sh', beginning));
      expect(output).toMatch(expected);
      return output;
    },
    type: terminal,
    // Agents read PORT too, so only Callboard's own commands get Callboard's port.
    start: (code, cwd, expected, more = {}) =>
      startCommand(code, cwd, expected, { PATH: env.PATH, HOME: home, ...more }),
    async save(language, file) {
      await writeFile(file, next(language, /./));
    },
    shown: (beginning) => next('', beginning),
    end: () => expect(blocks).toEqual([]),
    portOf: (documented) => actual.get(documented) ?? documented,
  };
}

function blocksOf(text: string): Block[] {
  return [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(([, language = '', code = '']) => ({
    language,
    code,
  }));
}

/** A shell that keeps its functions and variables from one block to the next. */
function openTerminal(cwd: string, env: NodeJS.ProcessEnv): (code: string) => Promise<string> {
  const shell = spawn('bash', ['-s'], { cwd, env, stdio: ['pipe', 'pipe', 'pipe'], detached: true });
  endWithTest(shell);
  let output = '';
  let look = () => {};
  for (const stream of [shell.stdout, shell.stderr])
    stream?.on('data', (chunk: Buffer) => {
      output += chunk;
      look();
    });
  return async (code) => {
    output = '';
    const ended = new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`does not end:\n${code}\n${output}`)), PATIENCE_MS);
      look = () => {
        if (!output.includes(END)) return;
        clearTimeout(timer);
        resolve();
      };
    });
    // Each command must succeed; otherwise failures before the last one would go unnoticed.
    const checked = `failed=; trap 'failed="$failed $BASH_COMMAND"' ERR\n${code}\ntrap - ERR; echo "${END}$failed"\n`;
    shell.stdin?.write(checked);
    await ended;
    const [printed = '', failed = ''] = output.split(END);
    expect(failed.trim(), printed).toBe('');
    return printed;
  };
}

async function startCommand(
  code: string,
  cwd: string,
  expected: RegExp,
  env: NodeJS.ProcessEnv,
): Promise<ChildProcess> {
  const child = spawnShell(code, cwd, env);
  endWithTest(child);
  await untilPrinted(child, expected, code);
  return child;
}

function spawnShell(code: string, cwd: string, env: NodeJS.ProcessEnv): ChildProcess {
  return spawn('bash', ['-c', code], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
}

async function untilPrinted(child: ChildProcess, expected: RegExp, code: string): Promise<void> {
  let output = '';
  await new Promise<void>((resolve, reject) => {
    const fail = () => reject(new Error(`${code}\nprinted:\n${output}`));
    const timer = setTimeout(fail, PATIENCE_MS);
    child.once('exit', fail);
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => {
        output += chunk;
        if (!expected.test(output)) return;
        clearTimeout(timer);
        resolve();
      });
  });
}

/** Ends a shell and what it started: first as Ctrl-C does, so that an embedded PostgreSQL is stopped. */
function endWithTest(child: ChildProcess): void {
  onTestFinished(() => endProcess(child), PATIENCE_MS);
}

export async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const ended = once(child, 'exit');
  process.kill(-child.pid, 'SIGINT');
  child.stdin?.end();
  const timer = setTimeout(() => process.kill(-Number(child.pid), 'SIGKILL'), 20_000);
  await ended;
  clearTimeout(timer);
}
