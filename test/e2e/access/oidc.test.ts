/** People sign in with a real OpenID provider. */
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../support/graphql-server.js';
import {
  CLIENT,
  type IdentityProvider,
  startIdentityProvider,
} from '../../support/servers/identity-provider.js';

const PUBLIC_URL = 'http://callboard.test';
const CALLBACK = `${PUBLIC_URL}/admin/oidc/callback`;

let provider: IdentityProvider;
let server: TestServer;

beforeAll(async () => {
  provider = await startIdentityProvider(CALLBACK);
  server = await startTestServer({
    oidc: {
      issuer: provider.issuer,
      ...CLIENT,
      scopes: 'openid profile email groups',
      groupsClaim: 'groups',
      roles: { admin: ['owners'], operator: ['on-call'], viewer: ['staff'] },
    },
  });
});
beforeEach(() => {
  provider.accounts.ada = { name: 'Ada', email: 'ada@example.org', groups: ['staff', 'owners'] };
});
afterAll(async () => {
  await server?.close();
  await provider?.close();
});

interface Visit {
  status: number;
  location: string | null;
  /** The cookie whose name starts like this; undefined: it was not set. */
  cookie(name: string): string | undefined;
}

/** A page of this server, by its public address. */
async function visit(url: string, cookie = ''): Promise<Visit> {
  const { pathname, search } = new URL(url, PUBLIC_URL);
  const response = await fetch(server.url + pathname + search, { redirect: 'manual', headers: { cookie } });
  const cookies = response.headers.getSetCookie().map((one) => one.split(';')[0] ?? '');
  return {
    status: response.status,
    location: response.headers.get('location'),
    cookie: (name) => cookies.find((one) => new RegExp(`^${name}=.`).test(one)),
  };
}

/** The redirect to the provider: the address, and the cookies that the browser keeps. */
async function begin(next = '/'): Promise<{ url: string; pending: string }> {
  const sent = await visit(`/admin/oidc/sign-in?next=${encodeURIComponent(next)}`);
  expect(sent.status).toBe(302);
  return { url: sent.location ?? '', pending: sent.cookie('callboard-oidc') ?? '' };
}

async function signIn(login: string, next?: string): Promise<Visit> {
  const { url, pending } = await begin(next);
  return visit((await provider.authorize(url, login)).href, pending);
}

const sessionOf = (done: Visit) => done.cookie('callboard') ?? '';
const refused = (problem: string) => ({
  status: 302,
  location: `${PUBLIC_URL}/admin/sign-in#problem=${problem}`,
});

async function ask(session: string, query: string): Promise<Record<string, never>> {
  const response = await fetch(`${server.url}/graphql`, {
    method: 'POST',
    headers: {
      cookie: session,
      'content-type': 'application/json',
      'sec-fetch-site': 'same-origin',
      'x-graphql-yoga-csrf': '1',
    },
    body: JSON.stringify({ query }),
  });
  return ((await response.json()) as { data: Record<string, never> }).data;
}
const me = async (session: string) => (await ask(session, '{ me { name role } }')).me;

test('somebody signs in by their groups, is shown by name, and signs out', async () => {
  const { url } = await begin();
  expect(Object.fromEntries(new URL(url).searchParams)).toMatchObject({
    response_type: 'code',
    redirect_uri: CALLBACK,
    code_challenge_method: 'S256',
    state: expect.stringMatching(/^.{20,}$/),
    nonce: expect.stringMatching(/^.{20,}$/),
  });
  const done = await signIn('ada', '/runs?status=FAILED');
  expect(done).toMatchObject({ status: 302, location: `${PUBLIC_URL}/admin/runs?status=FAILED` });
  const session = sessionOf(done);
  expect(await me(session)).toEqual({ name: 'Ada (ada@example.org)', role: 'ADMIN' });
  const created = await ask(
    session,
    'mutation { createApiToken(input: { name: "hers", role: VIEWER }) { ... on CreatedApiToken { apiToken { createdByName } } } }',
  );
  expect(created).toEqual({ createApiToken: { apiToken: { createdByName: 'Ada (ada@example.org)' } } });
  const signOut = await fetch(`${server.url}/admin/session`, {
    method: 'DELETE',
    headers: { cookie: session, 'sec-fetch-site': 'same-origin' },
  });
  expect(signOut.status).toBe(204);
  await expect.poll(() => me(session)).toBeNull();
  const { rows } = await server.pool.query(
    `SELECT action, "entityType", "actorName", "actorRole" FROM "AuditEntry" WHERE "actorName" LIKE 'Ada%' ORDER BY id`,
  );
  const actor = { actorName: 'Ada (ada@example.org)', actorRole: 'admin' };
  expect(rows).toEqual([
    { action: 'signIn', entityType: 'Person', ...actor },
    { action: 'createApiToken', entityType: 'ApiToken', ...actor },
    { action: 'signOut', entityType: 'Person', ...actor },
  ]);
});

test('the role is the highest of the groups, and is evaluated at each sign-in', async () => {
  provider.accounts.ben = { groups: ['staff', 'on-call'] };
  const first = sessionOf(await signIn('ben'));
  expect(await me(first)).toEqual({ name: 'ben', role: 'OPERATOR' });
  const again = sessionOf(await signIn('ben'));
  expect(await me(first)).toEqual({ name: 'ben', role: 'OPERATOR' });
  provider.accounts.ben = { name: 'Ben', groups: ['staff'] };
  const second = sessionOf(await signIn('ben'));
  expect(await me(second)).toEqual({ name: 'Ben', role: 'VIEWER' });
  // Subscriptions that started as an operator end.
  await expect.poll(() => me(first)).toBeNull();
  await expect.poll(() => me(again)).toBeNull();
});

