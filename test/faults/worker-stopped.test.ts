import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { completes } from '../support/agent-server.js';
import { createDeferred } from '../support/deferred.js';
import { eventually } from '../support/engine.js';
import { holding, untilLockAwaited } from '../support/lock-waits.js';
import type { Program } from '../support/programs/processes.js';
import { insertExecution } from '../support/rows.js';
import {
  AGENT,
  ALL_FAULTS,
  EVERY_ITEM,
  type FaultFixture,
  ITEMS,
  openFaultFixture,
} from './fault-fixture.js';
import { holdInvariants, quiesce } from './invariants.js';

/** Concurrent requests of one worker: half a batch. */
const CONCURRENCY = 10;

let fixture: FaultFixture;

beforeEach(async () => {
  fixture = await openFaultFixture({ CALLBOARD_MAX_CONCURRENT: `${CONCURRENCY}` });
  fixture.agent.behave(async (entry, response) => {
    await sleep(50);
    await completes(entry, response);
  });
});
afterEach(() => fixture.close());

const trigger = () => insertExecution(fixture.db.pool, { agentId: AGENT, params: EVERY_ITEM });

/** Number of attempts of a run that each process holds. */
async function attemptsOf(executionId: string): Promise<Record<number, number>> {
  const { rows } = await fixture.db.pool.query<{ pid: number; attempts: number }>(
    `SELECT w.pid, count(*)::int AS attempts FROM "AgentJobExecution" j JOIN "Worker" w ON w.id = j."workerId"
     WHERE j."scheduleExecutionId" = $1 GROUP BY w.pid`,
    [executionId],
  );
  return Object.fromEntries(rows.map(({ pid, attempts }) => [pid, attempts]));
}

/** Stops the only worker while it holds the lock of a run; gives it work until that happens. */
async function stopWithLock(worker: Program): Promise<void> {
  const { pool } = fixture.db;
  for (;;) {
    worker.signal('SIGSTOP');
    const { rows: open } = await pool.query(`SELECT FROM "ScheduleExecution" WHERE "completedAt" IS NULL`);
    const { rows: free } = await pool.query(
      `SELECT FROM "ScheduleExecution" WHERE "completedAt" IS NULL FOR UPDATE SKIP LOCKED`,
    );
    if (free.length < open.length) return;
    if (open.length === 0) await trigger();
    worker.signal('SIGCONT');
    await sleep(3);
  }
}

describe('SIGSTOP past the lease, then SIGCONT', () => {
  test('late writes of the stopped worker change nothing, and under the old lease it claims nothing', async ({
    task,
  }) => {
    const stopped = await fixture.startWorker();
    await trigger();
    await fixture.agent.calls(ITEMS / 4);
    stopped.signal('SIGSTOP');
    await fixture.expireLease(stopped);
    await fixture.startWorker();
    await quiesce(fixture.db.pool);
    stopped.signal('SIGCONT');
    const later = await trigger();
    await holdInvariants(task, fixture, { fault: 'SIGSTOP past the lease, SIGCONT', lateSends: true });
    const calls = new Map<string, number>();
    for (const { executionId } of fixture.agent.ledger)
      calls.set(executionId, (calls.get(executionId) ?? 0) + 1);
    expect(Math.max(...calls.values()), 'calls of one attempt').toBeLessThanOrEqual(2);
    const { rows } = await fixture.db.pool.query(
      `SELECT j.id FROM "AgentJobExecution" j JOIN "Worker" w ON w.id = j."workerId"
       WHERE j."scheduleExecutionId" = $1 AND w.pid = $2 AND j."leaseEpoch" = 1`,
      [later, stopped.pid],
    );
    expect(rows, 'attempts claimed under the lease that was lost').toEqual([]);
  });

  test.runIf(ALL_FAULTS)('with a lock held, with the real lease of 30 s', async ({ task }) => {
    const stopped = await fixture.startWorker();
    await stopWithLock(stopped);
    const stoppedAt = performance.now();
    const heir = await fixture.startWorker();
    await heir.logged('worker.dead', ({ pid }) => pid === stopped.pid);
    fixture.expiries.push(stoppedAt + 30_000);
    await holdInvariants(task, fixture, { fault: 'SIGSTOP for 30 s, SIGCONT' });
    expect(performance.now() - stoppedAt).toBeLessThan(60_000);
    stopped.signal('SIGCONT');
    await stopped.logged('worker.lease_lost');
    await stopped.logged('worker.registered', ({ epoch }) => Number(epoch) > 1);
    await heir.kill();
    await fixture.expireLease(heir);
    const later = await trigger();
    await holdInvariants(task, fixture, { fault: 'SIGSTOP for 30 s, SIGCONT' });
    expect(await attemptsOf(later)).toEqual({ [stopped.pid]: ITEMS });
  });
});

