/** What creating a login for agents, giving it another password, and revoking it leave in the cluster. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, databaseUrl, type TestDatabase, withAdmin } from '../../support/database.js';

const name = `agent_login_${randomBytes(6).toString('hex')}`;
const [first, second] = ['the first password', 'the second password'] as const;
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await database?.drop();
  await withAdmin((admin) => admin.query(`DROP ROLE IF EXISTS ${name}`));
});

const create = (password: string, limit: number | null = 3, agents = ['mine']) =>
  database.pool.query('SELECT create_agent_login($1, $2, $3, $4)', [name, password, agents, limit]);
async function connect(password: string, base = database.url): Promise<pg.Client> {
  const url = new URL(base);
  url.username = name;
  url.password = password;
  const client = new pg.Client({ connectionString: url.href });
  client.on('error', () => {}); // the tests end sessions
  await client.connect();
  return client;
}
const role = async () =>
  (
    await database.pool.query(
      `SELECT rolcanlogin AS login, rolconnlimit AS connections, rolsuper OR rolcreatedb OR rolcreaterole AS powerful,
         pg_has_role(rolname, 'callboard_agent', 'MEMBER') AS agent FROM pg_roles WHERE rolname = $1`,
      [name],
    )
  ).rows[0];

test('a login needs room for at least one connection, and a schema in which others cannot create objects', async () => {
  for (const limit of [0, -1, null]) await expect(create(first, limit)).rejects.toThrow(/at least 1/);
  await database.pool.query('GRANT CREATE ON SCHEMA public TO PUBLIC');
  await expect(create(first)).rejects.toThrow(/can create objects in the schema public/);
  await database.pool.query('REVOKE CREATE ON SCHEMA public FROM PUBLIC');
  expect(await role()).toBeUndefined();
});

test('a password of 12 characters is enough, and a limit is kept', async () => {
  await expect(create('x'.repeat(11))).rejects.toThrow(/at least 12 characters/);
  await create('x'.repeat(12));
  expect(await role()).toEqual({ login: true, connections: 3, powerful: false, agent: true });
});

test('creating it again replaces its password and its limit', async () => {
  await create(first);
  await create(second, 1);
  await expect(connect(first)).rejects.toMatchObject({ code: '28P01' });
  const client = await connect(second);
  try {
    await expect(connect(second)).rejects.toMatchObject({ code: '53300' });
  } finally {
    await client.end();
  }
});

test('only its sessions in this database are listed and ended', async () => {
  await create(first);
  const here = await connect(first);
  const elsewhere = await connect(first, databaseUrl('postgres'));
  try {
    const { rows: pids } = await elsewhere.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const { rows } = await database.pool.query(
      `SELECT login, pid = $1 AS elsewhere, end_agent_session($1) AS ended FROM agent_sessions()`,
      [pids[0]?.pid],
    );
    expect(rows).toEqual([{ login: name, elsewhere: false, ended: false }]);
  } finally {
    await Promise.all([here.end(), elsewhere.end()]);
  }
});

test('a revoked login that owns objects stays, without sessions and rights', async () => {
  await create(first);
  await database.pool.query(`CREATE SCHEMA theirs AUTHORIZATION ${name}`);
  const session = await connect(first);
  const ended = new Promise((resolve) => session.once('end', resolve));
  const { rows } = await database.pool.query('SELECT revoke_agent_login($1) AS ended', [name]);
  expect(rows).toEqual([{ ended: 1 }]);
  await ended;
  expect(await role()).toEqual({ login: false, connections: 0, powerful: false, agent: false });
  await expect(connect(first)).rejects.toMatchObject({ code: expect.stringMatching(/^28/) });
  await expect(create(first)).rejects.toThrow(/was not created by create_agent_login/);
  await database.pool.query('DROP SCHEMA theirs');
});

test('a revoked login that owns nothing is gone, and its name is free', async () => {
  await database.pool.query(`DROP ROLE ${name}`);
  await create(first);
  await database.pool.query('SELECT revoke_agent_login($1)', [name]);
  expect(await role()).toBeUndefined();
  await create(second);
});
