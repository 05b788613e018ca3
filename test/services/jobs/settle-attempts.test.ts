import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { RetryConfig } from '../../../src/domain/retry/retry.js';
import { createPool, type Pool, withTransaction } from '../../../src/runtime/database/pool.js';
import { createSecretBox } from '../../../src/runtime/secrets/secret-box.js';
import { createAgentDirectory } from '../../../src/services/agents/agent-directory.js';
import { createResultValidator, type ResultValidator } from '../../../src/services/jobs/result-validator.js';
import { type SettleDeps, settleAttempts } from '../../../src/services/jobs/settle-attempts.js';
import { advanceBatches } from '../../../src/services/runs/release-batches.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { SECRET_KEY } from '../../support/engine.js';
import { type ExpandedRow, insertAgent, insertExpanded } from '../../support/rows.js';

let db: TestDatabase;
/** The connection of an agent. */
let reporter: Pool;
interface Settler extends SettleDeps {
  results: ResultValidator;
}
let deps: Settler;

beforeAll(async () => {
  db = await createTestDatabase({ writer: 'engine' });
  reporter = createPool({ connectionString: db.url, max: 3, applicationName: 'agent' });
  await insertAgent(db.pool, 'agent', 'http://127.0.0.1:9/run');
  await insertAgent(db.pool, 'strict', 'http://127.0.0.1:9/run', {
    outputSchema: { type: 'object', required: ['ok'] },
  });
});
afterAll(async () => {
  await reporter?.end();
  await db?.drop();
});
beforeEach(async () => {
  await db.pool.query('TRUNCATE "ScheduleExecution", "AgentJobExecution"');
  deps = settlerOn(db.pool);
});

function settlerOn(pool: Pool): Settler {
  const directory = createAgentDirectory({ pool, secretBox: createSecretBox(SECRET_KEY) });
  return { pool, results: createResultValidator({ pool, directory }), random: () => 0.5 };
}

const RETRY: RetryConfig = { maxRetries: 2, backoff: 'exponential', delay: 60_000 };

/** A run whose jobs are all running, sent by no worker. */
async function running(row: Partial<ExpandedRow> & { count?: number } = {}) {
  const { count = 1, ...rest } = row;
  const execution = await insertExpanded(db.pool, {
    agentId: 'agent',
    jobs: Array.from({ length: count }, (_, n) => ({ n })),
    ...rest,
  });
  await db.pool.query(
    `UPDATE "AgentJobExecution" SET status = 'running', "sentAt" = now(), "startedAt" = now() WHERE "scheduleExecutionId" = $1 AND "releasedAt" IS NOT NULL`,
    [execution.id],
  );
  return execution;
}

const COMPLETE = `UPDATE "AgentJobExecution" SET status = 'completed', result = '{}', "statusCode" = 200 WHERE id = $1`;
const fail = (error: object) =>
  `UPDATE "AgentJobExecution" SET status = 'failed', "statusCode" = 500, error = '${JSON.stringify(error)}' WHERE id = $1`;

async function executionOf(id: string): Promise<Record<string, unknown>> {
  const { rows } = await db.pool.query('SELECT * FROM "ScheduleExecution" WHERE id = $1', [id]);
  return rows[0];
}

async function attemptsOf(id: string) {
  const { rows } = await db.pool.query<Record<string, unknown> & { id: string; waitMs: number | null }>(
    `SELECT *, extract(epoch FROM "retryAt" - "createdAt") * 1000 AS "waitMs" FROM "AgentJobExecution"
     WHERE "scheduleExecutionId" = $1 ORDER BY "jobId", "retryCount"`,
    [id],
  );
  return rows;
}

/** Settles until nothing is left. */
async function settleAll(settler = deps): Promise<number> {
  let settled = 0;
  while ((await settler.results.validateSome()).more);
  for (let more: unknown = true; more; ) {
    const round = await settleAttempts(settler);
    settled += round.attempts.length;
    more = round.more;
  }
  return settled;
}

