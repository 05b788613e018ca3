import type { Queryable } from '../system/queryable.js';

/** More than this is a mistake and would make each look slow. */
const MAX_KEYS = 1_000;

/**
 * Keys of the distinct requirements of queued jobs, without ''. Skips from one to the next in the index, so
 * the cost depends on the number of distinct keys, not of jobs.
 */
export async function waitingRequirements(client: Queryable): Promise<string[]> {
  const nextAfter = (key: string) => `(
    SELECT requirements FROM "AgentJobExecution" WHERE status = 'pending' AND "releasedAt" IS NOT NULL AND requirements > ${key}
    ORDER BY requirements LIMIT 1)`;
  const { rows } = await client.query<{ key: string }>(
    `WITH RECURSIVE released AS (
       SELECT ${nextAfter(`''`)} AS key
       UNION ALL SELECT ${nextAfter('released.key')} FROM released WHERE key IS NOT NULL
     )
     (SELECT key FROM released WHERE key IS NOT NULL LIMIT ${MAX_KEYS})
     UNION
     SELECT requirements FROM "AgentJobExecution"
     WHERE status = 'running' AND "workerId" IS NULL AND "acceptedAt" IS NULL AND requirements <> ''`,
  );
  return rows.map(({ key }) => key);
}
