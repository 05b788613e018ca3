import { setTimeout as sleep } from 'node:timers/promises';
import { insertOnce, startCallboard } from '../harness/callboard.mjs';
import { cpuPer, lateness } from '../harness/figures.mjs';
import { startPeer } from '../harness/peer-jobs.mjs';

export const name = 'W3';
export const title = 'one schedule a second on an idle system: time from the slot to the request';

const size = ({ quick }) => (quick ? 6 : 20);
/** The fraction of the second, because other work begins at full seconds. */
const PART_MS = 370;

async function callsOf({ agent, ...context }, start, cpu) {
  const count = size(context);
  const before = cpu();
  await start(count);
  const calls = await agent.call('calledFor', { count, limitMs: (count + 10) * 1_000 });
  if (calls.length < count) throw new Error(`${calls.length} of ${count} were called`);
  return { ...lateness(calls.map(({ at, due }) => at - due)), cpu: cpuPer(count, before, cpu()) };
}

async function callboard(context, redisUrl) {
  const product = await startCallboard(context, { redisUrl, server: false });
  try {
    await sleep(1_000); // the worker has finished what it does at start
    const first = Math.ceil(Date.now() / 1_000) * 1_000 + 1_000 + PART_MS;
    const start = (count) =>
      insertOnce(product.db, count, `to_timestamp(${first} / 1000.0) + (n - 1) * interval '1 s'`);
    return await callsOf(context, start, product.cpu);
  } finally {
    await product.stop();
  }
}

async function peer(context, options, eachSecond) {
  const started = await startPeer(context, { concurrency: 50, ...options });
  try {
    await sleep(1_000);
    const start = async (count) => {
      for (let n = 0; n < count; n += 1) {
        await sleep(1_000 - ((Date.now() - PART_MS) % 1_000));
        await eachSecond(started);
      }
    };
    return await callsOf(context, start, started.cpu);
  } finally {
    await started.stop();
  }
}

export const participants = {
  Callboard: (context) => callboard(context),
  'Callboard on Redis': (context) => callboard(context, context.redis.url),
  // It checks for delayed jobs every two seconds, so a job that is due now is the best case for it.
  'graphile-worker, add → call': (context) =>
    peer(context, { module: 'graphile-worker', on: 'postgres' }, ({ call }) =>
      call('add', { params: { due: performance.timeOrigin + performance.now() } }),
    ),
  'BullMQ delayed job': (context) =>
    peer(context, { module: 'bullmq', on: 'redis' }, ({ call }) => call('later', { at: Date.now() + 500 })),
};

export function rows(measured) {
  const limits = { p50: 8, p99: 25 };
  return ['Callboard', 'Callboard on Redis'].flatMap((who) =>
    Object.entries(limits).map(([share, limit]) => ({
      row: `W3 lateness ${share}${who === 'Callboard' ? '' : ', on Redis'}`,
      ours: measured[who][share],
      unit: 'ms',
      peers: Object.fromEntries(
        Object.entries(measured).flatMap(([peer, its]) =>
          peer.startsWith('Callboard') ? [] : [[peer, its[share]]],
        ),
      ),
      must: { text: `${limit} ms`, limit, atMost: true },
      ...(share === 'p99' && { cpu: { [who]: measured[who].cpu } }),
    })),
  );
}
