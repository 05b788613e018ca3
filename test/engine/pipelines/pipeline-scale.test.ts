import type { Pool, PoolClient } from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { beginContexts } from '../../../src/db/pipelines/begin-contexts.js';
import { contextsDue, contextsStuck } from '../../../src/db/pipelines/find-contexts.js';
import { loadCurrentSteps } from '../../../src/db/pipelines/load-current-steps.js';
import { loadUpstream } from '../../../src/db/pipelines/load-upstream.js';
import type { Queryable } from '../../../src/db/system/queryable.js';
import { createPool, withTransaction } from '../../../src/runtime/database/pool.js';
import type { AgentDirectory } from '../../../src/services/agents/agent-directory.js';
import { createResultValidator } from '../../../src/services/jobs/result-validator.js';
import { settleAttempts } from '../../../src/services/jobs/settle-attempts.js';
import { advanceContexts } from '../../../src/services/pipelines/advance-contexts.js';
import { wakeDueContexts } from '../../../src/services/pipelines/wake-contexts.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { rollBack } from '../../support/lock-waits.js';
import { insertPipelineExecution } from '../../support/rows.js';
import { steps } from './pipeline-fixture.js';
import { checkPipeline } from './pipeline-invariants.js';

/** Ended contexts; PIPELINE_HISTORY sets another number. */
const HISTORY = Number(process.env.PIPELINE_HISTORY ?? 10_000);

vi.setConfig({ testTimeout: 240_000 }); // tens of thousands of rows, on a busy machine

let db: TestDatabase;
let engine: Pool;
beforeAll(async () => {
  db = await createTestDatabase();
  engine = createPool({ connectionString: db.url, max: 3, applicationName: 'test engine', writer: 'engine' });
});
afterAll(async () => {
  await engine?.end();
  await db?.drop();
});

/**
 * Runs with contexts of three steps in a chain, as an expansion leaves them, with the first batch started.
 */
async function insertContexts(executions: number, contexts: number, batches = 1): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < executions; n++)
    ids.push(await insertPipelineExecution(db.pool, { steps: steps('a', 'b < a', 'c < b') }));
  await insertRows(ids, contexts, batches, 'pending', 'NULL');
  await engine.query(
    `UPDATE "ScheduleExecution" SET "runStatus" = 'running', "expandedAt" = now(), "jobsCreated" = $2, batches = $3, "batchCursor" = 0 WHERE id = ANY ($1)`,
    [ids, contexts * 3, batches],
  );
  await withTransaction(engine, async (client) => {
    for (const id of ids)
      await advanceContexts(client, [{ id, contextIds: await beginContexts(client, id, 0) }]);
  });
  return ids;
}

async function insertRows(
  ids: readonly string[],
  contexts: number,
  batches: number,
  status: string,
  endedAt: string,
): Promise<void> {
  await engine.query(
    `INSERT INTO "AgentJobExecution" (id, "jobId", "agentId", "scheduleExecutionId", "pipelineId", "pipelineStepId", "contextId", status, params, dependencies,
       "batchIndex", "attemptTimeout", "retryConfig", "retriesLeft", "traceId", "completedAt", "settledAt", "releasedAt", "dependencyTimeout")
     SELECT uuid_v7(), e.id || '/' || n || '/' || s.step, 'agent', e.id, 'pipeline', s.step, e.id || '/' || n, '${status}', '{}',
       CASE WHEN s.after IS NULL THEN '{}' ELSE ARRAY[e.id || '/' || n || '/' || s.after] END,
       (n - 1) * $3 / $2, 60000, '{"maxRetries": 1, "backoff": "fixed", "delay": 60000}', 1, 'x', ${endedAt}, ${endedAt}, ${endedAt}, 60000
     FROM unnest($1::text[]) AS e(id), generate_series(1, $2::int) n, (VALUES ('a', NULL), ('b', 'a'), ('c', 'b')) AS s(step, after)`,
    [ids, contexts, batches],
  );
}

/** Ends queued steps in this way. */
const endReleased = (ids: readonly string[], how: string) =>
  engine
    .query(
      `WITH begun AS (SELECT id FROM "AgentJobExecution" WHERE "scheduleExecutionId" = ANY ($1) AND status = 'pending' AND "releasedAt" IS NOT NULL)
     UPDATE "AgentJobExecution" j SET status = 'running', "sentAt" = clock_timestamp() FROM begun WHERE j.id = begun.id`,
      [ids],
    )
    .then(() =>
      engine.query(
        `UPDATE "AgentJobExecution" SET ${how}, "statusCode" = 200 WHERE "scheduleExecutionId" = ANY ($1) AND status = 'running'`,
        [ids],
      ),
    );

const COMPLETED = `status = 'completed', result = '1'`;
const FAILED = `status = 'failed', error = '{"message": "no", "retryable": true}'`;

/** A pool that counts the statements of its clients. */
function counting(pool: Pool): { pool: Pool; statements(): number } {
  let statements = 0;
  const count = <T extends object>(target: T): T =>
    new Proxy(target, {
      get(own, key) {
        const value = Reflect.get(own, key);
        if (key === 'query') {
          return (...args: unknown[]) => {
            statements += 1;
            return (value as (...all: unknown[]) => unknown).apply(own, args);
          };
        }
        if (key === 'connect') return async () => count((await pool.connect()) as PoolClient);
        return typeof value === 'function' ? value.bind(own) : value;
      },
    });
  return { pool: count(pool), statements: () => statements };
}

