/**
 * Pages of other origins: allowed ones may use the API with a token, and none with the cookie of the admin.
 */
import { once } from 'node:events';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { startTestServer, type TestServer } from '../../support/graphql-server.js';

const ALLOWED = 'https://app.example';
const OTHERS = ['https://evil.example', 'https://app.example.evil.example', 'http://app.example', 'null'];

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ corsOrigins: [ALLOWED], publicUrl: 'http://callboard.test' });
});
afterAll(() => server?.close());

interface Answer {
  status: number | undefined;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** `fetch` does not send headers that only browsers may set. */
async function send(method: string, headers: Record<string, string>, body = ''): Promise<Answer> {
  const sent = request(`${server.url}/graphql`, { method, headers });
  sent.end(body);
  const [response] = await once(sent, 'response');
  return {
    status: response.statusCode,
    headers: response.headers,
    body: (await response.toArray()).join(''),
  };
}

const ASK = '{"query":"{ me { name } }"}';
const JSON_BODY = { 'content-type': 'application/json' };
const withToken = () => ({ ...JSON_BODY, authorization: `Bearer ${server.tokens.viewer}` });

/** The cookie of a browser with a session in the admin. */
async function adminCookie(): Promise<string> {
  const answer = await fetch(`${server.url}/admin/session`, {
    method: 'POST',
    headers: { ...JSON_BODY, origin: 'http://callboard.test' },
    body: JSON.stringify({ token: server.tokens.admin }),
  });
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

function preflight(origin: string): Promise<Answer> {
  return send('OPTIONS', {
    origin,
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'authorization,content-type',
  });
}

describe('a page of an allowed origin', () => {
  test('may send requests, without cookies', async () => {
    const { status, headers } = await preflight(ALLOWED);
    expect(status).toBe(204);
    expect(headers).toMatchObject({
      'access-control-allow-origin': ALLOWED,
      'access-control-allow-methods': 'GET, POST',
      'access-control-allow-headers': 'authorization, content-type, x-graphql-yoga-csrf',
      vary: 'origin',
    });
    expect(headers).not.toHaveProperty('access-control-allow-credentials');
  });

  test.each(['application/json', 'text/event-stream', 'application/graphql-response+json'])(
    'reads the answer as %s, and why it is refused',
    async (accept) => {
      const headers = { accept, origin: ALLOWED, 'sec-fetch-site': 'cross-site' };
      const answer = await send('POST', { ...withToken(), ...headers }, ASK);
      expect(answer.body).toContain('"me":{"name"');
      expect(answer.headers['access-control-allow-origin']).toBe(ALLOWED);
      const refused = await send('POST', { ...JSON_BODY, ...headers, authorization: 'Bearer wrong' }, ASK);
      expect(refused).toMatchObject({ status: 401, headers: { 'access-control-allow-origin': ALLOWED } });
    },
  );

  test('is not signed in by the cookie of the admin', async () => {
    const headers = { ...JSON_BODY, 'x-graphql-yoga-csrf': '1', cookie: await adminCookie() };
    expect((await send('POST', { ...headers, origin: 'http://callboard.test' }, ASK)).body).toContain(
      '"name"',
    );
    const answer = await send('POST', { ...headers, origin: ALLOWED, 'sec-fetch-site': 'same-site' }, ASK);
    expect(JSON.parse(answer.body)).toEqual({ data: { me: null } });
  });

  test('can open a WebSocket and sign in with a token, not with the cookie', async () => {
    expect(await connect(ALLOWED, { authorization: `Bearer ${server.tokens.viewer}` })).toBe('acknowledged');
    expect(await connect(ALLOWED, {}, await adminCookie())).toBe('closed 4403');
    expect(await connect('http://callboard.test', {}, await adminCookie())).toBe('acknowledged');
  });
});

describe.each(OTHERS)('a page of %s', (origin) => {
  test('reads nothing and opens no WebSocket', async () => {
    for (const answer of [await preflight(origin), await send('POST', { ...withToken(), origin }, ASK)]) {
      expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
      expect(answer.headers).toMatchObject({ vary: 'origin' });
    }
    expect(await connect(origin, { authorization: `Bearer ${server.tokens.viewer}` })).toBe('refused 403');
  });
});

/** The result of a WebSocket that a page of this origin opens. */
async function connect(origin: string, payload: object, cookie?: string): Promise<string> {
  const socket = new WebSocket(server.url.replace('http', 'ws').concat('/graphql'), 'graphql-transport-ws', {
    headers: { origin, ...(cookie && { cookie }) },
  });
  return new Promise((resolve) => {
    socket.on('open', () => socket.send(JSON.stringify({ type: 'connection_init', payload })));
    socket.on('message', () => {
      resolve('acknowledged');
      socket.close();
    });
    socket.on('close', (code) => resolve(`closed ${code}`));
    socket.on('unexpected-response', (_request, { statusCode }) => resolve(`refused ${statusCode}`));
    socket.on('error', () => {});
  });
}
