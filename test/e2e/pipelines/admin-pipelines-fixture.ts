/** Agents, pipelines with and without a history, and a run with contexts in every state. */
import type { Pool } from 'pg';
import { createTickerTable } from '../../../src/sample/create-ticker-table.js';
import { createAgentDirectory } from '../../../src/services/agents/agent-directory.js';
import { createPipeline } from '../../../src/services/pipelines/create-pipeline.js';
import { expandExecution } from '../../../src/services/runs/expand/expand-execution.js';
import { triggerPipeline } from '../../../src/services/runs/trigger-target.js';
import { createSchedule } from '../../../src/services/schedules/create-schedule.js';
import type { Result } from '../../../src/services/system/result.js';
import type { TestServer } from '../../support/graphql-server.js';
import { insertAgent } from '../../support/rows.js';

const ACTOR = { id: 'test', name: 'test', role: 'admin' } as const;

const NEWSLETTER_STEPS = [
  { stepId: 'collect', agentId: 'data-collection', parallel: false },
  { stepId: 'plan', agentId: 'query-strategy', dependsOn: ['collect'], parallel: true },
  { stepId: 'analyze', agentId: 'analysis', dependsOn: ['collect'], parallel: true, params: { depth: 2 } },
  {
    stepId: 'write',
    agentId: 'newsletter',
    dependsOn: ['plan', 'analyze'],
    parallel: true,
    timeout: '5m',
    loop: { to: 'analyze', maxTurns: 3, while: { path: 'review.approved', equals: false } },
  },
  { stepId: 'alert', agentId: 'notify', dependsOn: ['write'], parallel: true, runIf: 'any_failed' },
];

export interface PipelineWorkspace {
  newsletterId: string;
  scheduleId: string;
  /** Starts the newsletter for this many tickers, expanded; no worker runs the jobs. */
  run(tickers: number): Promise<string>;
}

export async function createPipelineWorkspace({ services, pool }: TestServer): Promise<PipelineWorkspace> {
  await createTickerTable(pool);
  for (const [id, name] of [
    ['data-collection', 'Data Collection'],
    ['query-strategy', 'Query Strategy'],
    ['analysis', 'Analysis'],
    ['newsletter', 'Newsletter Writer'],
    ['notify', 'Notify'],
  ] as const)
    await insertAgent(pool, id, `http://127.0.0.1:9/${id}`, { name });
  const pipeline = async (input: Record<string, unknown>) =>
    (await mustBeOk(createPipeline(services, ACTOR, input))).id;
  const newsletterId = await pipeline({
    name: 'Newsletter Generation Pipeline',
    description: 'Collects, analyzes and writes, one ticker at a time.',
    steps: NEWSLETTER_STEPS,
  });
  await pipeline({
    name: 'Entity graph refresh',
    steps: [{ stepId: 'refresh', agentId: 'query-strategy', parallel: true }],
  });
  await pipeline({
    name: 'Old export',
    enabled: false,
    steps: [
      { stepId: 'read', agentId: 'data-collection', parallel: true },
      { stepId: 'export', agentId: 'notify', dependsOn: ['read'], parallel: true },
    ],
  });
  const { id: scheduleId } = await mustBeOk(
    createSchedule(services, ACTOR, {
      name: 'Daily Newsletter for All Tickers',
      repeat: 'repeating',
      cronExpression: '0 8 * * *',
      timezone: 'America/New_York',
      targetType: 'pipeline',
      pipelineId: newsletterId,
      params: { tickerId: 'db:ticker:all:id?newsletter=true&batchSize=5&staggerDelay=2000' },
    }),
  );
  return {
    newsletterId,
    scheduleId,
    async run(tickers) {
      const { id } = await mustBeOk(
        triggerPipeline(services, ACTOR, {
          id: newsletterId,
          params: { tickerId: `db:ticker:all:id?limit=${tickers}&orderBy=id&batchSize=1000`, tone: 'dry' },
        }),
      );
      const { secretBox, dataSources } = services;
      const directory = createAgentDirectory({ pool, secretBox });
      await expandExecution({ pool, dataSources, directory }, id);
      return id;
    },
  };
}

export type StepEnd = 'running' | 'completed' | 'failed' | 'dead_letter' | 'skipped';

/** Moves a step to a status in the first contexts that have it pending, as workers and settling would. */
export async function bring(
  pool: Pool,
  executionId: string,
  stepId: string,
  status: StepEnd,
  contexts: number,
): Promise<void> {
  const { rows } = await pool.query<{ id: string }>(
    `SELECT id FROM "AgentJobExecution" WHERE "scheduleExecutionId" = $1 AND "pipelineStepId" = $2 AND status = 'pending'
     ORDER BY id LIMIT $3`,
    [executionId, stepId, contexts],
  );
  const ids = rows.map(({ id }) => id);
  const set = (assignments: string, ...values: unknown[]) =>
    pool.query(`UPDATE "AgentJobExecution" SET ${assignments} WHERE id = ANY ($1)`, [ids, ...values]);
  if (status !== 'skipped') await set(`status = 'running', "startedAt" = now() - interval '90 seconds'`);
  if (status === 'running') return;
  await set(
    `status = $2, reason = CASE $2 WHEN 'skipped' THEN 'dependency_failed' END, "durationMs" = 4200,
     error = CASE WHEN $2 IN ('failed', 'dead_letter') THEN '{"message": "no data for this ticker", "code": "NO_DATA"}'::jsonb END,
     result = CASE $2 WHEN 'completed' THEN '{"articles": 12, "review": {"approved": true}}'::jsonb END`,
    status,
  );
  await set(`"settledAt" = now()`);
}

/** An active run with these counters. */
export async function markRunning(pool: Pool, executionId: string): Promise<void> {
  await pool.query(
    `UPDATE "ScheduleExecution" e SET "runStatus" = 'running', "jobsCompleted" = counted.completed, "jobsFailed" = counted.failed
     FROM (SELECT count(*) FILTER (WHERE status = 'completed') AS completed,
             count(*) FILTER (WHERE status IN ('failed', 'dead_letter')) AS failed
           FROM "AgentJobExecution" WHERE "scheduleExecutionId" = $1) counted
     WHERE id = $1`,
    [executionId],
  );
}

async function mustBeOk<T>(result: Promise<Result<T>>): Promise<T> {
  const settled = await result;
  if (settled.kind !== 'ok') throw new Error(JSON.stringify(settled));
  return settled.value;
}
