import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ClaimLimits, claimAttempts, type Lease } from '../../../src/db/jobs/claim/claim-attempts.js';
import type { Queryable } from '../../../src/db/system/queryable.js';
import { registerWorker } from '../../../src/db/workers/worker-lease.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { explainOnePlan } from '../../support/explain.js';
import { insertAgent, insertExpanded } from '../../support/rows.js';

/** Many waiting jobs of a run that is stopping, and a few of other runs. */
const STOPPING_JOBS = 6_000;
const OTHERS = 5;

let db: TestDatabase;
let lease: Lease;
let others: string[];

/** @param parts how many instants the jobs were released at */
async function fill(parts: number): Promise<void> {
  db = await createTestDatabase({ writer: 'engine' });
  for (const id of ['one', 'two']) await insertAgent(db.pool, id, 'http://127.0.0.1:9/run');
  const worker = { id: 'w', host: 'test', pid: 1, version: '1', concurrency: 10, capabilities: {} };
  lease = await registerWorker(db.pool, worker, 600_000);
  // One instant for all runs: the clock moves on while they are inserted.
  const now = new Date(Math.floor(Date.now() / 1_000) * 1_000);
  const run = (agentId: string, jobs: number, releasedAgo: string, priority = 0) =>
    insertExpanded(
      db.pool,
      { agentId, priority, jobs: Array.from({ length: jobs }, (_, n) => ({ n })), batchSize: jobs },
      (client, ids) =>
        client.query(
          `UPDATE "AgentJobExecution" SET "releasedAt" = $2::timestamptz - ${releasedAgo} WHERE id = ANY ($1)`,
          [ids, now],
        ),
    );
  // Before them, among their parts, at the same instant as one of them, after them, and of lower priority.
  const high = await run('two', OTHERS, `interval '1 second'`, 7);
  const stopping = await run(
    'one',
    STOPPING_JOBS,
    `interval '60 seconds' + (params ->> 'n')::int % ${parts} * (interval '10 seconds' / ${parts})`,
    3,
  );
  const same = await run('two', OTHERS, `interval '65 seconds'`, 3);
  const among = await run('one', OTHERS, `interval '65500 milliseconds'`, 3);
  const after = await run('two', OTHERS, `interval '10 seconds'`, 3);
  const low = await run('one', OTHERS, `interval '100 seconds'`);
  const inOrder = [high, among, same, after, low];
  others = inOrder.flatMap(({ attemptIds }) => attemptIds);
  await db.pool.query('UPDATE "ScheduleExecution" SET "cancelRequestedAt" = now() WHERE id = $1', [
    stopping.id,
  ]);
  await db.pool.query('VACUUM ANALYZE "AgentJobExecution"');
}

interface Explained {
  rowsRead: number;
  buffers: number;
  plan: string;
}

/** Runs the claim, undoes it, and returns what it claimed and what its statements read. */
async function claimOnce(limit: number, limits: ClaimLimits): Promise<{ ids: string[]; read: Explained[] }> {
  const client = await db.pool.connect();
  try {
    await client.query('BEGIN');
    const texts: [string, unknown[] | undefined][] = [];
    const noting = {
      query: (text: string, values?: unknown[]) => {
        texts.push([text, values]);
        return client.query(text, values);
      },
    } as unknown as Queryable;
    const claimed = await claimAttempts(noting, lease, limit, limits);
    await client.query('ROLLBACK');
    const read: Explained[] = [];
    for (const [text, values] of texts) read.push(explained(await explainOnePlan(client, text, values)));
    return { ids: claimed.map(({ id }) => id), read };
  } finally {
    client.release();
  }
}

function explained(plan: string): Explained {
  const rows = [...plan.matchAll(/Scan.*actual .*rows=([\d.]+) loops=(\d+)/g)];
  const removed = [...plan.matchAll(/Rows Removed by [A-Za-z ]+: (\d+)/g)];
  const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
  expect(rows.length).toBeGreaterThan(5);
  const [, hit, read] = /Buffers: shared(?: hit=(\d+))?(?: read=(\d+))?/.exec(plan) ?? [];
  return {
    rowsRead:
      sum(rows.map(([, count, loops]) => Number(count) * Number(loops))) +
      sum(removed.map(([, count]) => Number(count))),
    buffers: Number(hit ?? 0) + Number(read ?? 0),
    plan,
  };
}

const agents = ['one', 'two'];
const allowed = agents.map((id) => ({ id, total: 200, fresh: 200 }));

/** Ways to claim. */
const HOW: { how: string; limits: ClaimLimits }[] = [
  { how: 'in line', limits: {} },
  { how: 'agent by agent', limits: { byAgent: true } },
  // Jobs that wait for a limited agent are claimed agent by agent.
  { how: 'within limits', limits: { limited: ['two'], allowed: allowed.slice(1) } },
  { how: 'within limits, agent by agent', limits: { limited: agents, allowed, byAgent: true } },
];

describe.each([
  { released: 'in parts', parts: 10, most: { rows: 2_000, buffers: 3_000 } },
  // Beyond some hundred instants, reading the jobs once is cheaper than passing them one by one.
  {
    released: 'each at its own instant, as retries are',
    parts: STOPPING_JOBS,
    most: { rows: 20_000, buffers: 15_000 },
  },
])('while a run is stopping whose jobs were released $released', ({ parts, most }) => {
  beforeAll(() => fill(parts));
  afterAll(() => db.drop());

  test.each(HOW)('a claim $how passes over its jobs', async ({ limits }) => {
    const { ids, read } = await claimOnce(100, limits);
    expect([...ids].sort()).toEqual([...others].sort());
    for (const { rowsRead, buffers, plan } of read) {
      expect(rowsRead, plan).toBeLessThan(most.rows);
      expect(buffers, plan).toBeLessThan(most.buffers);
    }
    // In the order of all that wait.
    for (const limit of [1, 7, 12])
      expect((await claimOnce(limit, limits)).ids.sort()).toEqual(others.slice(0, limit).sort());
  });
});
