import pg from 'pg';
import { Pool as HttpPool } from 'undici';
import { createCallboardDatabase, startCallboard } from '../harness/callboard.mjs';
import { cpuPer, median } from '../harness/figures.mjs';
import { startPeer } from '../harness/peer-jobs.mjs';
import { middleRun, seedHistory } from './seed-history.mjs';

const CLIENTS = 8;

export const name = 'W6';
export const title = 'pages of lists and of a run with its jobs over 1,000,000 attempts, 8 connections';

const attempts = ({ quick }) => (quick ? 100_000 : 1_000_000);
const schedules = ({ quick }) => (quick ? 10_000 : 100_000);
const seconds = ({ quick }) => (quick ? 3 : 8);

let database;

/** Creates one history for all participants. */
export async function prepare(context) {
  database = await createCallboardDatabase(context.postgres);
  const db = new pg.Pool({
    connectionString: database.url,
    max: 1,
    options: '-c search_path=callboard,public',
  });
  db.on('error', () => {});
  await seedHistory(db, { attempts: attempts(context), schedules: schedules(context) });
  // PostGraphile finds relations by foreign keys, which these tables do not have.
  await db.query(
    `COMMENT ON TABLE "AgentJobExecution" IS E'@foreignKey ("scheduleExecutionId") references "ScheduleExecution" (id)'`,
  );
  // By default, it only offers conditions on columns that have a full index.
  await db.query(`COMMENT ON COLUMN "AgentJobExecution".status IS E'@behavior +filterBy'`);
  await db.end();
}

export const finish = () => database?.drop();

/** Measures requests per second, of three kinds in turn. @param requests made of `(kind) => ({ path, body })` */
async function ask(context, url, headers, requests) {
  const http = new HttpPool(url, { connections: CLIENTS });
  const send = async ({ path, body }) => {
    const response = await http.request({
      path,
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    });
    const text = await response.body.text();
    if (response.statusCode !== 200 || text.includes('"errors"')) throw new Error(text.slice(0, 500));
  };
  const run = async (ms) => {
    const until = performance.now() + ms;
    const began = performance.now();
    let count = 0;
    await Promise.all(
      Array.from({ length: CLIENTS }, async (_, client) => {
        for (let n = client; performance.now() < until; n += 1) {
          await send(requests[n % requests.length]);
          count += 1;
        }
      }),
    );
    return { count, rate: (count / (performance.now() - began)) * 1_000 };
  };
  try {
    await run(500); // warms up
    return await run(seconds(context) * 1_000);
  } finally {
    await http.close();
  }
}

const graphql = (queries) => queries.map((query) => ({ path: '/graphql', body: JSON.stringify({ query }) }));

const callboard = (context) => readHistory(context, { ...database, drop: async () => {} }, attempts(context));

/** @param length the number of attempts in the history */
export async function readHistory(context, history, length) {
  const product = await startCallboard(context, { workers: 0, database: history });
  try {
    const requests = graphql([
      '{ jobExecutions(first: 50) { edges { node { id status agentId createdAt } } } }',
      '{ jobExecutions(first: 50, filter: { status: [FAILED] }) { edges { node { id status agentId createdAt } } } }',
      `{ scheduleExecution(id: "${middleRun(length)}") { id runStatus jobsCreated jobs(first: 20) { edges { node { id status agentId } } } } }`,
    ]);
    const before = product.cpu();
    const { rate, count } = await ask(
      context,
      product.url,
      { authorization: `Bearer ${product.token}` },
      requests,
    );
    const cpu = cpuPer(count, before, product.cpu());
    const slow = {
      search:
        '{ jobExecutions(first: 20, filter: { search: "nobody says this" }) { edges { node { id } } } }',
      'search, found':
        '{ jobExecutions(first: 20, filter: { search: "answered 500" }) { edges { node { id } } } }',
      count: '{ jobExecutions { totalCount } }',
      'count, filtered': '{ jobExecutions(filter: { status: [COMPLETED] }) { totalCount } }',
      'search of schedules':
        '{ schedules(first: 20, filter: { search: "nobody says this" }) { edges { node { id } } } }',
      'count of schedules': '{ schedules { totalCount } }',
      overview: '{ overview { deadLetters nextFires(limit: 50) { at } } }',
    };
    const took = {};
    for (const [what, query] of Object.entries(slow)) took[what] = await timeOf(product, query);
    return { rate, cpu, took };
  } finally {
    await product.stop();
  }
}

/** Median time of a single request, of five, in milliseconds. */
async function timeOf(product, query) {
  const times = [];
  for (let n = 0; n < 5; n += 1) {
    const began = performance.now();
    await product.ask(query);
    times.push(performance.now() - began);
  }
  return median(times);
}

async function peer(context, module, requests) {
  const started = await startPeer(context, { module });
  try {
    const url = await started.call('start', { databaseUrl: database.url, run: middleRun(attempts(context)) });
    const before = { ...started.cpu(), postgres: context.postgres.cpu() };
    const { rate, count } = await ask(context, url, {}, requests);
    return { rate, cpu: cpuPer(count, before, { ...started.cpu(), postgres: context.postgres.cpu() }) };
  } finally {
    await started.stop();
  }
}

const postgraphile = (context) => {
  const run = middleRun(attempts(context));
  return peer(
    context,
    'postgraphile',
    graphql([
      '{ allAgentJobExecutions(first: 50, orderBy: [PRIMARY_KEY_DESC]) { edges { node { rowId status agentId createdAt } } } }',
      '{ allAgentJobExecutions(first: 50, orderBy: [PRIMARY_KEY_DESC], condition: { status: "failed" }) { edges { node { rowId status agentId createdAt } } } }',
      `{ scheduleExecutionByRowId(rowId: "${run}") { rowId runStatus jobsCreated agentJobExecutionsByScheduleExecutionId(first: 20) { edges { node { rowId status agentId } } } } }`,
    ]),
  );
};

export const participants = {
  Callboard: callboard,
  'PostGraphile 5': postgraphile,
  'by hand': (context) =>
    peer(
      context,
      'sql',
      ['newest', 'failed', 'run'].map((kind) => ({ path: `/${kind}`, body: '' })),
    ),
};

export function rows({ Callboard: { rate, cpu, took = {} }, 'PostGraphile 5': theirs, 'by hand': byHand }) {
  const within = (what) => ({
    row: `W6 ${what}`,
    ours: took[what],
    unit: 'ms',
    peers: {},
    ...(what !== 'overview' && { must: { text: '50 ms', limit: 50, atMost: true } }),
  });
  return [
    {
      row: 'W6 lists',
      ours: rate,
      unit: 'a second',
      peers: { 'PostGraphile 5': theirs.rate, 'by hand': byHand.rate },
      against: 'PostGraphile 5',
      must: { text: '0.8 × PostGraphile 5', limit: 0.8 * theirs.rate },
      cpu: { Callboard: cpu, 'PostGraphile 5': theirs.cpu },
    },
    ...Object.keys(took).map(within),
  ];
}
