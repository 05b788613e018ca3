/** How a command finds server and token, and what it says when that does not work. */
import { randomUUID } from 'node:crypto';
import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { CliError } from '../../src/cli/cli-error.js';
import { createClient, expectResult, type MutationResult } from '../../src/cli/connection/client.js';
import { readProfiles, writeProfiles } from '../../src/cli/connection/profiles.js';
import { table } from '../../src/cli/output.js';
import { findFreePort } from '../../src/runtime/free-port.js';
import { startTestServer, type TestServer } from '../support/graphql-server.js';
import { insertAgent } from '../support/rows.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { callboardInProcess as callboard } from './in-process.js';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  unreachable = `http://127.0.0.1:${await findFreePort()}`;
});
afterAll(() => server?.close());

/** A port that nobody listens on. */
let unreachable: string;

async function profiles(content: object): Promise<{ XDG_CONFIG_HOME: string }> {
  const home = await temporaryDirectory();
  await writeProfiles(join(home, 'callboard/config.json'), content as never);
  return { XDG_CONFIG_HOME: home };
}

async function role(args: string[], env: Record<string, string> = {}, cwd?: string): Promise<string> {
  const { code, stdout, stderr } = await callboard(['whoami', '--json', ...args], { env, cwd });
  expect([code, stderr]).toEqual([0, '']);
  return JSON.parse(stdout).role;
}

const failure = async (work: Promise<unknown>): Promise<CliError> =>
  work.then(
    () => expect.unreachable(),
    (error) => error,
  );

describe('the server and the token come from', () => {
  test('options, which override the environment', async () => {
    const env = { CALLBOARD_URL: unreachable, CALLBOARD_TOKEN: 'wrong' };
    expect(await role(['--url', `${server.url}/`, '--token', server.tokens.viewer], env)).toBe('VIEWER');
  });

  test('the environment, which overrides a profile', async () => {
    const home = await profiles({ current: 'a', profiles: { a: { url: unreachable, token: 'x' } } });
    const env = { ...home, CALLBOARD_URL: server.url, CALLBOARD_TOKEN: server.tokens.operator };
    expect(await role([], env)).toBe('OPERATOR');
  });

  test('a named profile, or the current one', async () => {
    const home = await profiles({
      current: 'a',
      profiles: {
        a: { url: server.url, token: server.tokens.viewer },
        b: { url: server.url, token: server.tokens.admin },
      },
    });
    expect(await role([], home)).toBe('VIEWER');
    expect(await role(['--profile', 'b'], home)).toBe('ADMIN');
    expect(await role([], { ...home, CALLBOARD_PROFILE: 'b' })).toBe('ADMIN');
    const other = { ...home, CALLBOARD_URL: unreachable, CALLBOARD_TOKEN: 'wrong' };
    expect(await role(['--profile', 'b'], other)).toBe('ADMIN');
    const { code, stderr } = await callboard(['whoami', '--profile', 'c'], { env: home });
    expect(code).toBe(2);
    expect(stderr).toMatch(/^there is no profile "c" in .*config\.json \(it has: a, b\)\n$/);
  });

  test('the Callboard that was started in this folder', async () => {
    const cwd = await temporaryDirectory();
    await mkdir(join(cwd, '.callboard'));
    await writeFile(join(cwd, '.callboard/admin-token'), `${server.tokens.admin}\n`);
    expect(await role([], { PORT: new URL(server.url).port }, cwd)).toBe('ADMIN');
  });
});

