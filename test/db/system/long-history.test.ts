import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadAgentStats } from '../../../src/db/agents/agent-stats.js';
import { loadAgentHeartbeats, loadRunHeartbeats } from '../../../src/db/agents/load-heartbeats.js';
import { findStandstills } from '../../../src/db/jobs/find/find-standstills.js';
import { findLastDeliveries } from '../../../src/db/notifications/deliveries.js';
import { plainQuery } from '../../../src/db/reader/plain-query.js';
import { countOutcomes } from '../../../src/db/runs/count-outcomes.js';
import { findAgedExecutions, findSurplusExecutions } from '../../../src/db/runs/find-expired-executions.js';
import { findLastRuns } from '../../../src/db/runs/find-last-runs.js';
import { findScheduleAlerts } from '../../../src/db/schedules/alerts/find-schedule-alerts.js';
import { loadWaitingSchedules } from '../../../src/db/schedules/alerts/load-waiting-schedules.js';
import { loadRecentOutcomes } from '../../../src/db/schedules/load-recent-outcomes.js';
import type { Queryable } from '../../../src/db/system/queryable.js';
import { countingPages } from '../../support/counting-pages.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';

/**
 * Two owners have a long history. A third one has nothing, or only a row at its beginning. What is read about the third one
 * must not grow with the history of the others. Asserted on read pages, which are the same on every machine.
 */
const ROWS = 20_000;
/** A few index lookups. Each table has more than 250 pages. */
const MOST_PAGES = 60;

let db: TestDatabase;

beforeAll(async () => {
  db = await createTestDatabase({ writer: 'engine' });
  await db.pool.query(`
    INSERT INTO "Schedule" (id, name, repeat, "interval", "targetType", "pipelineId", timezone, "createdBy", flag, "successfulHistoryLimit", "failedHistoryLimit")
      SELECT 's' || n, 's' || n, 'repeating', 60000, 'pipeline', 'p' || n, 'UTC', 'test',
        CASE n WHEN 3 THEN 'overlap' END, CASE n WHEN 3 THEN 1 END, CASE n WHEN 1 THEN ${ROWS} WHEN 3 THEN 1 END FROM generate_series(1, 4) n;
    INSERT INTO "ScheduleExecution" (id, "scheduleId", "targetType", "pipelineId", trigger, "fireAt", "executionTime", "completedAt", status, "runStatus", snapshot, "traceId")
      SELECT 'r' || lpad(n::text, 6, '0'), 's' || o, 'pipeline', 'p' || o, 'manual', now(), now(), now(), 'success', 'succeeded', '{"priority": 0}', 'x'
      FROM generate_series(0, ${ROWS}) n, LATERAL (SELECT CASE WHEN n < 2 THEN 4 ELSE n % 2 + 1 END AS o) owner;
    INSERT INTO "AgentJobExecution" (id, "jobId", "agentId", "scheduleExecutionId", status, params, "attemptTimeout", "retryConfig", "retriesLeft", "traceId")
      SELECT 'j' || lpad(n::text, 6, '0'), 'j' || n, 'a' || n % 2, 'r' || n % 2, 'completed', '{}', 1000, '{"maxRetries": 0}', 0, 'x' FROM generate_series(1, ${ROWS}) n;
    INSERT INTO "AgentHeartbeat" ("agentId", "attemptId", status) SELECT 'a' || n % 2, CASE WHEN n % 4 < 2 THEN 'j' || n % 2 END, 'alive' FROM generate_series(1, ${ROWS}) n;
    INSERT INTO "NotificationDelivery" (id, "notificationId", channel, status) SELECT lpad(n::text, 6, '0'), 'n' || n, 'c' || n % 2, 'sent' FROM generate_series(1, ${ROWS}) n;
    INSERT INTO "WebhookDelivery" (id, "webhookId", "eventId", outcome, "httpStatus") SELECT lpad(n::text, 6, '0'), 'w', 'e' || n, 'accepted', 202 FROM generate_series(1, ${ROWS}) n;
    INSERT INTO "AuditEntry" (id, action, "entityType", "entityId", origin) SELECT lpad(n::text, 6, '0'), 'update', 'Schedule', 's1', 'graphql' FROM generate_series(1, ${ROWS}) n`);
  await db.pool.query('VACUUM ANALYZE');
});
afterAll(() => db?.drop());

