import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDataSourcePool } from '../../../src/sources/db/pool.js';
import { openSourceDatabase, valuesOf } from '../support.js';

/** Everybody may create objects in `public`, and somebody has. */
let database: Awaited<ReturnType<typeof openSourceDatabase>>;
beforeAll(async () => {
  database = await openSourceDatabase(`
    CREATE TABLE item (id int PRIMARY KEY, name varchar(20)); INSERT INTO item VALUES (1, 'one'), (2, 'two');
    CREATE TABLE ran (what text);
    CREATE FUNCTION trap(varchar, varchar) RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'the trap ran'; END $$;
    CREATE OPERATOR = (LEFTARG = varchar, RIGHTARG = varchar, FUNCTION = trap);
    CREATE FUNCTION count(varchar) RETURNS bigint LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'the trap ran'; END $$;
    GRANT CREATE ON SCHEMA public TO PUBLIC`);
});
afterAll(() => database?.close());

it('is not searched for functions and operators, though its tables are data sources', async () => {
  expect(await valuesOf(database.deps, 'db:item:all:name')).toEqual(['one', 'two']);
  expect(await valuesOf(database.deps, 'db:item:all:id?name=two')).toEqual([2]);
  expect(await valuesOf(database.deps, 'db:public.item:1:name')).toEqual(['one']);
  const { rows } = await database.deps.pool.query(`SELECT current_setting('search_path') AS path`);
  expect(rows).toEqual([{ path: 'pg_temp' }]);
});

it('stays on the search path if only its owner may create in it', async () => {
  await database.pool.query('REVOKE CREATE ON SCHEMA public FROM PUBLIC');
  const pool = createDataSourcePool(database.url, { max: 1 });
  const { rows } = await pool.query(`SELECT current_setting('search_path') AS path`);
  await pool.end();
  expect(rows).toEqual([{ path: 'public, pg_temp' }]);
});
