import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { applyMigrations } from '../../src/db/migrate/apply-migrations.js';
import { checkDatabaseVersion, requireUsableVersion } from '../../src/db/migrate/check-database-version.js';
import { migrateQueue } from '../../src/queue/migrate-queue.js';
import { StartupError } from '../../src/runtime/startup-error.js';
import { createEmptyDatabase, type TestDatabase, withAdmin } from '../support/database.js';
import { diffSchema } from '../support/diff-schema.js';
import { createRecordingLogger } from '../support/recording-logger.js';

const CREATE = '20260101000000_create_thing';
const GUARD = '20260102000000_guard_thing';
const newer = { kind: 'newer', found: `the migration ${GUARD}, which this one does not know` };
const logger = createRecordingLogger();
let database: TestDatabase;
let prismaDir: string;

beforeEach(async () => {
  database = await createEmptyDatabase();
  prismaDir = await mkdtemp(join(tmpdir(), 'callboard-prisma-'));
  await add(CREATE, 'CREATE TABLE "Thing" (id text PRIMARY KEY, note text);');
});
afterEach(async () => {
  await database.drop();
  await rm(prismaDir, { recursive: true });
});
afterAll(() => withAdmin((admin) => admin.query('DROP ROLE IF EXISTS migrate_test_guest')));

async function add(name: string, script: string): Promise<void> {
  await mkdir(join(prismaDir, 'migrations', name), { recursive: true });
  await writeFile(join(prismaDir, 'migrations', name, 'migration.sql'), script);
}

const apply = (databaseUrl = database.url) => applyMigrations({ databaseUrl, prismaDir, logger });
const version = () => checkDatabaseVersion({ databaseUrl: database.url, prismaDir });
const tables = async () =>
  (
    await database.pool.query(`SELECT tablename FROM pg_tables WHERE schemaname = 'callboard' ORDER BY 1`)
  ).rows.map(({ tablename }) => tablename);

test('applies what is missing, in the schema callboard, once', async () => {
  expect(await version()).toEqual({ kind: 'behind', missing: [CREATE] });
  expect(await apply()).toEqual({ applied: [CREATE], sqlFiles: true });
  expect(await tables()).toEqual(['Thing', '_applied_sql', '_prisma_migrations']);
  expect(await apply()).toEqual({ applied: [], sqlFiles: false });
  await add(GUARD, 'ALTER TABLE "Thing" ADD CHECK (note <> \'\');');
  expect(await apply()).toEqual({ applied: [GUARD], sqlFiles: true });
  expect(await version()).toEqual({ kind: 'current' });
});

test('accepts functions, transition tables and a closing comment', async () => {
  await add(
    GUARD,
    `CREATE FUNCTION count_things() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN UPDATE "Thing" SET note = (SELECT count(*) FROM added); RETURN NULL; END; $$;
     CREATE TRIGGER count_things AFTER INSERT ON "Thing" REFERENCING NEW TABLE AS added
       FOR EACH STATEMENT EXECUTE FUNCTION count_things();
     -- the end; of it`,
  );
  await apply();
  await database.pool.query(`INSERT INTO "Thing" VALUES ('a'), ('b')`);
  expect((await database.pool.query('SELECT DISTINCT note FROM "Thing"')).rows).toEqual([{ note: '2' }]);
});

test('applies each migration once if many processes start together', async () => {
  await add(GUARD, 'SELECT pg_sleep(0.1); CREATE TABLE guard ();');
  const results = await Promise.all(Array.from({ length: 5 }, () => apply()));
  expect(results.flatMap(({ applied }) => applied).sort()).toEqual([CREATE, GUARD]);
  const { rows } = await database.pool.query('SELECT count(*) AS n FROM _prisma_migrations');
  expect(rows).toEqual([{ n: 2 }]);
});

test('leaves nothing of a failed migration, says why it failed, and tries it again after it was corrected', async () => {
  await add(GUARD, 'CREATE TABLE half (); INSERT INTO nowhere VALUES (1);');
  for (const _ of ['first', 'again']) {
    const failed = apply();
    await expect(failed).rejects.toThrow(StartupError);
    await expect(failed).rejects.toThrow(`the migration ${GUARD} failed: relation "nowhere" does not exist`);
    expect(await tables()).toEqual(['Thing', '_prisma_migrations']);
  }
  await add(GUARD, 'CREATE TABLE whole ();');
  expect(await apply()).toEqual({ applied: [GUARD], sqlFiles: true });
});

