/** The example clients as a reader starts them, against a server and a worker. */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildSchema, parse, validate } from 'graphql';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { type AgentServer, completes, startAgentServer } from '../support/agent-server.js';
import { RegisterAgentDocument } from '../support/generated/operations.js';
import { ROOT } from '../support/programs/build-once.js';
import { type Installation, startInstallation } from '../support/programs/installation.js';

const run = promisify(execFile);
const EXAMPLES = join(ROOT, 'examples/clients');

let installation: Installation;
let agent: AgentServer;
let folder: string;
beforeAll(async () => {
  [installation, agent, folder] = await Promise.all([
    startInstallation(),
    startAgentServer(),
    installExamples(),
  ]);
  await installation.admin.ask(RegisterAgentDocument, {
    input: { id: 'echo', name: 'Echo', version: '1', endpoint: { type: 'HTTP', url: agent.url } },
  });
});
afterAll(async () => {
  await installation?.close();
  await agent?.close();
  await rm(folder, { recursive: true, force: true });
});

/** A copy of the examples with their libraries, `@callboard/client` as npm would install it, and the example that uses it without its types. */
async function installExamples(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'callboard-example-'));
  await cp(EXAMPLES, folder, { recursive: true });
  await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund'], { cwd: folder });
  const kit = join(folder, 'node_modules/@callboard');
  await mkdir(kit, { recursive: true });
  const source = join(ROOT, 'packages/client');
  const compiler = join(ROOT, 'node_modules/typescript7/bin/tsc');
  await run(process.execPath, [compiler, '-p', source, '--outDir', join(folder, 'client/dist')]);
  await writeFile(join(folder, 'client/package.json'), await readFile(join(source, 'package.json')));
  await symlink(join(folder, 'client'), join(kit, 'client'));
  const { outputText } = ts.transpileModule(await readFile(join(EXAMPLES, 'client.ts'), 'utf8'), {
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
  });
  await writeFile(join(folder, 'client.mjs'), outputText);
  return folder;
}

/** What the example prints. */
async function start(command: string, file: string, agentId: string): Promise<string> {
  const env = { ...process.env, CALLBOARD_URL: installation.url, CALLBOARD_TOKEN: installation.token };
  return (await run(command, [file, agentId], { env })).stdout;
}

describe.each([
  ['fetch', () => join(EXAMPLES, 'fetch.mjs')],
  ['@callboard/client', () => join(folder, 'client.mjs')],
  ['urql', () => join(folder, 'urql.mjs')],
  ['Apollo Client', () => join(folder, 'apollo.mjs')],
])('the example for %s', (_, file) => {
  test('runs the agent and follows the run to its end', async () => {
    agent.behave(completes);
    expect(await start(process.execPath, file(), 'echo')).toMatch(/SUCCEEDED/);
  });

  test('says why the server refuses', async () => {
    const refused = start(process.execPath, file(), 'nobody');
    await expect(refused).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('NOT_FOUND') });
  });
});

test('the network layer for Relay sends operations and follows a run', async () => {
  agent.behave(completes);
  const { createEnvironment } = await import(join(folder, 'relay.mjs'));
  const environment = createEnvironment({
    url: installation.url,
    token: installation.token,
    webSocketImpl: WebSocket,
  });
  const execute = (text: string, variables: object) =>
    environment.getNetwork().execute({ text, operationKind: text.split(' ')[0] }, variables, {});
  const { data } = await execute('query { eventCursor }', {}).toPromise();
  const started = await execute(
    'mutation ($id: ID!) { triggerAgent(agentId: $id) { ... on ScheduleExecution { id } } }',
    { id: 'echo' },
  ).toPromise();
  const statuses: string[] = [];
  await new Promise<void>((resolve, reject) => {
    const changes = execute(
      'subscription ($after: ID) { scheduleExecutionChanged(after: $after) { scheduleExecutionId scheduleExecution { runStatus } } }',
      { after: data.eventCursor },
    );
    const subscription = changes.subscribe({
      error: reject,
      next(event: { data: { scheduleExecutionChanged: Changed } }) {
        const { scheduleExecutionId, scheduleExecution } = event.data.scheduleExecutionChanged;
        if (scheduleExecutionId !== started.data.triggerAgent.id) return;
        statuses.push(scheduleExecution.runStatus);
        if (scheduleExecution.runStatus !== 'SUCCEEDED') return;
        subscription.unsubscribe();
        resolve();
      },
    });
  });
  expect(statuses.at(-1)).toBe('SUCCEEDED');
  await expect(execute('query { nothing }', {}).toPromise()).resolves.toMatchObject({
    errors: [{ message: expect.stringContaining('nothing') }],
  });
});

interface Changed {
  scheduleExecutionId: string;
  scheduleExecution: { runStatus: string };
}

test('what gql_client.py sends is valid', async () => {
  const schema = buildSchema(await readFile(join(ROOT, 'schema.graphql'), 'utf8'));
  const text = await readFile(join(EXAMPLES, 'gql_client.py'), 'utf8');
  const documents = [...text.matchAll(/gql\("+([^"]+)/g)].map(([, document = '']) => document);
  expect(documents).toHaveLength(3);
  for (const document of documents) expect(validate(schema, parse(document)).map(String)).toEqual([]);
});
