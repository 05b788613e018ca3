import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { concludeExecutions } from '../../../src/services/runs/conclude-executions.js';
import { type ClaimFixture, createClaimFixture } from '../schedules/claim-fixture.js';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

let fixture: ClaimFixture;
beforeAll(async () => {
  fixture = await createClaimFixture();
});
afterAll(() => fixture?.db.drop());
beforeEach(() => fixture.pool.query('TRUNCATE "Schedule", "ScheduleExecution"'));

/** Triggers the schedule and ends the run in this way. */
async function runOnce(id: string, runStatus: string, slot?: Date): Promise<string> {
  if (slot) await fixture.makeDue(id, slot);
  const [executionId = ''] = (await fixture.claim()).executionIds;
  await fixture.end(executionId, runStatus);
  await concludeExecutions(fixture.pool, 'UTC');
  return executionId;
}

const marked = async () => {
  const { rows } = await fixture.pool.query('SELECT id FROM "ScheduleExecution" WHERE "toConclude"');
  return rows.length;
};

describe('consecutive failures', () => {
  test('are counted at the end of a run, and reset by a good one', async () => {
    const id = await fixture.schedule(MINUTE, await fixture.ago(SECOND));
    const counts: number[] = [];
    for (const runStatus of ['failed', 'failed', 'partial', 'cancelled', 'failed', 'succeeded', 'failed']) {
      await fixture.makeDue(id);
      await runOnce(id, runStatus);
      counts.push((await fixture.state(id)).failureCount);
    }
    expect(counts).toEqual([1, 2, 2, 2, 3, 0, 1]);
    expect(await marked()).toBe(0);
  });

  test('count once, also if two conclude at once, and again when the jobs are retried', async () => {
    const id = await fixture.schedule(MINUTE, await fixture.ago(SECOND));
    const [executionId = ''] = (await fixture.claim()).executionIds;
    await fixture.end(executionId, 'failed');
    await Promise.all([1, 2, 3].map(() => concludeExecutions(fixture.pool, 'UTC')));
    expect((await fixture.state(id)).failureCount).toBe(1);
    // Reopened manually, and failed again.
    await fixture.pool.query(
      `UPDATE "ScheduleExecution" SET "runStatus" = 'running', "completedAt" = NULL WHERE id = $1`,
      [executionId],
    );
    await fixture.end(executionId, 'failed');
    await concludeExecutions(fixture.pool, 'UTC');
    expect((await fixture.state(id)).failureCount).toBe(2);
  });

  test('do not include a run that is open again by then', async () => {
    const id = await fixture.schedule(MINUTE, await fixture.ago(SECOND));
    const [executionId = ''] = (await fixture.claim()).executionIds;
    await fixture.end(executionId, 'failed');
    await fixture.pool.query(
      `UPDATE "ScheduleExecution" SET "runStatus" = 'running', "completedAt" = NULL WHERE id = $1`,
      [executionId],
    );
    await concludeExecutions(fixture.pool, 'UTC');
    expect((await fixture.state(id)).failureCount).toBe(0);
    await fixture.end(executionId, 'succeeded');
    expect(await marked()).toBe(0);
  });

  test('cost nothing when a run of a schedule without failures succeeds', async () => {
    await fixture.schedule(MINUTE, await fixture.ago(SECOND));
    const [executionId = ''] = (await fixture.claim()).executionIds;
    await fixture.end(executionId);
    expect(await marked()).toBe(0);
  });
});

