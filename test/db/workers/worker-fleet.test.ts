import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { claimAttempts, type Lease } from '../../../src/db/jobs/claim/claim-attempts.js';
import { failSilentAttempts } from '../../../src/db/jobs/end/fail-late-attempts.js';
import { freeAttemptsOfDeadWorkers, markDeadWorkers } from '../../../src/db/jobs/end/recover-attempts.js';
import { markUnmatched, unmarkMatched } from '../../../src/db/jobs/mark-unmatched.js';
import { markSettled } from '../../../src/db/jobs/settle-attempts.js';
import { waitingRequirements } from '../../../src/db/jobs/waiting-requirements.js';
import { msUntilNextDue } from '../../../src/db/system/next-due.js';
import { departWorker, registerWorker } from '../../../src/db/workers/worker-lease.js';
import { insertSnapshot, trimDeadWorkers, trimSnapshots } from '../../../src/db/workers/worker-snapshots.js';
import { type Requirements, requirementsKey } from '../../../src/domain/worker/requirements.js';
import { matchWorkers } from '../../../src/services/workers/match-workers.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { insertAgent, insertExpanded } from '../../support/rows.js';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase({ writer: 'engine' });
  await insertAgent(db.pool, 'agent', 'http://127.0.0.1:9/run');
});
afterAll(() => db.drop());
beforeEach(() =>
  db.pool.query('TRUNCATE "ScheduleExecution", "AgentJobExecution", "Worker", "WorkerSnapshot", outbox'),
);

function register(id: string, capabilities: Record<string, string[]> = {}): Promise<Lease> {
  return registerWorker(
    db.pool,
    { id, host: 'test', pid: 1, version: '1', concurrency: 10, capabilities },
    60_000,
  );
}

const jobs = (requirements: Requirements, count = 1, more: object = {}) =>
  insertExpanded(db.pool, {
    agentId: 'agent',
    jobs: Array.from({ length: count }, () => ({})),
    requirements,
    ...more,
  });

const column = async <T>(sql: string): Promise<T[]> =>
  (await db.pool.query<{ value: T }>(sql)).rows.map(({ value }) => value);

const EU = requirementsKey({ region: 'eu' });
const US = requirementsKey({ region: 'us' });

describe('claims', () => {
  test('take only jobs that the worker can serve, by priority over all of them', async () => {
    await jobs({ region: 'us' }, 3, { priority: 9 });
    const [plain, eu] = [
      await jobs({}, 2, { priority: 1 }),
      await jobs({ region: 'eu' }, 2, { priority: 5 }),
    ];
    const lease = await register('w');
    const claimed = await claimAttempts(db.pool, lease, 3, { served: ['', EU] });
    expect(claimed.map(({ id }) => id)).toEqual([...eu.attemptIds, plain.attemptIds[0]]);
    expect(await claimAttempts(db.pool, lease, 10)).toMatchObject([{ id: plain.attemptIds[1] }]);
    expect(await claimAttempts(db.pool, lease, 10, { served: ['', EU] })).toEqual([]);
  });

  test('send attempts of a dead worker again only if this worker can serve them', async () => {
    const { attemptIds } = await jobs({ region: 'eu' });
    await claimAttempts(db.pool, await register('gone'), 1, { served: [EU] });
    await db.pool.query(`UPDATE "AgentJobExecution" SET "workerId" = NULL, "leaseEpoch" = NULL`);
    const lease = await register('w');
    expect(await claimAttempts(db.pool, lease, 10)).toEqual([]);
    expect(await waitingRequirements(db.pool)).toEqual([EU]);
    expect(await claimAttempts(db.pool, lease, 10, { served: ['', EU] })).toMatchObject([
      { id: attemptIds[0] },
    ]);
  });

  test('clear the reason why a job waited', async () => {
    await jobs({ region: 'eu' });
    await markUnmatched(db.pool, [EU]);
    await claimAttempts(db.pool, await register('w'), 1, { served: [EU] });
    expect(await column('SELECT reason AS value FROM "AgentJobExecution"')).toEqual([null]);
  });
});