test('a stored token, which is only sent to the URL it was stored with', async () => {
  const seen: (string | undefined)[] = [];
  const other = createServer((request, response) => {
    seen.push(request.headers.authorization);
    response.writeHead(401).end();
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await new Promise((resolve) => other.once('listening', resolve));
  const home = await profiles({
    current: 'a',
    profiles: { a: { url: server.url, token: server.tokens.admin } },
  });
  const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
  const { code, stderr } = await callboard(['whoami', '--url', url], { env: home });
  expect([code, stderr]).toEqual([
    4,
    `${url} requires an API token: run "callboard login ${url}", or set CALLBOARD_TOKEN\n`,
  ]);
  expect(seen).toEqual([undefined]);
});

describe('profiles', () => {
  test('are readable by their owner only, and are read back', async () => {
    const file = join(await temporaryDirectory(), 'deep/config.json');
    expect(await readProfiles(file)).toEqual({ profiles: {} });
    const content = { current: 'a', profiles: { a: { url: 'https://callboard.example', token: 't' } } };
    await writeProfiles(file, content);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readProfiles(file)).toEqual(content);
    expect(await readFile(file, 'utf8')).toMatch(/\n$/);
  });

  test.each([
    ['not JSON', '{', 'is not valid'],
    ['an invalid URL', '{"profiles":{"a":{"url":"ftp://x","token":"t"}}}', 'profiles.a.url'],
    ['an unknown name', '{"profile":{}}', 'profile'],
  ])('are refused with %s', async (_, text, message) => {
    const file = join(await temporaryDirectory(), 'config.json');
    await writeFile(file, text, { mode: 0o600 });
    await expect(readProfiles(file)).rejects.toThrow(message);
  });

  test('that cannot be stored are an error that says what to do', async () => {
    const file = join(await temporaryDirectory(), 'config.json');
    await mkdir(file);
    await expect(writeProfiles(file, { profiles: {} })).rejects.toThrow(
      `${file} cannot be written (EISDIR): set XDG_CONFIG_HOME to a folder that can be written, or`,
    );
    expect(await readdir(join(file, '..'))).toEqual(['config.json']);
  });

  test('are refused if others can read the file', async () => {
    const file = join(await temporaryDirectory(), 'config.json');
    await writeFile(file, '{}');
    await chmod(file, 0o644);
    await expect(readProfiles(file)).rejects.toThrow(`run "chmod 600 ${file}"`);
  });
});

describe('an error message and an exit code are given when', () => {
  test('the server cannot be reached', async () => {
    const { code, stderr } = await callboard(['whoami', '--url', unreachable]);
    expect(code).toBe(3);
    expect(stderr).toBe(
      `${unreachable} cannot be reached (ECONNREFUSED): is the server running? To use another address, set --url or CALLBOARD_URL\n`,
    );
  });

  test('there is no token, whether the server answers 401 or with an error', async () => {
    for (const command of ['whoami', 'schedules']) {
      const { code, stderr } = await callboard([command, '--url', server.url]);
      expect(code).toBe(4);
      expect(stderr).toBe(
        `${server.url} requires an API token: run "callboard login ${server.url}", or set CALLBOARD_TOKEN\n`,
      );
    }
  });

  test('there is no token of a Callboard that was started in this folder', async () => {
    const url = server.url.replace('localhost', '127.0.0.1');
    const { code, stderr } = await callboard(['whoami'], { env: { PORT: new URL(url).port } });
    expect([code, stderr]).toEqual([
      4,
      `${url} requires an API token: run "callboard login ${url}", or set CALLBOARD_TOKEN\n`,
    ]);
  });

  test('the URL is invalid', async () => {
    expect((await callboard(['whoami', '--url', 'example'])).code).toBe(2);
  });

  test('the token is wrong', async () => {
    const { code, stderr } = await callboard(['whoami', '--url', server.url, '--token', 'wrong']);
    expect(code).toBe(4);
    expect(stderr).toBe(
      `${server.url} does not accept this API token: it is wrong, was revoked, or has expired\n`,
    );
  });

  test('the token of a profile, of the environment or of this folder is wrong', async () => {
    const stored = { url: server.url, token: 'of an earlier start' };
    const home = await profiles({ current: 'default', profiles: { default: stored, b: stored } });
    const file = join(home.XDG_CONFIG_HOME, 'callboard/config.json');
    const cwd = await temporaryDirectory();
    const PORT = new URL(server.url).port;
    const refused = async (args: string[], env: Record<string, string>) => {
      const { code, stderr } = await callboard(['whoami', ...args], { env: { ...env, PORT }, cwd });
      expect(code).toBe(4);
      return stderr.split('; ')[1];
    };
    const login = `callboard login ${server.url}`;
    expect(await refused(['--profile', 'b'], home)).toBe(
      `it comes from the profile "b" in ${file} (to replace it: ${login} --profile b)\n`,
    );
    expect(await refused([], { CALLBOARD_TOKEN: 'wrong', CALLBOARD_URL: server.url })).toBe(
      'it comes from CALLBOARD_TOKEN\n',
    );
    await mkdir(join(cwd, '.callboard'));
    await writeFile(join(cwd, '.callboard/admin-token'), 'wrong');
    expect(await refused([], {})).toMatch(/^it comes from .*admin-token\n$/);
    expect(await refused([], home)).toMatch(
      /^it comes from the profile "default" in .* \(to replace it: callboard login \S+ < \S*admin-token\)\n$/,
    );
  });

  test('another program answers', async () => {
    const other = createServer((_, response) => response.writeHead(302, { location: server.url }).end());
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void other.close());
    const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
    const client = createClient({ url, token: 'secret' });
    expect(await failure(client.request('{ me { name } }'))).toMatchObject({
      exitCode: 3,
      message: `${url} is not a Callboard server, or a proxy answered (status 302)`,
    });
  });

  test('the role is too low, the input is wrong, or the object does not exist', async () => {
    const viewer = createClient({ url: server.url, token: server.tokens.viewer });
    const admin = createClient({ url: server.url, token: server.tokens.admin });
    const remove = 'mutation { deleteAgent(id: "none") { __typename ... on Error { code message } } }';
    expect(await failure(viewer.request(remove))).toMatchObject({ exitCode: 4 });
    expect(await failure(admin.request('{ nonsense }'))).toMatchObject({ exitCode: 1 });
    const { deleteAgent } = await admin.request<{ deleteAgent: MutationResult }>(remove);
    const missing = await failure((async () => expectResult(deleteAgent, 'Agent'))());
    expect(missing).toMatchObject({ exitCode: 5 });
    expect(missing.message).toContain('none');
  });
});

