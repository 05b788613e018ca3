import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { executionsToStop } from '../../../src/db/runs/end/replace-executions.js';
import { isDatabaseAway } from '../../../src/runtime/database/database-error.js';
import { createPool, type Pool } from '../../../src/runtime/database/pool.js';
import type { ServiceDeps } from '../../../src/services/access/context.js';
import { concludeExecutions, promoteForgotten } from '../../../src/services/runs/conclude-executions.js';
import { cancelScheduleExecution } from '../../../src/services/runs/stop/cancel-schedule-execution.js';
import { replaceDeferred } from '../../../src/services/runs/stop/replace-deferred.js';
import { stopExecutions } from '../../../src/services/runs/stop/stop-executions.js';
import { claimDueSchedules } from '../../../src/services/schedules/claim/claim-due-schedules.js';
import { createImpatientPool, holding, untilLockAwaited } from '../../support/lock-waits.js';
import { createRecordingLogger } from '../../support/recording-logger.js';
import { insertExpanded } from '../../support/rows.js';
import { type ClaimFixture, createClaimFixture, outcomes, SETTINGS } from './claim-fixture.js';

const SECOND = 1_000;
const HOUR = 3_600_000;

let fixture: ClaimFixture;
beforeAll(async () => {
  fixture = await createClaimFixture();
});
afterAll(() => fixture?.db.drop());
beforeEach(() =>
  fixture.pool.query('TRUNCATE "Schedule", "ScheduleExecution", "AgentJobExecution", "PendingReplacement"'),
);

/** A pool that soon gives up waiting for a lock, until the test has ended. */
function impatient(): Pool {
  const pool = createImpatientPool(fixture.db.url, 'engine');
  onTestFinished(() => pool.end());
  return pool;
}

const hourly = async (concurrencyPolicy: string, columns: Record<string, unknown> = {}) =>
  fixture.schedule(HOUR, await fixture.ago(SECOND), { concurrencyPolicy, ...columns });

/** A further slot, claimed now. */
async function another(id: string) {
  await fixture.makeDue(id);
  return fixture.claim();
}

/** A running run of the schedule with one job. */
async function running(scheduleId: string, trigger = 'manual'): Promise<string> {
  const { id } = await insertExpanded(fixture.pool, { agentId: 'agent', jobs: [{}] });
  await fixture.pool.query(
    `UPDATE "ScheduleExecution" SET "scheduleId" = $2, trigger = $3,
       "backfillId" = CASE WHEN $3 = 'backfill' THEN 'backfill' END, "slotAt" = CASE WHEN $3 = 'backfill' THEN "fireAt" END
     WHERE id = $1`,
    [id, scheduleId, trigger],
  );
  return id;
}

const conclude = () => concludeExecutions(fixture.pool, 'UTC');
const reasonOf = async (id: string) => {
  const { rows } = await fixture.pool.query(
    `SELECT "runStatus", reason, "cancelRequestedAt" IS NOT NULL AS asked FROM "ScheduleExecution" WHERE id = $1`,
    [id],
  );
  return rows[0];
};

describe('allow', () => {
  test('runs beside an active run', async () => {
    const id = await hourly('allow');
    await fixture.claim();
    expect((await another(id)).executionIds).toHaveLength(1);
    expect(outcomes(await fixture.slots(id))).toEqual(['pending', 'pending']);
  });
});

