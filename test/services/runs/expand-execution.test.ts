import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { LIMITS } from '../../../src/domain/limits.js';
import { isDatabaseAway } from '../../../src/runtime/database/database-error.js';
import { createPool, type Pool } from '../../../src/runtime/database/pool.js';
import { createSecretBox } from '../../../src/runtime/secrets/secret-box.js';
import { createAgentDirectory } from '../../../src/services/agents/agent-directory.js';
import { type ExpandDeps, expandExecution } from '../../../src/services/runs/expand/expand-execution.js';
import { expandPlainExecutions } from '../../../src/services/runs/expand/expand-plain-executions.js';
import { createDataSourcePool } from '../../../src/sources/db/pool.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { createDeferred } from '../../support/deferred.js';
import { SECRET_KEY } from '../../support/engine.js';
import { rollBack } from '../../support/lock-waits.js';
import { insertAgent, insertExecution } from '../../support/rows.js';

let db: TestDatabase;
let dataSources: Pool;
let deps: ExpandDeps;

beforeAll(async () => {
  db = await createTestDatabase({ writer: 'engine' });
  await db.pool.query(`
    CREATE TABLE public."Ticker" (id text PRIMARY KEY, kind text, enabled boolean);
    INSERT INTO public."Ticker" SELECT 'T' || n, CASE n % 2 WHEN 0 THEN 'even' ELSE 'odd' END, n <= 20 FROM generate_series(1, 30) n;
    CREATE TABLE public."Big" (id int PRIMARY KEY);
    INSERT INTO public."Big" SELECT generate_series(1, 20000);
    CREATE VIEW public."Broken" AS SELECT id, 1 / (id - 15000) AS boom FROM public."Big"`);
  await insertAgent(db.pool, 'agent', 'http://127.0.0.1:9/run', { attemptTimeout: 1234, version: '2.0.0' });
  dataSources = createDataSourcePool(db.url, { max: 4 });
});
afterAll(async () => {
  await dataSources?.end();
  await db?.drop();
});
beforeEach(async () => {
  await db.pool.query('TRUNCATE "ScheduleExecution", "AgentJobExecution"');
  deps = depsOn(db.pool);
});

function depsOn(pool: Pool): ExpandDeps {
  const directory = createAgentDirectory({ pool, secretBox: createSecretBox(SECRET_KEY) });
  return { pool, dataSources: { pool: dataSources }, directory };
}

/** Ends the pause before the next try. */
async function endPause(id: string): Promise<void> {
  await db.pool.query(`UPDATE "ScheduleExecution" SET "nextTryAt" = clock_timestamp() WHERE id = $1`, [id]);
}

async function executionOf(id: string): Promise<Record<string, unknown>> {
  const { rows } = await db.pool.query('SELECT * FROM "ScheduleExecution" WHERE id = $1', [id]);
  return rows[0];
}

async function jobsOf(
  id: string,
): Promise<
  { params: Record<string, unknown>; batchIndex: number; releasedAt: Date | null; status: string }[]
> {
  const { rows } = await db.pool.query(
    'SELECT * FROM "AgentJobExecution" WHERE "scheduleExecutionId" = $1 ORDER BY id',
    [id],
  );
  return rows;
}

