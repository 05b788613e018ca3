import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buildOnce, ROOT } from './build-once.js';

const OUTPUT = join(ROOT, 'dist/worker.js');

let building: Promise<void> | undefined;

/** Whether there is something to start, fresh or not. */
export function isBuilt(): boolean {
  return existsSync(OUTPUT);
}

/** Compiles `src` into `dist` when something changed since that was done last. */
export function buildPrograms(): Promise<void> {
  building ??= buildOnce({
    name: 'callboard-build',
    output: OUTPUT,
    sources: 'src',
    command: [join(ROOT, 'node_modules/typescript7/bin/tsc'), '-p', 'tsconfig.build.json'],
  });
  return building;
}
