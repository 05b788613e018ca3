import type { Queryable } from '../../system/queryable.js';

/** A job that was released long ago and that no worker has started. */
export interface LongWait {
  id: string;
  agentId: string;
  scheduleId: string | null;
  scheduleExecutionId: string;
  /** When it was released. */
  since: Date;
}

/**
 * Jobs of one agent, requirement and priority form a queue, the oldest first. More queues than this are a
 * mistake.
 */
const MAX_LINES = 1_000;
const LINE = `SELECT "agentId", requirements, priority FROM "AgentJobExecution" WHERE status = 'pending' AND "releasedAt" IS NOT NULL`;
const WAIT = `id, "agentId", "scheduleId", "scheduleExecutionId", "releasedAt" AS since`;
const ORDER = `"agentId", requirements, priority DESC`;

/**
 * Skips from queue to queue in the index and reads the oldest few of each, so a million waiting jobs cost as
 * much as one.
 */
export async function findLongWaits(
  client: Queryable,
  { thresholdMs, perLine }: { thresholdMs: number; perLine: number },
): Promise<LongWait[]> {
  const { rows } = await client.query<LongWait>(
    `WITH RECURSIVE line AS (
       (${LINE} ORDER BY ${ORDER} LIMIT 1)
       UNION ALL
       SELECT next.* FROM line CROSS JOIN LATERAL (
         (${LINE} AND "agentId" = line."agentId" AND requirements = line.requirements AND priority < line.priority ORDER BY ${ORDER} LIMIT 1)
         UNION ALL
         (${LINE} AND "agentId" = line."agentId" AND requirements > line.requirements ORDER BY ${ORDER} LIMIT 1)
         UNION ALL
         (${LINE} AND "agentId" > line."agentId" ORDER BY ${ORDER} LIMIT 1)
         ORDER BY ${ORDER} LIMIT 1) next
     )
     SELECT waiting.* FROM (SELECT * FROM line LIMIT ${MAX_LINES}) line CROSS JOIN LATERAL (
       SELECT ${WAIT} FROM "AgentJobExecution" j
       WHERE j.status = 'pending' AND j."releasedAt" < statement_timestamp() - $1::float8 * interval '1 millisecond'
         AND j."agentId" = line."agentId" AND j.requirements = line.requirements AND j.priority = line.priority
       ORDER BY j."agentId", j.requirements, j.priority DESC, j."releasedAt" LIMIT $2) waiting
     ORDER BY since, id`,
    [thresholdMs, perLine],
  );
  return rows;
}

/** Released jobs of these agents, however short their wait: the first few of each agent. */
export async function findWaitsOf(
  client: Queryable,
  agentIds: readonly string[],
  perAgent: number,
): Promise<LongWait[]> {
  const { rows } = await client.query<LongWait>(
    `SELECT waiting.* FROM unnest($1::text[]) AS agent(id) CROSS JOIN LATERAL (
       SELECT ${WAIT} FROM "AgentJobExecution" j
       WHERE j.status = 'pending' AND j."releasedAt" <= statement_timestamp() AND j."agentId" = agent.id
       ORDER BY j."agentId", j.requirements, j.priority DESC, j."releasedAt" LIMIT $2) waiting
     ORDER BY since, id`,
    [agentIds, perAgent],
  );
  return rows;
}
