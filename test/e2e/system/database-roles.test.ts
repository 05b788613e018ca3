/**
 * A database as an operator gets it: its owner is not a superuser and cannot create roles, and the programs
 * run as another user.
 */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { applyMigrations } from '../../../src/db/migrate/apply-migrations.js';
import { requireDatabase } from '../../../src/db/migrate/require-database.js';
import { grantRuntimeRights } from '../../../src/db/migrate/runtime-rights.js';
import { migrateQueue } from '../../../src/queue/migrate-queue.js';
import { createPool, withTransaction } from '../../../src/runtime/database/pool.js';
import type { EmbeddedPostgres } from '../../../src/runtime/embedded-postgres/embedded-postgres.js';
import { type AgentServer, accepts, completes, startAgentServer } from '../../support/agent-server.js';
import type { TestDatabase } from '../../support/database.js';
import { eventually } from '../../support/engine.js';
import { TriggerAgentDocument } from '../../support/generated/operations.js';
import { type Installation, startInstallation } from '../../support/programs/installation.js';
import { startProgram } from '../../support/programs/processes.js';
import { createRecordingLogger } from '../../support/recording-logger.js';
import { insertAgent, insertExecution } from '../../support/rows.js';
import { startTestPostgres } from '../../support/servers/postgres.js';

/** A server for this test, because roles belong to the cluster and the shared one has all of ours. */
let server: EmbeddedPostgres;
let admin: pg.Client;
let name: string;
let databases = 0;
const logger = createRecordingLogger();

beforeAll(async () => {
  server = await startTestPostgres();
  admin = await connect(server.url);
  await admin.query(
    `CREATE ROLE app_owner LOGIN PASSWORD 'hush'; CREATE ROLE app_programs LOGIN PASSWORD 'hush'`,
  );
});
afterAll(async () => {
  await admin?.end();
  await server?.stop();
});
beforeEach(async () => {
  databases += 1;
  name = `app_${databases}`;
  await admin.query(`CREATE DATABASE ${name}`);
});

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}
function urlOf(user: string, password = 'hush'): string {
  const url = new URL(server.url);
  url.pathname = `/${name}`;
  if (user === url.username) return url.href;
  return Object.assign(url, { username: user, password }).href;
}
const asAdmin = async (sql: string) => {
  const client = await connect(urlOf('postgres'));
  await client.query(sql).finally(() => client.end());
};
const migrate = async () => {
  await applyMigrations({
    databaseUrl: urlOf('app_owner'),
    setting: 'DATABASE_MIGRATE_URL',
    prismaDir: 'prisma',
    logger,
  });
  await migrateQueue({ databaseUrl: urlOf('app_owner') });
};
/** As server and worker check at their start. */
const start = (user: string) => requireDatabase({ databaseUrl: urlOf(user), directUrl: urlOf(user) });
const grant = () => grantRuntimeRights({ migrateUrl: urlOf('app_owner'), runtimeUrl: urlOf('app_programs') });

test('an owner without rights gets the statements that grant them, and those suffice', async () => {
  const refused = await migrate().then(
    () => '',
    (error: Error) => error.message,
  );
  expect(refused).toMatch(/^DATABASE_MIGRATE_URL: user "app_owner" lacks rights that the migration needs\./);
  const statements = refused.split('\n').slice(1).join('\n');
  expect(statements).toBe(
    `  GRANT CREATE ON DATABASE ${name} TO app_owner;\n  CREATE ROLE callboard_agent NOLOGIN;`,
  );
  await asAdmin(statements);
  await migrate();
  await start('app_owner');
});

test('existing schemas are used, and an owner who lost a table is told', async () => {
  await asAdmin('CREATE SCHEMA callboard; CREATE SCHEMA bullmq AUTHORIZATION app_owner');
  await expect(migrate()).rejects.toThrow(
    /run in this database:\n {2}ALTER SCHEMA callboard OWNER TO app_owner;$/,
  );
  await asAdmin('ALTER SCHEMA callboard OWNER TO app_owner');
  await migrate();
  await migrate(); // nothing left to do, with no more rights than before
  await asAdmin('ALTER TABLE callboard."Schedule" OWNER TO postgres');
  await expect(migrate()).rejects.toThrow('REASSIGN OWNED BY postgres TO app_owner;');
});

