/**
 * What one unit of work may cost PostgreSQL: counts, so that they are the same on every machine. Each limit
 * is about a fifth above what the code needs; if a change needs less, lower it. BUDGETS=print prints the
 * counts.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPool } from '../../src/runtime/database/pool.js';
import { eventually, startEngine, type TestEngine } from '../support/engine.js';
import { CreateScheduleDocument, CursorAndJobsDocument } from '../support/generated/operations.js';
import { startTestServer, type TestServer } from '../support/graphql-server.js';
import { insertExecution, insertPipelineExecution } from '../support/rows.js';
import { answerInWaves } from './answer-in-waves.js';
import { expectWithin } from './budget.js';
import { startCountingPostgres } from './cluster.js';
import { createObserver } from './counts.js';
import { measure, type Scene } from './measure.js';

/** `npm test` measures a job and a mutation. */
const testOfAll = test.skipIf(process.env.CALLBOARD_TESTS === 'quick');

let stop: () => Promise<void>;
beforeAll(async () => {
  stop = await startCountingPostgres();
  await createObserver();
});
afterAll(() => stop?.());

/** Rows that an expansion turns into jobs. */
const insertItems = async (pool: Pool, count: number) => {
  await pool.query('CREATE TABLE public."Item" (id int PRIMARY KEY)');
  await pool.query('INSERT INTO public."Item" SELECT generate_series(1, $1::int)', [count]);
};
const EVERY_ITEM = { item: 'db:item:all:id?batchSize=1000&staggerDelay=0' };

/**
 * Without the regular checks for lost wake-ups, so that a unit costs the same however long the machine takes.
 * They are counted in an idle second.
 */
const startQuietEngine = (url: string, options: { maxConcurrent?: number } = {}) =>
  startEngine(url, { ...options, safetyNetMs: 180_000 });

/** Requests of one worker at a time. */
const CONCURRENCY = 50;

const executionsEnded = (observer: Pool, count: number) =>
  eventually(
    observer,
    'SELECT FROM "ScheduleExecution" WHERE "completedAt" IS NOT NULL',
    [],
    ({ length }) => length >= count,
  );

/** Runs an engine until this many runs have ended. */
async function runUntilEnded({ db, observer }: Scene, executions: number): Promise<void> {
  const engine = await startQuietEngine(db.url, { maxConcurrent: CONCURRENCY });
  try {
    await executionsEnded(observer, executions);
  } finally {
    await engine.stop();
  }
}

/** Runs `work` while a server is running, and a worker beside it. */
async function withServer(
  { db: { url } }: Scene,
  work: (server: TestServer) => Promise<void>,
  startWorker: (url: string) => Promise<TestEngine | undefined> = startQuietEngine,
): Promise<void> {
  const pool = createPool({
    connectionString: url,
    max: 5,
    applicationName: 'callboard test',
    writer: 'server',
  });
  const close = () => pool.end();
  const engine = await startWorker(url);
  const server = await startTestServer({ database: { url, pool, close, drop: close } });
  try {
    await work(server);
  } finally {
    await engine?.stop();
    await server.close();
  }
}

const withServerAlone = (scene: Scene, work: (server: TestServer) => Promise<void>) =>
  withServer(scene, work, async () => undefined);

/** Running attempts, one job each. */
const insertAttempts = (pool: Pool, count: number) =>
  pool.query(
    `INSERT INTO "AgentJobExecution" (id, "jobId", "agentId", "scheduleExecutionId", params, "attemptTimeout", "retryConfig", "retriesLeft", "traceId", status, "sentAt")
     SELECT id, id, 'agent', 'none', '{"item": 1}', 1000, '{}', 0, 'trace', 'running', now()
     FROM (SELECT uuid_v7() AS id FROM generate_series(1, $1::int)) made`,
    [count],
  );

/** Schedules that run once, at `fireAt` (SQL over `n`), with the agent as target. */
const insertSchedules = (pool: Pool, count: number, fireAt: string) =>
  pool.query(
    `INSERT INTO "Schedule" (id, name, repeat, "startAt", "nextRunAt", "activatedAt", "originAt", timezone, "targetType", "agentId", "createdBy")
     SELECT uuid_v7(), 'schedule ' || n, 'once', at, at, now() - interval '1 minute', now(), 'UTC', 'agent', 'agent', 'test'
     FROM generate_series(1, $1::int) n, LATERAL (SELECT ${fireAt} AS at) a`,
    [count],
  );