describe('forbid', () => {
  test('skips during an active run, in one row, and runs again after it', async () => {
    const id = await hourly('forbid');
    const [first = ''] = (await fixture.claim()).executionIds;
    for (const _ of [1, 2, 3]) expect((await another(id)).executionIds).toEqual([]);
    expect(outcomes(await fixture.slots(id))).toEqual(['pending', 'skipped overlap ×3']);
    expect((await fixture.state(id)).runCount).toBe(1);
    await fixture.end(first);
    expect((await another(id)).executionIds).toHaveLength(1);
  });

  test('merges consecutive skips into one row, even from hosts whose clocks differ', async () => {
    const id = await hourly('forbid');
    const [first = ''] = (await fixture.claim()).executionIds;
    await another(id);
    // Claimed by a host whose clock is ahead, so that its ids come after all others.
    await fixture.pool.query(
      `UPDATE "ScheduleExecution" SET id = 'ffffffff' || right(id, -8) WHERE id = $1`,
      [first],
    );
    await another(id);
    await another(id);
    expect(outcomes(await fixture.slots(id))).toEqual(['pending', 'skipped overlap ×3']);
  });

  test('does not count a backfill, which may take hours', async () => {
    const id = await hourly('forbid');
    await running(id, 'backfill');
    expect((await fixture.claim()).executionIds).toHaveLength(1);
  });

  test.each(['manual', 'webhook'])('counts runs of a %s trigger', async (trigger) => {
    const id = await hourly('forbid');
    await running(id, trigger);
    expect((await fixture.claim()).executionIds).toEqual([]);
    expect(outcomes(await fixture.slots(id))).toEqual(['skipped overlap ×1']);
  });

  test('runs the first of several due at once', async () => {
    const id = await fixture.schedule(SECOND, await fixture.ago(3 * SECOND), { concurrencyPolicy: 'forbid' });
    expect((await fixture.claim({ misfireThresholdMs: HOUR })).executionIds).toHaveLength(1);
    expect(outcomes(await fixture.slots(id))).toEqual([
      'pending',
      expect.stringMatching(/^skipped overlap ×/),
    ]);
  });
});

describe('replace', () => {
  test('does nothing for a slot that has already run', async () => {
    const id = await hourly('replace');
    const { nextRunAt: slot } = await fixture.state(id);
    await fixture.claim();
    const earlier = await running(id);
    await fixture.makeDue(id, slot as Date);
    expect(await fixture.claim()).toMatchObject({ recorded: [], executionIds: [], replacedIds: [] });
    expect(await reasonOf(earlier)).toEqual({ runStatus: 'running', reason: null, asked: false });
  });

  test('asks the earlier run to stop, which ends its open jobs, and starts at once', async () => {
    const id = await hourly('replace');
    const earlier = await running(id);
    const claim = await fixture.claim();
    expect(claim.executionIds).toHaveLength(1);
    expect(claim.replacedIds).toEqual([earlier]);
    expect(await reasonOf(earlier)).toEqual({ runStatus: 'running', reason: 'replaced', asked: true });
    expect(await executionsToStop(fixture.pool)).toEqual([earlier]);
    const { attempts } = await stopExecutions(fixture.pool, claim.replacedIds);
    expect(attempts).toMatchObject([{ agentId: 'agent', wasRunning: false }]);
    const { rows } = await fixture.pool.query('SELECT status, reason FROM "AgentJobExecution"');
    expect(rows).toEqual([{ status: 'cancelled', reason: 'replaced' }]);
    // Nothing is left to stop, however often it is checked.
    expect(await executionsToStop(fixture.pool)).toEqual([]);
    expect((await stopExecutions(fixture.pool, [earlier])).attempts).toEqual([]);
  });

  test('ends a run without jobs, which then never gets any', async () => {
    const id = await hourly('replace');
    const [first = ''] = (await fixture.claim()).executionIds;
    const claim = await another(id);
    expect(claim.replacedIds).toEqual([]);
    expect(await reasonOf(first)).toEqual({ runStatus: 'cancelled', reason: 'replaced', asked: true });
    expect(outcomes(await fixture.slots(id))).toEqual(['cancelled replaced', 'pending']);
  });

  test.each(['webhook', 'backfill'])('leaves runs of a %s alone', async (trigger) => {
    const id = await hourly('replace');
    const other = await running(id, trigger);
    expect(await fixture.claim()).toMatchObject({ executionIds: [expect.any(String)], replacedIds: [] });
    expect(await reasonOf(other)).toMatchObject({ runStatus: 'running', asked: false });
  });

  test('is not delayed by an agent that holds a job in a transaction', async () => {
    const id = await hourly('replace');
    const earlier = await running(id);
    const pool = impatient();
    await holding(fixture.db.url, 'SELECT FROM "AgentJobExecution" FOR UPDATE', async (holder) => {
      expect((await claimDueSchedules(pool, SETTINGS)).replacedIds).toEqual([earlier]);
      const stopped = await stopExecutions(pool, [earlier]);
      expect(stopped).toEqual({ attempts: [], open: 1, locked: [], more: false });
      // The next one does not wait for the code that stops the earlier run and waits for that agent either.
      await holder.query(`SELECT FROM "ScheduleExecution" WHERE id = '${earlier}' FOR UPDATE`);
      await fixture.makeDue(id);
      expect((await claimDueSchedules(pool, SETTINGS)).executionIds).toHaveLength(1);
    });
    expect((await stopExecutions(pool, await executionsToStop(pool))).attempts).toHaveLength(1);
  });
});

