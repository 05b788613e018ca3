import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listTables } from '../../../src/sources/db/list-tables.js';
import { createDataSourcePool } from '../../../src/sources/db/pool.js';
import type { ExpansionDeps } from '../../../src/sources/expand-params.js';
import { dataSourcePolicySchema, looksLikeCredential } from '../../../src/sources/policy.js';
import { failureOf, openSourceDatabase, valuesOf } from '../support.js';

let database: Awaited<ReturnType<typeof openSourceDatabase>>;
const deps = () => database.deps;
const under = (policy: unknown): ExpansionDeps => ({
  ...deps(),
  policy: dataSourcePolicySchema.parse(policy),
});

/** Connections whose search path reaches the control plane's schema too. */
let wide: ExpansionDeps;

beforeAll(async () => {
  database = await openSourceDatabase(`
    CREATE SCHEMA callboard;
    CREATE SCHEMA hidden;
    CREATE TABLE callboard."AgentRegistry" (id text PRIMARY KEY); INSERT INTO callboard."AgentRegistry" VALUES ('own');
    CREATE TABLE callboard."Schedule" (id text PRIMARY KEY); INSERT INTO callboard."Schedule" VALUES ('own');
    CREATE TABLE "Schedule" (id text PRIMARY KEY); INSERT INTO "Schedule" VALUES ('theirs');
    CREATE TABLE hidden.treasure (id int PRIMARY KEY);
    CREATE SCHEMA "Media.Old"; CREATE SCHEMA media;
    CREATE TABLE media."Article" (id int PRIMARY KEY, title text, secret text);
    INSERT INTO media."Article" VALUES (1, 'One', 's1'), (2, 'Two', 's2');
    CREATE TABLE media.account (id int PRIMARY KEY, token_id int); INSERT INTO media.account VALUES (9, 90);
    CREATE TABLE "Media.Old"."a.b" (id int PRIMARY KEY); INSERT INTO "Media.Old"."a.b" VALUES (4);
    CREATE SCHEMA bullmq; CREATE TABLE bullmq.jobs (id int PRIMARY KEY);
    CREATE TABLE account (id int PRIMARY KEY, "Email" text, email text, name text, "apiKey" text, password_hash text,
      token_id int, hashtag text);
    INSERT INTO account VALUES (1, 'a', 'a', 'Ann', 'key', 'hash', 7, 'x');
    CREATE TABLE "Twin" (id int); CREATE TABLE twin (id int);
    CREATE TABLE "odd ""name""; --" ("sel""ect" int PRIMARY KEY, "Ünïcode" text); INSERT INTO "odd ""name""; --" VALUES (5, 'ü');
    CREATE TABLE "ÄPFEL" (id int PRIMARY KEY);
    CREATE TABLE parted (id int PRIMARY KEY, v text) PARTITION BY RANGE (id);
    CREATE TABLE parted_1 PARTITION OF parted FOR VALUES FROM (1) TO (10); INSERT INTO parted VALUES (2, 'x'), (1, 'y');
    CREATE TABLE parent (id int PRIMARY KEY); CREATE TABLE child () INHERITS (parent);
    INSERT INTO parent VALUES (1), (2); INSERT INTO child VALUES (1), (3);
    CREATE TABLE nearly (id int, code text); CREATE UNIQUE INDEX ON nearly (code) WHERE id > 100; CREATE UNIQUE INDEX ON nearly (code, id);
    INSERT INTO nearly VALUES (1, 'a'), (2, 'a'), (3, 'A');
    CREATE TABLE keyed (api_token text PRIMARY KEY, id int, name text);
    CREATE MATERIALIZED VIEW names AS SELECT id, name FROM account;
  `);
  wide = {
    ...deps(),
    pool: createDataSourcePool(`${database.url}?options=-c%20search_path%3Dcallboard,public`, { max: 1 }),
  };
});
afterAll(async () => {
  await wide?.pool.end();
  await database?.close();
});

