/** `npm start` as a user runs it: the real program, its child processes, its PostgreSQL. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createEmptyDatabase } from '../support/database.js';
import { createDeferred } from '../support/deferred.js';
import { type Program, startProgram } from '../support/programs/processes.js';

/** Without settings, except those that a test gives. */
async function start(settings: Record<string, string>): Promise<Program> {
  const unset = { CALLBOARD_SECRET_KEY: undefined, CALLBOARD_EGRESS_ALLOW: undefined };
  const program = await startProgram('dev', { ...unset, LOG_LEVEL: 'error', ...settings });
  onTestFinished(async () => {
    program.signal('SIGTERM'); // not SIGKILL, because it has a PostgreSQL to stop
    await program.exited;
  });
  return program;
}

/** Resolves with the port of the API when everything runs. */
async function ready(program: Program): Promise<number> {
  await program.printed(/Ctrl-C finishes/);
  return Number((await program.printed(/GraphQL {4}http:\/\/127\.0\.0\.1:(\d+)\/graphql/))[1]);
}

async function dataDirectory(): Promise<string> {
  // Its name lets the next run clean up what a killed run left.
  const directory = await mkdtemp(join(tmpdir(), 'callboard-test-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  await chmod(directory, 0o755); // PostgreSQL of root runs as another user
  return directory;
}

/** All its output must be this one line of log. */
function onlyMessage(program: Program): unknown {
  const lines = program.output().trim().split('\n');
  expect(lines).toHaveLength(1);
  return program.lines[0]?.message;
}

function ask(port: number, token: string, query: string, variables = {}, accept = 'application/json') {
  return fetch(`http://127.0.0.1:${port}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', accept },
    body: JSON.stringify({ query, variables }),
  });
}

/** Triggers an agent of the sample, subscribed: the changes of its job until it has ended. */
async function watchJob(port: number, token: string, agentId: string) {
  const subscription = `subscription { jobExecutionChanged(filter: { agentId: "${agentId}" }) { status jobExecution { params } } }`;
  const stream = await ask(port, token, subscription, {}, 'text/event-stream');
  expect(stream.status).toBe(200);
  const trigger = `mutation { triggerAgent(agentId: "${agentId}", params: { tickerId: "TEST" }) { __typename } }`;
  const answer = await (await ask(port, token, trigger)).json();
  expect(answer.errors).toBeUndefined();
  const statuses: string[] = [];
  let text = '';
  for await (const chunk of stream.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk;
    const lines = text.split('\n');
    text = lines.pop() ?? '';
    for (const line of lines.filter((candidate) => candidate.startsWith('data: {'))) {
      const { data } = JSON.parse(line.slice(6));
      if (data.jobExecutionChanged.jobExecution.params.tickerId === 'TEST')
        statuses.push(data.jobExecutionChanged.status);
    }
    if (statuses.includes('COMPLETED')) break;
  }
  return { first: statuses[0], last: statuses.at(-1) };
}

describe('npm start', () => {
  test('starts everything, shows it live, and restarts after it was killed', async () => {
    const CALLBOARD_DATA_DIR = await dataDirectory();
    const tokenFile = join(CALLBOARD_DATA_DIR, 'admin-token');
    const first = await start({ CALLBOARD_DATA_DIR });
    const port = await ready(first);
    const token = (await readFile(tokenFile, 'utf8')).trim();
    expect(first.output()).toContain(`Token      ${token}`);
    expect(first.output()).toContain('Sample     loaded');
    // The actual folder: a folder that only root can reach is a link to another.
    const directory = await realpath(join(CALLBOARD_DATA_DIR, 'postgres'));
    expect(first.output()).toContain(`Database   embedded PostgreSQL in ${directory}\n`);
    const [, link = '', code] = /Admin +(http\S+)#code=(\S+)/.exec(first.output()) ?? [];
    expect(link).toBe(`http://127.0.0.1:${port}/admin/sign-in`);
    const session = await fetch(`http://127.0.0.1:${port}/admin/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: `http://127.0.0.1:${port}` },
      body: JSON.stringify({ code }),
    });
    expect([session.status, await session.json()]).toEqual([200, { name: 'First admin', role: 'admin' }]);
    for (const agentId of ['data-collection', 'query-strategy', 'analysis']) {
      expect(await watchJob(port, token, agentId)).toMatchObject({ first: 'RUNNING', last: 'COMPLETED' });
    }
    // Resolves when its output is closed, so server and worker, which share it, have ended too.
    await first.kill();

    const second = await start({ CALLBOARD_DATA_DIR, CALLBOARD_SAMPLE: 'off' });
    await ready(second);
    expect(second.output()).toContain(`Token      in ${tokenFile}`);
    expect(second.output()).not.toContain(token);
    expect(second.output()).toContain('Sample     none');

    const third = await start({ CALLBOARD_DATA_DIR });
    expect(await third.exited).toMatchObject({ code: 1 });
    expect(onlyMessage(third)).toBe(
      `the data directory ${CALLBOARD_DATA_DIR} is in use by another Callboard (process ${second.pid}): stop that one, or set CALLBOARD_DATA_DIR to another directory`,
    );

    second.signal('SIGINT');
    second.signal('SIGINT'); // as npm passes it on: the same request again
    expect(await second.exited).toMatchObject({ code: 0 });
  }, 300_000);

  test('waits for the worker of a start that was killed, which finishes its calls first', async () => {
    const CALLBOARD_DATA_DIR = await dataDirectory();
    const held = createDeferred<ServerResponse>();
    let calls = 0;
    const agent = createServer((request, response) => {
      if (request.method === 'GET') return void response.end('{"status":"healthy"}');
      calls += 1;
      held.resolve(response);
    });
    agent.listen(0, '127.0.0.1');
    await once(agent, 'listening');
    onTestFinished(() => void agent.close());
    const first = await start({ CALLBOARD_DATA_DIR, CALLBOARD_SAMPLE: 'off', LOG_LEVEL: 'info' });
    const port = await ready(first);
    const [, workerPort = ''] = await first.printed(/:\d+\/metrics {2}http:\/\/127\.0\.0\.1:(\d+)\/metrics/);
    const token = (await readFile(join(CALLBOARD_DATA_DIR, 'admin-token'), 'utf8')).trim();
    const url = `http://127.0.0.1:${(agent.address() as AddressInfo).port}/run`;
    // On a busy machine, the second start may take longer than a worker usually waits for its calls.
    const patient = `mutation { updateSchedulerConfig(input: { scheduler: { shutdownGrace: "10m" } }) { __typename } }`;
    const register = `mutation { registerAgent(input: { id: "slow", name: "Slow", version: "1", endpoint: { url: "${url}" } }) { __typename } }`;
    for (const mutation of [patient, register, 'mutation { triggerAgent(agentId: "slow") { __typename } }'])
      expect((await (await ask(port, token, mutation)).json()).errors).toBeUndefined();
    const response = await held.promise;
    first.signal('SIGKILL');
    await first.logged('shutdown.started', ({ name }) => name === 'worker');
    const second = await start({
      CALLBOARD_DATA_DIR,
      CALLBOARD_SAMPLE: 'off',
      LOG_LEVEL: 'warn',
      PORT: String(port),
      WORKER_PORT: workerPort,
    });
    await second.logged('dev.waiting');
    response.end('{"status":"completed"}');
    await ready(second);
    const answer = await ask(port, token, '{ jobExecutions(first: 9) { edges { node { status } } } }');
    expect((await answer.json()).data.jobExecutions.edges).toEqual([{ node: { status: 'COMPLETED' } }]);
    expect(calls).toBe(1);
  }, 300_000);

  test('uses an external database, allows the sample agents there too, and ends when a worker is lost', async () => {
    const database = await createEmptyDatabase();
    const CALLBOARD_ADMIN_TOKEN = 'a-token-of-the-user';
    try {
      const program = await start({
        DATABASE_URL: database.url,
        CALLBOARD_SECRET_KEY: randomBytes(32).toString('base64'),
        CALLBOARD_ADMIN_TOKEN,
        CALLBOARD_DATA_DIR: await dataDirectory(),
      });
      const port = await ready(program);
      expect(program.output()).toContain('Database   from DATABASE_URL');
      expect(program.output()).not.toContain(CALLBOARD_ADMIN_TOKEN);
      expect(await watchJob(port, CALLBOARD_ADMIN_TOKEN, 'data-collection')).toMatchObject({
        last: 'COMPLETED',
      });

      const { rows } = await database.pool.query('SELECT pid FROM callboard."Worker"');
      expect(rows).toHaveLength(1);
      process.kill(rows[0].pid, 'SIGKILL');
      expect(await program.exited).toMatchObject({ code: 1 });
      expect(program.lines.map(({ message }) => message)).toContain(
        'the worker ended unexpectedly (SIGKILL)',
      );
    } finally {
      const { rows } = await database.pool.query('SELECT "loginName" AS name FROM callboard."AgentLogin"');
      for (const { name } of rows) await database.pool.query(`DROP OWNED BY "${name}"; DROP ROLE "${name}"`);
      await database.drop();
    }
  }, 180_000);

  test('says in one line that a port is in use', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const CALLBOARD_DATA_DIR = await dataDirectory();
    const program = await start({ CALLBOARD_DATA_DIR, PORT: `${port}` });
    expect(await program.exited).toMatchObject({ code: 1 });
    expect(onlyMessage(program)).toBe(
      `PORT: cannot listen on 127.0.0.1:${port} because another program uses the port: stop that program, or choose another port`,
    );
    // The database has not even been created.
    expect(existsSync(join(CALLBOARD_DATA_DIR, 'postgres'))).toBe(false);
  });

  test('reports all problems of the settings at once', async () => {
    const wrong = { PORT: 'eighty', CALLBOARD_SAMPEL: 'off', CALLBOARD_EGRESS_ALLOW: 'everything' };
    const program = await start(wrong);
    expect(await program.exited).toMatchObject({ code: 2 });
    for (const name of Object.keys(wrong)) expect(program.output()).toContain(`  - ${name}`);
    expect(program.output()).toContain('Did you mean CALLBOARD_SAMPLE?');
  });

  test('says that the database cannot be reached', async () => {
    const program = await start({
      DATABASE_URL: 'postgresql://me:secret-word@127.0.0.1:1/x',
      CALLBOARD_SECRET_KEY: randomBytes(32).toString('base64'),
      CALLBOARD_DATA_DIR: await dataDirectory(),
    });
    expect(await program.exited).toMatchObject({ code: 1 });
    expect(onlyMessage(program)).toMatch(/^DATABASE_URL: nothing answers at 127\.0\.0\.1:1/);
    expect(program.output()).not.toContain('secret-word');
  });
});
