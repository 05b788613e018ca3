import type { Actor, ServiceDeps } from '../access/context.js';
import { triggerTarget } from '../webhooks/trigger-target.js';

/** Runs a pipeline now, in one context for each value of the data sources in params. @returns the execution, which the engine takes up at once */
export function triggerPipeline(
  deps: ServiceDeps,
  actor: Actor,
  { id, ...input }: { id: string; [field: string]: unknown },
): ReturnType<typeof triggerTarget> {
  return triggerTarget(deps, actor, { targetType: 'pipeline', agentId: null, pipelineId: id }, input);
}