describe('the expansion creates', () => {
  test('one job for params without a data source, with what schedule, agent and settings say', async () => {
    const id = await insertExecution(db.pool, {
      agentId: 'agent',
      params: { a: { $literal: 'db:x:y:z' }, b: [1] },
      priority: 7,
    });
    expect(await expandExecution(deps, id)).toMatchObject({
      kind: 'expanded',
      jobs: 1,
      batches: 1,
      released: 1,
      priority: 7,
    });
    expect(await jobsOf(id)).toMatchObject([
      {
        params: { a: 'db:x:y:z', b: [1] },
        status: 'pending',
        batchIndex: 0,
        priority: 7,
        attemptTimeout: 1234,
        agentVersion: '2.0.0',
        retryConfig: { maxRetries: 3, backoff: 'exponential', delay: 5_000 },
        retriesLeft: 3,
      },
    ]);
    expect(await executionOf(id)).toMatchObject({
      runStatus: 'running',
      status: 'pending',
      jobsCreated: 1,
      jobsEnqueued: 1,
      batchCursor: 0,
    });
  });

  test('one job for each combination of several data sources', async () => {
    const params = {
      list: [{ ticker: 'db:ticker:all:id?enabled=true&batchSize=7&staggerDelay=20' }],
      kind: 'db:Ticker:all:kind?batchSize=50&staggerDelay=10',
    };
    const id = await insertExecution(db.pool, { agentId: 'agent', params });
    expect(await expandExecution(deps, id)).toMatchObject({
      kind: 'expanded',
      jobs: 40,
      batches: 6,
      released: 7,
    });
    const jobs = await jobsOf(id);
    const pairs = new Set(
      jobs.map(({ params: { list, kind } }) => `${(list as { ticker: string }[])[0]?.ticker}/${kind}`),
    );
    expect(pairs.size).toBe(40);
    expect(jobs.map(({ batchIndex }) => batchIndex)).toEqual(
      Array.from({ length: 40 }, (_, n) => Math.floor(n / 7)),
    );
    expect(jobs.filter(({ releasedAt }) => releasedAt !== null)).toHaveLength(7);
    expect(await executionOf(id)).toMatchObject({ staggerDelay: 20, batches: 6, metadata: { batchSize: 7 } });
  });

  test('jobs for 20 000 rows in chunks, each once', async () => {
    const id = await insertExecution(db.pool, {
      agentId: 'agent',
      params: { n: 'db:big:all:id?batchSize=1000' },
    });
    expect(await expandExecution(deps, id)).toMatchObject({
      kind: 'expanded',
      jobs: 20_000,
      batches: 20,
      released: 1_000,
    });
    const { rows } = await db.pool.query(
      `SELECT count(*) AS jobs, count(DISTINCT params) AS different, count(DISTINCT "batchIndex") AS batches FROM "AgentJobExecution"`,
    );
    expect(rows[0]).toEqual({ jobs: 20_000, different: 20_000, batches: 20 });
    // One event for each chunk and one for its end, none for each row.
    const { rows: events } = await db.pool.query(
      `SELECT count(*) AS n FROM outbox_event WHERE "scheduleExecutionId" = $1`,
      [id],
    );
    expect(events[0]?.n).toBeLessThan(30);
  });

  test('no jobs for zero rows, which is a success', async () => {
    const id = await insertExecution(db.pool, {
      agentId: 'agent',
      params: { n: 'db:big:all:id?filter={"id":{"$lt":0}}' },
    });
    expect(await expandExecution(deps, id)).toMatchObject({
      kind: 'expanded',
      jobs: 0,
      batches: 0,
      released: 0,
    });
    expect(await executionOf(id)).toMatchObject({
      runStatus: 'succeeded',
      status: 'success',
      jobsCreated: 0,
      batchCursor: -1,
    });
    expect((await executionOf(id)).completedAt).toBeInstanceOf(Date);
  });
});

