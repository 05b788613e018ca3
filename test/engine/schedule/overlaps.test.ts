import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ServiceDeps } from '../../../src/services/access/context.js';
import { proposeHint } from '../../../src/services/schedules/propose-hint.js';
import { completes, type LedgerEntry } from '../../support/agent-server.js';
import { createDeferred, type Deferred } from '../../support/deferred.js';
import { eventually, type TestEngine } from '../../support/engine.js';
import { untilLockAwaited } from '../../support/lock-waits.js';
import { createRecordingLogger } from '../../support/recording-logger.js';
import { insertExpanded, insertSchedule } from '../../support/rows.js';
import { createEngineFixture, type EngineFixture, type ExecutionRow } from '../engine-fixture.js';

const HOUR = 3_600_000;

let fixture: EngineFixture;
let engine: TestEngine;
let held: Deferred<void>;

beforeAll(async () => {
  fixture = await createEngineFixture();
  await fixture.db.pool.query(`UPDATE "AgentRegistry" SET "cancelUrl" = $1`, [
    `${new URL(fixture.agent.url).origin}/cancel`,
  ]);
  await fixture.db.pool.query(`
    CREATE TABLE public."Pair" (id text PRIMARY KEY);
    INSERT INTO public."Pair" VALUES ('A'), ('B')`);
  engine = await fixture.start();
});
afterAll(async () => {
  held?.resolve();
  await fixture?.stop();
});
beforeEach(() => {
  held?.resolve();
  held = createDeferred();
  fixture.agent.reset();
  fixture.agent.behave(completes);
});

const schedule = (columns: Record<string, unknown> = {}) =>
  insertSchedule(
    fixture.db.pool,
    { agentId: 'agent', interval: HOUR, nextRunAt: new Date(Date.now() - 100) },
    columns,
  );
/** Makes a further slot due now; the engine is notified as for any other change. */
const fallDue = (id: string) =>
  fixture.db.pool.query(
    `UPDATE "Schedule" SET "nextRunAt" = clock_timestamp() - interval '5 milliseconds' WHERE id = $1`,
    [id],
  );
const executions = (id: string, done: (rows: (ExecutionRow & { reason: string | null })[]) => boolean) =>
  eventually<ExecutionRow & { reason: string | null }>(
    fixture.db.pool,
    'SELECT * FROM "ScheduleExecution" WHERE "scheduleId" = $1 ORDER BY "slotAt"',
    [id],
    done,
  );
/** The agent lets its first call wait. */
const holdFirst = () => {
  let first: LedgerEntry | undefined;
  fixture.agent.behave(async (entry, response) => {
    first ??= entry;
    if (first === entry) await held.promise;
    completes(entry, response);
  });
};

describe('a slot that falls due during an earlier run', () => {
  test('waits with queue, and is sent as soon as that run has ended', async () => {
    holdFirst();
    const id = await schedule({ concurrencyPolicy: 'queue' });
    await fixture.agent.calls(1);
    await fallDue(id);
    const [, waiting] = await executions(id, (rows) => rows.length === 2);
    expect(waiting).toMatchObject({ runStatus: 'pending', reason: 'waiting', jobsCreated: 0 });
    expect(fixture.agent.ledger).toHaveLength(1);
    held.resolve();
    await fixture.agent.calls(2);
    const rows = await executions(id, (all) => all.every(({ runStatus }) => runStatus === 'succeeded'));
    expect(rows.map(({ reason }) => reason)).toEqual([null, null]);
    expect(fixture.agent.ledger[1]?.body.metadata.scheduleExecutionId).toBe(waiting?.id);
  });

  test('waits with queue also for a run that ends when nothing of its last batch is left to release', async () => {
    holdFirst();
    const params = { t: 'db:pair:all:id?batchSize=1&staggerDelay=0' };
    const id = await schedule({ concurrencyPolicy: 'queue', params });
    await fixture.agent.calls(1);
    const [open] = await executions(id, (rows) => rows.length === 1);
    await fallDue(id);
    await executions(id, (rows) => rows.length === 2);
    // As if the job of the last batch had been cancelled and settled, but not counted.
    await fixture.db.pool.query(
      `SET callboard.writer = 'engine'; UPDATE "AgentJobExecution" SET status = 'cancelled', "settledAt" = now()
       WHERE "scheduleExecutionId" = '${open?.id}' AND "batchIndex" = 1; RESET callboard.writer`,
    );
    held.resolve();
    await executions(id, (rows) => rows[1]?.runStatus === 'succeeded');
    expect(fixture.agent.ledger).toHaveLength(3);
  });

  test('waits with queue also for a run that fails before it has any job', async () => {
    holdFirst();
    const id = await schedule({ concurrencyPolicy: 'queue' });
    await fixture.agent.calls(1);
    await fixture.db.pool.query(`UPDATE "Schedule" SET params = '{"t": "db:nothing:all:id"}' WHERE id = $1`, [
      id,
    ]);
    await fallDue(id);
    await executions(id, (rows) => rows.length === 2);
    held.resolve();
    const [, failed] = await executions(id, (rows) => rows[1]?.runStatus === 'failed');
    expect(failed?.jobsCreated).toBe(0);
    const countOf = (failureCount: number) =>
      eventually<{ failureCount: number }>(
        fixture.db.pool,
        'SELECT "failureCount" FROM "Schedule" WHERE id = $1',
        [id],
        ([row]) => row?.failureCount === failureCount,
      );
    await countOf(1);
    // Then the next one can run.
    await fixture.db.pool.query(`UPDATE "Schedule" SET params = '{}' WHERE id = $1`, [id]);
    await fallDue(id);
    await fixture.agent.calls(2);
    await countOf(0);
  });

  test('replaces it with replace: the agent is notified, its late answer changes nothing, and the new run starts at once', async () => {
    holdFirst();
    const id = await schedule({ concurrencyPolicy: 'replace' });
    await fixture.agent.calls(1);
    await fallDue(id);
    await fixture.agent.calls(2);
    await fixture.agent.notices(1);
    const [replaced] = await executions(id, (rows) => rows.every(({ completedAt }) => completedAt !== null));
    expect(replaced).toMatchObject({ runStatus: 'cancelled', reason: 'replaced', jobsCancelled: 1 });
    expect(fixture.agent.cancellations[0]).toMatchObject({
      executionId: fixture.agent.ledger[0]?.executionId,
    });
    held.resolve();
    const attempts = await fixture.attempts(replaced?.id ?? '');
    expect(attempts).toMatchObject([{ status: 'cancelled' }]);
  });

  test('is skipped with forbid', async () => {
    holdFirst();
    const id = await schedule({ concurrencyPolicy: 'forbid' });
    await fixture.agent.calls(1);
    await fallDue(id);
    const [, skipped] = await executions(id, (rows) => rows.length === 2);
    expect(skipped).toMatchObject({ status: 'skipped', reason: 'overlap' });
    held.resolve();
    await executions(id, (rows) => rows[0]?.runStatus === 'succeeded');
    expect(fixture.agent.ledger).toHaveLength(1);
  });
});

