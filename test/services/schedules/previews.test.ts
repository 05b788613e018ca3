import { afterAll, beforeAll, expect, test } from 'vitest';
import { previewExpansion } from '../../../src/services/runs/data-sources/preview-expansion.js';
import { clearHints } from '../../../src/services/schedules/clear-hints.js';
import { createSchedule } from '../../../src/services/schedules/create-schedule.js';
import { pauseSchedule } from '../../../src/services/schedules/pause-schedule.js';
import { previewSchedule } from '../../../src/services/schedules/plan/preview-schedule.js';
import { proposeHint } from '../../../src/services/schedules/propose-hint.js';
import { resumeSchedule } from '../../../src/services/schedules/resume-schedule.js';
import { updateSchedule } from '../../../src/services/schedules/update-schedule.js';
import { admin, anAgent, issues, openServices, paths, type TestServices, value } from '../support.js';

let deps: TestServices;
let agentId: string;
beforeAll(async () => {
  deps = await openServices();
  agentId = await anAgent(deps);
  await deps.pool.query(
    `CREATE TABLE public.ticker AS SELECT 'T' || n AS id, n % 2 = 0 AS enabled FROM generate_series(1, 40) n`,
  );
});
afterAll(() => deps.close());

const from = new Date('2027-03-27T00:00:00Z');
const times = async (input: Record<string, unknown>, count?: number) =>
  (await value(previewSchedule(deps, admin, { input, ...(count && { count }) }))).occurrences.map(({ at }) =>
    at.toISOString(),
  );

test('lists the next runs of a draft timing, over a clock change', async () => {
  const input = { repeat: 'repeating', cronExpression: '30 2 * * *', timezone: 'Europe/Berlin', from };
  expect(await times(input, 3)).toEqual([
    '2027-03-27T01:30:00.000Z',
    '2027-03-28T01:00:00.000Z',
    '2027-03-29T00:30:00.000Z',
  ]);
  expect(await times({ ...input, dstGap: 'skip' }, 2)).toEqual([
    '2027-03-27T01:30:00.000Z',
    '2027-03-29T00:30:00.000Z',
  ]);
  const { occurrences } = await value(previewSchedule(deps, admin, { input }));
  expect(occurrences).toHaveLength(5);
  expect(occurrences[0]).toMatchObject({
    source: 'baseline-cron',
    decision: { candidates: [{ source: 'baseline-cron' }] },
  });
});

test('bounds and maxRuns end the preview; a one-time schedule has one run; a template has none', async () => {
  const grid = { repeat: 'repeating', interval: '1h', startAt: from, from };
  expect(await times({ ...grid, maxRuns: 2 }, 10)).toEqual([
    '2027-03-27T00:00:00.000Z',
    '2027-03-27T01:00:00.000Z',
  ]);
  expect(await times({ ...grid, endAt: new Date('2027-03-27T02:00:00Z') }, 10)).toHaveLength(2);
  expect(await times({ repeat: 'once', startAt: from, from })).toEqual([from.toISOString()]);
  expect(await times({ repeat: 'once', from })).toEqual([from.toISOString()]);
  expect(await times({ ...grid, template: true })).toEqual([]);
});

test('ends with the year 9999', async () => {
  const startAt = new Date('9999-12-31T22:30:00Z');
  expect(await times({ repeat: 'repeating', interval: '1h', startAt })).toEqual([
    '9999-12-31T22:30:00.000Z',
    '9999-12-31T23:30:00.000Z',
  ]);
});

test('shows a stored schedule as it is, with a change, and when it is over', async () => {
  const schedule = { name: 'Hourly', repeat: 'repeating', interval: '1h', targetType: 'agent', agentId };
  const { id } = await value(createSchedule(deps, admin, schedule));
  const { nextRunAt } = await deps.row<{ nextRunAt: Date }>(
    `SELECT "nextRunAt" FROM "Schedule" WHERE id = $1`,
    [id],
  );
  expect((await times({ scheduleId: id }))[0]).toBe(nextRunAt.toISOString());
  const [first = '', second = ''] = await times({ scheduleId: id, interval: '2h' });
  expect(Date.parse(second) - Date.parse(first)).toBe(7_200_000);

  const due = new Date(nextRunAt.getTime() - 3_600_000);
  await deps.pool.query(
    `UPDATE "Schedule" SET "nextRunAt" = $2, "originAt" = "originAt" - interval '1 day' WHERE id = $1`,
    [id, due],
  );
  expect((await times({ scheduleId: id }))[0]).toBe(due.toISOString());

  const once = await value(createSchedule(deps, admin, { ...schedule, repeat: 'once', interval: null }));
  await deps.pool.query(
    `UPDATE "Schedule" SET "startAt" = '2020-01-01', enabled = false, "nextRunAt" = NULL WHERE id = $1`,
    [once.id],
  );
  expect(await times({ scheduleId: once.id })).toEqual([]);
});

