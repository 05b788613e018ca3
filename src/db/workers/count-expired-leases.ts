import type { Queryable } from '../system/queryable.js';

/** Counts attempts that a worker whose lease has expired sent, and that no agent has accepted. */
export async function countExpiredLeases(client: Queryable): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM "AgentJobExecution" a
     WHERE a.status = 'running' AND a."acceptedAt" IS NULL AND a."workerId" IS NOT NULL AND NOT EXISTS (
       SELECT FROM "Worker" w WHERE w.id = a."workerId" AND w.epoch = a."leaseEpoch" AND w.state <> 'dead'
         AND w."leaseExpiresAt" > clock_timestamp())`,
  );
  return rows[0]?.count ?? 0;
}