test('somebody whose name is cut within a character signs in', async () => {
  provider.accounts.cleo = { name: `${'x'.repeat(98)}😀 of Egypt`, groups: ['staff'] };
  expect(await me(sessionOf(await signIn('cleo')))).toEqual({ name: `${'x'.repeat(98)}…`, role: 'VIEWER' });
});

test('somebody without a role is refused, and their sessions end', async () => {
  provider.accounts.eve = { name: 'Eve', groups: ['guests'] };
  const refusal = await signIn('eve');
  expect(refusal).toMatchObject(refused('no_role'));
  expect(sessionOf(refusal)).toBe('');
  const { rows } = await server.pool.query(`SELECT FROM "Person" WHERE subject = 'eve'`);
  expect(rows).toEqual([]);
  const session = sessionOf(await signIn('ada'));
  expect(await me(session)).toMatchObject({ role: 'ADMIN' });
  provider.accounts.ada = { name: 'Ada' };
  expect(await signIn('ada')).toMatchObject(refused('no_role'));
  await expect.poll(() => me(session)).toBeNull();
  // A role that is given later does not revive them.
  provider.accounts.ada = { name: 'Ada', groups: ['staff'] };
  expect(await me(sessionOf(await signIn('ada')))).toMatchObject({ role: 'VIEWER' });
  expect(await me(session)).toBeNull();
});

test('sessions expire', async () => {
  const session = sessionOf(await signIn('ada'));
  const { rows } = await server.pool.query(
    `UPDATE "AdminSession" SET "expiresAt" = now() WHERE "personId" IS NOT NULL
     RETURNING "expiresAt" - "createdAt" <= interval '12 hours' AS soon`,
  );
  expect(rows.length).toBeGreaterThan(0);
  await expect.poll(() => me(session)).toBeNull();
});

test('an answer of the provider is valid once, in the browser that asked', async () => {
  const { url, pending } = await begin();
  const answer = await provider.authorize(url, 'ada');
  expect(await visit(answer.href)).toMatchObject(refused('expired'));
  expect(await visit(answer.href, pending.slice(0, -4))).toMatchObject(refused('expired'));
  const { pending: another } = await begin();
  expect(await visit(answer.href, another)).toMatchObject(refused('failed'));
  const forged = new URL(answer);
  forged.searchParams.set('code', 'guessed');
  expect(await visit(forged.href, pending)).toMatchObject(refused('failed'));
  expect(await visit(`${CALLBACK}?code=guessed&state=guessed`, pending)).toMatchObject(refused('failed'));
  expect(sessionOf(await visit(answer.href, pending))).not.toBe('');
  expect(await visit(answer.href, pending)).toMatchObject(refused('failed'));
});

test('a refusal of the provider is shown', async () => {
  const { url, pending } = await begin();
  const state = new URL(url).searchParams.get('state');
  const answer = `${CALLBACK}?error=access_denied&state=${state}&iss=${encodeURIComponent(provider.issuer.origin)}`;
  expect(await visit(answer, pending)).toMatchObject({
    status: 302,
    location: expect.stringMatching(/#problem=/),
  });
  expect(sessionOf(await visit(answer, pending))).toBe('');
});

test.each(['//evil.test/', '/\\evil.test', 'https://evil.test', '/\r\nx: y'])(
  '%j is not accepted as the page to return to',
  async (next) => {
    expect(await signIn('ada', next)).toMatchObject({ status: 302, location: `${PUBLIC_URL}/admin` });
  },
);

test('secrets of the sign-in are neither logged nor readable in the browser', async () => {
  const { url, pending } = await begin();
  const { state, nonce } = Object.fromEntries(new URL(url).searchParams);
  expect(pending).not.toContain(state);
  const session = sessionOf(await visit((await provider.authorize(url, 'ada')).href, pending));
  const log = JSON.stringify(server.logger.lines);
  for (const secret of [state, nonce, CLIENT.clientSecret, session.split('=')[1]]) {
    expect(secret).toBeTruthy();
    expect(log).not.toContain(secret);
  }
});

test('without a provider, and while it is down, tokens still work', async () => {
  const plain = await startTestServer();
  try {
    expect(await (await fetch(`${plain.url}/admin/oidc`)).json()).toEqual({ available: false });
    expect((await fetch(`${plain.url}/admin/oidc/sign-in`)).status).toBe(404);
  } finally {
    await plain.close();
  }
  expect(await (await fetch(`${server.url}/admin/oidc`)).json()).toEqual({ available: true });
  expect((await fetch(`${server.url}/admin/oidc/sign-in`, { method: 'POST' })).status).toBe(405);
  const away = await startTestServer({
    oidc: {
      issuer: new URL('http://127.0.0.1:9'),
      clientId: 'callboard',
      scopes: 'openid',
      groupsClaim: 'groups',
      roles: { admin: [], operator: [], viewer: ['*'] },
    },
  });
  try {
    const response = await fetch(`${away.url}/admin/oidc/sign-in`, { redirect: 'manual' });
    expect(response.headers.get('location')).toBe(`${PUBLIC_URL}/admin/sign-in#problem=unavailable`);
    const signedIn = await fetch(`${away.url}/admin/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
      body: JSON.stringify({ token: away.tokens.viewer }),
    });
    expect(signedIn.status).toBe(200);
  } finally {
    await away.close();
  }
});

test('a sign-in that begins at a server whose clock is behind can be finished at another', async () => {
  const now = Date.now;
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() - 15 * 60_000);
  const { url, pending } = await begin();
  clock.mockRestore();
  const done = await visit((await provider.authorize(url, 'ada')).href, pending);
  expect(done).toMatchObject({ status: 302, location: `${PUBLIC_URL}/admin` });
});
