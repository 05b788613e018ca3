import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { insertRow } from '../../../src/db/system/write-row.js';
import { uuidv7 } from '../../../src/runtime/ids.js';
import { answer, completes } from '../../support/agent-server.js';
import { eventually, NO_DEADLINE } from '../../support/engine.js';
import { createRecordingLogger } from '../../support/recording-logger.js';
import { insertSchedule } from '../../support/rows.js';
import { createEngineFixture, type EngineFixture } from '../engine-fixture.js';

let fixture: EngineFixture;
beforeAll(async () => {
  fixture = await createEngineFixture();
  await fixture.db.pool.query('CREATE TABLE public.ticker (id int PRIMARY KEY)');
});
afterAll(() => fixture.stop());
beforeEach(() => fixture.agent.reset());

const HOUR = 3_600_000;
const from = new Date('2026-01-01T00:00:00Z');

/**
 * A backfill of an hourly schedule with this many slots, as the server writes it: only the commit notifies
 * the engine.
 */
async function aBackfill(slots: number, maxConcurrency: number, params: object = {}): Promise<string> {
  const scheduleId = await insertSchedule(fixture.db.pool, {
    agentId: 'agent',
    interval: HOUR,
    nextRunAt: new Date('2100-01-01T00:00:00Z'),
  });
  const id = uuidv7();
  const timing = {
    ...{ repeat: 'repeating', cronExpression: '0 * * * *', interval: null, timezone: 'UTC', startAt: null },
    ...{ endAt: null, dstGap: 'next_valid', dstRepeat: 'first', origin: from.toISOString() },
  };
  const snapshot = {
    scheduleName: 'test',
    params,
    retryConfig: null,
    timeout: null,
    priority: 0,
    pipeline: null,
  };
  await insertRow(fixture.db.pool, 'Backfill', {
    ...{ id, scheduleId, from, to: new Date(from.getTime() + slots * HOUR), maxConcurrency },
    ...{ targetType: 'agent', agentId: 'agent', total: slots, existing: 0, createdBy: 'test' },
    timing: JSON.stringify(timing),
    snapshot: JSON.stringify(snapshot),
  });
  return id;
}

const completed = (id: string) =>
  eventually<{ status: string; created: number }>(
    fixture.db.pool,
    'SELECT status, created FROM "Backfill" WHERE id = $1',
    [id],
    ([row]) => row?.status === 'completed',
  );

const executionsOf = async (id: string) =>
  (
    await fixture.db.pool.query<{ slotAt: Date; runStatus: string; jobsCreated: number }>(
      'SELECT "slotAt", "runStatus", "jobsCreated" FROM "ScheduleExecution" WHERE "backfillId" = $1 ORDER BY id',
      [id],
    )
  ).rows;

test('two engines process a backfill as each run ends, failed ones too, and never more at once than it allows', async () => {
  const engines = [await fixture.start(), await fixture.start()];
  let under = 0;
  let most = 0;
  fixture.agent.behave(async (entry, response) => {
    under += 1;
    most = Math.max(most, under);
    await new Promise((resolve) => setImmediate(resolve));
    under -= 1;
    if (fixture.agent.ledger.length % 3 === 0)
      answer(response, 200, { status: 'failed', error: { message: 'no luck' } });
    else completes(entry, response);
  });
  const id = await aBackfill(12, 2);
  await completed(id);
  const executions = await executionsOf(id);
  expect(executions.map(({ slotAt }) => (slotAt.getTime() - from.getTime()) / HOUR)).toEqual(
    Array.from({ length: 12 }, (_, hour) => hour),
  );
  expect(new Set(executions.map(({ runStatus }) => runStatus))).toEqual(new Set(['succeeded', 'failed']));
  expect(fixture.agent.ledger).toHaveLength(12);
  expect(most).toBeLessThanOrEqual(2);
  for (const engine of engines) expect(await engine.findings()).toEqual({});
  await Promise.all(engines.map((engine) => engine.stop()));
});

test('runs that end with their expansion, without a job or because it fails, do not block it', async () => {
  const engine = await fixture.start({ logger: createRecordingLogger() });
  const empty = await aBackfill(4, 1, { ticker: 'db:ticker:all:id' });
  await completed(empty);
  expect(await executionsOf(empty)).toEqual(
    Array(4).fill(expect.objectContaining({ runStatus: 'succeeded', jobsCreated: 0 })),
  );
  const failing = await aBackfill(4, 1, { ticker: 'db:ticker:all:nothing' });
  await completed(failing);
  expect((await executionsOf(failing)).map(({ runStatus }) => runStatus)).toEqual(Array(4).fill('failed'));
  expect(fixture.agent.ledger).toEqual([]);
  await engine.stop();
});

test('an engine that starts continues where another one stopped', async () => {
  const first = await fixture.start();
  const held: (() => void)[] = [];
  fixture.agent.behave((entry, response) => {
    held.push(() => completes(entry, response));
  });
  const id = await aBackfill(5, 2);
  await fixture.agent.calls(2);
  const leaving = first.stop(NO_DEADLINE);
  for (const release of held.splice(0)) release();
  await leaving;
  fixture.agent.behave(completes);
  const second = await fixture.start();
  await completed(id);
  expect(await executionsOf(id)).toHaveLength(5);
  expect(fixture.agent.ledger).toHaveLength(5);
  await second.stop();
});
