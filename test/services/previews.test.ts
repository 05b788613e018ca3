import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSchedule } from '../../src/services/create-schedule.js';
import { previewExpansion } from '../../src/services/preview-expansion.js';
import { previewSchedule } from '../../src/services/preview-schedule.js';
import { admin, anAgent, issues, openServices, paths, type TestServices, value } from './support.js';

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

test('the next runs of a timing that is only thought of, over a change of the clocks', async () => {
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

test('bounds and maxRuns end it; once is once; a template is never due', async () => {
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

test('of a stored schedule: as it is, with a change, and when it is over', async () => {
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

test('a preview is refused as the schedule would be', async () => {
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

test('an expansion is counted and sampled, nothing is created', async () => {
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

test('what cannot be expanded is told by its place', async () => {
  expect(await issues(previewExpansion(deps, admin, { params: { a: { b: ['db:tikcer:all:id'] } } }))).toEqual(
    [expect.stringMatching(/^params\.a\.b\.0: .*[Tt]icker/)],
  );
  expect(await paths(previewExpansion(deps, admin, { params: 'x' }))).toEqual(['params']);
});
