/**
 * Runs tests under each Node.js that Callboard supports. The programs come from npm's package `node`.
 *
 *   npm run test:node                             under all of them
 *   npm run test:node -- 22 test/http test/queue  some tests under one
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const VERSIONS = ['20.19', '22', '24'];
/**
 * The suites that depend on Node.js most (processes, sockets, streams, TLS, time zones), and the ones that
 * start whole programs.
 */
const SUITES = [
  ...['test/config', 'test/runtime', 'test/http', 'test/queue', 'test/domain/schedule', 'test/schema/server'],
  ...['test/engine/dispatch/dispatch.test.ts', 'test/engine/pipelines/pipelines.test.ts'],
  ...[
    'events/graphql-subscriptions',
    'server/admin-server',
    'server/graphql',
    'server/graphql-server-process',
    'system/first-run',
    'webhooks/webhooks',
  ].map((name) => `test/e2e/${name}.test.ts`),
  ...['worker-killed', 'webhook-restart'].map((name) => `test/faults/${name}.test.ts`),
];

const root = fileURLToPath(new URL('..', import.meta.url));
const wanted = process.argv.slice(2).filter((word) => /^\d+(\.\d+)*$/.test(word));
const paths = process.argv.slice(2).filter((word) => !wanted.includes(word));

const results = (wanted.length > 0 ? wanted : VERSIONS).map((version) => {
  const bin = install(version);
  const node = join(bin, 'node');
  const actual = spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim();
  process.stdout.write(`\nNode.js ${actual}\n`);
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const { status } = spawnSync(node, [vitest, 'run', ...(paths.length > 0 ? paths : SUITES)], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}` },
  });
  return { actual, passed: status === 0 };
});

for (const { actual, passed } of results)
  process.stdout.write(`${passed ? 'passed' : 'FAILED'}  ${actual}\n`);
process.exitCode = results.every(({ passed }) => passed) ? 0 : 1;

/** Installs this version outside of the project's own packages. @returns the path of its program */
function install(version) {
  const folder = join(root, 'node_modules/.cache/node', version);
  const bin = join(folder, 'node_modules/node/bin');
  if (!existsSync(join(bin, 'node'))) {
    mkdirSync(folder, { recursive: true });
    const args = ['install', '--no-save', '--no-audit', '--no-fund', '--prefix', folder, `node@${version}`];
    const { status } = spawnSync('npm', args, { stdio: 'inherit', cwd: folder });
    if (status !== 0) throw new Error(`node@${version} could not be installed`);
  }
  return bin;
}
