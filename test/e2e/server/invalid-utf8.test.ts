/** Bodies that are not UTF-8 are refused on every route that reads one, before anything happens. */
import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callbackToken } from '../../../src/http/incoming/callback-token.js';
import { NOT_UTF8 } from '../../../src/http/incoming/utf8-text.js';
import { CreateWebhookDocument, type CreateWebhookInput } from '../../support/generated/operations.js';
import { startTestServer, type TestServer } from '../../support/graphql-server.js';
import { insertAgent } from '../../support/rows.js';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await insertAgent(server.pool, 'called', 'http://127.0.0.1:9/');
});
afterAll(() => server?.close());

const JSON_TYPE = { 'content-type': 'application/json' };

async function send(path: string, headers: Record<string, string>, body: BodyInit) {
  const response = await fetch(server.url + path, {
    method: 'POST',
    headers: { ...JSON_TYPE, ...headers },
    body,
    duplex: 'half',
  } as RequestInit);
  return { status: response.status, text: await response.text() };
}

/** The text with an `é` as Latin-1 writes it. */
const latin1 = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));
const refused = { status: 400, text: expect.stringContaining(NOT_UTF8) };

test('the report of an agent', async () => {
  const id = '019aa000-0000-7000-8000-000000000000';
  const path = `/agent/v1/executions/${id}`;
  const report = '{"status": "completed", "result": "né"}';
  const authorization = `Bearer ${callbackToken(server.services.secretKey, id)}`;
  expect(await send(path, { authorization }, latin1(report))).toMatchObject(refused);
  expect(
    await send(path, { authorization }, latin1('{"status": "completed", "result": "\xed\xa0\x80"}')),
  ).toMatchObject(refused);
  expect((await send(path, { authorization }, report)).status).toBe(404); // read, and no such attempt
  expect((await send(path, {}, latin1(report))).status).toBe(401);
});

test('operations, in the usual form and in others, with and without a token', async () => {
  const mutation = JSON.stringify({
    query: 'mutation($name: String!) { createApiToken(input: {name: $name, role: VIEWER}) { __typename } }',
    variables: { name: 'né' },
  });
  const authorization = `Bearer ${server.tokens.admin}`;
  const stream = () => new Blob([latin1(mutation)]).stream();
  const forms: [Record<string, string>, BodyInit][] = [
    [{ authorization }, latin1(mutation)],
    [{ authorization }, stream()],
    [{ authorization, 'content-type': 'application/graphql+json' }, latin1(mutation)],
    [{ authorization, accept: 'text/event-stream' }, stream()],
    [{}, latin1('{"query": "{ me { id } } # né"}')],
  ];
  for (const [headers, body] of forms) {
    const answer = await send('/graphql', headers, body);
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining(NOT_UTF8)]);
  }
  const { rows } = await server.pool.query(`SELECT 1 FROM "ApiToken" WHERE name LIKE 'n%'`);
  expect(rows).toEqual([]);
  expect((await send('/graphql', { authorization }, new Blob([mutation]).stream())).text).toContain(
    'CreatedApiToken',
  );
});

test('messages of language models', async () => {
  const authorization = `Bearer ${server.tokens.viewer}`;
  const message = '{"jsonrpc": "2.0", "id": 1, "method": "né"}';
  expect(await send('/mcp', { authorization }, latin1(message))).toMatchObject(refused);
});

async function calling(input: Partial<CreateWebhookInput>) {
  const { createWebhook } = await server.admin.ask(CreateWebhookDocument, {
    input: { name: 'latin', targetType: 'AGENT', agentId: 'called', ...input },
  });
  if (createWebhook.__typename !== 'CreatedWebhook' || !createWebhook.webhook) throw new Error('no webhook');
  const { secret, webhook } = createWebhook;
  return (headers: Record<string, string>, body: Uint8Array<ArrayBuffer>, key = secret) => {
    const timestamp = String(Math.floor(Date.now() / 1000));
    const signature = createHmac('sha256', key).update(`${timestamp}.`).update(body).digest('hex');
    const signed = { 'x-timestamp': timestamp, 'x-signature': signature };
    return send(`/hooks/${webhook.id}`, { ...signed, ...headers }, body);
  };
}

const CLOUD_EVENT = { 'ce-specversion': '1.0', 'ce-id': '1', 'ce-source': '/a', 'ce-type': 'b' };

test.each([
  ['as JSON', {}, { 'x-event-id': 'e' }],
  ['as text', { payload: { mode: 'RAW', inputKey: 'text' } }, { 'x-event-id': 'e' }],
  ['as data of a CloudEvent', { payload: { inputKey: 'event' } }, CLOUD_EVENT],
  ['as a CloudEvent', { payload: { inputKey: 'event' } }, { 'content-type': 'application/cloudevents+json' }],
] satisfies [string, Partial<CreateWebhookInput>, Record<string, string>][])(
  'signed calls of webhooks: %s',
  async (_form, input, headers) => {
    const call = await calling(input);
    const body = latin1('{"name": "né"}');
    const runs = async () => (await server.pool.query('SELECT id FROM "ScheduleExecution"')).rows;
    const before = await runs();
    expect(await call(headers, body)).toMatchObject(refused);
    expect(await runs()).toEqual(before);
    expect((await call(headers, body, 'another secret')).status).toBe(401);
  },
);

test('a byte order mark and characters outside the basic plane are accepted', async () => {
  const call = await calling({});
  expect((await call({ 'x-event-id': 'bom' }, new TextEncoder().encode('\ufeff{"name": "😀"}'))).status).toBe(
    202,
  );
});