describe('programs with a user of their own', () => {
  beforeEach(async () => {
    await asAdmin(`GRANT CREATE ON DATABASE ${name} TO app_owner`);
    await migrate();
  });

  test('do not start without rights and say who grants them; the migration grants exactly what they need', async () => {
    const refused =
      /^DATABASE_URL: user "app_programs" lacks rights\. Run "npm run migrate" .* Missing: GRANT USAGE ON SCHEMA callboard TO app_programs; \(and \d+ more\)$/;
    await expect(start('app_programs')).rejects.toThrow(refused);
    expect(await grant()).toEqual({ user: 'app_programs', granted: expect.any(Number) });
    await start('app_programs');
    expect(await grant()).toEqual({ user: 'app_programs', granted: 0 });
    const client = await connect(urlOf('app_programs'));
    try {
      for (const change of [
        'CREATE TABLE callboard.extra ()',
        'ALTER TABLE callboard."Schedule" ADD extra text',
        'DROP TABLE callboard."Schedule"',
        'TRUNCATE callboard."Schedule"',
        'CREATE SCHEMA extra',
        'UPDATE callboard._applied_sql SET version = version',
        'ALTER TABLE callboard."AgentRegistry" DISABLE ROW LEVEL SECURITY',
        `SELECT callboard.create_agent_login('extra', 'long enough', '{a}')`,
      ])
        await expect(client.query(change), change).rejects.toThrow(/permission denied|must be owner/);
    } finally {
      await client.end();
    }
  });

  test('get rights for the tables of a later version too; a second user keeps the rights of the first', async () => {
    await asAdmin("CREATE ROLE app_second LOGIN PASSWORD 'hush'").catch(() => {});
    await grant();
    await asAdmin('SET ROLE app_owner; CREATE TABLE callboard.later (id text)');
    await expect(start('app_programs')).rejects.toThrow(
      'Missing: GRANT SELECT, INSERT, UPDATE, DELETE ON callboard.later TO app_programs;',
    );
    expect((await grant()).granted).toBe(1);
    await grantRuntimeRights({ migrateUrl: urlOf('app_owner'), runtimeUrl: urlOf('app_second') });
    await Promise.all(['app_programs', 'app_second'].map((user) => start(user)));
  });

  test('need no grants as the owner, and an invalid runtime user is reported by its own setting', async () => {
    const migrateUrl = urlOf('app_owner');
    expect((await grantRuntimeRights({ migrateUrl, runtimeUrl: migrateUrl })).granted).toBe(0);
    const wrong = grantRuntimeRights({ migrateUrl, runtimeUrl: urlOf('app_programs', 'wrong') });
    await expect(wrong).rejects.toThrow(/^DATABASE_URL: .* refused the sign-in of user "app_programs"/);
  });

  test('are migrated by one user, which grants to the other', async () => {
    const migration = await startProgram('migrate', {
      DATABASE_URL: urlOf('app_programs'),
      DATABASE_MIGRATE_URL: urlOf('app_owner'),
    });
    expect(await migration.exited).toMatchObject({ code: 0 });
    expect(migration.output()).toMatch(/granted \d+ rights to app_programs\nThe database is up to date\./);
    await start('app_programs');
  });
});

