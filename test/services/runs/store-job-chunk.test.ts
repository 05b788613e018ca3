import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { dueBatches } from '../../../src/db/runs/advance-batches.js';
import { stopOverdueRuns } from '../../../src/db/runs/end/overdue-runs.js';
import { countJobs, executionsToRollUp } from '../../../src/db/runs/end/roll-up.js';
import { chunkInsertion, type JobChunk, msUntilNextChunk } from '../../../src/db/runs/expand/job-chunks.js';
import { createPool, type Pool } from '../../../src/runtime/database/pool.js';
import { isLockTimeout } from '../../../src/runtime/database/sqlstate.js';
import { expandExecution } from '../../../src/services/runs/expand/expand-execution.js';
import { type StoredChunk, storeJobChunk } from '../../../src/services/runs/expand/store-job-chunk.js';
import { NOTHING_RELEASED, releaseDueBatches } from '../../../src/services/runs/release-batches.js';
import type { TestDatabase } from '../../support/database.js';
import { createExpansion, type Expansion } from '../../support/expansion.js';
import { rollBack } from '../../support/lock-waits.js';
import { insertExecution, insertExpanded } from '../../support/rows.js';

const JOBS = 5_000;
const BATCH = 2_000;
const PARAMS = { id: `db:big:all:id?batchSize=${BATCH}` };

let db: TestDatabase;
let expansion: Expansion;

beforeAll(async () => {
  expansion = await createExpansion(JOBS);
  db = expansion.db;
});
afterAll(() => expansion?.drop());
beforeEach(() => db.pool.query('TRUNCATE "ScheduleExecution", "AgentJobExecution", "JobChunk"'));

const expanded = (params: object = PARAMS) => expansion.expanded({ params });

/** Chunks do not become due by the passage of time, however slow the machine is. */
const storeLater = () => db.pool.query(`UPDATE "JobChunk" SET "storeAt" = "storeAt" + interval '1 hour'`);

/** Stores all chunks that are due, as the engine does; by default, as if the time in which they may be claimed were over. */
async function storeAll(options = { early: true }): Promise<StoredChunk[]> {
  const stored: StoredChunk[] = [];
  let last = '';
  const onTaken = (id: string) => {
    last = id;
  };
  for (;;) {
    const one = await storeJobChunk(db.pool, last, onTaken, options);
    if (!one) return stored;
    stored.push(one);
  }
}

async function count(table: string): Promise<number> {
  const { rows } = await db.pool.query(`SELECT count(*)::int AS count FROM "${table}"`);
  return rows[0]?.count;
}

const storeFirst = () => storeJobChunk(db.pool, '', () => {}, { early: true });

/** Ends all jobs that are rows. */
const endRows = () =>
  db.pool.query(
    `UPDATE "AgentJobExecution" SET status = 'cancelled', reason = 'operator', "settledAt" = clock_timestamp()`,
  );

test('the jobs of an expansion become rows chunk by chunk, each job once, in its batch', async () => {
  const id = await expanded();
  expect(await count('AgentJobExecution')).toBe(0);
  const { rows: runs } = await db.pool.query(
    'SELECT "jobsCreated", batches, "runStatus", "batchCursor" FROM "ScheduleExecution"',
  );
  expect(runs).toEqual([{ jobsCreated: JOBS, batches: 3, runStatus: 'running', batchCursor: -1 }]);

  expect(await storeAll()).toEqual(
    [1_500, 1_500, 1_500, 500].map((jobs) => ({ scheduleExecutionId: id, jobs, ended: [] })),
  );
  const { rows: jobs } = await db.pool.query<{ item: number; batchIndex: number }>(
    `SELECT (params ->> 'id')::int AS item, "batchIndex" FROM "AgentJobExecution" WHERE status = 'pending' AND "releasedAt" IS NULL ORDER BY id`,
  );
  expect(jobs).toEqual(
    Array.from({ length: JOBS }, (_, n) => ({ item: n + 1, batchIndex: Math.floor(n / BATCH) })),
  );
  expect(await count('JobChunk')).toBe(0);
});

test('a small expansion, and one by a busy worker, store all rows at once', async () => {
  await expanded({ id: 'db:big:all:id?limit=1500' });
  expect(await count('JobChunk')).toBe(0);
  const busy = await insertExecution(db.pool, { agentId: 'agent', params: PARAMS });
  expect(
    await expandExecution({ ...expansion.deps, firstBatchStaysPending: async () => false }, busy),
  ).toMatchObject({
    kind: 'expanded',
    released: BATCH,
  });
  expect(await count('JobChunk')).toBe(0);
});

