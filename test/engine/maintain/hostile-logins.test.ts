/** An agent's login belongs to an untrusted program: whatever it locks, others and the admin continue. */
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { applyMigrations } from '../../../src/db/migrate/apply-migrations.js';
import { PRISMA_DIR } from '../../../src/db/migrate/database-files.js';
import { LIMITS } from '../../../src/domain/limits.js';
import { createApiToken } from '../../../src/services/access/create-api-token.js';
import { revokeApiToken } from '../../../src/services/access/revoke-api-token.js';
import { updateAgent } from '../../../src/services/agents/update-agent.js';
import { admin, openServices, type TestServices, value } from '../../services/support.js';
import { type AgentLogin, createAgentLogin } from '../../support/agent-login.js';
import { completes } from '../../support/agent-server.js';
import { eventually } from '../../support/engine.js';
import { insertAgent, insertExecution } from '../../support/rows.js';
import { createEngineFixture, type EngineFixture } from '../engine-fixture.js';

let fixture: EngineFixture;
let deps: TestServices;
let login: AgentLogin;
let session: pg.Client;
beforeAll(async () => {
  fixture = await createEngineFixture();
  deps = { ...(await openServices()), pool: fixture.db.pool };
  await insertAgent(fixture.db.pool, 'capped', fixture.agent.url, { maxConcurrency: 1 });
  login = await createAgentLogin(fixture.db, ['hostile']);
  await fixture.start({ safetyNetMs: 1_000 });
});
afterAll(async () => {
  await login?.drop();
  await fixture?.stop();
  await deps?.close();
});
beforeEach(async () => {
  fixture.agent.reset();
  fixture.agent.behave(completes);
  await fixture.db.pool.query(`DELETE FROM "AgentStop"; DELETE FROM "AgentRegistry" WHERE id = 'hostile'`);
  await insertAgent(fixture.db.pool, 'hostile', fixture.agent.url);
  session = await login.connect();
});
afterEach(() => session.end().catch(() => {}));

const endOf = (client: pg.Client) => new Promise((resolve) => client.once('end', resolve));
const NAMES = ['cap/capped', 'cap/agent', 'admins', 'migrate', 'retention', 'notifications'].map(
  (name) => `callboard.${name}`,
);

test('a login that holds advisory locks of every name blocks no job, no revocation and no migration', async () => {
  await session.query('SELECT pg_advisory_lock(hashtextextended(name, 0)) FROM unnest($1::text[]) name', [
    NAMES,
  ]);
  await session.query('SELECT pg_advisory_lock(72707369)');
  const [plain, capped] = await Promise.all([
    insertExecution(fixture.db.pool, { agentId: 'agent' }),
    insertExecution(fixture.db.pool, { agentId: 'capped' }),
  ]);
  expect(await fixture.ended(plain)).toMatchObject({ runStatus: 'succeeded' });
  expect(await fixture.ended(capped)).toMatchObject({ runStatus: 'succeeded' });
  await value(createApiToken(deps, admin, { name: 'first', role: 'admin' }));
  const token = await value(createApiToken(deps, admin, { name: 'second', role: 'admin' }));
  expect(await revokeApiToken(deps, admin, { id: token.id })).toMatchObject({ kind: 'ok' });
  const logger = deps.logger;
  expect(await applyMigrations({ databaseUrl: fixture.db.url, prismaDir: PRISMA_DIR, logger })).toEqual({
    applied: [],
    sqlFiles: false,
  });
  // It is still there: none of this required its session to end.
  expect((await session.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
});

test('a login that holds more locks than allowed is ended', async () => {
  const ended = endOf(session);
  await session.query('SELECT pg_advisory_lock(n) FROM generate_series(1, $1::int) n', [
    LIMITS.agentLocks + 1,
  ]);
  await ended;
});

test('a login that holds an advisory lock which others wait for is ended', async () => {
  const ended = endOf(session);
  await session.query('SELECT pg_advisory_lock(1, 2)');
  await fixture.db.pool.query('SELECT pg_advisory_xact_lock(1, 2)');
  await ended;
});

test('an admin disables an agent at once although its login holds its row, and it stays disabled', async () => {
  await session.query(`BEGIN; SELECT id FROM "AgentRegistry" WHERE id = 'hostile' FOR UPDATE`);
  await value(updateAgent(deps, admin, { id: 'hostile', input: { enabled: false } }));
  const execution = await insertExecution(fixture.db.pool, { agentId: 'hostile' });
  expect(await fixture.ended(execution)).toMatchObject({ runStatus: 'failed' });
  expect(fixture.agent.ledger).toEqual([]);
  await session.query('COMMIT');
  await eventually<{ enabled: boolean }>(
    fixture.db.pool,
    `SELECT enabled FROM "AgentRegistry" WHERE id = 'hostile'`,
    [],
    ([row]) => row?.enabled === false,
  );
  await session.query(`UPDATE "AgentRegistry" SET enabled = true WHERE id = 'hostile'`);
  const { rows } = await session.query(`SELECT enabled FROM "AgentRegistry" WHERE id = 'hostile'`);
  expect(rows).toEqual([{ enabled: false }]);

  await value(updateAgent(deps, admin, { id: 'hostile', input: { enabled: true } }));
  const again = await insertExecution(fixture.db.pool, { agentId: 'hostile' });
  expect(await fixture.ended(again)).toMatchObject({ runStatus: 'succeeded' });
});

test('an agent that disabled itself may enable itself', async () => {
  await session.query(`UPDATE "AgentRegistry" SET enabled = false WHERE id = 'hostile'`);
  await session.query(`UPDATE "AgentRegistry" SET enabled = true WHERE id = 'hostile'`);
  const { rows } = await session.query(`SELECT enabled FROM "AgentRegistry" WHERE id = 'hostile'`);
  expect(rows).toEqual([{ enabled: true }]);
});

test('a login has a limited number of connections', async () => {
  const others = await Promise.all(
    Array.from({ length: LIMITS.agentConnections - 1 }, () => login.connect()),
  );
  await expect(login.connect()).rejects.toThrow(/too many connections/);
  await Promise.all(others.map((client) => client.end()));
});

test('a revoked login loses its rights, its sessions and its access', async () => {
  const revoked = await createAgentLogin(fixture.db, ['hostile']);
  const theirs = await revoked.connect();
  const ended = endOf(theirs);
  const { rows } = await fixture.db.pool.query('SELECT revoke_agent_login($1) AS ended', [revoked.name]);
  expect(rows).toEqual([{ ended: 1 }]);
  await ended;
  await expect(revoked.connect()).rejects.toThrow(/password authentication failed|not permitted to log in/);
  await expect(fixture.db.pool.query('SELECT revoke_agent_login($1)', ['postgres'])).rejects.toThrow(
    /login postgres does not exist or was not created by create_agent_login/,
  );
  const owner = await createAgentLogin(fixture.db, ['hostile']);
  await fixture.db.pool.query(`CREATE SCHEMA theirs_${owner.name} AUTHORIZATION ${owner.name}`);
  await fixture.db.pool.query('SELECT revoke_agent_login($1)', [owner.name]);
  await expect(owner.connect()).rejects.toThrow(/password authentication failed|not permitted to log in/);
  await owner.drop();
});
