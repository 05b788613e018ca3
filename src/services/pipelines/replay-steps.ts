/**
 * Steps of a pipeline that an operator retries or runs again. They get new attempts of the same jobs, and start under
 * the same rules as any other step: `runIf` must hold, and no exclusive step may be running.
 */

import { reopenExecutions } from '../../db/jobs/replay-attempts.js';
import {
  type CurrentStepRow,
  loadCurrentSteps,
  loadPipelineExecutions,
} from '../../db/pipelines/load-current-steps.js';
import { armNextBatches } from '../../db/runs/advance-batches.js';
import type { Queryable } from '../../db/system/queryable.js';
import { buildGraph, type PipelineGraph, type StepNode } from '../../domain/pipeline/graph.js';
import { rollUpExecutions } from '../runs/roll-up-executions.js';
import { conflict } from '../system/result.js';
import { advanceContexts, type ContextsOf } from './advance-contexts.js';
import { collectDependents } from './collect-dependents.js';

/** While jobs of a cancelled run are still being ended, none of its jobs can be replayed. */
export const STILL_CANCELLING = conflict('This run is still being cancelled. Try again in a moment.');

/** The pipeline of a locked run. */
export async function loadGraph(client: Queryable, scheduleExecutionId: string): Promise<PipelineGraph> {
  const graph = (await loadGraphs(client, [scheduleExecutionId])).get(scheduleExecutionId);
  if (!graph) throw new Error('an execution with contexts was not one of a pipeline');
  return graph;
}

/** The pipelines of locked runs, by run. Runs whose snapshot cannot be read are absent. */
export async function loadGraphs(
  client: Queryable,
  scheduleExecutionIds: readonly string[],
): Promise<Map<string, PipelineGraph>> {
  const executions = await loadPipelineExecutions(client, scheduleExecutionIds);
  return new Map(executions.map(({ id, pipeline }) => [id, buildGraph(pipeline.steps)]));
}

/** The current rows of a context by step. */
export type ContextRows = ReadonlyMap<string, CurrentStepRow>;

/**
 * The current rows of contexts of locked runs, by context and step.
 * @param of contexts that do not belong to their run are left out
 */
export async function loadContexts(
  client: Queryable,
  contextIds: readonly string[],
  of?: string,
): Promise<Map<string, ContextRows>> {
  const contexts = new Map<string, Map<string, CurrentStepRow>>();
  for (const row of await loadCurrentSteps(client, contextIds, [])) {
    if (of !== undefined && row.scheduleExecutionId !== of) continue;
    const steps = contexts.get(row.contextId) ?? new Map<string, CurrentStepRow>();
    contexts.set(row.contextId, steps.set(row.stepId, row));
  }
  return contexts;
}

/** The rows of steps, and of those that were skipped because of them. */
export function withSkipped(
  graph: PipelineGraph,
  rows: ContextRows,
  stepIds: readonly string[],
): CurrentStepRow[] {
  const wasSkipped = ({ step }: StepNode) => {
    const row = rows.get(step.stepId);
    return row?.status === 'skipped' && row.settled;
  };
  return rowsOf(rows, collectDependents(stepIds.map(graph.node), wasSkipped));
}

/** The rows of these steps. */
export function rowsOf(rows: ContextRows, nodes: Iterable<StepNode>): CurrentStepRow[] {
  return [...nodes].flatMap(({ step }) => rows.get(step.stepId) ?? []);
}

/** Reopens runs after new attempts were inserted, and starts the steps that can start. */
export async function resumeContexts(client: Queryable, contexts: readonly ContextsOf[]): Promise<void> {
  const executionIds = contexts.map(({ id }) => id);
  if (executionIds.length === 0) return;
  await reopenExecutions(client, executionIds);
  await advanceContexts(client, contexts);
  // A cancelled run may not have reached the batch of these contexts.
  await armNextBatches(client, executionIds);
  // Steps that were skipped have already ended, so no settling will roll up their run.
  await rollUpExecutions(client, await findEnded(client, executionIds));
}

async function findEnded(client: Queryable, executionIds: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT id FROM "ScheduleExecution" WHERE id = ANY ($1::text[])
       AND "jobsCompleted" + "jobsFailed" + "jobsSkipped" + "jobsCancelled" >= "jobsCreated"`,
    [executionIds],
  );
  return rows.map(({ id }) => id);
}
