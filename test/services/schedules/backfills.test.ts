import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openBackfills } from '../../../src/db/schedules/backfills.js';
import { withTransaction } from '../../../src/runtime/database/pool.js';
import { advanceBackfills } from '../../../src/services/schedules/backfills/advance-backfills.js';
import { cancelBackfill } from '../../../src/services/schedules/backfills/cancel-backfill.js';
import { createBackfill } from '../../../src/services/schedules/backfills/create-backfill.js';
import { previewBackfill } from '../../../src/services/schedules/backfills/preview-backfill.js';
import { deleteSchedule } from '../../../src/services/schedules/delete-schedule.js';
import { updateSchedule } from '../../../src/services/schedules/update-schedule.js';
import { insertExecution, insertSchedule } from '../../support/rows.js';
import { aPipeline } from '../pipelines/pipeline-fixture.js';
import { admin, anAgent, issues, openServices, paths, type TestServices, value } from '../support.js';

let deps: TestServices;
let agentId: string;
beforeAll(async () => {
  deps = await openServices();
});
afterAll(() => deps.close());
beforeEach(async () => {
  await deps.pool.query('TRUNCATE "Schedule", "Backfill", "ScheduleExecution"');
  agentId = await anAgent(deps);
});

const HOUR = 3_600_000;
const at = (hour: number) => new Date(Date.UTC(2026, 0, 1) + hour * HOUR);
/** Due each full hour of 2026, and next in the year 2100. */
const hourly = (columns: Record<string, unknown> = {}) =>
  insertSchedule(
    deps.pool,
    { agentId, cronExpression: '0 * * * *', nextRunAt: new Date('2100-01-01T00:00:00Z') },
    { params: { base: 1, depth: 1 }, priority: 3, ...columns },
  );
const preview = (scheduleId: string, from: Date, to: Date | undefined, repeatExisting = false) =>
  previewBackfill(deps, admin, { scheduleId, from, to, repeatExisting });
const create = (scheduleId: string, from: Date, to: Date, more: Record<string, unknown> = {}) =>
  createBackfill(deps, admin, { scheduleId, from, to, ...more });

interface ExecutionRow {
  id: string;
  slotAt: Date;
  fireAt: Date;
  runStatus: string;
  [column: string]: unknown;
}
const executionsOf = (backfillId: string) =>
  deps.rows<ExecutionRow>(`SELECT * FROM "ScheduleExecution" WHERE "backfillId" = $1 ORDER BY id`, [
    backfillId,
  ]);
const hoursOf = async (backfillId: string) =>
  (await executionsOf(backfillId)).map(({ slotAt }) => (slotAt.getTime() - at(0).getTime()) / HOUR);
const stateOf = (id: string) =>
  deps.row(`SELECT total, existing, created, status, "completedAt" FROM "Backfill" WHERE id = $1`, [id]);
const advance = () => advanceBackfills(deps.pool);

/** Ends active runs of a backfill in this way, up to this number. */
async function finish(backfillId: string, runStatus = 'succeeded', limit = 1_000): Promise<number> {
  const { rowCount } = await deps.pool.query(
    `UPDATE "ScheduleExecution" SET "runStatus" = $2, status = 'success', "expandedAt" = now(), "completedAt" = now() WHERE id IN (
       SELECT id FROM "ScheduleExecution" WHERE "backfillId" = $1 AND "runStatus" IN ('pending', 'running') ORDER BY id LIMIT $3)`,
    [backfillId, runStatus, limit],
  );
  return rowCount ?? 0;
}

/** Records a slot that the schedule itself has handled. */
async function ran(scheduleId: string, slotAt: Date, skipped = false): Promise<void> {
  const id = await insertExecution(deps.pool, { agentId });
  await deps.pool.query(
    `UPDATE "ScheduleExecution" SET "scheduleId" = $2, trigger = 'schedule', "slotAt" = $3, status = $4, "runStatus" = $5 WHERE id = $1`,
    [id, scheduleId, slotAt, skipped ? 'skipped' : 'success', skipped ? null : 'succeeded'],
  );
}

