import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseNow } from '../../../src/db/system/database-now.js';
import { claimDueSchedules } from '../../../src/services/schedules/claim/claim-due-schedules.js';
import { clearHints } from '../../../src/services/schedules/clear-hints.js';
import { createSchedule } from '../../../src/services/schedules/create-schedule.js';
import { pauseSchedule } from '../../../src/services/schedules/pause-schedule.js';
import { proposeHint } from '../../../src/services/schedules/propose-hint.js';
import { resumeSchedule } from '../../../src/services/schedules/resume-schedule.js';
import { setScheduleEnabled } from '../../../src/services/schedules/set-schedule-enabled.js';
import { insertExecution } from '../../support/rows.js';
import { admin, anAgent, issues, openServices, paths, type TestServices, value } from '../support.js';
import { type ScheduleState, SETTINGS } from './claim-fixture.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let deps: TestServices;
let agentId: string;
beforeAll(async () => {
  deps = await openServices();
  agentId = await anAgent(deps);
});
afterAll(() => deps.close());

const hourly = async (more: Record<string, unknown> = {}) =>
  (
    await value(
      createSchedule(deps, admin, {
        name: 'Hourly',
        repeat: 'repeating',
        interval: '1h',
        targetType: 'agent',
        agentId,
        ...more,
      }),
    )
  ).id;
const state = (id: string) => deps.row<ScheduleState>('SELECT * FROM "Schedule" WHERE id = $1', [id]);
const propose = (scheduleId: string, input: Record<string, unknown>) =>
  proposeHint(deps, admin, { scheduleId, input: { ttl: '30m', reason: 'load is high', ...input } });
const slots = (id: string) =>
  deps.rows<{ status: string; source: string; slotAt: Date; decision: { candidates: unknown[] } }>(
    'SELECT * FROM "ScheduleExecution" WHERE "scheduleId" = $1 ORDER BY id',
    [id],
  );
/** Pretends that this much time has passed for the schedule. */
const shift = (id: string, ms: number) =>
  deps.pool.query(
    `UPDATE "Schedule" SET ${[
      'createdAt',
      'originAt',
      'activatedAt',
      'nextRunAt',
      'lastRunAt',
      'handledAt',
      'hintAt',
      'hintSince',
      'hintExpiresAt',
    ]
      .map((column) => `"${column}" = "${column}" - $2 * interval '1 millisecond'`)
      .join(', ')} WHERE id = $1`,
    [id, ms],
  );
const claim = () => claimDueSchedules(deps.pool, SETTINGS);
const msFromNow = async (at: Date | null) =>
  (at?.getTime() ?? Number.NaN) - (await databaseNow(deps.pool)).getTime();

describe('an interval hint', () => {
  test('is in force at once, whatever was planned, and the decision says so', async () => {
    const id = await hourly();
    await value(propose(id, { interval: '5m' }));
    const hinted = await state(id);
    expect(await msFromNow(hinted.nextRunAt)).toBeGreaterThan(4 * MINUTE);
    expect(await msFromNow(hinted.nextRunAt)).toBeLessThanOrEqual(5 * MINUTE);
    expect(hinted).toMatchObject({
      nextRunSource: 'ai-interval',
      hintIntervalMs: 5 * MINUTE,
      hintReason: 'load is high',
      decision: {
        source: 'ai-interval',
        hint: { intervalMs: 5 * MINUTE, fresh: true, proposedBy: admin.id },
        candidates: [
          { source: 'baseline-interval', ignored: expect.any(String) },
          { source: 'ai-interval', chosen: true },
        ],
      },
    });
  });

  test('is named by the runs it leads to, and ends at its time', async () => {
    const id = await hourly();
    await value(propose(id, { intervalMs: 5 * MINUTE }));
    await deps.pool.query(
      `UPDATE "Schedule" SET "nextRunAt" = clock_timestamp() - interval '10 milliseconds', "activatedAt" = "activatedAt" - interval '1 day' WHERE id = $1`,
      [id],
    );
    await claim();
    expect(await slots(id)).toMatchObject([{ status: 'pending', source: 'ai-interval' }]);
    const again = await state(id);
    expect(again.nextRunSource).toBe('ai-interval');

    await deps.pool.query(
      `UPDATE "Schedule" SET "hintExpiresAt" = clock_timestamp(), "nextRunAt" = clock_timestamp() - interval '10 milliseconds' WHERE id = $1`,
      [id],
    );
    await claim();
    expect(await state(id)).toMatchObject({
      nextRunSource: 'baseline-interval',
      hintIntervalMs: null,
      hintExpiresAt: null,
      hintReason: null,
    });
  });
});

