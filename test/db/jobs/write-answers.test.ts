import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { claimAttempts, type Lease } from '../../../src/db/jobs/claim/claim-attempts.js';
import { type AnswerRecord, writeAnswers } from '../../../src/db/jobs/end/write-answers.js';
import { deliveryOf, runStatusOf } from '../../../src/db/runs/end/roll-up-sql.js';
import type { Queryable } from '../../../src/db/system/queryable.js';
import { registerWorker } from '../../../src/db/workers/worker-lease.js';
import { deliveryStatus, rollUpRunStatus } from '../../../src/domain/job/states.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { rollBack } from '../../support/lock-waits.js';
import { insertExpanded } from '../../support/rows.js';
import { completed } from './claim-fixture.js';

let db: TestDatabase;
let lease: Lease;

beforeAll(async () => {
  db = await createTestDatabase({ writer: 'engine' });
});
afterAll(() => db?.drop());
beforeEach(async () => {
  await db.pool.query('TRUNCATE "ScheduleExecution", "AgentJobExecution", "Worker"');
  const worker = { id: 'w', host: 'test', pid: 1, version: '1', concurrency: 10, capabilities: {} };
  lease = await registerWorker(db.pool, worker, 60_000);
});

async function claimed(count: number, batchSize = count) {
  const jobs = Array.from({ length: count }, (_, n) => ({ n }));
  const { id, attemptIds } = await insertExpanded(db.pool, { agentId: 'agent', jobs, batchSize });
  await claimAttempts(db.pool, lease, count);
  const record = (index: number, change: Partial<AnswerRecord> = {}) =>
    completed(attemptIds[index] ?? '', { scheduleExecutionId: id, result: index, ...change });
  return { id, attemptIds, record };
}

const ACCEPTED = { status: 'running', accepted: true, result: null, statusCode: 202 } as const;

const failed = (code: string, statusCode: number | null): Partial<AnswerRecord> => ({
  status: 'failed',
  result: null,
  statusCode,
  error: { message: 'no', code, retryable: true },
});

async function executionOf(id: string) {
  const { rows } = await db.pool.query('SELECT * FROM "ScheduleExecution" WHERE id = $1', [id]);
  return rows[0];
}

