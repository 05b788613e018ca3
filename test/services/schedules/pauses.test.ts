import { afterAll, beforeAll, expect, test } from 'vitest';
import { finishExpansion } from '../../../src/db/runs/expand/finish-expansion.js';
import { createPool, type Pool } from '../../../src/runtime/database/pool.js';
import { Registry } from '../../../src/runtime/telemetry/metrics.js';
import { concludeExecutions } from '../../../src/services/runs/conclude-executions.js';
import { claimDueSchedules } from '../../../src/services/schedules/claim/claim-due-schedules.js';
import { createSchedule } from '../../../src/services/schedules/create-schedule.js';
import { deleteSchedule } from '../../../src/services/schedules/delete-schedule.js';
import { pauseSchedule } from '../../../src/services/schedules/pause-schedule.js';
import { resumeSchedule } from '../../../src/services/schedules/resume-schedule.js';
import { setScheduleEnabled } from '../../../src/services/schedules/set-schedule-enabled.js';
import { createMissedSlots } from '../../../src/services/schedules/slots/missed-slots.js';
import { triggerSchedule } from '../../../src/services/schedules/trigger-schedule.js';
import { updateSchedule } from '../../../src/services/schedules/update-schedule.js';
import { admin, anAgent, openServices, paths, type TestServices, value } from '../support.js';
import { outcomes, type ScheduleState, SETTINGS, type SlotRow } from './claim-fixture.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let deps: TestServices;
let agentId: string;
/** Connections of a person who writes SQL. */
let byHand: Pool;
beforeAll(async () => {
  deps = await openServices();
  agentId = await anAgent(deps);
  byHand = createPool({ connectionString: deps.database.url, max: 1, applicationName: 'test' });
});
afterAll(async () => {
  await byHand.end();
  await deps.close();
});

/** Every minute. Its grid began two hours ago, half a minute off the current time. */
async function minutely(more: Record<string, unknown> = {}): Promise<string> {
  const { id } = await value(
    createSchedule(deps, admin, {
      name: 'Minutely',
      repeat: 'repeating',
      interval: '1m',
      targetType: 'agent',
      agentId,
      ...more,
    }),
  );
  await deps.pool.query(
    `UPDATE "Schedule" SET "originAt" = clock_timestamp() - interval '2 hours 30 seconds', "activatedAt" = "activatedAt" - interval '2 hours' WHERE id = $1`,
    [id],
  );
  return id;
}

const state = (id: string) => deps.row<ScheduleState>('SELECT * FROM "Schedule" WHERE id = $1', [id]);
const slots = (id: string) =>
  deps.rows<SlotRow>('SELECT * FROM "ScheduleExecution" WHERE "scheduleId" = $1 ORDER BY "slotAt", id', [id]);
const claim = () => claimDueSchedules(deps.pool, SETTINGS);
const inFuture = (ms: number) => new Date(Date.now() + ms);

/** The last slot of the grid, half a minute ago, is due and unclaimed. */
async function makeDue(id: string): Promise<Date> {
  const { at } = await deps.row<{ at: Date }>(
    `UPDATE "Schedule" SET "nextRunAt" = "originAt" + interval '2 hours', "nextRunSource" = 'baseline-interval' WHERE id = $1 RETURNING "nextRunAt" AS at`,
    [id],
  );
  return at;
}

/** Pretends that the pause began five minutes ago, so that it covers five slots. */
const fiveMinutesPass = (id: string) =>
  deps.pool.query(
    `UPDATE "Schedule" SET "activatedAt" = "originAt" + interval '1 hour 55 minutes 1 second' WHERE id = $1`,
    [id],
  );

test('a pause takes effect at once, also for a slot that is due and unclaimed', async () => {
  const id = await minutely();
  const due = await makeDue(id);
  const until = inFuture(HOUR);
  await value(pauseSchedule(deps, admin, { id, until, note: ' Maintenance ' }));
  expect(await state(id)).toMatchObject({
    enabled: true,
    pausedUntil: until,
    pauseNote: 'Maintenance',
    nextRunAt: until,
    nextRunSource: 'paused',
    decision: { pause: { until: until.toISOString(), note: 'Maintenance' } },
  });
  expect(await slots(id)).toMatchObject([
    { status: 'skipped', reason: 'paused', slotAt: due, missedCount: 1 },
  ]);
  expect((await claim()).recorded).toEqual([]);
});