describe('in operation', () => {
  const AT_WORK = 'app_at_work';
  let installation: Installation;
  let agent: AgentServer;

  beforeAll(async () => {
    name = AT_WORK;
    await admin.query(`CREATE DATABASE ${name}`);
    await asAdmin(`ALTER DATABASE ${name} OWNER TO app_owner`);
    await migrate();
    await grant();
    const pool = createPool({ connectionString: urlOf('postgres'), max: 3, applicationName: 'test' });
    const db: TestDatabase = {
      url: urlOf('postgres'),
      pool,
      close: () => pool.end(),
      drop: () => pool.end(),
    };
    [installation, agent] = await Promise.all([
      startInstallation({ DATABASE_URL: urlOf('app_programs') }, db),
      startAgentServer(),
    ]);
    await asAdmin(`CREATE TABLE public."Item" (id int); INSERT INTO public."Item" SELECT generate_series(1, 30);
      GRANT SELECT ON public."Item" TO app_programs`);
    await insertAgent(installation.db.pool, 'worker-bee', agent.url);
  });
  afterAll(async () => {
    await installation?.close();
    await agent?.close();
  });

  beforeEach(() => {
    name = AT_WORK;
  });

  const ended = (status: string, count: number) =>
    eventually<{ count: number }>(
      installation.db.pool,
      'SELECT count(*)::int AS count FROM "AgentJobExecution" WHERE status = $1',
      [status],
      ([row]) => row?.count === count,
    );

  test('runs over a table and a manual run complete, and the queue takes its part', async () => {
    agent.behave(completes);
    await withTransaction(installation.db.pool, async (client) => {
      for (let runs = 0; runs < 3; runs += 1)
        await insertExecution(client, { agentId: 'worker-bee', params: { item: 'db:item:all:id' } });
    });
    await installation.admin.ask(TriggerAgentDocument, { agentId: 'worker-bee', params: {} });
    await ended('completed', 91);
    expect(agent.ledger).toHaveLength(91);
    expect(installation.lines().filter(({ event }) => /^queue\./.test(event))).toEqual([]);
  });

  test("an agent's login still sees only its own rows, and its harmful session is ended", async () => {
    agent.behave(accepts);
    const before = agent.ledger.length;
    await installation.admin.ask(TriggerAgentDocument, { agentId: 'worker-bee', params: {} });
    await agent.calls(before + 1);
    await eventually(
      installation.db.pool,
      'SELECT FROM "AgentJobExecution" WHERE "acceptedAt" IS NOT NULL',
      [],
      (rows) => rows.length === 1,
    );
    const owner = await connect(urlOf('app_owner'));
    const password = randomBytes(12).toString('hex');
    const createLogin = () =>
      owner.query(`SELECT callboard.create_agent_login('bee', $1, '{worker-bee}')`, [password]);
    // Each hint is the missing statement. Before PostgreSQL 16, CREATEROLE includes the second right, and
    // before 15, everybody may create objects in "public".
    const { rows } = await installation.db.pool.query(
      `SELECT current_setting('server_version_num')::int AS version`,
    );
    const hints = [
      /ALTER ROLE app_owner CREATEROLE;/,
      /GRANT callboard_agent TO app_owner WITH ADMIN OPTION;/,
    ];
    const { version } = rows[0];
    if (version < 160_000) hints.pop();
    if (version < 150_000) hints.push(/REVOKE CREATE ON SCHEMA public FROM PUBLIC;/);
    for (const hint of hints)
      await createLogin().then(
        () => expect.unreachable('a right that was not granted'),
        (error: pg.DatabaseError) => asAdmin(hint.exec(String(error.hint))?.[0] ?? `no hint: ${error.hint}`),
      );
    await createLogin().finally(() => owner.end());
    await start('app_programs'); // the owner is a member of callboard_agent now, but not an agent
    const bee = await connect(urlOf('bee', password));
    bee.on('error', () => {}); // its session is ended
    const ofAgent = `SELECT set_config('callboard.writer', 'engine', false)`;
    await bee.query(ofAgent); // without effect
    await expect(
      bee.query(`UPDATE "AgentJobExecution" SET status = 'cancelled' WHERE "acceptedAt" IS NOT NULL`),
    ).rejects.toThrow(/cannot become cancelled/);
    const gone = new Promise((resolve) => bee.once('end', resolve));
    // More locks than an agent may hold.
    await bee.query(`BEGIN; SELECT count(pg_advisory_xact_lock(n)) FROM generate_series(1, 1000) n`);
    await gone;
  });
});