describe('completed answers', () => {
  test('settle their jobs; the last one ends the run and writes it to the log', async () => {
    const { id, record } = await claimed(2);
    const first = await writeAnswers(db.pool, lease, [record(0)]);
    expect(first).toMatchObject({ ended: [], standing: [], uncounted: [] });
    expect(await executionOf(id)).toMatchObject({
      ...{ jobsCompleted: 1, jobsUnanswered: 1, jobsStarted: 1, runStatus: 'running', completedAt: null },
    });
    const last = await writeAnswers(db.pool, lease, [record(1)]);
    expect(last.ended).toMatchObject([
      { scheduleExecutionId: id, runStatus: 'succeeded', status: 'success', jobs: 2, completed: 2 },
    ]);
    const { rows } = await db.pool.query('SELECT id FROM "AgentJobExecution" WHERE "settledAt" IS NULL');
    expect(rows).toEqual([]);
  });

  test('count once, even if their acknowledgement was lost and they are written again', async () => {
    const { id, record } = await claimed(3);
    const answers = [record(0), record(1, ACCEPTED)];
    await writeAnswers(db.pool, lease, answers);
    await writeAnswers(db.pool, lease, answers);
    expect(await executionOf(id)).toMatchObject({ jobsCompleted: 1, jobsUnanswered: 1, jobsStarted: 2 });
  });

  test('are found by their ids, however much is running and whatever the statistics say', async () => {
    await db.pool.query('ANALYZE "AgentJobExecution"'); // of an empty table
    const { record } = await claimed(1_000);
    const client = await db.pool.connect();
    const plan = async (text: string, values?: unknown[]) => {
      const { rows } = await client.query(`EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF) ${text}`, values);
      const lines = rows.map((row) => row['QUERY PLAN'] as string).join('\n');
      const counts = [...lines.matchAll(/rows=(\d+)[\d.]* loops=(\d+)/g)];
      const removed = [...lines.matchAll(/Rows Removed by [A-Za-z ]+: (\d+)/g)];
      expect(
        Math.max(...counts.map(([, rows, loops]) => Number(rows) * Number(loops))),
        lines,
      ).toBeLessThanOrEqual(150);
      expect(removed.length === 0 || Math.max(...removed.map(([, rows]) => Number(rows))) <= 50).toBe(true);
      return { rows: [] };
    };
    try {
      await client.query('BEGIN');
      const answers = Array.from({ length: 50 }, (_, n) => record(n));
      await writeAnswers({ query: plan } as unknown as Queryable, lease, answers);
    } finally {
      await rollBack(client);
    }
  });

  test('report that the newest batch is answered if another batch follows', async () => {
    const { id, record } = await claimed(4, 2);
    expect((await writeAnswers(db.pool, lease, [record(0, ACCEPTED)])).standing).toEqual([]);
    expect((await writeAnswers(db.pool, lease, [record(1)])).standing).toMatchObject([
      { id, done: false, answered: true },
    ]);
  });

  test.each(['jobsUnanswered', 'jobsStarted'])(
    'leave the end to the code that counts rows if the counters do not agree: %s',
    async (counter) => {
      const { id, record } = await claimed(1);
      await db.pool.query(`UPDATE "ScheduleExecution" SET "${counter}" = 2`);
      const { ended, standing } = await writeAnswers(db.pool, lease, [record(0)]);
      expect(ended).toEqual([]);
      expect(standing).toMatchObject([{ id, done: true }]);
    },
  );

  test('report a run whose answers are all known, although its agents have not ended', async () => {
    const { id, record } = await claimed(2);
    expect((await writeAnswers(db.pool, lease, [record(0, ACCEPTED)])).standing).toEqual([]);
    expect((await writeAnswers(db.pool, lease, [record(1, ACCEPTED)])).standing).toMatchObject([
      { id, done: false, answered: true },
    ]);
  });

  test('leave the end of a run of a pipeline to the code that advances it', async () => {
    const { id, record } = await claimed(1);
    await db.pool.query(
      `UPDATE "ScheduleExecution" SET "targetType" = 'pipeline', "agentId" = NULL, "pipelineId" = 'p'`,
    );
    const { ended, standing } = await writeAnswers(db.pool, lease, [record(0)]);
    expect(ended).toEqual([]);
    expect(standing).toMatchObject([{ id, done: true }]);
  });

  test('that end a run leave no batch due', async () => {
    const { id, record } = await claimed(1);
    await db.pool.query('UPDATE "ScheduleExecution" SET "nextBatchAt" = now()');
    await writeAnswers(db.pool, lease, [record(0)]);
    expect(await executionOf(id)).toMatchObject({ runStatus: 'succeeded', nextBatchAt: null });
  });

  test('of a retry do not count as answers again', async () => {
    const { id, record } = await claimed(2);
    await db.pool.query('UPDATE "AgentJobExecution" SET "retryCount" = 1');
    await writeAnswers(db.pool, lease, [record(0), record(1, ACCEPTED)]);
    expect(await executionOf(id)).toMatchObject({ jobsCompleted: 1, jobsUnanswered: 2, jobsStarted: 0 });
  });

  test('of pipeline steps are settled later; only their acceptance counts at once', async () => {
    const { id, attemptIds, record } = await claimed(2);
    await db.pool.query(`UPDATE "AgentJobExecution" SET "contextId" = 'c', "pipelineStepId" = 's'`);
    await writeAnswers(db.pool, lease, [record(0), record(1, ACCEPTED)]);
    expect(await executionOf(id)).toMatchObject({ jobsCompleted: 0, jobsUnanswered: 1, jobsStarted: 1 });
    const { rows } = await db.pool.query(
      `SELECT id, "settledAt" FROM "AgentJobExecution" WHERE status = 'completed'`,
    );
    expect(rows).toEqual([{ id: attemptIds[0], settledAt: null }]);
  });

  test('are dated by the first send, not by the claim', async () => {
    const { attemptIds, record } = await claimed(2);
    await db.pool.query(
      `UPDATE "AgentJobExecution" SET "sentAt" = '2030-01-01', "startedAt" = '2030-01-01', redeliveries = (id = $1)::int`,
      [attemptIds[1]],
    );
    await writeAnswers(db.pool, lease, [record(0, { sentAfterMs: 30 }), record(1, { sentAfterMs: 30 })]);
    const { rows } = await db.pool.query('SELECT "sentAt", "startedAt" FROM "AgentJobExecution" ORDER BY id');
    const [claimedAt, sentAt] = [new Date('2030-01-01'), new Date('2030-01-01T00:00:00.030Z')];
    expect(rows).toEqual([
      { sentAt, startedAt: sentAt },
      { sentAt: claimedAt, startedAt: claimedAt },
    ]);
  });

  test('replace what the agent has written by SQL, and an acceptance keeps it', async () => {
    const { attemptIds, record } = await claimed(2);
    await db.pool.query(
      `UPDATE "AgentJobExecution" SET result = '"draft"', error = '{"message": "draft"}', metrics = '{"n": 1}', "acceptedAt" = '2030-01-01'`,
    );
    await writeAnswers(db.pool, lease, [record(0, ACCEPTED), record(1, { result: 'final' })]);
    const { rows } = await db.pool.query(
      'SELECT id, result, error, metrics, "acceptedAt" FROM "AgentJobExecution" ORDER BY id',
    );
    const acceptedAt = new Date('2030-01-01');
    expect(rows).toEqual([
      { id: attemptIds[0], result: 'draft', error: { message: 'draft' }, metrics: { n: 1 }, acceptedAt },
      { id: attemptIds[1], result: 'final', error: null, metrics: { n: 1 }, acceptedAt },
    ]);
  });

  test('of a locked run are written anyway, and settled later', async () => {
    const { id, record } = await claimed(2);
    const other = await claimed(1);
    const holder = await db.pool.connect();
    try {
      await holder.query('BEGIN');
      await holder.query('SELECT FROM "ScheduleExecution" WHERE id = $1 FOR UPDATE', [id]);
      const { written, uncounted, ended } = await writeAnswers(db.pool, lease, [record(0), other.record(0)]);
      expect(written.size).toBe(2);
      expect(uncounted).toEqual([id]);
      expect(ended).toMatchObject([{ scheduleExecutionId: other.id }]);
    } finally {
      await rollBack(holder);
    }
    expect(await executionOf(id)).toMatchObject({ jobsCompleted: 0, jobsUnanswered: 2 });
    const { rows } = await db.pool.query(
      `SELECT status, "answersCounted" FROM "AgentJobExecution" WHERE "settledAt" IS NULL AND status = 'completed'`,
    );
    expect(rows).toEqual([{ status: 'completed', answersCounted: 0 }]);
  });
});