test('a preview counts the slots, how many have run, and names the first and the last', async () => {
  const id = await hourly();
  await ran(id, at(0));
  await ran(id, at(3));
  await ran(id, at(4), true);
  await ran(id, at(24));
  expect(await value(preview(id, at(0), at(24)))).toEqual({
    from: at(0),
    to: at(24),
    total: 24,
    existing: 2,
    toCreate: 22,
    first: [1, 2, 4, 5, 6].map(at),
    last: [19, 20, 21, 22, 23].map(at),
  });
  expect(await value(preview(id, at(0), at(24), true))).toMatchObject({ existing: 2, toCreate: 24 });
  expect(await value(preview(id, at(0.1), at(0.9)))).toMatchObject({
    total: 0,
    toCreate: 0,
    first: [],
    last: [],
  });
  expect(await deps.rows('SELECT FROM "Backfill"')).toEqual([]);
});

test('each slot becomes a run like those of the schedule, oldest first, a limited number at a time', async () => {
  const id = await hourly();
  const made = await value(create(id, at(0), at(5), { maxConcurrency: 2, params: { depth: 9 } }));
  expect(await stateOf(made.id)).toMatchObject({ status: 'pending', total: 5, existing: 0, created: 0 });

  const { begun, open } = await advance();
  expect(open).toBe(1);
  expect(await hoursOf(made.id)).toEqual([0, 1]);
  const executions = await executionsOf(made.id);
  expect(begun).toEqual([
    { backfillId: made.id, scheduleId: id, executionIds: executions.map((row) => row.id) },
  ]);
  expect(executions[0]).toMatchObject({
    scheduleId: id,
    agentId,
    trigger: 'backfill',
    source: 'baseline-cron',
    status: 'pending',
    runStatus: 'pending',
    createdBy: admin.id,
    snapshot: { params: { base: 1, depth: 9 }, priority: 3, scheduleName: 'test' },
    decision: { chosen: at(0).toISOString(), source: 'baseline-cron' },
    traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
  });
  expect(Math.abs(Date.now() - (executions[0]?.fireAt.getTime() ?? 0))).toBeLessThan(HOUR);
  expect(await stateOf(made.id)).toMatchObject({ status: 'running', created: 2 });

  expect((await advance()).begun).toEqual([]);
  await finish(made.id, 'failed', 1);
  await advance();
  expect(await hoursOf(made.id)).toEqual([0, 1, 2]);
  await finish(made.id);
  await advance();
  expect(await hoursOf(made.id)).toEqual([0, 1, 2, 3, 4]);
  await advance();
  expect(await stateOf(made.id)).toMatchObject({ status: 'running', completedAt: null });
  await finish(made.id);
  expect(await advance()).toMatchObject({ begun: [], more: false });
  expect(await stateOf(made.id)).toMatchObject({
    status: 'completed',
    created: 5,
    completedAt: expect.any(Date),
  });
  expect((await advance()).open).toBe(0);
});

test('slots that have run, also in between, are not repeated unless requested', async () => {
  const id = await hourly();
  await ran(id, at(1));
  await ran(id, at(2), true);
  const made = await value(create(id, at(0), at(6), { maxConcurrency: 1 }));
  await advance();
  await ran(id, at(4));
  while ((await finish(made.id)) > 0) await advance();
  expect(await hoursOf(made.id)).toEqual([0, 2, 3, 5]);
  expect(await stateOf(made.id)).toMatchObject({ status: 'completed', total: 6, created: 4, existing: 2 });

  expect(await create(id, at(0), at(6))).toMatchObject({
    kind: 'conflict',
    message: expect.stringContaining('repeatExisting'),
  });
  const again = await value(create(id, at(0), at(6), { maxConcurrency: 100, repeatExisting: true }));
  await advance();
  expect(await hoursOf(again.id)).toEqual([0, 1, 2, 3, 4, 5]);
});

test('a long range that has run is processed in parts', async () => {
  const id = await hourly({ cronExpression: '* * * * *' });
  await deps.pool.query(
    `INSERT INTO "ScheduleExecution" (id, "scheduleId", "targetType", "agentId", trigger, "slotAt", "fireAt", "executionTime", status, "runStatus", snapshot, "traceId")
     SELECT gen_random_uuid(), $1, 'agent', $2, 'schedule', $3::timestamptz + n * interval '1 minute', now(), now(), 'success', 'succeeded', '{}', 'x'
     FROM generate_series(0, 7199) n`,
    [id, agentId, at(0)],
  );
  const made = await value(create(id, at(0), at(121)));
  expect(await stateOf(made.id)).toMatchObject({ total: 7_260, existing: 7_200 });
  expect(await advance()).toMatchObject({ begun: [], more: true });
  expect((await advance()).begun).toHaveLength(1);
  expect(await hoursOf(made.id)).toEqual([120]);
});

