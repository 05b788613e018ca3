import type { Queryable } from '../system/queryable.js';

export interface CheckedHealth {
  status: string;
  message?: string | undefined;
  version?: string | undefined;
}

/**
 * Stores the result of a health check. If the agent locks its own row in an open transaction, the result is
 * dropped: the next check stores its own.
 */
export async function storeHealth(client: Queryable, agentId: string, health: CheckedHealth): Promise<void> {
  await client.query(
    `UPDATE "AgentRegistry" SET "healthStatus" = $2, "healthMessage" = $3, "healthVersion" = $4, "healthCheckedAt" = clock_timestamp()
     WHERE id IN (SELECT id FROM "AgentRegistry" WHERE id = $1 FOR UPDATE SKIP LOCKED)`,
    [agentId, health.status, health.message ?? null, health.version ?? null],
  );
}
