import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dataSourcePolicySchema, looksLikeCredential } from '../../../src/sources/db/policy.js';
import { createDataSourcePool } from '../../../src/sources/db/pool.js';
import type { ExpansionDeps } from '../../../src/sources/expand-params.js';
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
    expect(await valuesOf(deps(), 'db:äpfel:all:id')).toEqual([]);
    expect(await valuesOf(deps(), 'db:names:all:name')).toEqual(['Ann']);
    expect(await valuesOf(deps(), 'db:parted:all:v')).toEqual(['y', 'x']);
  });

  it('gives each value once although its children repeat the key', async () => {
    expect(await valuesOf(deps(), 'db:parent:all:id')).toEqual([1, 2, 3]);
    expect(await valuesOf(deps(), 'db:parent:1:id')).toEqual([1]);
  });

  it('is not taken to be unique by a partial or wider index', async () => {
    await database.pool.query(`INSERT INTO public.nearly VALUES (NULL, 'b')`);
    expect(await valuesOf(deps(), 'db:nearly:all:code')).toEqual(['A', 'a', 'b']);
  });

  it.each([
    ['db:tickr:all:id', 'There is no table or view "tickr" in the data-source database.'],
    ['db:acount:all:id', 'Did you mean "account"?'],
    ['db:treasure:all:id', 'There is no table or view "treasure"'],
    ['db:hidden.treasure:all:id', 'There is no table or view "hidden.treasure"'],
    ['db:TWIN:all:id', '"public"."Twin" and "public"."twin" differ only in case'],
    ['db:twin:all:id', 'is ambiguous'],
    ['db:AgentRegistry:all:id', 'There is no table or view'],
    ['db:callboard.AgentRegistry:all:id', 'There is no table or view'],
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

  it('must be named once allow names tables; deny wins', async () => {
    expect(await valuesOf(under({ allow: ['Account'] }), 'db:account:all:id')).toEqual([1]);
    expect(await failureOf(under({ allow: ['Account'] }), 'db:names:all:id')).toContain('not allowed');
    expect(await failureOf(under({ allow: ['Account'] }), 'db:nam:all:id')).not.toContain('Did you mean');
    expect(await valuesOf(under({ allow: ['parted', 'account.id'] }), 'db:account:all:id')).toEqual([1]);
    expect(await failureOf(under({ allow: ['account'], deny: ['ACCOUNT'] }), 'db:account:all:id')).toContain(
      'not allowed',
    );
    expect(await failureOf(under({ deny: ['account.NAME'] }), 'db:account:all:name')).toContain(
      'not allowed',
    );
    expect(await failureOf(under({ deny: ['account.NAME'] }), 'db:account:all:id?name=Ann')).toContain(
      'not allowed',
    );
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
    expect(await valuesOf(deps(), 'db:account:all:hashtag')).toEqual(['x']);
  });

  it('is recognised however it is spelled', () => {
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
  it('takes tables and columns by name', () => {
    expect(dataSourcePolicySchema.parse({})).toEqual({});
    expect(dataSourcePolicySchema.parse({ allow: ['t', ' t.c '], deny: [] })).toEqual({
      allow: ['t', 't.c'],
      deny: [],
    });
    for (const wrong of [
      { allow: [''] },
      { allow: ['a.b.c'] },
      { deny: ['a.'] },
      { alow: [] },
      { allow: 'x' },
      null,
    ]) {
      expect(dataSourcePolicySchema.safeParse(wrong).success).toBe(false);
    }
  });
});
