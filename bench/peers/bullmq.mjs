/** BullMQ, on Redis or on PostgreSQL. */
import { createPostgresBackend, FlowProducer, Queue, runMigrations, Worker, withBackend } from 'bullmq';
import pg from 'pg';
import { countTo, createPoster } from './post.mjs';

const NAME = 'bench';
const CHUNK = 1_000;
const FORGET = { removeOnComplete: true, removeOnFail: true };
let queue;
let connection;
let post;
let counter;

export async function start({ redisUrl, databaseUrl, agentUrl, concurrency }) {
  post = createPoster(agentUrl, concurrency);
  let classes = { Queue, Worker };
  if (databaseUrl) {
    connection = new pg.Pool({ connectionString: databaseUrl, max: 20, options: '-c search_path=bullmq' });
    await connection.query('CREATE SCHEMA IF NOT EXISTS bullmq');
    await runMigrations(connection);
    classes = withBackend(createPostgresBackend);
  } else connection = { url: redisUrl, maxRetriesPerRequest: null };
  queue = new classes.Queue(NAME, { connection, defaultJobOptions: FORGET });
  const worker = new classes.Worker(NAME, (job) => post(`/${job.data.path ?? 'agent'}`, job.data), {
    connection,
    concurrency,
  });
  worker.on('completed', () => counter?.counted());
  worker.on('error', () => {});
  await Promise.all([queue.waitUntilReady(), worker.waitUntilReady()]);
}

/** @returns milliseconds from the first job added to the last one completed */
export async function jobs({ count }) {
  counter = countTo(count);
  const began = performance.now();
  for (let from = 0; from < count; from += CHUNK) {
    const size = Math.min(CHUNK, count - from);
    await queue.addBulk(Array.from({ length: size }, (_, n) => ({ name: 'call', data: { id: from + n } })));
  }
  await counter.done;
  return performance.now() - began;
}

/** Creates job schedulers that are all due in the second `at` (milliseconds since 1970). */
export async function schedulers({ count, at }) {
  const due = new Date(at);
  const pattern = `${due.getUTCSeconds()} ${due.getUTCMinutes()} ${due.getUTCHours()} * * *`;
  for (let from = 0; from < count; from += CHUNK)
    await Promise.all(
      Array.from({ length: Math.min(CHUNK, count - from) }, (_, n) =>
        queue.upsertJobScheduler(
          `s${from + n}`,
          { pattern, tz: 'UTC' },
          { name: 'call', data: { due: at }, opts: FORGET },
        ),
      ),
    );
}

/** Adds a job that is delayed until `at`. */
export async function later({ at }) {
  await queue.add('call', { due: at }, { delay: at - Date.now() });
}

/** Runs chains of three calls each: /a, then /b, then /c. @returns milliseconds until all are done */
export async function flows({ count }) {
  const flow = new FlowProducer({ connection });
  await flow.waitUntilReady();
  counter = countTo(count * 3);
  const began = performance.now();
  const job = (path, id, children) => ({
    name: path,
    queueName: NAME,
    data: { path, id },
    opts: FORGET,
    children,
  });
  for (let from = 0; from < count; from += CHUNK)
    await flow.addBulk(
      Array.from({ length: Math.min(CHUNK, count - from) }, (_, n) =>
        job('c', from + n, [job('b', from + n, [job('a', from + n)])]),
      ),
    );
  await counter.done;
  await flow.close();
  return performance.now() - began;
}
