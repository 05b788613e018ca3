import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase, withAdmin } from '../../support/database.js';
import { insertAgent } from '../../support/rows.js';

const suffix = randomBytes(6).toString('hex');
const login = `agent_login_${suffix}`;
const password = 'correct horse battery';
let database: TestDatabase;
/** Connects as an agent's driver does, without our settings. */
let agent: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase({ writer: 'server' });
  for (const id of ['mine', 'other']) await insertAgent(database.pool, id, `https://${id}.example.com/run`);
  await database.pool.query(`SELECT create_agent_login($1, $2, ARRAY['mine', 'new-agent'])`, [
    login,
    password,
  ]);
  await database.pool.query(
    `INSERT INTO "AgentConfig" (key, value) VALUES ('scheduler', '{}'), ('mine', '{"k": 1}'), ('other', '{"secret": 1}'), ('notifications', '{}'), ('dataSources', '{}'), ('engine', '{}');
     INSERT INTO "AgentVersionDeployment" (id, "agentId", version, environment, "deployedBy") VALUES ('1', 'mine', '1', 'production', 'x'), ('2', 'other', '1', 'production', 'x')`,
  );
  const url = new URL(database.url);
  url.username = login;
  url.password = password;
  agent = new pg.Client({ connectionString: url.href });
  await agent.connect();
});
afterAll(async () => {
  await agent.end();
  await database.drop();
  await withAdmin((admin) => admin.query(`DROP ROLE ${login}`));
});

let jobs = 0;
async function aJob(agentId = 'mine', status = 'running'): Promise<string> {
  const id = `job-${++jobs}`;
  await database.pool.query(
    `INSERT INTO "AgentJobExecution" (id, "jobId", "agentId", "scheduleExecutionId", status, params, "attemptTimeout", "retryConfig", "retriesLeft", "traceId", "sentAt")
     VALUES ($1, $1, $2, 'e', $3, '{}', 60000, '{}', 1, 't', now())`,
    [id, agentId, status],
  );
  return id;
}
const stored = async (id: string) =>
  (await database.pool.query('SELECT * FROM "AgentJobExecution" WHERE id = $1', [id])).rows[0];
const refusal = async (sql: string, values: unknown[] = []) =>
  agent.query(sql, values).then(
    ({ rowCount }) => `${rowCount} rows`,
    (error: { code: string }) => error.code,
  );
const DENIED = '42501';

/** With parameters declared as text, as JDBC and others send them. */
async function asText(sql: string, ...values: string[]): Promise<void> {
  const name = `s${++jobs}`;
  await agent.query(`PREPARE ${name} (${values.map(() => 'text').join(', ')}) AS ${sql}`);
  await agent.query(`EXECUTE ${name} (${values.map((value) => agent.escapeLiteral(value)).join(', ')})`);
}

test('the documented statements work from an agent’s login, with text parameters', async () => {
  const id = await aJob();
  await asText(
    `UPDATE "AgentJobExecution" SET status='running', "startedAt"=now(), "updatedAt"=now() WHERE id = $1`,
    id,
  );
  expect(await stored(id)).toMatchObject({ status: 'running', acceptedAt: expect.any(Date) });
  await asText(
    `UPDATE "AgentJobExecution" SET status='completed', result=$1::jsonb, metrics=$2::jsonb, "completedAt"=now(), "updatedAt"=now() WHERE id = $3`,
    '{"title":"News"}',
    '{"tokens":12}',
    id,
  );
  expect(await stored(id)).toMatchObject({
    status: 'completed',
    result: { title: 'News' },
    metrics: { tokens: 12 },
  });

  const failing = await aJob();
  await asText(
    `UPDATE "AgentJobExecution" SET status='failed', error='{"message":"no luck","retryable":true}', "completedAt"=now() WHERE id = $1`,
    failing,
  );
  expect(await stored(failing)).toMatchObject({
    status: 'failed',
    error: { message: 'no luck', retryable: true },
  });

  await agent.query(`UPDATE "AgentRegistry" SET "lastHeartbeat" = now() WHERE id = 'mine'`);
  const registration = `INSERT INTO "AgentRegistry" (id, name, description, version, endpoint, "inputSchema", "outputSchema", enabled, "createdAt", "updatedAt")
    VALUES ($1, 'New', 'An agent', '1.0.0', $2::jsonb, '{}', '{}', true, now(), now())
    ON CONFLICT (id) DO UPDATE SET endpoint = EXCLUDED.endpoint, "updatedAt" = EXCLUDED."updatedAt"`;
  await asText(registration, 'new-agent', '{"type":"http","url":"https://new.example.com/run"}');
  await asText(registration, 'new-agent', '{"type":"http","url":"https://new.example.com/other"}');
  const { rows } = await database.pool.query(
    `SELECT endpoint ->> 'url' AS url, "lastHeartbeat" FROM "AgentRegistry" WHERE id IN ('new-agent', 'mine') ORDER BY id`,
  );
  expect(rows).toEqual([
    { url: 'https://mine.example.com/run', lastHeartbeat: expect.any(Date) },
    { url: 'https://new.example.com/other', lastHeartbeat: null },
  ]);
});

