import { randomBytes, randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createEgressGuard } from '../../src/http/client/egress-guard.js';
import { createHttpClient, type HttpClient } from '../../src/http/client/http-client.js';
import { createSecretBox } from '../../src/runtime/secrets/secret-box.js';
import { createLogger } from '../../src/runtime/telemetry/logger.js';
import { openSample, type Sample } from '../../src/sample/load-sample.js';
import type { ServiceDeps } from '../../src/services/access/context.js';
import { registerAgent } from '../../src/services/agents/register-agent.js';
import { previewExpansion } from '../../src/services/runs/data-sources/preview-expansion.js';
import { createDataSourcePool } from '../../src/sources/db/pool.js';
import { invocationOf, openInvoker, serve } from '../http/loopback.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

const logger = createLogger({ level: 'silent', name: 'test' });
const guard = createEgressGuard({ allow: ['127.0.0.1/32'] });
const actor = { id: 'test', name: 'test', role: 'admin' } as const;

let database: TestDatabase;
let deps: ServiceDeps;
let http: HttpClient;
let open: (Sample | undefined)[] = [];

beforeEach(async () => {
  database = await createTestDatabase({ writer: 'server' });
  http = createHttpClient({ guard });
  const key = randomBytes(32);
  const dataSources = { pool: createDataSourcePool(database.url, { max: 2 }) };
  deps = {
    pool: database.pool,
    dataSources,
    secretBox: createSecretBox(key),
    secretKey: key,
    guard,
    http,
    logger,
  };
});
afterEach(async () => {
  await Promise.all(open.map((sample) => sample?.close(AbortSignal.timeout(5_000))));
  open = [];
  await http.close();
  await deps.dataSources.pool.end();
  const { rows } = await database.pool.query('SELECT "loginName" FROM "AgentLogin"');
  for (const { loginName } of rows)
    await database.pool.query(`DROP OWNED BY "${loginName}"; DROP ROLE "${loginName}"`);
  await database.drop();
});

async function load() {
  const sample = await openSample({
    deps,
    databaseUrl: database.url,
    dataSourceUrl: database.url,
    logger,
    pace: 0.02,
    port: 0,
  });
  open.push(sample);
  return sample;
}

async function rowsOf(sql: string, values: unknown[] = []) {
  return (await database.pool.query(sql, values)).rows;
}

const urlOf = async (id: string): Promise<string> =>
  (await rowsOf(`SELECT endpoint ->> 'url' AS url FROM "AgentRegistry" WHERE id = $1`, [id]))[0].url;

