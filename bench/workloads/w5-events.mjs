import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { seed, startCallboard } from '../harness/callboard.mjs';
import { cpuOf, startModule } from '../harness/children.mjs';
import { cpuPer, lateness } from '../harness/figures.mjs';
import { startPeer } from '../harness/peer-jobs.mjs';

export const name = 'W5';
export const title =
  "time from an agent's SQL UPDATE to the WebSocket message, 10 updates a second, 1,000 subscribers";

const PER_SECOND = 10;
const MANY_PER_SECOND = 1_000;
const EVENTS = 'subscription { jobExecutionChanged { at status executionId previousStatus } }';

const subscribers = ({ quick, subscribers: wanted }) => wanted ?? (quick ? 200 : 1_000);
const updates = ({ quick }) => (quick ? 30 : 100);
const manyUpdates = ({ quick }) => (quick ? 2_000 : 5_000);
const now = () => performance.timeOrigin + performance.now();

/** Inserts attempts that an agent has accepted and is working on. */
export async function insertRunning(db, count) {
  await seed(db, async (client) => {
    await client.query(
      `INSERT INTO "ScheduleExecution" (id, "targetType", "agentId", trigger, status, "runStatus", snapshot, batches, "batchCursor", "jobsCreated", "jobsEnqueued", "executionTime", "traceId", "fireAt", "expandedAt")
       VALUES ('run', 'agent', 'agent', 'manual', 'pending', 'running', '{}', 1, 0, $1, $1, now(), 'trace', now(), now())`,
      [count],
    );
    await client.query(
      `INSERT INTO "AgentJobExecution" (id, "jobId", "agentId", "scheduleExecutionId", params, "attemptTimeout", "retryConfig", "retriesLeft", "traceId", "releasedAt", status, "startedAt", "sentAt", "acceptedAt", "deadlineAt")
       SELECT uuid_v7(), uuid_v7(), 'agent', 'run', '{}', 3600000, '{}', 3, 'trace', now(), 'running', now(), now(), now(), now() + interval '1 hour'
       FROM generate_series(1, $1::int)`,
      [count],
    );
  });
  const { rows } = await db.query(`SELECT id FROM "AgentJobExecution" WHERE status = 'running'`);
  return rows.map(({ id }) => id);
}

/** As many API tokens as this number of sockets needs. */
export const tokensFor = (product, count) =>
  Promise.all(
    Array.from({ length: Math.ceil(count / 200) }, async (_, n) => {
      const { createApiToken } = await product.ask(
        'mutation ($input: CreateApiTokenInput!) { createApiToken(input: $input) { ... on CreatedApiToken { token } } }',
        { input: { name: `subscriber ${n}`, role: 'OPERATOR' } },
      );
      return createApiToken.token;
    }),
  );

export const callboard = (context) => watch(context, updates(context), PER_SECOND);

/** The same subscribers, with one event right after the other. */
const atOnce = (context) => watch(context, manyUpdates(context), MANY_PER_SECOND);

async function watch(context, events, perSecond) {
  const product = await startCallboard(context, { workers: 0 });
  const others = await startModule(new URL('../harness/subscribers.mjs', import.meta.url));
  try {
    const ids = await insertRunning(product.db, events);
    const count = subscribers(context);
    await others.call('subscribe', {
      url: product.url,
      tokens: await tokensFor(product, count),
      count,
      query: EVENTS,
    });
    await sleep(1_000);
    await others.call('reset');
    const before = { ...product.cpu(), subscribers: cpuOf(others.pid) };
    const sent = await updateAll(product.db, ids, perSecond);
    const found = await others.call('lags', {
      status: 'COMPLETED',
      count: events,
      sent,
      limitMs: 20_000,
    });
    const cpu = cpuPer(events, before, { ...product.cpu(), subscribers: cpuOf(others.pid) });
    return { ...found, cpu };
  } finally {
    await others.stop();
    await product.stop();
  }
}

/** Completes `perSecond` attempts per second, each in its own transaction. @returns the time of each, by ID */
async function updateAll(db, ids, perSecond) {
  const sent = {};
  const began = now();
  const answers = [];
  for (const [n, id] of ids.entries()) {
    const waitMs = began + (n * 1_000) / perSecond - now();
    if (waitMs > 0) await sleep(waitMs);
    sent[id] = now();
    answers.push(
      db.query(`UPDATE "AgentJobExecution" SET status = 'completed', result = '1' WHERE id = $1`, [id]),
    );
  }
  await Promise.all(answers);
  return sent;
}

async function bareNotify(context) {
  const database = await context.postgres.createDatabase();
  const peer = await startPeer(context, { module: 'notify' });
  const client = new pg.Client({ connectionString: database.url });
  try {
    await peer.call('start', { databaseUrl: database.url });
    await client.connect();
    await client.query('CREATE TABLE job (id int PRIMARY KEY, status text); INSERT INTO job VALUES (1)');
    for (let n = 0; n < updates(context); n += 1) {
      const from = now();
      await client.query(`UPDATE job SET status = '${n}'; SELECT pg_notify('bench', '${from}')`);
      await sleep(Math.max(0, 1_000 / PER_SECOND - (now() - from)));
    }
    return lateness(await peer.call('lags'));
  } finally {
    await client.end();
    await peer.stop();
    await database.drop();
  }
}

export const participants = { Callboard: callboard, '1,000 a second': atOnce, 'bare NOTIFY': bareNotify };

export function rows({
  Callboard: { p50, p99, lost, repeated, cpu },
  '1,000 a second': many,
  'bare NOTIFY': theirs,
}) {
  return [
    { row: 'W5 lag p50', ours: p50, unit: 'ms', peers: { 'bare NOTIFY': theirs.p50 } },
    {
      row: 'W5 lag p99',
      ours: p99,
      unit: 'ms',
      peers: { 'bare NOTIFY': theirs.p99 },
      must: { text: '50 ms', limit: 50, atMost: true },
      cpu: { 'an event': cpu },
    },
    {
      row: 'W5 lost or repeated',
      ours: lost + repeated,
      unit: '',
      peers: {},
      must: { text: 'none', limit: 0, atMost: true },
    },
    { row: 'W5 lag p50, 1,000 events a second', ours: many.p50, unit: 'ms', peers: {} },
    {
      row: 'W5 lag p99, 1,000 events a second',
      ours: many.p99,
      unit: 'ms',
      peers: {},
      cpu: { 'an event': many.cpu },
    },
    {
      row: 'W5 lost or repeated, 1,000 events a second',
      ours: many.lost + many.repeated,
      unit: '',
      peers: {},
      must: { text: 'none', limit: 0, atMost: true },
    },
  ];
}
