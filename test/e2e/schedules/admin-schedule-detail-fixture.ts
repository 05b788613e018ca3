/** A schedule with a history, in an admin with a real engine and a real agent: what the page of one schedule shows. */
import { createTickerTable } from '../../../src/sample/create-ticker-table.js';
import { createSchedule } from '../../../src/services/schedules/create-schedule.js';
import { type AgentServer, completes, startAgentServer } from '../../support/agent-server.js';
import { type AdminBrowser, type AdminPage, type PageOptions, startAdmin } from '../../support/browser.js';
import { startEngine } from '../../support/engine.js';
import { insertAgent, insertExecution } from '../../support/rows.js';

const ACTOR = { id: 'test', name: 'test', role: 'admin' } as const;

export interface ScheduleFixture {
  admin: AdminBrowser;
  agent: AgentServer;
  /** Id of “Weekly Entity Graph Refresh”, which has a history. */
  weekly: string;
  /** One more schedule, of the agent. */
  add(input: Record<string, unknown>): Promise<string>;
  /** The page of a schedule; `query` as `?tab=history`. */
  open(id: string, options?: PageOptions & { query?: string }): Promise<AdminPage>;
  /** After each test: no page did what none may, and the agent completes again. */
  tidy(): Promise<void>;
  close(): Promise<void>;
}

export async function openScheduleFixture(): Promise<ScheduleFixture> {
  const [admin, agent] = await Promise.all([startAdmin({ recheckMs: 200 }), startAgentServer()]);
  const { pool, services } = admin.server;
  await createTickerTable(pool);
  await insertAgent(pool, 'query-strategy', agent.url, { name: 'Query Strategy' });

  async function add(input: Record<string, unknown>): Promise<string> {
    const made = await createSchedule(services, ACTOR, {
      repeat: 'repeating',
      timezone: 'UTC',
      targetType: 'agent',
      agentId: 'query-strategy',
      params: { symbol: 'AAPL' },
      ...input,
    });
    if (made.kind !== 'ok') throw new Error(JSON.stringify(made));
    return made.value.id;
  }

  const weekly = await add({
    name: 'Weekly Entity Graph Refresh',
    description: 'Sundays at 2 AM, each enabled ticker, in batches of ten.',
    cronExpression: '0 2 * * 0',
    timezone: 'America/New_York',
    params: { tickerId: 'db:ticker:all:id?enabled=true&batchSize=10&staggerDelay=1000' },
    retryConfig: { maxRetries: 3, backoff: 'exponential', delay: '5s' },
  });
  // Before there is an engine: it would take rows that are half written for work.
  await addHistory(admin, weekly);
  const engine = await startEngine(pool.options.connectionString as string);

  return {
    admin,
    agent,
    weekly,
    add,
    async open(id, options = {}) {
      const path = `/scheduler/schedules/${id}${options.query ?? ''}`;
      const page = await admin.open({ role: 'admin', path, ...options });
      await page.page.getByRole('tablist', { name: 'Schedule' }).waitFor();
      return page;
    },
    async tidy() {
      agent.behave(completes);
      await admin.closePages();
    },
    async close() {
      await engine.stop();
      await admin.close();
      await agent.close();
    },
  };
}

/** Slots of each kind, the newest a day ago. */
async function addHistory({ server: { pool } }: AdminBrowser, scheduleId: string): Promise<void> {
  const rows = [
    ['success', 'succeeded', null, 1, 8],
    ['skipped', null, 'misfire', 12, 7],
    ['success', 'failed', null, 1, 6],
    ['skipped', null, 'overlap', 1, 5],
    ['partial', 'partial', null, 1, 4],
    ['skipped', null, 'paused', 3, 3],
    ['success', 'cancelled', null, 1, 2],
    ['success', 'succeeded', null, 1, 1],
  ] as const;
  for (const [status, runStatus, reason, missed, days] of rows) {
    const id = await insertExecution(pool, { agentId: 'query-strategy' });
    await pool.query(
      `UPDATE "ScheduleExecution" SET "scheduleId" = $2, trigger = 'schedule', source = 'baseline-cron', status = $3,
         "runStatus" = $4, reason = $5::text, "missedCount" = CASE WHEN $5::text IS NULL THEN 0 ELSE $6::int END,
         "slotAt" = date_trunc('hour', now()) - make_interval(days => $7),
         "lastSlotAt" = CASE WHEN $6 > 1 THEN date_trunc('hour', now()) - make_interval(days => $7) + make_interval(hours => $6) END,
         "executionTime" = date_trunc('hour', now()) - make_interval(days => $7) + interval '300 ms', "jobsCreated" = 100,
         "jobsCompleted" = CASE WHEN $4 = 'succeeded' THEN 100 ELSE 60 END, "jobsFailed" = CASE WHEN $4 = 'succeeded' THEN 0 ELSE 40 END,
         "completedAt" = CASE WHEN $4::text IS NULL THEN NULL ELSE date_trunc('hour', now()) - make_interval(days => $7) + interval '74 s' END
       WHERE id = $1`,
      [id, scheduleId, status, runStatus, reason, missed, days],
    );
  }
  await pool.query(
    `UPDATE "Schedule" SET "runCount" = 8, "lastRunAt" = date_trunc('hour', now()) - interval '1 day' WHERE id = $1`,
    [scheduleId],
  );
}
