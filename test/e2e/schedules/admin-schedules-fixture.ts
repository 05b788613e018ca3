/** A workspace like the one of the reference, with a history, for the pages about schedules. */
import type { Pool } from 'pg';
import { createTickerTable } from '../../../src/sample/create-ticker-table.js';
import { createPipeline } from '../../../src/services/pipelines/create-pipeline.js';
import { createSchedule } from '../../../src/services/schedules/create-schedule.js';
import type { Result } from '../../../src/services/system/result.js';
import type { TestServer } from '../../support/graphql-server.js';
import { insertAgent, insertExecution } from '../../support/rows.js';

const ACTOR = { id: 'test', name: 'test', role: 'admin' } as const;

const TICKER_SCHEMA = {
  type: 'object',
  required: ['tickerId'],
  properties: {
    tickerId: { type: 'string', maxLength: 12, description: 'Symbol of a company.' },
    source: { enum: ['news', 'filings'] },
    refreshEntityGraph: { type: 'boolean' },
  },
};

export interface Workspace {
  pipelineId: string;
  /** By name. */
  ids: ReadonlyMap<string, string>;
  /** Creates one more. */
  add(input: Record<string, unknown>): Promise<string>;
}

/** Agents, a pipeline, a table, and schedules in every state. */
export async function createWorkspace({ services, pool }: TestServer): Promise<Workspace> {
  await createTickerTable(pool);
  const agent = (id: string, name: string) =>
    insertAgent(pool, id, `http://127.0.0.1:9/${id}`, { name, inputSchema: TICKER_SCHEMA });
  await agent('data-collection', 'Data Collection');
  await agent('query-strategy', 'Query Strategy');
  await agent('analysis', 'Analysis');
  const { id: pipelineId } = await valueFrom(
    createPipeline(services, ACTOR, {
      name: 'Newsletter Generation Pipeline',
      steps: [
        { stepId: 'collect', agentId: 'data-collection', parallel: false },
        { stepId: 'analyze', agentId: 'analysis', dependsOn: ['collect'], parallel: false },
      ],
    }),
  );
  const ids = new Map<string, string>();
  const add = async (input: Record<string, unknown>) => {
    const { id } = await valueFrom(
      createSchedule(services, ACTOR, {
        repeat: 'repeating',
        timezone: 'America/New_York',
        targetType: 'agent',
        params: { tickerId: 'AAPL' },
        ...(input.targetType !== 'pipeline' && { agentId: 'data-collection' }),
        ...input,
      }),
    );
    ids.set(String(input.name), id);
    return id;
  };
  await add({
    name: 'Daily Newsletter for All Tickers',
    cronExpression: '0 8 * * *',
    targetType: 'pipeline',
    pipelineId,
    params: { tickerId: 'db:ticker:all:id?newsletter=true&batchSize=5&staggerDelay=2000' },
  });
  await add({
    name: 'Weekly Entity Graph Refresh',
    description: 'Sundays at 2 AM, each enabled ticker, in batches of ten.',
    cronExpression: '0 2 * * 0',
    agentId: 'query-strategy',
    params: { tickerId: 'db:ticker:all:id?enabled=true&batchSize=10&staggerDelay=1000' },
  });
  await add({ name: 'Quote collector', interval: '30s' });
  await add({ name: 'Filings, every weekday', cronExpression: '0 9 * * 1-5', agentId: 'analysis' });
  await add({ name: 'Backfill AAPL', repeat: 'once', startAt: new Date('2040-01-15T15:00:00Z') });
  await add({ name: 'On demand', cronExpression: '0 0 1 * *', template: true });
  await add({ name: 'Old report', cronExpression: '30 6 * * 1', enabled: false });
  await add({ name: 'Orphan', interval: '1h', agentId: 'analysis' });
  await pool.query(
    `UPDATE "Schedule" SET "pausedUntil" = now() + interval '3 hours', "pauseNote" = 'vendor' WHERE name = 'Quote collector'`,
  );
  await pool.query(`UPDATE "Schedule" SET flag = 'invalid_target' WHERE name = 'Orphan'`);
  const idOf = (name: string) => ids.get(name) as string;
  await addHistory(pool, idOf('Weekly Entity Graph Refresh'), 'SSSSSFSSPSSSSSSSSSSS', 9_000);
  await addHistory(pool, idOf('Quote collector'), 'SSSSKSSSSSSSSFFSSSSS', 400);
  await addHistory(pool, idOf('Filings, every weekday'), 'SSFFFFSFFF', 60_000);
  await addHistory(pool, idOf('Daily Newsletter for All Tickers'), 'SSSSSSSSSSSS', 120_000);
  return { pipelineId, ids, add };
}

const OUTCOMES = {
  S: ['success', 'succeeded'],
  F: ['success', 'failed'],
  P: ['success', 'partial'],
  K: ['skipped', null],
} as const;

/** Ended runs, oldest first, an hour apart; the newest ended a minute ago. */
async function addHistory(
  pool: Pool,
  scheduleId: string,
  outcomes: string,
  durationMs: number,
): Promise<void> {
  for (const [index, letter] of [...outcomes].entries()) {
    const [status, runStatus] = OUTCOMES[letter as keyof typeof OUTCOMES];
    const id = await insertExecution(pool, { agentId: 'data-collection' });
    const ago = (outcomes.length - index - 1) * 3_600 + 60;
    await pool.query(
      `UPDATE "ScheduleExecution" SET "scheduleId" = $2, trigger = 'schedule', status = $3, "runStatus" = $4,
         reason = CASE WHEN $4::text IS NULL THEN 'overlap' END,
         "slotAt" = now() - make_interval(secs => $5), "executionTime" = now() - make_interval(secs => $5),
         "completedAt" = CASE WHEN $4::text IS NOT NULL THEN now() - make_interval(secs => $5) + make_interval(secs => $6) END
       WHERE id = $1`,
      [id, scheduleId, status, runStatus, ago, (durationMs / 1_000) * (0.6 + ((index * 7) % 5) / 5)],
    );
  }
  await pool.query(
    `UPDATE "Schedule" SET "lastRunAt" = now() - interval '1 minute', "runCount" = $2 WHERE id = $1`,
    [scheduleId, outcomes.length],
  );
}

/** An active run: `done` of `total` jobs have ended. Returns its id. */
export async function startRun(pool: Pool, scheduleId: string, total: number, done: number): Promise<string> {
  const id = await insertExecution(pool, { agentId: 'data-collection' });
  await pool.query(
    `UPDATE "ScheduleExecution" SET "scheduleId" = $2, trigger = 'schedule', "slotAt" = now(), "runStatus" = 'running',
       "expandedAt" = now(), "jobsCreated" = $3, "jobsCompleted" = $4, "jobsFailed" = 1 WHERE id = $1`,
    [id, scheduleId, total, done - 1],
  );
  return id;
}

async function valueFrom<T>(result: Promise<Result<T>>): Promise<T> {
  const settled = await result;
  if (settled.kind !== 'ok') throw new Error(JSON.stringify(settled));
  return settled.value;
}