test('a job', async () => {
  const measured = await measure(
    {
      async seed(pool, units) {
        await insertItems(pool, units);
        await insertExecution(pool, { agentId: 'agent', params: EVERY_ITEM });
      },
      behavior: answerInWaves(CONCURRENCY),
      run: (scene) => runUntilEnded(scene, 1),
    },
    { baseline: 1, units: 2_000 },
  );
  // Its row inserted, claimed, and answered with all consequences, each in statements for many. The events of a
  // statement share a row of the outbox.
  expectWithin(measured, { statements: 0.15, commits: 0.1, walBytes: 5_800, written: 4.2 });
});

testOfAll('a job, with two workers', async () => {
  const measured = await measure(
    {
      seed: insertItems,
      behavior: answerInWaves(CONCURRENCY),
      async run({ db, observer }) {
        const engines = await Promise.all(
          [1, 2].map(() => startQuietEngine(db.url, { maxConcurrent: CONCURRENCY })),
        );
        try {
          await insertExecution(observer, { agentId: 'agent', params: EVERY_ITEM });
          await executionsEnded(observer, 1);
        } finally {
          await Promise.all(engines.map((engine) => engine.stop()));
        }
      },
    },
    { baseline: 1, units: 2_000 },
  );
  // As with one worker, in smaller statements: each claims its share with its release, and nothing is queued
  // for the other.
  expectWithin(measured, { statements: 0.4, commits: 0.25, walBytes: 5_800, written: 4.2 });
});

testOfAll('a run: the due slot of a schedule with one job, with one worker', async () => {
  const measured = await measure(
    {
      // Late enough that the engine has started on a busy machine: slots that are overdue at its start are
      // handled together, and their jobs claimed, which are other statements.
      seed: (pool, units) => insertSchedules(pool, units, `now() + interval '5 s' + n * interval '100 ms'`),
      run: runUntilEnded,
    },
    { baseline: 1, units: 17 },
  );
  // A transaction of two statements: the schedule locked; run and job inserted, the job as sent, and the
  // schedule advanced, prepared before it is due. One statement for the answer, which ends both. One or two claims,
  // depending on whether the answer comes before the claim that the slot wakes. A row that the engine
  // writes by the clock may be among 16 runs.
  expectWithin(measured, { statements: 8.5, commits: 2.5, walBytes: 11_000, written: 11.5 });
});

testOfAll('a run of a burst: one of a thousand schedules with one job that are due at once', async () => {
  const measured = await measure(
    {
      seed: (pool, units) => insertSchedules(pool, units, `now() + interval '5 s'`),
      behavior: answerInWaves(CONCURRENCY),
      run: runUntilEnded,
    },
    { baseline: 1, units: 1_000 },
  );
  // Run and job inserted, the job as sent, the schedule advanced, the answer, which ends both, and two events of the
  // job; those of runs and schedules share rows. Each claim takes as many as there is room for. A job that did not fit
  // in would be written once more.
  expectWithin(measured, { statements: 0.2, commits: 0.1, walBytes: 11_400, written: 8.4 });
});

testOfAll('a step of a pipeline', async () => {
  const measured = await measure(
    {
      async seed(pool, units) {
        await insertItems(pool, units / 3);
        const step = (stepId: string, dependsOn: string[]) => ({
          stepId,
          agentId: 'agent',
          dependsOn,
          parallel: false,
        });
        await insertPipelineExecution(
          pool,
          { steps: [step('a', []), step('b', ['a']), step('c', ['b'])] },
          EVERY_ITEM,
        );
      },
      behavior: answerInWaves(CONCURRENCY),
      run: (scene) => runUntilEnded(scene, 1),
    },
    { baseline: 3, units: 900 },
  );
  // What a job costs, its context advanced, and the results of the previous step read.
  expectWithin(measured, { statements: 0.55, commits: 0.18, walBytes: 7_000, written: 4.2 });
});

const HOURLY = { repeat: 'REPEATING', targetType: 'AGENT', agentId: 'agent', interval: '1h' } as const;