describe('a failure', () => {
  test.each([
    ['an unknown table', { x: 'db:nothing:all:id' }, /^params\.x: .*nothing/],
    ['a malformed data source, deep inside', { a: [{ b: 'db:ticker' }] }, /^params\.a\[0\]\.b: /],
    ['a NUL in a data source', { x: 'db:tick%00er:all:id' }, /^params\.x: /],
    ['a missing row', { x: 'db:ticker:T99:id' }, /^params\.x: /],
    ['too many jobs', { x: 'db:big:all:id', y: 'db:big:all:id' }, /^params\.\w: .*maxExpansion/],
  ])('of %s fails the run with the message, without jobs', async (_, params, message) => {
    const id = await insertExecution(db.pool, { agentId: 'agent', params });
    expect(await expandExecution(deps, id)).toMatchObject({ kind: 'failed' });
    const execution = await executionOf(id);
    expect(execution).toMatchObject({
      runStatus: 'failed',
      status: 'failed',
      jobsCreated: 0,
      errors: [{ count: 1 }],
    });
    expect((execution.errors as { message: string }[])[0]?.message).toMatch(message);
    expect(await jobsOf(id)).toEqual([]);
    expect(await expandExecution(deps, id)).toEqual({ kind: 'none' });
  });

  test('during reading leaves no job behind', async () => {
    const id = await insertExecution(db.pool, { agentId: 'agent', params: { x: 'db:broken:all:boom' } });
    expect(await expandExecution(deps, id)).toMatchObject({ kind: 'failed' });
    expect(await executionOf(id)).toMatchObject({ runStatus: 'failed', jobsCreated: 0 });
    expect(await jobsOf(id)).toEqual([]);
  });

  test.each([
    ['no agent', { agentId: 'nobody' }, undefined, /"nobody" is not registered/],
    ['an invalid retry policy', {}, { retryConfig: { maxRetries: 'many' } }, /^retryConfig/],
    ['an incomplete retry policy', {}, { retryConfig: { maxRetries: 2 } }, /^retryConfig/],
    ['params that are not an object', {}, { params: [1] }, /^params/],
  ])(
    'of a schedule that was written by SQL with %s fails the run, too',
    async (_, execution, snapshot, message) => {
      const id = await insertExecution(db.pool, { agentId: 'agent', ...execution });
      if (snapshot)
        await db.pool.query('UPDATE "ScheduleExecution" SET snapshot = snapshot || $2 WHERE id = $1', [
          id,
          JSON.stringify(snapshot),
        ]);
      expect(await expandExecution(deps, id)).toMatchObject({ kind: 'failed' });
      const [error] = (await executionOf(id)).errors as { message: string }[];
      expect(error?.message).toMatch(message);
    },
  );

  test('of the data source settings fails the run with the reason', async () => {
    await db.pool.query(
      `INSERT INTO "AgentConfig" (key, value) VALUES ('dataSources', '{"allow": "everything"}')`,
    );
    const id = await insertExecution(db.pool, { agentId: 'agent', params: { x: 'db:ticker:all:id' } });
    expect(await expandExecution(deps, id)).toMatchObject({
      kind: 'failed',
      messages: [expect.stringMatching(/dataSources/)],
    });
    await db.pool.query(`DELETE FROM "AgentConfig"`);
  });
});

describe('an unexpected error', () => {
  const triesOf = async (id: string) => (await executionOf(id)).expandTries;

  test('is retried after growing pauses, and fails the run when its tries are used up', async () => {
    const id = await insertExecution(db.pool, { agentId: 'agent', params: { t: 'db:ticker:all:id' } });
    const directory: ExpandDeps['directory'] = {
      ...deps.directory,
      agent: () => Promise.reject(new TypeError('a bug')),
    };
    const pauses: number[] = [];
    for (let tries = 1; tries < LIMITS.expansionTries; tries++) {
      await expect(expandExecution({ ...deps, directory }, id)).rejects.toThrow('a bug');
      expect(await triesOf(id)).toBe(tries);
      const { nextTryAt, reason, runStatus } = await executionOf(id);
      expect({ reason, runStatus }).toEqual({ reason: 'expansion_error', runStatus: 'pending' });
      pauses.push(Number(nextTryAt) - Date.now());
      expect(await expandExecution(deps, id), 'not before the pause is over').toEqual({ kind: 'none' });
      await endPause(id);
    }
    expect(pauses).toEqual([...pauses].sort((a, b) => a - b));
    expect(await expandExecution({ ...deps, directory }, id)).toMatchObject({ kind: 'failed' });
    expect(await executionOf(id)).toMatchObject({
      runStatus: 'failed',
      errors: [{ message: expect.stringContaining('failed 3 times with an internal error') }],
    });
  });

  test('of the database itself does not count', async () => {
    const id = await insertExecution(db.pool, { agentId: 'agent', params: { t: 'db:ticker:all:id' } });
    const away = Object.assign(new Error('terminating connection'), { code: '57P01' });
    const directory: ExpandDeps['directory'] = { ...deps.directory, agent: () => Promise.reject(away) };
    for (let n = 0; n <= LIMITS.expansionTries; n++) {
      await expect(expandExecution({ ...deps, directory }, id)).rejects.toBe(away);
      expect(await executionOf(id)).toMatchObject({ expandTries: 0, reason: 'database_unavailable' });
      await endPause(id);
    }
    expect(await expandExecution(deps, id)).toMatchObject({ kind: 'expanded' });
  });
});

