/** A database with a collation in which lower('I') is not 'i'. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { applyMigrations } from '../../../src/db/migrate/apply-migrations.js';
import { createPool, type Pool } from '../../../src/runtime/database/pool.js';
import { createDataSourcePool } from '../../../src/sources/db/pool.js';
import { valuesOf } from '../../sources/support.js';
import { databaseUrl, withAdmin } from '../../support/database.js';
import { createRecordingLogger } from '../../support/recording-logger.js';
import { insertAgent } from '../../support/rows.js';

const NAME = `test_turkish_${process.pid}`;
const url = databaseUrl(NAME);
let pool: Pool;

beforeAll(async () => {
  await withAdmin((admin) =>
    admin.query(`CREATE DATABASE ${NAME} TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE 'tr-TR'`),
  );
  await applyMigrations({ databaseUrl: url, prismaDir: 'prisma', logger: createRecordingLogger() });
  pool = createPool({ connectionString: url, max: 2, applicationName: 'turkish' });
});
afterAll(async () => {
  await pool?.end();
  await withAdmin((admin) => admin.query(`DROP DATABASE IF EXISTS ${NAME} WITH (FORCE)`));
});

test('a header for a credential is refused in capitals too', async () => {
  for (const name of ['AUTHORIZATION', 'PROXY-AUTHORIZATION', 'COOKIE', 'X-API-KEY'])
    await expect(
      insertAgent(pool, 'agent', 'https://a.example.com/run', { endpoint: { headers: { [name]: 'x' } } }),
      name,
    ).rejects.toMatchObject({ code: 'CB002' });
});

test('the audit names its actions as everywhere, and hides secrets in capitals too', async () => {
  await insertAgent(pool, 'audited', 'https://a.example.com/run', {
    metadata: { API_KEY: 'hush', COOKIE: 'hush' },
  });
  const { rows } = await pool.query(
    `SELECT action, after -> 'metadata' AS metadata FROM "AuditEntry" WHERE "entityId" = 'audited'`,
  );
  expect(rows).toEqual([{ action: 'insert', metadata: { API_KEY: { set: true }, COOKIE: { set: true } } }]);
});

test('data sources find tables and columns whatever their case', async () => {
  await pool.query(
    `CREATE TABLE public."ITEM" ("ID" int PRIMARY KEY); INSERT INTO public."ITEM" VALUES (1); CREATE TABLE public."İlan" (id int PRIMARY KEY)`,
  );
  const source = createDataSourcePool(url, { max: 1 });
  try {
    const deps = { pool: source, policy: {}, defaults: { batchSize: 10, staggerDelay: 0 }, maxExpansion: 10 };
    for (const text of ['db:item:all:id', 'db:ITEM:all:ID', 'db:Item:1:id'])
      expect(await valuesOf(deps, text), text).toEqual([1]);
    expect(await valuesOf(deps, 'db:ilan:all:id')).toEqual([]);
  } finally {
    await source.end();
  }
});
