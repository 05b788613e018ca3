import { expect } from 'vitest';
import { createAgentDirectory } from '../../../src/services/agents/agent-directory.js';
import { expandExecution } from '../../../src/services/runs/expand/expand-execution.js';
import {
  CreatePipelineDocument,
  type CreatePipelineInput,
  PipelineRunDocument,
  type PipelineRunQuery,
  type PipelineStepInput,
  TriggerPipelineDocument,
} from '../../support/generated/operations.js';
import { startTestServer } from '../../support/graphql-server.js';
import { insertAgent } from '../../support/rows.js';

/** `b < a` for a step that depends on another. */
export function steps(...texts: string[]): PipelineStepInput[] {
  return texts.map((text) => {
    const [stepId = '', ...dependsOn] = text.split(/[ <]+/);
    return { stepId, agentId: 'collector', parallel: true, dependsOn };
  });
}

export const CHAIN = steps('collect', 'analyze < collect', 'generate < analyze');

export type Run = NonNullable<PipelineRunQuery['scheduleExecution']>;

export type PipelineServer = Awaited<ReturnType<typeof startPipelineServer>>;

/**
 * The control plane with agents, a table of twelve tickers, and helpers that create pipelines and runs of
 * them.
 */
export async function startPipelineServer() {
  const server = await startTestServer();
  const { pool } = server;
  for (const id of ['collector', 'writer']) await insertAgent(pool, id, 'http://127.0.0.1:9/run');
  await pool.query('CREATE TABLE public."Ticker" (id text PRIMARY KEY)');
  await pool.query(
    `INSERT INTO public."Ticker" SELECT 'T' || lpad(n::text, 3, '0') FROM generate_series(1, 12) n`,
  );

  async function aPipeline(input: Partial<CreatePipelineInput> = {}): Promise<string> {
    const { createPipeline } = await server.admin.ask(CreatePipelineDocument, {
      input: { name: 'Newsletter', steps: CHAIN, ...input },
    });
    if (createPipeline.__typename !== 'Pipeline') throw new Error(JSON.stringify(createPipeline));
    return createPipeline.id;
  }

  /** A triggered pipeline whose contexts exist, as the engine expands it; no worker runs them. */
  async function aRun(tickers: number, pipelineId?: string): Promise<string> {
    const { triggerPipeline } = await server.operator.ask(TriggerPipelineDocument, {
      id: pipelineId ?? (await aPipeline()),
      params: { ticker: `db:ticker:all:id?limit=${tickers}&orderBy=id&batchSize=100` },
    });
    if (triggerPipeline.__typename !== 'ScheduleExecution') throw new Error(JSON.stringify(triggerPipeline));
    const { secretBox, dataSources } = server.services;
    const directory = createAgentDirectory({ pool, secretBox });
    expect(await expandExecution({ pool, dataSources, directory }, triggerPipeline.id)).toMatchObject({
      kind: 'expanded',
    });
    return triggerPipeline.id;
  }

  /** Ends steps of a context in this way, and settles them. */
  async function ended(contextId: string, ends: Record<string, 'completed' | 'failed' | 'skipped'>) {
    for (const [stepId, status] of Object.entries(ends)) {
      const where = `"contextId" = $1 AND "pipelineStepId" = $2 AND "isLatest"`;
      if (status !== 'skipped')
        await pool.query(`UPDATE "AgentJobExecution" SET status = 'running' WHERE ${where}`, [
          contextId,
          stepId,
        ]);
      await pool.query(
        `UPDATE "AgentJobExecution" SET status = $3, reason = CASE $3 WHEN 'skipped' THEN 'dependency_failed' END,
           error = CASE $3 WHEN 'failed' THEN '{"message": "no data"}'::jsonb END WHERE ${where}`,
        [contextId, stepId, status],
      );
      await pool.query(`UPDATE "AgentJobExecution" SET "settledAt" = now() WHERE ${where}`, [
        contextId,
        stepId,
      ]);
    }
  }

  const run = async (id: string, more: object = {}) =>
    (await server.viewer.ask(PipelineRunDocument, { id, ...more })).scheduleExecution as Run;

  const contextIdsOf = async (id: string) =>
    (await run(id)).contexts.edges.map(({ node }) => node.contextId) as [string, string, ...string[]];

  return { ...server, aPipeline, aRun, ended, run, contextIdsOf };
}