describe('two settlers', () => {
  test.each([1, 2, 3, 4])('count the last two jobs exactly once, 50 times in a row (%i of 4)', async () => {
    const executions = [];
    for (let n = 0; n < 50; n += 1) executions.push(await running({ count: 2 }));
    const pools = [1, 2].map(() =>
      createPool({ connectionString: db.url, max: 3, applicationName: 'settler', writer: 'engine' }),
    );
    const [one, two] = pools.map(settlerOn) as [Settler, Settler];
    let settled = 0;
    for (const { attemptIds } of executions) {
      // Each finisher ends its job and settles at once, as two workers would.
      const finish = async (settler: Settler, id: string | undefined) => {
        await settler.pool.query(COMPLETE, [id]);
        const count = await settleAll(settler);
        settled += count;
      };
      await Promise.all([finish(one, attemptIds[0]), finish(two, attemptIds[1])]);
    }
    await Promise.all(pools.map((pool) => pool.end()));
    expect(settled).toBe(100);
    const { rows } = await db.pool.query(
      `SELECT "runStatus", status, "jobsCompleted", count(*) AS n FROM "ScheduleExecution" GROUP BY 1, 2, 3`,
    );
    expect(rows).toEqual([{ runStatus: 'succeeded', status: 'success', jobsCompleted: 2, n: 50 }]);
    const { rows: ends } = await db.pool.query(
      `SELECT "entityId" FROM outbox_event WHERE kind = 'execution' AND status = 'succeeded' AND "previousStatus" = 'running' GROUP BY 1 HAVING count(*) <> 1`,
    );
    expect(ends).toEqual([]);
  });

  test('of which one finds the run locked settle it later', async () => {
    const { id, attemptIds } = await running();
    await db.pool.query(COMPLETE, attemptIds);
    await withTransaction(db.pool, async (client) => {
      await client.query('SELECT FROM "ScheduleExecution" WHERE id = $1 FOR UPDATE', [id]);
      expect(await settleAttempts(deps)).toMatchObject({ attempts: [], more: 'busy' });
    });
    expect(await settleAll()).toBe(1);
    expect(await executionOf(id)).toMatchObject({ runStatus: 'succeeded' });
  });

  test('are not delayed by a locked run', async () => {
    const [stuck, other] = [await running(), await running()];
    for (const { attemptIds } of [stuck, other]) await db.pool.query(COMPLETE, attemptIds);
    await withTransaction(db.pool, async (client) => {
      await client.query('SELECT FROM "ScheduleExecution" WHERE id = $1 FOR UPDATE', [stuck.id]);
      expect((await settleAttempts(deps)).attempts).toHaveLength(1);
      expect(await executionOf(other.id)).toMatchObject({ runStatus: 'succeeded' });
    });
  });
});

test('skip a run that cannot be settled, and report it in the end', async () => {
  const executions = [];
  for (let n = 0; n < 5; n += 1) executions.push(await running());
  await db.pool.query(COMPLETE.replace('id = $1', 'id = ANY ($1)'), [
    executions.flatMap(({ attemptIds }) => attemptIds),
  ]);
  const poisoned = executions[2]?.id;
  // A value that no guard would accept.
  await db.pool.query(`ALTER TABLE "AgentJobExecution" DISABLE TRIGGER guard_attempt`);
  await db.pool.query(
    `UPDATE "AgentJobExecution" SET "completedAt" = 'infinity', error = '{"message": "x"}' WHERE "scheduleExecutionId" = $1`,
    [poisoned],
  );
  await db.pool.query(`ALTER TABLE "AgentJobExecution" ENABLE TRIGGER guard_attempt`);
  expect(await settleAttempts(deps)).toMatchObject({ attempts: { length: 4 }, more: true });
  await expect(settleAttempts(deps)).rejects.toThrow(TypeError);
  const { rows } = await db.pool.query(`SELECT id FROM "ScheduleExecution" WHERE "runStatus" <> 'succeeded'`);
  expect(rows).toEqual([{ id: poisoned }]);
});

/** Counted from the settlement, which starts a moment after the row's transaction. */
function expectWait(waitMs: unknown, expected: number): void {
  expect(Number(waitMs)).toBeGreaterThanOrEqual(expected);
  expect(Number(waitMs)).toBeLessThan(expected + 30_000);
}