describe('an interval hint that is renewed before it ran', () => {
  test('runs when the first one said, not later and later', async () => {
    const id = await hourly();
    await value(propose(id, { interval: '4m', ttl: '5m' }));
    const { nextRunAt } = await state(id);
    // Three minutes later, while the first hint is in force.
    await shift(id, 3 * MINUTE);
    await value(propose(id, { interval: '4m', ttl: '5m', reason: 'still high' }));
    const renewed = await state(id);
    expect(renewed).toMatchObject({ nextRunSource: 'ai-interval', hintReason: 'still high' });
    expect(renewed.nextRunAt?.getTime()).toBe((nextRunAt?.getTime() ?? 0) - 3 * MINUTE);
    await shift(id, MINUTE);
    expect((await claim()).executionIds).toHaveLength(1);
    // From now on it counts from that run.
    const ran = (await state(id)).nextRunAt;
    await shift(id, 2 * MINUTE);
    await value(propose(id, { interval: '4m', ttl: '5m' }));
    expect((await state(id)).nextRunAt?.getTime()).toBe((ran?.getTime() ?? 0) - 2 * MINUTE);
  });

  test('starts again once it has expired', async () => {
    const id = await hourly();
    await value(propose(id, { interval: '4m', ttl: '2m' }));
    await shift(id, 3 * MINUTE);
    await value(propose(id, { interval: '4m', ttl: '2m' }));
    expect(await msFromNow((await state(id)).nextRunAt)).toBeGreaterThan(3 * MINUTE);
  });

  test('never delays the run beyond maxInterval, counted from the last run', async () => {
    const id = await hourly({ interval: '1m', maxInterval: '2m' });
    for (let minute = 0; minute < 3; minute += 1) {
      await value(propose(id, { interval: '30m', ttl: '1h' }));
      await shift(id, 45_000);
    }
    expect((await state(id)).nextRunSource).toBe('clamped-max');
    expect((await claim()).executionIds).toHaveLength(1);
    await shift(id, 90_000);
    await value(propose(id, { interval: '10m', ttl: '1h' }));
    const next = await msFromNow((await state(id)).nextRunAt);
    expect(next).toBeGreaterThan(20_000);
    expect(next).toBeLessThanOrEqual(30_000);
  });
});

describe('a one-shot hint', () => {
  test('in the past runs now, once, and the baseline continues along its grid', async () => {
    const id = await hourly();
    const before = (await state(id)).nextRunAt;
    await value(propose(id, { nextRunAt: new Date(0) }));
    expect(await msFromNow((await state(id)).nextRunAt)).toBeLessThanOrEqual(0);
    expect((await claim()).executionIds).toHaveLength(1);
    expect(await slots(id)).toMatchObject([{ source: 'ai-oneshot' }]);
    expect(await state(id)).toMatchObject({
      nextRunAt: before,
      nextRunSource: 'baseline-interval',
      hintNextRunAt: null,
      hintExpiresAt: null,
    });
    expect((await claim()).executionIds).toEqual([]);
  });

  test('competes with the baseline: the earlier is planned', async () => {
    const id = await hourly();
    const baseline = (await state(id)).nextRunAt as Date;
    const sooner = new Date(baseline.getTime() - 20 * MINUTE);
    await value(propose(id, { nextRunAt: sooner, ttl: '2h' }));
    expect(await state(id)).toMatchObject({ nextRunAt: sooner, nextRunSource: 'ai-oneshot' });
    const later = new Date(baseline.getTime() + 20 * MINUTE);
    await value(propose(id, { nextRunAt: later, ttl: '2h' }));
    expect(await state(id)).toMatchObject({ nextRunAt: baseline, nextRunSource: 'baseline-interval' });
  });
});

test('the last hint replaces all others; clearing restores the baseline at once', async () => {
  const id = await hourly();
  const baseline = (await state(id)).nextRunAt as Date;
  await value(propose(id, { interval: '5m' }));
  const oneShot = new Date(baseline.getTime() - 10 * MINUTE);
  await value(propose(id, { nextRunAt: oneShot, ttl: '2h', reason: 'once more' }));
  expect(await state(id)).toMatchObject({
    hintIntervalMs: null,
    hintNextRunAt: oneShot,
    hintReason: 'once more',
    nextRunAt: oneShot,
  });
  await value(clearHints(deps, admin, { scheduleId: id }));
  const cleared = await state(id);
  expect(cleared).toMatchObject({
    hintNextRunAt: null,
    hintExpiresAt: null,
    nextRunAt: baseline,
    nextRunSource: 'baseline-interval',
  });
  await value(clearHints(deps, admin, { scheduleId: id }));
  expect(await state(id)).toEqual(cleared);
});

test('if the clock was set back, what has already run is not planned again', async () => {
  const id = await hourly();
  const ran = (await state(id)).nextRunAt as Date;
  // Pretends that the clock was there, and an hour ahead.
  await deps.pool.query(`UPDATE "Schedule" SET "nextRunAt" = $2 WHERE id = $1`, [
    id,
    new Date(ran.getTime() + HOUR),
  ]);
  const executionId = await insertExecution(deps.pool, { agentId });
  await deps.pool.query(
    `UPDATE "ScheduleExecution" SET "scheduleId" = $2, trigger = 'schedule', "slotAt" = $3 WHERE id = $1`,
    [executionId, id, ran],
  );
  await value(propose(id, { interval: '5m' }));
  await value(clearHints(deps, admin, { scheduleId: id }));
  expect(await state(id)).toMatchObject({
    nextRunAt: new Date(ran.getTime() + HOUR),
    nextRunSource: 'baseline-interval',
  });
});

