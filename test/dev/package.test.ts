/**
 * The package as an operator installs it: packed, installed into an empty folder without development
 * dependencies, and started.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROOT } from '../support/programs/build-once.js';
import { buildPrograms } from '../support/programs/build-programs.js';
import { runsSchedules } from './runs-schedules.js';

const run = promisify(execFile);
const MEBIBYTE = 2 ** 20;

let folder: string;

beforeAll(async () => {
  await buildPrograms();
  folder = await mkdtemp(join(tmpdir(), 'callboard-test-'));
  const pack = ['pack', '--ignore-scripts', '--pack-destination', folder, '--json'];
  const [packed] = JSON.parse((await run('npm', pack, { cwd: ROOT })).stdout);
  await writeFile(join(folder, 'package.json'), '{ "private": true }');
  const install = ['install', join(folder, packed.filename), '--omit=dev', '--omit=optional'];
  await run('npm', [...install, '--prefer-offline', '--no-audit', '--no-fund'], { cwd: folder });
}, 300_000);
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

test('the installed package needs at most 150 MB and 250 packages', async () => {
  const { stdout } = await run('npm', ['ls', '--all', '--parseable'], { cwd: folder });
  expect(stdout.trim().split('\n').length).toBeLessThanOrEqual(250);
  expect((await bytesOf(join(folder, 'node_modules'))) / MEBIBYTE).toBeLessThanOrEqual(150);
});

test('the checkout, with what it is built and tested with, needs no more than 500 MB', async () => {
  const packages = (await readdir(join(ROOT, 'node_modules'))).filter((name) => !name.startsWith('.'));
  const sizes = await Promise.all(packages.map((name) => bytesOf(join(ROOT, 'node_modules', name))));
  expect(sizes.reduce((sum, size) => sum + size, 0) / MEBIBYTE).toBeLessThanOrEqual(500);
});

test('it installs the command line', async () => {
  const { stdout } = await run(join(folder, 'node_modules/.bin/callboard'), ['--version'], { cwd: folder });
  expect(stdout).toMatch(/^\d+\.\d+\.\d+/);
});

test('it migrates an empty database, starts a server and a worker, and runs a schedule', () =>
  runsSchedules(join(folder, 'node_modules/callboard')));

async function bytesOf(directory: string): Promise<number> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(
    files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