describe('into an empty database', () => {
  test('it loads a table, four agents, a pipeline and schedules that are due', async () => {
    expect(await load()).toMatchObject({ loaded: true });
    expect(
      await rowsOf(`SELECT count(*) AS total, count(*) FILTER (WHERE enabled) AS enabled,
        count(*) FILTER (WHERE enabled AND newsletter) AS newsletter, count(*) FILTER (WHERE newsletter) AS all FROM public."Ticker"`),
    ).toEqual([{ total: 120, enabled: 100, newsletter: 50, all: 50 }]);
    expect((await rowsOf('SELECT id FROM "AgentRegistry" ORDER BY id')).map(({ id }) => id)).toEqual([
      'analysis',
      'content-generation',
      'data-collection',
      'query-strategy',
    ]);
    const schedules = await rowsOf(
      'SELECT name, flag, "nextRunAt" - now() AS wait, params FROM "Schedule" ORDER BY id',
    );
    expect(schedules.map(({ name }) => name)).toEqual([
      'Daily Newsletter for All Tickers',
      'Weekly Entity Graph Refresh',
      'One-time Data Collection for AAPL',
      'News Every Minute',
      'Sentiment Every Five Minutes',
      'Drafts Every Five Minutes',
      'Newsletters Every Two Minutes',
    ]);
    for (const { wait, flag } of schedules)
      expect({ due: wait !== null, flag }).toEqual({ due: true, flag: null });
    expect(
      await rowsOf(
        `SELECT p.name, s."cronExpression", s."targetType", jsonb_path_query_array(p.steps, '$.stepId') AS steps
         FROM "Schedule" s JOIN "Pipeline" p ON p.id = s."pipelineId" WHERE s."cronExpression" IS NOT NULL`,
      ),
    ).toEqual([
      {
        name: 'Newsletter Generation Pipeline',
        cronExpression: '0 8 * * *',
        targetType: 'pipeline',
        steps: ['collect', 'analyze', 'generate'],
      },
    ]);
  });

  test('it loads the daily and the weekly schedule with fifty and a hundred jobs, in batches of five and ten', async () => {
    await load();
    const previews = await Promise.all(
      (await rowsOf('SELECT params FROM "Schedule" ORDER BY id')).map(({ params }) =>
        previewExpansion(deps, actor, { params }),
      ),
    );
    expect(
      previews.map((preview) => preview.kind === 'ok' && [preview.value.jobs, preview.value.batches]),
    ).toEqual([
      [50, 10],
      [100, 10],
      [1, 1],
      [12, 3],
      [10, 2],
      [10, 2],
      [6, 2],
    ]);
  });

  test('it loads a pipeline that runs within the first minute', async () => {
    await load();
    expect(
      await rowsOf(
        `SELECT count(*)::int FROM "Schedule" WHERE "targetType" = 'pipeline' AND "nextRunAt" <= now() + interval '30 s'`,
      ),
    ).toEqual([{ count: 1 }]);
  });

  test('it loads examples of data sources, which work as written', async () => {
    await load();
    const jobs: Record<string, number> = {
      'db:ticker:all:id': 120,
      'db:ticker:AAPL:id': 1,
      'db:ticker:all:id?enabled=true': 100,
      'db:ticker:all:id?enabled=true&batchSize=10&staggerDelay=2000': 100,
      'db:ticker:all:id?enabled=true&batchSize=10&staggerDelay=1000': 100,
      'db:ticker:all:id?enabled=true&batchSize=5&staggerDelay=2000': 100,
      'db:ticker:all:id?enabled=true&active=1&batchSize=5': 100,
      'db:ticker:all:id?filter={"enabled":true,"status":"active"}': 100,
      'db:ticker:all:id?filter={"enabled":true,"status":"active","createdAt":{"$gte":"2024-01-01"}}': 75,
      'db:user:all:email?active=true': 6,
      'db:ticker:all:tickerId': 120,
    };
    const found: Record<string, unknown> = {};
    for (const value of Object.keys(jobs)) {
      const preview = await previewExpansion(deps, actor, { params: { value } });
      found[value] = preview.kind === 'ok' ? preview.value.jobs : preview;
    }
    expect(found).toEqual(jobs);
  });

  test('it leaves an existing table of users alone', async () => {
    await database.pool.query('CREATE TABLE public."user" (id int)');
    await load();
    expect(await rowsOf(`SELECT to_regclass('public."User"') AS found`)).toEqual([{ found: null }]);
  });

  test('it loads nothing at a second start, wherever its agents are by then', async () => {
    await load();
    const before = await urlOf('analysis');
    await database.pool.query(`DELETE FROM "Schedule" WHERE name = 'News Every Minute'`);
    expect(await load()).toMatchObject({ loaded: false }); // the first still has the port
    expect(await urlOf('analysis')).not.toBe(before);
    expect(await rowsOf('SELECT name FROM "Schedule"')).toHaveLength(6);
    const { outcome } = await openInvoker().invoke(
      invocationOf({ url: await urlOf('data-collection') }, { params: { tickerId: 'AAPL' } }),
    );
    expect(outcome.kind).toBe('completed');
  });

  test.each(['AgentRegistry', 'Pipeline', 'Schedule'])(
    'it continues once after a start that broke off at %s',
    async (table) => {
      const refuse = `CREATE TRIGGER refuse BEFORE INSERT ON "${table}" FOR EACH ROW EXECUTE FUNCTION refuse()`;
      await database.pool.query(
        `CREATE SEQUENCE inserted; CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN IF nextval('inserted') = $1 THEN RAISE 'interrupted'; END IF; RETURN new; END $$`.replace(
          '$1',
          table === 'Pipeline' ? '1' : '3',
        ),
      );
      await database.pool.query(refuse);
      await expect(load()).rejects.toThrow('interrupted');
      await database.pool.query(`DROP TRIGGER refuse ON "${table}"`);
      expect(await load()).toMatchObject({ loaded: true });
      expect(await load()).toMatchObject({ loaded: false });
      const count = async (of: string) => (await rowsOf(`SELECT count(*) AS count FROM "${of}"`))[0].count;
      expect([await count('AgentRegistry'), await count('Pipeline'), await count('Schedule')]).toEqual([
        4, 1, 7,
      ]);
      expect(
        await rowsOf('SELECT DISTINCT "pipelineId" IS NOT NULL AS found FROM "Schedule" ORDER BY 1'),
      ).toEqual([{ found: false }, { found: true }]);
    },
  );

  test('it leaves an agent that the user moved', async () => {
    await load();
    await database.pool.query(
      `UPDATE "AgentRegistry" SET endpoint = jsonb_set(endpoint, '{url}', '"https://example.com/run"') WHERE id = 'analysis'`,
    );
    await load();
    expect(await urlOf('analysis')).toBe('https://example.com/run');
  });
});