describe('concurrent expansions:', () => {
  test('of two that expand at once, one does', async () => {
    for (let round = 0; round < 10; round += 1) {
      const id = await insertExecution(db.pool, { agentId: 'agent', params: { x: 'db:ticker:all:id' } });
      const both = await Promise.all([expandExecution(deps, id), expandExecution(depsOn(db.pool), id)]);
      // The other may start while the row is locked to count the try.
      expect(both.map(({ kind }) => kind).sort()).toEqual([
        'expanded',
        expect.stringMatching(/^(locked|none)$/),
      ]);
      expect(await jobsOf(id)).toHaveLength(30);
    }
  });

  test('one that takes longer than the pause between tries is not tried again meanwhile', async () => {
    const id = await insertExecution(db.pool, { agentId: 'agent', params: { x: 'db:ticker:all:id' } });
    const pool = createPool({ connectionString: db.url, max: 2, applicationName: 'slow', writer: 'engine' });
    const inserted = createDeferred();
    const looked = createDeferred();
    pauseBefore(pool, 'UPDATE "ScheduleExecution" SET "expandedAt"', inserted.resolve, looked.promise);
    const expanding = expandExecution(depsOn(pool), id);
    await inserted.promise;
    await endPause(id);
    expect(await expandExecution(deps, id)).toEqual({ kind: 'none' });
    looked.resolve();
    expect(await expanding).toMatchObject({ kind: 'expanded' });
    await pool.end();
    expect(await executionOf(id)).toMatchObject({ expandTries: 1 });
  });

  test('a crash in between leaves nothing, and the next one does it all', async () => {
    const victim = createPool({
      connectionString: db.url,
      max: 2,
      applicationName: 'victim',
      writer: 'engine',
    });
    const id = await insertExecution(db.pool, { agentId: 'agent', params: { x: 'db:big:all:id' } });
    const cut = cutOnce(victim, 'INSERT INTO "AgentJobExecution"', 5);
    await expect(expandExecution(depsOn(victim), id)).rejects.toSatisfy(isDatabaseAway);
    expect(await cut).toBe(1);
    await victim.end();
    expect(await jobsOf(id)).toEqual([]);
    expect(await executionOf(id)).toMatchObject({ runStatus: 'pending', expandedAt: null });
    await endPause(id);
    expect(await expandExecution(deps, id)).toMatchObject({ kind: 'expanded', jobs: 20_000 });
  });

  test('one that is cancelled in between has no jobs and ends cancelled', async () => {
    const id = await insertExecution(db.pool, { agentId: 'agent', params: { x: 'db:ticker:all:id' } });
    const pool = createPool({ connectionString: db.url, max: 2, applicationName: 'slow', writer: 'engine' });
    const inserted = createDeferred();
    const cancelled = createDeferred();
    pauseBefore(pool, 'UPDATE "ScheduleExecution" SET "expandedAt"', inserted.resolve, cancelled.promise);
    const expanding = expandExecution(depsOn(pool), id);
    await inserted.promise;
    await db.pool.query(
      `UPDATE "ScheduleExecution" SET "cancelRequestedAt" = now(), "runStatus" = 'cancelled', status = 'success', "completedAt" = now() WHERE id = $1`,
      [id],
    );
    cancelled.resolve();
    expect(await expanding).toEqual({ kind: 'none' });
    await pool.end();
    expect(await jobsOf(id)).toEqual([]);
    expect(await executionOf(id)).toMatchObject({ runStatus: 'cancelled', jobsCreated: 0 });
    expect(await expandExecution(deps, id)).toEqual({ kind: 'none' });
  });

  test('two at a time need no more than three connections', async () => {
    const pool = createPool({ connectionString: db.url, max: 3, applicationName: 'small', writer: 'engine' });
    const ids = await Promise.all(
      Array.from({ length: 10 }, () =>
        insertExecution(db.pool, { agentId: 'agent', params: { x: 'db:ticker:all:id' } }),
      ),
    );
    const shared = depsOn(pool);
    for (let from = 0; from < ids.length; from += 2)
      await Promise.all(ids.slice(from, from + 2).map((id) => expandExecution(shared, id)));
    await pool.end();
    const { rows } = await db.pool.query('SELECT count(*) AS n FROM "AgentJobExecution"');
    expect(rows[0]?.n).toBe(300);
  });
});