test('a refused request counts as answered, not as started', async () => {
  const { id, record } = await claimed(2);
  await writeAnswers(db.pool, lease, [record(0, failed('HTTP_503', 503))]);
  expect(await executionOf(id)).toMatchObject({ jobsUnanswered: 1, jobsStarted: 0, jobsCompleted: 0 });
});

test('a job that no worker matched loses the reason when it completes, and keeps any other', async () => {
  const { attemptIds, record } = await claimed(2);
  await db.pool.query(
    `UPDATE "AgentJobExecution" SET reason = CASE id WHEN $1 THEN 'no_matching_worker' ELSE 'operator' END`,
    [attemptIds[0]],
  );
  await writeAnswers(db.pool, lease, [record(0), record(1)]);
  const { rows } = await db.pool.query('SELECT reason FROM "AgentJobExecution" ORDER BY id');
  expect(rows).toEqual([{ reason: null }, { reason: 'operator' }]);
});

test.each([
  ['that the agent cannot have received', 'CONNECTION_REFUSED', 0, null, 1],
  ['that a job without retries may have delivered', 'TIMEOUT', 0, null, 0],
  ['that a job with retries may have delivered', 'TIMEOUT', 2, null, 1],
  ['that was answered', 'CONNECTION_REFUSED', 0, 503, 0],
])(
  'a failed probe %s (%s, %i retries, status %s) gives back %i',
  async (_, code, maxRetries, statusCode, more) => {
    const { attemptIds, record } = await claimed(2);
    const [probeId] = attemptIds;
    await db.pool.query('TRUNCATE "AgentCircuit"');
    await db.pool.query(
      `INSERT INTO "AgentCircuit" ("agentId", state, failures, "openedAt", "nextProbeAt", "probeId") VALUES ('agent', 'half_open', 5, now(), now(), $1)`,
      [probeId],
    );
    await db.pool.query(
      `UPDATE "AgentJobExecution" SET "retriesLeft" = 2, "retryConfig" = jsonb_build_object('maxRetries', $1::int)`,
      [maxRetries],
    );
    await writeAnswers(
      db.pool,
      lease,
      [0, 1].map((n) => record(n, failed(code, statusCode))),
    );
    const { rows } = await db.pool.query('SELECT "retriesLeft" FROM "AgentJobExecution" ORDER BY id');
    expect(rows).toEqual([{ retriesLeft: 2 + more }, { retriesLeft: 2 }]);
  },
);

