import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadAgents } from '../../../src/db/agents/agent-loads.js';
import { claimAttempts } from '../../../src/db/jobs/claim/claim-attempts.js';
import { failOverdueAttempts, failSilentAttempts } from '../../../src/db/jobs/end/fail-late-attempts.js';
import * as recovery from '../../../src/db/jobs/end/recover-attempts.js';
import * as settlement from '../../../src/db/jobs/settle-attempts.js';
import * as contexts from '../../../src/db/pipelines/find-contexts.js';
import * as batches from '../../../src/db/runs/advance-batches.js';
import * as rollUp from '../../../src/db/runs/end/roll-up.js';
import { executionsToRollUp } from '../../../src/db/runs/end/roll-up.js';
import { executionsToExpand } from '../../../src/db/runs/expand/executions-to-expand.js';
import { msUntilNextDue } from '../../../src/db/system/next-due.js';
import type { Queryable } from '../../../src/db/system/queryable.js';
import { countingPages } from '../../support/counting-pages.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';

/**
 * What workers query after every write of others, and every ten seconds, costs the same however many accepted
 * attempts are running. Asserted on read pages, which are the same on every machine.
 */
const RUNS = 30;
const ACCEPTED_EACH = 1_000;
/** Enough for a few index lookups for each run; the accepted attempts alone fill more than 1 500 pages. */
const MOST_PAGES = 40 * RUNS;

let db: TestDatabase;

beforeAll(async () => {
  db = await createTestDatabase({ writer: 'engine' });
  // As after a busy hour: nothing has been vacuumed since.
  await db.pool.query(`
    ALTER TABLE "AgentJobExecution" SET (autovacuum_enabled = false);
    INSERT INTO "AgentRegistry" (id, name, endpoint, "maxConcurrency") VALUES ('agent', 'agent', '{"type": "http", "url": "http://127.0.0.1:9/run"}', 50);
    INSERT INTO "Worker" (id, host, pid, version, concurrency, "leaseExpiresAt") VALUES ('worker', 'host', 1, '1', 1, now() + interval '1 hour');
    INSERT INTO "ScheduleExecution" (id, "targetType", "agentId", trigger, "fireAt", "executionTime", status, "runStatus", snapshot, "traceId",
      "jobsCreated", batches, "batchCursor", "nextBatchAt", "expandedAt")
      SELECT 'r' || n, 'agent', 'agent', 'manual', now(), now(), 'pending', 'running', '{"priority": 0}', 'x', ${ACCEPTED_EACH}, 10, CASE n % 2 WHEN 0 THEN 8 ELSE 9 END, CASE n % 2 WHEN 0 THEN now() + interval '1 hour' END, now() FROM generate_series(1, ${RUNS}) n;
    INSERT INTO "AgentJobExecution" (id, "jobId", "agentId", "scheduleExecutionId", status, params, "batchIndex", "attemptTimeout", "retryConfig",
      "retriesLeft", "traceId", "releasedAt")
      SELECT 'r' || n || '-' || j, 'r' || n || '-' || j, 'agent', 'r' || n, 'pending', '{}', j * 10 / ${ACCEPTED_EACH}, 3600000, '{"maxRetries": 1}', 1, 'x',
        CASE WHEN n % 2 = 1 OR j * 10 / ${ACCEPTED_EACH} <= 8 THEN now() END
      FROM generate_series(1, ${RUNS}) n, generate_series(0, ${ACCEPTED_EACH} - 1) j;
    UPDATE "AgentJobExecution" SET status = 'running', "workerId" = 'worker', "leaseEpoch" = 1, "sentAt" = now(), "startedAt" = now(), "deadlineAt" = now() + interval '1 hour'
      WHERE "releasedAt" IS NOT NULL;
    -- All but one of each run.
    UPDATE "AgentJobExecution" SET "acceptedAt" = now(), "statusCode" = 202 WHERE status = 'running' AND id NOT LIKE '%-7'`);
  await db.pool.query('ANALYZE');
});
afterAll(() => db?.drop());

const lease = { workerId: 'worker', epoch: 1 };
const runs = Array.from({ length: RUNS }, (_, n) => `r${n + 1}`);
const NOT_VALIDATED = { agentIds: [], attemptIds: [] };
const capped = [{ id: 'agent', maxConcurrency: 50, rateLimit: null }];

test.each<[string, (client: Queryable) => Promise<unknown>]>([
  ['the batches that were answered', (client) => batches.executionsToAdvance(client, null)],
  [
    'the batches that were answered a while ago',
    (client) => batches.executionsToAdvance(client, null, 5_000),
  ],
  ['the attempts whose next batch can start', (client) => batches.armNextBatches(client, runs)],
  ['the delivery of a run', (client) => rollUp.writeDelivery(client, runs)],
  ['the attempts that this worker has claimed', (client) => recovery.attemptsClaimedUnder(client, lease)],
  ['the attempts that dead workers held', (client) => recovery.freeAttemptsOfDeadWorkers(client)],
  ['the overdue attempts', (client) => failOverdueAttempts(client)],
  ['the attempts of silent agents', (client) => failSilentAttempts(client)],
  ['the runs that wait to be expanded', (client) => executionsToExpand(client, new Date(), 1_000)],
  ['the runs to roll up', (client) => executionsToRollUp(client, null)],
  ['the attempts to settle', (client) => settlement.executionsToSettle(client, 500, NOT_VALIDATED)],
  ['the ended attempts', (client) => settlement.loadEndedAttempts(client, runs, 2_000, NOT_VALIDATED)],
  ['the attempts that may be sent', (client) => claimAttempts(client, lease, 50)],
  ['the load of an agent with a concurrency limit', (client) => loadAgents(client, capped, [''])],
  ['the steps that may continue', (client) => contexts.contextsDue(client, 1_000)],
  ['the contexts that are stuck', (client) => contexts.contextsStuck(client, 1_000)],
  ['the next deadline', (client) => msUntilNextDue(client, 'deadline')],
])('accepted attempts are not read to find %s', async (_, ask) => {
  const pages: number[] = [];
  await ask(countingPages(db.pool, pages));
  expect(pages.length).toBeGreaterThan(0);
  expect(Math.max(...pages)).toBeLessThanOrEqual(MOST_PAGES);
});
