import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { applyMigrations } from '../../src/db/migrate/apply-migrations.js';
import { checkDatabaseVersion } from '../../src/db/migrate/check-database-version.js';
import { PRISMA_DIR } from '../../src/db/migrate/database-files.js';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../support/database.js';
import { diffSchema } from '../support/diff-schema.js';
import { rollBack } from '../support/lock-waits.js';
import { createRecordingLogger } from '../support/recording-logger.js';

const logger = createRecordingLogger();
let database: TestDatabase;
let prismaDir: string;

beforeEach(async () => {
  database = await createEmptyDatabase();
  prismaDir = await mkdtemp(join(tmpdir(), 'callboard-prisma-'));
  await add(
    'migrations/20260101000000_create_thing/migration.sql',
    'CREATE TABLE "Thing" (id int, note text);',
  );
});
afterEach(async () => {
  await database.drop();
  await rm(prismaDir, { recursive: true });
});

async function add(path: string, script: string): Promise<void> {
  await mkdir(dirname(join(prismaDir, path)), { recursive: true });
  await writeFile(join(prismaDir, path), script);
}

const apply = (dir = prismaDir, { url } = database) =>
  applyMigrations({ databaseUrl: url, prismaDir: dir, logger });
const version = () => checkDatabaseVersion({ databaseUrl: database.url, prismaDir });
const answer = async () => (await database.pool.query('SELECT answer() AS answer')).rows[0].answer;
const answering = (value: number) =>
  `CREATE OR REPLACE FUNCTION answer() RETURNS int LANGUAGE sql RETURN ${value};`;

/** Everything that SQL files create: definitions and rights, by name. */
async function describeObjects(pool: pg.Pool): Promise<unknown[]> {
  const { rows } = await pool.query(
    `SELECT 'function' AS kind, oid::regprocedure::text AS name, pg_get_functiondef(oid) AS definition, proacl::text AS rights
       FROM pg_proc WHERE pronamespace = 'callboard'::regnamespace
     UNION ALL SELECT 'trigger', tgname || ' on ' || tgrelid::regclass, pg_get_triggerdef(oid), NULL FROM pg_trigger WHERE NOT tgisinternal
     UNION ALL SELECT 'policy', policyname || ' on ' || tablename, concat_ws(' ', cmd, roles::text, qual, with_check), NULL FROM pg_policies
     UNION ALL SELECT 'relation', oid::regclass::text, CASE relkind WHEN 'v' THEN pg_get_viewdef(oid) ELSE relrowsecurity::text END, coalesce(relacl, acldefault('r', relowner))::text
       FROM pg_class WHERE relnamespace = 'callboard'::regnamespace AND relkind IN ('r', 'v')
     UNION ALL SELECT 'column', attrelid::regclass || '.' || attname, NULL, attacl::text FROM pg_attribute WHERE attacl IS NOT NULL
     ORDER BY 1, 2`,
  );
  return rows;
}

test('are applied after the migrations: shared, tables, the rest', async () => {
  await add('sql/last.sql', `INSERT INTO "Thing" (id) VALUES (answer());`);
  await add(
    'sql/tables/Thing.sql',
    `CREATE OR REPLACE TRIGGER note BEFORE INSERT ON "Thing" FOR EACH ROW EXECUTE FUNCTION note();`,
  );
  await add(
    'sql/shared/note.sql',
    `${answering(42)} CREATE OR REPLACE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.note := 'x'; RETURN NEW; END $$;`,
  );
  expect(await apply()).toEqual({ applied: ['20260101000000_create_thing'], sqlFiles: true });
  expect((await database.pool.query('SELECT * FROM "Thing"')).rows).toEqual([{ id: 42, note: 'x' }]);
});

test('are applied again when one has changed, or a migration was applied', async () => {
  await add('sql/shared/answer.sql', answering(1));
  await apply();
  await add('sql/shared/answer.sql', answering(2));
  expect(await version()).toEqual({ kind: 'behind', missing: [] });
  expect(await apply()).toEqual({ applied: [], sqlFiles: true });
  expect(await answer()).toBe(2);
  expect(await version()).toEqual({ kind: 'current' });
  await add('migrations/20260102000000_drop_answer/migration.sql', 'DROP FUNCTION answer();');
  expect(await apply()).toEqual({ applied: ['20260102000000_drop_answer'], sqlFiles: true });
  expect(await answer()).toBe(2);
});

test('lock and write nothing if nothing changed', async () => {
  await add('sql/tables/Thing.sql', 'ALTER TABLE "Thing" ENABLE ROW LEVEL SECURITY;');
  await apply();
  const locker = await database.pool.connect();
  await locker.query('BEGIN');
  await locker.query('LOCK TABLE "Thing", _applied_sql IN EXCLUSIVE MODE');
  expect(await apply()).toEqual({ applied: [], sqlFiles: false });
  await rollBack(locker);
});

