import { afterAll, beforeAll, expect, test } from 'vitest';
import { failingAgents, loadAgents, writePaces } from '../../src/db/agents/agent-loads.js';
import { claimAttempts, claimMore } from '../../src/db/jobs/claim/claim-attempts.js';
import { findStopping } from '../../src/db/jobs/claim/find-cancelled.js';
import { failOverdueAttempts, failSilentAttempts } from '../../src/db/jobs/end/fail-late-attempts.js';
import * as recovery from '../../src/db/jobs/end/recover-attempts.js';
import { writeAnswers } from '../../src/db/jobs/end/write-answers.js';
import { countOpenWork } from '../../src/db/jobs/find/count-open-work.js';
import { pageDeadLetters } from '../../src/db/jobs/find/find-dead-letters.js';
import { findLongWaits } from '../../src/db/jobs/find/find-long-waits.js';
import { findUnvalidated } from '../../src/db/jobs/find-unvalidated.js';
import { markUnmatched, unmarkMatched } from '../../src/db/jobs/mark-unmatched.js';
import * as settlement from '../../src/db/jobs/settle-attempts.js';
import { waitingRequirements } from '../../src/db/jobs/waiting-requirements.js';
import * as batches from '../../src/db/runs/advance-batches.js';
import { countOutcomes } from '../../src/db/runs/count-outcomes.js';
import { executionsToConclude } from '../../src/db/runs/end/conclude-executions.js';
import { stopOverdueRuns } from '../../src/db/runs/end/overdue-runs.js';
import { findQueuedTooLong } from '../../src/db/runs/end/queue-timeout.js';
import { executionsToStop, requestReplacement } from '../../src/db/runs/end/replace-executions.js';
import * as rollUp from '../../src/db/runs/end/roll-up.js';
import { executionsToRollUp } from '../../src/db/runs/end/roll-up.js';
import { executionsToExpand } from '../../src/db/runs/expand/executions-to-expand.js';
import { releaseClaimedBatch, releaseNextBatches } from '../../src/db/runs/release-batches.js';
import { promoteWaiting, schedulesToPromote, skipWaiting } from '../../src/db/runs/waiting-executions.js';
import { findScheduleAlerts } from '../../src/db/schedules/alerts/find-schedule-alerts.js';
import { BEFORE_STUCK, findStuckSchedules } from '../../src/db/schedules/alerts/find-stuck-schedules.js';
import { loadQuietSchedules } from '../../src/db/schedules/alerts/load-quiet-schedules.js';
import { openBackfills } from '../../src/db/schedules/backfills.js';
import { advanceSchedules } from '../../src/db/schedules/claim/advance-schedules.js';
import { loadActive, loadOverlaps } from '../../src/db/schedules/claim/load-overlaps.js';
import { lockDueSchedules, nextDueSchedule } from '../../src/db/schedules/claim/lock-due-schedules.js';
import { prepareRecord } from '../../src/db/schedules/claim/record-claim.js';
import { loadUpcomingSchedules } from '../../src/db/schedules/load-upcoming-schedules.js';
import { loadLastSlots } from '../../src/db/schedules/lock-schedules.js';
import { lockUnplannedSchedules } from '../../src/db/schedules/unplanned-schedules.js';
import { measureQueue } from '../../src/db/system/measure/measure-queue.js';
import { hasDueRetries, msUntilNextDue } from '../../src/db/system/next-due.js';
import type { Queryable } from '../../src/db/system/queryable.js';
import { measureFleet } from '../../src/db/workers/count-workers.js';
import { measureIdleWork } from '../../src/db/workers/measure-idle-work.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { explainOnePlan } from '../support/explain.js';

/** Repeated queries of the engine's loops cost the same however long the history is. */
let db: TestDatabase;

