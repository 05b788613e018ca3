import { setTimeout as sleep } from 'node:timers/promises';
import { createItems, EVERY_ITEM, startCallboard } from '../harness/callboard.mjs';
import { cpuOf, startModule } from '../harness/children.mjs';
import { cpuPer } from '../harness/figures.mjs';

export const name = 'W5B';
export const title =
  '5,000 jobs while 20 subscribers read the job with every event (the subscription in the README)';

const README =
  'subscription { jobExecutionChanged { at status executionId jobExecution { agentId params retryCount } } }';
const WITHOUT = 'subscription { jobExecutionChanged { at status executionId } }';

const jobs = ({ quick }) => (quick ? 1_000 : 5_000);

async function burst(context, subscribers, query) {
  const count = jobs(context);
  const product = await startCallboard(context);
  const others = await startModule(new URL('../harness/subscribers.mjs', import.meta.url));
  try {
    await createItems(product.db, count);
    await others.call('subscribe', { url: product.url, tokens: [product.token], count: subscribers, query });
    await sleep(500);
    await context.postgres.settle();
    await others.call('reset');
    const before = { ...product.cpu(), subscribers: cpuOf(others.pid) };
    await product.trigger('agent', EVERY_ITEM);
    const found = await others.call('lags', { status: 'COMPLETED', count, limitMs: 60_000 });
    return { ...found, cpu: cpuPer(count, before, { ...product.cpu(), subscribers: cpuOf(others.pid) }) };
  } finally {
    await others.stop();
    await product.stop();
  }
}

export const participants = {
  Callboard: (context) => burst(context, 20, README),
  'one subscriber': (context) => burst(context, 1, README),
  'without the row': (context) => burst(context, 20, WITHOUT),
};

export function rows({ Callboard: { p50, p99, lost, cpu }, ...others }) {
  const theirs = (share) => Object.fromEntries(Object.entries(others).map(([who, its]) => [who, its[share]]));
  return [
    { row: 'W5b lag p50', ours: p50, unit: 'ms', peers: theirs('p50') },
    {
      row: 'W5b lag p99',
      ours: p99,
      unit: 'ms',
      peers: theirs('p99'),
      against: 'without the row',
      must: { text: '150 ms', limit: 150, atMost: true },
      cpu: { 'a job': cpu },
    },
    {
      row: 'W5b lost',
      ours: lost,
      unit: '',
      peers: {},
      must: { text: 'none', limit: 0, atMost: true },
    },
  ];
}