describe('a waiting job', () => {
  test('is reported once per requirement, however many jobs have it', async () => {
    expect(await waitingRequirements(db.pool)).toEqual([]);
    await Promise.all([jobs({}, 5), jobs({ region: 'us' }, 5), jobs({ region: 'eu' }, 5)]);
    expect((await waitingRequirements(db.pool)).sort()).toEqual([EU, US]);
  });

  test('without a matching worker says so, until one starts', async () => {
    await register('us', { region: ['us'] });
    const { id } = await jobs({ region: 'eu' }, 2);
    await Promise.all([jobs({ region: 'us' }), jobs({})]);
    expect(await matchWorkers(db.pool)).toMatchObject({
      throttled: [id],
      freed: 0,
      served: [US],
      more: false,
    });
    expect(await matchWorkers(db.pool)).toMatchObject({ throttled: [], freed: 0 });
    const waiting = `SELECT requirements AS value FROM "AgentJobExecution" WHERE reason = 'no_matching_worker'`;
    expect(await column(waiting)).toEqual([EU, EU]);
    expect(
      await column(`SELECT "previousStatus" || ' ' || status AS value FROM outbox_event WHERE kind = 'job'`),
    ).toEqual(['pending pending', 'pending pending']);

    const lease = await register('eu', { region: ['eu', 'uk'] });
    expect(await matchWorkers(db.pool)).toMatchObject({ throttled: [], freed: 2 });
    expect(await column(waiting)).toEqual([]);
    await db.pool.query(`UPDATE "Worker" SET draining = true WHERE id = 'eu'`);
    expect(await matchWorkers(db.pool)).toMatchObject({ throttled: [id] });
    await db.pool.query(`UPDATE "Worker" SET draining = false WHERE id = 'eu'`);
    expect(await matchWorkers(db.pool)).toMatchObject({ freed: 2 });
    await departWorker(db.pool, lease);
    expect(await matchWorkers(db.pool)).toMatchObject({ throttled: [id] });
  });

  test('of a dead worker says so as well, and does not delay a batch', async () => {
    const lease = await register('eu', { region: ['eu'] });
    const { id } = await jobs({ region: 'eu' }, 3);
    await claimAttempts(db.pool, lease, 3, { served: [EU] });
    await db.pool.query(
      `UPDATE "AgentJobExecution" SET "acceptedAt" = now() WHERE id = (SELECT min(id) FROM "AgentJobExecution")`,
    );
    await db.pool.query(`UPDATE "Worker" SET "leaseExpiresAt" = now() - interval '1 second'`);
    await markDeadWorkers(db.pool);
    expect(await matchWorkers(db.pool)).toMatchObject({ throttled: [] }); // it still belongs to the dead one
    await freeAttemptsOfDeadWorkers(db.pool);
    expect(await matchWorkers(db.pool)).toMatchObject({ throttled: [id] });
    const waiting = `SELECT status AS value FROM "AgentJobExecution" WHERE reason = 'no_matching_worker'`;
    expect(await column(waiting)).toEqual(['running', 'running']); // not the one that its agent has accepted
    await register('us', { region: ['us'] });
    expect(await matchWorkers(db.pool)).toMatchObject({ throttled: [], freed: 0 });

    const heir = await register('heir', { region: ['eu'] });
    await claimAttempts(db.pool, heir, 1, { served: [EU] });
    expect(await column(waiting)).toEqual(['running']);
    expect(await matchWorkers(db.pool)).toMatchObject({ freed: 1 });
    expect(await column(waiting)).toEqual([]);
  });

  test('without a matching worker no longer says so once its agent completed it; if it fails, the error says why', async () => {
    const { attemptIds } = await jobs({ region: 'eu' }, 2);
    await db.pool.query(
      `UPDATE "AgentJobExecution" SET status = 'running', reason = 'no_matching_worker', "sentAt" = now()`,
    );
    await db.pool.query(
      `UPDATE "AgentJobExecution" SET status = CASE id WHEN $1 THEN 'completed' ELSE 'failed' END, error = CASE WHEN id <> $1 THEN '{"message": "no"}'::jsonb END`,
      [attemptIds[0]],
    );
    await markSettled(db.pool, attemptIds, [], []);
    expect(await column('SELECT reason AS value FROM "AgentJobExecution" ORDER BY id')).toEqual([
      null,
      'no_matching_worker',
    ]);
  });

  test('is not marked before its turn, or while it waits for something else', async () => {
    await jobs({ region: 'eu' }, 2, { batchSize: 1 });
    await jobs({ region: 'eu' }, 1);
    await db.pool.query(
      `UPDATE "AgentJobExecution" SET reason = 'circuit_open' WHERE "scheduleExecutionId" = (SELECT max(id) FROM "ScheduleExecution")`,
    );
    expect(await markUnmatched(db.pool, [EU, ''])).toHaveLength(1);
    expect(await unmarkMatched(db.pool, [US])).toBe(0);
    expect(await unmarkMatched(db.pool, [EU])).toBe(1);
  });
});

