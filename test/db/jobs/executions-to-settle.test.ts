import { afterAll, beforeAll, expect, test } from 'vitest';
import { executionsToSettle } from '../../../src/db/jobs/settle-attempts.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';

const NONE = { agentIds: [], attemptIds: [] };
let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase({ writer: 'engine' });
});
afterAll(() => db?.drop());

/** Runs with this many attempts that have ended and are not settled. */
const ended = (prefix: string, executions: number, attempts: number) =>
  db.pool.query(
    `INSERT INTO "AgentJobExecution" (id, "jobId", "agentId", "scheduleExecutionId", status, params, "attemptTimeout", "retryConfig", "retriesLeft", "traceId")
     SELECT gen_random_uuid(), gen_random_uuid(), 'agent', '${prefix}' || n, 'completed', '{}', 60000, '{}', 0, 'x'
     FROM generate_series(1, ${executions}) n, generate_series(1, ${attempts})`,
  );

test('a run with more ended attempts than one look reads does not hide other runs', async () => {
  expect(await executionsToSettle(db.pool, 10, NONE)).toEqual([]);
  await ended('small', 3, 1);
  expect((await executionsToSettle(db.pool, 10, NONE)).sort()).toEqual(['small1', 'small2', 'small3']);
  await ended('large', 2, 50);
  expect((await executionsToSettle(db.pool, 10, NONE)).sort()).toEqual([
    'large1',
    'large2',
    'small1',
    'small2',
    'small3',
  ]);
  await ended('more', 30, 1);
  const found = await executionsToSettle(db.pool, 10, NONE);
  expect(new Set(found).size).toBe(10);
});
