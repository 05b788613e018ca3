/**
 * Steps of a pipeline that an operator retries or runs again. They get new attempts of the same jobs, and
 * start under the same rules as any other step: `runIf` must hold, and no exclusive step may be running.
 */

import { reopenExecutions } from '../../db/jobs/replay-attempts.js';
import {
  type CurrentStepRow,
  loadCurrentSteps,
  loadPipelineExecutions,
} from '../../db/pipelines/load-current-steps.js';
import { armNextBatches } from '../../db/runs/advance-batches.js';
import { findWithoutOpenJobs } from '../../db/runs/end/roll-up.js';
import type { Queryable } from '../../db/system/queryable.js';
import { buildGraph, type PipelineGraph, type StepNode } from '../../domain/pipeline/graph.js';
import { rollUpExecutions } from '../runs/roll-up-executions.js';
import { conflict } from '../system/result.js';
import { advanceContexts, type ContextsOf } from './advance-contexts.js';

/** While jobs of a cancelled run are still being ended, none of its jobs can be replayed. */
export const STILL_CANCELLING = conflict('This run is still being cancelled. Try again in a moment.');

/** The pipelines of locked runs, by run. Runs whose snapshot cannot be read are absent. */
export async function loadGraphs(
  client: Queryable,
  scheduleExecutionIds: readonly string[],
): Promise<Map<string, PipelineGraph>> {
  const executions = await loadPipelineExecutions(client, scheduleExecutionIds);
  return new Map(executions.map(({ id, pipeline }) => [id, buildGraph(pipeline.steps)]));
}

export type ContextRows = ReadonlyMap<string, CurrentStepRow>;

/** The current rows of contexts of locked runs, by context and step. */
export async function loadContexts(
  client: Queryable,
  contextIds: readonly string[],
): Promise<Map<string, ContextRows>> {
  const contexts = new Map<string, Map<string, CurrentStepRow>>();
  for (const row of await loadCurrentSteps(client, contextIds, [])) {
    const steps = contexts.get(row.contextId) ?? new Map<string, CurrentStepRow>();
    contexts.set(row.contextId, steps.set(row.stepId, row));
  }
  return contexts;
}

/** Which steps run again with a step: those that were skipped because of it, or all that depend on it. */
export type Dependents = 'skipped' | 'all';

export function dependentRows(
  graph: PipelineGraph,
  rows: ContextRows,
  { stepId }: CurrentStepRow,
  dependents: Dependents,
): CurrentStepRow[] {
  const runsAgain = ({ step }: StepNode) => {
    const row = rows.get(step.stepId);
    return dependents === 'all' || (row?.status === 'skipped' && row.settled);
  };
  return [...collectDependents(graph.node(stepId), runsAgain)].flatMap(
    ({ step }) => rows.get(step.stepId) ?? [],
  );
}

/** A step, and those that depend on it directly or indirectly, as far as `follows` returns true. */
function collectDependents(root: StepNode, follows: (node: StepNode) => boolean): Set<StepNode> {
  const found = new Set([root]);
  // Iterating over a set includes members added meanwhile.
  for (const node of found) for (const next of waitersFor(node)) if (follows(next)) found.add(next);
  return found;
}

/** A step outside a loop that depends on a step inside it waits for the step that closes the loop. */
function waitersFor(node: StepNode): StepNode[] {
  const closed = node.loops.filter(({ closedBy }) => closedBy === node);
  const outside = closed.flatMap(({ body }) =>
    [...body].flatMap(({ dependents }) => dependents.filter((dependent) => !body.has(dependent))),
  );
  return [...node.dependents, ...outside];
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
  await rollUpExecutions(client, await findWithoutOpenJobs(client, executionIds));
}