test('limits override hints, and repeated proposals do not delay the run', async () => {
  const id = await hourly({ minInterval: '20m' });
  await value(propose(id, { interval: '1m' }));
  const first = await state(id);
  expect(first).toMatchObject({ nextRunSource: 'clamped-min', decision: { source: 'clamped-min' } });
  expect(await msFromNow(first.nextRunAt)).toBeLessThanOrEqual(20 * MINUTE);
  await deps.pool.query('SELECT pg_sleep(0.01)');
  await value(propose(id, { interval: '2m' }));
  expect((await state(id)).nextRunAt).toEqual(first.nextRunAt);
});

test('repeated proposals do not delay the run if maxInterval has the last word either', async () => {
  const id = await hourly({ interval: '1d', minInterval: '30m', maxInterval: '1h' });
  const inMinutes = (minutes: number) => ({ nextRunAt: new Date(Date.now() + minutes * MINUTE) });
  await shift(id, 20 * MINUTE);
  await value(propose(id, inMinutes(10)));
  expect((await state(id)).nextRunSource).toBe('clamped-min');
  await shift(id, 15 * MINUTE);
  const planned = (await state(id)).nextRunAt;
  await value(propose(id, inMinutes(5)));
  expect((await state(id)).nextRunAt).toEqual(planned);
});

test('a pause overrides hints; they apply after it', async () => {
  const id = await hourly();
  const until = new Date(Date.now() + 2 * HOUR);
  await value(pauseSchedule(deps, admin, { id, until }));
  await value(propose(id, { interval: '5m', ttl: '3h' }));
  expect(await state(id)).toMatchObject({ nextRunAt: until, nextRunSource: 'paused' });
  await value(resumeSchedule(deps, admin, { id }));
  const resumed = await state(id);
  expect(resumed.nextRunSource).toBe('ai-interval');
  expect(await msFromNow(resumed.nextRunAt)).toBeLessThanOrEqual(5 * MINUTE);
});

test('a slot that is already due runs first, and the hint decides what comes after it', async () => {
  const id = await hourly();
  const due = await deps.row<{ at: Date }>(
    `UPDATE "Schedule" SET "nextRunAt" = clock_timestamp() - interval '10 milliseconds', "activatedAt" = "activatedAt" - interval '1 day'
     WHERE id = $1 RETURNING "nextRunAt" AS at`,
    [id],
  );
  await value(propose(id, { interval: '5m' }));
  expect((await state(id)).nextRunAt).toEqual(due.at);
  await claim();
  expect(await slots(id)).toMatchObject([{ slotAt: due.at, source: 'baseline-interval' }]);
  expect((await state(id)).nextRunSource).toBe('ai-interval');
});

test.each<[string, Record<string, unknown>, string[]]>([
  ['nothing proposed', {}, ['interval']],
  ['both names of the interval', { interval: '5m', intervalMs: 1 }, ['intervalMs', 'intervalMs']],
  ['an interval under a second', { interval: 999 }, ['interval']],
  ['no reason', { interval: '5m', reason: '  ' }, ['reason']],
  ['an empty reason', { interval: '5m', reason: 5 }, ['reason']],
  ['no ttl', { interval: '5m', ttl: 0 }, ['ttl']],
  ['a run after its end', { nextRunAt: new Date(Date.now() + HOUR), ttl: '1m' }, ['nextRunAt']],
  ['an invalid date', { nextRunAt: new Date(Number.NaN) }, ['nextRunAt']],
  ['a misspelled field', { intervall: '5m' }, ['intervall']],
])('refused: %s', async (_what, input, expected) => {
  const id = await hourly();
  const before = await state(id);
  expect(await paths(propose(id, input))).toEqual(expected);
  expect(await state(id)).toEqual(before);
});

test('refused if it would change nothing, with the reason', async () => {
  const hint = { interval: '5m' };
  const once = await hourly({ repeat: 'once', interval: null, startAt: new Date(Date.now() + HOUR) });
  const template = await hourly({ template: true });
  const off = await hourly();
  await value(setScheduleEnabled(deps, admin, { id: off, enabled: false }));
  for (const [id, message] of [
    [once, /once/],
    [template, /template/],
    [off, /disabled/],
  ] as const)
    expect(await propose(id, hint)).toEqual({ kind: 'conflict', message: expect.stringMatching(message) });
  expect(await propose('none', hint)).toMatchObject({ kind: 'not_found' });
  expect(await clearHints(deps, admin, { scheduleId: 'none' })).toMatchObject({ kind: 'not_found' });
  expect(await issues(propose(off, {}))).toHaveLength(1);
});