describe('retries', () => {
  test('are new rows with exponential delays, and end as a dead letter', async () => {
    const { id } = await running({ retryConfig: RETRY });
    for (let attempt = 0; attempt <= 2; attempt += 1) {
      const [last] = (await attemptsOf(id)).slice(-1);
      await db.pool.query(
        `UPDATE "AgentJobExecution" SET status = 'running' WHERE id = $1 AND status = 'pending'`,
        [last?.id],
      );
      await db.pool.query(fail({ message: 'busy', retryable: true }), [last?.id]);
      expect(await settleAll()).toBe(1);
    }
    const attempts = await attemptsOf(id);
    expect(attempts).toMatchObject([
      { retryCount: 0, status: 'failed', isLatest: false, retriesLeft: 2, waitMs: null },
      { retryCount: 1, status: 'failed', isLatest: false, retriesLeft: 1, supersedes: attempts[0]?.id },
      { retryCount: 2, status: 'dead_letter', isLatest: true, retriesLeft: 0, supersedes: attempts[1]?.id },
    ]);
    expectWait(attempts[1]?.waitMs, 60_000);
    expectWait(attempts[2]?.waitMs, 120_000);
    expect(new Set(attempts.map(({ jobId }) => jobId)).size).toBe(1);
    expect(await executionOf(id)).toMatchObject({
      runStatus: 'failed',
      status: 'failed',
      jobsFailed: 1,
      errors: [{ message: 'busy', count: 3 }],
    });
  });

  test('wait as long as the agent asked if that is longer', async () => {
    const { id, attemptIds } = await running({ retryConfig: RETRY });
    await db.pool.query(fail({ message: 'busy', retryable: true, retryAfterMs: 600_000 }), attemptIds);
    await settleAll();
    expectWait((await attemptsOf(id))[1]?.waitMs, 600_000);
  });

  test.each([
    ['false', { retryable: false }],
    ['missing', {}],
    ['a text', { retryable: 'true' }],
  ])('do not follow if retryable is %s', async (_, said) => {
    const { id, attemptIds } = await running({ retryConfig: RETRY });
    await db.pool.query(fail({ message: 'no', ...said }), attemptIds);
    await settleAll();
    expect(await attemptsOf(id)).toMatchObject([{ status: 'failed', isLatest: true }]);
    expect(await executionOf(id)).toMatchObject({ runStatus: 'failed', jobsFailed: 1 });
  });

  test('do not follow a cancellation', async () => {
    const { id, attemptIds } = await running({ retryConfig: RETRY });
    await db.pool.query(fail({ message: 'busy', retryable: true }), attemptIds);
    await db.pool.query(`UPDATE "ScheduleExecution" SET "cancelRequestedAt" = now() WHERE id = $1`, [id]);
    await settleAll();
    expect(await attemptsOf(id)).toHaveLength(1);
    expect(await executionOf(id)).toMatchObject({ runStatus: 'cancelled', jobsFailed: 1 });
  });

  test('end as a dead letter whoever writes it', async () => {
    const { id, attemptIds } = await running();
    await reporter.query(
      `UPDATE "AgentJobExecution" SET status='failed', error='{"message":"again","retryable":true}', "completedAt"=now() WHERE id = $1`,
      attemptIds,
    );
    await settleAll();
    expect(await attemptsOf(id)).toMatchObject([{ status: 'dead_letter', isLatest: true }]);
    expect(await executionOf(id)).toMatchObject({ runStatus: 'failed', jobsFailed: 1 });
  });

  test('are not affected by a late report of the abandoned attempt', async () => {
    const { id, attemptIds } = await running({ retryConfig: RETRY });
    await db.pool.query(fail({ message: 'busy', retryable: true }), attemptIds);
    await settleAll();
    await expect(
      reporter.query(
        `UPDATE "AgentJobExecution" SET status='completed', result='{"late":true}' WHERE id = $1`,
        attemptIds,
      ),
    ).rejects.toThrow(/already ended as failed/);
    expect(await attemptsOf(id)).toMatchObject([
      { status: 'failed', result: null },
      { status: 'pending', result: null },
    ]);
  });
});

