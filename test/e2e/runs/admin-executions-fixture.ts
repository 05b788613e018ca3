/** Runs of several days of work, for the pages about runs and jobs. */
import type { Pool } from 'pg';
import { uuidv7 } from '../../../src/runtime/ids.js';
import { insertAgent, insertSchedule } from '../../support/rows.js';

const MINUTE = 60_000;

interface RunRow {
  agentId: string;
  scheduleId?: string;
  /** Milliseconds since it was claimed. */
  ago: number;
  params?: object;
  columns?: Record<string, unknown>;
}

/** A run that was claimed some time ago; `columns` are stored unchanged. */
export async function insertRun(pool: Pool, run: RunRow): Promise<string> {
  const id = uuidv7();
  const at = new Date(Date.now() - run.ago);
  const row: Record<string, unknown> = {
    id,
    scheduleId: run.scheduleId ?? null,
    targetType: 'agent',
    agentId: run.agentId,
    trigger: run.scheduleId ? 'schedule' : 'manual',
    slotAt: run.scheduleId ? at : null,
    fireAt: at,
    executionTime: at,
    createdAt: at,
    createdBy: run.scheduleId ? null : 'ada',
    traceId: id.replaceAll('-', ''),
    snapshot: {
      scheduleName: null,
      params: run.params ?? {},
      retryConfig: null,
      timeout: null,
      priority: 0,
      pipeline: null,
    },
    ...run.columns,
  };
  const names = Object.keys(row);
  await pool.query(
    `INSERT INTO "ScheduleExecution" (${names.map((name) => `"${name}"`).join(', ')}) VALUES (${names.map((_, index) => `$${index + 1}`).join(', ')})`,
    Object.values(row).map((value) =>
      typeof value === 'object' && value !== null && !(value instanceof Date) ? JSON.stringify(value) : value,
    ),
  );
  return id;
}

interface JobRows {
  agentId: string;
  count: number;
  /** SQL over `n`, from 0: the status. */
  status: string;
  /** SQL over `n`. */
  params: string;
  /** SQL over `n`, for failed statuses. */
  error?: string;
  /** Milliseconds between the sends. */
  spacing?: number;
}

/** Inserts the jobs of a run in one statement; ids ascend with `n`. */
export async function insertJobs(
  pool: Pool,
  executionId: string,
  { agentId, count, status, params, error = 'NULL::jsonb', spacing = 200 }: JobRows,
): Promise<void> {
  await pool.query(
    `INSERT INTO "AgentJobExecution" (id, "jobId", "agentId", "agentVersion", "scheduleExecutionId", "scheduleId", status, params, error, result,
       "statusCode", "durationMs", "attemptTimeout", "retryConfig", "retriesLeft", "traceId", "createdAt", "enqueuedAt", "releasedAt", "sentAt", "startedAt", "completedAt", "settledAt", "batchIndex")
     SELECT left(e.id, 24) || 'a' || lpad(to_hex(n), 11, '0'), left(e.id, 24) || 'b' || lpad(to_hex(n), 11, '0'), $2, '1.4.0', e.id, e."scheduleId", s.status, ${params},
       CASE WHEN s.status IN ('failed', 'dead_letter') THEN ${error} END, CASE WHEN s.status = 'completed' THEN '{"articles": 3}'::jsonb END,
       CASE WHEN s.ended THEN CASE WHEN s.status = 'completed' THEN 200 ELSE 503 END END, CASE WHEN s.ended THEN 80 + n % 400 END,
       60000, '{"maxRetries": 0, "backoff": "fixed", "delay": 0}', 0, e."traceId", e."createdAt", s.begun, s.begun, CASE WHEN s.sent THEN s.begun END, CASE WHEN s.sent THEN s.begun END,
       CASE WHEN s.ended THEN s.begun + (800 + n % 4000) * interval '1 millisecond' END, CASE WHEN s.ended THEN s.begun END, n / 10
     FROM "ScheduleExecution" e CROSS JOIN generate_series(0, $3::int - 1) n CROSS JOIN LATERAL (
       SELECT status, status IN ('completed', 'failed', 'dead_letter') AS ended, status IN ('running', 'completed', 'failed', 'dead_letter') AS sent,
         e."executionTime" + n * $4::int * interval '1 millisecond' AS begun
       FROM (SELECT ${status} AS status) x) s
     WHERE e.id = $1`,
    [executionId, agentId, count, spacing],
  );
  await recount(pool, executionId);
}

/** Counters as the engine would compute them. */
export async function recount(pool: Pool, executionId: string): Promise<void> {
  await pool.query(
    `UPDATE "ScheduleExecution" e SET "jobsCreated" = c.created, "jobsEnqueued" = c.created, "jobsCompleted" = c.completed, "jobsFailed" = c.failed,
       "jobsCancelled" = c.cancelled, "jobsSkipped" = c.skipped
     FROM (SELECT count(*) AS created, count(*) FILTER (WHERE status = 'completed') AS completed, count(*) FILTER (WHERE status IN ('failed', 'dead_letter')) AS failed,
         count(*) FILTER (WHERE status = 'cancelled') AS cancelled, count(*) FILTER (WHERE status = 'skipped') AS skipped
       FROM "AgentJobExecution" WHERE "scheduleExecutionId" = $1 AND "isLatest") c WHERE e.id = $1`,
    [executionId],
  );
}

/** The nth job that `insertJobs` made. */
export function jobIdOf(executionId: string, n: number): string {
  return `${executionId.slice(0, 24)}b${n.toString(16).padStart(11, '0')}`;
}

export function attemptIdOf(executionId: string, n: number): string {
  return `${executionId.slice(0, 24)}a${n.toString(16).padStart(11, '0')}`;
}

