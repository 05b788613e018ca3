import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ClaimFixture, createClaimFixture, outcomes } from './claim-fixture.js';

const SECOND = 1_000;
const HOUR = 3_600_000;
/** Slots of some seconds ago are punctual, however slow the machine is. */
const PUNCTUAL = { misfireThresholdMs: HOUR };

let fixture: ClaimFixture;
beforeAll(async () => {
  fixture = await createClaimFixture();
});
afterAll(() => fixture?.db.drop());
beforeEach(() => fixture.pool.query('TRUNCATE "Schedule", "ScheduleExecution"'));

/** Recorded runs, and skipped slots by reason. */
async function tally(id: string) {
  const rows = await fixture.slots(id);
  const skipped = rows.filter(({ status }) => status === 'skipped');
  return {
    runs: rows.filter(({ status }) => status === 'pending').length,
    skips: skipped.map(({ reason, missedCount }) => `${reason} ${missedCount}`),
    all: rows.length - skipped.length + skipped.reduce((sum, { missedCount }) => sum + missedCount, 0),
  };
}

describe('150 late slots', () => {
  const INTERVAL = 20 * SECOND;
  const down = async (columns: Record<string, unknown>, interval = INTERVAL) =>
    // A few seconds after the last slot, so that no further one falls due during the test.
    fixture.schedule(interval, await fixture.ago(149 * interval + 8 * SECOND), columns);

  test.each([
    ['latest', 1, ['misfire 149']],
    ['all', 100, ['misfire 50']],
    ['skip', 0, ['misfire 150']],
  ])('%s: %i run, the rest is one row', async (misfirePolicy, runs, skips) => {
    const id = await down({ misfirePolicy });
    const claim = await fixture.claim();
    expect(claim.more).toBe(false);
    expect(await tally(id)).toEqual({ runs, skips, all: 150 });
    expect((await fixture.state(id)).runCount).toBe(runs);
    expect((await fixture.state(id)).nextRunAt?.getTime()).toBeGreaterThan(claim.now.getTime());
    // No slot is decided twice.
    expect((await fixture.claim()).recorded).toEqual([]);
  });

  test('all with queue: one starts, 99 wait, the rest is recorded', async () => {
    const id = await down({ misfirePolicy: 'all', concurrencyPolicy: 'queue' });
    const { executionIds } = await fixture.claim();
    expect(executionIds).toHaveLength(1);
    const rows = await fixture.slots(id);
    expect(rows[0]?.id).toBe(executionIds[0]);
    expect(rows.filter(({ waitingSince }) => waitingSince !== null)).toHaveLength(99);
    expect(await tally(id)).toEqual({ runs: 100, skips: ['misfire 50'], all: 150 });
  });

  test('startingDeadline takes the oldest first, then misfirePolicy decides over the rest', async () => {
    const id = await down({ startingDeadline: 10 * INTERVAL });
    await fixture.claim();
    expect(await tally(id)).toEqual({ runs: 1, skips: ['deadline 140', 'misfire 9'], all: 150 });
    expect(outcomes(await fixture.slots(id))).toEqual([
      'skipped deadline ×140',
      'skipped misfire ×9',
      'pending',
    ]);
  });

  test('maxRuns ends a catch-up, and the schedule with it', async () => {
    const id = await down({ misfirePolicy: 'all', maxRuns: 7 });
    await fixture.claim();
    expect((await tally(id)).runs).toBe(7);
    expect(await fixture.state(id)).toMatchObject({ enabled: false, nextRunAt: null, runCount: 7 });
  });
});

describe('a slot later than startingDeadline', () => {
  test('does not run, and says so; the next one does', async () => {
    const slot = await fixture.ago(3 * SECOND);
    const id = await fixture.schedule(HOUR, slot, { startingDeadline: SECOND });
    expect((await fixture.claim()).executionIds).toEqual([]);
    expect(outcomes(await fixture.slots(id))).toEqual(['skipped deadline ×1']);
    await fixture.makeDue(id);
    expect((await fixture.claim()).executionIds).toHaveLength(1);
  });
});

