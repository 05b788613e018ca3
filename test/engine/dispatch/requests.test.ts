import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { claimAttempts, type Lease } from '../../../src/db/jobs/claim/claim-attempts.js';
import { registerWorker } from '../../../src/db/workers/worker-lease.js';
import { Requests } from '../../../src/engine/dispatch/requests/requests.js';
import type { SendDeps } from '../../../src/engine/dispatch/requests/send-attempt.js';
import { createStepPace } from '../../../src/engine/dispatch/step-pace.js';
import { AnswerWriter } from '../../../src/engine/finish/answer-writer.js';
import { createLogger } from '../../../src/runtime/telemetry/logger.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { insertAgent, insertExpanded } from '../../support/rows.js';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase({ writer: 'engine' });
  await insertAgent(db.pool, 'agent', 'http://127.0.0.1:9/run');
});
afterAll(() => db?.drop());

const sendsNothing = {
  directory: { known: () => expect.fail('An attempt was sent.') },
} as unknown as SendDeps;

const worker = { id: 'w', host: 'test', pid: 1, version: '1', concurrency: 10, capabilities: {} };

function openRequests(lease: () => Lease, capacity: number): Requests {
  const { pool } = db;
  const logger = createLogger({ level: 'silent', name: 'test' });
  const pace = createStepPace(() => {});
  const writer = new AnswerWriter({
    ...{ pool, logger, pace },
    holds: () => true,
    finishSteps: () => Promise.reject(new Error('There are no steps here.')),
    onWritten: () => {},
    onRoom: () => {},
  });
  return new Requests({
    ...{ pool, logger, pace, writer, lease, send: sendsNothing },
    maySend: () => true,
    capacity: () => capacity,
    onLoad: () => {},
    onDeadline: () => {},
    onOutcome: () => {},
    onEnded: () => {},
    onGivenBack: () => {},
  });
}

const claims = async () =>
  (await db.pool.query('SELECT "workerId", "startedAt", redeliveries FROM "AgentJobExecution"')).rows;
beforeEach(async () => {
  await db.pool.query('DELETE FROM "AgentJobExecution"');
});
const UNCLAIMED = { workerId: null, startedAt: null, redeliveries: 0 };

test('attempts whose claim ends after the worker gave up are given back at once', async () => {
  const lease = await registerWorker(db.pool, worker, 60_000);
  const requests = openRequests(() => lease, 10);
  await insertExpanded(db.pool, { agentId: 'agent', jobs: [{ n: 1 }, { n: 2 }] });
  const claimed = await claimAttempts(db.pool, lease, 2);
  await requests.close();
  await requests.add(lease, claimed);
  expect(requests.waiting).toBe(0);
  expect(await claims()).toEqual(claimed.map(() => UNCLAIMED));
});

test('each waiting attempt is given back under the lease that it was claimed with', async () => {
  let lease = await registerWorker(db.pool, worker, 60_000);
  const requests = openRequests(() => lease, 0);
  await insertExpanded(db.pool, { agentId: 'agent', jobs: [{ n: 1 }, { n: 2 }] });
  await requests.add(lease, await claimAttempts(db.pool, lease, 1));
  lease = await registerWorker(db.pool, worker, 60_000);
  await requests.add(lease, await claimAttempts(db.pool, lease, 1));
  expect(requests.waiting).toBe(2);
  await requests.close();
  expect(await claims()).toEqual([UNCLAIMED, UNCLAIMED]);
});