test('at its end the schedule wakes, records the missed slots, and stays on its grid', async () => {
  const id = await minutely();
  await value(pauseSchedule(deps, admin, { id, until: inFuture(HOUR) }));
  await fiveMinutesPass(id);
  // The pause ends now, half a minute after a slot.
  await deps.pool.query(
    `UPDATE "Schedule" SET "pausedUntil" = "originAt" + interval '2 hours 1 second', "nextRunAt" = "originAt" + interval '2 hours 1 second' WHERE id = $1`,
    [id],
  );
  expect((await claim()).executionIds).toEqual([]);
  expect(outcomes(await slots(id))).toEqual(['skipped paused ×5']);
  const { nextRunAt, ...woken } = await state(id);
  expect(woken).toMatchObject({ pausedUntil: null, pauseNote: null, nextRunSource: 'baseline-interval' });
  const { originAt } = await deps.row<{ originAt: Date }>('SELECT "originAt" FROM "Schedule" WHERE id = $1', [
    id,
  ]);
  expect((nextRunAt?.getTime() ?? 0) - originAt.getTime()).toBe(2 * HOUR + MINUTE);
});

test('a slot exactly at the end of a pause runs', async () => {
  const id = await minutely();
  await value(pauseSchedule(deps, admin, { id, until: inFuture(HOUR) }));
  await fiveMinutesPass(id);
  await deps.pool.query(
    `UPDATE "Schedule" SET "originAt" = date_trunc('minute', "originAt"), "activatedAt" = date_trunc('minute', "originAt") + interval '1 hour 55 minutes 1 second' WHERE id = $1`,
    [id],
  );
  await deps.pool.query(
    `UPDATE "Schedule" SET "pausedUntil" = "originAt" + interval '2 hours', "nextRunAt" = "originAt" + interval '2 hours' WHERE id = $1`,
    [id],
  );
  await claim();
  const rows = await slots(id);
  expect(outcomes(rows)[0]).toBe('skipped paused ×4');
  expect(rows[1]?.slotAt).toEqual(new Date((rows[0]?.lastSlotAt?.getTime() ?? 0) + MINUTE));
  expect(rows.at(-1)).toMatchObject({ status: 'pending' });
});

test('resuming records what fell into the pause, and runs none of it', async () => {
  const id = await minutely();
  await value(pauseSchedule(deps, admin, { id, until: inFuture(HOUR) }));
  await fiveMinutesPass(id);
  await value(resumeSchedule(deps, admin, { id }));
  expect(outcomes(await slots(id))).toEqual(['skipped paused ×5']);
  const resumed = await state(id);
  expect(resumed).toMatchObject({ pausedUntil: null, pauseNote: null, nextRunSource: 'baseline-interval' });
  expect(resumed.nextRunAt?.getTime()).toBeGreaterThan(Date.now());
  expect((await claim()).recorded).toEqual([]);
  await value(resumeSchedule(deps, admin, { id }));
  expect(await state(id)).toEqual(resumed);
});

test.each(['NULL', `now() - interval '1 hour'`])('a pause that SQL ends with %s ends now', async (end) => {
  const id = await minutely();
  await value(pauseSchedule(deps, admin, { id, until: inFuture(HOUR) }));
  await fiveMinutesPass(id);
  await byHand.query(`UPDATE "Schedule" SET "pausedUntil" = ${end} WHERE id = $1`, [id]);
  expect((await claim()).executionIds).toEqual([]);
  expect(outcomes(await slots(id))).toEqual(['skipped paused ×5']);
  const resumed = await state(id);
  expect(resumed).toMatchObject({ pausedUntil: null, pauseNote: null, nextRunSource: 'baseline-interval' });
  expect(resumed.nextRunAt?.getTime()).toBeLessThan(Date.now() + MINUTE);
});

test('slots that pauses and edits keep from running are counted by reason', async () => {
  const missedSlots = createMissedSlots(new Registry());
  const counting = { ...deps, missedSlots };
  const resumed = await minutely();
  await value(pauseSchedule(counting, admin, { id: resumed, until: inFuture(HOUR) }));
  await fiveMinutesPass(resumed);
  await value(resumeSchedule(counting, admin, { id: resumed }));
  const edited = await minutely();
  await makeDue(edited);
  await value(updateSchedule(counting, admin, { id: edited, input: { interval: '2m' } }));
  const disabled = await minutely();
  await makeDue(disabled);
  await value(setScheduleEnabled(counting, admin, { id: disabled, enabled: false }));
  const { values } = await missedSlots.get();
  const counts = values.filter((one) => one.value > 0).map(({ labels, value }) => [labels.reason, value]);
  expect(Object.fromEntries(counts)).toEqual({ paused: 5, edited: 1, disabled: 1 });
});

