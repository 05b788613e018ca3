import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ClaimLimits, claimAttempts, type Lease } from '../../../src/db/jobs/claim-attempts.js';
import type { Queryable } from '../../../src/db/system/queryable.js';
import { registerWorker } from '../../../src/db/workers/worker-lease.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { explainOnePlan } from '../../support/explain.js';
import { insertAgent, insertExpanded } from '../../support/rows.js';

/** Many waiting jobs of a run that is stopping, released in parts, and a few of other runs. */
const [PARTS, STOPPING_JOBS] = [10, 6_000];
const OTHERS = 5;

let db: TestDatabase;
let lease: Lease;
let others: string[];

beforeAll(async () => {
  db = await createTestDatabase({ writer: 'engine' });
  for (const id of ['one', 'two']) await insertAgent(db.pool, id, 'http://127.0.0.1:9/run');
  const worker = { id: 'w', host: 'test', pid: 1, version: '1', concurrency: 10, capabilities: {} };
  lease = await registerWorker(db.pool, worker, 600_000);
  const run = (agentId: string, jobs: number, releasedAgo: string, priority = 0) =>
    insertExpanded(
      db.pool,
      { agentId, priority, jobs: Array.from({ length: jobs }, (_, n) => ({ n })), batchSize: jobs },
      (client, ids) =>
        client.query(
          `UPDATE "AgentJobExecution" SET "releasedAt" = date_trunc('second', now()) - ${releasedAgo} WHERE id = ANY ($1)`,
          [ids],
        ),
    );
  // Before them, among their parts, at the same instant as one of them, after them, and of lower priority.
  const high = await run('two', OTHERS, `interval '1 second'`, 7);
  const stopping = await run(
    'one',
    STOPPING_JOBS,
    `interval '60 seconds' + (params ->> 'n')::int % ${PARTS} * interval '1 second'`,
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
});
afterAll(() => db?.drop());

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

test.each([
  { how: 'in line', limits: {} },
  { how: 'agent by agent', limits: { byAgent: true } },
  // Jobs that wait for a limited agent are claimed agent by agent.
  { how: 'within limits', limits: { limited: ['two'], allowed: allowed.slice(1) } },
  { how: 'within limits, agent by agent', limits: { limited: agents, allowed, byAgent: true } },
])('a claim $how passes over the jobs of a stopping run without reading them', async ({ limits }) => {
  const { ids, read } = await claimOnce(100, limits);
  expect([...ids].sort()).toEqual([...others].sort());
  for (const { rowsRead, buffers, plan } of read) {
    expect(rowsRead, plan).toBeLessThan(2_000);
    expect(buffers, plan).toBeLessThan(3_000);
  }
  // In the order of all that wait.
  for (const limit of [1, 7, 12])
    expect((await claimOnce(limit, limits)).ids.sort()).toEqual(others.slice(0, limit).sort());
});