test('an agent reads its own jobs, configuration and deployments, and the shared settings', async () => {
  const mine = await aJob();
  await aJob('other');
  const all = async (sql: string) => (await agent.query(sql)).rows.map((row) => Object.values(row)[0]);
  expect(await all(`SELECT id FROM "AgentJobExecution" WHERE status = 'running'`)).toEqual([mine]);
  expect(await all(`SELECT key FROM "AgentConfig" ORDER BY key`)).toEqual(['mine', 'scheduler']);
  expect(await all(`SELECT "agentId" FROM "AgentVersionDeployment"`)).toEqual(['mine']);
  expect(await all(`SELECT id FROM "AgentRegistry" WHERE id <> 'new-agent'`)).toEqual(['mine']);
});

test('an agent does not see rows of other agents', async () => {
  const other = await aJob('other');
  expect(await refusal(`UPDATE "AgentJobExecution" SET status = 'completed' WHERE id = $1`, [other])).toBe(
    '0 rows',
  );
  expect(await refusal(`UPDATE "AgentRegistry" SET "lastHeartbeat" = now() WHERE id = 'other'`)).toBe(
    '0 rows',
  );
  expect(
    await refusal(
      `INSERT INTO "AgentRegistry" (id, name, endpoint) VALUES ('unlisted', 'x', '{"url":"https://x.example.com"}')`,
    ),
  ).toBe(DENIED);
  expect(
    await refusal(
      `INSERT INTO "AgentRegistry" (id, name, endpoint) VALUES ('other', 'x', '{"url":"https://x.example.com"}') ON CONFLICT (id) DO UPDATE SET endpoint = EXCLUDED.endpoint`,
    ),
  ).toBe(DENIED);
  expect(await stored(other)).toMatchObject({ status: 'running' });
});

test.each([
  `DELETE FROM "AgentJobExecution"`,
  `UPDATE "AgentJobExecution" SET params = '{}'`,
  `UPDATE "AgentJobExecution" SET "retriesLeft" = 99`,
  `UPDATE "AgentJobExecution" SET "agentId" = 'other'`,
  `UPDATE "AgentJobExecution" SET "settledAt" = now()`,
  `INSERT INTO "AgentJobExecution" (id) VALUES ('x')`,
  `TRUNCATE "AgentJobExecution"`,
  `SELECT credential FROM "AgentRegistry"`,
  `SELECT * FROM "AgentRegistry"`,
  `UPDATE "AgentRegistry" SET credential = 'x'`,
  `UPDATE "AgentRegistry" SET "cancelUrl" = 'http://x'`,
  `DELETE FROM "AgentRegistry"`,
  `UPDATE "AgentConfig" SET value = '{}'`,
  `INSERT INTO "AgentVersionDeployment" (id) VALUES ('x')`,
  `SELECT * FROM "Schedule"`,
  `SELECT * FROM "ScheduleExecution"`,
  `SELECT * FROM "ApiToken"`,
  `SELECT * FROM "Worker"`,
  `SELECT * FROM "JobChunk"`,
  `SELECT * FROM "AgentLogin"`,
  `UPDATE "AgentLogin" SET "agentIds" = '{other}'`,
  `SELECT * FROM "AgentStop"`,
  `DELETE FROM "AgentStop"`,
  `SELECT * FROM "Mutex" FOR UPDATE`,
  'DO $$ BEGIN LOCK TABLE _prisma_migrations; END $$',
  `SELECT try_mutex('agent/mine')`,
  `SELECT revoke_agent_login('friend')`,
  `SELECT bound_agent_login(current_user, 1000)`,
  'SELECT * FROM outbox',
  'SELECT * FROM outbox_event',
  "INSERT INTO outbox (kind) VALUES ('job')",
  `SELECT create_agent_login('friend', 'a long enough password', '{other}')`,
  'CREATE TABLE callboard.mine (id int)',
  'ALTER TABLE "AgentJobExecution" DISABLE TRIGGER ALL',
  `SET session_replication_role = 'replica'`,
  'SET ROLE postgres',
])('denied: %s', async (sql) => {
  // The last one names a role that may not exist here.
  expect([DENIED, '22023']).toContain(await refusal(sql));
});

