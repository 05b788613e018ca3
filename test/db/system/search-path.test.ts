/** Agents' logins may create functions. None of our connections or functions ever runs one. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { requireSafeSchemas } from '../../../src/db/migrate/require-safe-schemas.js';
import { createPool, type Pool } from '../../../src/runtime/database/pool.js';
import { createTestDatabase, type TestDatabase, withAdmin } from '../../support/database.js';
import { createRecordingLogger } from '../../support/recording-logger.js';
import { insertAgent } from '../../support/rows.js';

const login = `agent_path_${randomBytes(6).toString('hex')}`;
const password = 'correct horse battery';
let database: TestDatabase;
let pool: Pool;
let agent: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool({ connectionString: database.url, max: 1, applicationName: 'test', writer: 'server' });
  await insertAgent(database.pool, 'mine', 'https://mine.example.com/run');
  await database.pool.query('SELECT create_agent_login($1, $2, $3)', [login, password, ['mine']]);
  const url = new URL(database.url);
  url.username = login;
  url.password = password;
  agent = new pg.Client({ connectionString: url.href });
  await agent.connect();
});
afterAll(async () => {
  await agent?.end();
  await pool?.end();
  await database?.drop();
  await withAdmin((admin) => admin.query(`DROP ROLE IF EXISTS ${login}`));
});

test('every function sets its search path, or was resolved when it was created', async () => {
  const { rows } = await database.pool.query<{ name: string; path: string | null }>(
    `SELECT p.proname AS name, (SELECT setting FROM unnest(p.proconfig) setting WHERE setting LIKE 'search_path=%') AS path
     FROM pg_proc p WHERE p.pronamespace = 'callboard'::regnamespace AND p.prosqlbody IS NULL ORDER BY 1`,
  );
  expect(rows.length).toBeGreaterThan(20);
  expect(rows.filter(({ path }) => path !== 'search_path=callboard, pg_temp')).toEqual([]);
});

test('connections look up names in our schema only', async () => {
  const { rows } = await pool.query(
    'SELECT current_schemas(false)::text[] AS path, current_setting($1) AS setting',
    ['search_path'],
  );
  expect(rows[0]).toEqual({ path: ['callboard'], setting: 'callboard,pg_temp' });
});

test('a better matching overload in public does not run with our rights', async () => {
  await database.pool.query('GRANT CREATE ON SCHEMA public TO PUBLIC');
  try {
    await agent.query(`
      CREATE FUNCTION public.uuid_v7(text DEFAULT '') RETURNS text LANGUAGE plpgsql AS $$ BEGIN EXECUTE 'ALTER ROLE ${login} SUPERUSER'; RETURN 'x'; END $$;
      CREATE FUNCTION public.seek_outbox(text, text, integer, text, integer) RETURNS SETOF callboard.outbox LANGUAGE plpgsql AS $$
        BEGIN EXECUTE 'ALTER ROLE ${login} SUPERUSER'; END $$;
      CREATE FUNCTION public.cardinality(varchar[]) RETURNS integer LANGUAGE plpgsql AS $$ BEGIN EXECUTE 'ALTER ROLE ${login} SUPERUSER'; RETURN 1; END $$;
      CREATE FUNCTION public.lower(varchar) RETURNS text LANGUAGE plpgsql AS $$ BEGIN EXECUTE 'ALTER ROLE ${login} SUPERUSER'; RETURN 'x'; END $$`);
    for (const sql of [
      `SELECT seek_outbox('1:1:'::text, '1:1:'::text, 0, NULL::text, 1)`,
      `SELECT lower('X'::varchar)`,
      `SELECT cardinality(ARRAY['x']::varchar[])`,
      `UPDATE "AgentRegistry" SET name = 'renamed' WHERE id = 'mine'`,
    ]) {
      await pool.query(sql).catch(() => {});
    }
    const { rows } = await database.pool.query('SELECT rolsuper FROM pg_roles WHERE rolname = $1', [login]);
    expect(rows).toEqual([{ rolsuper: false }]);
  } finally {
    await database.pool.query(`REVOKE CREATE ON SCHEMA public FROM PUBLIC; DROP OWNED BY ${login};
      GRANT callboard_agent TO ${login}`);
  }
});

test('temporary objects of an agent do not replace tables in functions that run with our rights', async () => {
  await agent.query(`CREATE TEMP TABLE "AgentLogin" ("loginName" text, "agentIds" text[]);
    INSERT INTO pg_temp."AgentLogin" VALUES (session_user, '{other}')`);
  const { rows } = await agent.query('SELECT callboard.login_agent_ids() AS ids');
  expect(rows).toEqual([{ ids: ['mine'] }]);
  await agent.query('DROP TABLE pg_temp."AgentLogin"');
});

test('a database in which agents may create objects in a critical schema is refused, with the statement to run', async () => {
  const logger = createRecordingLogger();
  const check = () => requireSafeSchemas(client, logger);
  const client = await database.pool.connect();
  try {
    await check();
    await client.query('GRANT CREATE ON SCHEMA public TO PUBLIC');
    await expect(check()).rejects.toThrow('REVOKE CREATE ON SCHEMA public FROM PUBLIC;');
    await client.query(
      `REVOKE CREATE ON SCHEMA public FROM PUBLIC; GRANT CREATE ON SCHEMA public TO ${login}`,
    );
    await expect(check()).rejects.toThrow(`REVOKE CREATE ON SCHEMA public FROM ${login};`);
    await client.query(
      `REVOKE CREATE ON SCHEMA public FROM ${login}; GRANT CREATE ON SCHEMA callboard TO PUBLIC`,
    );
    await expect(check()).rejects.toThrow('REVOKE CREATE ON SCHEMA callboard FROM PUBLIC;');
    await client.query(
      'REVOKE CREATE ON SCHEMA callboard FROM PUBLIC; GRANT CREATE ON SCHEMA public TO PUBLIC',
    );
    await client.query(
      `DO $$ BEGIN EXECUTE format('REVOKE CONNECT ON DATABASE %I FROM PUBLIC', current_database()); END $$`,
    );
    await check();
    expect(logger.lines.at(-1)).toMatchObject({ level: 'warn', event: 'database.public_open' });
  } finally {
    client.release();
  }
});
