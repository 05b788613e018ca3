/**
 * The tools for language models with a client of the protocol: over HTTP, and over the stdio of `callboard
 * mcp`.
 */
import { spawn } from 'node:child_process';
import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { parse, validate } from 'graphql';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { LIMITS } from '../../../src/domain/limits.js';
import { schema } from '../../../src/schema/index.js';
import { createConfirmations } from '../../../src/services/mcp/confirmation.js';
import { READ_TOOLS } from '../../../src/services/mcp/read-tools.js';
import { WRITE_TOOLS } from '../../../src/services/mcp/write-tools.js';
import { startTestServer, type TestServer } from '../../support/graphql-server.js';
import { ROOT } from '../../support/programs/build-once.js';
import { buildPrograms } from '../../support/programs/build-programs.js';
import { insertAgent, insertSchedule } from '../../support/rows.js';
import { temporaryDirectory } from '../../support/temporary-directory.js';

let server: TestServer;
let scheduleId: string;
beforeAll(async () => {
  await buildPrograms();
  server = await startTestServer();
  await insertAgent(server.pool, 'agent', 'http://127.0.0.1:9/');
  scheduleId = await insertHourly('hourly');
});
afterAll(() => server?.close());

const insertHourly = (name: string) =>
  insertSchedule(
    server.pool,
    { agentId: 'agent', interval: 3_600_000, nextRunAt: new Date(Date.now() + 3_600_000) },
    { name },
  );

type Role = 'viewer' | 'operator' | 'admin';
type Answer = { isError: boolean; text: string; json: () => Record<string, unknown> };

const COMMAND = [join(ROOT, 'dist/callboard.js'), 'mcp'];
const environment = (settings: Record<string, string>) => ({
  PATH: process.env.PATH ?? '',
  HOME: '/nonexistent',
  CALLBOARD_URL: server.url,
  ...settings,
});

