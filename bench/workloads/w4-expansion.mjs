import pg from 'pg';
import { createCallboardDatabase, createItems, EVERY_ITEM, startCallboard } from '../harness/callboard.mjs';
import { peakMemoryOf } from '../harness/children.mjs';
import { cpuPer } from '../harness/figures.mjs';

export const name = 'W4';
export const title = 'a table of 1,000,000 rows expands into jobs, until all of them are stored';

const size = ({ quick }) => (quick ? 50_000 : 1_000_000);

async function callboard(context) {
  const count = size(context);
  const product = await startCallboard(context);
  try {
    await product.db.query(
      `INSERT INTO "AgentConfig" (key, value) VALUES ('scheduler', jsonb_build_object('scheduler', jsonb_build_object('maxExpansion', $1::int)))
       ON CONFLICT (key) DO UPDATE SET value = "AgentConfig".value || EXCLUDED.value`,
      [count],
    );
    await createItems(product.db, count);
    await context.postgres.settle();
    const before = { cpu: product.cpu(), counts: await context.postgres.counts(product.database.name) };
    const began = performance.now();
    const id = await product.trigger('agent', EVERY_ITEM);
    await expanded(product.db, id, count);
    const ms = performance.now() - began;
    const counts = await context.postgres.counts(product.database.name);
    return {
      rate: (count / ms) * 1_000,
      memory: peakMemoryOf(product.worker.pid),
      wal: (counts.wal - before.counts.wal) / count,
      cpu: cpuPer(count / 1_000, before.cpu, product.cpu()),
    };
  } finally {
    await product.stop();
  }
}

async function expanded(db, id, count) {
  const until = performance.now() + 300_000;
  for (;;) {
    const { rows } = await db.query(
      'SELECT "jobsCreated" AS jobs, errors FROM "ScheduleExecution" WHERE id = $1 AND "expandedAt" IS NOT NULL',
      [id],
    );
    if (rows[0]?.jobs >= count) return;
    if (rows[0]) throw new Error(`expanded into ${rows[0].jobs} jobs: ${JSON.stringify(rows[0].errors)}`);
    if (performance.now() > until) throw new Error('not expanded within five minutes');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** @param alone whether the table has no index but its primary key */
const insertSelect = (alone) => async (context) => {
  const count = size(context);
  const database = await createCallboardDatabase(context.postgres);
  const db = new pg.Pool({
    connectionString: database.url,
    max: 1,
    options: '-c search_path=callboard,public',
  });
  db.on('error', () => {});
  try {
    await createItems(db, count);
    if (alone) await dropIndexes(db);
    await db.query('SET session_replication_role = replica');
    await context.postgres.settle();
    const before = await context.postgres.counts(database.name);
    const began = performance.now();
    await db.query(
      `INSERT INTO "AgentJobExecution" (id, "jobId", "agentId", "scheduleExecutionId", params, "attemptTimeout", "retryConfig", "retriesLeft", "traceId", "releasedAt", "enqueuedAt")
       SELECT uuid_v7(), gen_random_uuid(), 'agent', 'run', jsonb_build_object('id', id), 60000, '{"delay": 1000, "backoff": "exponential", "maxRetries": 3}', 3, 'trace', now(), now() FROM public."Item"`,
    );
    const ms = performance.now() - began;
    const counts = await context.postgres.counts(database.name);
    return { rate: (count / ms) * 1_000, wal: (counts.wal - before.wal) / count };
  } finally {
    await db.end();
    await database.drop();
  }
};

async function dropIndexes(db) {
  const { rows } = await db.query(
    `SELECT indexname AS name FROM pg_indexes WHERE schemaname = 'callboard' AND tablename = 'AgentJobExecution' AND indexname NOT LIKE '%_pkey'`,
  );
  for (const { name: index } of rows) await db.query(`DROP INDEX callboard."${index}"`);
}

export const participants = {
  Callboard: callboard,
  'INSERT … SELECT': insertSelect(false),
  'primary key only': insertSelect(true),
};

export function rows({ Callboard: { rate, memory, wal, cpu }, ...others }) {
  const theirs = (figure) =>
    Object.fromEntries(Object.entries(others).map(([who, its]) => [who, its[figure]]));
  return [
    {
      row: 'W4 rows',
      ours: rate,
      unit: 'rows/s',
      peers: theirs('rate'),
      against: 'INSERT … SELECT',
      must: { text: '50,000 rows/s', limit: 50_000 },
      cpu: { 'a thousand rows': cpu },
    },
    {
      row: 'W4 peak memory of the worker',
      ours: memory,
      unit: 'MiB',
      peers: {},
      must: { text: '256 MiB', limit: 256, atMost: true },
    },
    { row: 'W4 WAL per row', ours: wal, unit: 'B', peers: theirs('wal') },
  ];
}
