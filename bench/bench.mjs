/**
 * Entry point of `npm run bench`: installs the packages that only the benchmark needs, and builds the
 * programs it measures.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));

function run(command, args, cwd) {
  const { status } = spawnSync(command, args, { cwd, stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) process.exit(status ?? 1);
}

if (!existsSync(`${here}node_modules/.package-lock.json`))
  run('npm', ['ci', '--no-audit', '--no-fund'], here);
run('npm', ['run', '--silent', 'compile'], `${here}..`);
await import('./run.mjs');