describe('failureBackoff', () => {
  const INTERVAL = 10 * MINUTE;

  test('delays the next run along the grid, by twice the interval for each failure, up to 32', async () => {
    const slot = await fixture.ago(SECOND);
    const id = await fixture.schedule(INTERVAL, slot, { failureBackoff: true });
    await runOnce(id, 'failed');
    const once = await fixture.state(id);
    expect(once).toMatchObject({
      failureCount: 1,
      nextRunAt: new Date(slot.getTime() + 2 * INTERVAL),
      decision: { backoff: { failures: 1, factor: 2 } },
    });
    for (const [failures, factor] of [
      [2, 4],
      [4, 16],
      [5, 32],
      [9, 32],
    ] as const) {
      await fixture.pool.query(`UPDATE "Schedule" SET "failureCount" = $2 WHERE id = $1`, [id, failures - 1]);
      await fixture.pool.query('TRUNCATE "ScheduleExecution"');
      await runOnce(id, 'failed', slot);
      expect(await fixture.state(id)).toMatchObject({
        failureCount: failures,
        nextRunAt: new Date(slot.getTime() + factor * INTERVAL),
        decision: { backoff: { factor } },
      });
    }
  });

  test('ends with a good run: the next one is at its usual time', async () => {
    const slot = await fixture.ago(SECOND);
    const id = await fixture.schedule(INTERVAL, slot, { failureBackoff: true, failureCount: 3 });
    const [executionId = ''] = (await fixture.claim()).executionIds;
    expect((await fixture.state(id)).nextRunAt).toEqual(new Date(slot.getTime() + 8 * INTERVAL));
    await fixture.end(executionId, 'succeeded');
    await concludeExecutions(fixture.pool, 'UTC');
    expect(await fixture.state(id)).toMatchObject({
      failureCount: 0,
      nextRunAt: new Date(slot.getTime() + INTERVAL),
    });
  });

  test('is opt-in: without it "every 10 minutes" stays that', async () => {
    const slot = await fixture.ago(SECOND);
    const id = await fixture.schedule(INTERVAL, slot);
    for (let n = 0; n < 3; n += 1) {
      await fixture.pool.query('TRUNCATE "ScheduleExecution"');
      await runOnce(id, 'failed', slot);
    }
    expect(await fixture.state(id)).toMatchObject({
      failureCount: 3,
      nextRunAt: new Date(slot.getTime() + INTERVAL),
    });
  });

  test('leaves due, disabled and paused schedules alone', async () => {
    const slot = await fixture.ago(SECOND);
    const columns = { failureBackoff: true };
    const [due, off, paused] = await Promise.all([
      fixture.schedule(INTERVAL, slot, columns),
      fixture.schedule(INTERVAL, slot, columns),
      fixture.schedule(INTERVAL, slot, columns),
    ]);
    const claim = await fixture.claim();
    const until = new Date(Date.now() + 24 * 60 * MINUTE);
    const dueAt = await fixture.makeDue(due);
    await fixture.pool.query(`UPDATE "Schedule" SET enabled = false, "nextRunAt" = NULL WHERE id = $1`, [
      off,
    ]);
    await fixture.pool.query(
      `UPDATE "Schedule" SET "pausedUntil" = $2, "nextRunAt" = $2, "nextRunSource" = 'paused' WHERE id = $1`,
      [paused, until],
    );
    for (const executionId of claim.executionIds) await fixture.end(executionId, 'failed');
    await concludeExecutions(fixture.pool, 'UTC');
    expect(await fixture.state(due)).toMatchObject({ failureCount: 1, nextRunAt: dueAt });
    expect(await fixture.state(off)).toMatchObject({ failureCount: 1, nextRunAt: null });
    expect(await fixture.state(paused)).toMatchObject({ failureCount: 1, nextRunAt: until });
  });

  test('is not blocked by a schedule whose timing was made impossible by SQL', async () => {
    const slot = await fixture.ago(SECOND);
    const bad = await fixture.schedule(INTERVAL, slot, { failureBackoff: true });
    const good = await fixture.schedule(INTERVAL, slot, { failureBackoff: true });
    const claim = await fixture.claim();
    await fixture.pool.query(
      `UPDATE "Schedule" SET "interval" = NULL, "cronExpression" = 'now and then' WHERE id = $1`,
      [bad],
    );
    for (const executionId of claim.executionIds) await fixture.end(executionId, 'failed');
    await concludeExecutions(fixture.pool, 'UTC');
    expect(await fixture.state(bad)).toMatchObject({ failureCount: 1 });
    expect(await fixture.state(good)).toMatchObject({
      failureCount: 1,
      nextRunAt: new Date(slot.getTime() + 2 * INTERVAL),
    });
  });
});
