import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { createCallboardDatabase, insertOnce, startCallboard } from '../harness/callboard.mjs';
import { cpuPer } from '../harness/figures.mjs';

const CLIENTS = 16;

export const name = 'W9';
export const title = 'createSchedule from 16 clients';

const size = ({ quick }) => (quick ? 300 : 3_000);

/** @returns milliseconds */
async function byClients(count, create) {
  let left = count;
  const client = async () => {
    while (left > 0) {
      left -= 1;
      await create(left);
    }
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return performance.now() - began;
}

const CREATE = `mutation ($input: CreateScheduleInput!) {
  createSchedule(input: $input) { __typename ... on Schedule { id name nextRunAt } }
}`;

async function callboard(context) {
  const count = size(context);
  const product = await startCallboard(context);
  const create = async (n) => {
    const input = {
      name: `made ${n}`,
      repeat: 'REPEATING',
      targetType: 'AGENT',
      agentId: 'agent',
      interval: '1h',
    };
    const { createSchedule } = await product.ask(CREATE, { input });
    if (createSchedule.__typename !== 'Schedule') throw new Error(JSON.stringify(createSchedule));
  };
  try {
    await byClients(CLIENTS, create);
    await context.postgres.settle();
    const before = { cpu: product.cpu(), counts: await context.postgres.counts(product.database.name) };
    const ms = await byClients(count, create);
    const counts = await context.postgres.counts(product.database.name);
    return {
      rate: (count / ms) * 1_000,
      statements: (counts.statements - before.counts.statements) / count,
      cpu: cpuPer(count, before.cpu, product.cpu()),
    };
  } finally {
    await product.stop();
  }
}

async function plainInsert(context) {
  const count = size(context);
  const database = await createCallboardDatabase(context.postgres);
  const pool = new pg.Pool({
    connectionString: database.url,
    max: CLIENTS,
    options: '-c search_path=callboard,public',
  });
  pool.on('error', () => {});
  try {
    await insertOnce(pool, 1, `now() + interval '1 day'`);
    const text = `INSERT INTO "Schedule" (id, name, repeat, "interval", "nextRunAt", timezone, "targetType", "agentId", "createdBy")
      VALUES ($1, $2, 'repeating', 3600000, now() + interval '1 hour', 'UTC', 'agent', 'agent', 'bench')`;
    const ms = await byClients(count, (n) =>
      pool.query({ name: 'insert', text, values: [randomUUID(), `made ${n}`] }),
    );
    return { rate: (count / ms) * 1_000 };
  } finally {
    await pool.end();
    await database.drop();
  }
}

export const participants = { Callboard: callboard, 'plain INSERT': plainInsert };

export function rows({ Callboard: { rate, statements, cpu }, 'plain INSERT': theirs }) {
  return [
    {
      row: 'W9 creations',
      ours: rate,
      unit: 'a second',
      peers: { 'plain INSERT': theirs.rate },
      against: 'plain INSERT',
      must: { text: '500 a second', limit: 500 },
      cpu: { Callboard: cpu },
    },
    {
      row: 'W9 statements per creation',
      ours: statements,
      unit: '',
      peers: { 'plain INSERT': 1 },
      must: { text: '10', limit: 10, atMost: true },
    },
  ];
}
