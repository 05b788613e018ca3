/**
 * The Dockerfile without Docker: each stage is a folder, COPY copies and RUN runs there. The content of the
 * last stage must run as in the image.
 */
import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { ROOT } from '../support/programs/build-once.js';
import { runsSchedules } from './runs-schedules.js';

/** What a fresh machine downloads is not asked for again, and `npm run audit` checks the packages. */
const NPM = { npm_config_prefer_offline: 'true', npm_config_audit: 'false', npm_config_fund: 'false' };

interface Step {
  instruction: string;
  args: string;
}

let folder: string;
let steps: Step[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'callboard-test-'));
  const text = await readFile(join(ROOT, 'Dockerfile'), 'utf8');
  steps = text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ instruction: line.split(' ')[0] ?? '', args: line.slice(line.indexOf(' ') + 1) }));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('its steps build an image that runs schedules', { timeout: 600_000 }, async () => {
  const ignored = (await readFile(join(ROOT, '.dockerignore'), 'utf8')).trim().split('\n');
  let stage = '';
  for (const { instruction, args } of steps) {
    if (instruction === 'FROM') {
      stage = join(folder, / AS (\w+)$/.exec(args)?.[1] ?? 'image');
      await mkdir(stage);
    } else if (args === 'npm ci --ignore-scripts') {
      // This checkout was installed from the same lock file. To unpack everything once more takes minutes.
      await symlink(join(ROOT, 'node_modules'), join(stage, 'node_modules'));
    } else if (instruction === 'RUN') {
      const env = { ...process.env, ...NPM };
      const { status, stdout, stderr } = spawnSync(args, { cwd: stage, env, shell: true, encoding: 'utf8' });
      expect(status, `${args}:\n${stdout}\n${stderr}`).toBe(0);
    } else if (instruction === 'COPY') await copy(args, stage, ignored);
  }
  await runsSchedules(stage);
});

test('it runs without root, uses the stop signal of the programs, and has a health check', () => {
  const argumentOf = (name: string) => steps.findLast(({ instruction }) => instruction === name)?.args;
  expect(argumentOf('USER')).toBe('node');
  expect(argumentOf('STOPSIGNAL')).toBe('SIGTERM');
  expect(argumentOf('HEALTHCHECK')).toContain('/healthz');
});

test('compose.yaml starts the programs of the image after the migration', async () => {
  const { services } = parse(await readFile(join(ROOT, 'compose.yaml'), 'utf8'), { merge: true });
  expect(Object.keys(services)).toEqual(['postgres', 'valkey', 'migrate', 'server', 'worker']);
  for (const name of ['server', 'worker'] as const)
    expect(services[name].depends_on.migrate).toEqual({ condition: 'service_completed_successfully' });
  expect(services.worker.deploy.replicas).toBe(2);
});

/** `COPY [--from=stage] source… target`, below the working directory. */
async function copy(args: string, stage: string, ignored: readonly string[]): Promise<void> {
  const words = args.split(' ');
  const from = words[0]?.startsWith('--from=') ? join(folder, words.shift()?.slice(7) ?? '') : undefined;
  const target = words.pop() ?? '.';
  for (const word of words) {
    const source = join(from ?? ROOT, word.replace(/^\/app\//, ''));
    const into =
      words.length > 1 || (target.endsWith('/') && word !== '.')
        ? join(stage, target, basename(source))
        : join(stage, target);
    const filter = (path: string) => from !== undefined || !isIgnored(relative(ROOT, path), ignored);
    await cp(source, into, { recursive: true, filter, verbatimSymlinks: true });
  }
}

function isIgnored(path: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) =>
    pattern.startsWith('**/') ? path.split('/').includes(pattern.slice(3)) : path === pattern,
  );
}
