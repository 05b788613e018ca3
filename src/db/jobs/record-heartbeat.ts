import type { Queryable } from '../system/queryable.js';

/**
 * Notes that the agent of an attempt is alive. One that has never sent a heartbeat begins to do so only when it says so (`starts`):
 * from then on its silence ends its attempts. A row that the agent holds is left alone.
 */
export async function recordHeartbeat(client: Queryable, attemptId: string, starts: boolean): Promise<void> {
  await client.query(
    `UPDATE "AgentRegistry" SET "lastHeartbeat" = clock_timestamp() WHERE id = (
       SELECT a.id FROM "AgentRegistry" a
       WHERE a.id = (SELECT "agentId" FROM "AgentJobExecution" WHERE id = $1)
         AND CASE WHEN a."lastHeartbeat" IS NULL THEN $2 ELSE a."lastHeartbeat" < clock_timestamp() - interval '1 second' END
       FOR UPDATE SKIP LOCKED)`,
    [attemptId, starts],
  );
}
