import { MAY_FALL_SILENT, SILENT_AT } from '../../system/next-due.js';
import type { Queryable } from '../../system/queryable.js';
import { IS_ACCEPTED, IS_SENT } from './running-attempts.js';

/** An attempt that was ended because its agent, or a worker, did not do something in time. */
export interface LateAttempt {
  executionId: string;
  jobId: string;
  agentId: string;
}

/** The most attempts of one kind, accepted or not, that one statement ends. */
export const ENDED_AT_ONCE = 1_000;

/**
 * Ends attempts past their deadline, even if their request is still in progress. The worker that sent it
 * aborts it by itself.
 */
export async function failOverdueAttempts(client: Queryable): Promise<LateAttempt[]> {
  const overdue = (state: string) => `SELECT id FROM "AgentJobExecution"
    WHERE ${state} AND "deadlineAt" <= statement_timestamp() ORDER BY "deadlineAt" LIMIT $1 FOR UPDATE SKIP LOCKED`;
  const { rows } = await client.query<LateAttempt>(
    `WITH accepted AS (${overdue(IS_ACCEPTED)}), sent AS (${overdue(IS_SENT)})
     UPDATE "AgentJobExecution" SET status = 'failed',
       error = jsonb_build_object('message', 'The agent did not report the end within the time allowed for an attempt.', 'code', 'TIMEOUT', 'retryable', true)
     WHERE id IN (SELECT id FROM accepted UNION ALL SELECT id FROM sent)
     RETURNING id AS "executionId", "jobId", "agentId"`,
    [ENDED_AT_ONCE],
  );
  return rows;
}

/** Ends accepted attempts whose agents missed their heartbeat timeout. */
export async function failSilentAttempts(client: Queryable): Promise<LateAttempt[]> {
  const { rows } = await client.query<LateAttempt>(
    `UPDATE "AgentJobExecution" SET status = 'failed',
       error = jsonb_build_object('message', 'The agent was silent for longer than its heartbeatTimeout.', 'code', 'AGENT_LOST', 'retryable', true)
     WHERE id IN (
       SELECT id FROM "AgentJobExecution" WHERE ${MAY_FALL_SILENT} AND ${SILENT_AT} <= statement_timestamp() AT TIME ZONE 'UTC'
       ORDER BY ${SILENT_AT} LIMIT $1 FOR UPDATE SKIP LOCKED)
     RETURNING id AS "executionId", "jobId", "agentId"`,
    [ENDED_AT_ONCE],
  );
  return rows;
}

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
): Promise<LateAttempt[]> {
  const { rows } = await client.query<LateAttempt>(
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

/** Milliseconds until the deadline of a running attempt, which progress moves; null: it no longer runs. */
export async function attemptMsLeft(client: Queryable, attemptId: string): Promise<number | null> {
  const { rows } = await client.query<{ ms: number }>(
    `SELECT (extract(epoch FROM "deadlineAt" - clock_timestamp()) * 1000)::float8 AS ms
     FROM "AgentJobExecution" WHERE id = $1 AND status = 'running' AND "deadlineAt" IS NOT NULL`,
    [attemptId],
  );
  return rows[0]?.ms ?? null;
}