test('a one-time schedule that is resumed after its time is over, and does not look active', async () => {
  const id = await minutely({ repeat: 'once', interval: null, startAt: inFuture(2 * HOUR) });
  await value(pauseSchedule(deps, admin, { id, until: inFuture(3 * HOUR) }));
  await deps.pool.query(
    `UPDATE "Schedule" SET "startAt" = clock_timestamp() - interval '1 minute', "activatedAt" = clock_timestamp() - interval '1 hour' WHERE id = $1`,
    [id],
  );
  await value(resumeSchedule(deps, admin, { id }));
  expect(outcomes(await slots(id))).toEqual(['skipped paused ×1']);
  expect(await state(id)).toMatchObject({
    enabled: false,
    nextRunAt: null,
    decision: { candidates: [{ reason: 'its only time has passed' }] },
  });
  expect((await claim()).recorded).toEqual([]);
});

test('a second pause replaces the first: one row for the slots of both', async () => {
  const id = await minutely();
  await makeDue(id);
  await value(pauseSchedule(deps, admin, { id, until: inFuture(HOUR) }));
  const until = inFuture(2 * HOUR);
  await value(pauseSchedule(deps, admin, { id, until, note: 'longer' }));
  expect(await state(id)).toMatchObject({ pausedUntil: until, pauseNote: 'longer', nextRunAt: until });
  expect(outcomes(await slots(id))).toEqual(['skipped paused ×1']);
});

test.each([
  ['disabled', (id: string) => setScheduleEnabled(deps, admin, { id, enabled: false })],
  ['re-timed', (id: string) => updateSchedule(deps, admin, { id, input: { interval: '7m' } })],
  ['deleted', (id: string) => deleteSchedule(deps, admin, { id })],
])('%s during a pause: the slots are recorded as paused', async (_what, change) => {
  const id = await minutely();
  await value(pauseSchedule(deps, admin, { id, until: inFuture(HOUR) }));
  await fiveMinutesPass(id);
  await value(change(id));
  expect(outcomes(await slots(id))).toEqual(['skipped paused ×5']);
});

test('a change of timing does not end a pause, nor does disabling and enabling', async () => {
  const id = await minutely();
  const until = inFuture(HOUR);
  await value(pauseSchedule(deps, admin, { id, until }));
  await value(updateSchedule(deps, admin, { id, input: { interval: '7m' } }));
  expect(await state(id)).toMatchObject({ nextRunAt: until, nextRunSource: 'paused' });
  await value(setScheduleEnabled(deps, admin, { id, enabled: false }));
  await value(setScheduleEnabled(deps, admin, { id, enabled: true }));
  expect(await state(id)).toMatchObject({ nextRunAt: until, nextRunSource: 'paused' });
});

test.each([
  ['paused', (id: string) => pauseSchedule(deps, admin, { id, until: inFuture(HOUR) })],
  ['disabled', (id: string) => setScheduleEnabled(deps, admin, { id, enabled: false })],
  ['disabled', (id: string) => deleteSchedule(deps, admin, { id })],
])('a queued run is recorded as %s, and never starts', async (reason, change) => {
  const id = await minutely({ concurrencyPolicy: 'queue' });
  const { id: active } = await value(triggerSchedule(deps, admin, { id }));
  const due = await makeDue(id);
  await claim();
  await value(change(id));
  const rows = (await slots(id)).filter(({ slotAt }) => slotAt !== null);
  expect(rows).toMatchObject([{ status: 'skipped', reason, slotAt: due, waitingSince: null }]);
  await deps.pool.query(
    `UPDATE "ScheduleExecution" SET "completedAt" = clock_timestamp(), "runStatus" = 'succeeded' WHERE id = $1`,
    [active],
  );
  expect((await concludeExecutions(deps.pool, 'UTC')).promoted).toEqual([]);
});

test('the queued last run of a schedule that has ended never starts after that schedule was disabled', async () => {
  const id = await minutely({ concurrencyPolicy: 'queue', maxRuns: 1 });
  await value(triggerSchedule(deps, admin, { id }));
  const due = await makeDue(id);
  await claim();
  expect(await state(id)).toMatchObject({ enabled: false, runCount: 1 });
  await value(updateSchedule(deps, admin, { id, input: { description: 'Its last run stays queued' } }));
  expect(await slots(id)).toMatchObject([{ reason: 'waiting', slotAt: due }, {}]);
  await value(setScheduleEnabled(deps, admin, { id, enabled: false }));
  expect(await slots(id)).toMatchObject([{ status: 'skipped', reason: 'disabled', slotAt: due }, {}]);
  // It counts no longer, so the schedule has a run left.
  expect(await state(id)).toMatchObject({ enabled: false, runCount: 0 });
});

