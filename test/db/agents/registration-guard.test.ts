/** What the database refuses in a registration, whoever writes it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { insertAgent } from '../../support/rows.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database?.drop());

let agents = 0;
const codeOf = async (work: Promise<unknown>): Promise<string> =>
  work.then(() => 'ok').catch((error: { code: string }) => error.code);
const register = (endpoint: object, columns = {}) =>
  insertAgent(database.pool, `agent-${++agents}`, 'https://a.example.com/run', { endpoint, ...columns });

test.each<[string, object, object?]>([
  ['a token', { authentication: { type: 'bearer', token: 'x' } }],
  ['a credential under another name', { authentication: { type: 'bearer', bearerValue: 'x' } }],
  [
    'a nested credential',
    { authentication: { type: 'basic', username: 'u', credentials: { password: 'x' } } },
  ],
  ['a complete header', { authentication: 'Bearer x' }],
  ['a list', { authentication: ['x'] }],
  ['an Authorization header', { headers: { authorization: 'Bearer x' } }],
  ['a Proxy-Authorization header', { headers: { 'Proxy-Authorization': 'Basic x' } }],
  ['a cookie', { headers: { Cookie: 'session=x' } }],
  ['a header with a token', { headers: { 'X-Auth-Token': 'x' } }],
  ['a header with a secret', { headers: { 'Client-Secret': 'x' } }],
  ['a header with a password', { headers: { 'X-Password': 'x' } }],
  ['an API key header', { headers: { 'X-API-Key': 'x' } }],
  ['a password in the URL', { url: 'https://u:p@a.example.com/' }],
  ['no URL', { url: null }],
  ['another scheme', { url: 'file:///etc/passwd' }],
  ['a password in the cancel URL', {}, { cancelUrl: 'https://u:p@a.example.com/' }],
  ['a password in the health endpoint', {}, { healthCheck: { endpoint: 'http://u:p@a.example.com/' } }],
])('a credential in clear text is refused: %s', async (_what, endpoint, columns) => {
  expect(await codeOf(register(endpoint, columns))).toBe('CB002');
});

test('an agent cannot take the name of a setting', async () => {
  for (const id of ['scheduler', 'engine', 'dataSources', 'notifications']) {
    expect(await codeOf(insertAgent(database.pool, id, 'https://a.example.com/run'))).toBe('CB002');
  }
});

test('values that are not credentials are accepted', async () => {
  await register(
    { authentication: { type: 'api-key', header: 'X-Key' }, headers: { 'X-Team': 'news' } },
    { healthCheck: { endpoint: '/health' } },
  );
  await register({ authentication: null });
  await register({ authentication: { type: 'basic', username: 'me' } });
});

test('stored credentials do not follow an agent to another origin', async () => {
  const id = `agent-${++agents}`;
  await insertAgent(database.pool, id, 'https://a.example.com/run', {
    credential: 'v1.sealed',
    credentialHint: '…1',
    signingSecret: 'v1.sealed',
  });
  const change = async (url: string, more = '') =>
    (
      await database.pool.query(
        `UPDATE "AgentRegistry" SET endpoint = jsonb_set(endpoint, '{url}', to_jsonb($2::text)) ${more} WHERE id = $1 RETURNING credential, "signingSecret"`,
        [id, url],
      )
    ).rows[0];
  expect(await change('https://A.EXAMPLE.com/other?x=1')).toEqual({
    credential: 'v1.sealed',
    signingSecret: 'v1.sealed',
  });
  expect(await change('https://a.example.com:8443/', `, credential = 'v1.new'`)).toEqual({
    credential: 'v1.new',
    signingSecret: null,
  });
  expect(await change('http://a.example.com:8443/')).toEqual({ credential: null, signingSecret: null });
});

test('neither does the hint of a credential', async () => {
  const id = `agent-${++agents}`;
  const sealed = { credential: 'v1.sealed', signingSecret: 'v1.sealed' };
  const hints = { credentialHint: '…1', signingSecretHint: '…2' };
  await insertAgent(database.pool, id, 'https://a.example.com/run', { ...sealed, ...hints });
  const { rows } = await database.pool.query(
    `UPDATE "AgentRegistry" SET endpoint = '{"url": "https://b.example.com/run"}' WHERE id = $1 RETURNING "credentialHint", "signingSecretHint"`,
    [id],
  );
  expect(rows).toEqual([{ credentialHint: null, signingSecretHint: null }]);
});

test('instants of a registration are moved between 2000 and now, because clients cannot handle infinity', async () => {
  const register = async (createdAt: string, lastHeartbeat: string) => {
    const id = `agent-${++agents}`;
    await insertAgent(database.pool, id, 'https://a.example.com/run', { createdAt, lastHeartbeat });
    const { rows } = await database.pool.query(
      `SELECT "createdAt", "lastHeartbeat" FROM "AgentRegistry" WHERE id = $1`,
      [id],
    );
    return rows[0];
  };
  const early = new Date('2000-01-01T00:00Z');
  expect(await register('-infinity', '1999-12-31')).toEqual({ createdAt: early, lastHeartbeat: early });
  const { createdAt, lastHeartbeat } = await register('infinity', '2999-01-01');
  for (const at of [createdAt, lastHeartbeat])
    expect(Math.abs(at.getTime() - Date.now())).toBeLessThan(60_000);
});

test('a registration may have 4 MiB and 200 levels', async () => {
  const metadata = (json: string) =>
    codeOf(database.pool.query(`UPDATE "AgentRegistry" SET metadata = ${json} WHERE id = 'limits'`));
  await insertAgent(database.pool, 'limits', 'https://a.example.com/run');
  const nested = (levels: number) => `(repeat('[', ${levels}) || '1' || repeat(']', ${levels}))::jsonb`;
  expect(await metadata(`to_jsonb(repeat('x', 4000000))`)).toBe('ok');
  expect(await metadata(`to_jsonb(repeat('x', 4194304))`)).toBe('CB002');
  expect(await metadata(nested(200))).toBe('ok');
  expect(await metadata(nested(201))).toBe('CB002');
});
