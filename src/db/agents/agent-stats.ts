import { alongIndex } from '../system/along-index.js';
import type { Queryable } from '../system/queryable.js';

export interface AgentStatsQuery {
  /** Lower bound of the ids of the attempts to read. */
  sinceId: string;
  /** Start of the first bucket. Attempts that ended before it do not count. */
  since: Date;
  bucketMs: number;
  /** Maximum number of attempts to read for each agent, newest first. */
  mostAttempts: number;
}

export interface AgentStatsRow {
  agentId: string;
  /** Index of the bucket, from 0. Null for the total of all buckets. */
  bucket: number | null;
  completed: number;
  /** Including dead letters. */
  failed: number;
  deadLetters: number;
  /** Median duration of the HTTP exchange, or of the attempt if its end was reported. */
  p50Ms: number | null;
  p95Ms: number | null;
  /** True if `mostAttempts` attempts were read, so there may be more. */
  sampled: boolean;
}

/**
 * Counts how the recent attempts of agents ended, in total and by bucket. Reads a bounded number of attempts
 * along the index, newest first.
 */
export async function loadAgentStats(
  client: Queryable,
  agentIds: readonly string[],
  { sinceId, since, bucketMs, mostAttempts }: AgentStatsQuery,
): Promise<AgentStatsRow[]> {
  const { rows } = await client.query<AgentStatsRow>(
    `SELECT agent.id AS "agentId", s.* FROM unnest($1::text[]) AS agent(id) CROSS JOIN LATERAL (
       WITH recent AS MATERIALIZED (
         SELECT status, "durationMs", "completedAt" FROM "AgentJobExecution" j
         WHERE ${alongIndex('j."agentId"', 'agent.id')} AND j.id >= $2 ORDER BY j."agentId" DESC, j.id DESC LIMIT $5
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