test.each([
  ['paused', (id: string) => pauseSchedule(deps, admin, { id, until: inFuture(HOUR) })],
  ['disabled', (id: string) => setScheduleEnabled(deps, admin, { id, enabled: false })],
  ['disabled', (id: string) => deleteSchedule(deps, admin, { id })],
])('a claimed run with a later start is recorded as %s, and never starts', async (reason, change) => {
  const id = await minutely({ jitter: '1h', maxRuns: 9 });
  const due = await makeDue(id);
  const [execution] = (await claim()).recorded;
  // The jitter of this slot may have passed already.
  await deps.pool.query(
    `UPDATE "ScheduleExecution" SET "fireAt" = clock_timestamp() + interval '10 minutes' WHERE id = $1`,
    [execution?.id],
  );
  await value(triggerSchedule(deps, admin, { id }));
  await value(change(id));
  expect(await slots(id)).toMatchObject([
    { status: 'skipped', runStatus: null, reason, slotAt: due, lastSlotAt: due, missedCount: 1 },
    { status: 'pending', runStatus: 'pending', slotAt: null },
  ]);
  const left = await deps.rows<ScheduleState>('SELECT * FROM "Schedule" WHERE id = $1', [id]);
  expect(left.every(({ runCount }) => runCount === 0)).toBe(true);
});

test('a run that was withdrawn during its expansion gets no jobs', async () => {
  const id = await minutely();
  const { id: executionId } = await value(triggerSchedule(deps, admin, { id }));
  const finish = () =>
    finishExpansion(deps.pool, {
      executionId,
      jobsCreated: 1,
      batches: 1,
      released: 1,
      staggerDelay: 0,
      metadata: {},
    });
  await deps.pool.query(
    `UPDATE "ScheduleExecution" SET status = 'skipped', "runStatus" = NULL, reason = 'paused' WHERE id = $1`,
    [executionId],
  );
  expect(await finish()).toBe(false);
});

test('a timing that SQL has made unreadable can be paused, resumed, and corrected', async () => {
  const id = await minutely();
  await deps.pool.query(
    `UPDATE "Schedule" SET "interval" = NULL, "cronExpression" = 'now and then' WHERE id = $1`,
    [id],
  );
  await makeDue(id);
  await claim();
  await value(pauseSchedule(deps, admin, { id, until: inFuture(HOUR) }));
  await value(resumeSchedule(deps, admin, { id }));
  const row = () =>
    deps.row<{ flag: string | null; nextRunAt: Date | null }>('SELECT * FROM "Schedule" WHERE id = $1', [id]);
  expect(await row()).toMatchObject({ flag: 'invalid_timing', nextRunAt: null });
  await value(updateSchedule(deps, admin, { id, input: { cronExpression: '*/5 * * * *' } }));
  expect(await row()).toMatchObject({ flag: null, nextRunAt: expect.any(Date) });
});

test('manual triggers still work', async () => {
  const id = await minutely();
  await value(pauseSchedule(deps, admin, { id, until: inFuture(HOUR) }));
  expect(await triggerSchedule(deps, admin, { id })).toMatchObject({ kind: 'ok' });
});

test.each<[string, Record<string, unknown>, string[]]>([
  ['a past end', { until: new Date(0) }, ['until']],
  ['no end', {}, ['until']],
  ['an invalid date', { until: new Date(Number.NaN) }, ['until']],
  ['an end in the distant future', { until: new Date('9999-12-31T00:00:00Z') }, ['until']],
  ['an end that PostgreSQL cannot store', { until: new Date(8.6e15) }, ['until']],
  ['a note that is too long', { until: inFuture(HOUR), note: 'x'.repeat(1_001) }, ['note']],
])('refused: %s', async (_what, input, expected) => {
  const id = await minutely();
  const before = await state(id);
  expect(await paths(pauseSchedule(deps, admin, { id, ...input }))).toEqual(expected);
  expect(await state(id)).toEqual(before);
});

test('refused: a schedule that does not exist', async () => {
  expect(await pauseSchedule(deps, admin, { id: 'none', until: inFuture(HOUR) })).toMatchObject({
    kind: 'not_found',
  });
  expect(await resumeSchedule(deps, admin, { id: 'none' })).toMatchObject({ kind: 'not_found' });
});