test('is refused as the schedule would be', async () => {
  const preview = (input: unknown, count?: number) =>
    previewSchedule(deps, admin, { input, ...(count !== undefined && { count }) });
  expect(await paths(preview({ repeat: 'repeating', cronExpression: '0 0 31 2 *' }))).toEqual([
    'cronExpression',
  ]);
  expect(await paths(preview({ interval: 500 }, 101))).toEqual(['count']);
  expect(await paths(preview({ interval: '1h' }))).toEqual(['repeat']);
  expect(await paths(preview({ repeat: 'repeating', interval: 'often' }, 0))).toEqual(['interval', 'count']);
  expect(await preview({ scheduleId: 'none' })).toMatchObject({ kind: 'not_found' });
});

test('takes hints, pause, limits and failures of a stored schedule into account', async () => {
  const hour = 3_600_000;
  const schedule = { name: 'Hourly', repeat: 'repeating', interval: '1h', targetType: 'agent', agentId };
  const { id } = await value(createSchedule(deps, admin, schedule));
  const preview = async () =>
    (await value(previewSchedule(deps, admin, { input: { scheduleId: id }, count: 4 }))).occurrences;
  const baseline = (await preview()).map(({ at }) => at);

  const input = { nextRunAt: new Date((baseline[1]?.getTime() ?? 0) - hour / 2), ttl: '1d', reason: 'news' };
  await value(proposeHint(deps, admin, { scheduleId: id, input }));
  expect((await preview()).map(({ at, source }) => [at, source])).toEqual([
    [baseline[0], 'baseline-interval'],
    [input.nextRunAt, 'ai-oneshot'],
    [baseline[1], 'baseline-interval'],
    [baseline[2], 'baseline-interval'],
  ]);
  expect((await preview())[1]?.decision).toMatchObject({
    candidates: expect.arrayContaining([
      expect.objectContaining({ reason: expect.stringContaining('news') }),
    ]),
  });

  const until = new Date((baseline[2]?.getTime() ?? 0) - 1_000);
  await value(pauseSchedule(deps, admin, { id, until }));
  expect((await preview())[0]).toMatchObject({ at: baseline[2] });
  await value(resumeSchedule(deps, admin, { id }));
  await value(clearHints(deps, admin, { scheduleId: id }));

  const limited = await value(
    previewSchedule(deps, admin, {
      input: { scheduleId: id, minInterval: '90m', maxInterval: '2h' },
      count: 3,
    }),
  );
  expect(limited.occurrences.map(({ source }) => source)).toEqual(Array(3).fill('clamped-min'));
  const gaps = limited.occurrences.map(
    ({ at }, n) => at.getTime() - (limited.occurrences[n - 1]?.at.getTime() ?? 0),
  );
  expect(gaps.slice(1)).toEqual([1.5 * hour, 1.5 * hour]);
});

test.each([
  ['another timing', { interval: '2h' }],
  ['a shorter limit', { maxInterval: '30m' }],
  ['a policy', { jitter: '1m' }],
  ['a disabled schedule', { enabled: true }],
])('shows the plan that saving would make: %s', async (what, change) => {
  const input = { repeat: 'repeating', interval: '3h', maxInterval: '100m', failureBackoff: true };
  const { id } = await value(
    createSchedule(deps, admin, { name: what, ...input, targetType: 'agent', agentId }),
  );
  const hint = { intervalMs: 7_000_000, ttl: '1d', reason: 'calm' };
  await value(proposeHint(deps, admin, { scheduleId: id, input: hint }));
  await deps.pool.query(
    `UPDATE "Schedule" SET "failureCount" = 1, "handledAt" = now() - interval '45 minutes', "lastRunAt" = now() - interval '45 minutes',
       "createdAt" = now() - interval '1 day', "activatedAt" = now() - interval '1 day', "hintSince" = now() - interval '1 hour',
       enabled = $2, "nextRunAt" = CASE WHEN $2 THEN now() + interval '55 minutes' END
     WHERE id = $1`,
    [id, !('enabled' in change)],
  );
  const { enabled: _, ...patch } = { enabled: true, ...change };
  const [first = ''] = await times({ scheduleId: id, ...patch });
  await value(updateSchedule(deps, admin, { id, input: change }));
  const { nextRunAt } = await deps.row<{ nextRunAt: Date }>(
    `SELECT "nextRunAt" FROM "Schedule" WHERE id = $1`,
    [id],
  );
  expect(Math.abs(Date.parse(first) - nextRunAt.getTime())).toBeLessThan(10_000);
});

