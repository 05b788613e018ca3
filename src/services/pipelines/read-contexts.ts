import { countSteps } from '../../db/pipelines/count-steps.js';
import {
  type ContextStep,
  type ContextsFilter,
  type ContextsPage,
  findContext,
  loadContextSteps,
  type PagedContext,
  pageContexts,
} from '../../db/pipelines/page-contexts.js';
import type { Queryable } from '../../db/system/queryable.js';
import { groupBy } from '../../domain/group-by.js';
import { isEnded } from '../../domain/job/states.js';

export interface ContextView {
  scheduleExecutionId: string;
  /** Ascends in the order of the expanded values. */
  id: string;
  contextId: string;
  /** Params of its first step. */
  params: unknown;
  status: 'pending' | 'running' | 'succeeded' | 'failed' | 'cancelled';
  /** IDs of the current rows of its steps, in the order of the pipeline. */
  stepIds: string[];
}

/**
 * A page of the contexts of each run, in two statements for any number of runs.
 * @returns by ID of the run; runs of agents are left out
 */
export async function readContexts(
  client: Queryable,
  scheduleExecutionIds: readonly string[],
  page: ContextsPage,
  filter: ContextsFilter | null,
): Promise<Map<string, ContextView[]>> {
  const contexts = await pageContexts(client, scheduleExecutionIds, page, filter);
  const contextIds = contexts.map(({ contextId }) => contextId);
  const steps = groupBy(await loadContextSteps(client, contextIds), ({ contextId }) => contextId);
  const views = contexts.map((context) => viewOf(context, steps.get(context.contextId) ?? []));
  return groupBy(views, ({ scheduleExecutionId }) => scheduleExecutionId);
}

/** The context with this ID, if it belongs to one of these runs, in two statements. */
export async function readContext(
  client: Queryable,
  scheduleExecutionIds: readonly string[],
  contextId: string,
): Promise<ContextView | undefined> {
  const found = await findContext(client, scheduleExecutionIds, contextId);
  return found && viewOf(found, await loadContextSteps(client, [contextId]));
}

function viewOf(
  { scheduleExecutionId, id, contextId, params }: PagedContext,
  steps: readonly ContextStep[],
): ContextView {
  const stepIds = steps.map((step) => step.id);
  return { scheduleExecutionId, id, contextId, params, status: statusOf(steps), stepIds };
}

/** Counts the contexts of each run that match the filter, in one statement. Runs without any are left out. */
export async function countContexts(
  client: Queryable,
  scheduleExecutionIds: readonly string[],
  { stepId, statuses }: ContextsFilter,
): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const count of await countSteps(client, scheduleExecutionIds, null)) {
    if (count.stepId !== stepId || !statuses.includes(count.status)) continue;
    const { scheduleExecutionId: run, contexts } = count;
    counts.set(run, (counts.get(run) ?? 0) + contexts);
  }
  return counts;
}

/**
 * Like a run, a context is running until everything is settled. Failures take precedence over
 * cancellations.
 */
function statusOf(steps: readonly ContextStep[]): ContextView['status'] {
  if (steps.some(({ settled }) => !settled)) {
    return steps.some(({ begun, status }) => begun || isEnded(status)) ? 'running' : 'pending';
  }
  const ends = new Set(steps.map(({ status }) => status));
  if (ends.has('failed') || ends.has('dead_letter')) return 'failed';
  return ends.has('cancelled') ? 'cancelled' : 'succeeded';
}