type Query = (...args: unknown[]) => Promise<unknown>;

/**
 * Cuts the connection of the pool that sends the nth such statement. Resolves to the number of cut
 * connections.
 */
function cutOnce(pool: Pool, beginning: string, nth: number): Promise<number> {
  return new Promise((resolve) => {
    let seen = 0;
    pool.on('connect', (client) => {
      const query = client.query.bind(client) as Query;
      client.query = (async (...args: unknown[]) => {
        if (String(args[0]).trimStart().startsWith(beginning) && ++seen === nth) {
          const { rows } = await db.pool.query(`SELECT pg_terminate_backend($1)`, [
            (client as unknown as { processID: number }).processID,
          ]);
          resolve(rows.length);
        }
        return query(...args);
      }) as typeof client.query;
    });
  });
}

function pauseBefore(pool: Pool, beginning: string, onReached: () => void, until: Promise<void>): void {
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as Query;
    client.query = (async (...args: unknown[]) => {
      if (String(args[0]).trimStart().startsWith(beginning)) {
        onReached();
        await until;
      }
      return query(...args);
    }) as typeof client.query;
  });
}

describe('many runs at once', () => {
  const plain = { agentId: 'agent', params: { a: { $literal: 'db:x:y:z' } } };

  test('get their jobs together if they are plain; the others are left', async () => {
    const [single, together] = [await insertExecution(db.pool, plain), await insertExecution(db.pool, plain)];
    const others = [
      await insertExecution(db.pool, { agentId: 'agent', params: { x: 'db:ticker:all:id' } }),
      await insertExecution(db.pool, { agentId: 'agent', params: { x: 'db:ticker' } }),
      await insertExecution(db.pool, { agentId: 'nobody' }),
    ];
    await expandExecution(deps, single);
    const { expanded, rest } = await expandPlainExecutions(deps, [single, together, ...others, 'no such']);
    expect(expanded.map(({ scheduleExecutionId }) => scheduleExecutionId)).toEqual([together]);
    expect([...rest].sort()).toEqual([...others].sort());
    const own = [
      'id',
      'jobId',
      'scheduleExecutionId',
      'traceId',
      'fireAt',
      'executionTime',
      'expandedAt',
      'expandTries',
      'createdAt',
      'updatedAt',
      'enqueuedAt',
      'releasedAt',
    ];
    const common = (row: object | undefined) =>
      Object.fromEntries(Object.entries(row ?? {}).filter(([name]) => !own.includes(name)));
    expect(common((await jobsOf(together))[0])).toEqual(common((await jobsOf(single))[0]));
    expect(common(await executionOf(together))).toEqual(common(await executionOf(single)));
    expect((await jobsOf(together))[0]?.releasedAt).toBeInstanceOf(Date);
  });

  test('are expanded together up to a limit of size', async () => {
    const sized = async (bytes: number) =>
      insertExecution(db.pool, { ...plain, params: { text: 'x'.repeat(bytes) } });
    const { rows } = await db.pool.query<{ bytes: number }>(
      'SELECT octet_length(snapshot::text) AS bytes FROM "ScheduleExecution" WHERE id = $1',
      [await sized(0)],
    );
    const half = LIMITS.expansionChunkBytes / 2 - (rows[0]?.bytes ?? 0);
    /** The sizes of the inserts. */
    const round = async (ids: string[]) => {
      const { expanded, later } = await expandPlainExecutions(deps, ids);
      return [expanded.length, later.length];
    };
    expect(await round([await sized(half), await sized(half)])).toEqual([2, 0]);
    expect(await round([await sized(half), await sized(half + 1)])).toEqual([1, 1]);
  });

  test('with large params are expanded a few at a time', async () => {
    const large = { ...plain, params: { text: 'x'.repeat(LIMITS.expansionChunkBytes / 3) } };
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1) ids.push(await insertExecution(db.pool, large));
    const rounds: number[] = [];
    for (let left = ids; left.length > 0; ) {
      const { expanded, rest, later } = await expandPlainExecutions(deps, left);
      expect(rest).toEqual([]);
      rounds.push(expanded.length);
      left = later;
    }
    expect(rounds).toEqual([2, 2, 1]);
  });

  test('get one job each, however many expand them at once, also one by one', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 40; n += 1) ids.push(await insertExecution(db.pool, plain));
    const pool = createPool({
      connectionString: db.url,
      max: 16,
      applicationName: 'racers',
      writer: 'engine',
    });
    const racing = depsOn(pool);
    await Promise.all([
      expandPlainExecutions(racing, ids),
      expandPlainExecutions(racing, ids),
      ...ids.slice(0, 10).map((id) => expandExecution(racing, id)),
    ]);
    await pool.end();
    const { rows } = await db.pool.query(
      `SELECT count(*) AS jobs, count(DISTINCT "scheduleExecutionId") AS executions FROM "AgentJobExecution"`,
    );
    expect(rows[0]).toEqual({ jobs: 40, executions: 40 });
    const { rows: running } = await db.pool.query(
      `SELECT count(*) AS n FROM "ScheduleExecution" WHERE "runStatus" = 'running' AND "jobsCreated" = 1 AND "jobsEnqueued" = 1`,
    );
    expect(running[0]?.n).toBe(40);
  });
});