test('runs that end with an answer are marked for their schedule as the trigger marks all others', async () => {
  const kinds = ['none', 'plain', 'queue', 'failing', 'followed', 'backfill'] as const;
  await db.pool.query(`TRUNCATE "Schedule";
    INSERT INTO "Schedule" (id, name, "repeat", "interval", "targetType", "agentId", "createdBy", "concurrencyPolicy", "failureCount")
    SELECT kind, kind, 'repeating', 60000, 'agent', 'agent', 'test', CASE kind WHEN 'queue' THEN 'queue' ELSE 'allow' END, CASE kind WHEN 'failing' THEN 1 ELSE 0 END
    FROM unnest(ARRAY['plain', 'queue', 'failing', 'followed', 'backfill']) AS kind`);
  const marks = async (end: (id: string, record: AnswerRecord) => Promise<unknown>) => {
    await db.pool.query('TRUNCATE "ScheduleExecution", "AgentJobExecution"');
    const marked: [string, boolean][] = [];
    for (const kind of kinds)
      for (const failed of [0, 1]) {
        const { id, record } = await claimed(1);
        await db.pool.query(
          `UPDATE "ScheduleExecution" SET "scheduleId" = nullif($2, 'none'), trigger = CASE WHEN $2 = 'backfill' THEN 'backfill' ELSE 'manual' END, "backfillId" = CASE WHEN $2 = 'backfill' THEN id END, "slotAt" = CASE WHEN $2 = 'backfill' THEN now() END,
             "jobsFailed" = $3, "jobsCreated" = 1 + $3, "cancelRequestedAt" = CASE WHEN $3 > 0 THEN now() END, reason = CASE WHEN $3 > 0 THEN 'run_timeout' END WHERE id = $1`,
          [id, kind, failed],
        );
        if (kind === 'followed' && failed === 0)
          await db.pool.query(`INSERT INTO "ScheduleExecution" (id, "scheduleId", "targetType", "agentId", trigger, "fireAt", "executionTime", status, "runStatus", "waitingSince", snapshot, "traceId")
            VALUES ('waiting', 'followed', 'agent', 'agent', 'manual', now(), now(), 'pending', 'pending', now(), '{}', 'x')`);
        await end(id, record(0));
        const { completedAt, runStatus, toConclude } = await executionOf(id);
        expect(completedAt).not.toBeNull();
        marked.push([`${kind} ${runStatus}`, toConclude]);
      }
    return marked;
  };
  const byAnswers = await marks((_, record) => writeAnswers(db.pool, lease, [record]));
  const byTrigger = await marks((id) =>
    db.pool.query(
      `UPDATE "ScheduleExecution" SET "completedAt" = now(), "runStatus" = CASE WHEN "jobsFailed" > 0 THEN 'failed' ELSE 'succeeded' END WHERE id = $1`,
      [id],
    ),
  );
  expect(byAnswers).toEqual(byTrigger);
  expect(byAnswers.filter(([, isMarked]) => isMarked).map(([kind]) => kind)).toEqual([
    ...['plain failed', 'queue succeeded', 'queue failed', 'failing succeeded', 'failing failed'],
    ...['followed succeeded', 'followed failed'],
  ]);
});

