import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { claimAttempts } from '../../../src/db/jobs/claim/claim-attempts.js';
import { cancelOpenAttempts, STOP_GRACE_MS } from '../../../src/db/jobs/end/cancel-attempts.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { insertAgent } from '../../support/rows.js';
import { claimFixture } from './claim-fixture.js';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase({ writer: 'engine' });
  await insertAgent(db.pool, 'one', 'http://127.0.0.1:9/run');
});
afterAll(() => db.drop());
beforeEach(() => db.pool.query('TRUNCATE "ScheduleExecution", "AgentJobExecution", "Worker"'));

const { register, jobs } = claimFixture(() => db.pool);

test.each([
  ['is left to its worker', 'SELECT 1', 0],
  ['is cancelled once its answer is written', 'UPDATE "AgentJobExecution" SET "statusCode" = 202', 1],
  ['is cancelled if the worker has a newer lease', 'UPDATE "Worker" SET epoch = epoch + 1', 1],
  ['is cancelled if the worker is dead', `UPDATE "Worker" SET state = 'dead'`, 1],
  ['is cancelled if the lease has expired', `UPDATE "Worker" SET "leaseExpiresAt" = now()`, 1],
  [
    'is cancelled if its worker has not given it back in time',
    `UPDATE "ScheduleExecution" SET "cancelRequestedAt" = now() - interval '${STOP_GRACE_MS + 1} milliseconds'`,
    1,
  ],
])('a claimed attempt of a run that is stopping %s', async (_, change, cancelled) => {
  const { id, attemptIds } = await jobs('one', 2);
  await claimAttempts(db.pool, await register('w'), 1);
  await db.pool.query('UPDATE "ScheduleExecution" SET "cancelRequestedAt" = clock_timestamp()');
  await db.pool.query(change);
  const ended = await cancelOpenAttempts(db.pool, id, 'operator', 10);
  const expected = [...attemptIds.slice(0, cancelled), attemptIds[1]];
  expect(ended.map(({ executionId }) => executionId).sort()).toEqual(expected);
  expect(ended.map(({ wasRunning }) => wasRunning).filter(Boolean)).toHaveLength(cancelled);
});