describe('a data source that is down', () => {
  test('delays the run with the reason, and fails nothing; when it is back, the jobs are created', async () => {
    const away = createDataSourcePool('postgresql://nobody@127.0.0.1:9/none', { max: 1 });
    try {
      const id = await insertExecution(db.pool, { agentId: 'agent', params: { item: 'db:ticker:all:id' } });
      const expanded = await expandExecution({ ...deps, dataSources: { pool: away } }, id);
      expect(expanded).toMatchObject({
        kind: 'postponed',
        message: expect.stringContaining('cannot be reached'),
      });
      expect(await executionOf(id)).toMatchObject({
        runStatus: 'pending',
        reason: 'data_source_unavailable',
        errors: [],
        expandedAt: null,
      });
      await endPause(id);
      expect(await expandExecution(deps, id)).toMatchObject({ kind: 'expanded' });
      expect(await executionOf(id)).toMatchObject({ runStatus: 'running', reason: null });
    } finally {
      await away.end();
    }
  });

  test('is tried three times if it refuses, and the run then fails with its answer', async () => {
    const missing = createDataSourcePool(Object.assign(new URL(db.url), { pathname: '/none' }).href, {
      max: 1,
    });
    const refused = { ...deps, dataSources: { pool: missing } };
    try {
      const id = await insertExecution(db.pool, { agentId: 'agent', params: { item: 'db:ticker:all:id' } });
      const message = expect.stringMatching(/^params\.item: The data-source database does not exist/);
      for (let tries = 1; tries < LIMITS.expansionTries; tries += 1) {
        expect(await expandExecution(refused, id)).toMatchObject({ kind: 'postponed', message });
        expect(await executionOf(id)).toMatchObject({
          runStatus: 'pending',
          reason: 'data_source_unavailable',
          expandTries: tries,
        });
        await endPause(id);
      }
      expect(await expandExecution(refused, id)).toMatchObject({ kind: 'failed' });
      expect(await executionOf(id)).toMatchObject({
        runStatus: 'failed',
        reason: null,
        errors: [{ message, count: 1 }],
      });
    } finally {
      await missing.end();
    }
  });
});

test('a locked run delays nobody, and is expanded when it is free', async () => {
  const id = await insertExecution(db.pool, { agentId: 'agent', params: {} });
  const holder = await db.pool.connect();
  try {
    await holder.query('BEGIN');
    await holder.query('SELECT FROM "ScheduleExecution" WHERE id = $1 FOR UPDATE', [id]);
    expect(await expandExecution(deps, id)).toEqual({ kind: 'locked' });
  } finally {
    await rollBack(holder);
  }
  expect(await expandExecution(deps, id)).toMatchObject({ kind: 'expanded', jobs: 1 });
});