test('however many runs wait until their jobs are rows, batches that are due after theirs are released', async () => {
  for (let count = 0; count < 4; count += 1) await expanded();
  await storeLater();
  const { id } = await insertExpanded(db.pool, { agentId: 'agent', jobs: [{}, {}], batchSize: 1 });
  await db.pool.query('UPDATE "ScheduleExecution" SET "nextBatchAt" = clock_timestamp() WHERE id = $1', [id]);
  expect(await releaseDueBatches(db.pool, 2)).toMatchObject({ batches: [], hastened: true, more: true });
  expect(await releaseDueBatches(db.pool, 2)).toMatchObject({ batches: [], hastened: true, more: true });
  expect(await releaseDueBatches(db.pool, 2)).toMatchObject({
    batches: [{ scheduleExecutionId: id, released: 1 }],
    more: false,
  });
  // The others follow as soon as there are rows.
  await storeFirst();
  expect(await releaseDueBatches(db.pool, 2)).toMatchObject({ batches: [{ released: 1_000 }] });
});

test('chunks wait five seconds for a worker that claims them, and longer for the jobs before them', async () => {
  await expanded();
  expect(await storeAll({ early: false })).toEqual([]);
  const ms = await msUntilNextChunk(db.pool);
  expect(ms).toBeGreaterThan(0);
  expect(ms).toBeLessThanOrEqual(5_000);
  const { rows } = await db.pool.query<{ later: number }>(
    `SELECT date_part('epoch', "storeAt" - lag("storeAt") OVER (ORDER BY part)) AS later FROM "JobChunk" ORDER BY part OFFSET 1`,
  );
  expect(rows).toHaveLength(3);
  for (const { later } of rows) expect(later).toBeGreaterThanOrEqual(0.5);
  await db.pool.query(`UPDATE "JobChunk" SET "storeAt" = clock_timestamp() WHERE part = 2`);
  expect(await storeAll({ early: false })).toMatchObject([{ jobs: 1_500 }]);
  expect(await count('JobChunk')).toBe(3);
});

test('chunks that cannot be stored stay, and do not delay other runs', async () => {
  const [first, second] = [await expanded(), await expanded()].sort();
  await db.pool.query(`
    CREATE FUNCTION public.refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused'; END $$;
    CREATE TRIGGER refuse BEFORE INSERT ON "AgentJobExecution" FOR EACH ROW WHEN (NEW."scheduleExecutionId" = '${first}') EXECUTE FUNCTION public.refuse()`);
  let last = '';
  const taken: string[] = [];
  const onTaken = (id: string) => {
    last = id;
    taken.push(id);
  };
  const next = () => storeJobChunk(db.pool, last, onTaken, { early: true });
  await expect(next()).rejects.toThrow('refused');
  expect(await next()).toMatchObject({ scheduleExecutionId: second, jobs: 1_500 });
  await expect(next()).rejects.toThrow('refused');
  expect(taken).toEqual([first, second, first]);
  expect(await count('JobChunk')).toBe(7);
  await db.pool.query('DROP TRIGGER refuse ON "AgentJobExecution"; DROP FUNCTION public.refuse()');
  await storeAll();
  expect(await count('AgentJobExecution')).toBe(2 * JOBS);
});

test('two workers share the chunks, and none is stored twice', async () => {
  await expanded();
  const other = createPool({
    connectionString: db.url,
    max: 2,
    applicationName: 'other',
    writer: 'engine',
  });
  try {
    const work = async (pool: Pool) => {
      for (;;) {
        try {
          if (!(await storeJobChunk(pool, '', () => {}, { early: true }))) return;
        } catch (error) {
          // On a busy machine, it can wait too long for another transaction that extends the table. The engine tries again.
          if (!isLockTimeout(error)) throw error;
        }
      }
    };
    await Promise.all([work(db.pool), work(other), work(other)]);
    // A chunk that another transaction takes is passed over, so that one of them may have ended early.
    await work(db.pool);
  } finally {
    await other.end();
  }
  const { rows } = await db.pool.query(
    `SELECT count(*)::int AS jobs, count(DISTINCT params ->> 'id')::int AS items FROM "AgentJobExecution"`,
  );
  expect(rows).toEqual([{ jobs: JOBS, items: JOBS }]);
});

test('a run does not end before its last chunk is stored', async () => {
  const id = await expanded();
  await storeFirst();
  await endRows();
  expect(await executionsToRollUp(db.pool, [id])).toEqual([]);
  expect(await countJobs(db.pool, [id])).toMatchObject([{ created: JOBS, cancelled: 1_500 }]);
  await storeAll();
  expect(await executionsToRollUp(db.pool, [id])).toEqual([]);
  await endRows();
  expect(await executionsToRollUp(db.pool, [id])).toEqual([id]);
});

test('a batch that an older worker has passed is due again when its jobs are rows', async () => {
  await expanded();
  await db.pool.query(`UPDATE "ScheduleExecution" SET "batchCursor" = 1, "nextBatchAt" = NULL`);
  await storeFirst();
  const { rows } = await db.pool.query(
    'SELECT "batchCursor", "nextBatchAt" <= clock_timestamp() AS due FROM "ScheduleExecution"',
  );
  expect(rows).toEqual([{ batchCursor: -1, due: true }]);
});