test('two backfills of a schedule at once run each slot once', async () => {
  const id = await hourly();
  const both = await Promise.all([1, 2].map(() => value(create(id, at(0), at(12), { maxConcurrency: 3 }))));
  for (let round = 0; round < 8; round++) {
    await Promise.all([advance(), advance(), advance()]);
    for (const { id: backfillId } of both) await finish(backfillId);
  }
  await advance();
  const hours = (await Promise.all(both.map((made) => hoursOf(made.id)))).flat();
  expect(hours.sort((a, b) => a - b)).toEqual(Array.from({ length: 12 }, (_, hour) => hour));
  for (const { id: backfillId } of both)
    expect(await stateOf(backfillId)).toMatchObject({ status: 'completed' });
});

test('however many engines advance it, and wherever one of them dies, it keeps its limit and loses no slot', async () => {
  const plan = fc.record({
    slots: fc.integer({ min: 1, max: 8 }),
    maxConcurrency: fc.integer({ min: 1, max: 4 }),
    steps: fc.array(fc.constantFrom('advance', 'two', 'crash', 'finish one', 'finish all'), {
      maxLength: 12,
    }),
  });
  await fc.assert(
    fc.asyncProperty(plan, async ({ slots, maxConcurrency, steps }) => {
      const scheduleId = await hourly();
      const { id } = await value(create(scheduleId, at(0), at(slots), { maxConcurrency }));
      const step = {
        advance,
        two: () => Promise.all([advance(), advance()]),
        // Rolls back its work, as if its connection was cut before the commit.
        crash: () => crashed(() => advance()),
        'finish one': () => finish(id, 'partial', 1),
        'finish all': () => finish(id),
      };
      for (const name of steps) {
        await step[name]();
        const open = (await executionsOf(id)).filter(({ runStatus }) => runStatus === 'pending');
        expect(open.length).toBeLessThanOrEqual(maxConcurrency);
      }
      for (let round = 0; round <= slots + 1; round++) {
        await advance();
        await finish(id);
      }
      await advance();
      expect(await hoursOf(id)).toEqual(Array.from({ length: slots }, (_, hour) => hour));
      expect(await stateOf(id)).toMatchObject({ status: 'completed', created: slots });
    }),
    { numRuns: 12 },
  );
});

/** Runs `work` on a database whose commits fail. */
async function crashed(work: () => Promise<unknown>): Promise<void> {
  const name = `crash_${randomUUID().replaceAll('-', '')}`;
  await deps.pool.query(
    `CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'crash' USING ERRCODE = '57P01'; END $$;
     CREATE CONSTRAINT TRIGGER ${name} AFTER INSERT OR UPDATE ON "Backfill" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ${name}()`,
  );
  await work();
  await deps.pool.query(`DROP TRIGGER ${name} ON "Backfill"; DROP FUNCTION ${name}()`);
}

test('backfills that wait for their runs do not keep others from being found', async () => {
  const [waits, starts] = [await hourly(), await hourly()];
  await value(create(waits, at(0), at(9), { maxConcurrency: 1 }));
  await advance();
  const { id } = await value(create(starts, at(0), at(9)));
  expect(await openBackfills(deps.pool, 1)).toMatchObject([{ id, isActionable: true }]);
});

test('it continues from the original schedule, even if that is edited or deleted meanwhile', async () => {
  const id = await hourly();
  const made = await value(create(id, at(0), at(3)));
  await advance();
  await value(
    updateSchedule(deps, admin, { id, input: { cronExpression: '0 0 * * *', params: { base: 2 } } }),
  );
  await finish(made.id);
  await advance();
  await value(deleteSchedule(deps, admin, { id }));
  await finish(made.id);
  await advance();
  expect(await hoursOf(made.id)).toEqual([0, 1, 2]);
  expect((await executionsOf(made.id)).at(-1)).toMatchObject({ snapshot: { params: { base: 1, depth: 1 } } });
});