const TICKERS = `(ARRAY['AAPL','MSFT','NVDA','AMZN','GOOG','META','TSLA','AVGO','COST','NFLX','AMD','ADBE','PEP','CSCO','INTC'])[1 + n % 15] || CASE WHEN n >= 15 THEN '.' || n / 15 ELSE '' END`;
const TICKER_PARAMS = `jsonb_build_object('ticker', ${TICKERS}, 'depth', 3)`;
const PARAMS = { ticker: 'db:Ticker:all:symbol?enabled=true&batchSize=10', depth: 3 };

export interface Runs {
  schedules: Record<'newsletter' | 'quotes' | 'graph', string>;
  missed: string;
  done: string;
  failed: string;
  partial: string;
  running: string;
  waiting: string;
}

/** One run of each kind, oldest first. */
export async function insertRuns(pool: Pool): Promise<Runs> {
  await insertAgent(pool, 'analysis', 'http://127.0.0.1:9/run', { name: 'Analysis' });
  await insertAgent(pool, 'quote-collector', 'http://127.0.0.1:9/run', { name: 'Quote Collector' });
  const schedule = (name: string, agentId: string, timezone: string) =>
    insertSchedule(pool, { agentId, cronExpression: '0 8 * * *', params: PARAMS }, { name, timezone });
  const schedules = {
    newsletter: await schedule('Daily Newsletter', 'analysis', 'America/New_York'),
    quotes: await schedule('Quote collector', 'quote-collector', 'UTC'),
    graph: await schedule('Weekly Entity Graph Refresh', 'analysis', 'America/New_York'),
  };
  const ended = await insertEnded(pool, schedules);
  const running = await insertRun(pool, {
    agentId: 'analysis',
    scheduleId: schedules.newsletter,
    ago: 40_000,
    params: PARAMS,
    columns: { runStatus: 'running', expandedAt: before(40_000), ...expanded(50, 5), batchCursor: 3 },
  });
  await insertJobs(pool, running, {
    agentId: 'analysis',
    count: 50,
    status: `CASE WHEN n = 12 OR n = 20 THEN 'failed' WHEN n < 33 THEN 'completed' WHEN n < 40 THEN 'running' ELSE 'pending' END`,
    params: TICKER_PARAMS,
    error: `'{"message": "The model gave no answer within 30 s.", "code": "MODEL_TIMEOUT", "retryable": false}'::jsonb`,
    spacing: 900,
  });
  const waiting = await insertRun(pool, {
    agentId: 'analysis',
    scheduleId: schedules.newsletter,
    ago: 5_000,
    params: PARAMS,
    columns: { reason: 'waiting', waitingSince: before(5_000) },
  });
  return { schedules, ...ended, running, waiting };
}

async function insertEnded(pool: Pool, schedules: Runs['schedules']) {
  const missed = await insertRun(pool, {
    agentId: 'quote-collector',
    scheduleId: schedules.quotes,
    ago: 190 * MINUTE,
    columns: {
      status: 'skipped',
      runStatus: null,
      reason: 'misfire',
      missedCount: 12,
      lastSlotAt: before(180 * MINUTE),
      completedAt: before(180 * MINUTE),
    },
  });
  const done = await insertRun(pool, {
    agentId: 'analysis',
    scheduleId: schedules.graph,
    ago: 170 * MINUTE,
    params: PARAMS,
    columns: { ...over('success', 'succeeded', 170 * MINUTE, 27_000), ...expanded(120, 12) },
  });
  await insertJobs(pool, done, {
    agentId: 'analysis',
    count: 120,
    status: `'completed'`,
    params: TICKER_PARAMS,
  });
  const message = 'ticker: there is no table or view "Tickers"; did you mean "Ticker"?';
  const failed = await insertRun(pool, {
    agentId: 'analysis',
    ago: 60 * MINUTE,
    params: { ticker: 'db:Tickers:all:symbol' },
    columns: {
      ...over('failed', 'failed', 60 * MINUTE, 40),
      errors: [{ message, timestamp: before(60 * MINUTE), count: 1 }],
    },
  });
  const partial = await insertRun(pool, {
    agentId: 'quote-collector',
    scheduleId: schedules.quotes,
    ago: 30 * MINUTE,
    params: PARAMS,
    columns: { ...over('success', 'partial', 30 * MINUTE, 9_500), ...expanded(40, 4) },
  });
  await insertJobs(pool, partial, {
    agentId: 'quote-collector',
    count: 40,
    status: `CASE WHEN n % 8 = 3 THEN 'failed' WHEN n % 20 = 7 THEN 'dead_letter' ELSE 'completed' END`,
    params: TICKER_PARAMS,
    error: `CASE WHEN n % 8 = 3 THEN '{"message": "The symbol is not traded on this exchange.", "code": "UNKNOWN_SYMBOL", "retryable": false}'::jsonb
      ELSE '{"message": "The agent answered 503 Service Unavailable.", "code": "HTTP_503", "retryable": true}'::jsonb END`,
  });
  return { missed, done, failed, partial };
}

function before(ms: number): Date {
  return new Date(Date.now() - ms);
}

/** Columns of a run that has ended. */
function over(status: string, runStatus: string, ago: number, tookMs: number) {
  return { status, runStatus, expandedAt: before(ago), completedAt: before(ago - tookMs) };
}

/** Columns of a run that was expanded from a table. */
function expanded(jobs: number, batches: number) {
  const source = { path: 'ticker', source: 'db', table: 'Ticker', total: jobs };
  return {
    batches,
    batchCursor: batches - 1,
    staggerDelay: 1_000,
    metadata: {
      dataSources: [{ ...source, dropped: { nulls: 1, duplicates: 3 } }],
      batches,
      batchSize: 10,
      staggerDelay: 1_000,
    },
  };
}
