/** pg-boss with batches of jobs. The calls of a batch are sent together. */
import { PgBoss } from 'pg-boss';
import { countTo, createPoster } from './post.mjs';

const NAME = 'bench';
const CHUNK = 1_000;
let boss;
let counter;

export async function start({ databaseUrl, agentUrl, concurrency }) {
  const post = createPoster(agentUrl, concurrency);
  boss = new PgBoss({ connectionString: databaseUrl, max: 10 });
  boss.on('error', () => {});
  await boss.start();
  await boss.createQueue(NAME);
  const options = {
    batchSize: concurrency,
    localConcurrency: 2,
    pollingIntervalSeconds: 0.5,
    burstWhenBatchFull: true,
  };
  await boss.work(NAME, options, async (batch) => {
    await Promise.all(batch.map(({ data }) => post('/agent', data)));
    for (const _ of batch) counter?.counted();
  });
}

/** @returns milliseconds from the first job added to the last one called */
export async function jobs({ count }) {
  counter = countTo(count);
  const began = performance.now();
  for (let from = 0; from < count; from += CHUNK) {
    const size = Math.min(CHUNK, count - from);
    await boss.insert(
      NAME,
      Array.from({ length: size }, (_, n) => ({ data: { id: from + n } })),
    );
  }
  await counter.done;
  return performance.now() - began;
}
