import { setTimeout as sleep } from 'node:timers/promises';
import { insertOnce, seed, startCallboard } from '../harness/callboard.mjs';
import { cpuPer, lateness } from '../harness/figures.mjs';

export const name = 'W8';
export const title = '100,000 schedules, three of them due per second';

const schedules = ({ quick, schedules: wanted }) => wanted ?? (quick ? 20_000 : 100_000);
const seconds = ({ quick }) => (quick ? 5 : 20);
const LISTS = [
  'query { schedules(first: 50) { edges { node { id name nextRunAt enabled } } } }',
  'query { schedules(first: 50, orderBy: { field: NEXT_RUN_AT, direction: ASC }) { edges { node { id name nextRunAt } } } }',
  'query { schedules(first: 50, orderBy: { field: NAME, direction: ASC }) { edges { node { id name nextRunAt } } } }',
];

export async function callboard(context) {
  const { postgres, agent } = context;
  const product = await startCallboard(context);
  try {
    await seed(product.db, (client) =>
      insertOnce(client, schedules(context), `now() + interval '1 day' + n * interval '1 s'`),
    );
    await product.db.query('VACUUM ANALYZE "Schedule"');
    const runs = seconds(context) * 3;
    const due = Date.now() + 3_000;
    await insertOnce(product.db, runs, `to_timestamp(${due} / 1000.0) + n * interval '333 ms'`);
    await postgres.settle();
    await sleep(due - Date.now());
    const before = {
      cpu: product.cpu(),
      counts: await postgres.counts(product.database.name),
      at: performance.now(),
    };
    const calls = await agent.call('calledFor', { count: runs, limitMs: (seconds(context) + 20) * 1_000 });
    if (calls.length < runs) throw new Error(`${calls.length} of ${runs} were called`);
    await sleep(300); // until the last answer is written
    const counts = await postgres.counts(product.database.name);
    const passed = performance.now() - before.at;
    const cpu = product.cpu();
    const share = Object.fromEntries(
      Object.keys(cpu).map((who) => [who, ((cpu[who] - before.cpu[who]) / passed) * 100]),
    );
    return {
      statements: (counts.statements - before.counts.statements) / runs,
      commits: (counts.commits - before.counts.commits) / runs,
      share,
      ...lateness(calls.map(({ at, due: then }) => at - then)),
      cpu: cpuPer(runs, before.cpu, cpu),
      list: await slowestList(context, product),
    };
  } finally {
    await product.stop();
  }
}

/** Milliseconds of SQL for a page of schedules in the slowest order. The second read counts. */
async function slowestList({ postgres }, product) {
  const times = [];
  for (const query of LISTS) {
    await product.ask(query);
    const before = await postgres.sqlTime(product.database.name);
    for (let n = 0; n < 5; n += 1) await product.ask(query);
    times.push(((await postgres.sqlTime(product.database.name)) - before) / 5);
  }
  return Math.max(...times);
}

export const participants = { Callboard: callboard };

export function rows({ Callboard: { statements, commits, list, share } }) {
  return [
    {
      row: 'W8 statements per run',
      ours: statements,
      unit: '',
      peers: {},
      must: { text: '12', limit: 12, atMost: true },
      cpu: { 'per cent of a core': share },
    },
    {
      row: 'W8 commits per run',
      ours: commits,
      unit: '',
      peers: {},
      must: { text: '4', limit: 4, atMost: true },
    },
    {
      row: 'W8 SQL time of a list of schedules',
      ours: list,
      unit: 'ms',
      peers: {},
      must: { text: '10 ms', limit: 10, atMost: true },
    },
  ];
}
