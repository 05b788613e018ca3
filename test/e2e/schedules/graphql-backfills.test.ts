import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { advanceBackfills } from '../../../src/services/schedules/backfills/advance-backfills.js';
import {
  BackfillDocument,
  BackfillsDocument,
  CancelBackfillDocument,
  CreateBackfillDocument,
  CursorAndJobsDocument,
  PreviewBackfillDocument,
  ScheduleChangedDocument,
  ScheduleExecutionsDocument,
} from '../../support/generated/operations.js';
import { startTestServer, type TestServer } from '../../support/graphql-server.js';
import { insertAgent, insertSchedule } from '../../support/rows.js';

let server: TestServer;
let scheduleId: string;
beforeAll(async () => {
  server = await startTestServer();
  await insertAgent(server.pool, 'analysis', 'http://127.0.0.1:9/run');
});
afterAll(() => server?.close());
beforeEach(async () => {
  await server.pool.query('TRUNCATE "Schedule", "Backfill", "ScheduleExecution"');
  scheduleId = await insertSchedule(
    server.pool,
    { agentId: 'analysis', cronExpression: '0 * * * *', nextRunAt: new Date('2100-01-01T00:00:00Z') },
    { name: 'Hourly' },
  );
});

const range = { from: '2026-01-01T00:00:00.000Z', to: '2026-01-01T06:00:00.000Z' };
const create = async (more: object = {}) =>
  (await server.operator.ask(CreateBackfillDocument, { input: { scheduleId, ...range, ...more } }))
    .createBackfill;

test('a backfill is previewed, then shows its progress and its runs', async () => {
  const { previewBackfill } = await server.viewer.ask(PreviewBackfillDocument, { scheduleId, ...range });
  expect(previewBackfill).toEqual({
    ...range,
    ...{ total: 6, existing: 0, toCreate: 6 },
    first: [0, 1, 2, 3, 4].map((hour) => `2026-01-01T0${hour}:00:00.000Z`),
    last: [1, 2, 3, 4, 5].map((hour) => `2026-01-01T0${hour}:00:00.000Z`),
  });

  const made = await create({ maxConcurrency: 4, params: { depth: 2 } });
  expect(made).toMatchObject({
    __typename: 'Backfill',
    schedule: { name: 'Hourly' },
    ...range,
    ...{ status: 'PENDING', maxConcurrency: 4, repeatExisting: false, params: { depth: 2 } },
    ...{ total: 6, existing: 0, toCreate: 6, created: 0, completedAt: null },
    progress: { pending: 0, running: 0, succeeded: 0, partial: 0, failed: 0, cancelled: 0 },
  });
  const { id } = made as { id: string };
  await advanceBackfills(server.pool);
  await server.pool.query(
    `UPDATE "ScheduleExecution" SET "runStatus" = 'failed', status = 'failed' WHERE "slotAt" = $1`,
    [range.from],
  );
  const { backfill } = await server.viewer.ask(BackfillDocument, { id, first: 2 });
  expect(backfill).toMatchObject({
    ...{ status: 'RUNNING', created: 4, progress: { pending: 3, failed: 1 } },
    executions: {
      totalCount: 4,
      pageInfo: { hasNextPage: true },
      edges: [
        {
          node: {
            slotAt: range.from,
            trigger: 'BACKFILL',
            runStatus: 'FAILED',
            backfillId: id,
            backfill: { id },
          },
        },
        { node: { slotAt: '2026-01-01T01:00:00.000Z', runStatus: 'PENDING' } },
      ],
    },
  });
  const count = async (filter: object) =>
    (await server.viewer.ask(ScheduleExecutionsDocument, { filter })).scheduleExecutions.totalCount;
  expect(await count({ backfillId: id })).toBe(4);
  expect(await count({ backfillId: id, trigger: ['MANUAL'] })).toBe(0);
  expect(await count({ backfillId: 'another' })).toBe(0);
  const failed = await server.viewer.ask(BackfillDocument, { id, executions: { runStatus: ['FAILED'] } });
  expect(failed.backfill?.executions).toMatchObject({ totalCount: 1 });

  const cancelled = await server.operator.ask(CancelBackfillDocument, { id });
  expect(cancelled.cancelBackfill).toMatchObject({
    __typename: 'Backfill',
    status: 'CANCELLED',
    progress: { pending: 0, failed: 1, cancelled: 3 },
  });
});

test('the list has the newest first, is filtered by schedule or status, and takes a fixed number of statements', async () => {
  const ids: string[] = [];
  for (let n = 0; n < 3; n++) ids.push(((await create({ repeatExisting: true })) as { id: string }).id);
  await server.operator.ask(CancelBackfillDocument, { id: ids[0] ?? '' });
  const ask = async (filter: object) =>
    (await server.viewer.ask(BackfillsDocument, { filter })).backfills.edges.map(({ node }) => node.id);
  expect(await ask({ scheduleId })).toEqual([...ids].reverse());
  expect(await ask({ status: ['CANCELLED'] })).toEqual([ids[0]]);
  expect(await ask({ scheduleId: 'another' })).toEqual([]);

  const cost = async (first: number) => {
    server.statements.length = 0;
    await server.viewer.ask(BackfillsDocument, { first });
    return server.statements.length;
  };
  expect(await cost(3)).toBe(await cost(1));
});

test('a refusal says why, as an error of the mutation and of the preview field', async () => {
  expect(await create({ maxConcurrency: 0, idempotencyKey: '' })).toMatchObject({
    __typename: 'ValidationError',
    issues: [{ path: ['maxConcurrency'] }, { path: ['idempotencyKey'] }],
  });
  expect(await create({ scheduleId: 'none' })).toMatchObject({ __typename: 'NotFoundError' });
  const { errors } = await server.viewer.send(PreviewBackfillDocument, {
    scheduleId,
    from: range.to,
    to: range.from,
  });
  expect(errors[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', issues: [{ path: ['from'] }] });
  const { backfill } = await server.viewer.ask(BackfillDocument, { id: 'none' });
  expect(backfill).toBeNull();
});

test('the start and the end of a backfill are events of its schedule', async () => {
  const { eventCursor } = await server.viewer.ask(CursorAndJobsDocument, {});
  const stream = server.viewer.watch(ScheduleChangedDocument, { after: eventCursor });
  const made = (await create()) as { id: string };
  expect(await stream.next()).toMatchObject({ scheduleChanged: { scheduleId } });
  await server.operator.ask(CancelBackfillDocument, { id: made.id });
  expect(await stream.next()).toMatchObject({ scheduleChanged: { scheduleId } });
  stream.close();
});