describe('jitter', () => {
  test('moves fireAt, never the slot, by the same amount whoever claims', async () => {
    const slot = await fixture.ago(SECOND);
    const jitter = 10 * 60 * SECOND;
    const ids: string[] = [];
    for (let n = 0; n < 20; n += 1) ids.push(await fixture.schedule(HOUR, slot, { jitter }));
    const claim = await fixture.claim(PUNCTUAL);
    const rows = (await Promise.all(ids.map((id) => fixture.slots(id)))).flat();
    const delays = rows.map(({ slotAt, fireAt }) => fireAt.getTime() - slotAt.getTime());
    expect(rows.every(({ slotAt }) => slotAt.getTime() === slot.getTime())).toBe(true);
    expect(delays.every((delay) => delay >= 0 && delay < jitter)).toBe(true);
    expect(new Set(delays).size).toBeGreaterThan(15);
    expect(claim.later).toBe(true);
    expect(claim.executionIds).toHaveLength(rows.filter(({ fireAt }) => fireAt <= claim.now).length);

    await fixture.pool.query('TRUNCATE "ScheduleExecution"');
    for (const id of ids) await fixture.makeDue(id, slot);
    await fixture.claim(PUNCTUAL);
    const again = (await Promise.all(ids.map((id) => fixture.slots(id)))).flat();
    expect(again.map(({ fireAt }) => fireAt)).toEqual(rows.map(({ fireAt }) => fireAt));
  });
});

describe('after downtime', () => {
  const late = async (count: number) => {
    const slot = await fixture.ago(60 * SECOND);
    const ids: string[] = [];
    for (let n = 0; n < count; n += 1) ids.push(await fixture.schedule(HOUR, slot));
    return ids;
  };

  test('more late schedules than jitterThreshold are spread over maxJitterMs', async () => {
    const ids = await late(12);
    const { now, later } = await fixture.claim({ jitterThreshold: 3, maxJitterMs: 30 * SECOND });
    const rows = (await Promise.all(ids.map((id) => fixture.slots(id)))).flat();
    const waits = rows.map(({ fireAt }) => fireAt.getTime() - now.getTime());
    expect(waits.every((ms) => ms >= 0 && ms < 30 * SECOND)).toBe(true);
    expect(Math.max(...waits) - Math.min(...waits)).toBeGreaterThan(10 * SECOND);
    expect(later).toBe(true);
  });

  test('late schedules up to the threshold run at once', async () => {
    await late(3);
    const { executionIds, later } = await fixture.claim({ jitterThreshold: 3, maxJitterMs: 30 * SECOND });
    expect(executionIds).toHaveLength(3);
    expect(later).toBe(false);
  });

  test('punctual runs are not spread, however many are due', async () => {
    const slot = await fixture.ago(SECOND);
    for (let n = 0; n < 12; n += 1) await fixture.schedule(HOUR, slot);
    expect((await fixture.claim(PUNCTUAL)).executionIds).toHaveLength(12);
  });
});

describe('limits', () => {
  test('with minInterval delay the next run, and the decision says from when', async () => {
    const slot = await fixture.ago(SECOND);
    const id = await fixture.schedule(10 * SECOND, slot, { minInterval: HOUR });
    const { now } = await fixture.claim();
    const state = await fixture.state(id);
    expect(state).toMatchObject({ nextRunSource: 'clamped-min' });
    expect(state.nextRunAt?.getTime()).toBe(now.getTime() + HOUR);
    expect(state.decision).toMatchObject({
      clamps: [{ limit: 'minInterval 1h', to: state.nextRunAt?.toISOString() }],
    });
    // The time that the limit chose is a separate slot off the grid.
    await fixture.makeDue(id);
    expect((await fixture.claim()).executionIds).toHaveLength(1);
  });

  test('with maxInterval bring it forward', async () => {
    const id = await fixture.schedule(24 * HOUR, await fixture.ago(SECOND), { maxInterval: HOUR });
    const { now } = await fixture.claim();
    expect(await fixture.state(id)).toMatchObject({
      nextRunSource: 'clamped-max',
      nextRunAt: new Date(now.getTime() + HOUR),
    });
  });
});

test('a template is never claimed, even if SQL gave it a time', async () => {
  const id = await fixture.schedule(HOUR, await fixture.ago(SECOND), { template: true });
  expect((await fixture.claim()).executionIds).toEqual([]);
  expect(await fixture.slots(id)).toEqual([]);
  expect(await fixture.state(id)).toMatchObject({ enabled: true, nextRunAt: null });
});
