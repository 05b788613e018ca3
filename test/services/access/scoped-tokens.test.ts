import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { authenticateSession, startSession } from '../../../src/services/access/admin-session.js';
import { authenticate, authenticateAll } from '../../../src/services/access/authenticate.js';
import { createApiToken } from '../../../src/services/access/create-api-token.js';
import { ensureFirstAdmin } from '../../../src/services/access/ensure-first-admin.js';
import { revokeApiToken } from '../../../src/services/access/revoke-api-token.js';
import { insertAgent } from '../../support/rows.js';
import { admin, openServices, paths, type TestServices, value } from '../support.js';

let deps: TestServices;
beforeAll(async () => {
  deps = await openServices();
  await insertAgent(deps.pool, 'mailer', 'http://127.0.0.1:9/');
});
beforeEach(() => deps.pool.query('DELETE FROM "ApiToken"'));
afterAll(() => deps.close());

const SCOPE = { agentIds: ['mailer'], scheduleLabels: ['team-a'] };
const create = (more: object = {}) =>
  value(createApiToken(deps, admin, { name: 'CI', role: 'operator', scope: SCOPE, ...more }));

test('a token with a scope says what it is limited to, alone and among others', async () => {
  const { id, token } = await create();
  const actor = { id, name: 'CI', role: 'operator', scope: SCOPE };
  expect(await authenticate(deps, token)).toEqual(actor);
  const free = await value(createApiToken(deps, admin, { name: 'all', role: 'viewer' }));
  expect(await authenticateAll(deps, ['wrong', token, free.token])).toEqual([
    undefined,
    actor,
    { id: free.id, name: 'all', role: 'viewer' },
  ]);
  await value(revokeApiToken(deps, admin, { id }));
  expect(await authenticate(deps, token)).toBeUndefined();
});

test('a scope names agents that exist and labels, and never gives the role of an admin', async () => {
  const refused = (scope: unknown, role = 'viewer') =>
    paths(createApiToken(deps, admin, { name: 'x', role, scope }));
  expect(await refused({})).toEqual(['scope']);
  expect(await refused({ agentIds: [], scheduleLabels: null })).toEqual(['scope']);
  expect(await refused({ agentIds: ['mailer', 'nobody'] })).toEqual(['scope.agentIds.1']);
  expect(await refused({ scheduleLabels: ['not a label'] })).toEqual(['scope.scheduleLabels.0']);
  expect(await refused({ pipelineIds: ['p'] })).not.toEqual([]);
  expect(await refused(SCOPE, 'admin')).toEqual(['role']);
  expect(await deps.rows('SELECT FROM "ApiToken"')).toEqual([]);
});

test('the database keeps both forms apart', async () => {
  const insert = (columns: { role: string; tokenHash: string; scope: string | null }) =>
    deps.pool.query(
      `INSERT INTO "ApiToken" (id, name, role, "tokenHash", hint, scope) VALUES ('t', 't', $1, $2, '…', $3)`,
      [columns.role, columns.tokenHash, columns.scope],
    );
  const scope = JSON.stringify(SCOPE);
  const refused = /ApiToken_scope_check/;
  await expect(insert({ role: 'viewer', tokenHash: 'abc', scope })).rejects.toThrow(refused);
  await expect(insert({ role: 'viewer', tokenHash: 'scoped:abc', scope: null })).rejects.toThrow(refused);
  await expect(insert({ role: 'admin', tokenHash: 'scoped:abc', scope })).rejects.toThrow(refused);
});

test('a server of the previous version finds no token with a scope', async () => {
  const { token } = await create();
  const free = await value(createApiToken(deps, admin, { name: 'all', role: 'viewer' }));
  const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex');
  // The statement of that version, which neither reads the scope nor knows the prefix of its hash.
  const found = await deps.rows(
    `SELECT name, role FROM "ApiToken"
     WHERE "tokenHash" = ANY ($1) AND "revokedAt" IS NULL AND ("expiresAt" IS NULL OR "expiresAt" > clock_timestamp())`,
    [[hashOf(token), hashOf(free.token)]],
  );
  expect(found).toEqual([{ name: 'all', role: 'viewer' }]);
});

test('a stored scope that is not understood lets nobody in', async () => {
  const { id, token } = await create();
  for (const stored of ['{}', '[]', '"*"', '{"agentIds": ["mailer"], "more": 1}']) {
    await deps.pool.query('UPDATE "ApiToken" SET scope = $2 WHERE id = $1', [id, stored]);
    expect(await authenticate(deps, token), stored).toBeUndefined();
  }
});

test('browsers cannot sign in with it, not even where a session was stored for it', async () => {
  const { id, token } = await create();
  expect(await startSession(deps, { token }, null)).toEqual({ kind: 'scoped' });
  expect(await deps.rows('SELECT FROM "AdminSession"')).toEqual([]);
  const hash = createHash('sha256').update('cookie').digest('hex');
  await deps.pool.query(
    `INSERT INTO "AdminSession" (id, "secretHash", "tokenId", "expiresAt") VALUES ('s', $1, $2, now() + interval '1 day')`,
    [hash, id],
  );
  expect(await authenticateSession(deps, 'cookie')).toBeUndefined();
  await deps.pool.query(
    `INSERT INTO "SignInLink" ("codeHash", "tokenId", "expiresAt") VALUES ($1, $2, now() + interval '1 day')`,
    [createHash('sha256').update('link').digest('hex'), id],
  );
  expect(await startSession(deps, { code: 'link' }, null)).toEqual({ kind: 'invalid' });
});

test('it cannot become the first admin', async () => {
  const { token } = await create();
  expect(await ensureFirstAdmin(deps, token)).toMatchObject({ kind: 'validation' });
  // Even if somebody stores its plain hash for an admin, the scope stays.
  await deps.pool.query(
    `INSERT INTO "ApiToken" (id, name, role, "tokenHash", hint) VALUES ('a', 'admin', 'admin', $1, '…')`,
    [createHash('sha256').update(token).digest('hex')],
  );
  expect(await authenticate(deps, token)).toMatchObject({ role: 'operator', scope: SCOPE });
});
