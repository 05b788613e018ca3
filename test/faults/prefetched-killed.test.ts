import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { completes } from '../support/agent-server.js';
import { eventually } from '../support/engine.js';
import { rollBack } from '../support/lock-waits.js';
import type { Program } from '../support/programs/processes.js';
import { insertExpanded } from '../support/rows.js';
import { AGENT, type FaultFixture, openFaultFixture, randomOf, seeds } from './fault-fixture.js';
import { holdInvariants } from './invariants.js';

/**
 * Many jobs, and an agent that answers at once: the worker claims ahead, and writes many answers together.
 */
const JOBS = 1_500;

let fixture: FaultFixture;
beforeEach(async () => {
  fixture = await openFaultFixture({ CALLBOARD_MAX_CONCURRENT: '20' });
  fixture.agent.behave(completes);
});
afterEach(() => fixture.close());

const trigger = () =>
  insertExpanded(fixture.db.pool, {
    agentId: AGENT,
    jobs: Array.from({ length: JOBS }, (_, n) => ({ n })),
    batchSize: 500,
  });

/** Compares the rows with the counters, which were never recounted. */
async function expectWhole(id: string): Promise<void> {
  const { rows } = await fixture.db.pool.query(
    `SELECT "runStatus", status, "jobsCompleted", "jobsUnanswered", "jobsStarted" FROM "ScheduleExecution" WHERE id = $1`,
    [id],
  );
  expect(rows).toEqual([
    {
      ...{ runStatus: 'succeeded', status: 'success' },
      ...{ jobsCompleted: JOBS, jobsUnanswered: 0, jobsStarted: JOBS },
    },
  ]);
}

describe('SIGKILL with work claimed ahead and collected answers', () => {
  test.for(seeds(1, 15))(
    'seed %i: nothing is lost, nothing recorded is sent again',
    async (seed, { task }) => {
      const random = randomOf(seed);
      const { id } = await trigger();
      for (let kills = 0; kills < 3; kills += 1) {
        const worker = await fixture.startWorker();
        await fixture.agent.calls(fixture.agent.ledger.length + 1 + Math.floor((random() * JOBS) / 4));
        await worker.kill();
        await fixture.expireLease(worker);
      }
      await fixture.startWorker();
      await holdInvariants(task, fixture, { fault: 'SIGKILL with work claimed ahead', seed });
      await expectWhole(id);
    },
  );

  test('after its run was cancelled: the run ends before the lease does, and nothing is sent again', async () => {
    const { pool } = fixture.db;
    const { id } = await trigger();
    const worker = await fixture.startWorker();
    await fixture.agent.calls(100);
    await pool.query('UPDATE "ScheduleExecution" SET "cancelRequestedAt" = clock_timestamp() WHERE id = $1', [
      id,
    ]);
    await worker.kill();
    await fixture.startWorker();
    await eventually(
      pool,
      'SELECT FROM "ScheduleExecution" WHERE id = $1 AND "completedAt" IS NOT NULL',
      [id],
      ({ length }) => length === 1,
    );
    const { rows } = await pool.query(
      `SELECT "runStatus", "jobsCompleted" = count(*) FILTER (WHERE j.status = 'completed') AS completed,
         "jobsCancelled" = count(*) FILTER (WHERE j.status = 'cancelled') AS cancelled, count(*)::int AS jobs,
         bool_and(j."workerId" IS NULL OR w.state <> 'dead') AS "beforeLeaseEnded"
       FROM "ScheduleExecution" e JOIN "AgentJobExecution" j ON j."scheduleExecutionId" = e.id LEFT JOIN "Worker" w ON w.id = j."workerId"
       WHERE e.id = $1 GROUP BY e.id`,
      [id],
    );
    expect(rows).toEqual([
      { runStatus: 'cancelled', completed: true, cancelled: true, jobs: JOBS, beforeLeaseEnded: true },
    ]);
    const called = fixture.agent.ledger.map(({ executionId }) => executionId);
    expect(new Set(called).size).toBe(called.length);
  });

  test('between an answer and its write: the attempt is sent again, under the same key', async ({ task }) => {
    const { id } = await trigger();
    const worker = await fixture.startWorker();
    await fixture.agent.calls(100);
    const holder = await fixture.db.pool.connect();
    try {
      // Nobody writes to any attempt, and the agent answers every request.
      await holder.query('BEGIN');
      await holder.query('LOCK TABLE "AgentJobExecution" IN SHARE MODE');
      await worker.kill();
    } finally {
      await rollBack(holder);
    }
    await fixture.expireLease(worker);
    await fixture.startWorker();
    await holdInvariants(task, fixture, { fault: 'SIGKILL between an answer and its write' });
    await expectWhole(id);
  });
});

test('with a stolen lease: work claimed ahead is sent by the other worker, and late answers change nothing', async ({
  task,
}) => {
  const { id } = await trigger();
  const robbed: Program = await fixture.startWorker();
  await fixture.agent.calls(100);
  robbed.signal('SIGSTOP');
  await fixture.expireLease(robbed);
  await fixture.startWorker();
  await eventually(
    fixture.db.pool,
    `SELECT FROM "Worker" WHERE pid = $1 AND state = 'dead'`,
    [robbed.pid],
    (rows) => rows.length === 1,
  );
  robbed.signal('SIGCONT');
  await holdInvariants(task, fixture, { fault: 'a stolen lease, with work claimed ahead', lateSends: true });
  await expectWhole(id);
});
