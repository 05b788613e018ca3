import {
  type AgentLimits,
  agentsWithThrottledJobs,
  countWaiting,
  loadAgentLimits,
} from '../../db/agents/agent-limits.js';
import type { Queryable } from '../../db/system/queryable.js';
import { type Throttled, throttlingOf } from '../../domain/agent/admission.js';

export interface AgentLimitsView extends AgentLimits {
  /** Why all waiting jobs of the agent are throttled. Null if they are not. */
  throttled: Throttled | null;
}

/** By agent ID. Agents that are not registered are left out. */
export async function readAgentLimits(
  client: Queryable,
  agentIds: readonly string[],
): Promise<Map<string, AgentLimitsView>> {
  const limits = await loadAgentLimits(client, [...new Set(agentIds)]);
  return new Map(limits.map((one) => [one.id, { ...one, throttled: throttlingOf(one, one) }]));
}

/** Counting stops here. */
export const MOST_THROTTLED_COUNTED = 10_000;

interface ThrottledJobs {
  id: string;
  reason: Throttled['reason'];
  count: number;
}

/**
 * The number of each agent's jobs that a circuit or rate limit throttles, counted up to {@link
 * MOST_THROTTLED_COUNTED}.
 */
export async function countThrottled(
  client: Queryable,
  agentIds: readonly string[],
): Promise<ThrottledJobs[]> {
  const limits = [...(await readAgentLimits(client, agentIds)).values()];
  const throttled = limits.flatMap(({ id, throttled }) =>
    throttled ? [{ id, reason: throttled.reason }] : [],
  );
  if (throttled.length === 0) return [];
  const ids = throttled.map(({ id }) => id);
  const counts = await countWaiting(client, ids, MOST_THROTTLED_COUNTED);
  return throttled.map((one) => ({ ...one, count: counts.get(one.id) ?? 0 }));
}

export async function countAllThrottled(client: Queryable): Promise<ThrottledJobs[]> {
  return countThrottled(client, await agentsWithThrottledJobs(client));
}