describe('into a database that is not empty', () => {
  test('it loads nothing if there is an agent', async () => {
    const endpoint = { type: 'http', url: 'http://127.0.0.1:9/run' };
    expect(
      await registerAgent(deps, actor, { id: 'mine', name: 'Mine', version: '1', endpoint }),
    ).toMatchObject({ kind: 'ok' });
    expect(await load()).toBeUndefined();
    expect(await rowsOf('SELECT id FROM "AgentRegistry"')).toEqual([{ id: 'mine' }]);
    expect(await rowsOf(`SELECT to_regclass('public."Ticker"') AS found`)).toEqual([{ found: null }]);
  });

  test('it loads nothing if there is a pipeline', async () => {
    await database.pool.query(
      `INSERT INTO "Pipeline" (id, name, steps, "createdBy") VALUES ('mine', 'Mine', '[]', 'test')`,
    );
    expect(await load()).toBeUndefined();
    expect(await rowsOf('SELECT id FROM "AgentRegistry"')).toEqual([]);
  });

  test('it loads nothing if there is a table of that name', async () => {
    await database.pool.query('CREATE TABLE public.ticker (id integer)');
    expect(await load()).toBeUndefined();
    expect(await rowsOf('SELECT id FROM "AgentRegistry"')).toEqual([]);
  });
});

describe('the agents of the sample', () => {
  const params = { tickerId: 'AAPL' };

  test('include query-strategy, which accepts and reports by callback', async () => {
    await load();
    const url = await urlOf('query-strategy');
    const reported = new Promise<{ authorization: string | undefined; body: unknown }>((resolve) => {
      serve((response, { headers, body }) => {
        response.writeHead(200).end();
        resolve({ authorization: headers.authorization, body: JSON.parse(body.toString()) });
      }).then(async (server) => {
        const callback = { url: server.url, token: 'of-this-attempt' };
        const { outcome } = await openInvoker().invoke(invocationOf({ url }, { params, callback }));
        expect(outcome).toEqual({ kind: 'accepted' });
      });
    });
    expect(await reported).toEqual({
      authorization: 'Bearer of-this-attempt',
      body: { status: 'completed', result: { tickerId: 'AAPL', strategies: ['news', 'filings'] } },
    });
  });

  test('include analysis, which accepts and completes its job by SQL, before it is closed', async () => {
    const sample = await load();
    const id = randomUUID();
    await database.pool.query(
      `INSERT INTO "AgentJobExecution" (id, "jobId", "agentId", "scheduleExecutionId", status, params, "attemptTimeout",
         "retryConfig", "retriesLeft", "traceId", "sentAt", "startedAt")
       VALUES ($1, $1, 'analysis', $1, 'running', $2, 60000, '{}', 0, repeat('0', 32), now(), now())`,
      [id, JSON.stringify(params)],
    );
    const url = await urlOf('analysis');
    const { outcome } = await openInvoker().invoke(invocationOf({ url }, { executionId: id, params }));
    expect(outcome).toEqual({ kind: 'accepted' });
    await sample?.close(AbortSignal.timeout(5_000));
    open = [];
    expect(await rowsOf('SELECT status, result FROM "AgentJobExecution" WHERE id = $1', [id])).toEqual([
      { status: 'completed', result: { tickerId: 'AAPL', sentiment: expect.any(Number) } },
    ]);
  });

  test('include content-generation, which fails now and then with retryable errors', async () => {
    await load();
    const url = await urlOf('content-generation');
    const invoker = openInvoker();
    const kinds = new Set<string>();
    // Three of ten fail: that 100 are all alike is as good as impossible.
    for (let attempt = 0; attempt < 100 && kinds.size < 2; attempt += 1) {
      const { outcome } = await invoker.invoke(invocationOf({ url }, { params }));
      kinds.add(outcome.kind);
      if (outcome.kind === 'failed') expect(outcome.error.retryable).toBe(true);
    }
    expect([...kinds].sort()).toEqual(['completed', 'failed']);
  });

  test('are all healthy, and serve nothing else', async () => {
    await load();
    for (const id of ['analysis', 'content-generation', 'data-collection', 'query-strategy']) {
      const response = await fetch((await urlOf(id)).replace(/run$/, 'health'));
      expect(await response.json()).toEqual({ status: 'healthy', version: '1.0.0' });
    }
    const url = await urlOf('analysis');
    expect((await fetch(url.replace('analysis', 'unknown'), { method: 'POST' })).status).toBe(404);
    expect((await fetch(url.replace('analysis', 'constructor'), { method: 'POST' })).status).toBe(404);
    expect((await fetch(url, { method: 'POST', body: 'no JSON' })).status).toBe(400);
  });
});
