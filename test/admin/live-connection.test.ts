/** The admin's one socket against the real server: nothing missed, nothing twice, whatever happens to the connection. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { LiveConnection, type LiveState } from '../../admin/src/lib/graphql/live-connection.js';
import { trimOutbox } from '../../src/events/trim-outbox.js';
import { createApiToken } from '../../src/services/access/create-api-token.js';
import { revokeApiToken } from '../../src/services/access/revoke-api-token.js';
import { startTestServer, type TestServer } from '../support/graphql-server.js';
import { insertSchedule } from '../support/rows.js';

const ACTOR = { id: 'test', name: 'test', role: 'admin' } as const;
const QUERY = 'subscription($after: ID) { agentChanged(after: $after) { cursor agentId } }';

let server: TestServer;
const connections: LiveConnection[] = [];
beforeAll(async () => {
  server = await startTestServer({ heartbeatMs: 30, recheckMs: 50 });
});
afterEach(() => {
  for (const connection of connections.splice(0)) connection.close();
});
afterAll(() => server?.close());

let count = 0;
/** Ids of agents that were registered, in order. */
async function register(agents: number): Promise<string[]> {
  const ids = Array.from({ length: agents }, (_, index) => `agent-${count + index}`);
  count += agents;
  for (const id of ids) {
    await server.pool.query(
      `INSERT INTO "AgentRegistry" (id, name, endpoint) VALUES ($1, $1, '{"type": "http", "url": "http://127.0.0.1:9/"}')`,
      [id],
    );
  }
  return ids;
}

async function eventCursor(): Promise<string> {
  const response = await fetch(`${server.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${server.tokens.viewer}` },
    body: '{"query":"{ eventCursor }"}',
  });
  const { data } = (await response.json()) as { data: { eventCursor: string } };
  return data.eventCursor;
}

