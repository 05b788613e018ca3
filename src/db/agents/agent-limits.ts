import type { Circuit } from '../../domain/agent/circuit.js';
import type { Permits, RateLimit } from '../../domain/agent/rate-limit.js';
import { READY } from '../jobs/claim/read-ready.js';
import type { Queryable } from '../system/queryable.js';
import { circuitOf } from './agent-loads.js';

export interface AgentLimits {
  id: string;
  now: Date;
  maxConcurrency: number | null;
  rateLimit: RateLimit | null;
  permits: Permits;
  /** Since when attempts have waited for a permit. */
  throttledAt: Date | null;
  circuit: Circuit;
}

/** Limits and circuit states of agents, for display. Agents that are not registered are left out. */
export async function loadAgentLimits(
  client: Queryable,
  agentIds: readonly string[],
): Promise<AgentLimits[]> {
  const { rows } = await client.query<
    Omit<AgentLimits, 'circuit' | 'permits'> & Circuit & { permits: Permits | null }
  >(
    `SELECT a.id, clock_timestamp() AS now, a."maxConcurrency", a."rateLimit", p.permits, p."throttledAt",
       c.state, c.failures, c."failedProbes", c."openedAt", c."nextProbeAt", c."probeId", c.reason
     FROM "AgentRegistry" a LEFT JOIN "AgentPace" p ON p."agentId" = a.id LEFT JOIN "AgentCircuit" c ON c."agentId" = a.id
     WHERE a.id = ANY ($1::text[])`,
    [agentIds],
  );
  return rows.map((row) => ({ ...row, permits: row.permits ?? [], circuit: circuitOf(row) }));
}

/** Counts the released attempts that wait for each agent, up to `most`. */
export function countWaiting(client: Queryable, agentIds: readonly string[], most: number) {
  return countAttempts(client, READY, agentIds, most);
}

/** Counts the running attempts of each agent, accepted ones included, up to `most`. */
export function countRunning(client: Queryable, agentIds: readonly string[], most: number) {
  return countAttempts(client, `j.status = 'running'`, agentIds, most);
}

/** @param condition SQL about an attempt `j` */
async function countAttempts(
  client: Queryable,
  condition: string,
  agentIds: readonly string[],
  most: number,
): Promise<Map<string, number>> {
  const { rows } = await client.query<{ id: string; count: number }>(
    `SELECT agent.id, (SELECT count(*) FROM (
       SELECT FROM "AgentJobExecution" j WHERE ${condition} AND j."agentId" = agent.id LIMIT $2) counted)::int AS count
     FROM unnest($1::text[]) AS agent(id)`,
    [agentIds, most],
  );
  return new Map(rows.map(({ id, count }) => [id, count]));
}

/** Agents that have failed at least once, and whether their circuit is open or half open. */
export async function loadCircuitStates(client: Queryable): Promise<{ id: string; open: boolean }[]> {
  const { rows } = await client.query<{ id: string; open: boolean }>(
    `SELECT "agentId" AS id, state <> 'closed' AS open FROM "AgentCircuit"`,
  );
  return rows;
}

/** Agents that may have throttled jobs. */
export async function agentsWithThrottledJobs(client: Queryable): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT "agentId" AS id FROM "AgentCircuit" WHERE state <> 'closed' UNION SELECT "agentId" FROM "AgentPace" WHERE "throttledAt" IS NOT NULL`,
  );
  return rows.map(({ id }) => id);
}

/** Resets the circuit of an agent. An agent without a row has a closed circuit and no failures. */
export async function deleteCircuit(client: Queryable, agentId: string): Promise<void> {
  await client.query(`DELETE FROM "AgentCircuit" WHERE "agentId" = $1`, [agentId]);
}
