import type { Queryable } from '../system/queryable.js';
import { ENABLED } from './load-agent.js';

/** `healthCheck.interval` in seconds. Agents write it by SQL, so it can hold any JSON value. */
const INTERVAL = `CASE WHEN jsonb_typeof("healthCheck" -> 'interval') = 'number'
  THEN greatest(1, least(86400, ("healthCheck" ->> 'interval')::numeric))::float8 * interval '1 second' END`;

/**
 * Claims the health checks that are due, so that only one worker makes each check. An agent without an
 * interval is checked once after registration. With `all`, when a worker starts, it is also checked unless
 * that happened within the last minute.
 */
export async function claimHealthChecks(client: Queryable, limit: number, all: boolean): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `UPDATE "AgentRegistry" SET "healthCheckedAt" = clock_timestamp()
     WHERE id IN (
       SELECT id FROM "AgentRegistry" a
       WHERE ${ENABLED} AND ("healthCheckedAt" IS NULL OR "healthCheckedAt" + ${INTERVAL} <= clock_timestamp()
         OR ($2 AND "healthCheckedAt" < clock_timestamp() - interval '1 minute'))
       ORDER BY "healthCheckedAt" NULLS FIRST LIMIT $1 FOR UPDATE SKIP LOCKED)
     RETURNING id`,
    [limit, all],
  );
  return rows.map(({ id }) => id);
}

/** Milliseconds until the next periodic check. Null if no agent has an interval. */
export async function msUntilNextHealthCheck(client: Queryable): Promise<number | null> {
  const { rows } = await client.query<{ ms: number | null }>(
    `SELECT (extract(epoch FROM min("healthCheckedAt" + ${INTERVAL}) - clock_timestamp()) * 1000)::float8 AS ms FROM "AgentRegistry" a WHERE ${ENABLED}`,
  );
  const ms = rows[0]?.ms ?? null;
  return ms === null ? null : Math.max(0, ms);
}