test('the roll-up by counters equals the roll-up of the domain', async () => {
  const count = fc.integer({ min: 0, max: 3 });
  const states = fc.record({
    ...{ completed: count, failed: count, skipped: count, cancelled: count, started: count },
    cancelRequested: fc.boolean(),
    overdue: fc.boolean(),
  });
  const samples = fc.sample(states, 500).map((one) => ({
    ...one,
    overdue: one.overdue && one.cancelRequested,
    created: one.completed + one.failed + one.skipped + one.cancelled,
  }));
  const columns = { created: 'created', completed: 'completed', failed: 'failed', cancelled: 'cancelled' };
  const { rows } = await db.pool.query(
    `SELECT ${runStatusOf('e', { ...columns, started: 'started' })} AS run, ${deliveryOf({ ...columns, started: 'started' })} AS delivery
     FROM ROWS FROM (jsonb_to_recordset($1::jsonb) AS (created int, completed int, failed int, cancelled int, started int, reason text, "cancelRequestedAt" text))
       WITH ORDINALITY AS e(created, completed, failed, cancelled, started, reason, "cancelRequestedAt", place) ORDER BY place`,
    [
      JSON.stringify(
        samples.map(({ cancelRequested, overdue, ...counts }) => ({
          ...counts,
          reason: overdue ? 'run_timeout' : null,
          cancelRequestedAt: cancelRequested ? 'now' : null,
        })),
      ),
    ],
  );
  expect(rows).toEqual(
    samples.map((one) => ({
      run: rollUpRunStatus(one, one.cancelRequested, one.overdue),
      delivery: deliveryStatus(one),
    })),
  );
});

describe('a connection that is lost', () => {
  const reported = async (id: string | undefined) => {
    await db.pool.query(
      `UPDATE "AgentJobExecution" SET "acceptedAt" = "sentAt", "progressAt" = "sentAt" WHERE id = $1`,
      [id],
    );
  };
  const attempt = async (id: string | undefined) => {
    const { rows } = await db.pool.query(
      'SELECT status, error, "durationMs", "completedAt" FROM "AgentJobExecution" WHERE id = $1',
      [id],
    );
    return rows[0];
  };

  test.each([
    ['CONNECTION_RESET', null],
    ['TIMEOUT', null],
    ['HTTP_502', 502],
    ['HTTP_504', 504],
  ])(
    'after the agent reported that it runs leaves the attempt to its report: %s',
    async (code, statusCode) => {
      const { id, attemptIds, record } = await claimed(2);
      await reported(attemptIds[0]);
      const lost = failed(code, statusCode);
      const { leftToReport } = await writeAnswers(db.pool, lease, [record(0, lost), record(1, lost)]);
      expect([...leftToReport]).toEqual([attemptIds[0]]);
      expect(await attempt(attemptIds[0])).toEqual({
        status: 'running',
        error: null,
        durationMs: null,
        completedAt: null,
      });
      expect(await attempt(attemptIds[1])).toMatchObject({ status: 'dead_letter', error: { code } });
      // It is answered, as after an acceptance: the next batch need not wait for the report.
      expect(await executionOf(id)).toMatchObject({ jobsUnanswered: 0, jobsStarted: 1 });
    },
  );

  test('does not hide an answer that says that the job failed', async () => {
    const { attemptIds, record } = await claimed(1);
    await reported(attemptIds[0]);
    await writeAnswers(db.pool, lease, [record(0, failed('HTTP_500', 500))]);
    expect(await attempt(attemptIds[0])).toMatchObject({
      status: 'dead_letter',
      error: { code: 'HTTP_500' },
    });
  });
});
