/** Operations that are sent as their hash, and browsers that may send no others. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from 'graphql-ws';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { startTestServer, type TestServer } from '../../support/graphql-server.js';

const TEXT = 'query Known { me { role } }';
const TEXTS = { known: TEXT, events: 'subscription { agentChanged { cursor agentId } }' };

let directory: string;
let strict: TestServer;
let open: TestServer;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'callboard-test-'));
  await writeFile(join(directory, 'operations.json'), JSON.stringify(TEXTS));
  strict = await startTestServer({ adminDir: directory, operations: 'persisted' });
  open = await startTestServer({ adminDir: directory });
});
afterAll(async () => {
  await strict?.close();
  await open?.close();
  await rm(directory, { recursive: true, force: true });
});

const byHash = (sha256Hash: unknown) => ({ extensions: { persistedQuery: { version: 1, sha256Hash } } });

/** As a page of the admin with a session. */
async function session(server: TestServer): Promise<Record<string, string>> {
  const answer = await fetch(`${server.url}/admin/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: server.url },
    body: JSON.stringify({ token: server.tokens.operator }),
  });
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  return { cookie, origin: server.url, 'x-graphql-yoga-csrf': '1' };
}
const token = (server: TestServer) => ({ authorization: `Bearer ${server.tokens.operator}` });

async function ask(
  server: TestServer,
  headers: Record<string, string>,
  body: object,
  accept = 'application/json',
) {
  const response = await fetch(`${server.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept, ...headers },
    body: JSON.stringify(body),
  });
  return response.json();
}

const ROLE = { data: { me: { role: 'OPERATOR' } } };

describe.each([
  ['application/json', 'the common form'],
  ['application/graphql-response+json', 'all others'],
])('over HTTP, %s', (accept) => {
  test('a hash can replace its document, for browsers and programs', async () => {
    for (const server of [strict, open])
      for (const headers of [await session(server), token(server)])
        expect(await ask(server, headers, byHash('known'), accept)).toEqual(ROLE);
  });

  test.each(['unknown', '__proto__', 7, null])('the hash %j is unknown', async (hash) => {
    const { errors } = await ask(strict, await session(strict), byHash(hash), accept);
    if (typeof hash === 'string') expect(errors).toMatchObject([{ message: 'PersistedQueryNotFound' }]);
    else expect(errors).toHaveLength(1);
  });

  test('a document with its hash is executed as a document', async () => {
    const body = { query: TEXT, ...byHash('unknown') };
    expect(await ask(open, await session(open), body, accept)).toEqual(ROLE);
    expect(await ask(strict, token(strict), body, accept)).toEqual(ROLE);
  });

  test('signed-in browsers may not send documents if only persisted operations are allowed', async () => {
    for (const query of [TEXT, '{ me { id } }', 'mutation { deleteAgent(id: "x") { __typename } }']) {
      const { data, errors } = await ask(
        strict,
        await session(strict),
        { query, ...byHash('known') },
        accept,
      );
      expect(data ?? null).toBeNull();
      expect(errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
    }
  });
});

test('a client that is not signed in gains nothing by a hash', async () => {
  const other = await ask(strict, { 'x-graphql-yoga-csrf': '1' }, byHash('events'));
  expect(other.errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }]);
});

describe('over WebSocket', () => {
  async function subscribe(headers: Record<string, string>, body: object): Promise<unknown> {
    class Socket extends WebSocket {
      constructor(url: string, protocol: string) {
        super(url, protocol, { headers });
      }
    }
    const client = createClient({
      url: strict.url.replace('http', 'ws').concat('/graphql'),
      webSocketImpl: Socket,
      connectionParams: headers.authorization ? { authorization: headers.authorization } : {},
      retryAttempts: 0,
    });
    try {
      return await new Promise((resolve) => {
        client.subscribe(body as { query: string }, { next: resolve, error: resolve, complete: () => {} });
      });
    } finally {
      await client.dispose();
    }
  }

  test('the same rules apply', async () => {
    const cookie = await session(strict);
    expect(await subscribe(cookie, { query: '', ...byHash('known') })).toEqual(ROLE);
    expect(await subscribe(cookie, { query: TEXT })).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
    expect(await subscribe(cookie, { query: '', ...byHash('unknown') })).toMatchObject([
      { message: 'PersistedQueryNotFound' },
    ]);
    expect(await subscribe(token(strict), { query: TEXT })).toEqual(ROLE);
  });
});
