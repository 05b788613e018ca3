import { setTimeout as sleep } from 'node:timers/promises';
import { insertOnce, seed, startCallboard } from '../harness/callboard.mjs';
import { cpuPer, lateness } from '../harness/figures.mjs';

export const name = 'W8';
export const title = 'a hundred thousand schedules, three due a second';

const schedules = ({ quick, schedules: wanted }) => wanted ?? (quick ? 20_000 : 100_000);
const seconds = ({ quick }) => (quick ? 5 : 20);
const LISTS = [
  'query { schedules(first: 50) { edges { node { id name nextRunAt enabled } } } }',
  'query { schedules(first: 50, orderBy: { field: NEXT_RUN_AT, direction: ASC }) { edges { node { id name nextRunAt } } } }',
  'query { schedules(first: 50, orderBy: { field: NAME, direction: ASC }) { edges { node { id name nextRunAt } } } }',
];

export async function callboard(context) {
  const { postgres, agent } = context;
  const house = await startCallboard(context);
  try {
    await seed(house.db, (client) =>
      insertOnce(client, schedules(context), `now() + interval '1 day' + n * interval '1 s'`),
    );
    await house.db.query('VACUUM ANALYZE "Schedule"');
    const runs = seconds(context) * 3;
    const due = Date.now() + 3_000;
    await insertOnce(house.db, runs, `to_timestamp(${due} / 1000.0) + n * interval '333 ms'`);
    await postgres.settle();
    await sleep(due - Date.now());
    const before = {
      cpu: house.cpu(),
      counts: await postgres.counts(house.database.name),
      at: performance.now(),
    };
    const calls = await agent.call('calledFor', { count: runs, limitMs: (seconds(context) + 20) * 1_000 });
    if (calls.length < runs) throw new Error(`${calls.length} of ${runs} were called`);
    await sleep(300); // the last one is written, too
    const counts = await postgres.counts(house.database.name);
    const passed = performance.now() - before.at;
    const cpu = house.cpu();
    const share = Object.fromEntries(
      Object.keys(cpu).map((who) => [who, ((cpu[who] - before.cpu[who]) / passed) * 100]),
    );
    return {
      statements: (counts.statements - before.counts.statements) / runs,
      commits: (counts.commits - before.counts.commits) / runs,
      share,
      ...lateness(calls.map(({ at, due: then }) => at - then)),
      cpu: cpuPer(runs, before.cpu, cpu),
      list: await slowestList(context, house),
    };
  } finally {
    await house.stop();
  }
}

/** Milliseconds of SQL of a page of schedules, in the worst order; the second reading counts. */
async function slowestList({ postgres }, house) {
  const times = [];
  for (const query of LISTS) {
    await house.ask(query);
    const before = await postgres.sqlTime(house.database.name);
    for (let n = 0; n < 5; n += 1) await house.ask(query);
    times.push(((await postgres.sqlTime(house.database.name)) - before) / 5);
  }
  return Math.max(...times);
}

export const participants = { Callboard: callboard };

export function rows({ Callboard: { statements, commits, list, share } }) {
  return [
    {
      row: 'W8 rest, statements of a run',
      ours: statements,
      unit: '',
      peers: {},
      must: { text: '12', limit: 12, atMost: true },
      cpu: { 'per cent of a core': share },
    },
    {
      row: 'W8 rest, commits of a run',
      ours: commits,
      unit: '',
      peers: {},
      must: { text: '4', limit: 4, atMost: true },
    },
    {
      row: 'W8 rest, SQL of a list',
      ours: list,
      unit: 'ms',
      peers: {},
      must: { text: '10 ms', limit: 10, atMost: true },
    },
  ];
}
