import { createItems, EVERY_ITEM, startCallboard } from '../harness/callboard.mjs';
import { cpuPer, lateness } from '../harness/figures.mjs';
import { startPeer } from '../harness/peer-jobs.mjs';

const CONCURRENCY = 200;
const STEPS = ['a', 'b', 'c'];

export const name = 'W7';
export const title = 'a pipeline of three steps for 1,000 contexts, with 200 requests at once';

const contexts = ({ quick }) => (quick ? 300 : 1_000);

/** The times between the calls of consecutive steps of a context. The agent answers immediately. */
function betweenSteps(calls) {
  const at = new Map(calls.map((call) => [`${call.path} ${call.id}`, call.at]));
  const waits = calls.flatMap(({ path, id, at: from }) => {
    const next = STEPS[STEPS.indexOf(path.slice(1)) + 1];
    return next === undefined ? [] : [at.get(`/${next} ${id}`) - from];
  });
  return lateness(waits);
}

async function callboard(context, redisUrl) {
  const count = contexts(context);
  const product = await startCallboard(context, { redisUrl, concurrency: CONCURRENCY });
  try {
    const steps = STEPS.map((stepId, n) => ({
      stepId,
      agentId: stepId,
      parallel: false,
      dependsOn: STEPS.slice(n - 1, n),
    }));
    steps[0].dependsOn = [];
    const { createPipeline } = await product.ask(
      'mutation ($input: CreatePipelineInput!) { createPipeline(input: $input) { __typename ... on Pipeline { id } } }',
      { input: { name: 'bench', steps } },
    );
    await createItems(product.db, count);
    await runPipeline(product, createPipeline.id); // warms up all processes
    await context.agent.call('reset');
    await context.postgres.settle();
    const before = product.cpu();
    const began = performance.now();
    await runPipeline(product, createPipeline.id);
    const seconds = (performance.now() - began) / 1_000;
    const calls = await context.agent.call('calledFor', { count: count * STEPS.length, limitMs: 0 });
    const units = count * STEPS.length;
    return { rate: units / seconds, ...betweenSteps(calls), cpu: cpuPer(units, before, product.cpu()) };
  } finally {
    await product.stop();
  }
}

async function runPipeline(product, id) {
  const { triggerPipeline } = await product.ask(
    'mutation ($id: ID!, $params: JSON) { triggerPipeline(id: $id, params: $params) { __typename ... on ScheduleExecution { id } } }',
    { id, params: EVERY_ITEM },
  );
  if (!triggerPipeline.id) throw new Error(JSON.stringify(triggerPipeline));
  await product.ended(triggerPipeline.id);
}

async function flowProducer(context) {
  const count = contexts(context);
  const peer = await startPeer(context, { module: 'bullmq', on: 'redis', concurrency: CONCURRENCY });
  try {
    await peer.call('flows', { count });
    await context.agent.call('reset');
    const before = peer.cpu();
    const ms = await peer.call('flows', { count });
    const units = count * STEPS.length;
    const calls = await context.agent.call('calledFor', { count: units });
    return { rate: (units / ms) * 1_000, ...betweenSteps(calls), cpu: cpuPer(units, before, peer.cpu()) };
  } finally {
    await peer.stop();
  }
}

export const participants = {
  Callboard: (context) => callboard(context),
  'Callboard on Redis': (context) => callboard(context, context.redis.url),
  'BullMQ flows': flowProducer,
};

export function rows(measured) {
  const theirs = measured['BullMQ flows'];
  return ['Callboard', 'Callboard on Redis'].flatMap((who) => {
    const where = who === 'Callboard' ? '' : ', on Redis';
    const { rate, p50, p99, cpu } = measured[who];
    return [
      {
        row: `W7 steps${where}`,
        ours: rate,
        unit: 'steps/s',
        peers: { 'BullMQ flows': theirs.rate },
        against: 'BullMQ flows',
        must: { text: '0.8 × BullMQ flows', limit: 0.8 * theirs.rate },
        cpu: { [who]: cpu, BullMQ: theirs.cpu },
      },
      {
        row: `W7 step to next request, p50${where}`,
        ours: p50,
        unit: 'ms',
        peers: { 'BullMQ flows': theirs.p50 },
        must: { text: '30 ms', limit: 30, atMost: true },
      },
      {
        row: `W7 step to next request, p99${where}`,
        ours: p99,
        unit: 'ms',
        peers: { 'BullMQ flows': theirs.p99 },
      },
    ];
  });
}