test('are applied once if many processes start together', async () => {
  await add('sql/shared/count.sql', 'INSERT INTO "Thing" (id) VALUES (1);');
  const results = await Promise.all(Array.from({ length: 5 }, () => apply()));
  expect(results.filter(({ sqlFiles }) => sqlFiles)).toHaveLength(1);
  expect((await database.pool.query('SELECT * FROM "Thing"')).rows).toHaveLength(1);
});

test('are applied all or none; a file that fails is named', async () => {
  await add('sql/shared/answer.sql', answering(1));
  await apply();
  await add('sql/shared/answer.sql', answering(2));
  await add('sql/tables/Thing.sql', 'DROP TABLE nowhere;');
  await expect(apply()).rejects.toThrow('prisma/sql/tables/Thing.sql failed: table "nowhere" does not exist');
  expect(await answer()).toBe(1);
  expect(await version()).toEqual({ kind: 'behind', missing: [] });
});

test('wait for a locked table while others proceed', async () => {
  await apply();
  await add('sql/tables/Thing.sql', 'ALTER TABLE "Thing" ENABLE ROW LEVEL SECURITY;');
  const reader = await database.pool.connect();
  await reader.query('BEGIN; SELECT FROM "Thing"');
  const applied = apply();
  await expect
    .poll(
      async () =>
        (
          await database.pool.query(
            `SELECT FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle' AND query = 'ROLLBACK'`,
          )
        ).rowCount,
      { timeout: 10_000 },
    )
    .toBe(1);
  await database.pool.query('INSERT INTO "Thing" (id) VALUES (1)');
  await rollBack(reader);
  expect(await applied).toEqual({ applied: [], sqlFiles: true });
});

test('of a newer version are not replaced by older ones', async () => {
  await add('sql/shared/answer.sql', answering(2));
  await apply();
  await database.pool.query(`UPDATE _applied_sql SET version = '999.0.0'`);
  await add('sql/shared/answer.sql', answering(1));
  expect(await version()).toEqual({
    kind: 'newer',
    found: 'functions and triggers of version 999.0.0',
    compatible: true,
  });
  expect(await apply()).toEqual({ applied: [], sqlFiles: false });
  expect(await answer()).toBe(2);
});

test('give the same database when they are applied again', async () => {
  const migrated = await createTestDatabase();
  try {
    const before = await describeObjects(migrated.pool);
    expect(before.length).toBeGreaterThan(200);
    await migrated.pool.query(`UPDATE _applied_sql SET checksum = ''`);
    expect(await apply(PRISMA_DIR, migrated)).toEqual({ applied: [], sqlFiles: true });
    expect(await describeObjects(migrated.pool)).toEqual(before);
  } finally {
    await migrated.drop();
  }
});

test('let nobody execute a function or use a table unless they grant it', async () => {
  const migrated = await createTestDatabase();
  try {
    const { rows } = await migrated.pool.query(
      `SELECT oid::regprocedure::text AS name FROM pg_proc
         WHERE pronamespace = 'callboard'::regnamespace AND has_function_privilege('public', oid, 'EXECUTE')
       UNION ALL SELECT oid::regclass::text FROM pg_class
         WHERE relnamespace = 'callboard'::regnamespace AND relkind IN ('r', 'v', 'S') AND has_table_privilege('public', oid, 'SELECT')`,
    );
    expect(rows).toEqual([]);
  } finally {
    await migrated.drop();
  }
});

test('contain everything about one table in its file', async () => {
  const folder = join(PRISMA_DIR, 'sql/tables');
  const misplaced: string[] = [];
  for (const name of await readdir(folder)) {
    const script = await readFile(join(folder, name), 'utf8');
    const statements = script.matchAll(
      /^(?:CREATE OR REPLACE TRIGGER|CREATE POLICY|GRANT (?!EXECUTE))[^;]*? ON "?(\w+)"?/gm,
    );
    for (const [statement, table] of statements)
      if (`${table}.sql` !== name) misplaced.push(`${name}: ${statement}`);
  }
  expect(misplaced).toEqual([]);
});

test('match schema.prisma together with the migrations', async () => {
  const migrated = await createTestDatabase();
  try {
    const externalTables = ['outbox', 'outbox_mark', 'outbox_origin'].map((name) => `callboard.${name}`);
    const schemaPath = join(PRISMA_DIR, 'schema.prisma');
    expect(await diffSchema({ databaseUrl: migrated.url, schemaPath, externalTables })).toBe('');
  } finally {
    await migrated.drop();
  }
});
