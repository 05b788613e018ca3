import {
  type AgentLimits,
  agentsWithParked,
  countWaiting,
  loadAgentLimits,
} from '../../db/agents/agent-limits.js';
import type { Queryable } from '../../db/system/queryable.js';
import { type Parked, parkedOf } from '../../domain/agent/admission.js';

/** What limits an agent at the moment. */
export interface AgentLimitsView extends AgentLimits {
  /** Why all of its waiting jobs are throttled; null: they are not. */
  parked: Parked | null;
}

/** By agent. Agents that are not registered are left out. */
export async function readAgentLimits(
  client: Queryable,
  agentIds: readonly string[],
): Promise<Map<string, AgentLimitsView>> {
  const limits = await loadAgentLimits(client, [...new Set(agentIds)]);
  return new Map(limits.map((one) => [one.id, { ...one, parked: parkedOf(one, one) }]));
}

/** Counts end here. */
export const MOST_PARKED_COUNTED = 10_000;

interface ParkedJobs {
  id: string;
  reason: Parked['reason'];
  count: number;
}

/**
 * How many jobs of agents are throttled by a circuit or rate limit, counted up to {@link MOST_PARKED_COUNTED}
 * for each.
 */
export async function countParked(client: Queryable, agentIds: readonly string[]): Promise<ParkedJobs[]> {
  const limits = [...(await readAgentLimits(client, agentIds)).values()];
  const parked = limits.flatMap(({ id, parked }) => (parked ? [{ id, reason: parked.reason }] : []));
  if (parked.length === 0) return [];
  const ids = parked.map(({ id }) => id);
  const counts = await countWaiting(client, ids, MOST_PARKED_COUNTED);
  return parked.map((one) => ({ ...one, count: counts.get(one.id) ?? 0 }));
}

/** The same for all agents. */
export async function countAllParked(client: Queryable): Promise<ParkedJobs[]> {
  return countParked(client, await agentsWithParked(client));
}
