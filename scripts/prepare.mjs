/**
 * npm's `prepare`: builds after `npm ci`. An installation without development dependencies cannot build. It
 * contains `dist` already, so nothing is done.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const TOOLS = ['@prisma/client-generator-ts', 'typescript7', 'vite', '@graphql-codegen/core'];

if (TOOLS.every((name) => existsSync(new URL(`../node_modules/${name}/package.json`, import.meta.url)))) {
  const { status } = spawnSync('npm', ['run', 'build'], { stdio: 'inherit', shell: true });
  process.exitCode = status ?? 1;
} else if (!existsSync(new URL('../dist/server.js', import.meta.url)))
  process.stdout.write(
    'Not built: the development dependencies are missing. Build with them (npm ci), then remove them (npm prune --omit=dev).\n',
  );