test('applies a migration again if it was killed before the commit, and not if it was killed after', async () => {
  await apply();
  // The state that a process leaves if it dies between the engine's note of the start and the commit.
  await database.pool.query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name) VALUES ('killed', 'x', '${GUARD}')`,
  );
  await add(GUARD, 'CREATE TABLE guard ();');
  expect(await version()).toEqual({ kind: 'behind', missing: [GUARD] });
  expect(await apply()).toEqual({ applied: [GUARD], sqlFiles: true });
  // The note of the end is written by the migration's own transaction, not after it.
  await add('20260103000000_cut', `CREATE TABLE cut (); SELECT pg_terminate_backend(pg_backend_pid());`);
  await expect(apply()).rejects.toThrow(/terminating connection/);
  expect(await tables()).not.toContain('cut');
  await add('20260103000000_cut', 'CREATE TABLE cut ();');
  expect(await apply()).toEqual({ applied: ['20260103000000_cut'], sqlFiles: true });
});

test('runs statements that cannot be in a transaction, such as CREATE INDEX CONCURRENTLY', async () => {
  await add(GUARD, 'CREATE INDEX CONCURRENTLY thing_note ON "Thing" (note)');
  expect(await apply()).toEqual({ applied: [CREATE, GUARD], sqlFiles: true });
});

test('accepts a database that a newer version only added to', async () => {
  await add(GUARD, 'CREATE TABLE newer ();');
  await apply();
  await rm(join(prismaDir, 'migrations', GUARD), { recursive: true });
  const found = await version();
  expect(found).toEqual({ ...newer, compatible: true });
  expect(() => requireUsableVersion(found)).not.toThrow();
  expect(await apply()).toEqual({ applied: [], sqlFiles: false });
  expect(logger.lines.at(-1)).toMatchObject({ event: 'migrations.newer' });
});

test('refuses a database of a newer version that lacks a migration, and does not touch it', async () => {
  await add(GUARD, 'CREATE TABLE newer ();');
  await apply();
  await rm(join(prismaDir, 'migrations', GUARD), { recursive: true });
  await add('20260101500000_between', 'CREATE TABLE between ();');
  const found = await version();
  expect(found).toEqual({ ...newer, compatible: false });
  expect(() => requireUsableVersion(found)).toThrow(
    /belongs to a newer version of Callboard \(it has the migration 20260102000000/,
  );
  await expect(apply()).rejects.toThrow('the database belongs to a newer version of Callboard');
  expect(await tables()).not.toContain('between');
});

describe('a migration that requires a version', () => {
  const contract = (requires: string) =>
    add(GUARD, `-- requires: ${requires}\nALTER TABLE "Thing" DROP COLUMN note;`);
  const forget = () => rm(join(prismaDir, 'migrations', GUARD), { recursive: true });

  test('keeps out older programs', async () => {
    await apply();
    await contract('999.10.0');
    await apply();
    await forget();
    expect(await version()).toEqual({ ...newer, compatible: false });
    await expect(apply()).rejects.toThrow('the database belongs to a newer version of Callboard');
  });

  test('lets in programs that are new enough', async () => {
    await contract('0.0.9');
    await apply();
    await forget();
    expect(await version()).toEqual({ ...newer, compatible: true });
  });

  test('keeps out older programs before it is applied', async () => {
    await apply();
    await contract('999.10.0');
    await add('20260103000000_break', 'SELECT broken;');
    await expect(apply()).rejects.toThrow('20260103000000_break failed');
    await forget();
    await rm(join(prismaDir, 'migrations/20260103000000_break'), { recursive: true });
    expect(await version()).toEqual({ ...newer, compatible: false });
  });

  test('keeps out older programs even if an earlier version applied it without a note', async () => {
    await add(GUARD, 'CREATE TABLE newer ();');
    await apply();
    await forget();
    await database.pool.query('ALTER TABLE _applied_sql DROP COLUMN requires');
    expect(await version()).toEqual({ ...newer, compatible: false });
  });
});

test('refuses a failure that another tool recorded, and says what to do', async () => {
  await apply();
  await database.pool.query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, logs) VALUES ('failed', 'x', '${GUARD}', 'it broke')`,
  );
  await add(GUARD, 'CREATE TABLE guard ();');
  expect(await version()).toEqual({ kind: 'failed', migration: GUARD });
  await expect(apply()).rejects.toThrow(`the migration ${GUARD} failed in this database and was not cleared`);
  await database.pool.query(`UPDATE _prisma_migrations SET rolled_back_at = now() WHERE id = 'failed'`);
  expect(await apply()).toEqual({ applied: [GUARD], sqlFiles: true });
});

