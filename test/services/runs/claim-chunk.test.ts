import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ClaimedAttempt, RETURNED } from '../../../src/db/jobs/claim/claim-attempts.js';
import { claimChunk } from '../../../src/db/runs/expand/claim-chunk.js';
import type { BatchClaim } from '../../../src/db/runs/release-batches.js';
import { storeJobChunk } from '../../../src/services/runs/expand/store-job-chunk.js';
import type { TestDatabase } from '../../support/database.js';
import { createExpansion, type Expansion } from '../../support/expansion.js';
import { rollBack, untilLockAwaited } from '../../support/lock-waits.js';

const JOBS = 4_000;
const BATCH = 2_000;
const CLAIM: BatchClaim = {
  lease: { workerId: 'worker', epoch: 1 },
  limit: 700,
  served: [''],
  limited: [],
  sendWithinMs: 250,
  isAlone: true,
};

let db: TestDatabase;
let expansion: Expansion;
let id: string;

beforeAll(async () => {
  expansion = await createExpansion(JOBS, { attemptTimeout: 60_000 });
  db = expansion.db;
  await db.pool.query(
    `INSERT INTO "Worker" (id, host, pid, version, concurrency, "leaseExpiresAt") VALUES ('worker', 'host', 1, '1', 1, now() + interval '1 hour')`,
  );
});
afterAll(() => expansion?.drop());
beforeEach(async () => {
  await db.pool.query('TRUNCATE "ScheduleExecution", "AgentJobExecution", "JobChunk", outbox');
  id = await expansion.expanded({
    params: { id: `db:big:all:id?batchSize=${BATCH}`, text: 'line\n"two"' },
    priority: 3,
  });
});

const claim = (own: Partial<BatchClaim> = {}) => claimChunk(db.pool, id, { ...CLAIM, ...own });

async function readRows(): Promise<ClaimedAttempt[]> {
  const { rows } = await db.pool.query<ClaimedAttempt>(
    `SELECT ${RETURNED} FROM "AgentJobExecution" a ORDER BY id`,
  );
  return rows;
}

async function counters(): Promise<unknown> {
  const { rows } = await db.pool.query(
    'SELECT "jobsCreated", "jobsEnqueued", "jobsUnanswered", "batchCursor" FROM "ScheduleExecution"',
  );
  return rows[0];
}

async function left(): Promise<number> {
  const { rows } = await db.pool.query('SELECT coalesce(sum(jobs), 0)::int AS jobs FROM "JobChunk"');
  return rows[0]?.jobs;
}

test('jobs become running rows with their claim, and the worker gets what it would read from them', async () => {
  const claimed = await claim();
  const rows = await readRows();
  expect(claimed?.batchIndex).toBe(0);
  expect(claimed?.claimed).toHaveLength(700);
  const known = ({ msLeft: _, ...attempt }: ClaimedAttempt) => attempt;
  expect(claimed?.claimed.map(known)).toEqual(rows.map(known));
  for (const [place, { msLeft }] of rows.entries()) {
    expect(claimed?.claimed[place]?.msLeft).toBeGreaterThanOrEqual(msLeft);
    expect(claimed?.claimed[place]?.msLeft).toBeLessThanOrEqual(60_750);
  }
  const { rows: states } = await db.pool.query(
    `SELECT DISTINCT status, "workerId", "leaseEpoch", "batchIndex", "sentAt" = "releasedAt" AND "releasedAt" = "enqueuedAt" AS "isSent", "retriesLeft"
     FROM "AgentJobExecution"`,
  );
  expect(states).toEqual([
    { status: 'running', workerId: 'worker', leaseEpoch: 1, batchIndex: 0, isSent: true, retriesLeft: 3 },
  ]);
  expect(await counters()).toEqual({
    jobsCreated: JOBS,
    jobsEnqueued: 700,
    jobsUnanswered: 700,
    batchCursor: -1,
  });
  expect(await left()).toBe(JOBS - 700);
  const { rows: events } = await db.pool.query(
    `SELECT "previousStatus", status, count(*)::int AS count FROM outbox_event WHERE kind = 'job' GROUP BY 1, 2`,
  );
  expect(events).toEqual([{ previousStatus: 'pending', status: 'running', count: 700 }]);
});

test('only the due batch is claimed, each job once, in the order of the data', async () => {
  const items: unknown[] = [];
  for (let found = await claim(); found; found = await claim())
    items.push(...found.claimed.map(({ params }) => params.id));
  expect(items).toEqual(Array.from({ length: BATCH }, (_, n) => n + 1));
  expect(await left()).toBe(JOBS - BATCH);
});