test.each([
  ['a hint that expires', { interval: '1h' }],
  ['maxInterval', { interval: '3h', maxInterval: '100m' }],
  ['minInterval', { cronExpression: '*/50 * * * *', minInterval: '70m' }],
  ['maxRuns', { interval: '1h', maxRuns: 6 }],
  ['one time', { repeat: 'once', startAt: new Date(Date.now() + 3_600_000) }],
])('a preview that starts later shows the same runs: %s', async (what, input) => {
  const schedule = { name: what, repeat: 'repeating', ...input, agentId };
  const { id } = await value(createSchedule(deps, admin, schedule));
  if (what.includes('hint')) {
    const hint = { intervalMs: 25 * 60_000, ttl: '90m', reason: 'busy' };
    await value(proposeHint(deps, admin, { scheduleId: id, input: hint }));
  }
  const all = await times({ scheduleId: id }, 10);
  for (const n of [1, 2, 5]) {
    const from = new Date(Date.parse(all[n - 1] ?? all.at(-1) ?? '') + 1);
    expect(await times({ scheduleId: id, from }, 10 - n)).toEqual(all.slice(n));
  }
});

test.each([
  ['on a grid', {}],
  ['whose slots depend on earlier ones', { maxRuns: 20 }],
])(
  'a preview may start at a slot, which is included as one at the activation is: a schedule %s',
  async (what, limit) => {
    const schedule = { name: what, repeat: 'repeating', cronExpression: '*/7 * * * *', ...limit, agentId };
    const { id } = await value(createSchedule(deps, admin, schedule));
    const [, second = '', third = ''] = await times({ scheduleId: id }, 3);
    expect(await times({ scheduleId: id, from: new Date(second) }, 2)).toEqual([second, third]);
  },
);

test('a preview cannot start after thousands of runs on which it depends', async () => {
  const schedule = { name: 'Often', repeat: 'repeating', interval: '1s', agentId };
  const { id } = await value(createSchedule(deps, admin, schedule));
  const far = new Date(Math.ceil(Date.now() / 1_000) * 1_000 + 3_600_000);
  expect(await times({ scheduleId: id, from: far })).toHaveLength(5);
  await value(updateSchedule(deps, admin, { id, input: { maxRuns: 100_000 } }));
  expect(await issues(previewSchedule(deps, admin, { input: { scheduleId: id, from: far } }))).toEqual([
    'from: is more than 2,000 runs ahead: choose an earlier time',
  ]);
});

test('stretches the interval after failures as the engine does', async () => {
  const schedule = { name: 'Failing', repeat: 'repeating', interval: '1h', targetType: 'agent', agentId };
  const { id } = await value(createSchedule(deps, admin, { ...schedule, failureBackoff: true }));
  await deps.pool.query(`UPDATE "Schedule" SET "failureCount" = 2 WHERE id = $1`, [id]);
  const { occurrences } = await value(previewSchedule(deps, admin, { input: { scheduleId: id }, count: 3 }));
  expect((occurrences[2]?.at.getTime() ?? 0) - (occurrences[1]?.at.getTime() ?? 0)).toBe(4 * 3_600_000);
  expect(occurrences[1]?.decision.backoff).toMatchObject({ failures: 2, factor: 4 });
});