test('a pipeline is stored with its steps', async () => {
  const pipelineId = await aPipeline(deps, agentId, ['a', 'b < a']);
  const id = await hourly({ targetType: 'pipeline', agentId: null, pipelineId });
  const made = await value(create(id, at(0), at(1)));
  await deps.pool.query('DELETE FROM "Pipeline"');
  await advance();
  const [execution] = await executionsOf(made.id);
  expect(execution).toMatchObject({ targetType: 'pipeline', agentId: null, pipelineId });
  expect(execution?.snapshot).toMatchObject({
    pipeline: { id: pipelineId, steps: [{ stepId: 'a' }, { stepId: 'b' }] },
  });
});

test('slots that the schedule has yet to claim are left to it', async () => {
  const id = await hourly({ nextRunAt: at(3) });
  expect(await value(preview(id, at(0), at(9)))).toMatchObject({ to: at(3), total: 3 });
  await deps.pool.query('UPDATE "Schedule" SET enabled = false WHERE id = $1', [id]);
  expect(await value(preview(id, at(0), at(9)))).toMatchObject({ to: at(9), total: 9 });
});

test('an interval has its grid from its creation, and startAt and endAt limit the slots', async () => {
  const id = await insertSchedule(
    deps.pool,
    { agentId, interval: 2 * HOUR },
    { originAt: at(0), nextRunAt: new Date('2100-01-01T00:00:00Z'), endAt: at(9) },
  );
  expect(await value(preview(id, at(-24), at(24)))).toMatchObject({ total: 4, first: [2, 4, 6, 8].map(at) });
  await deps.pool.query('UPDATE "Schedule" SET "startAt" = $2 WHERE id = $1', [id, at(5)]);
  expect(await value(preview(id, at(-24), at(24)))).toMatchObject({ first: [5, 7].map(at) });
});

