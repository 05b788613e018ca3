/** What the server does for the admin, for browsers and attackers: files and sessions. */
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { createClient } from 'graphql-ws';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { createAttemptLimit } from '../../../src/runtime/limits/attempt-limit.js';
import { createSignInCode } from '../../../src/services/access/admin-session.js';
import { createApiToken } from '../../../src/services/access/create-api-token.js';
import { revokeApiToken } from '../../../src/services/access/revoke-api-token.js';
import { startTestServer, type TestServer } from '../../support/graphql-server.js';

const ACTOR = { id: 'test', name: 'test', role: 'admin' } as const;
const INDEX = '<!doctype html><meta property="csp-nonce" nonce="NONCE" /><title>Callboard</title>';
const SCRIPT = 'export const answer = 42;\n'.repeat(50);

let directory: string;
let server: TestServer;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'callboard-test-'));
  const adminDir = join(directory, 'admin');
  await mkdir(join(adminDir, 'assets'), { recursive: true });
  await writeFile(join(directory, 'secret.js'), 'secret');
  await writeFile(join(adminDir, 'index.html'), INDEX);
  await writeFile(join(adminDir, 'notes.txt'), 'no type that is served');
  await writeFile(join(adminDir, 'assets/app-1a2b.js'), SCRIPT);
  await writeFile(join(adminDir, 'assets/app-1a2b.js.br'), brotliCompressSync(SCRIPT));
  await writeFile(join(adminDir, 'assets/app-1a2b.js.gz'), gzipSync(SCRIPT));
  server = await startTestServer({ adminDir, recheckMs: 100 });
});
afterAll(async () => {
  await server?.close();
  await rm(directory, { recursive: true, force: true });
});