describe('a run whose row is locked', () => {
  test('delays no claim: it is replaced as soon as its row is free, also after a crash', async () => {
    const id = await hourly('replace');
    const earlier = await running(id);
    const others = [await hourly('allow'), await hourly('replace')];
    const pool = impatient();
    await holding(
      fixture.db.url,
      `SELECT FROM "ScheduleExecution" WHERE id = '${earlier}' FOR UPDATE`,
      async () => {
        const claim = await claimDueSchedules(pool, SETTINGS);
        expect(claim).toMatchObject({ replacedIds: [], deferred: 1 });
        expect(claim.executionIds).toHaveLength(1 + others.length);
        expect(await replaceDeferred(pool)).toEqual({ executionIds: [], locked: [earlier] });
        expect(await reasonOf(earlier)).toMatchObject({ asked: false });
      },
    );
    // The worker that claimed is gone, but what it recorded is not.
    expect(await replaceDeferred(pool)).toEqual({ executionIds: [earlier], locked: [] });
    expect(await reasonOf(earlier)).toEqual({ runStatus: 'running', reason: 'replaced', asked: true });
    expect(await replaceDeferred(pool)).toEqual({ executionIds: [], locked: [] });
  });

  test('is left as it is if it has ended by then', async () => {
    const id = await hourly('replace');
    const earlier = await running(id);
    const pool = impatient();
    await holding(
      fixture.db.url,
      `SELECT FROM "ScheduleExecution" WHERE id = '${earlier}' FOR UPDATE`,
      async () => {
        await claimDueSchedules(pool, SETTINGS);
      },
    );
    await fixture.end(earlier);
    expect(await replaceDeferred(pool)).toEqual({ executionIds: [], locked: [] });
    expect(await reasonOf(earlier)).toMatchObject({ runStatus: 'succeeded', asked: false });
  });

  test('and waits with queue leaves the slot to a later one, and every slot is recorded', async () => {
    const id = await hourly('queue');
    const [first = ''] = (await fixture.claim()).executionIds;
    const [waiter] = (await another(id)).recorded;
    const pool = impatient();
    await holding(
      fixture.db.url,
      `UPDATE "ScheduleExecution" SET "runStatus" = 'cancelled', reason = 'operator', "completedAt" = now(),
        "cancelRequestedAt" = now() WHERE id = '${waiter?.id}'`,
      async (holder) => {
        await fixture.makeDue(id);
        const { recorded } = await claimDueSchedules(pool, SETTINGS);
        expect(recorded).toMatchObject([{ status: 'pending', reason: 'waiting' }]);
        await holder.query('COMMIT');
      },
    );
    expect(outcomes(await fixture.slots(id))).toEqual(['pending', 'cancelled operator', 'pending waiting']);
    expect((await fixture.state(id)).runCount).toBe(3);
    await fixture.end(first);
    expect((await concludeExecutions(pool, 'UTC')).promoted).toHaveLength(1);
  });

  test('does not keep others from being concluded, and is concluded afterward', async () => {
    const [id, other] = [await hourly('queue'), await hourly('queue')];
    const ended = (await fixture.claim()).executionIds;
    await fixture.makeDue(other);
    const [waiter] = (await another(id)).recorded.filter(({ scheduleId }) => scheduleId === id);
    for (const executionId of ended) await fixture.end(executionId);
    const pool = impatient();
    await holding(
      fixture.db.url,
      `SELECT FROM "ScheduleExecution" WHERE id = '${waiter?.id}' FOR UPDATE`,
      async () => {
        expect(await concludeExecutions(pool, 'UTC')).toEqual({
          promoted: [expect.any(String)],
          more: 'busy',
        });
        expect(await concludeExecutions(pool, 'UTC')).toEqual({ promoted: [], more: 'busy' });
      },
    );
    expect(await concludeExecutions(pool, 'UTC')).toEqual({ promoted: [waiter?.id], more: false });
  });
});