test('createSchedule over GraphQL, and what the worker does after it', async () => {
  const measured = await measure(
    {
      run: (scene, units) =>
        withServer(scene, async ({ admin }) => {
          for (let n = 0; n < units; n += 1) {
            const made = await admin.ask(CreateScheduleDocument, { input: { ...HOURLY, name: `made ${n}` } });
            expect(made).toHaveProperty('createSchedule.__typename', 'Schedule');
          }
        }),
    },
    { baseline: 1, units: 61 },
  );
  // The token now and then, the agent, and the schedule with its audit and event in one transaction. Nothing
  // by the worker. Its events are announced by a separate NOTIFY, once for all within 20 ms: here it is
  // rarely more than one.
  expectWithin(measured, { statements: 5, commits: 2.1, walBytes: 4_000, written: 5 });
});

testOfAll('sixteen calls of createSchedule at a time', async () => {
  const measured = await measure(
    {
      run: (scene, units) =>
        withServer(scene, async ({ admin }) => {
          for (let n = 0; n < units; n += 16)
            await Promise.all(
              Array.from({ length: 16 }, () =>
                admin.ask(CreateScheduleDocument, { input: { ...HOURLY, name: `made ${n}` } }),
              ),
            );
        }),
    },
    { baseline: 16, units: 176 },
  );
  // The agent's name for each answer. Answers at the same time share the statement that plans and the one
  // that writes. Audit entries of a statement share a row of the outbox.
  expectWithin(measured, { statements: 2.5, commits: 0.6, walBytes: 4_000, written: 4 });
});

testOfAll('an idle second: a worker and a server with a thousand schedules, none of them due', async () => {
  const measured = await measure(
    {
      seed: (pool) => insertSchedules(pool, 1_000, `now() + interval '1 day' + n * interval '1 s'`),
      run: (scene, seconds) => withServer(scene, () => sleep(seconds * 1_000), startEngine),
    },
    { baseline: 1, units: 4 },
  );
  // The lease renewed, and each loop's check for changes that are not notified.
  expectWithin(measured, { statements: 7, commits: 2, walBytes: 1_500, written: 3 });
});

testOfAll('a change without subscribers', async () => {
  const measured = await measure(
    {
      seed: insertAttempts,
      run: (scene, changes) =>
        withServerAlone(scene, async () => {
          const { rows } = await scene.observer.query<{ id: string }>('SELECT id FROM "AgentJobExecution"');
          for (const { id } of rows.slice(0, changes))
            await scene.observer.query(`UPDATE "AgentJobExecution" SET status = 'completed' WHERE id = $1`, [
              id,
            ]);
        }),
    },
    { baseline: 1, units: 601 },
  );
  // Nothing: the cursor of the stream follows once a second.
  expectWithin(measured, { statements: 0.05 });
});

testOfAll('an event for twenty subscribers that read the changed object', async () => {
  const query =
    'subscription ($after: ID) { jobExecutionChanged(after: $after) { at status jobExecution { agentId params retryCount } } }';
  const measured = await measure(
    {
      seed: insertAttempts,
      run: (scene, events) =>
        withServerAlone(scene, async ({ viewer }) => {
          const { eventCursor: after } = await viewer.ask(CursorAndJobsDocument, {});
          const streams = Array.from({ length: 20 }, () =>
            viewer.watch({ toString: () => query } as never, { after }),
          );
          await scene.observer.query(`UPDATE "AgentJobExecution" SET status = 'completed'`);
          for (let n = 0; n < events; n += 1) await Promise.all(streams.map((stream) => stream.next()));
          for (const stream of streams) stream.close();
        }),
    },
    { baseline: 200, units: 1_200 },
  );
  // A page of the outbox for each subscriber that resumes; the rows and the params for two hundred events or
  // so, for all of them at once. On a busy machine pages are smaller. If each subscriber read each event, it
  // would be forty.
  expectWithin(measured, { statements: 0.5 });
});

testOfAll('lists of jobs, of runs and of schedules', async () => {
  const lists = ['jobExecutions', 'scheduleExecutions', 'schedules'].map(
    (name) =>
      `{ ${name}(first: 25, filter: { search: "nothing" }) { totalCount searchedBack edges { node { id } } } }`,
  );
  const measured = await measure(
    {
      run: (scene, requests) =>
        withServerAlone(scene, async ({ viewer }) => {
          for (let n = 0; n < requests; n += 1)
            for (const list of lists) await viewer.ask({ toString: () => list } as never, {});
        }),
    },
    { baseline: 5, units: 55 },
  );
  // For each: how far the search goes, a page, the count. Now and then whether the token is still valid.
  expectWithin(measured, { statements: 11, written: 0.1 });
});
