import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buildOnce, ROOT } from './build-once.js';

const OUTPUT = join(ROOT, 'dist/worker.js');

let building: Promise<void> | undefined;

/** Whether there is a build, even an outdated one. */
export function isBuilt(): boolean {
  return existsSync(OUTPUT);
}

/** Compiles `src` into `dist` if it has changed since the last build. */
export function buildPrograms(): Promise<void> {
  building ??= buildOnce({
    name: 'callboard-build',
    output: OUTPUT,
    sources: 'src',
    command: ['scripts/compile.mjs'],
  });
  return building;
}
