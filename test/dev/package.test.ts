/** The package as an operator installs it: packed, installed into an empty folder without anything that only development needs, and started. */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type AgentServer, completes, startAgentServer } from '../support/agent-server.js';
import { ROOT } from '../support/build-once.js';
import { buildPrograms } from '../support/build-programs.js';
import { createEmptyDatabase } from '../support/database.js';
import { type Program, startProgram } from '../support/processes.js';

const run = promisify(execFile);
const MEBIBYTE = 2 ** 20;

let folder: string;
let agent: AgentServer;

beforeAll(async () => {
  await buildPrograms();
  folder = await mkdtemp(join(tmpdir(), 'callboard-test-'));
  const pack = ['pack', '--ignore-scripts', '--pack-destination', folder, '--json'];
  const [packed] = JSON.parse((await run('npm', pack, { cwd: ROOT })).stdout);
  await writeFile(join(folder, 'package.json'), '{ "private": true }');
  const install = ['install', join(folder, packed.filename), '--omit=dev', '--omit=optional'];
  await run('npm', [...install, '--prefer-offline', '--no-audit', '--no-fund'], { cwd: folder });
  agent = await startAgentServer();
}, 300_000);
afterAll(async () => {
  await agent?.close();
  await rm(folder, { recursive: true, force: true });
});

test('needs no more than 150 MB and 250 packages', async () => {
  const { stdout } = await run('npm', ['ls', '--all', '--parseable'], { cwd: folder });
  expect(stdout.trim().split('\n').length).toBeLessThanOrEqual(250);
  expect((await bytesOf(join(folder, 'node_modules'))) / MEBIBYTE).toBeLessThanOrEqual(150);
});

test('migrates a bare database, starts a server and a worker, and runs a schedule', async () => {
  const home = join(folder, 'node_modules/callboard');
  const database = await createEmptyDatabase();
  onTestFinished(() => database.drop());
  const token = `cb_${randomBytes(16).toString('hex')}`;
  const settings = { DATABASE_URL: database.url, CALLBOARD_ADMIN_TOKEN: token, NODE_ENV: 'production' };
  const migrate = await startProgram('migrate', settings, home);
  expect(await migrate.exited, migrate.output()).toMatchObject({ code: 0 });
  const [server, worker] = await Promise.all([
    startProgram('server', settings, home),
    startProgram('worker', settings, home),
  ]);
  onTestFinished(async () => {
    await Promise.all([server.kill(), worker.kill()]);
  });
  await worker.logged('worker.ready');
  const ask = await clientOf(server, token);
  agent.behave(completes);
  const registered = await ask(
    `mutation ($url: String!) { registerAgent(input: { id: "hello", name: "Hello", version: "1.0.0", endpoint: { type: HTTP, url: $url } }) { __typename } }`,
    { url: agent.url },
  );
  expect(registered).toEqual({ registerAgent: { __typename: 'Agent' } });
  const created = await ask(
    `mutation { createSchedule(input: { name: "Every second", repeat: REPEATING, interval: "1s", targetType: AGENT, agentId: "hello", params: {} }) { __typename } }`,
  );
  expect(created).toEqual({ createSchedule: { __typename: 'Schedule' } });
  await agent.calls(2);
  for (const program of [server, worker]) {
    program.signal('SIGTERM');
    expect(await program.exited, program.output()).toMatchObject({ code: 0 });
  }
});

async function clientOf(server: Program, token: string) {
  const { port } = await server.logged('server.ready');
  return async (query: string, variables = {}): Promise<unknown> => {
    const response = await fetch(`http://127.0.0.1:${port}/graphql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables }),
    });
    const { data, errors } = await response.json();
    expect(errors).toBeUndefined();
    return data;
  };
}

async function bytesOf(directory: string): Promise<number> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(
    files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
