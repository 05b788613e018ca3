import type { Actor, ServiceDeps } from '../access/context.js';
import { triggerTarget } from '../webhooks/trigger-target.js';

/**
 * Runs a pipeline now, with one context for each combination of values from the data sources in
 * `params`.
 * @returns the run, which the engine starts immediately
 */
export function triggerPipeline(
  deps: ServiceDeps,
  actor: Actor,
  { id, ...input }: { id: string; [field: string]: unknown },
): ReturnType<typeof triggerTarget> {
  return triggerTarget(deps, actor, { targetType: 'pipeline', agentId: null, pipelineId: id }, input);
}