const directory = {
  agent: async () => ({ kind: 'missing', id: 'agent' }),
  withOutputSchema: async () => [],
} as unknown as AgentDirectory;

/** Settles all ended attempts. @returns the statements of each round that found something */
async function settleAll(): Promise<number[]> {
  const rounds: number[] = [];
  for (;;) {
    const { pool, statements } = counting(engine);
    const { attempts } = await settleAttempts({
      pool,
      results: createResultValidator({ pool, directory }),
      random: Math.random,
    });
    if (attempts.length === 0) return rounds;
    rounds.push(statements());
  }
}

/** Each waits for a minute, longer than settling them all takes, so the minute has passed. */
const retriesAreDue = () =>
  engine.query(
    `UPDATE "AgentJobExecution" SET "retryAt" = now() - interval '1 second' WHERE status = 'pending' AND "retryAt" IS NOT NULL`,
  );

test('a round of settling takes the same statements for many contexts of many runs as for one', async () => {
  const shapes = [
    [1, 1],
    [1, 300],
    [60, 5],
  ] as const;
  const used: number[][] = [];
  for (const [executions, contexts] of shapes) {
    const ids = await insertContexts(executions, contexts);
    const rounds: number[] = [];
    await endReleased(ids, FAILED);
    rounds.push(...(await settleAll()));
    await retriesAreDue();
    await wakeDueContexts(engine);
    for (const _step of ['a', 'b', 'c']) {
      await endReleased(ids, COMPLETED);
      rounds.push(...(await settleAll()));
    }
    for (const id of ids) await checkPipeline(db.pool, id);
    used.push(rounds);
  }
  expect(used[1]).toEqual(used[0]);
  expect(used[2]).toEqual(used[0]);
});

test('if more contexts are due at one instant than one round takes, the next round follows at once', async () => {
  const [id = ''] = await insertContexts(1, 1_500);
  await endReleased([id], FAILED);
  await settleAll();
  await retriesAreDue();
  const woken = [await wakeDueContexts(engine), await wakeDueContexts(engine), await wakeDueContexts(engine)];
  expect(woken).toMatchObject([
    { contexts: 1_000, released: 1_000, more: true },
    { contexts: 500, released: 500, more: false },
    { contexts: 0, released: 0, more: false },
  ]);
});

test('no repeated query reads history', async () => {
  const [history = ''] = await insertContexts(1, 1);
  await insertRows(
    [history, ...(await insertContexts(9, 1))].map((id) => `${id}-old`),
    Math.ceil(HISTORY / 10),
    100,
    'completed',
    'now()',
  );
  const [id = ''] = await insertContexts(1, 1_000, 100);
  await db.pool.query('ANALYZE');
  const contextIds = [1, 2, 3].map((n) => `${id}/${n}`);
  const { rows } = await db.pool.query<{ id: string }>(
    `SELECT id FROM "AgentJobExecution" WHERE "jobId" = ANY ($1)`,
    [[`${id}/1/c`, `${id}/2/b`]],
  );
  const dependents = rows.map((row) => row.id);
  const statements: Record<string, (client: Queryable) => Promise<unknown>> = {
    loadCurrentSteps: (client) =>
      loadCurrentSteps(client, contextIds, [{ scheduleExecutionId: id, stepId: 'a' }]),
    beginContexts: (client) => beginContexts(client, id, 50),
    contextsDue: (client) => contextsDue(client, 1_000),
    contextsStuck: (client) => contextsStuck(client, 1_000),
    countContextsInFlight: explainFunction('count_contexts_in_flight'),
    loadUpstream: (client) => loadUpstream(client, dependents),
  };
  for (const [name, run] of Object.entries(statements)) {
    for (const plan of await explain(run)) {
      if (process.env.PIPELINE_HISTORY) console.info(name, plan);
      expect(plan, name).not.toMatch(/Seq Scan on "AgentJobExecution"/);
      const removed = [...plan.matchAll(/Rows Removed by (?:Index Recheck|Filter|Join Filter): (\d+)/g)].map(
        ([, rows]) => Number(rows),
      );
      // The present has 3 000 steps; the first steps of a batch are found separately.
      expect(Math.max(0, ...removed), `${name}: ${plan}`).toBeLessThanOrEqual(
        name === 'beginContexts' ? 30 : 3_000,
      );
    }
  }
});

/** What a function in SQL does, with its settings. */
function explainFunction(name: string) {
  return async (client: Queryable): Promise<void> => {
    const { rows } = await db.pool.query<{ body: string; settings: string[] }>(
      'SELECT prosrc AS body, proconfig AS settings FROM pg_proc WHERE proname = $1',
      [name],
    );
    const [found] = rows;
    for (const setting of found?.settings ?? []) await client.query(`SET LOCAL ${setting}`);
    await client.query(found?.body ?? '');
  };
}

/** The statements of a function, rolled back, and their plans. */
async function explain(run: (client: Queryable) => Promise<unknown>): Promise<string[]> {
  const plans: string[] = [];
  const client = await engine.connect();
  try {
    await client.query('BEGIN');
    await run({
      async query(text: string, values?: unknown[]) {
        if (text.startsWith('SET LOCAL')) return client.query(text);
        const { rows } = await client.query(`EXPLAIN (ANALYZE, BUFFERS) ${text}`, values);
        plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
        return { rows: [], rowCount: 0 };
      },
    } as unknown as Queryable);
  } finally {
    await rollBack(client);
  }
  return plans;
}
