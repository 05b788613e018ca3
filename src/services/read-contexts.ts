import { type ContextStep, type ContextsPage, loadContextSteps, pageContexts } from '../db/page-contexts.js';
import type { Queryable } from '../db/queryable.js';
import { isEnded } from '../domain/job/states.js';

/** A context of a pipeline, as far as it is. */
export interface ContextView {
  /** Ascends with the order of the values. */
  id: string;
  contextId: string;
  status: 'pending' | 'running' | 'succeeded' | 'failed' | 'cancelled';
  /** Ids of the current rows of its steps, in the order of the pipeline. */
  stepIds: string[];
}

/**
 * A page of the contexts of each execution, in two statements whatever their number.
 *
 * @returns by id of the execution; what runs no pipeline is not in the answer
 */
export async function readContexts(
  client: Queryable,
  scheduleExecutionIds: readonly string[],
  page: ContextsPage,
): Promise<Map<string, ContextView[]>> {
  const contexts = await pageContexts(client, scheduleExecutionIds, page);
  const steps = new Map<string, ContextStep[]>(contexts.map(({ contextId }) => [contextId, []]));
  for (const step of await loadContextSteps(client, [...steps.keys()])) steps.get(step.contextId)?.push(step);
  const views = new Map<string, ContextView[]>();
  for (const { scheduleExecutionId, id, contextId } of contexts) {
    const own = steps.get(contextId) ?? [];
    const view = { id, contextId, status: statusOf(own), stepIds: own.map((step) => step.id) };
    views.set(scheduleExecutionId, [...(views.get(scheduleExecutionId) ?? []), view]);
  }
  return views;
}

/** Like an execution it runs until all is settled; failures weigh more than cancellations. */
function statusOf(steps: readonly ContextStep[]): ContextView['status'] {
  if (steps.some(({ settled }) => !settled)) {
    return steps.some(({ begun, status }) => begun || isEnded(status)) ? 'running' : 'pending';
  }
  const ends = new Set(steps.map(({ status }) => status));
  if (ends.has('failed') || ends.has('dead_letter')) return 'failed';
  return ends.has('cancelled') ? 'cancelled' : 'succeeded';
}
