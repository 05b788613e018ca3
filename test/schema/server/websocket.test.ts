/** Limits on sockets before and after they have signed in. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { LIMITS } from '../../../src/domain/limits.js';
import type { SignIn } from '../../../src/schema/access/sign-in.js';
import type { SchemaDeps } from '../../../src/schema/context.js';
import type { App } from '../../../src/schema/server/app.js';
import { createCors } from '../../../src/schema/server/cors.js';
import { createPersistedOperations } from '../../../src/schema/server/operations/persisted-operations.js';
import { createWebSocketEndpoint, type WebSocketEndpoint } from '../../../src/schema/server/websocket.js';
import { createRecordingLogger } from '../../support/recording-logger.js';

const TRY_AGAIN_LATER = 1013;

let server: Server;
let endpoint: WebSocketEndpoint;
let url: string;
let clients: WebSocket[];
let ended: Promise<void> | undefined;

/** A token's id is the token itself, and the client names its own address. */
beforeEach(async () => {
  clients = [];
  ended = undefined;
  const signIn = {
    ofRequest: async (_request: IncomingMessage, authorization: string) => ({ actor: { id: authorization } }),
  };
  endpoint = createWebSocketEndpoint({
    app: {} as App,
    deps: {} as SchemaDeps,
    signIn: signIn as unknown as SignIn,
    cors: createCors([]),
    persisted: createPersistedOperations('', 'any'),
    clientAddress: ({ headers }) => String(headers.from),
    logger: createRecordingLogger(),
    publicOrigin: 'https://callboard.example',
    initTimeoutMs: 600_000,
  });
  server = createServer().on('upgrade', endpoint.handleUpgrade).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`;
});
afterEach(async () => {
  for (const client of clients) client.terminate();
  await (ended ?? endpoint.close());
  await new Promise((resolve) => server.close(resolve));
});

/** 101 when it is open, otherwise the status of the refusal. */
async function open(from: string): Promise<{ status: number; client: WebSocket }> {
  const client = new WebSocket(url, 'graphql-transport-ws', { headers: { from } });
  clients.push(client);
  client.on('error', () => {});
  const status = await new Promise<number>((resolve) => {
    client.once('open', () => resolve(101));
    client.once('unexpected-response', (_request, { statusCode = 0 }) => resolve(statusCode));
  });
  return { status, client };
}

async function openMany(count: number, from: string): Promise<WebSocket[]> {
  const opened = await Promise.all(Array.from({ length: count }, () => open(from)));
  expect(new Set(opened.map(({ status }) => status))).toEqual(new Set([101]));
  return opened.map(({ client }) => client);
}

/** 'connection_ack', or the code that the socket was closed with. */
function signIn(client: WebSocket, authorization: string): Promise<string | number> {
  const answered = new Promise<string | number>((resolve) => {
    client.once('message', (data) => resolve(JSON.parse(String(data)).type));
    client.once('close', (code) => resolve(code));
  });
  client.send(JSON.stringify({ type: 'connection_init', payload: { authorization } }));
  return answered;
}

/** Resolves when the server knows that one of its sockets is closed. */
async function leave(client: WebSocket): Promise<void> {
  client.close();
  await once(client, 'close');
}

test('one address may have a limited number of sockets that have not signed in', async () => {
  const [first, second] = await openMany(LIMITS.unsignedSocketsPerAddress, '192.0.2.1');
  expect((await open('192.0.2.1')).status).toBe(429);
  expect((await open('192.0.2.2')).status).toBe(101);
  await leave(first as WebSocket);
  expect((await open('192.0.2.1')).status).toBe(101);
  expect((await open('192.0.2.1')).status).toBe(429);
  // A socket that has signed in makes room for another.
  expect(await signIn(second as WebSocket, 'token')).toBe('connection_ack');
  expect((await open('192.0.2.1')).status).toBe(101);
});

test('a server has a limited number of sockets that have not signed in', async () => {
  const addresses = LIMITS.unsignedSockets / LIMITS.unsignedSocketsPerAddress;
  for (let address = 0; address < addresses; address += 1)
    await openMany(LIMITS.unsignedSocketsPerAddress, `192.0.2.${address}`);
  expect((await open('198.51.100.1')).status).toBe(429);
  await leave(clients[0] as WebSocket);
  expect((await open('198.51.100.1')).status).toBe(101);
  expect((await open('198.51.100.1')).status).toBe(429);
});

/** All that a token may have. */
async function openAll(token: string): Promise<void> {
  const batch = LIMITS.unsignedSocketsPerAddress;
  for (let count = 0; count < LIMITS.socketsPerToken; count += batch) {
    const more = await openMany(batch, `192.0.2.${count}`);
    const answers = await Promise.all(more.map((client) => signIn(client, token)));
    expect(new Set(answers)).toEqual(new Set(['connection_ack']));
  }
}
const signInOnce = async (token: string) => signIn((await open('198.51.100.1')).client, token);

test('one token may have a limited number of sockets, wherever they come from', async () => {
  await openAll('token');
  expect(await signInOnce('token')).toBe(TRY_AGAIN_LATER);
  expect(await signInOnce('other')).toBe('connection_ack');
  await leave(clients[0] as WebSocket);
  expect(await signInOnce('token')).toBe('connection_ack');
  expect(await signInOnce('token')).toBe(TRY_AGAIN_LATER);
});

test('refused sockets that stay open still count', async () => {
  await openAll('token');
  const refused = await openMany(LIMITS.unsignedSocketsPerAddress, '203.0.113.1');
  for (const client of refused) {
    client.pause();
    client.send(JSON.stringify({ type: 'connection_init', payload: { authorization: 'token' } }));
  }
  // When this is answered, everything sent before has been answered.
  expect(await signInOnce('other')).toBe('connection_ack');
  expect((await open('203.0.113.1')).status).toBe(429);
});

test('a client that goes away while it is sent something is not an internal error', async () => {
  const printed = vi.spyOn(console, 'error').mockImplementation(() => {});
  const upgraded = once(server, 'upgrade');
  const { client } = await open('192.0.2.1');
  const [, socket] = (await upgraded) as [IncomingMessage, Socket];
  client.pause();
  // More than the buffers on the way to the client can hold, so that the server is still sending it.
  const ping = JSON.stringify({
    type: 'ping',
    payload: { text: 'x'.repeat(LIMITS.websocketMessageBytes / 2) },
  });
  for (let size = 0; size < 32 * 1_048_576; size += ping.length) client.send(ping);
  await vi.waitUntil(() => socket.writableLength > 0, { timeout: 30_000 });
  const closed = new Promise((resolve) => socket.once('close', resolve));
  (client as unknown as { _socket: Socket })._socket.resetAndDestroy();
  await closed;
  await nextTurn();
  expect(printed.mock.calls).toEqual([]);
  printed.mockRestore();
});

// The library alone waits 30 seconds for the answer.
test('a client that does not answer is disconnected when the server stops', { timeout: 20_000 }, async () => {
  const { client } = await open('192.0.2.1');
  expect(await signIn(client, 'token')).toBe('connection_ack');
  client.pause();
  ended = endpoint.close();
  await ended;
});
