import type { Queryable } from '../system/queryable.js';

/**
 * Records that the agent of an attempt is alive. Missing heartbeats end the attempts of an agent only after
 * it has begun to send them (`starts`). A row that the agent locks is left unchanged.
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