describe('queue', () => {
  test('keeps one waiting run; a newer one replaces it, and the replaced slots are one row', async () => {
    const id = await hourly('queue', { maxRuns: 3 });
    const [first = ''] = (await fixture.claim()).executionIds;
    expect((await another(id)).executionIds).toEqual([]);
    expect(outcomes(await fixture.slots(id))).toEqual(['pending', 'pending waiting']);
    const waiter = (await fixture.slots(id))[1]?.id;

    const gaveUp = (await fixture.slots(id))[1]?.slotAt;
    await another(id);
    await another(id);
    const rows = await fixture.slots(id);
    expect(outcomes(rows)).toEqual(['pending', 'skipped overlap ×2', 'pending waiting']);
    expect(rows[1]?.slotAt).toEqual(gaveUp);
    expect(rows[2]?.id).toBe(waiter);
    expect(rows[2]?.decision).toMatchObject({ source: 'baseline-interval' });
    // The replaced slots did not run.
    expect((await fixture.state(id)).runCount).toBe(2);

    await fixture.end(first);
    expect(await conclude()).toEqual({ promoted: [waiter], more: false });
    expect(outcomes(await fixture.slots(id))[2]).toBe('pending');
    expect(await conclude()).toEqual({ promoted: [], more: false });
  });

  test('does not include a slot with a row of its own in the range of replaced slots', async () => {
    const id = await fixture.schedule(HOUR, await fixture.ago(50 * SECOND), { concurrencyPolicy: 'queue' });
    const settings = { misfireThresholdMs: HOUR };
    await fixture.claim(settings);
    const gaveUp = await fixture.makeDue(id, await fixture.ago(40 * SECOND));
    await fixture.claim(settings);
    const off = await fixture.makeDue(id, await fixture.ago(30 * SECOND));
    await fixture.claim({ ...settings, enabled: false });
    const due = await fixture.makeDue(id, await fixture.ago(20 * SECOND));
    await fixture.pool.query('UPDATE "Schedule" SET "interval" = 1000, "originAt" = $2 WHERE id = $1', [
      id,
      due,
    ]);
    await fixture.claim(settings);
    const rows = await fixture.slots(id);
    expect(rows.slice(1, 4)).toMatchObject([
      { reason: 'overlap', slotAt: gaveUp, lastSlotAt: gaveUp, missedCount: 1 },
      { reason: 'scheduler_disabled', slotAt: off, lastSlotAt: off, missedCount: 1 },
      { reason: 'overlap', slotAt: due },
    ]);
    expect(outcomes(rows.slice(4))).toEqual(['pending waiting']);
  });

  test('does not expand the waiting run, which starts only when all active runs have ended', async () => {
    const id = await hourly('queue');
    const byHand = await running(id);
    const claim = await fixture.claim();
    expect(claim.executionIds).toEqual([]);
    const beside = await running(id, 'webhook');
    await fixture.end(byHand);
    expect((await conclude()).promoted).toEqual([]);
    expect(await promoteForgotten(fixture.pool)).toEqual([]);
    await fixture.end(beside);
    expect((await conclude()).promoted).toEqual([claim.recorded[0]?.id]);
  });

  test('marks what follows in the transaction that ends a run, so that anybody can continue after a crash', async () => {
    const id = await hourly('queue');
    const [first = ''] = (await fixture.claim()).executionIds;
    await another(id);
    await fixture.end(first, 'failed');
    // The worker that should conclude is gone, and the work of another was half done and rolled back.
    const victim = createPool({ connectionString: fixture.db.url, max: 1, applicationName: 'victim' });
    await holding(fixture.db.url, 'LOCK TABLE "ScheduleExecution" IN EXCLUSIVE MODE', async () => {
      const failed = expect(concludeExecutions(victim, 'UTC')).rejects.toSatisfy(isDatabaseAway);
      await untilLockAwaited(fixture.pool, 'victim');
      await fixture.pool.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'victim' AND datname = current_database()`,
      );
      await failed;
    });
    await victim.end();
    expect(await fixture.state(id)).toMatchObject({ failureCount: 0 });

    expect((await conclude()).promoted).toHaveLength(1);
    expect(await fixture.state(id)).toMatchObject({ failureCount: 1 });
    expect((await conclude()).promoted).toEqual([]);
    expect(await fixture.state(id)).toMatchObject({ failureCount: 1 });
  });

  test('lets recovery start a waiting run without a mark', async () => {
    const id = await hourly('queue');
    const [first = ''] = (await fixture.claim()).executionIds;
    await another(id);
    await fixture.end(first);
    await fixture.pool.query('UPDATE "ScheduleExecution" SET "toConclude" = false');
    expect((await conclude()).promoted).toEqual([]);
    expect(await promoteForgotten(fixture.pool)).toHaveLength(1);
    expect(await promoteForgotten(fixture.pool)).toEqual([]);
  });

  test('starts the waiting run of a schedule that was deleted after its only slot', async () => {
    const id = await hourly('queue', { repeat: 'once', interval: null, afterOnce: 'delete' });
    const byHand = await running(id);
    await fixture.claim();
    expect(await fixture.state(id)).toBeUndefined();
    await fixture.end(byHand);
    expect((await conclude()).promoted).toHaveLength(1);
  });

  test('lets the waiting run be cancelled, which makes room for the next', async () => {
    const id = await hourly('queue');
    const [first = ''] = (await fixture.claim()).executionIds;
    const [waiter] = (await another(id)).recorded;
    const deps = { pool: fixture.pool, logger: createRecordingLogger() } as unknown as ServiceDeps;
    const actor = { id: 'operator', name: 'operator', role: 'operator' } as const;
    expect(await cancelScheduleExecution(deps, actor, { id: waiter?.id ?? '' })).toMatchObject({
      kind: 'ok',
    });
    const [next] = (await another(id)).recorded;
    expect(outcomes(await fixture.slots(id))).toEqual(['pending', 'cancelled operator', 'pending waiting']);
    await fixture.end(first);
    expect((await conclude()).promoted).toEqual([next?.id]);
  });

  test('delays what follows while the schedule is locked, and does not lose it', async () => {
    const id = await hourly('queue');
    const [first = ''] = (await fixture.claim()).executionIds;
    await another(id);
    await fixture.end(first);
    await holding(fixture.db.url, 'SELECT FROM "Schedule" FOR UPDATE', async () =>
      expect(await conclude()).toEqual({ promoted: [], more: 'busy' }),
    );
    expect((await conclude()).promoted).toHaveLength(1);
  });
});

describe.each([
  ['forbid', { active: 1, waiting: 0 }],
  ['replace', { active: 1, waiting: 0 }],
  ['queue', { active: 1, waiting: 1 }],
])('claimers that race under %s', (concurrencyPolicy, most) => {
  test('never leave more active runs than the policy allows', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 12; n += 1) ids.push(await hourly(concurrencyPolicy));
    const pool = createPool({
      connectionString: fixture.db.url,
      max: 4,
      applicationName: 'racing',
      writer: 'engine',
    });
    for (let round = 0; round < 4; round += 1) {
      await Promise.all([
        ...[1, 2, 3].map(async () => {
          for (let n = 0; n < 6; n += 1) await claimDueSchedules(pool, { ...SETTINGS, batchSize: 3 });
        }),
        concludeExecutions(pool, 'UTC'),
      ]);
      const { rows } = await fixture.pool.query<{ active: number; waiting: number; slots: number }>(
        `SELECT count(*) FILTER (WHERE "runStatus" IN ('pending', 'running') AND "waitingSince" IS NULL) AS active,
           count(*) FILTER (WHERE "runStatus" = 'pending' AND "waitingSince" IS NOT NULL) AS waiting,
           sum(CASE WHEN status = 'skipped' THEN "missedCount" ELSE 1 END) AS slots
         FROM "ScheduleExecution" GROUP BY "scheduleId"`,
      );
      expect(rows).toHaveLength(12);
      for (const { active, waiting, slots } of rows) {
        expect({ active, waiting: Math.max(waiting, round === 0 ? most.waiting : 0) }).toEqual(most);
        expect(slots).toBe(round + 1);
      }
      for (const id of ids) await fixture.makeDue(id);
    }
  });
});