describe('a table', () => {
  it('is found in any case, with any name', async () => {
    expect(await valuesOf(deps(), 'db:ACCOUNT:all:NAME')).toEqual(['Ann']);
    expect(await valuesOf(deps(), `db:${encodeURIComponent('ODD "name"; --')}:5:ünïCODE`)).toEqual(['ü']);
    expect(await valuesOf(deps(), `db:${encodeURIComponent('odd "name"; --')}:all:sel"ect`)).toEqual([5]);
    expect(await valuesOf(deps(), 'db:names:all:name')).toEqual(['Ann']);
    expect(await valuesOf(deps(), 'db:parted:all:v')).toEqual(['y', 'x']);
  });

  it('is found in any case of letters beyond ASCII if the locale of the database knows them', async () => {
    // The test's PostgreSQL has the locale C up to version 16, and C.UTF-8 from 17 on.
    const { rows } = await database.pool.query(`SELECT lower('Ä') = 'ä' AS "isKnown"`);
    const found = valuesOf(deps(), 'db:äpfel:all:id');
    if (rows[0].isKnown) expect(await found).toEqual([]);
    else await expect(found).rejects.toThrow('Did you mean \\"ÄPFEL\\"?');
    expect(await valuesOf(deps(), 'db:Äpfel:all:id')).toEqual([]);
  });

  it('gives each value once although its children repeat the key', async () => {
    expect(await valuesOf(deps(), 'db:parent:all:id')).toEqual([1, 2, 3]);
    expect(await valuesOf(deps(), 'db:parent:1:id')).toEqual([1]);
  });

  it('is not considered unique by a partial or wider index', async () => {
    await database.pool.query(`INSERT INTO public.nearly VALUES (NULL, 'b')`);
    expect(await valuesOf(deps(), 'db:nearly:all:code')).toEqual(['A', 'a', 'b']);
  });

  it.each([
    ['db:tickr:all:id', 'There is no table or view "tickr" in the data-source database.'],
    ['db:acount:all:id', 'Did you mean "account"?'],
    [
      'db:treasure:all:id',
      'There is no table or view "treasure" in the data-source database. Did you mean "hidden.treasure"?',
    ],
    [
      'db:hidden.tresure:all:id',
      'There is no table or view "hidden.tresure" in the data-source database. Did you mean "hidden.treasure"?',
    ],
    ['db:media.article:7:title', 'Table "media.Article" has no row with id = "7"'],
    ['db:media.article:all:titel', 'Table "media.Article" has no column "titel".'],
    ['db:media.article:all:secret', 'allow "media.Article.secret" in the configuration'],
    ['db:TWIN:all:id', '"public"."Twin" and "public"."twin" differ only in case'],
    ['db:twin:all:id', 'is ambiguous'],
    ['db:AgentRegistry:all:id', 'There is no table or view'],
    ['db:callboard.AgentRegistry:all:id', 'Table "callboard.AgentRegistry" is not allowed as a data source'],
    ['db:CALLBOARD.agentregistry:all:id', 'is not allowed as a data source'],
    ['db:bullmq.jobs:all:id', 'is not allowed as a data source'],
    ['db:pg_catalog.pg_authid:all:rolpassword', 'is not allowed as a data source'],
    ['db:information_schema.tables:all:table_name', 'is not allowed as a data source'],
    ['db:pg_class:all:relname', 'Table "pg_class" is not allowed as a data source'],
    ['db:pg_shadow:all:passwd', 'is not allowed'],
    ['db:account:all:nam', 'Did you mean "name"?'],
    ['db:account:all:xmin', 'has no column "xmin"'],
    ['db:account:all:email', '"Email" and "email" differ only in case'],
    ['db:account:all:id?nme=x', 'nme: table "account" has no column "nme". Did you mean "name"?'],
  ])('%s is an error', async (text, part) => {
    expect(await failureOf(deps(), text)).toContain(part);
  });

  it('of the control plane is denied unless allowed by name, and never hides one of the application', async () => {
    expect(await failureOf(wide, 'db:AgentRegistry:all:id')).toContain('not allowed as a data source');
    expect(
      await valuesOf({ ...wide, policy: { allow: ['agentregistry'] } }, 'db:AgentRegistry:all:id'),
    ).toEqual(['own']);
  });

  it('of any schema is found by its qualified name, in any case', async () => {
    expect(await valuesOf(deps(), 'db:media.article:all:title')).toEqual(['One', 'Two']);
    expect(await valuesOf(deps(), 'db:MEDIA.ARTICLE:2:Title')).toEqual(['Two']);
    expect(await valuesOf(deps(), 'db:public.account:all:name')).toEqual(['Ann']);
    expect(await valuesOf(deps(), 'db:media%2Eold.A%2EB:all:id')).toEqual([4]);
    // Two tables of one name: the search path decides for the bare one.
    expect(await valuesOf(deps(), 'db:account:all:id')).toEqual([1]);
    expect(await valuesOf(deps(), 'db:media.account:all:id')).toEqual([9]);
  });

  it('is listed as data source strings name it, those of the search path first', async () => {
    const listed = await listTables(deps().pool, {}, 500);
    const references = listed.map(({ reference }) => reference);
    expect(references).toContain('media.Article');
    expect(references).toContain('Media%2EOld.a%2Eb');
    expect(references.filter((each) => each.toLowerCase().endsWith('account'))).toEqual([
      'account',
      'media.account',
    ]);
    expect(references.join(' ')).not.toMatch(/callboard|bullmq|pg_/);
    for (const { reference, columns } of listed) {
      if (/twin/i.test(reference)) continue;
      const column = columns[0]?.name.replace('"', '%22') ?? '';
      if (!/email/i.test(column)) await valuesOf(deps(), `db:${reference}:all:${column}`);
    }
  });

  it('stays readable if allow names another: allow opens what is denied and closes nothing', async () => {
    expect(await valuesOf(under({ allow: ['names'] }), 'db:account:all:id')).toEqual([1]);
    const open = under({ allow: ['callboard.agentregistry'] });
    expect(await valuesOf(open, 'db:callboard.AgentRegistry:all:id')).toEqual(['own']);
    expect(await failureOf(open, 'db:callboard.Schedule:all:id')).toContain('not allowed');
    // Allowed for an application's table of that name, outside the search path it opens nothing.
    expect(await failureOf(under({ allow: ['Schedule'] }), 'db:callboard.Schedule:all:id')).toContain(
      'not allowed',
    );
    expect(
      await valuesOf(under({ allow: ['pg_database'] }), 'db:pg_database:all:datallowconn?limit=1'),
    ).toHaveLength(1);
  });

  it('is closed by deny, alone, with its schema or with the whole schema; deny wins', async () => {
    for (const deny of ['ACCOUNT', 'public.account', 'public.*']) {
      expect(await failureOf(under({ allow: ['account'], deny: [deny] }), 'db:account:all:id')).toContain(
        'not allowed',
      );
    }
    for (const deny of ['article', 'media.Article', 'MEDIA.*']) {
      expect(await failureOf(under({ deny: [deny] }), 'db:media.article:all:id')).toContain('not allowed');
    }
    expect(await valuesOf(under({ deny: ['media.account'] }), 'db:account:all:id')).toEqual([1]);
    for (const deny of ['account.NAME', 'public.account.name']) {
      expect(await failureOf(under({ deny: [deny] }), 'db:account:all:name')).toContain('not allowed');
      expect(await failureOf(under({ deny: [deny] }), 'db:account:all:id?name=Ann')).toContain('not allowed');
    }
  });

  it('must be named by only, if that names any', async () => {
    const only = under({ only: ['Account', 'media.*'] });
    expect(await valuesOf(only, 'db:account:all:id')).toEqual([1]);
    expect(await valuesOf(only, 'db:media.article:all:id')).toEqual([1, 2]);
    expect(await failureOf(only, 'db:names:all:id')).toContain('not allowed');
    expect(await failureOf(only, 'db:nam:all:id')).not.toContain('Did you mean');
    // By its name alone it is the one of the search path.
    expect(await failureOf(under({ only: ['account'] }), 'db:media.account:all:id')).toContain('not allowed');
    expect(await failureOf(under({ only: ['pg_class'] }), 'db:pg_class:all:relname')).toContain(
      'not allowed',
    );
    expect(await failureOf(under({ only: ['account'], deny: ['account'] }), 'db:account:all:id')).toContain(
      'not allowed',
    );
    expect(await valuesOf(under({ only: [] }), 'db:names:all:id')).toEqual([1]);
  });
});

