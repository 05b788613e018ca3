import { afterAll, beforeAll, expect, test } from 'vitest';
import { claimAttempts, type Lease } from '../../../src/db/jobs/claim/claim-attempts.js';
import { registerWorker } from '../../../src/db/workers/worker-lease.js';
import { Dispatcher } from '../../../src/engine/dispatch/dispatcher.js';
import type { SendDeps } from '../../../src/engine/dispatch/requests/send-attempt.js';
import { createStepPace } from '../../../src/engine/dispatch/step-pace.js';
import { AnswerWriter } from '../../../src/engine/finish/answer-writer.js';
import type { Pool } from '../../../src/runtime/database/pool.js';
import { createLogger } from '../../../src/runtime/telemetry/logger.js';
import type { AgentDirectory } from '../../../src/services/agents/agent-directory.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { createDeferred } from '../../support/deferred.js';
import { insertAgent, insertExpanded } from '../../support/rows.js';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase({ writer: 'engine' });
  await insertAgent(db.pool, 'agent', 'http://127.0.0.1:9/run');
});
afterAll(() => db?.drop());

/** A dispatcher without capacity: what it claims waits. */
function createIdleDispatcher(lease: Lease, pool: Pool): Dispatcher {
  const logger = createLogger({ level: 'silent', name: 'test' });
  const pace = createStepPace(() => {});
  const writer = new AnswerWriter({
    ...{ pool: db.pool, logger, pace },
    holds: () => true,
    finishSteps: () => Promise.reject(new Error('There are no steps here.')),
    onWritten: () => {},
    onRoom: () => {},
  });
  return new Dispatcher({
    ...{ pool, logger, pace, writer, send: {} as SendDeps, directory: {} as AgentDirectory },
    lease: () => lease,
    maySend: () => true,
    mayClaim: () => true,
    capacity: () => 0,
    served: { keys: () => [], look: async () => {} },
    onClaimed: () => {},
    onThrottled: () => {},
    onLoad: () => {},
    onDeadline: () => {},
    onOutcome: () => {},
    onGivenBack: () => {},
  });
}

test('attempts of a claim outside the rounds are not forgotten while the worker does not know them yet', async () => {
  const worker = { id: 'w', host: 'test', pid: 1, version: '1', concurrency: 10, capabilities: {} };
  const lease = await registerWorker(db.pool, worker, 60_000);
  const { attemptIds } = await insertExpanded(db.pool, { agentId: 'agent', jobs: [{ n: 1 }, { n: 2 }] });
  const arrived = createDeferred();
  let claiming: Promise<unknown> | undefined;
  let reads = 0;
  /** The claim is committed just before recovery reads the rows, and its result arrives later. */
  async function commitClaim(): Promise<void> {
    const committed = createDeferred();
    claiming = dispatcher.claiming(lease, async () => {
      const claimed = await claimAttempts(db.pool, lease, attemptIds.length);
      committed.resolve();
      await arrived.promise;
      return { claimed };
    });
    await committed.promise;
  }
  const pool = {
    async query(text: string, values: unknown[]) {
      reads += 1;
      if (reads === 1) await commitClaim();
      const result = await db.pool.query(text, values);
      // By now, everything that waits for the claim is waiting.
      if (reads === 1) setImmediate(() => arrived.resolve());
      return result;
    },
  } as unknown as Pool;
  const dispatcher = createIdleDispatcher(lease, pool);
  expect(await dispatcher.freeForgotten()).toEqual({ redelivered: 0, lost: 0 });
  await claiming;
  expect(dispatcher.unanswered().sort()).toEqual([...attemptIds].sort());
  const { rows } = await db.pool.query('SELECT redeliveries FROM "AgentJobExecution"');
  expect(rows).toEqual(attemptIds.map(() => ({ redeliveries: 0 })));
});
