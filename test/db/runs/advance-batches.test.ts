import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  armNextBatches,
  countAcceptances,
  executionsToAdvance,
  postponeBatch,
} from '../../../src/db/runs/advance-batches.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { insertExpanded } from '../../support/rows.js';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase({ writer: 'engine' });
});
afterAll(() => db?.drop());
beforeEach(() =>
  db.pool.query('TRUNCATE "ScheduleExecution", "AgentJobExecution", "AgentCircuit", "AgentPace"'),
);

/** A run of two batches of two jobs. The second job of the first batch has ended, the first one waits. */
async function halfAnswered(): Promise<string> {
  const jobs = [{}, {}, {}, {}];
  const { id, attemptIds } = await insertExpanded(db.pool, { agentId: 'agent', jobs, batchSize: 2 });
  await attempt(`status = 'running'`, attemptIds[1]);
  await attempt(`status = 'completed', "settledAt" = now()`, attemptIds[1]);
  return id;
}

/** Changes one attempt; by default the first one. */
const attempt = (change: string, id?: string) =>
  db.pool.query(
    `UPDATE "AgentJobExecution" SET ${change} WHERE id = coalesce($1, (SELECT min(id) FROM "AgentJobExecution"))`,
    [id ?? null],
  );
const run = (change: string) => db.pool.query(`UPDATE "ScheduleExecution" SET ${change}`);
const end = async (more = '') => {
  await attempt(`status = 'running'`);
  await attempt(`status = 'completed'${more}`);
};
const circuit = () =>
  db.pool.query(
    `INSERT INTO "AgentCircuit" ("agentId", state, failures, "openedAt", "nextProbeAt") VALUES ('agent', 'open', 5, now(), now())`,
  );

describe('the next batch', () => {
  test.each<[string, () => Promise<unknown>]>([
    ['is accepted', () => attempt(`status = 'running', "acceptedAt" = now()`)],
    ['waits for its retry', () => attempt('"retryCount" = 1')],
    ['is rate-limited', () => attempt(`reason = 'rate_limited'`)],
    ['is a step that waits for others', () => attempt('"releasedAt" = NULL')],
    ['has an agent whose circuit is open', circuit],
    [
      'has an agent whose rate limit is reached',
      () => db.pool.query(`INSERT INTO "AgentPace" ("agentId", "throttledAt") VALUES ('agent', now())`),
    ],
    ['has ended and is not settled', () => end()],
  ])('follows if the last open job of this one %s', async (_, change) => {
    const id = await halfAnswered();
    await change();
    expect(await executionsToAdvance(db.pool, null)).toEqual([id]);
  });

  test.each<[string, () => Promise<unknown>]>([
    ['waits', async () => {}],
    ['is being sent', () => attempt(`status = 'running'`)],
    [
      'is being sent, although its circuit is open',
      async () => {
        await circuit();
        await attempt(`status = 'running'`);
      },
    ],
    [
      'is a step whose end is not settled',
      async () => {
        await run(`"targetType" = 'pipeline', "agentId" = NULL, "pipelineId" = 'p'`);
        await end();
      },
    ],
  ])('does not follow while the last open job of this one %s', async (_, change) => {
    await halfAnswered();
    await change();
    expect(await executionsToAdvance(db.pool, null)).toEqual([]);
  });

  test.each([
    ['is due already', '"nextBatchAt" = now()'],
    ['does not exist', `batches = 1, status = 'success'`],
    ['belongs to a run that has ended', `"runStatus" = 'succeeded', "completedAt" = now()`],
  ])('does not follow if it %s', async (_, change) => {
    await halfAnswered();
    await end(', "settledAt" = now()');
    await run(change);
    expect(await executionsToAdvance(db.pool, null)).toEqual([]);
  });

  test('is not delivered before it is released, even if none of its jobs is a row', async () => {
    await halfAnswered();
    await end(', "settledAt" = now()');
    await db.pool.query('DELETE FROM "AgentJobExecution" WHERE "batchIndex" = 1');
    await run('"nextBatchAt" = now()');
    expect(await executionsToAdvance(db.pool, null)).toEqual([]);
  });

  test('is left to its worker while the newest one changes', async () => {
    const id = await halfAnswered();
    await end(', "settledAt" = now()');
    expect(await executionsToAdvance(db.pool, [id], 60_000)).toEqual([]);
    await expect.poll(() => executionsToAdvance(db.pool, [id], 1)).toEqual([id]);
  });

  test('gets its time, unless the run was asked to stop', async () => {
    const id = await halfAnswered();
    await end(', "settledAt" = now()');
    const nextBatchAt = async () =>
      (await db.pool.query('SELECT "nextBatchAt" FROM "ScheduleExecution"')).rows[0].nextBatchAt;
    await run('"cancelRequestedAt" = now()');
    await armNextBatches(db.pool, [id]);
    expect(await nextBatchAt()).toBeNull();
    await run('"cancelRequestedAt" = NULL');
    await armNextBatches(db.pool, [id]);
    expect(await nextBatchAt()).toBeInstanceOf(Date);
  });

  test('is postponed only if it is due', async () => {
    const id = await halfAnswered();
    await run(`"nextBatchAt" = '2099-01-01Z'`);
    await postponeBatch(db.pool, id);
    const { rows } = await db.pool.query('SELECT "nextBatchAt" FROM "ScheduleExecution"');
    expect(rows).toEqual([{ nextBatchAt: new Date('2099-01-01') }]);
  });
});

test.each([
  ['once', '"answersCounted" = 0', 1],
  ['not again', '"answersCounted" = 1', 0],
  ['not for a retry', '"retryCount" = 1', 0],
])('an acceptance that came as a report counts %s', async (_, change, counted) => {
  const id = await halfAnswered();
  await attempt(`status = 'running', "acceptedAt" = now(), ${change}`);
  await run('"jobsUnanswered" = 2, "jobsStarted" = 0');
  await countAcceptances(db.pool, [id]);
  const { rows } = await db.pool.query('SELECT "jobsUnanswered", "jobsStarted" FROM "ScheduleExecution"');
  expect(rows).toEqual([{ jobsUnanswered: 2 - counted, jobsStarted: counted }]);
});