test('a run that exceeds its time limit is stopped even if all its open jobs are in chunks', async () => {
  const id = await expanded();
  await storeFirst();
  await endRows();
  await db.pool.query(`UPDATE "ScheduleExecution" SET "overdueAt" = clock_timestamp()`);
  expect(await stopOverdueRuns(db.pool)).toEqual([{ id, isExpanded: true }]);
  expect(await storeAll({ early: false })).toMatchObject([{ jobs: 0, ended: [{ runStatus: 'failed' }] }]);
});

describe('a worker without room makes the jobs of due batches rows at once', () => {
  /** How many chunks are to be stored now, by run. */
  async function hastened(): Promise<Record<string, number>> {
    const { rows } = await db.pool.query<{ id: string; chunks: number }>(
      `SELECT "executionId" AS id, count(*)::int AS chunks FROM "JobChunk" WHERE "storeAt" <= clock_timestamp() GROUP BY 1`,
    );
    return Object.fromEntries(rows.map(({ id, chunks }) => [id, chunks]));
  }

  test('and these batches stay due', async () => {
    const [first, second] = [await expanded(), await expanded()];
    await storeLater();
    const released = await releaseDueBatches(db.pool, 10);
    expect(released).toMatchObject({ batches: [], claimed: [], more: false, hastened: true });
    expect(await hastened()).toEqual({ [first]: 2, [second]: 2 });
    expect(await dueBatches(db.pool, 10)).toHaveLength(2);
    expect(await releaseDueBatches(db.pool, 10)).toEqual(NOTHING_RELEASED);
  });

  test('and does not look for the same ones again before, however many are due', async () => {
    await expanded();
    await expanded();
    await storeLater();
    expect(await releaseDueBatches(db.pool, 2)).toMatchObject({ batches: [], more: true });
    expect(await releaseDueBatches(db.pool, 2)).toEqual(NOTHING_RELEASED);
    await storeAll();
    expect(await releaseDueBatches(db.pool, 2)).toMatchObject({ batches: [{}, {}], more: true });
  });

  test('without waiting for a chunk whose jobs another one claims, which may wait for the run', async () => {
    const id = await expanded();
    const other = await db.pool.connect();
    try {
      await other.query('BEGIN');
      await other.query('SELECT FROM "JobChunk" WHERE part = 0 FOR UPDATE');
      expect(await releaseDueBatches(db.pool, 10)).toMatchObject({ hastened: true });
      expect(await hastened()).toEqual({ [id]: 1 });
      expect(await dueBatches(db.pool, 10)).toHaveLength(1);
    } finally {
      await rollBack(other);
    }
  });
});

describe('of a cancelled run, the chunks', () => {
  const cancel = () =>
    db.pool.query(
      `UPDATE "ScheduleExecution" SET "cancelRequestedAt" = clock_timestamp(), "nextBatchAt" = NULL`,
    );

  test('are dropped at once, and do not count as jobs any more', async () => {
    const id = await expanded();
    await storeFirst();
    await cancel();
    expect(await storeAll({ early: false })).toEqual([{ scheduleExecutionId: id, jobs: 0, ended: [] }]);
    expect(await count('AgentJobExecution')).toBe(1_500);
    const { rows } = await db.pool.query('SELECT "jobsCreated", "runStatus" FROM "ScheduleExecution"');
    expect(rows).toEqual([{ jobsCreated: 1_500, runStatus: 'running' }]);
  });

  test('end it, if its other jobs have ended', async () => {
    const id = await expanded();
    await storeFirst();
    await cancel();
    await endRows();
    expect(await storeAll()).toMatchObject([
      {
        scheduleExecutionId: id,
        jobs: 0,
        ended: [{ runStatus: 'cancelled', jobs: 1_500, cancelled: 1_500 }],
      },
    ]);
  });

  test('wait while another transaction locks it', async () => {
    const id = await expanded();
    await cancel();
    const holder = await db.pool.connect();
    try {
      await holder.query('BEGIN');
      await holder.query('SELECT FROM "ScheduleExecution" WHERE id = $1 FOR UPDATE', [id]);
      await expect(storeAll()).rejects.toMatchObject({ code: '55P03' });
      expect(await count('JobChunk')).toBe(4);
    } finally {
      await rollBack(holder);
    }
    expect(await storeAll()).toMatchObject([{ jobs: 0 }]);
  });
});

test('a value that PostgreSQL cannot store is refused with the chunk, not when its rows are inserted', async () => {
  const settings = { origin: { scheduleExecutionId: 'run' } } as JobChunk['settings'];
  const params = ['{"x": 1}', JSON.stringify({ x: 'a\0b' })];
  const { text, values } = chunkInsertion({ part: 1, firstIndex: 0, batchSize: 10, settings, params });
  await expect(db.pool.query(text, values)).rejects.toMatchObject({ code: '22P05' });
});