test('says what to run if a process needs migrations that are missing', async () => {
  expect(() => requireUsableVersion({ kind: 'behind', missing: [CREATE, GUARD] })).toThrow(
    `the database lacks 2 migration(s), the first ${CREATE}: run "npm run migrate"`,
  );
  expect(() => requireUsableVersion({ kind: 'behind', missing: [] })).toThrow(
    'the database has functions and triggers of another version: run "npm run migrate"',
  );
  expect(() => requireUsableVersion({ kind: 'current' })).not.toThrow();
});

test('refuses a database from before the first release, and does not touch it', async () => {
  await add('20251231000000_create_control_plane', 'CREATE TABLE old ();');
  await apply();
  await rm(join(prismaDir, 'migrations/20251231000000_create_control_plane'), { recursive: true });
  await add(GUARD, 'CREATE TABLE guard ();');
  await expect(apply()).rejects.toThrow(
    /^the database was created before the first release of Callboard .*; nothing was changed\. Start with an empty database/,
  );
  expect(await tables()).toEqual(['Thing', '_applied_sql', '_prisma_migrations', 'old']);
});

test('reports drift, and reports nothing if there is none', async () => {
  await add(
    GUARD,
    `ALTER TABLE "Thing" ADD CHECK (note <> ''); CREATE INDEX ON "Thing" (note) WHERE note > 'm'; CREATE TABLE aside ();`,
  );
  await apply();
  const schemaPath = join(prismaDir, 'schema.prisma');
  const schema = (note: string) =>
    writeFile(
      schemaPath,
      `datasource db {\n provider = "postgresql"\n}\nmodel Thing {\n id String @id\n note ${note}\n}\n`,
    );
  await schema('String?');
  expect(
    await diffSchema({ databaseUrl: database.url, schemaPath, externalTables: ['callboard.aside'] }),
  ).toBe('');
  expect(await diffSchema({ databaseUrl: database.url, schemaPath })).toContain('aside');
  await schema('Int?');
  const drift = await diffSchema({
    databaseUrl: database.url,
    schemaPath,
    externalTables: ['callboard.aside'],
  });
  expect(drift).toContain('`note`');
});

test('creates the tables of BullMQ once, however many processes do it', async () => {
  const versions = await Promise.all([1, 2, 3].map(() => migrateQueue({ databaseUrl: database.url })));
  expect(new Set(versions).size).toBe(1);
  const { rows } = await database.pool.query(
    `SELECT count(*) AS n FROM pg_tables WHERE schemaname = 'bullmq'`,
  );
  expect(rows[0].n).toBeGreaterThan(3);
});

test('says which right a user lacks', async () => {
  await database.pool.query(`CREATE ROLE migrate_test_guest LOGIN PASSWORD 'hush'`);
  const guest = Object.assign(new URL(database.url), {
    username: 'migrate_test_guest',
    password: 'hush',
  }).href;
  for (const attempt of [apply, (databaseUrl: string) => migrateQueue({ databaseUrl })]) {
    const refused = attempt(guest);
    await expect(refused).rejects.toThrow(StartupError);
    await expect(refused).rejects.toThrow(
      /DATABASE_URL: user "migrate_test_guest" lacks (a privilege: permission denied for database|rights .* GRANT CREATE ON DATABASE)/s,
    );
  }
});

test('says if the server is not PostgreSQL', async () => {
  const server = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = server.address() as { port: number };
    const refused = apply(`postgresql://joe:hush@127.0.0.1:${port}/x`);
    await expect(refused).rejects.toThrow(StartupError);
    await expect(refused).rejects.toThrow(`DATABASE_URL: 127.0.0.1:${port}`);
    await expect(refused).rejects.not.toThrow('hush');
  } finally {
    server.close();
  }
});
