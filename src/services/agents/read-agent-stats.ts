import { type AgentStatsRow, loadAgentStats } from '../../db/agents/agent-stats.js';
import type { Queryable } from '../../db/system/queryable.js';

/** Outcomes of an agent's attempts in recent hours. */
export interface AgentStats extends Omit<AgentStatsRow, 'agentId' | 'bucket'> {
  buckets: StatsBucket[];
}

export interface StatsBucket extends Pick<AgentStatsRow, 'completed' | 'failed' | 'p50Ms' | 'p95Ms'> {
  at: Date;
}

export const MAX_STATS_HOURS = 720;
const BUCKETS = 24;
const HOUR_MS = 3_600_000;
/** Newest attempts examined of an agent on its own, and of each agent of a list. */
const MOST_OF_ONE = 50_000;
const MOST_OF_EACH = 1_000;

/**
 * Statistics of agents in 24 buckets of equal length. The last one contains `now`.
 * @param idsFrom returns a lower bound of the IDs created at an instant or later
 */
export async function readAgentStats(
  client: Queryable,
  agentIds: readonly string[],
  { hours, now, idsFrom }: { hours: number; now: Date; idsFrom(at: Date): string },
): Promise<Map<string, AgentStats>> {
  const ids = [...new Set(agentIds)];
  const bucketMs = (hours * HOUR_MS) / BUCKETS;
  const firstAt = (Math.floor(now.getTime() / bucketMs) - BUCKETS + 1) * bucketMs;
  const rows = await loadAgentStats(client, ids, {
    sinceId: idsFrom(new Date(firstAt)),
    since: new Date(firstAt),
    bucketMs,
    mostAttempts: ids.length === 1 ? MOST_OF_ONE : MOST_OF_EACH,
  });
  return new Map(
    ids.map((id) => [
      id,
      statsOf(
        rows.filter(({ agentId }) => agentId === id),
        firstAt,
        bucketMs,
      ),
    ]),
  );
}

function statsOf(rows: readonly AgentStatsRow[], firstAt: number, bucketMs: number): AgentStats {
  const all = rows.find(({ bucket }) => bucket === null);
  const byBucket = new Map(rows.map((row) => [row.bucket, row]));
  return {
    completed: all?.completed ?? 0,
    failed: all?.failed ?? 0,
    deadLetters: all?.deadLetters ?? 0,
    p50Ms: all?.p50Ms ?? null,
    p95Ms: all?.p95Ms ?? null,
    sampled: all?.sampled ?? false,
    buckets: Array.from({ length: BUCKETS }, (_, index) => {
      const { completed = 0, failed = 0, p50Ms = null, p95Ms = null } = byBucket.get(index) ?? {};
      return { at: new Date(firstAt + index * bucketMs), completed, failed, p50Ms, p95Ms };
    }),
  };
}