describe('a worker waits in turn for the locked row of a run', () => {
  /** Holds the row until the worker waits for it, which gets it before all who come later. */
  async function untilAwaited(runId: string, stop: () => Promise<unknown>): Promise<void> {
    const holder = await fixture.db.pool.connect();
    try {
      await holder.query('BEGIN');
      await holder.query('SELECT FROM "ScheduleExecution" WHERE id = $1 FOR UPDATE', [runId]);
      await stop();
      await untilLockAwaited(fixture.db.pool, 'test engine');
    } finally {
      await holder.query('COMMIT');
      holder.release();
    }
  }

  test('that is replaced', async () => {
    holdFirst();
    const id = await schedule({ concurrencyPolicy: 'replace' });
    await fixture.agent.calls(1);
    const [earlier] = await executions(id, (rows) => rows.length === 1);
    await untilAwaited(earlier?.id ?? '', () => fallDue(id));
    const [replaced] = await executions(id, (rows) => rows.every(({ completedAt }) => completedAt !== null));
    expect(replaced).toMatchObject({ runStatus: 'cancelled', reason: 'replaced' });
  });

  test('that was asked to stop', async () => {
    holdFirst();
    const { id } = await insertExpanded(fixture.db.pool, { agentId: 'agent', jobs: [{}] });
    await fixture.agent.calls(1);
    const operator = await fixture.db.pool.connect();
    await operator.query('BEGIN');
    await operator.query('UPDATE "ScheduleExecution" SET "cancelRequestedAt" = now() WHERE id = $1', [id]);
    // The row passes from one to the other, so it is never free when the request becomes known.
    const awaited = untilAwaited(id, async () => {});
    await untilLockAwaited(fixture.db.pool);
    await operator.query('COMMIT');
    operator.release();
    await awaited;
    expect(await fixture.ended(id)).toMatchObject({ runStatus: 'cancelled' });
  });
});

test('a schedule that cannot be claimed, because of a value written by SQL, delays nobody else', async () => {
  const { pool } = fixture.db;
  const bad = await schedule({ enabled: false });
  await pool.query(
    `UPDATE "Schedule" SET "startingDeadline" = 9000000000000000000, enabled = true, "nextRunAt" = $2 WHERE id = $1`,
    [bad, new Date(Date.now() - 100)],
  );
  await executions(await schedule(), ([row]) => row?.runStatus === 'succeeded');
  await executions(await schedule(), ([row]) => row?.runStatus === 'succeeded');
  expect(await executions(bad, () => true)).toEqual([]);
  await pool.query('DELETE FROM "Schedule" WHERE id = $1', [bad]);
});

test('a slot with jitter is sent at its fireAt, not before', async () => {
  const id = await schedule({ jitter: 1_500 });
  await fixture.agent.calls(1);
  const [execution] = await executions(id, ([row]) => row?.runStatus === 'succeeded');
  const { rows } = await fixture.db.pool.query(
    `SELECT e."fireAt" <= j."sentAt" AS "inTime" FROM "ScheduleExecution" e JOIN "AgentJobExecution" j ON j."scheduleExecutionId" = e.id WHERE e.id = $1`,
    [execution?.id],
  );
  expect(rows).toEqual([{ inTime: true }]);
});

test('a hint runs at once, whatever was planned', async () => {
  const id = await insertSchedule(fixture.db.pool, {
    agentId: 'agent',
    interval: HOUR,
    nextRunAt: new Date(Date.now() + HOUR),
    activatedAt: new Date(Date.now() - HOUR),
  });
  const deps = { pool: fixture.db.pool, logger: createRecordingLogger() } as unknown as ServiceDeps;
  const actor = { id: 'model', name: 'model', role: 'operator' } as const;
  const input = { nextRunAt: new Date(0), ttl: '1m', reason: 'news' };
  expect(await proposeHint(deps, actor, { scheduleId: id, input })).toMatchObject({ kind: 'ok' });
  await fixture.agent.calls(1);
  const [execution] = await executions(id, (rows) => rows[0]?.runStatus === 'succeeded');
  expect(execution).toMatchObject({ source: 'ai-oneshot' });
});

test('a healthy system has nothing to recover', async () => {
  expect(await engine.findings()).toEqual({});
});