describe('a column that looks like a credential', () => {
  it.each([
    'db:account:all:apiKey',
    'db:account:all:password_hash',
    'db:account:all:token_id',
    'db:account:all:id?apiKey=k',
    'db:account:all:id?orderBy=password_hash',
    'db:account:all:id?filter={"$not":{"$or":[{"PASSWORD_HASH":{"$like":"a%"}}]}}',
    'db:account:all:id?filter={"apikey":{"$null":true}}',
  ])('is denied everywhere: %s', async (text) => {
    expect(await failureOf(deps(), text)).toMatch(
      /column "(apiKey|password_hash|token_id)" of table "account" is not allowed/i,
    );
  });

  it('is not compared with a key either', async () => {
    expect(await failureOf(deps(), 'db:keyed:guess:name')).toContain(
      'filter: column "api_token" of table "keyed" is not allowed',
    );
    expect(await valuesOf(deps(), 'db:keyed:all:name')).toEqual([]);
  });

  it('is not proposed, and can be allowed by name', async () => {
    expect(await failureOf(deps(), 'db:account:all:apiKy')).not.toContain('Did you mean');
    expect(await valuesOf(under({ allow: ['account.token_id'] }), 'db:account:all:token_id')).toEqual([7]);
    expect(await valuesOf(under({ allow: ['account.token_id'] }), 'db:names:all:id')).toEqual([1]);
    expect(
      await failureOf(under({ allow: ['account.token_id'] }), 'db:media.account:all:token_id'),
    ).toContain('not allowed');
    expect(
      await valuesOf(under({ allow: ['media.account.token_id'] }), 'db:media.account:all:token_id'),
    ).toEqual([90]);
    expect(await valuesOf(deps(), 'db:account:all:hashtag')).toEqual(['x']);
  });

  it('is recognized however it is spelled', () => {
    const credentials =
      'password PASSWORD user_password passwordHash passwd pwd secret client_secret clientSecret token accessToken refresh_tokens ' +
      'apikey api_key API-KEY apiKey x_api_key private_key privateKey credential credentials hash hash_sha256 HASHED pw_hash userhash ' +
      'salt otp totp_seed pin cvv ｐａｓｓｗｏｒｄ';
    const ordinary =
      'id name email hashtag pinned spinning shipping description key symbol created_at status capital basalt desalted';
    expect(credentials.split(' ').filter((name) => !looksLikeCredential(name))).toEqual([]);
    expect(ordinary.split(' ').filter(looksLikeCredential)).toEqual([]);
  });
});

describe('dataSourcePolicySchema', () => {
  it('accepts tables and columns by name', () => {
    expect(dataSourcePolicySchema.parse({})).toEqual({});
    expect(dataSourcePolicySchema.parse({ allow: ['t', ' s.t.c '], only: ['s.*'], deny: ['s.*'] })).toEqual({
      allow: ['t', 's.t.c'],
      only: ['s.*'],
      deny: ['s.*'],
    });
    for (const wrong of [
      { allow: [''] },
      { allow: ['a.b.c.d'] },
      { allow: ['a.*'] },
      { only: ['a.b.c'] },
      { deny: ['a.b.*'] },
      { deny: ['a.'] },
      { alow: [] },
      { allow: 'x' },
      null,
    ]) {
      expect(dataSourcePolicySchema.safeParse(wrong).success).toBe(false);
    }
  });
});