const STATS = { sinceId: '', since: new Date(0), bucketMs: 3_600_000, mostAttempts: 1_000 };
const executionsOf = (id: string) => {
  const executions = { select: { id: true }, orderBy: { id: 'desc' }, take: 5 };
  return plainQuery('Schedule', { where: { id }, select: { id: true, executions } });
};

test.each<[string, (client: Queryable) => Promise<unknown>]>([
  ['the statistics of an agent', (client) => loadAgentStats(client, ['none'], STATS)],
  ['the heartbeats of an agent', (client) => loadAgentHeartbeats(client, ['none'], 5)],
  ['the heartbeats of a run', (client) => loadRunHeartbeats(client, ['none'], 5)],
  ['whether a run stands still', (client) => findStandstills(client, ['none'])],
  ['the last delivery of a channel', (client) => findLastDeliveries(client, ['none'])],
  ['how runs ended', (client) => countOutcomes(client, ['s'], 1_000)],
  ['the last run of a pipeline', (client) => findLastRuns(client, ['p3'])],
  ['the alert of a schedule', (client) => findScheduleAlerts(client, { graceMs: 0 } as never, 10)],
  ['the recent runs of a schedule', (client) => loadRecentOutcomes(client, ['s3'], 10)],
  ['the skipped slots of a schedule', (client) => loadWaitingSchedules(client, ['s3'])],
  [
    'the runs within a schedule',
    (client) => client.query(executionsOf('s3').text, executionsOf('s3').values),
  ],
  ['the runs that are too old', (client) => findAgedExecutions(client, 0, '', 2)],
  ['the runs beyond a limit', (client) => findSurplusExecutions(client, 1)],
])('the history of others is not read to find %s', async (_, ask) => {
  const pages: number[] = [];
  await ask(countingPages(db.pool, pages));
  expect(pages.length).toBeGreaterThan(0);
  expect(Math.max(...pages)).toBeLessThanOrEqual(MOST_PAGES);
});

test.each([
  ['AgentJobExecution', 'agentId'],
  ['AgentJobExecution', 'contextId'],
  ['AgentJobExecution', 'jobId'],
  ['AgentJobExecution', 'pipelineId'],
  ['AgentJobExecution', 'pipelineStepId'],
  ['AgentJobExecution', 'scheduleExecutionId'],
  ['AgentJobExecution', 'scheduleId'],
  ['ScheduleExecution', 'agentId'],
  ['ScheduleExecution', 'backfillId'],
  ['ScheduleExecution', 'pipelineId'],
  ['ScheduleExecution', 'reason'],
  ['ScheduleExecution', 'scheduleId'],
  ['ScheduleExecution', 'status'],
  ['ScheduleExecution', 'runStatus'],
])('a list of %s does not read the history to find nothing with a %s', async (model, column) => {
  const { text, values } = plainQuery(model, {
    select: { id: true },
    where: { [column]: column.endsWith('tatus') ? 'failed' : 'none' },
    orderBy: { id: 'desc' },
    take: 21,
  });
  const pages: number[] = [];
  await countingPages(db.pool, pages).query(text, values);
  expect(pages[0]).toBeLessThanOrEqual(MOST_PAGES);
});

test.each([
  ['AuditEntry', { origin: 'sql' }],
  ['WebhookDelivery', { webhookId: 'w', eventId: 'none' }],
])('a list of %s does not read the history to find nothing', async (model, where) => {
  const { text, values } = plainQuery(model, {
    select: { id: true },
    where,
    orderBy: { id: 'desc' },
    take: 21,
  });
  const pages: number[] = [];
  await countingPages(db.pool, pages).query(text, values);
  expect(pages[0]).toBeLessThanOrEqual(MOST_PAGES);
});