test('an agent has these grants and no others', async () => {
  const { rows } = await database.pool.query<{ grant: string }>(
    `SELECT table_name || ' ' || privilege_type || coalesce(' (' || string_agg(column_name, ', ' ORDER BY column_name) FILTER (WHERE NOT whole) || ')', '') AS grant
     FROM (
       SELECT c.table_name, c.privilege_type, c.column_name,
         EXISTS (SELECT FROM information_schema.role_table_grants t WHERE t.grantee = 'callboard_agent' AND t.table_name = c.table_name AND t.privilege_type = c.privilege_type) AS whole
       FROM information_schema.role_column_grants c WHERE c.grantee = 'callboard_agent') granted
     GROUP BY table_name, privilege_type ORDER BY 1`,
  );
  const registration =
    'createdAt, description, enabled, endpoint, healthCheck, id, inputSchema, lastHeartbeat, metadata, name, outputSchema, parameterTypes, updatedAt, version';
  expect(rows.map((row) => row.grant)).toEqual([
    'AgentConfig SELECT',
    'AgentJobExecution SELECT',
    'AgentJobExecution UPDATE (completedAt, error, metrics, result, startedAt, status, updatedAt)',
    `AgentRegistry INSERT (${registration})`,
    `AgentRegistry SELECT (${registration})`,
    `AgentRegistry UPDATE (${registration.replace('id, ', '')})`,
    'AgentVersionDeployment SELECT',
  ]);
  const { rows: functions } = await database.pool.query<{ name: string }>(
    `SELECT proname AS name FROM pg_proc WHERE pronamespace = 'callboard'::regnamespace AND has_function_privilege($1, oid, 'EXECUTE') ORDER BY 1`,
    [login],
  );
  expect(functions.map(({ name }) => name)).toEqual([
    'agent_is_stopped',
    'config_is_shared',
    'current_writer',
    'is_bound',
    'login_agent_ids',
    'max_attempt_duration',
    'url_origin',
  ]);
});

test('an agent gains nothing by pretending to be the engine', async () => {
  const pending = await aJob('mine', 'pending');
  const running = await aJob();
  await agent.query(`SET callboard.writer = 'engine'`);
  try {
    expect(
      await refusal(`UPDATE "AgentJobExecution" SET status = 'completed' WHERE id = $1`, [pending]),
    ).toBe('CB001');
    expect(
      await refusal(`UPDATE "AgentJobExecution" SET status = 'cancelled' WHERE id = $1`, [running]),
    ).toBe('CB001');
  } finally {
    await agent.query('RESET callboard.writer');
  }
});

test('a report for an attempt that has ended, or was never sent, is refused with an explanation', async () => {
  await expect(
    agent.query(`UPDATE "AgentJobExecution" SET status = 'failed' WHERE id = $1`, [
      await aJob('mine', 'completed'),
    ]),
  ).rejects.toThrow(/has already ended as completed/);
  await expect(
    agent.query(`UPDATE "AgentJobExecution" SET status = 'running' WHERE id = $1`, [
      await aJob('mine', 'pending'),
    ]),
  ).rejects.toThrow(/has not been sent/);
});

test('a login is created with care, and can be given other agents', async () => {
  const make = (name: string, secret: string | null, ids: string[]) =>
    database.pool.query('SELECT create_agent_login($1, $2, $3)', [name, secret, ids]);
  await expect(make('short', 'short', ['mine'])).rejects.toThrow(/at least 12 characters/);
  await expect(make('none', null, ['mine'])).rejects.toThrow(/at least 12 characters/);
  await expect(make('nothing', password, [])).rejects.toThrow(/at least one agent/);
  await expect(make('callboard_agent', password, ['mine'])).rejects.toThrow(
    /was not created by create_agent_login/,
  );
  await make(login, password, ['mine', 'new-agent', 'third']);
  expect(
    await refusal(
      `INSERT INTO "AgentRegistry" (id, name, endpoint) VALUES ('third', 'x', '{"url":"https://x.example.com"}')`,
    ),
  ).toBe('1 rows');
  await make(login, password, ['mine', 'new-agent']);
  expect(await refusal(`UPDATE "AgentRegistry" SET name = 'y' WHERE id = 'third'`)).toBe('0 rows');
});

const MALFORMED = 'CB002';

