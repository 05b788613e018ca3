/** Starts the examples as a reader would: real processes, from the files in `examples/`. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ts from 'typescript';
import { onTestFinished } from 'vitest';
import { findFreePort } from '../../src/runtime/free-port.js';
import { installAgentKit } from '../support/agent-kit.js';
import { ROOT } from '../support/programs/build-once.js';

type Settings = Record<string, string>;

/** The Python kit without an installation. */
export const PYTHON_KIT = {
  PYTHONPATH: join(ROOT, 'sdk/python/src'),
  // No __pycache__ between the sources.
  PYTHONDONTWRITEBYTECODE: '1',
};

/** The TypeScript examples run as they are from Node 22.18 on; here they are stripped of their types first. */
export async function startTypeScriptAgent(path: string, settings: Settings = {}): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'callboard-example-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  const { outputText } = ts.transpileModule(await readFile(path, 'utf8'), {
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
  });
  await installAgentKit(directory);
  const script = join(directory, 'agent.mjs');
  await writeFile(script, outputText);
  return startAgent(process.execPath, [script], settings);
}

/** @returns the agent's URL, once it says that it listens; it is ended with the test */
export async function startAgent(command: string, args: string[], settings: Settings = {}): Promise<string> {
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    const port = await findFreePort();
    const child = spawn(command, args, {
      env: { ...process.env, ...settings, PORT: String(port) },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => end(child));
    const line = await Promise.race([once(child.stdout, 'data'), once(child, 'exit').then(() => undefined)]);
    child.stdout.resume();
    if (line) return `http://127.0.0.1:${port}/`;
    // Somebody else took the port in between: another one.
  }
  throw new Error(`${command} ${args.join(' ')} does not start`);
}

/** Whether an example can run here; where not that is said in one line, and an error with CALLBOARD_REQUIRE_ALL=1. */
export function programsAvailable(suite: string, ...programs: [name: string, ...args: string[]][]): boolean {
  const missing = programs
    .filter(([name, ...args]) => spawnSync(name, args).status !== 0)
    .map(([name]) => name);
  if (missing.length === 0) return true;
  const message = `SKIPPED, ${missing.join(' and ')} not found: ${suite}`;
  if (process.env.CALLBOARD_REQUIRE_ALL === '1') throw new Error(message);
  console.warn(`\n*** ${message} ***\n`);
  return false;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}
