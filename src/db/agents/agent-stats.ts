import type { Queryable } from '../system/queryable.js';

export interface AgentStatsQuery {
  /** Attempts made since: a lower bound of their ids. */
  sinceId: string;
  /** Attempts that ended since; buckets begin with it. */
  since: Date;
  bucketMs: number;
  /** Of each agent the newest so many attempts are looked at. */
  mostAttempts: number;
}

export interface AgentStatsRow {
  agentId: string;
  /** Which bucket, from 0; null: all together. */
  bucket: number | null;
  completed: number;
  failed: number;
  deadLetters: number;
  p50Ms: number | null;
  p95Ms: number | null;
  /** As many as are looked at: there may have been more. */
  sampled: boolean;
}

/** How the attempts of agents ended lately, together and by bucket; found by index, newest first, and bounded. */
export async function loadAgentStats(
  client: Queryable,
  agentIds: readonly string[],
  { sinceId, since, bucketMs, mostAttempts }: AgentStatsQuery,
): Promise<AgentStatsRow[]> {
  const { rows } = await client.query<AgentStatsRow>(
    `SELECT agent.id AS "agentId", s.* FROM unnest($1::text[]) AS agent(id) CROSS JOIN LATERAL (
       WITH recent AS MATERIALIZED (
         SELECT status, "durationMs", "completedAt" FROM "AgentJobExecution" j
         WHERE j."agentId" = agent.id AND j.id >= $2 ORDER BY j.id DESC LIMIT $5
       )
       SELECT bucket, count(*) FILTER (WHERE status = 'completed') AS completed, count(*) FILTER (WHERE status <> 'completed') AS failed,
         count(*) FILTER (WHERE status = 'dead_letter') AS "deadLetters",
         percentile_disc(0.5) WITHIN GROUP (ORDER BY "durationMs") AS "p50Ms", percentile_disc(0.95) WITHIN GROUP (ORDER BY "durationMs") AS "p95Ms",
         (SELECT count(*) = $5 FROM recent) AS sampled
       FROM (
         SELECT status, "durationMs", floor(extract(epoch FROM "completedAt" - $3::timestamptz) * 1000 / $4)::int AS bucket FROM recent
         WHERE status IN ('completed', 'failed', 'dead_letter') AND "completedAt" >= $3) ended
       GROUP BY GROUPING SETS ((), (bucket))) s`,
    [agentIds, sinceId, since, bucketMs, mostAttempts],
  );
  return rows;
}