describe('SIGSTOP during an expansion', () => {
  test.runIf(ALL_FAULTS)('another worker expands the run, once', async ({ task }) => {
    const { pool } = fixture.db;
    const stopped = await fixture.startWorker();
    const { execution, stoppedAt } = await holding(
      fixture.db.url,
      'LOCK TABLE public."Item" IN ACCESS EXCLUSIVE MODE',
      async () => {
        const id = await trigger();
        await untilLockAwaited(pool);
        stopped.signal('SIGSTOP');
        return { execution: id, stoppedAt: performance.now() };
      },
    );
    await fixture.startWorker();
    await eventually(
      pool,
      `SELECT FROM "ScheduleExecution" WHERE id = $1 AND "runStatus" = 'succeeded'`,
      [execution],
      ({ length }) => length === 1,
    );
    fixture.expiries.push(stoppedAt + 30_000);
    stopped.signal('SIGCONT');
    await stopped.logged('worker.registered', ({ epoch }) => Number(epoch) > 1);
    await holdInvariants(task, fixture, { fault: 'SIGSTOP during an expansion' });
  });
});

/** From the start of the shutdown to the first claim of another worker, in seconds. */
async function idleFor(executionId: string, left: Program): Promise<number> {
  const { rows } = await fixture.db.pool.query<{ seconds: number }>(
    `SELECT extract(epoch FROM min(j."startedAt") - w."stoppedAt")::float8 AS seconds
     FROM "AgentJobExecution" j JOIN "Worker" w ON w.pid = $2 AND w.id <> j."workerId"
     WHERE j."scheduleExecutionId" = $1 GROUP BY w."stoppedAt"`,
    [executionId, left.pid],
  );
  return rows[0]?.seconds ?? Number.NaN;
}

describe('SIGTERM in mid-batch', () => {
  test('open requests end, the rest is given back, and a waiting worker continues at once', async ({
    task,
  }) => {
    const gate = createDeferred();
    fixture.agent.behave(async (entry, response) => {
      await gate.promise;
      await completes(entry, response);
    });
    const workers = await Promise.all([fixture.startWorker(), fixture.startWorker()]);
    const execution = await trigger();
    await fixture.agent.calls(CONCURRENCY);
    // The batch is one task of the queue: one worker takes it, and the other has nothing to do.
    const inFlight = await attemptsOf(execution);
    const leaving = workers.find(({ pid }) => inFlight[pid] !== undefined);
    if (!leaving) throw new Error('no worker has the batch');
    leaving.signal('SIGTERM');
    await leaving.logged('shutdown.started');
    await sleep(200); // no event shows when it has stopped claiming
    gate.resolve();
    expect(await leaving.exited).toEqual({ code: 0, signal: null });
    const tally = await holdInvariants(task, fixture, { fault: 'SIGTERM in mid-batch' });
    // Its own check would have found the rest after ten seconds.
    expect(await idleFor(execution, leaving), 'seconds until another went on').toBeLessThan(9);
    expect(tally).toMatchObject({ calls: ITEMS, again: 0 });
    expect((await attemptsOf(execution))[leaving.pid] ?? 0).toBeLessThan(ITEMS);
    expect(leaving.lines.filter(({ level }) => level === 'error')).toEqual([]);
  });
});