async function listen(given: { token?: string; cursor?: string } = {}) {
  const seen: string[] = [];
  const states: LiveState['kind'][] = [];
  const calls = { resets: 0, signedOut: 0 };
  const connection = new LiveConnection({
    url: `${server.url.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: { authorization: `Bearer ${given.token ?? server.tokens.viewer}` },
    readCursor: eventCursor,
    onReset: () => (calls.resets += 1),
    onSignedOut: () => (calls.signedOut += 1),
    onState: ({ kind }) => states.push(kind),
  });
  connections.push(connection);
  const subscription = {
    query: QUERY,
    cursor: given.cursor ?? (await eventCursor()),
    onData({ agentChanged }: { agentChanged: { cursor: string; agentId: string } }) {
      seen.push(agentChanged.agentId);
      return agentChanged.cursor;
    },
  };
  const stop = connection.subscribe(subscription);
  return { connection, subscription, seen, states, calls, stop };
}

const PATIENT = { interval: 5 };

test('delivers what happened while the connection was lost, once and in order', async () => {
  const { connection, seen, states } = await listen();
  await expect.poll(() => states, PATIENT).toEqual(['live']);
  const expected: string[] = [];
  for (let round = 0; round < 5; round += 1) {
    expected.push(...(await register(3)));
    connection.drop();
    expected.push(...(await register(3)));
  }
  await expect.poll(() => seen, PATIENT).toEqual(expected);
  await expect.poll(() => states.at(-1), PATIENT).toBe('live');
  expect(states).toContain('reconnecting');
});

test('advances the cursor of a quiet subscription, so that it can resume after a long silence', async () => {
  const { subscription, connection, seen } = await listen();
  const before = subscription.cursor;
  await insertSchedule(server.pool, { agentId: 'any' }); // not what this one listens to
  await expect.poll(() => subscription.cursor !== before, PATIENT).toBe(true);
  expect(seen).toEqual([]);
  connection.drop();
  const ids = await register(2);
  await expect.poll(() => seen, PATIENT).toEqual(ids);
});

test('reloads everything and continues from now when the server no longer knows the cursor', async () => {
  const cursor = await eventCursor();
  await register(2);
  await trimOutbox(server.pool, { olderThanMs: 0, limit: 10_000 });
  const { seen, calls } = await listen({ cursor });
  await expect.poll(() => calls.resets, PATIENT).toBeGreaterThan(0);
  // The place that it received then may itself be from before the trimming: in that case it reads once more.
  await expect.poll(async () => (await register(1)) && seen.length, { interval: 50 }).toBeGreaterThan(0);
  const [id] = await register(1);
  await expect.poll(() => seen.at(-1), PATIENT).toBe(id);
});

test('does not resume a subscription that was ended', async () => {
  const { connection, seen, stop, states } = await listen();
  await expect.poll(() => states, PATIENT).toEqual(['live']);
  stop();
  const other = await listen();
  connection.drop();
  const ids = await register(1);
  await expect.poll(() => other.seen, PATIENT).toEqual(ids);
  expect(seen).toEqual([]);
});

test('signs out a user whose token is refused or revoked', async () => {
  const unauthenticated = await listen({ token: 'wrong' });
  await expect.poll(() => unauthenticated.calls.signedOut, PATIENT).toBe(1);

  const made = await createApiToken(server.services, ACTOR, { name: 'short-lived', role: 'viewer' });
  if (made.kind !== 'ok') throw new Error('no token');
  const guest = await listen({ token: made.value.token });
  await expect.poll(() => guest.states, PATIENT).toEqual(['live']);
  await revokeApiToken(server.services, ACTOR, made.value);
  await expect.poll(() => guest.calls.signedOut, PATIENT).toBe(1);
  expect(guest.calls.resets).toBe(0);
});

test('reconnects to a server that is down, and does not sign the user out', async () => {
  const states: string[] = [];
  let attempts = 0;
  class CountedSocket extends WebSocket {
    constructor(url: string, protocol?: string) {
      super(url, protocol);
      attempts += 1;
    }
  }
  const away = new LiveConnection({
    url: 'ws://127.0.0.1:9/graphql',
    webSocketImpl: CountedSocket,
    readCursor: eventCursor,
    onReset: () => expect.unreachable(),
    onSignedOut: () => expect.unreachable(),
    onState: ({ kind }) => states.push(kind),
  });
  connections.push(away);
  away.subscribe({ query: QUERY, cursor: await eventCursor(), onData: () => '' });
  await expect.poll(() => states, PATIENT).toEqual(['reconnecting']);
  const before = attempts;
  away.wake();
  await expect.poll(() => attempts, PATIENT).toBeGreaterThan(before);
  expect(states).not.toContain('live');
});

test('gives up a connection to a server that hangs, and catches up when it answers again', async () => {
  const relay = await startRelay(Number(new URL(server.url).port));
  const states: string[] = [];
  const seen: string[] = [];
  const connection = new LiveConnection({
    url: `ws://127.0.0.1:${relay.port}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: { authorization: `Bearer ${server.tokens.viewer}` },
    readCursor: eventCursor,
    onReset: () => expect.unreachable(),
    onSignedOut: () => expect.unreachable(),
    onState: ({ kind }) => states.push(kind),
    keepAliveMs: 50,
    pongMs: 500,
    connectMs: 500,
  });
  connections.push(connection);
  connection.subscribe({
    query: QUERY,
    cursor: await eventCursor(),
    onData(data) {
      const { agentChanged } = data as { agentChanged: { cursor: string; agentId: string } };
      seen.push(agentChanged.agentId);
      return agentChanged.cursor;
    },
  });
  await expect.poll(() => states, PATIENT).toEqual(['live']);
  relay.hang(true);
  await expect.poll(() => states.at(-1), { ...PATIENT, timeout: 5_000 }).toBe('reconnecting');
  const ids = await register(2);
  relay.hang(false);
  await expect.poll(() => seen, { ...PATIENT, timeout: 5_000 }).toEqual(ids);
  expect(states.at(-1)).toBe('live');
  await relay.close();
});

/** Passes everything on to a port, or holds it back like a server whose process has been stopped. */
async function startRelay(port: number) {
  const sockets = new Set<Socket>();
  let isHanging = false;
  const relay = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (chunk) => to.write(chunk));
      from.on('error', () => to.destroy());
      from.on('close', () => to.destroy());
      if (isHanging) from.pause();
    }
  }).listen(0, '127.0.0.1');
  await once(relay, 'listening');
  return {
    port: (relay.address() as AddressInfo).port,
    hang(hangs: boolean) {
      isHanging = hangs;
      for (const socket of sockets) hangs ? socket.pause() : socket.resume();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      relay.close();
      await once(relay, 'close');
    },
  };
}