interface Sent {
  status: number;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

/** Exactly this path, which `fetch` would normalize. */
async function send(
  path: string,
  {
    url = server.url,
    method = 'GET',
    headers = {},
    body,
  }: { url?: string; method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<Sent> {
  const { hostname, port } = new URL(url);
  const sent = request({ hostname, port, path, method, headers });
  sent.end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return { status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) };
}

describe('the files of the admin', () => {
  test.each([
    '/admin',
    '/admin/',
    '/admin/agents/x',
    '/admin/index.html',
    '/admin/sign-in?next=/',
    '/admin/jobs.json',
  ])('%s is the page, never cached, under a strict policy', async (path) => {
    const { status, headers, body } = await send(path);
    expect(status).toBe(200);
    const [, nonce = ''] = /nonce="([\w-]{22})"/.exec(body.toString()) ?? [];
    expect(body.toString().replace(nonce, 'NONCE')).toBe(INDEX);
    expect((await send(path)).body.toString()).not.toContain(nonce);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
    });
    const policy = String(headers['content-security-policy']);
    for (const rule of [
      "default-src 'self'",
      "script-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ])
      expect(policy.split('; ')).toContain(rule);
    expect(policy).toContain(`style-src 'self' 'nonce-${nonce}'`);
    expect(policy).not.toContain('unsafe');
  });

  test.each([
    ['br, gzip', 'br', brotliDecompressSync],
    ['gzip;q=0.8, deflate', 'gzip', gunzipSync],
    ['br;q=0, gzip', 'gzip', gunzipSync],
    ['identity', undefined, (body: Buffer) => body],
  ])('are compressed as the browser accepts: %s', async (accepted, encoding, decode) => {
    const { status, headers, body } = await send('/admin/assets/app-1a2b.js', {
      headers: { 'accept-encoding': accepted },
    });
    expect(status).toBe(200);
    expect(headers['content-encoding']).toBe(encoding);
    expect(headers['content-length']).toBe(String(body.length));
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(headers.vary).toBe('accept-encoding');
    expect(decode(body).toString()).toBe(SCRIPT);
  });

  test('are not sent again to a client that has them, and HEAD sends no body', async () => {
    const { headers } = await send('/admin/assets/app-1a2b.js');
    const again = await send('/admin/assets/app-1a2b.js', {
      headers: { 'if-none-match': `"x", ${headers.etag}` },
    });
    expect([again.status, again.body.length]).toEqual([304, 0]);
    const other = await send('/admin/assets/app-1a2b.js', {
      headers: { 'if-none-match': String(headers.etag), 'accept-encoding': 'br' },
    });
    expect(other.status).toBe(200);
    const head = await send('/admin/assets/app-1a2b.js', { method: 'HEAD' });
    expect([head.status, head.body.length, head.headers['content-length']]).toEqual([
      200,
      0,
      String(SCRIPT.length),
    ]);
    expect((await send('/admin', { method: 'POST' })).status).toBe(405);
  });

  test.each([
    '/admin/../secret.js',
    '/admin/assets/../../secret.js',
    '/admin/assets/..%2f..%2fsecret.js',
    '/admin/%2e%2e/secret.js',
    '/admin/assets/..\\..\\secret.js',
    '/admin//etc/passwd',
    '/admin/notes.txt',
    '/admin/__proto__',
  ])('are the only files that are served: %s', async (path) => {
    const { body } = await send(path);
    expect(body.toString()).not.toContain('secret');
    expect(body.toString()).not.toContain('root:');
    expect(body.toString()).not.toContain('no type');
  });

  test('include no asset of an earlier build; it is a 404 instead of the page', async () => {
    expect((await send('/admin/assets/app-old.js')).status).toBe(404);
    expect((await send('/administrator')).status).toBe(404);
  });

  test('are reported as missing if there is no build', async () => {
    const bare = await startTestServer({ adminDir: join(directory, 'nowhere') });
    const { status, body } = await send('/admin', { url: bare.url });
    await bare.close();
    expect(status).toBe(503);
    expect(JSON.parse(body.toString()).error).toContain('npm run build');
  });
});

describe('a session', () => {
  let own: Record<string, string>;
  beforeAll(() => {
    own = { origin: server.url, 'content-type': 'application/json' };
  });

  function signIn(body: unknown, headers: Record<string, string> = own, url = server.url): Promise<Sent> {
    return send('/admin/session', {
      url,
      method: 'POST',
      headers,
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  }

  async function cookieOf(proof: object): Promise<string> {
    const { status, headers } = await signIn(proof);
    expect(status).toBe(200);
    return headers['set-cookie']?.[0]?.split(';')[0] ?? '';
  }

  async function whoIs(headers: Record<string, string>): Promise<string | undefined> {
    const { body } = await send('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: '{"query":"{ me { role } }"}',
    });
    return JSON.parse(body.toString()).data?.me?.role;
  }

  test('is a cookie that no script can read and no other site sends', async () => {
    const { status, headers, body } = await signIn({ token: server.tokens.operator });
    expect([status, JSON.parse(body.toString())]).toEqual([200, { name: 'operator', role: 'operator' }]);
    const [cookie = ''] = headers['set-cookie'] ?? [];
    expect(cookie).toMatch(/^callboard=[\w-]{43}; Max-Age=1209600; Path=\/; HttpOnly; SameSite=Strict$/);
    expect(cookie).not.toContain(server.tokens.operator);
    const { rows } = await server.pool.query('SELECT * FROM "AdminSession"');
    expect(JSON.stringify(rows)).not.toContain(cookie.slice('callboard='.length, 53));
  });

  test('is sent only over https if the server uses https', async () => {
    const secure = await startTestServer({ publicUrl: 'https://callboard.example' });
    const { headers } = await signIn(
      { token: secure.tokens.viewer },
      { ...own, origin: 'https://callboard.example' },
      secure.url,
    );
    await secure.close();
    expect(headers['set-cookie']?.[0]).toMatch(/^__Host-callboard=.*; Secure$/);
  });

  test('acts for its token, but only from a page of this server', async () => {
    const cookie = await cookieOf({ token: server.tokens.operator });
    const { port } = new URL(server.url);
    const trusted = [
      { origin: server.url },
      { origin: 'http://callboard.test' },
      { 'sec-fetch-site': 'same-origin' },
      { origin: server.url, 'sec-fetch-site': 'same-origin' },
    ];
    for (const headers of trusted)
      expect(await whoIs({ ...headers, cookie } as never), JSON.stringify(headers)).toBe('OPERATOR');
    const untrusted = [
      {},
      { origin: 'null' },
      { origin: 'https://evil.example' },
      { origin: `http://127.0.0.1:${Number(port) + 1}`, 'sec-fetch-site': 'same-site' },
      { origin: `http://127.0.0.1:${Number(port) + 1}` },
      { origin: server.url, 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'none' },
      { 'sec-fetch-site': 'cross-site' },
    ];
    for (const headers of untrusted)
      expect(await whoIs({ ...headers, cookie } as never), JSON.stringify(headers)).toBeUndefined();
    for (const forged of ['callboard=', 'callboard=x', `${cookie}x`, `other${cookie}`])
      expect(await whoIs({ origin: server.url, cookie: forged })).toBeUndefined();
  });

  test('is not an API token, and an API token is not a session', async () => {
    const cookie = await cookieOf({ token: server.tokens.viewer });
    const secret = cookie.slice('callboard='.length);
    expect(await whoIs({ authorization: `Bearer ${secret}` })).toBeUndefined();
    expect(await whoIs({ origin: server.url, cookie: `callboard=${server.tokens.viewer}` })).toBeUndefined();
    // The header decides, whatever cookie is sent.
    expect(await whoIs({ origin: server.url, cookie, authorization: `Bearer ${server.tokens.admin}` })).toBe(
      'ADMIN',
    );
  });

  test.each([
    ['without an origin', {}, 403],
    ['from another site', { origin: 'https://evil.example' }, 403],
    ['from another port of this host', { origin: 'http://127.0.0.1:1' }, 403],
    ['as a form', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['as text', { 'content-type': 'text/plain' }, 415],
  ])('cannot be started %s', async (_case, headers, status) => {
    const base: Record<string, string> =
      _case === 'without an origin' ? { 'content-type': 'application/json' } : own;
    const answer = await signIn({ token: server.tokens.admin }, { ...base, ...headers } as never);
    expect(answer.status).toBe(status);
    expect(answer.headers['set-cookie']).toBeUndefined();
  });

  test.each([
    ['no JSON', '{', 400],
    ['nothing', {}, 400],
    ['both', { token: 'a', code: 'b' }, 400],
    ['a number', { token: 1 }, 400],
    ['more than there are', { token: 'a', role: 'admin' }, 400],
    ['something huge', { token: 'x'.repeat(5_000) }, 413],
  ])('is not started by %s', async (_case, body, status) => {
    expect((await signIn(body)).status).toBe(status);
  });

  test('can be started by a link once, within 15 minutes', async () => {
    const code = await createSignInCode(server.services);
    const both = await Promise.all([signIn({ code }), signIn({ code })]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
    const late = await createSignInCode(server.services);
    await server.pool.query(`UPDATE "SignInLink" SET "expiresAt" = now()`);
    expect((await signIn({ code: late })).status).toBe(401);
    expect((await signIn({ token: code })).status).toBe(401);
  });

  test('ends on sign-out, when it expires, and with its token', async () => {
    const headers = async () => ({
      origin: server.url,
      cookie: await cookieOf({ token: server.tokens.viewer }),
    });
    const left = await headers();
    const answer = await send('/admin/session', { method: 'DELETE', headers: left });
    expect([answer.status, answer.headers['set-cookie']?.[0]]).toEqual([
      204,
      expect.stringContaining('Max-Age=0'),
    ]);
    expect(await whoIs(left)).toBeUndefined();

    const old = await headers();
    expect(await whoIs(old)).toBe('VIEWER');
    await server.pool.query(`UPDATE "AdminSession" SET "expiresAt" = now()`);
    await expect.poll(() => whoIs(old)).toBeUndefined();

    const made = await createApiToken(server.services, ACTOR, { name: 'short-lived', role: 'viewer' });
    if (made.kind !== 'ok') throw new Error('no token');
    const revoked = { origin: server.url, cookie: await cookieOf({ token: made.value.token }) };
    await revokeApiToken(server.services, ACTOR, made.value);
    expect(await whoIs(revoked)).toBeUndefined();
  });

  test('opens a WebSocket from its own page, whose subscriptions end with the session', async () => {
    const cookie = await cookieOf({ token: server.tokens.viewer });
    const connect = (headers: Record<string, string>) => {
      class Socket extends WebSocket {
        constructor(address: string, protocols: string[]) {
          super(address, protocols, { headers });
        }
      }
      return createClient({
        url: `${server.url.replace('http', 'ws')}/graphql`,
        webSocketImpl: Socket,
        retryAttempts: 0,
      });
    };
    const subscribe = (headers: Record<string, string>) =>
      connect(headers).iterate({
        query: 'subscription($after: ID) { agentChanged(after: $after) { status } }',
        variables: { after },
      });
    const { body } = await send('/graphql', {
      method: 'POST',
      headers: { ...own, cookie },
      body: '{"query":"{ eventCursor }"}',
    });
    const after = JSON.parse(body.toString()).data.eventCursor;

    const stream = subscribe({ origin: server.url, cookie });
    const next = stream.next();
    await server.pool.query(
      `INSERT INTO "AgentRegistry" (id, name, endpoint) VALUES ('a', 'a', '{"type": "http", "url": "http://127.0.0.1:9/"}')`,
    );
    expect((await next).value?.data).toEqual({ agentChanged: { status: 'ENABLED' } });
    // Awaited from now on, because it may end before the answer arrives.
    const ended = expect(stream.next()).rejects.toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }]);
    await send('/admin/session', { method: 'DELETE', headers: { origin: server.url, cookie } });
    await ended;

    const fresh = await cookieOf({ token: server.tokens.viewer });
    await expect(subscribe({ cookie: fresh }).next()).rejects.toMatchObject({ code: 4403 });
    const foreign = subscribe({ origin: 'http://127.0.0.1:1', cookie: fresh }).next();
    await expect(foreign).rejects.toHaveProperty('message', 'Unexpected server response: 403');
  });

  test('guessing tokens is slowed down', async () => {
    const slow = await startTestServer();
    try {
      const headers = { ...own, origin: slow.url };
      const statuses: number[] = [];
      for (let attempt = 0; attempt < 12; attempt += 1)
        statuses.push((await signIn({ token: `guess ${attempt}` }, headers, slow.url)).status);
      expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
      const refused = await signIn({ token: 'the next guess' }, headers, slow.url);
      expect(refused.status).toBe(429);
      // Others may be behind the same proxy, so a valid token is accepted.
      expect((await signIn({ token: slow.tokens.admin }, headers, slow.url)).status).toBe(200);
      // The rest of the minute that the first guess began.
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
    } finally {
      await slow.close();
    }
  });
});

describe('the limit of sign-in attempts', () => {
  let now: number;
  beforeEach(() => {
    now = 0;
  });

  test('counts the failures of each address separately, and forgets them after the window', () => {
    const limit = createAttemptLimit({ max: 2, windowMs: 10_000, now: () => now });
    limit.failed('a');
    expect(limit.waitFor('a')).toBe(0);
    now = 4_000;
    limit.failed('a');
    expect(limit.waitFor('a')).toBe(6);
    expect(limit.waitFor('b')).toBe(0);
    now = 9_001;
    expect(limit.waitFor('a')).toBe(1);
    now = 10_000;
    expect(limit.waitFor('a')).toBe(0);
  });

  test('does not grow without bound: unknown addresses beyond ten thousand share one count', () => {
    const limit = createAttemptLimit({ max: 2, windowMs: 10_000, now: () => now });
    for (let who = 0; who < 10_000; who += 1) limit.failed(`known ${who}`);
    limit.failed('new 1');
    limit.failed('new 2');
    expect(limit.waitFor('new 3')).toBeGreaterThan(0);
    expect(limit.waitFor('known 1')).toBe(0);
    now = 10_000;
    limit.failed('new 4');
    expect(limit.waitFor('new 5')).toBe(0);
  });
});