test('workers that claim at the same time get different jobs', async () => {
  const items: unknown[] = [];
  const work = async () => {
    for (let misses = 0; misses < 3; ) {
      const found = await claim({ limit: 150 });
      if (found) items.push(...found.claimed.map(({ params }) => params.id));
      else misses += 1;
    }
  };
  await Promise.all([work(), work(), work()]);
  await work(); // all may have missed when the chunk was taken
  expect(items).toHaveLength(BATCH);
  expect(new Set(items).size).toBe(BATCH);
  expect(await counters()).toMatchObject({ jobsEnqueued: BATCH, jobsUnanswered: BATCH });
});

test('workers that are not alone take different chunks, so that none waits for another one', async () => {
  await db.pool.query(`UPDATE "JobChunk" SET "firstBatch" = 0, "batchSize" = ${JOBS}`);
  await db.pool.query(
    `INSERT INTO "Worker" (id, host, pid, version, concurrency, "leaseExpiresAt") VALUES ('other', 'host', 1, '1', 1, now() + interval '1 hour')`,
  );
  for (const workerId of ['worker', 'other'])
    expect(await claim({ lease: { workerId, epoch: 1 }, isAlone: false })).toMatchObject({
      claimed: { length: 700 },
    });
  const { rows } = await db.pool.query('SELECT jobs FROM "JobChunk" ORDER BY part');
  expect(rows.map(({ jobs }) => jobs).sort((a, b) => b - a)).toEqual([1_500, 800, 300]);
});

test('a job that is claimed while others store its chunk becomes one row', async () => {
  await db.pool.query(`UPDATE "JobChunk" SET "firstBatch" = 0, "batchSize" = ${JOBS}`);
  const claimSome = async () => {
    for (let misses = 0; misses < 20; ) if (!(await claim({ limit: 30 }))) misses += 1;
  };
  const storeOne = () => storeJobChunk(db.pool, '', () => {}, { early: true });
  await Promise.all([
    claimSome(),
    claimSome(),
    claim({ limit: 10 }).then(storeOne),
    claim({ limit: 20 }).then(storeOne),
  ]);
  while (await storeOne());
  const { rows } = await db.pool.query(
    `SELECT count(*)::int AS jobs, count(DISTINCT params ->> 'id')::int AS items, count(*) FILTER (WHERE status = 'pending') > 0 AS stored
     FROM "AgentJobExecution"`,
  );
  expect(rows).toEqual([{ jobs: JOBS, items: JOBS, stored: true }]);
});

test('jobs of a run that is cancelled while the claim waits for it are given back unsent, and are reported', async () => {
  const other = await db.pool.connect();
  await other.query('BEGIN');
  await other.query('UPDATE "ScheduleExecution" SET "cancelRequestedAt" = now()');
  const claiming = claim();
  await untilLockAwaited(db.pool);
  await other.query('COMMIT');
  other.release();
  expect(await claiming).toMatchObject({ claimed: [], isCancelled: true });
  expect(await readRows()).toHaveLength(700);
  const given = `status = 'running' AND "workerId" IS NULL AND "sentAt" IS NULL`;
  const { rowCount } = await db.pool.query(`SELECT FROM "AgentJobExecution" WHERE ${given}`);
  expect(rowCount).toBe(700);
});

describe('nothing is claimed, and nothing changes,', () => {
  const cases: Record<string, () => Promise<Partial<BatchClaim>>> = {
    'for a limited agent': async () => ({ limited: ['agent'] }),
    'for an agent that became limited a moment ago': async () => {
      await db.pool.query(`UPDATE "AgentRegistry" SET "maxConcurrency" = 1`);
      return {};
    },
    'for requirements that the worker cannot serve': async () => ({ served: ['{"gpu":"a100"}'] }),
    'with a lease that is lost': async () => ({ lease: { workerId: 'worker', epoch: 7 } }),
    'before the batch is due': async () => {
      await db.pool.query(
        `UPDATE "ScheduleExecution" SET "nextBatchAt" = clock_timestamp() + interval '1 hour'`,
      );
      return {};
    },
    'of a cancelled run': async () => {
      await db.pool.query(`UPDATE "ScheduleExecution" SET "cancelRequestedAt" = clock_timestamp()`);
      return {};
    },
  };
  test.each(Object.entries(cases))('%s', async (_, prepare) => {
    try {
      expect(await claim(await prepare())).toBeUndefined();
      expect([await readRows(), await left()]).toEqual([[], JOBS]);
    } finally {
      await db.pool.query(`UPDATE "AgentRegistry" SET "maxConcurrency" = NULL`);
    }
  });

  test('while another transaction locks the run', async () => {
    const holder = await db.pool.connect();
    try {
      await holder.query('BEGIN');
      await holder.query('SELECT FROM "ScheduleExecution" WHERE id = $1 FOR UPDATE', [id]);
      await expect(claim()).rejects.toMatchObject({ code: '55P03' });
    } finally {
      await rollBack(holder);
    }
    expect([await readRows(), await left()]).toEqual([[], JOBS]);
  });
});
