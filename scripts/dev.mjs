/**
 * `npm run dev`: compiles the sources on change, restarts server and worker (`node --watch`), and serves the admin with hot
 * reload (Vite). Ctrl-C stops everything. Settings are those of `npm start`; ADMIN_PORT is the port of the admin (5173).
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const TSC = ['node_modules/typescript7/bin/tsc', '-p', 'tsconfig.build.json'];
const adminPort = process.env.ADMIN_PORT || '5173';

const children = new Set();
let stopping = false;

function run(command, stdout = 'inherit') {
  const child = spawn(process.execPath, command, { cwd: ROOT, stdio: ['inherit', stdout, 'inherit'] });
  children.add(child);
  child.once('exit', () => children.delete(child));
  return child;
}

/** A process that runs until it is stopped. If it ends unexpectedly, everything ends. */
function keepRunning(command, stdout) {
  const child = run(command, stdout);
  child.once('exit', (code) => stop('SIGTERM', code ?? 1));
  return child;
}

/** @param signal undefined: the terminal has already sent it to the children */
function stop(signal, code) {
  if (stopping) return;
  stopping = true;
  process.exitCode = code;
  if (signal) for (const child of children) child.kill(signal);
}

process.on('SIGINT', () => stop(undefined, 130));
process.on('SIGTERM', () => stop('SIGTERM', 143));

if (!existsSync(new URL('../src/db/generated', import.meta.url)))
  await once(run(['scripts/generate-client.mjs']), 'exit');

// Before Vite, which needs what this writes.
const OPERATIONS = 'scripts/operation-types.mjs';
await once(run([OPERATIONS]), 'exit');
keepRunning([OPERATIONS, '--watch']);

const compiler = keepRunning([...TSC, '--watch', '--preserveWatchOutput'], 'pipe');
let compiled = false;
compiler.stdout.on('data', (chunk) => {
  process.stdout.write(chunk);
  if (compiled || stopping || !String(chunk).includes('Watching for file changes')) return;
  compiled = true; // dist is written even if there are type errors
  keepRunning(['--watch-path=dist', '--watch-preserve-output', 'dist/dev.js']);
  keepRunning([
    'node_modules/vite/bin/vite.js',
    'admin',
    '--host',
    '127.0.0.1',
    '--port',
    adminPort,
    '--strictPort',
  ]);
});
