import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type AgentBehavior, accepts, answer, completes } from '../support/agent-server.js';
import { createDeferred } from '../support/deferred.js';
import { eventually } from '../support/engine.js';
import type { Program } from '../support/programs/processes.js';
import { insertExecution, insertSchedule } from '../support/rows.js';
import {
  AGENT,
  EVERY_ITEM,
  type FaultFixture,
  ITEMS,
  openFaultFixture,
  randomOf,
  seeds,
} from './fault-fixture.js';
import { holdInvariants } from './invariants.js';

/** Concurrent requests of one worker: half a batch. */
const CONCURRENCY = 10;

let fixture: FaultFixture;

beforeEach(async () => {
  fixture = await openFaultFixture({ CALLBOARD_MAX_CONCURRENT: `${CONCURRENCY}` });
});
afterEach(() => fixture.close());

/** Answers after a while, so that there is always a request in progress. */
const slowly =
  (behavior: AgentBehavior, random: () => number): AgentBehavior =>
  async (entry, response) => {
    await sleep(5 + random() * 20);
    await behavior(entry, response);
  };

/** Accepts, works, and writes the end by SQL. Asked again about running work, it says so. */
function reportsBySql(pool: Pool, random: () => number): AgentBehavior {
  const known = new Set<string>();
  return async (entry, response) => {
    const { executionId } = entry;
    if (known.has(executionId)) return answer(response, 409, { message: 'known' });
    known.add(executionId);
    await accepts(entry, response);
    await sleep(5 + random() * 40);
    await pool.query(
      `UPDATE "AgentJobExecution" SET status = 'completed', result = '{"by": "sql"}', "completedAt" = now() WHERE id = $1`,
      [executionId],
    );
  };
}

const KINDS = [
  ['answers', (_: Pool, random: () => number) => slowly(completes, random)],
  ['accepts and writes SQL', reportsBySql],
] as const;

describe.each(KINDS)('SIGKILL in mid-batch, with an agent that %s', (kind, behavior) => {
  test.for(seeds(1, 25))(
    'seed %i: nothing is lost, nothing recorded is sent again',
    async (seed, { task }) => {
      const random = randomOf(seed);
      fixture.agent.behave(behavior(fixture.db.pool, random));
      const execution = await insertExecution(fixture.db.pool, { agentId: AGENT, params: EVERY_ITEM });
      for (let kills = 0; kills < 2; kills += 1) {
        const worker = await fixture.startWorker();
        await fixture.agent.calls(fixture.agent.ledger.length + 1 + Math.floor((random() * ITEMS) / 3));
        await sleep(random() * 15);
        await worker.kill();
        await fixture.expireLease(worker);
      }
      await fixture.startWorker();
      await holdInvariants(task, fixture, { fault: `SIGKILL, agent ${kind}`, seed });
      const { rows } = await fixture.db.pool.query(
        `SELECT "runStatus", status, "jobsCompleted" FROM "ScheduleExecution" WHERE id = $1`,
        [execution],
      );
      expect(rows).toEqual([{ runStatus: 'succeeded', status: 'success', jobsCompleted: ITEMS }]);
    },
  );
});

describe('SIGKILL between two steps', () => {
  const trigger = () => insertExecution(fixture.db.pool, { agentId: AGENT, params: EVERY_ITEM });

  async function replace(worker: Program): Promise<void> {
    await worker.kill();
    await fixture.expireLease(worker);
    await fixture.startWorker();
  }

  test.for(seeds(1, 10))(
    'the claim is committed, little or nothing is sent: seed %i',
    async (seed, { task }) => {
      const worker = await fixture.startWorker();
      await trigger();
      await eventually<{ claimed: number }>(
        fixture.db.pool,
        `SELECT count(*)::int AS claimed FROM "AgentJobExecution" WHERE status = 'running'`,
        [],
        ([row]) => (row?.claimed ?? 0) > 0,
      );
      await replace(worker);
      await holdInvariants(task, fixture, { fault: 'SIGKILL between commit and send', seed });
    },
  );

  test.for(seeds(1, 10))(
    'due slots are claimed with their jobs, hardly any is sent: seed %i',
    async (seed, { task }) => {
      const slotAt = new Date(Date.now() + 2_500);
      const ids: string[] = [];
      for (let n = 0; n < 300; n += 1)
        ids.push(
          await insertSchedule(fixture.db.pool, {
            agentId: AGENT,
            interval: 3_600_000,
            startAt: slotAt,
            nextRunAt: slotAt,
            activatedAt: new Date(slotAt.getTime() - 1_000),
          }),
        );
      await fixture.db.pool.query(
        `INSERT INTO "AgentConfig" (key, value) VALUES ('engine', '{"claimBatchSize": 100}')`,
      );
      const worker = await fixture.startWorker();
      await eventually(
        fixture.db.pool,
        'SELECT FROM "ScheduleExecution" LIMIT 1',
        [],
        ({ length }) => length > 0,
      );
      await sleep(3 * seed);
      await replace(worker);
      await holdInvariants(task, fixture, { fault: 'SIGKILL between claim of slots and send', seed });
      const { rows } = await fixture.db.pool.query(
        `SELECT count(*)::int AS slots, count(DISTINCT "scheduleId")::int AS schedules, sum("jobsCompleted")::int AS completed
         FROM "ScheduleExecution" WHERE "scheduleId" = ANY ($1) AND "slotAt" = $2 AND status = 'success'`,
        [ids, slotAt],
      );
      expect(rows).toEqual([{ slots: 300, schedules: 300, completed: 300 }]);
    },
  );

  test.for(seeds(1, 10))('the agent has answered, nothing is written: seed %i', async (seed, { task }) => {
    // Answered only while the rows are locked, so that no answer can be written before the worker is dead.
    const locked = createDeferred();
    fixture.agent.behave(async (entry, response) => {
      await locked.promise;
      await completes(entry, response);
    });
    const worker = await fixture.startWorker();
    await trigger();
    await fixture.agent.calls(CONCURRENCY);
    const holder = await fixture.db.pool.connect();
    try {
      await holder.query(`BEGIN; SELECT FROM "AgentJobExecution" WHERE status = 'running' FOR UPDATE`);
      locked.resolve();
      await sleep(20 * seed);
      await worker.kill();
      await holder.query('ROLLBACK');
    } finally {
      holder.release();
    }
    await replace(worker);
    const { again } = await holdInvariants(task, fixture, {
      fault: 'SIGKILL between answer and write',
      seed,
    });
    expect(again).toBeGreaterThan(0);
  });
});
