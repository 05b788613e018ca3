/**
 * Steps of a pipeline that begin anew on an operator's word. They get new attempts at the same jobs, beside the ones they
 * supersede, and wait to be judged like any other step: none starts before its `runIf` holds, or beside an exclusive one.
 */
import { armNextBatches } from '../db/advance-batches.js';
import { type CurrentStepRow, loadCurrentSteps, loadPipelineExecutions } from '../db/contexts.js';
import type { Queryable } from '../db/queryable.js';
import { reopenExecution } from '../db/replay-attempts.js';
import { buildGraph, type PipelineGraph, type StepNode } from '../domain/pipeline/graph.js';
import { advanceContexts } from './advance-contexts.js';
import { collectDependents } from './collect-dependents.js';
import { rollUpExecutions } from './roll-up-executions.js';

/** The pipeline that a locked execution runs. */
export async function loadGraph(client: Queryable, scheduleExecutionId: string): Promise<PipelineGraph> {
  const [execution] = await loadPipelineExecutions(client, [scheduleExecutionId]);
  if (!execution) throw new Error('an execution with contexts was not one of a pipeline');
  return buildGraph(execution.pipeline.steps);
}

/** The current rows of a context by step. */
export type ContextRows = ReadonlyMap<string, CurrentStepRow>;

/** The current rows of contexts of a locked execution, by context and step; contexts that it does not have are absent. */
export async function loadContexts(
  client: Queryable,
  scheduleExecutionId: string,
  contextIds: readonly string[],
): Promise<Map<string, ContextRows>> {
  const contexts = new Map<string, Map<string, CurrentStepRow>>();
  for (const row of await loadCurrentSteps(client, contextIds, [])) {
    if (row.scheduleExecutionId !== scheduleExecutionId) continue;
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

/** After new attempts were inserted: opens the execution again and starts what may start. */
export async function resumeContexts(
  client: Queryable,
  scheduleExecutionId: string,
  contextIds: readonly string[],
): Promise<void> {
  await reopenExecution(client, scheduleExecutionId);
  await advanceContexts(client, [{ id: scheduleExecutionId, contextIds }]);
  // A cancelled execution may not have come to the batch of these contexts.
  await armNextBatches(client, [scheduleExecutionId]);
  // What was judged never to run has ended already, and leaves nothing that would be settled.
  if (await hasEnded(client, scheduleExecutionId)) await rollUpExecutions(client, [scheduleExecutionId]);
}

async function hasEnded(client: Queryable, scheduleExecutionId: string): Promise<boolean> {
  const { rows } = await client.query<{ ended: boolean }>(
    `SELECT "jobsCompleted" + "jobsFailed" + "jobsSkipped" + "jobsCancelled" >= "jobsCreated" AS ended FROM "ScheduleExecution" WHERE id = $1`,
    [scheduleExecutionId],
  );
  return rows[0]?.ended ?? false;
}
