import type { Actor, ServiceDeps } from '../access/context.js';
import { triggerTarget } from '../webhooks/trigger-target.js';

/**
 * Calls an agent now, once for each combination of values from the data sources in `params`.
 * @returns the run, which the engine starts immediately
 */
export function triggerAgent(
  deps: ServiceDeps,
  actor: Actor,
  { agentId, ...input }: { agentId: string; [field: string]: unknown },
): ReturnType<typeof triggerTarget> {
  return triggerTarget(deps, actor, { targetType: 'agent', agentId, pipelineId: null }, input);
}
