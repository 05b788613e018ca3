import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { authenticate } from '../../../src/services/access/authenticate.js';
import { createApiToken } from '../../../src/services/access/create-api-token.js';
import { ensureFirstAdmin } from '../../../src/services/access/ensure-first-admin.js';
import { revokeApiToken } from '../../../src/services/access/revoke-api-token.js';
import { admin, openServices, paths, type TestServices, value } from '../support.js';

let deps: TestServices;
beforeAll(async () => {
  deps = await openServices();
});
beforeEach(() => deps.pool.query('DELETE FROM "ApiToken"'));
afterAll(() => deps.close());

const create = (name: string, role: string, more = {}) =>
  value(createApiToken(deps, admin, { name, role, ...more }));
const stored = (id: string) =>
  deps.row<Record<string, unknown>>(`SELECT * FROM "ApiToken" WHERE id = $1`, [id]);

test('a token is shown once and works; only its hash is stored', async () => {
  const { id, token } = await create('CI', 'operator');
  expect(token).toMatch(/^cb_[A-Za-z0-9_-]{43}$/);
  expect(await authenticate(deps, token)).toEqual({ id, name: 'CI', role: 'operator' });
  const row = await stored(id);
  expect(JSON.stringify(row)).not.toContain(token);
  expect(row).toMatchObject({ hint: `…${token.slice(-4)}`, createdBy: admin.id, revokedAt: null });
  expect(JSON.stringify(deps.logger.lines)).not.toContain(token);
});

test('an invalid token identifies nobody', async () => {
  const { id, token } = await create('A', 'viewer');
  await create('B', 'admin');
  for (const wrong of [
    '',
    'cb_',
    `${token}x`,
    token.slice(0, -1),
    token.toUpperCase(),
    'x'.repeat(10_000),
    "' OR true --",
  ]) {
    expect(await authenticate(deps, wrong)).toBeUndefined();
  }
  expect(await value(revokeApiToken(deps, admin, { id }))).toEqual({ id });
  expect(await authenticate(deps, token)).toBeUndefined();

  const expiring = await create('C', 'viewer', { expiresAt: new Date(Date.now() + 60_000) });
  expect(await authenticate(deps, expiring.token)).toBeDefined();
  await deps.pool.query(
    `UPDATE "ApiToken" SET "expiresAt" = clock_timestamp() - interval '1 second' WHERE id = $1`,
    [expiring.id],
  );
  expect(await authenticate(deps, expiring.token)).toBeUndefined();
});

test('its use is recorded at most once a minute', async () => {
  const { id, token } = await create('A', 'viewer');
  await authenticate(deps, token);
  const { lastUsedAt } = await stored(id);
  expect(lastUsedAt).toBeInstanceOf(Date);
  await authenticate(deps, token);
  expect((await stored(id)).lastUsedAt).toEqual(lastUsedAt);
  await deps.pool.query(
    `UPDATE "ApiToken" SET "lastUsedAt" = clock_timestamp() - interval '61 seconds' WHERE id = $1`,
    [id],
  );
  await authenticate(deps, token);
  expect((await stored(id)).lastUsedAt).not.toEqual(lastUsedAt);
});

test('invalid input is refused', async () => {
  expect(await paths(createApiToken(deps, admin, { name: ' ', role: 'root', expires: 1 }))).toEqual([
    'name',
    'role',
    'expires',
  ]);
  expect(
    await paths(createApiToken(deps, admin, { name: 'x', role: 'viewer', expiresAt: new Date(0) })),
  ).toEqual(['expiresAt']);
  expect(await deps.rows('SELECT FROM "ApiToken"')).toEqual([]);
});

test('revoking twice is accepted, an unknown token is not found, the last admin stays', async () => {
  const first = await create('A', 'admin');
  const second = await create('B', 'admin');
  const viewer = await create('C', 'viewer');
  await value(revokeApiToken(deps, admin, { id: first.id }));
  const { revokedAt } = await stored(first.id);
  await value(revokeApiToken(deps, admin, { id: first.id }));
  expect((await stored(first.id)).revokedAt).toEqual(revokedAt);
  expect(await revokeApiToken(deps, admin, { id: second.id })).toMatchObject({ kind: 'conflict' });
  await value(revokeApiToken(deps, admin, { id: viewer.id }));
  expect(await revokeApiToken(deps, admin, { id: 'none' })).toMatchObject({ kind: 'not_found' });
});

test('if two admins revoke each other at once, one is left', async () => {
  const [a, b] = [await create('A', 'admin'), await create('B', 'admin')];
  const results = await Promise.all([
    revokeApiToken(deps, admin, { id: a.id }),
    revokeApiToken(deps, admin, { id: b.id }),
  ]);
  expect(results.map(({ kind }) => kind).sort()).toEqual(['conflict', 'ok']);
});

const GIVEN = 'a-secret-of-their-choice';

test('the first admin is created from the setting once, however many processes start at once', async () => {
  const results = await Promise.all(Array.from({ length: 4 }, () => value(ensureFirstAdmin(deps, GIVEN))));
  expect(results.sort()).toEqual(['created', 'exists', 'exists', 'exists']);
  expect(await authenticate(deps, GIVEN)).toMatchObject({ role: 'admin' });
  expect(await value(ensureFirstAdmin(deps, undefined))).toBe('exists');
  expect(await value(ensureFirstAdmin(deps, 'another-secret-of-theirs'))).toBe('exists');
  expect(await authenticate(deps, 'another-secret-of-theirs')).toBeUndefined();
});

test('without an admin the setting is required, and must be good', async () => {
  const outcomeOf = async (token?: string) => {
    const result = await ensureFirstAdmin(deps, token);
    return result.kind === 'validation' ? result.issues.map(({ message }) => message).join() : result.kind;
  };
  expect(await outcomeOf()).toMatch(/^CALLBOARD_ADMIN_TOKEN is missing/);
  expect(await outcomeOf('short')).toMatch(/^CALLBOARD_ADMIN_TOKEN is shorter/);
  expect(await outcomeOf('x'.repeat(513))).toMatch(/^CALLBOARD_ADMIN_TOKEN is longer/);
  await value(ensureFirstAdmin(deps, GIVEN));
  await deps.pool.query(`UPDATE "ApiToken" SET "revokedAt" = clock_timestamp()`);
  expect(await outcomeOf(GIVEN)).toMatch(/^CALLBOARD_ADMIN_TOKEN is a token that was revoked/);
});
