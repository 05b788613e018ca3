/**
 * Runs scripts of package.json side by side, as many at a time as there are cores, and prints what each wrote when it has ended. Fails if
 * one of them fails, after all have ended.
 *
 *   node scripts/run-at-once.mjs typecheck lint
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';

const waiting = process.argv.slice(2);
const failed = [];

async function runNext() {
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    const child = spawn(`npm run ${name} 2>&1`, { shell: true, stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
    const [code] = await once(child, 'close');
    process.stdout.write(output);
    if (code !== 0) failed.push(name);
  }
}

await Promise.all(Array.from({ length: availableParallelism() }, runNext));
if (failed.length > 0) {
  process.stderr.write(`Failed: ${failed.join(', ')}\n`);
  process.exitCode = 1;
}