describe('the workers', () => {
  const events = () =>
    column<string>(
      `SELECT coalesce("previousStatus" || '→', '') || status AS value FROM outbox_event WHERE kind = 'worker' ORDER BY pos`,
    );

  test('cause events, except for heartbeats', async () => {
    const lease = await register('w');
    const change = (set: string) => db.pool.query(`UPDATE "Worker" SET ${set} WHERE id = 'w'`);
    await change(`"heartbeatAt" = now(), "leaseExpiresAt" = now() + interval '1 hour'`);
    expect(await events()).toEqual(['alive']);
    await change(`state = 'busy', "activeJobs" = 3`);
    await change('draining = true');
    await departWorker(db.pool, lease);
    expect(await events()).toEqual(['alive', 'alive→busy', 'busy→busy', 'busy→dead']);
    await register('w');
    expect((await events()).at(-1)).toBe('dead→alive');
    expect(await column('SELECT draining AS value FROM "Worker"')).toEqual([true]);
  });

  test('wake the engines only when they start, stop or drain', async () => {
    const listener = await db.pool.connect();
    const received: string[] = [];
    listener.on('notification', ({ channel }) => received.push(channel));
    await listener.query('LISTEN callboard_worker');
    const notifies = async (change: () => Promise<unknown>) => {
      received.length = 0;
      await change();
      await listener.query('SELECT'); // notifications arrive before the answer
      return received.length > 0;
    };
    const change = (set: string) => notifies(() => db.pool.query(`UPDATE "Worker" SET ${set}`));
    expect(await notifies(() => register('w'))).toBe(true);
    expect(await change('"heartbeatAt" = now()')).toBe(false);
    expect(await change(`state = 'busy', "activeJobs" = 1, concurrency = 7`)).toBe(false);
    expect(await change('draining = true')).toBe(true);
    expect(await change(`"leaseExpiresAt" = now() - interval '1 second'`)).toBe(false);
    expect(await notifies(() => markDeadWorkers(db.pool))).toBe(true);
    await listener.query('UNLISTEN *');
    listener.release();
  });

  test('are forgotten long after they died, with their snapshots, but not while an attempt names one', async () => {
    const reading = {
      cpuPercent: 1,
      loadAverage: 1,
      memoryMb: 1,
      rssMb: 1,
      eventLoopLagP50Ms: 1,
      eventLoopLagP99Ms: 1,
    };
    for (const id of ['old', 'fresh', 'needed', 'living']) {
      const lease = await register(id);
      await insertSnapshot(db.pool, id, reading, 0);
      if (id !== 'living') await departWorker(db.pool, lease);
    }
    await db.pool.query(
      `UPDATE "Worker" SET "stoppedAt" = now() - interval '8 days', "leaseExpiresAt" = now() - interval '8 days' WHERE id <> 'fresh' AND state = 'dead'`,
    );
    await jobs({});
    await db.pool.query(
      `UPDATE "AgentJobExecution" SET status = 'running', "workerId" = 'needed', "leaseEpoch" = 1`,
    );
    expect(await trimDeadWorkers(db.pool, 7 * 86_400_000, 100)).toBe(1);
    expect(await column('SELECT id AS value FROM "Worker" ORDER BY id')).toEqual([
      'fresh',
      'living',
      'needed',
    ]);
    expect(await column('SELECT count(*)::int AS value FROM "WorkerSnapshot"')).toEqual([3]);

    await db.pool.query(
      `UPDATE "WorkerSnapshot" SET at = now() - interval '25 hours' WHERE "workerId" <> 'fresh'`,
    );
    expect(await trimSnapshots(db.pool, 86_400_000, 1)).toBe(1);
    expect(await trimSnapshots(db.pool, 86_400_000, 100)).toBe(1);
    expect(await column('SELECT "workerId" AS value FROM "WorkerSnapshot"')).toEqual(['fresh']);
  });
});

test('an agent counts as lost once it was silent for longer than promised, and not before', async () => {
  const { attemptIds } = await jobs({}, 3, { heartbeatTimeout: 60_000 });
  await claimAttempts(db.pool, await register('w'), 3);
  expect(await msUntilNextDue(db.pool, 'silence')).toBeNull();
  await db.pool.query(
    `UPDATE "AgentJobExecution" SET "acceptedAt" = now() - interval '10 minutes',
       "progressAt" = CASE id WHEN $1 THEN now() - interval '61 seconds' WHEN $2 THEN now() - interval '30 seconds' END WHERE id <> $3`,
    attemptIds,
  );
  expect(await msUntilNextDue(db.pool, 'silence')).toBe(0);
  expect(await failSilentAttempts(db.pool)).toMatchObject([{ executionId: attemptIds[0] }]);
  const untilNext = (await msUntilNextDue(db.pool, 'silence')) as number;
  expect(untilNext).toBeGreaterThan(20_000);
  expect(untilNext).toBeLessThanOrEqual(30_000);
});
