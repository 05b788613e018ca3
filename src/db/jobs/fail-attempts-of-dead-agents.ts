import type { Queryable } from '../system/queryable.js';
import { ENDED_AT_ONCE, type EndedForSilence } from './recover-attempts.js';

/**
 * Ends accepted attempts of agents that sent heartbeats and stopped. Progress of any attempt counts as a
 * heartbeat of its agent. An attempt that was accepted or reported on within the time continues. Each ended
 * attempt gets a last heartbeat, `dead`.
 *
 * @param silentMs how long an agent may send no heartbeat
 * @param message why they ended, for users
 */
export async function failAttemptsOfDeadAgents(
  client: Queryable,
  silentMs: number,
  message: string,
): Promise<EndedForSilence[]> {
  const { rows } = await client.query<EndedForSilence>(
    `WITH clock AS MATERIALIZED (SELECT statement_timestamp() - $1::float8 * interval '1 millisecond' AS since),
     dead AS MATERIALIZED (
       SELECT a.id FROM "AgentRegistry" a, clock WHERE a."lastHeartbeat" < clock.since AND NOT EXISTS (
         SELECT FROM "AgentJobExecution" j WHERE j."agentId" = a.id AND j.status = 'running' AND j."progressAt" >= clock.since)),
     ended AS (
       UPDATE "AgentJobExecution" SET status = 'failed',
         error = jsonb_build_object('message', $2::text, 'code', 'AGENT_LOST', 'retryable', true)
       WHERE id IN (
         SELECT j.id FROM "AgentJobExecution" j, clock
         WHERE j."agentId" IN (SELECT id FROM dead) AND j.status = 'running' AND j."acceptedAt" IS NOT NULL
           AND coalesce(j."progressAt", j."acceptedAt") < clock.since
         LIMIT $3 FOR UPDATE OF j SKIP LOCKED)
       RETURNING id, "jobId", "agentId"
     ), recorded AS (
       INSERT INTO "AgentHeartbeat" ("agentId", "attemptId", status, at) SELECT "agentId", id, 'dead', clock_timestamp() FROM ended
     )
     SELECT id AS "executionId", "jobId", "agentId" FROM ended`,
    [silentMs, message, ENDED_AT_ONCE],
  );
  return rows;
}
