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
  filter: ContextsFilter | null = null,
): Promise<Map<string, ContextView[]>> {
  const contexts = await pageContexts(client, scheduleExecutionIds, page, filter);
  const contextIds = contexts.map(({ contextId }) => contextId);
  const steps = groupBy(await loadContextSteps(client, contextIds), ({ contextId }) => contextId);
  const views = contexts.map((context) => ({
    ...viewOf(context, steps.get(context.contextId) ?? []),
    scheduleExecutionId: context.scheduleExecutionId,
  }));
  return groupBy(views, ({ scheduleExecutionId }) => scheduleExecutionId);
}

/** One context of a run, in two statements. */
export async function readContext(
  client: Queryable,
  scheduleExecutionId: string,
  contextId: string,
): Promise<ContextView | undefined> {
  const found = await findContext(client, scheduleExecutionId, contextId);
  return found && viewOf(found, await loadContextSteps(client, [contextId]));
}

function viewOf({ id, contextId, params }: PagedContext, steps: readonly ContextStep[]): ContextView {
  return { id, contextId, params, status: statusOf(steps), stepIds: steps.map((step) => step.id) };
}

export async function countContexts(
  client: Queryable,
  scheduleExecutionId: string,
  { stepId, statuses }: ContextsFilter,
): Promise<number> {
  const counted = await countSteps(client, [scheduleExecutionId], null);
  return counted
    .filter((count) => count.stepId === stepId && statuses.includes(count.status))
    .reduce((sum, { contexts }) => sum + contexts, 0);
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
