import { insertOnce, startCallboard } from '../harness/callboard.mjs';
import { cpuPer, lateness } from '../harness/figures.mjs';
import { startPeer } from '../harness/peer-jobs.mjs';

const CONCURRENCY = 50;

export const name = 'W2';
export const title = '8,000 schedules due at the same instant: time from the slot to the request';

const size = ({ quick }) => (quick ? 1_500 : 8_000);
const late = (calls) => lateness(calls.map(({ at, due }) => at - due));

async function callboard(context, redisUrl) {
  const count = size(context);
  const product = await startCallboard(context, { redisUrl, server: false, concurrency: CONCURRENCY });
  try {
    const at = Date.now() + 3_000 + count / 4;
    await insertOnce(product.db, count, `to_timestamp(${at} / 1000.0)`);
    await context.postgres.settle();
    const before = product.cpu();
    const calls = await context.agent.call('calledFor', { count, limitMs: 90_000 });
    if (calls.length < count) throw new Error(`${calls.length} of ${count} were called`);
    return { ...late(calls), cpu: cpuPer(count, before, product.cpu()) };
  } finally {
    await product.stop();
  }
}

async function bullmq(context) {
  const count = size(context);
  const peer = await startPeer(context, { module: 'bullmq', on: 'redis', concurrency: CONCURRENCY });
  try {
    // A whole second, because their cron has no finer resolution. All of them must exist by then.
    const at = Math.ceil((Date.now() + 4_000 + count * 2) / 1_000) * 1_000;
    await peer.call('schedulers', { count, at });
    if (Date.now() > at) throw new Error('the schedulers were not there in time');
    const before = peer.cpu();
    const calls = await context.agent.call('calledFor', { count, limitMs: 90_000 });
    if (calls.length < count) throw new Error(`${calls.length} of ${count} were called`);
    return { ...late(calls), cpu: cpuPer(count, before, peer.cpu()) };
  } finally {
    await peer.stop();
  }
}

export const participants = {
  Callboard: (context) => callboard(context),
  'Callboard on Redis': (context) => callboard(context, context.redis.url),
  'BullMQ schedulers': bullmq,
};

export function rows(measured) {
  const theirs = measured['BullMQ schedulers'];
  return ['Callboard', 'Callboard on Redis'].flatMap((who) =>
    ['p50', 'p99'].map((share) => ({
      row: `W2 lateness ${share}${who === 'Callboard' ? '' : ', on Redis'}`,
      ours: measured[who][share],
      unit: 'ms',
      peers: { 'BullMQ schedulers': theirs[share] },
      against: 'BullMQ schedulers',
      ...(share === 'p99' && {
        must: { text: '1.0 × BullMQ schedulers', limit: theirs.p99, atMost: true },
        cpu: { [who]: measured[who].cpu, BullMQ: theirs.cpu },
      }),
    })),
  );
}
