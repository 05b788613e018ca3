/** What an OpenTelemetry receiver gets from a real server, and what the server's log says. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { killPrograms, type Program, startProgram } from '../../support/programs/processes.js';
import { startTraceReceiver, type TraceReceiver } from '../../support/servers/trace-receiver.js';

const TOKEN = 'a-token-for-the-first-admin';
const REGISTER = `mutation Register($url: String!, $id: ID!) {
  registerAgent(input: { id: $id, name: "A", version: "1.0.0", endpoint: { type: HTTP, url: $url } }) { __typename }
}`;

let db: TestDatabase;
let receiver: TraceReceiver;
let folder: string;
beforeAll(async () => {
  db = await createTestDatabase();
  receiver = await startTraceReceiver();
  folder = await mkdtemp(join(tmpdir(), 'callboard-test-'));
});
afterEach(killPrograms);
afterAll(async () => {
  await receiver?.close();
  await db?.drop();
  await rm(folder, { recursive: true, force: true });
});

const start = (settings: Record<string, string>) =>
  startProgram('server', { DATABASE_URL: db.url, CALLBOARD_ADMIN_TOKEN: TOKEN, ...settings });

const traced = () =>
  start({
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_BSP_SCHEDULE_DELAY: '50',
  });

async function send(server: Program, body: object, headers: Record<string, string> = {}): Promise<unknown> {
  const { port } = await server.logged('server.ready');
  const response = await fetch(`http://127.0.0.1:${port}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${TOKEN}`, ...headers },
    body: JSON.stringify(body),
  });
  return response.json();
}

test('an operation is a span in the trace of the client, without variables, and its log lines have its id', async () => {
  const server = await traced();
  const traceId = '0af7651916cd43dd8448eb211c80319c';
  const variables = { id: 'traced', url: 'http://127.0.0.1:1/hush' };
  const answer = await send(
    server,
    { query: REGISTER, variables },
    { traceparent: `00-${traceId}-b7ad6b7169203331-01` },
  );
  expect(answer).toMatchObject({ data: { registerAgent: { __typename: 'Agent' } } });
  const [span] = await receiver.received(({ name }) => name === 'mutation Register');
  expect(span).toMatchObject({
    kind: 2,
    traceId,
    parentSpanId: 'b7ad6b7169203331',
    isFailed: false,
    attributes: { 'graphql.operation.type': 'mutation', 'graphql.operation.name': 'Register' },
    resource: { 'service.name': 'callboard-server' },
  });
  expect(await server.logged('agent.registered')).toMatchObject({ trace_id: traceId, span_id: span?.spanId });
  expect(await server.logged('server.ready')).not.toHaveProperty('span_id');
  expect(JSON.stringify(receiver.spans())).not.toContain('hush');

  // The other way to execute: requests that are not plain JSON are handled by Yoga.
  const accept = 'application/graphql-response+json';
  const query = 'query Other { me { id } }';
  await send(server, { query }, { accept, traceparent: 'nonsense' });
  const [other] = await receiver.received(({ name }) => name === 'query Other');
  expect(other).toMatchObject({ parentSpanId: undefined, isFailed: false });

  await send(server, { query: REGISTER, variables: { id: 'hush', url: 5 } });
  const [, failed] = await receiver.received(({ name }) => name === 'mutation Register', 2);
  expect(failed).toMatchObject({ isFailed: true, attributes: { 'error.type': 'BAD_USER_INPUT' } });
  expect(JSON.stringify(receiver.spans())).not.toContain('hush');
});

test('a trace that the client does not sample is not exported, and clients that are not signed in decide nothing', async () => {
  const server = await traced();
  const anonymousTrace = '1af7651916cd43dd8448eb211c80319c';
  const parent = (traceId: string, flags: string) => ({
    traceparent: `00-${traceId}-b7ad6b7169203331-${flags}`,
  });
  await send(
    server,
    { query: 'query Unsampled { me { id } }' },
    parent('2af7651916cd43dd8448eb211c80319c', '00'),
  );
  await send(
    server,
    { query: 'query Anonymous { __typename }' },
    { authorization: '', ...parent(anonymousTrace, '01') },
  );
  const [anonymous] = await receiver.received(({ name }) => name === 'query Anonymous');
  expect(anonymous?.traceId).not.toBe(anonymousTrace);
  expect(receiver.spans().map(({ name }) => name)).not.toContain('query Unsampled');
});

test('a server loads OpenTelemetry only if its settings ask for traces, and pino-pretty only for a terminal', async () => {
  const LOADED_MODULES_FILE = join(folder, 'modules.json');
  const server = await start({
    NODE_OPTIONS: `--import ${new URL('../../support/programs/loaded-modules.mjs', import.meta.url)}`,
    LOADED_MODULES_FILE,
  });
  await send(server, { query: '{ me { id } }' });
  server.signal('SIGTERM');
  expect(await server.exited, server.output()).toMatchObject({ code: 0 });
  const urls: string[] = JSON.parse(await readFile(LOADED_MODULES_FILE, 'utf8'));
  expect(urls.some((url) => url.endsWith('/dist/server.js'))).toBe(true);
  expect(urls.filter((url) => /@opentelemetry|pino-pretty/.test(url))).toEqual([]);
});
