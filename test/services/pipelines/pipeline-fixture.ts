import { lockExecution } from '../../../src/db/runs/lock-execution.js';
import type { AttemptStatus } from '../../../src/domain/job/states.js';
import { withTransaction } from '../../../src/runtime/database/pool.js';
import { uuidv7 } from '../../../src/runtime/ids.js';
import { advanceContexts } from '../../../src/services/pipelines/advance-contexts.js';
import { createPipeline } from '../../../src/services/pipelines/create-pipeline.js';
import { rollUpExecutions } from '../../../src/services/runs/roll-up-executions.js';
import { triggerPipeline } from '../../../src/services/runs/trigger-target.js';
import { type AttemptRow, end, send, settle } from '../runs/run-fixture.js';
import { admin, type TestServices, value } from '../support.js';

/** `a`, or `a < b c` for a step that depends on b and c, with further fields of a step. */
export type StepText = string | ({ step: string } & Record<string, unknown>);

/** Steps as in the API, all with one agent. */
export function stepsOf(agentId: string, texts: StepText[]): Record<string, unknown>[] {
  return texts.map((text) => {
    const { step, ...more } = typeof text === 'string' ? { step: text } : text;
    const [stepId, dependsOn] = step.split('<').map((part) => part.trim());
    return { stepId, agentId, dependsOn: dependsOn?.split(' ') ?? [], parallel: true, ...more };
  });
}

export async function aPipeline(
  deps: TestServices,
  agentId: string,
  texts: StepText[],
  more: Record<string, unknown> = {},
): Promise<string> {
  const steps = stepsOf(agentId, texts);
  return (await value(createPipeline(deps, admin, { name: 'Newsletter', steps, ...more }))).id;
}

export interface PipelineRun {
  executionId: string;
  contextIds: string[];
}

interface RunOptions {
  contexts?: number;
  maxRetries?: number;
  /** Contexts per batch; the first batch is released. */
  batchSize?: number;
}

/**
 * A triggered pipeline with the rows of its contexts and its first steps released, as the engine leaves it
 * after the expansion.
 */
export async function aPipelineRun(
  deps: TestServices,
  agentId: string,
  texts: StepText[],
  { contexts = 1, maxRetries = 0, batchSize = contexts }: RunOptions = {},
): Promise<PipelineRun> {
  const pipelineId = await aPipeline(deps, agentId, texts);
  const { id: executionId } = await value(triggerPipeline(deps, admin, { id: pipelineId }));
  const contextIds = Array.from({ length: contexts }, () => uuidv7());
  for (const [index, contextId] of contextIds.entries()) {
    const jobIds = new Map<unknown, string>();
    for (const { stepId, dependsOn, dependencyTimeout } of stepsOf(agentId, texts)) {
      jobIds.set(stepId, uuidv7());
      await deps.pool.query(
        `INSERT INTO "AgentJobExecution" (id, "jobId", "scheduleExecutionId", "pipelineId", "pipelineStepId", "contextId", "agentId", params, dependencies,
           "dependencyTimeout", "batchIndex", "attemptTimeout", "retryConfig", "retriesLeft", "traceId")
         VALUES ($1, $2, $3, $4, $5, $6, $7, '{}', $8, $9, $10, 60000, $11, $12, $13)`,
        [
          ...[uuidv7(), jobIds.get(stepId), executionId, pipelineId, stepId, contextId, agentId],
          (dependsOn as string[]).map((name) => jobIds.get(name)),
          ...[dependencyTimeout ?? null, Math.floor(index / batchSize)],
          JSON.stringify({ maxRetries, backoff: 'fixed', delay: 60_000 }),
          ...[maxRetries, '0'.repeat(31).concat('1')],
        ],
      );
    }
  }
  await deps.pool.query(
    `UPDATE "ScheduleExecution" SET "expandedAt" = clock_timestamp(), "runStatus" = 'running', "jobsCreated" = $2, batches = $3, "batchCursor" = 0 WHERE id = $1`,
    [executionId, contexts * texts.length, Math.ceil(contexts / batchSize)],
  );
  const run = { executionId, contextIds };
  await judge(deps, run);
  return run;
}

/** Settles and advances contexts, as the engine does after each end. */
export async function judge(deps: TestServices, { executionId, contextIds }: PipelineRun): Promise<void> {
  await settle(deps);
  await withTransaction(deps.pool, async (client) => {
    await lockExecution(client, executionId);
    await advanceContexts(client, [{ id: executionId, contextIds }]);
    const { rows } = await client.query<{ ended: boolean }>(
      `SELECT "jobsCompleted" + "jobsFailed" + "jobsSkipped" + "jobsCancelled" >= "jobsCreated" AS ended FROM "ScheduleExecution" WHERE id = $1`,
      [executionId],
    );
    if (rows[0]?.ended) await rollUpExecutions(client, [executionId]);
  });
}

export interface StepRow extends AttemptRow {
  pipelineStepId: string;
  contextId: string;
  status: AttemptStatus;
  turn: number;
}

/** The current row of a step. */
export async function stepRow(
  deps: TestServices,
  run: PipelineRun,
  stepId: string,
  context = 0,
): Promise<StepRow> {
  return deps.row<StepRow>(
    `SELECT * FROM "AgentJobExecution" WHERE "contextId" = $1 AND "pipelineStepId" = $2 AND "isLatest" ORDER BY turn DESC LIMIT 1`,
    [run.contextIds[context], stepId],
  );
}

/** `step: status` of the current rows of a context. Released ones that wait for a worker are `ready`. */
export async function statusesOf(
  deps: TestServices,
  run: PipelineRun,
  context = 0,
): Promise<Record<string, string>> {
  const rows = await deps.rows<StepRow>(
    `SELECT DISTINCT ON ("pipelineStepId") * FROM "AgentJobExecution" WHERE "contextId" = $1 AND "isLatest" ORDER BY "pipelineStepId", turn DESC`,
    [run.contextIds[context]],
  );
  return Object.fromEntries(
    rows.map(({ pipelineStepId, status, releasedAt }) => [
      pipelineStepId,
      status === 'pending' && releasedAt !== null ? 'ready' : status,
    ]),
  );
}

/** Sends ready steps of a context, ends them in this way, and advances what follows. */
export async function finish(
  deps: TestServices,
  run: PipelineRun,
  ends: Record<string, 'completed' | 'failed'>,
  context = 0,
): Promise<void> {
  for (const [stepId, status] of Object.entries(ends)) {
    const row = await stepRow(deps, run, stepId, context);
    if (row.status !== 'pending' || row.releasedAt === null) throw new Error(`step ${stepId} is not ready`);
    await send(deps, [row.id]);
    await end(deps, [row.id], status);
  }
  await judge(deps, run);
}
