/** graphile-worker with a local queue and batched completion, which is its fastest configuration. */
import { Logger, makeWorkerUtils, run } from 'graphile-worker';
import pg from 'pg';
import { countTo, createPoster } from './post.mjs';

const logger = new Logger(() => () => {});
const CHUNK = 1_000;
let pool;
let utils;
let post;
let runner;
let counter;

export async function start({ databaseUrl, agentUrl, concurrency }) {
  pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
  post = createPoster(agentUrl, concurrency);
  utils = await makeWorkerUtils({ pgPool: pool, logger });
  await utils.migrate();
  runner = await run({
    pgPool: pool,
    preset: {
      worker: {
        concurrentJobs: concurrency,
        localQueue: { size: 500, refetchDelay: { durationMs: 10 } },
        completeJobBatchDelay: 4,
        failJobBatchDelay: 4,
      },
    },
    logger,
    noHandleSignals: true,
    taskList: { call: async (payload) => void (await post('/agent', payload)) },
  });
  runner.events.on('job:complete', () => counter?.counted());
}

/** @returns milliseconds from the first job added to the last one completed and deleted */
export async function jobs({ count }) {
  counter = countTo(count);
  const began = performance.now();
  for (let from = 0; from < count; from += CHUNK) {
    const size = Math.min(CHUNK, count - from);
    await utils.addJobs(
      Array.from({ length: size }, (_, n) => ({ identifier: 'call', payload: { id: from + n } })),
    );
  }
  await counter.done;
  for (;;) {
    const { rows } = await pool.query('SELECT FROM graphile_worker.jobs LIMIT 1');
    if (rows.length === 0) return performance.now() - began;
  }
}

/** Adds a job that is due now, to measure the time until the agent is called. */
export async function add({ params }) {
  await utils.addJob('call', params);
}