test('shows jitter in fireAt if the schedule exists', async () => {
  const schedule = { name: 'Spread', repeat: 'repeating', interval: '1h', targetType: 'agent', agentId };
  const { id } = await value(createSchedule(deps, admin, { ...schedule, jitter: '10m' }));
  const { occurrences } = await value(previewSchedule(deps, admin, { input: { scheduleId: id }, count: 9 }));
  const delays = occurrences.map(({ at, fireAt }) => fireAt.getTime() - at.getTime());
  expect(delays.every((ms) => ms >= 0 && ms < 600_000)).toBe(true);
  expect(new Set(delays).size).toBeGreaterThan(1);
});

test('lists the coming clock changes with their effect', async () => {
  const input = { repeat: 'repeating', cronExpression: '30 2 * * *', timezone: 'Europe/Berlin', from };
  const { transitions, timezone } = await value(previewSchedule(deps, admin, { input }));
  expect(timezone).toBe('Europe/Berlin');
  expect(transitions).toMatchObject([
    {
      at: new Date('2027-03-28T01:00:00Z'),
      kind: 'gap',
      from: '+01:00',
      to: '+02:00',
      localFrom: '2027-03-28T02:00',
      localTo: '2027-03-28T03:00',
      effect: expect.stringContaining('NEXT_VALID'),
    },
    { kind: 'repeat', effect: expect.stringContaining('FIRST') },
  ]);
  const still = await value(previewSchedule(deps, admin, { input: { ...input, timezone: 'UTC' } }));
  expect(still).toMatchObject({ transitions: [], timezone: 'UTC' });
});

test('refuses impossible policies, as the schedule would', async () => {
  const preview = (more: object) =>
    previewSchedule(deps, admin, { input: { repeat: 'repeating', interval: '1h', ...more } });
  expect(await paths(preview({ minInterval: '2h', maxInterval: '1h' }))).toEqual(['minInterval']);
  expect(await paths(preview({ misfirePolicy: 'all', concurrencyPolicy: 'forbid' }))).toEqual([
    'misfirePolicy',
  ]);
  expect(await paths(preview({ misfirePolicy: 'some' }))).toEqual(['misfirePolicy']);
});

test('counts and samples an expansion, and creates nothing', async () => {
  const params = { ticker: 'db:ticker:all:id?enabled=true&batchSize=6&staggerDelay=2s&orderBy=id', depth: 2 };
  expect(await value(previewExpansion(deps, admin, { params }))).toMatchObject({
    total: 20,
    jobs: 20,
    batches: 4,
    batchSize: 6,
    staggerDelay: 2_000,
    durationMs: 6_000,
    sample: expect.arrayContaining([{ ticker: 'T10', depth: 2 }]),
  });
  expect(await value(previewExpansion(deps, admin, { params: {} }))).toMatchObject({
    total: 0,
    jobs: 1,
    batches: 1,
    batchSize: 10,
  });
  expect(await deps.rows('SELECT FROM "ScheduleExecution"')).toEqual([]);
});

test('reports what cannot be expanded with its path', async () => {
  expect(await issues(previewExpansion(deps, admin, { params: { a: { b: ['db:tikcer:all:id'] } } }))).toEqual(
    [expect.stringMatching(/^params\.a\.b\.0: .*[Tt]icker/)],
  );
  expect(await paths(previewExpansion(deps, admin, { params: 'x' }))).toEqual(['params']);
});

test.each([
  ['latest', 1],
  ['all', 4],
  ['skip', 0],
])('says what %s does to overdue slots, and lists only later ones', async (misfirePolicy, runs) => {
  const minute = 60_000;
  const schedule = { name: 'Late', repeat: 'repeating', interval: '1m', targetType: 'agent', agentId };
  const { id } = await value(createSchedule(deps, admin, { ...schedule, misfirePolicy }));
  const { firstAt } = await deps.row<{ firstAt: Date }>(
    `UPDATE "Schedule" SET "originAt" = "originAt" - interval '1 day', "activatedAt" = "activatedAt" - interval '1 day',
            "nextRunAt" = "nextRunAt" - interval '4 minutes'
     WHERE id = $1 RETURNING "nextRunAt" AS "firstAt"`,
    [id],
  );
  const after = (minutes: number) => new Date(firstAt.getTime() + minutes * minute);
  const { overdue, occurrences } = await value(previewSchedule(deps, admin, { input: { scheduleId: id } }));
  expect(overdue).toEqual({ firstAt, lastAt: after(3), count: 4, runs });
  expect(occurrences.map(({ at }) => at)).toEqual([4, 5, 6, 7, 8].map(after));
});
