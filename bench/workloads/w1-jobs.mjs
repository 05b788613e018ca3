import { createItems, EVERY_ITEM, startCallboard } from '../harness/callboard.mjs';
import { cpuPer } from '../harness/figures.mjs';
import { peerJobs } from '../harness/peer-jobs.mjs';

const CONCURRENCY = 50;
export const name = 'W1';
export const title = '20,000 single jobs, from the trigger to the stored result, with 50 requests at once';

const size = ({ quick }) => (quick ? 4_000 : 20_000);

/** @param options.database one that has a history; `options.workers`: each sends up to 50 requests at once */
export async function callboard(context, { count = size(context), ...options } = {}) {
  const product = await startCallboard(context, { concurrency: CONCURRENCY, ...options });
  try {
    await createItems(product.db, count);
    await product.ended(await product.trigger('agent', EVERY_ITEM)); // warms up all processes
    await context.postgres.settle();
    const before = product.cpu();
    const began = performance.now();
    await product.ended(await product.trigger('agent', EVERY_ITEM));
    const seconds = (performance.now() - began) / 1_000;
    return { rate: count / seconds, cpu: cpuPer(count, before, product.cpu()) };
  } finally {
    await product.stop();
  }
}

const peer = (module, on) => (context) =>
  peerJobs(context, { module, on, count: size(context), concurrency: CONCURRENCY });

export const participants = {
  Callboard: (context) => callboard(context),
  'Callboard on Redis': (context) => callboard(context, { redisUrl: context.redis.url }),
  'raw loop': peer('raw'),
  'graphile-worker': peer('graphile-worker', 'postgres'),
  'BullMQ on Redis': peer('bullmq', 'redis'),
  'BullMQ on PostgreSQL': peer('bullmq', 'postgres'),
  'pg-boss': peer('pg-boss', 'postgres'),
};

export function rows(measured) {
  const peers = Object.fromEntries(
    Object.entries(measured).flatMap(([who, { rate }]) => (who.startsWith('Callboard') ? [] : [[who, rate]])),
  );
  const cpu = (who) => ({ [who]: measured[who].cpu, 'graphile-worker': measured['graphile-worker'].cpu });
  return ['Callboard', 'Callboard on Redis'].map((who) => ({
    row: who === 'Callboard' ? 'W1 jobs' : 'W1 jobs, on Redis',
    ours: measured[who].rate,
    unit: 'jobs/s',
    peers,
    against: 'graphile-worker',
    must: { text: '0.8 × graphile-worker', limit: 0.8 * peers['graphile-worker'] },
    cpu: cpu(who),
  }));
}