test('cancelling starts nothing more and cancels active runs', async () => {
  const id = await hourly();
  const made = await value(create(id, at(0), at(9), { maxConcurrency: 3 }));
  await advance();
  await finish(made.id, 'succeeded', 1);
  await value(cancelBackfill(deps, admin, made));
  await advance();
  expect((await executionsOf(made.id)).map(({ runStatus }) => runStatus)).toEqual([
    'succeeded',
    'cancelled',
    'cancelled',
  ]);
  expect(await stateOf(made.id)).toMatchObject({
    status: 'cancelled',
    created: 3,
    completedAt: expect.any(Date),
  });
  await value(cancelBackfill(deps, admin, made));
  expect(await cancelBackfill(deps, admin, { id: 'none' })).toMatchObject({ kind: 'not_found' });
  // Cancelled slots have not run, so another backfill includes them.
  expect(await value(preview(id, at(0), at(9)))).toMatchObject({
    existing: 1,
    toCreate: 8,
    first: [1, 2, 3, 4, 5].map(at),
  });
  const again = await value(create(id, at(0), at(9), { maxConcurrency: 100 }));
  await advance();
  expect(await hoursOf(again.id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);

  const short = await value(create(id, at(20), at(21)));
  await advance();
  await finish(short.id);
  await advance();
  expect(await cancelBackfill(deps, admin, short)).toMatchObject({ kind: 'conflict' });
});

test('cancelling and advancing at once leave no active run', async () => {
  const id = await hourly();
  for (let round = 0; round < 5; round++) {
    const made = await value(create(id, at(0), at(9), { maxConcurrency: 9, repeatExisting: true }));
    await Promise.all([advance(), value(cancelBackfill(deps, admin, made)), advance()]);
    expect(new Set((await executionsOf(made.id)).map(({ runStatus }) => runStatus))).not.toContain('pending');
  }
});

test('an impossible backfill is refused, with all problems at once', async () => {
  const id = await hourly();
  const soon = new Date(Date.now() + HOUR);
  expect(await issues(create(id, at(0), soon))).toEqual([
    'to: must not be in the future: a backfill runs past slots',
  ]);
  expect(await paths(create(id, at(5), at(5)))).toEqual(['from']);
  expect(await paths(preview(id, new Date(-1), at(5)))).toEqual(['from']);
  expect(await paths(create(id, at(0), at(5), { maxConcurrency: 101, params: [] }))).toEqual([
    'maxConcurrency',
    'params',
  ]);
  expect(await paths(create(id, at(0), at(5), { idempotencyKey: 'a\nb' }))).toEqual(['idempotencyKey']);
  expect(await create('none', at(0), at(5))).toMatchObject({ kind: 'not_found' });
  expect(await preview('none', at(0), at(5))).toMatchObject({ kind: 'not_found' });
  expect(await create(id, at(0.2), at(0.8))).toMatchObject({
    kind: 'conflict',
    message: expect.stringContaining('no slot'),
  });

  await deps.pool.query(`UPDATE "Schedule" SET "cronExpression" = '* * * * *' WHERE id = $1`, [id]);
  const [tooMany] = await issues(preview(id, at(-24 * 365), at(0)));
  expect(tooMany).toMatch(/^from: The range has 525,600 slots; the limit is 100,000\./);
  // Other requests get turns while decades are counted. A busy machine can spoil one measurement.
  const pauses = [];
  for (let n = 0; n < 3; n += 1)
    pauses.push(await longestPause(() => issues(preview(id, new Date(0), at(0)))));
  expect(Math.min(...pauses)).toBeLessThan(0.5);
  await deps.pool.query('UPDATE "Schedule" SET template = true WHERE id = $1', [id]);
  expect(await preview(id, at(0), at(5))).toMatchObject({
    kind: 'conflict',
    message: expect.stringContaining('template'),
  });
  await deps.pool.query('UPDATE "AgentRegistry" SET enabled = false WHERE id = $1', [agentId]);
  await deps.pool.query('UPDATE "Schedule" SET template = false WHERE id = $1', [id]);
  expect(await create(id, at(0), at(1))).toMatchObject({
    kind: 'conflict',
    message: expect.stringContaining('disabled'),
  });
  expect(await deps.rows('SELECT FROM "Backfill"')).toEqual([]);
});

test('of requests with one key, one counts', async () => {
  const id = await hourly();
  const made = await Promise.all(
    [1, 2, 3].map(() => value(create(id, at(0), at(5), { idempotencyKey: 'january' }))),
  );
  expect(new Set(made.map((backfill) => backfill.id)).size).toBe(1);
  expect(await create(id, at(0), at(6), { idempotencyKey: 'january' })).toMatchObject({ kind: 'conflict' });
  expect(await deps.rows('SELECT FROM "Backfill"')).toHaveLength(1);
});

test('a backfill with damaged rows does not keep others from continuing', async () => {
  const id = await hourly();
  const broken = await value(create(id, at(0), at(3)));
  const sound = await value(create(id, at(3), at(6)));
  await deps.pool.query(`UPDATE "Backfill" SET timing = '{"repeat": "often"}' WHERE id = $1`, [broken.id]);
  const { begun, failed } = await advance();
  expect(begun.map(({ backfillId }) => backfillId)).toEqual([sound.id]);
  expect(failed).toEqual([{ backfillId: broken.id, err: expect.any(Error), isTransient: false }]);
});

test('a backfill whose values the database refuses is not tried again as if the database were unavailable', async () => {
  const { id } = await value(create(await hourly(), at(0), at(3)));
  await deps.pool.query('UPDATE "Backfill" SET created = 2147483647 WHERE id = $1', [id]);
  const { failed } = await advance();
  expect(failed).toMatchObject([{ backfillId: id, err: { code: '22003' }, isTransient: false }]);
});

test('the database keeps a slot of a backfill from becoming two runs', async () => {
  const id = await hourly();
  const made = await value(create(id, at(0), at(2)));
  await advance();
  const copy = () =>
    withTransaction(deps.pool, (client) =>
      client.query(
        `INSERT INTO "ScheduleExecution" (id, "targetType", trigger, "slotAt", "fireAt", "executionTime", snapshot, "traceId", "backfillId")
         SELECT gen_random_uuid(), "targetType", trigger, "slotAt", "fireAt", "executionTime", snapshot, "traceId", "backfillId"
         FROM "ScheduleExecution" WHERE "backfillId" = $1`,
        [made.id],
      ),
    );
  await expect(copy()).rejects.toMatchObject({ code: '23505' });
});

/** The longest time without a turn for others, as a part of the time that the work takes. */
async function longestPause(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  let longest = 0;
  let seen = began;
  const look = () => {
    longest = Math.max(longest, performance.now() - seen);
    seen = performance.now();
  };
  const turns = setInterval(look);
  await work();
  clearInterval(turns);
  look();
  return longest / (performance.now() - began);
}