describe('counters and errors', () => {
  test('are what the rows say at the end, whatever they were', async () => {
    const { id, attemptIds } = await running({ count: 4 });
    await db.pool.query(
      `UPDATE "ScheduleExecution" SET "jobsCompleted" = 1, "jobsFailed" = 0, "jobsEnqueued" = 99 WHERE id = $1`,
      [id],
    );
    for (const [index, attemptId] of attemptIds.entries())
      await db.pool.query(index < 3 ? COMPLETE : fail({ message: 'no' }), [attemptId]);
    await settleAll();
    expect(await executionOf(id)).toMatchObject({
      runStatus: 'partial',
      status: 'partial',
      jobsCreated: 4,
      jobsCompleted: 3,
      jobsFailed: 1,
      jobsEnqueued: 4,
    });
  });

  test('are limited: errors are grouped, a hundred at most', async () => {
    const { id, attemptIds } = await running({ count: 130 });
    for (const [index, attemptId] of attemptIds.entries())
      await db.pool.query(fail({ message: index < 20 ? 'the same' : `no ${index}` }), [attemptId]);
    await settleAll();
    const { errors } = (await executionOf(id)) as { errors: { message: string; count: number }[] };
    expect(errors).toHaveLength(100);
    expect(errors.find(({ message }) => message === 'the same')?.count).toBe(20);
  });

  test('accept a message that is cut within a character', async () => {
    const [odd, other] = [await running(), await running()];
    const message = `${'x'.repeat(999)}😀 and more`;
    await reporter.query(
      `UPDATE "AgentJobExecution" SET status='failed', error=jsonb_build_object('message', $2::text) WHERE id = $1`,
      [odd.attemptIds[0], message],
    );
    await db.pool.query(COMPLETE, other.attemptIds);
    expect(await settleAll()).toBe(2);
    expect(await executionOf(odd.id)).toMatchObject({ runStatus: 'failed', errors: [{ count: 1 }] });
    expect(await executionOf(other.id)).toMatchObject({ runStatus: 'succeeded' });
  });
});

describe('delivery', () => {
  test.each([
    ['success', [200, 202]],
    ['partial', [200, null]],
    ['partial', [200, 500]],
    ['failed', [404, 500]],
    ['failed', [302, 429]],
    ['failed', [null, null]],
  ])('is %s if first attempts were answered with %j', async (status, codes) => {
    const { id, attemptIds } = await running({ count: 2 });
    for (const [index, attemptId] of attemptIds.entries())
      await db.pool.query(
        `UPDATE "AgentJobExecution" SET status = 'failed', error = '{"message": "x"}', "statusCode" = $2 WHERE id = $1`,
        [attemptId, codes[index]],
      );
    await settleAll();
    expect(await executionOf(id)).toMatchObject({ status, runStatus: 'failed' });
  });

  test('is settled when all were answered, while jobs still run', async () => {
    const { id, attemptIds } = await running({ count: 2 });
    await reporter.query(`UPDATE "AgentJobExecution" SET status = 'running' WHERE id = $1`, [attemptIds[0]]);
    await db.pool.query(COMPLETE, [attemptIds[1]]);
    await settleAll();
    await advanceBatches(db.pool, null); // as after each report
    expect(await executionOf(id)).toMatchObject({
      status: 'success',
      runStatus: 'running',
      jobsUnanswered: 0,
      jobsStarted: 2,
      jobsCompleted: 1,
      completedAt: null,
    });
  });
});

describe('a result reported by SQL', () => {
  test('is marked if it does not match the outputSchema', async () => {
    const { id, attemptIds } = await running({ agentId: 'strict', count: 2 });
    for (const [index, attemptId] of attemptIds.entries())
      await reporter.query(
        `UPDATE "AgentJobExecution" SET status='completed', result=$2::jsonb WHERE id = $1`,
        [attemptId, index === 0 ? '{"ok": 1}' : '{"not": "ok"}'],
      );
    await settleAll();
    const flagged = new Map((await attemptsOf(id)).map((attempt) => [attempt.id, attempt.resultInvalid]));
    expect(attemptIds.map((attemptId) => flagged.get(attemptId))).toEqual([false, true]);
    expect(await executionOf(id)).toMatchObject({ runStatus: 'succeeded', jobsCompleted: 2 });
  });
});