describe('a subscription', () => {
  const subscription = 'subscription { agentChanged { agentId } }';

  test('yields its events', async () => {
    const client = createClient({ url: server.url, token: server.tokens.admin });
    const abort = new AbortController();
    const events = client.subscribe<{ agentChanged: { agentId: string } }>(subscription, {}, abort.signal);
    let received: string | undefined;
    const next = events.next().then(({ value }) => {
      received = value?.agentChanged.agentId;
    });
    await expect
      .poll(async () => {
        await insertAgent(server.pool, `agent-${randomUUID()}`, 'http://127.0.0.1:9/');
        return received;
      })
      .toMatch(/^agent-/);
    await next;
    abort.abort();
  });

  test('is refused if it is invalid, and fails when its connection breaks', async () => {
    const client = createClient({ url: server.url, token: server.tokens.admin });
    const signal = AbortSignal.timeout(60_000);
    expect(await failure(client.subscribe('subscription { nonsense }', {}, signal).next())).toMatchObject({
      message: expect.stringContaining('nonsense'),
    });
    const broken = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('event: next\ndata: {"data":{"n":1}}\n\n', () => response.destroy());
    });
    await new Promise<void>((resolve) => broken.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void broken.close());
    const url = `http://127.0.0.1:${(broken.address() as AddressInfo).port}`;
    const events = createClient({ url, token: 't' }).subscribe('subscription { n }', {}, signal);
    expect(await events.next()).toEqual({ done: false, value: { n: 1 } });
    expect(await failure(events.next())).toMatchObject({ exitCode: 3 });
  });
});

test('the columns of a table have equal width', () => {
  expect(
    table([
      ['a', 'long'],
      ['longer', 'b', ''],
    ]),
  ).toBe('a       long\nlonger  b');
});
