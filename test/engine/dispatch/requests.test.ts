import { afterAll, beforeAll, expect, test } from 'vitest';
import { claimAttempts } from '../../../src/db/jobs/claim-attempts.js';
import { registerWorker } from '../../../src/db/workers/worker-lease.js';
import { Requests } from '../../../src/engine/dispatch/requests.js';
import type { SendDeps } from '../../../src/engine/dispatch/send-attempt.js';
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

test('attempts whose claim ends after the worker gave up are given back at once', async () => {
  const { pool } = db;
  const worker = { id: 'w', host: 'test', pid: 1, version: '1', concurrency: 10, capabilities: {} };
  const lease = await registerWorker(pool, worker, 60_000);
  const logger = createLogger({ level: 'silent', name: 'test' });
  const pace = createStepPace(() => {});
  const writer = new AnswerWriter({
    ...{ pool, logger, pace },
    holds: () => true,
    finishSteps: () => Promise.reject(new Error('There are no steps here.')),
    onWritten: () => {},
    onRoom: () => {},
  });
  const requests = new Requests({
    ...{ pool, logger, pace, writer, send: sendsNothing },
    lease: () => lease,
    maySend: () => true,
    capacity: () => 10,
    onLoad: () => {},
    onDeadline: () => {},
    onOutcome: () => {},
    onEnded: () => {},
    onGivenBack: () => {},
  });
  await insertExpanded(pool, { agentId: 'agent', jobs: [{ n: 1 }, { n: 2 }] });
  const claimed = await claimAttempts(pool, lease, 2);
  await requests.close();
  await requests.add(lease, claimed);
  expect(requests.waiting).toBe(0);
  const { rows } = await pool.query('SELECT "workerId", "startedAt", redeliveries FROM "AgentJobExecution"');
  expect(rows).toEqual(claimed.map(() => ({ workerId: null, startedAt: null, redeliveries: 0 })));
});