beforeAll(async () => {
  db = await createTestDatabase({ writer: 'engine' });
  await db.pool.query(`
    INSERT INTO "AgentRegistry" (id, name, endpoint) VALUES ('agent', 'agent', '{"type": "http", "url": "http://127.0.0.1:9/run"}');
    INSERT INTO "Worker" (id, host, pid, version, concurrency, "leaseExpiresAt") VALUES ('worker', 'host', 1, '1', 1, now() + interval '1 hour');
    INSERT INTO "Schedule" (id, name, "repeat", "interval", "targetType", "agentId", "nextRunAt", "createdBy")
      SELECT 's' || n, 'x', 'repeating', 3600000, 'agent', 'agent', now() + n * interval '1 second', 'x' FROM generate_series(1, 5000) n;`);
  // History: 1 000 runs of 50 ended jobs. Present: 20 runs of 50 jobs, some of them ready.
  await insertExecutions('h', 1_000, `'success', 'succeeded'`);
  await insertExecutions('r', 20, `'pending', 'running'`);
  await insertAttempts('h', 1_000, 'completed', `now(), now(), now(), now(), 200, 'worker', 1`);
  await insertAttempts(
    'r',
    20,
    'pending',
    `CASE WHEN j < 10 THEN now() END, NULL, NULL, NULL, NULL, NULL, NULL`,
  );
  // All history belongs to one schedule, and so do two active runs.
  await db.pool.query(`
    UPDATE "ScheduleExecution" SET "scheduleId" = 's1', trigger = 'schedule', "slotAt" = now() - substr(id, 2)::int * CASE "runStatus" WHEN 'running' THEN interval '1 minute' ELSE interval '1 hour' END
    WHERE "runStatus" = 'succeeded' OR id IN ('r1', 'r2')`);
  await db.pool.query('ANALYZE');
});
afterAll(() => db?.drop());

async function insertExecutions(prefix: string, count: number, states: string): Promise<void> {
  await db.pool.query(
    `INSERT INTO "ScheduleExecution" (id, "targetType", "agentId", trigger, "fireAt", "executionTime", status, "runStatus", snapshot, "traceId",
       "jobsCreated", batches, "batchCursor", "expandedAt")
     SELECT '${prefix}' || n, 'agent', 'agent', 'manual', now(), now(), ${states}, '{"priority": 0}', 'x', 50, 5, 0, now() FROM generate_series(1, ${count}) n`,
  );
}

async function insertAttempts(
  prefix: string,
  executions: number,
  status: string,
  values: string,
): Promise<void> {
  await db.pool.query(
    `INSERT INTO "AgentJobExecution" (id, "jobId", "agentId", "scheduleExecutionId", status, params, "batchIndex", "attemptTimeout", "retryConfig",
       "retriesLeft", "traceId", "releasedAt", "sentAt", "completedAt", "settledAt", "statusCode", "workerId", "leaseEpoch")
     SELECT '${prefix}' || n || '-' || j, '${prefix}' || n || '-' || j, 'agent', '${prefix}' || n, '${status}', '{}', j / 10, 60000, '{"maxRetries": 1}', 1, 'x', ${values}
     FROM generate_series(1, ${executions}) n, generate_series(0, 49) j`,
  );
}

/** Keeps the plans of statements instead of executing them. */
function explaining(plans: string[]): Queryable {
  const query = async (text: string, values?: unknown[]) => {
    const client = await db.pool.connect();
    try {
      plans.push(await explainOnePlan(client, text, values));
    } finally {
      client.release();
    }
    return { rows: [], rowCount: 0 };
  };
  return { query } as unknown as Queryable;
}

const running = Array.from({ length: 20 }, (_, n) => `r${n + 1}`);
const schedules = ['s1', 's2', 's3'];
const attempts = running.map((id) => `${id}-0`);
const lease = { workerId: 'worker', epoch: 1 };
const releaseClaim = { lease, limit: 50, served: [''], limited: [], sendWithinMs: 0 };
const limited = [{ id: 'agent', maxConcurrency: 5, rateLimit: null }];
const allowed = [{ id: 'agent', total: 5, fresh: 5 }];
const answer = { status: 'completed', accepted: false, result: {}, error: null, metrics: null } as const;
const ADVANCE = {
  nextRunAt: new Date(Date.now() + 3_600_000),
  nextRunSource: null,
  decision: null,
  runs: 1,
  ran: true,
  handled: true,
  enabled: true,
  deleted: false,
  flag: null,
};
const UNVALIDATED = { agentIds: ['agent'], attemptIds: ['none'] };
const exchange = {
  statusCode: 200,
  durationMs: 1,
  responseBody: null,
  responseTruncated: false,
  resultInvalid: false,
};

