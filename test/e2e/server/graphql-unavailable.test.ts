import { connect, createServer, type Server, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { killPrograms, startProgram } from '../../support/programs/processes.js';

const ADMIN_TOKEN = 'a-token-for-the-first-admin';

let db: TestDatabase;
let gate: Gate;
beforeAll(async () => {
  db = await createTestDatabase();
  gate = await openGate(db.url);
});
afterEach(killPrograms);
afterAll(async () => {
  await gate?.shut();
  await db?.drop();
});

interface Gate {
  /** URL of the database through the gate. */
  url: string;
  /** Cuts every connection and accepts no other. */
  shut(): Promise<void>;
  open(): Promise<void>;
}

/** A gate between a program and the test's database. */
async function openGate(databaseUrl: string): Promise<Gate> {
  const { hostname, port } = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    return socket;
  };
  let server: Server;
  const listen = (at: number) =>
    new Promise<number>((resolve) => {
      server = createServer((near) => {
        const far = keep(connect(Number(port), hostname));
        keep(near).pipe(far).pipe(near);
        near.on('close', () => far.destroy());
        far.on('close', () => near.destroy());
      });
      server.listen(at, '127.0.0.1', () => resolve((server.address() as { port: number }).port));
    });
  const own = await listen(0);
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String(own);
  return {
    url: url.href,
    async open() {
      await listen(own);
    },
    async shut() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

test('while the database is down the API says so, and does not reveal where it is', async () => {
  const server = await startProgram('server', {
    DATABASE_URL: gate.url,
    CALLBOARD_ADMIN_TOKEN: ADMIN_TOKEN,
  });
  const { port } = await server.logged('server.ready');
  const ask = async (text: string) => {
    const response = await fetch(`http://127.0.0.1:${port}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${ADMIN_TOKEN}` },
      body: JSON.stringify({ query: text }),
    });
    const body = (await response.json()) as {
      data?: unknown;
      errors?: { message: string; extensions: object }[];
    };
    return { status: response.status, retryAfter: response.headers.get('retry-after'), ...body };
  };
  expect(await ask('{ me { role } }')).toMatchObject({ status: 200, data: { me: { role: 'ADMIN' } } });

  await gate.shut();
  // The result for a token is cached for a moment.
  const question = '{ me { role } schedules(first: 1) { totalCount } }';
  await expect.poll(async () => (await ask(question)).status).toBe(503);
  const away = await ask(question);
  expect(away).toMatchObject({ status: 503, retryAfter: '1' });
  expect(away.data).toBeUndefined();
  for (const { message, extensions } of away.errors ?? []) {
    expect(message).toBe('The database is not available. Try again.');
    expect(extensions).toEqual({ code: 'UNAVAILABLE' });
  }
  expect(away.errors?.length).toBeGreaterThan(0);
  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(503);

  // A token that cannot be checked does not count as wrong: clients must try again, not sign out.
  const socket = new WebSocket(`ws://127.0.0.1:${port}/graphql`, 'graphql-transport-ws');
  const code = new Promise((resolve) => socket.on('close', resolve));
  socket.on('open', () =>
    socket.send(
      JSON.stringify({ type: 'connection_init', payload: { authorization: `Bearer ${ADMIN_TOKEN}` } }),
    ),
  );
  expect(await code).toBe(1013);

  await gate.open();
  expect(await ask('{ me { role } }')).toMatchObject({ status: 200, data: { me: { role: 'ADMIN' } } });
});