async function connect(transport: 'http' | 'stdio', role: Role) {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(
    transport === 'http'
      ? new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`), {
          requestInit: { headers: { authorization: `Bearer ${server.tokens[role]}` } },
        })
      : new StdioClientTransport({
          command: process.execPath,
          args: COMMAND,
          env: environment({ CALLBOARD_TOKEN: server.tokens[role] }),
        }),
  );
  onTestFinished(() => client.close());
  return {
    client,
    async call(name: string, args: Record<string, unknown>): Promise<Answer> {
      const { content, isError = false } = await client.callTool({ name, arguments: args });
      const [first] = content as { text: string }[];
      const text = first?.text ?? '';
      return { isError: Boolean(isError), text, json: () => JSON.parse(text) };
    },
  };
}

describe.each(['http', 'stdio'] as const)('over %s', (transport) => {
  test('lists tools, marks those that change something, and reads', async () => {
    const { client, call } = await connect(transport, 'viewer');
    const { tools } = await client.listTools();
    const changing = tools.filter(({ annotations }) => !annotations?.readOnlyHint).map(({ name }) => name);
    expect(changing.toSorted()).toEqual([
      'cancel_run',
      'pause_schedule',
      'propose_hint',
      'resume_schedule',
      'retry_job',
      'trigger_agent',
      'trigger_schedule',
    ]);
    expect((await call('list_schedules', { search: 'hourly' })).json()).toMatchObject({
      schedules: { edges: [{ node: { id: scheduleId, name: 'hourly' } }] },
    });
    for (const [name, args] of [
      ['get_schedule', { id: scheduleId }],
      ['preview_schedule', { id: scheduleId, count: 2 }],
      ['list_runs', { scheduleId, runStatus: ['FAILED'] }],
      ['list_jobs', { status: ['DEAD_LETTER'] }],
      ['list_agents', {}],
    ] as const)
      expect(await call(name, args), name).toMatchObject({ isError: false });
    for (const [name, where] of [
      ['get_schedule', 'list_schedules'],
      ['get_run', 'list_runs'],
      ['get_job', 'list_jobs'],
    ] as const)
      expect(await call(name, { id: 'none' })).toMatchObject({
        isError: true,
        text: expect.stringContaining(`has this ID. ${where} shows the IDs`),
      });
  });

  test('changes nothing without a confirmation, and only what was confirmed with it', async () => {
    const scheduleId = await insertHourly(`of ${transport}`);
    const { call } = await connect(transport, 'operator');
    const args = { id: scheduleId, reason: 'Earnings today', ttl: '2h', interval: '10m' };
    const hint = async () => (await call('get_schedule', { id: scheduleId })).json();
    const asked = (await call('propose_hint', args)).json();
    expect(asked).toMatchObject({
      status: 'confirmation_required',
      effect: expect.stringContaining('Earnings today'),
    });
    expect(await hint()).toMatchObject({ schedule: { hint: null } });
    const { confirmation } = asked;
    for (const wrong of [
      { ...args, interval: '1m', confirmation },
      { ...args, confirmation: 'x' },
      { ...args, confirmation: `${confirmation}x` },
    ])
      expect(await call('propose_hint', wrong)).toMatchObject({
        isError: true,
        text: expect.stringMatching(/^This confirmation is/),
      });
    expect(await call('cancel_run', { id: scheduleId, confirmation })).toMatchObject({ isError: true });
    expect(await hint()).toMatchObject({ schedule: { hint: null } });
    expect((await call('propose_hint', { ...args, confirmation })).json()).toMatchObject({
      __typename: 'Schedule',
      hint: { reason: 'Earnings today' },
    });
  });

  test('starts one run for one confirmation, and shows the params that it is for', async () => {
    const { call } = await connect(transport, 'operator');
    const args = { id: await insertHourly(`once ${transport}`), params: { ticker: 'ABC' } };
    const asked = (await call('trigger_schedule', args)).json();
    expect(asked).toMatchObject({ arguments: args });
    const { confirmation } = asked;
    const first = (await call('trigger_schedule', { ...args, confirmation })).json();
    expect(first).toMatchObject({ __typename: 'ScheduleExecution' });
    expect((await call('trigger_schedule', { ...args, confirmation })).json()).toMatchObject({
      id: first.id,
    });
    const { rows } = await server.pool.query('SELECT id FROM "ScheduleExecution" WHERE "scheduleId" = $1', [
      args.id,
    ]);
    expect(rows).toEqual([{ id: first.id }]);
  });

  test('returns an error for a result that is too large', async () => {
    const { call } = await connect(transport, 'viewer');
    const id = await insertSchedule(
      server.pool,
      { agentId: 'agent', interval: 3_600_000, params: { text: 'x'.repeat(LIMITS.toolResultBytes) } },
      { name: `large ${transport}` },
    );
    expect(await call('get_schedule', { id })).toMatchObject({
      isError: true,
      text: expect.stringContaining('larger than 262,144 bytes'),
    });
  });

  test('returns errors that the model can read for a role that is too low and wrong arguments', async () => {
    const viewer = await connect(transport, 'viewer');
    const { confirmation } = (await viewer.call('resume_schedule', { id: scheduleId })).json();
    expect(await viewer.call('resume_schedule', { id: scheduleId, confirmation })).toMatchObject({
      isError: true,
      text: 'The role VIEWER may not use resumeSchedule.',
    });
    expect(await viewer.call('get_schedule', { id: 7 })).toMatchObject({ isError: true });
    expect(await viewer.call('list_jobs', { stauts: [] })).toMatchObject({ isError: true });
  });
});

test('every operation matches the schema', () => {
  for (const { name, query } of [...READ_TOOLS, ...WRITE_TOOLS])
    expect(validate(schema, parse(query)), name).toEqual([]);
});

test('a confirmation expires by the clock of the database, not by that of a server', async () => {
  const { call } = await connect('http', 'operator');
  const { confirmation } = (await call('resume_schedule', { id: scheduleId })).json();
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + LIMITS.confirmationMs);
  onTestFinished(() => clock.mockRestore());
  expect(await call('resume_schedule', { id: scheduleId, confirmation })).toMatchObject({ isError: false });
});

test('a confirmation is for one caller, and for two minutes', async () => {
  const key = new Uint8Array(32).fill(7);
  let now = 1_000_000;
  const mine = createConfirmations(key, 'mine', async () => new Date(now));
  const confirmation = await mine.issue('cancel');
  expect(await mine.accepts(confirmation, 'cancel')).toBe(true);
  expect(await mine.accepts(`${confirmation}.x`, 'cancel')).toBe(false);
  expect(await mine.accepts(confirmation.replace('.', '-.'), 'cancel')).toBe(false);
  expect(
    await createConfirmations(key, 'theirs', async () => new Date(now)).accepts(confirmation, 'cancel'),
  ).toBe(false);
  expect(
    await createConfirmations(key.fill(8), 'mine', async () => new Date(now)).accepts(confirmation, 'cancel'),
  ).toBe(false);
  key.fill(7);
  now += LIMITS.confirmationMs;
  expect(await mine.accepts(confirmation, 'cancel')).toBe(false);
});

describe('over http', () => {
  const post = (headers: Record<string, string>, body = '{}', method = 'POST') =>
    fetch(`${server.url}/mcp`, {
      method,
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
      ...(method === 'POST' && { body }),
    });

  test('only API tokens are accepted, by POST, with a body of limited size', async () => {
    expect((await post({})).status).toBe(401);
    expect((await post({ authorization: 'Bearer cb_wrong' })).status).toBe(401);
    expect((await post({ cookie: 'callboard=x' })).status).toBe(401);
    const authorization = `Bearer ${server.tokens.viewer}`;
    expect((await post({ authorization }, '', 'GET')).status).toBe(405);
    expect((await post({ authorization }, 'not JSON')).status).toBe(400);
    const rounded = await post(
      { authorization },
      '{"id":1,"params":{"arguments":{"params":{"id":12345678901234567890}}}}',
    );
    expect(await rounded.json()).toMatchObject({ error: { message: expect.stringContaining('as text') } });
    expect((await post({ authorization }, `"${'x'.repeat(2_000_000)}"`)).status).toBe(413);
  });

  test('each message has one complete answer; batches are refused', async () => {
    const warned = vi.spyOn(console, 'warn');
    onTestFinished(() => warned.mockRestore());
    const authorization = `Bearer ${server.tokens.viewer}`;
    const send = async (message: unknown, headers: Record<string, string> = {}) => {
      const response = await post({ authorization, ...headers }, JSON.stringify(message));
      return {
        status: response.status,
        type: response.headers.get('content-type'),
        text: await response.text(),
      };
    };
    const call = (name: string) => ({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name, arguments: {} },
    });
    const cancelled = {
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId: 1, reason: 'x' },
    };
    // More requests than a token has places: each place is returned.
    for (let turn = 0; turn <= LIMITS.operationsPerToken; turn += 1)
      expect(await send([call('list_agents'), cancelled])).toMatchObject({
        status: 400,
        text: expect.stringContaining('Send each message in a request of its own.'),
      });
    expect(await send([cancelled, cancelled])).toMatchObject({ status: 400 });
    expect(await send(cancelled)).toMatchObject({ status: 202, text: '' });
    expect(await send(call('list_agents'))).toMatchObject({ status: 200, type: 'application/json' });
    expect(await send(call('none'))).toMatchObject({ text: expect.stringContaining('none') });
    expect(await send(call('list_agents'), { accept: 'text/html' })).toMatchObject({ status: 406 });
    expect(await send(call('list_agents'), { 'content-type': 'text/plain' })).toMatchObject({ status: 415 });
    for (const strange of [null, 7, {}]) expect(await send(strange)).toMatchObject({ status: 400 });
    expect(warned).not.toHaveBeenCalled();
  });
});

describe('callboard mcp', () => {
  const request = (id: number, method: string, params: object) => ({ jsonrpc: '2.0', id, method, params });
  const conversation = [
    request(1, 'initialize', {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    }),
    { jsonrpc: '2.0', method: 'notifications/initialized' },
    request(2, 'tools/call', { name: 'list_agents', arguments: {} }),
  ]
    .map((message) => `${JSON.stringify(message)}\n`)
    .join('');

  /**
   * Starts the command, with stdin from a pipe or a file that ends after the conversation, and waits until it
   * has ended.
   */
  async function converse(
    stdin: 'pipe' | 'file',
    settings: Record<string, string>,
    input = `not JSON\n${conversation}`,
  ) {
    const file = join(await temporaryDirectory(), 'stdin');
    await writeFile(file, input);
    const handle = await open(file);
    const child = spawn(process.execPath, COMMAND, {
      env: environment(settings),
      stdio: [stdin === 'pipe' ? 'pipe' : handle.fd, 'pipe', 'pipe'],
    });
    child.stdin?.end(input);
    const code = new Promise((resolve) => child.once('close', resolve));
    const [stdout, stderr] = await Promise.all([
      readText(child.stdout as NonNullable<typeof child.stdout>),
      readText(child.stderr as NonNullable<typeof child.stderr>),
    ]);
    await handle.close();
    const lines = stdout.split('\n').filter((line) => line !== '');
    return { code: await code, stderr, answers: lines.map((line) => JSON.parse(line)) };
  }

  test.each(['pipe', 'file'] as const)('answers every request, then ends: stdin is a %s', async (stdin) => {
    const { code, stderr, answers } = await converse(stdin, { CALLBOARD_TOKEN: server.tokens.viewer });
    expect({ code, stderr, ids: answers.map(({ id }) => id) }).toEqual({
      code: 0,
      stderr: '',
      ids: [1, 2],
    });
    expect(answers[1].result.isError).toBeFalsy();
    expect(await converse(stdin, {}, '')).toEqual({ code: 0, stderr: '', answers: [] });
  });

  test('returns results that the model can read for a refused token and a server that is down', async () => {
    for (const [settings, said] of [
      [{ CALLBOARD_TOKEN: 'cb_wrong' }, 'does not accept this API token'],
      [{ CALLBOARD_TOKEN: 'cb_x', CALLBOARD_URL: 'http://127.0.0.1:9' }, 'cannot be reached'],
    ] as const) {
      const { code, answers } = await converse('pipe', settings);
      expect(code).toBe(0);
      expect(answers[1].result).toMatchObject({
        isError: true,
        content: [{ text: expect.stringContaining(said) }],
      });
    }
  });
});
