/** `npm run docs`: builds the documentation into site/dist. Installs what the build needs if it is missing. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const site = fileURLToPath(new URL('../site/', import.meta.url));

function run(command) {
  const { status } = spawnSync(command, { cwd: site, stdio: 'inherit', shell: true });
  if (status !== 0) process.exit(status ?? 1);
}

if (!existsSync(`${site}node_modules/vitepress/package.json`)) run('npm ci');
run('npm run build');