test.each([
  ['https://EXAMPLE.com/run', 'https://example.com'],
  ['HTTP://a.b:80?x', 'http://a.b:80'],
  ['https://[::1]:4000/x', 'https://[::1]:4000'],
  ['https://xn--exmple-cua.com', 'https://xn--exmple-cua.com'],
  ['https://EXAMPLİ.com/run', null],
  ['https://examplı.com/run', null],
  ['https://exämple.com', null],
  ['https://a.b\\.evil.com/', null],
  ['https:///evil.com/', null],
  ['ftp://a.b/', null],
])('the origin of %s is %s', async (url, origin) => {
  const { rows } = await database.pool.query('SELECT url_origin($1) AS origin', [url]);
  expect(rows[0].origin).toBe(origin);
});

test('an agent cannot move to a host that URL parsers read differently, but heartbeats of an agent already there continue', async () => {
  const move = (url: string) =>
    refusal(`UPDATE "AgentRegistry" SET endpoint = jsonb_build_object('url', $1::text) WHERE id = 'mine'`, [
      url,
    ]);
  expect(await move('https://MİNE.example.com/run')).toBe(MALFORMED);
  await database.pool.query(`ALTER TABLE "AgentRegistry" DISABLE TRIGGER guard_agent;
    UPDATE "AgentRegistry" SET endpoint = '{"url": "https://mİne.example.com/run"}', credential = 'sealed' WHERE id = 'mine';
    ALTER TABLE "AgentRegistry" ENABLE TRIGGER guard_agent`);
  expect(await refusal(`UPDATE "AgentRegistry" SET "lastHeartbeat" = now() WHERE id = 'mine'`)).toBe(
    '1 rows',
  );
  expect(await move('https://mine.example.com/run')).toBe('1 rows');
  const { rows } = await database.pool.query(`SELECT credential FROM "AgentRegistry" WHERE id = 'mine'`);
  expect(rows).toEqual([{ credential: null }]);
});

test('instants out of range are moved between the send and now', async () => {
  const id = await aJob();
  await agent.query(
    `UPDATE "AgentJobExecution" SET status = 'failed', error = '{"message": "no"}', "startedAt" = '-infinity', "completedAt" = 'infinity' WHERE id = $1`,
    [id],
  );
  const { sentAt, startedAt, completedAt } = await stored(id);
  expect(startedAt).toEqual(sentAt);
  expect(completedAt).toBeInstanceOf(Date);
  await agent.query(
    `UPDATE "AgentRegistry" SET "lastHeartbeat" = 'infinity', "createdAt" = '-infinity' WHERE id = 'mine'`,
  );
  const { rows } = await database.pool.query(
    `SELECT isfinite("lastHeartbeat") AND isfinite("createdAt") AS finite FROM "AgentRegistry" WHERE id = 'mine'`,
  );
  expect(rows[0]).toEqual({ finite: true });
});

test('values that are too large or nested too deeply are refused', async () => {
  const report = (column: string, json: string) =>
    refusal(`UPDATE "AgentJobExecution" SET status = 'failed', ${column} = ${json} WHERE id = $1`, [id]);
  const id = await aJob();
  const deep = `(repeat('[', 201) || '1' || repeat(']', 201))::jsonb`;
  expect(await report('error', `jsonb_build_object('message', repeat('x', 100000))`)).toBe(MALFORMED);
  expect(await report('metrics', `jsonb_build_object('m', repeat('x', 100000))`)).toBe(MALFORMED);
  expect(await report('metrics', deep)).toBe(MALFORMED);
  expect(await report('error', `jsonb_build_object('message', 'x', 'deep', ${deep})`)).toBe(MALFORMED);
  expect(await refusal(`UPDATE "AgentJobExecution" SET result = ${deep} WHERE id = $1`, [id])).toBe(
    MALFORMED,
  );
  expect(await report('error', `jsonb_build_object('message', repeat('x', 60000))`)).toBe('1 rows');

  const register = (json: string) =>
    refusal(`UPDATE "AgentRegistry" SET metadata = ${json} WHERE id = 'mine'`);
  expect(await register(`jsonb_build_object('m', repeat('x', 5000000))`)).toBe(MALFORMED);
  expect(await register(deep)).toBe(MALFORMED);
  expect(await register(`jsonb_build_object('m', repeat('x', 50000))`)).toBe('1 rows');
});

test('a function of the same name in a schema of the login does not replace ours', async () => {
  await database.pool.query(`CREATE SCHEMA theirs AUTHORIZATION ${login}`);
  await agent.query(
    `CREATE FUNCTION theirs.row_security_active(oid) RETURNS boolean LANGUAGE sql AS 'SELECT false'`,
  );
  await agent.query(`SET search_path = theirs, pg_catalog, callboard; SET callboard.writer = 'engine'`);
  expect(
    await refusal(`UPDATE "AgentJobExecution" SET status = 'cancelled' WHERE id = $1`, [await aJob()]),
  ).toBe('CB001');
  await agent.query('RESET search_path; RESET callboard.writer');
});