const STATEMENTS: Record<string, (client: Queryable) => Promise<unknown>> = {
  openBackfills: (client) => openBackfills(client, 1_000),
  findScheduleAlerts: (client) => findScheduleAlerts(client, { graceMs: 60_000 }, 100),
  findStuckSchedules: (client) => findStuckSchedules(client, { graceMs: 60_000 }, 500, BEFORE_STUCK),
  pageDeadLetters: (client) =>
    pageDeadLetters(client, {}, { after: null, before: null, backward: false, limit: 26 }),
  measureQueue: (client) => measureQueue(client, 10_000),
  findLongWaits: (client) => findLongWaits(client, { thresholdMs: 600_000, perLine: 100 }),
  findQueuedTooLong: (client) => findQueuedTooLong(client, 200),
  measureFleet: (client) => measureFleet(client),
  measureIdleWork: (client) => measureIdleWork(client, { slots: true, most: 1_000, names: 5 }),
  countOpenWork: (client) => countOpenWork(client, 10_000),
  countOutcomes: (client) => countOutcomes(client, ['r', 's'], 50_000),
  loadUpcomingSchedules: (client) => loadUpcomingSchedules(client, new Date(), 500),
  lockDueSchedules: (client) => lockDueSchedules(client, 500),
  advanceSchedules: (client) =>
    advanceSchedules(
      client,
      schedules.map((id) => ({ ...ADVANCE, id })),
      new Date(),
    ),
  recordClaim: (client) =>
    prepareRecord(
      {
        executions: [],
        jobs: [],
        advances: schedules.map((id) => ({ ...ADVANCE, id })),
        runIds: schedules.map(() => ['none']),
      },
      { now: new Date(), areMoreDue: false },
    )(client, { lease, limit: 50, served: [''], limited: [], sendWithinMs: 0 }),
  lockUnplannedSchedules: (client) => lockUnplannedSchedules(client, 1_000),
  executionsToExpand: (client) => executionsToExpand(client, new Date(), 1_000),
  executionsToAdvance: (client) => batches.executionsToAdvance(client, null),
  armNextBatches: (client) => batches.armNextBatches(client, running),
  lockDueBatches: (client) => batches.lockDueBatches(client, 200),
  releaseNextBatches: (client) => releaseNextBatches(client, running),
  releaseClaimedBatch: (client) => releaseClaimedBatch(client, 'r', { ...releaseClaim, isAlone: true }),
  releaseClaimedBatchAmongOthers: (client) =>
    releaseClaimedBatch(client, 'r', { ...releaseClaim, isAlone: false }),
  claimAttempts: (client) => claimAttempts(client, lease, 50),
  claimMore: (client) => claimMore(client, lease, 50),
  claimAttemptsOfLimited: (client) => claimAttempts(client, lease, 50, { limited: ['agent'], allowed }),
  claimAttemptsPastLimited: (client) =>
    claimAttempts(client, lease, 50, { limited: ['other'], byAgent: true }),
  loadAgents: (client) => loadAgents(client, limited, ['']),
  failingAgents: (client) => failingAgents(client),
  writePaces: (client) => writePaces(client, [{ id: 'agent', permits: [], exhausted: true }]),
  writeAnswers: (client) =>
    writeAnswers(
      client,
      lease,
      attempts.map((id) => ({
        id,
        scheduleExecutionId: id.slice(0, -2),
        sentAfterMs: 0,
        ...answer,
        ...exchange,
      })),
    ),
  findUnvalidated: (client) => findUnvalidated(client, ['agent'], ['none'], 500),
  executionsToSettle: (client) => settlement.executionsToSettle(client, 500, UNVALIDATED),
  loadEndedAttempts: (client) => settlement.loadEndedAttempts(client, running, 2_000, UNVALIDATED),
  markSettled: (client) => settlement.markSettled(client, attempts, [], []),
  insertRetries: (client) =>
    settlement.insertRetries(
      client,
      attempts.map((supersedes) => ({ supersedes, id: `${supersedes}-again`, delayMs: 5 })),
    ),
  countJobs: (client) => rollUp.countJobs(client, running),
  executionsToRollUp: (client) => executionsToRollUp(client, null),
  failOverdueAttempts: (client) => failOverdueAttempts(client),
  failSilentAttempts: (client) => failSilentAttempts(client),
  freeAttemptsOfDeadWorkers: (client) => recovery.freeAttemptsOfDeadWorkers(client),
  attemptsClaimedUnder: (client) => recovery.attemptsClaimedUnder(client, lease),
  hasDueRetries: (client) => hasDueRetries(client, new Date()),
  loadOverlaps: (client) => loadOverlaps(client, schedules),
  loadActive: (client) => loadActive(client, 's1'),
  loadLastSlots: (client) => loadLastSlots(client, schedules),
  loadQuietSchedules: (client) => loadQuietSchedules(client, schedules),
  requestReplacement: (client) => requestReplacement(client, ['r1', 'r2']),
  stopOverdueRuns: (client) => stopOverdueRuns(client),
  executionsToStop: (client) => executionsToStop(client),
  executionsToConclude: (client) => executionsToConclude(client, 1_000),
  schedulesToPromote: (client) => schedulesToPromote(client),
  promoteWaiting: (client) => promoteWaiting(client, schedules),
  skipWaiting: (client) => skipWaiting(client, 's1', 'paused'),
  nextSchedule: (client) => nextDueSchedule(client),
  nextExecution: (client) => msUntilNextDue(client, 'execution', new Date()),
  nextBatch: (client) => msUntilNextDue(client, 'batch'),
  nextRetry: (client) => msUntilNextDue(client, 'retry', new Date()),
  nextDeadline: (client) => msUntilNextDue(client, 'deadline'),
  nextRun: (client) => msUntilNextDue(client, 'run'),
  nextSilence: (client) => msUntilNextDue(client, 'silence'),
  waitingRequirements: (client) => waitingRequirements(client),
  markUnmatched: (client) => markUnmatched(client, ['{"region":"eu"}']),
  unmarkMatched: (client) => unmarkMatched(client, ['{"region":"eu"}']),
};

test.each(Object.entries(STATEMENTS))('%s reads no history', async (_, run) => {
  const plans: string[] = [];
  await run(explaining(plans));
  expect(plans.length).toBeGreaterThan(0);
  for (const plan of plans) {
    expect(plan).not.toMatch(/Seq Scan on "(AgentJobExecution|Schedule)"/);
    // At most 1 000 attempts belong to the present.
    const removed = [...plan.matchAll(/Rows Removed by Filter: (\d+)/g)].map(([, rows]) => Number(rows));
    expect(Math.max(0, ...removed), plan).toBeLessThanOrEqual(1_000);
  }
});

test.each<[string, (client: Queryable) => Promise<unknown>]>([
  ['executionsToAdvance', (client) => batches.executionsToAdvance(client, ['r1'])],
  ['executionsToRollUp', (client) => executionsToRollUp(client, ['r1'])],
  ['executionsToStop', (client) => executionsToStop(client, ['r1'])],
  ['findStopping', (client) => findStopping(client, ['r1'])],
])('%s reads only the runs that it is asked for', async (_, run) => {
  const plans: string[] = [];
  await run(explaining(plans));
  expect(plans.join('\n')).toMatch(/Index Cond: \(id = (ANY )?\(?\$1/);
});
