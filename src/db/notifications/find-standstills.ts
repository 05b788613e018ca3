import type { Queryable } from '../system/queryable.js';

export interface Standstill {
  executionId: string;
  /** The attempt that waits. */
  attemptId: string;
}

/** Of an execution with more attempts the newest are looked at: a job that waits for its next attempt is among them. */
const NEWEST = 200;

/** Of these executions, those of which nothing runs and something has been released and waits. */
export async function findStandstills(
  client: Queryable,
  executionIds: readonly string[],
): Promise<Standstill[]> {
  if (executionIds.length === 0) return [];
  const { rows } = await client.query<Standstill>(
    `SELECT e.id AS "executionId", waiting.id AS "attemptId"
     FROM unnest($1::text[]) AS e(id) CROSS JOIN LATERAL (
       SELECT (array_agg(id ORDER BY id) FILTER (WHERE status = 'pending' AND "releasedAt" <= statement_timestamp()))[1] AS id,
         bool_or(status = 'running') AS runs
       FROM (
         (SELECT id, status, "releasedAt" FROM "AgentJobExecution" WHERE "scheduleExecutionId" = e.id ORDER BY id DESC LIMIT ${NEWEST})
         UNION
         (SELECT id, status, "releasedAt" FROM "AgentJobExecution"
          WHERE "scheduleExecutionId" = e.id AND "retryCount" = 0 AND "acceptedAt" IS NULL AND status IN ('pending', 'running')
          ORDER BY "scheduleExecutionId", "batchIndex" LIMIT ${NEWEST})) attempt) waiting
     WHERE waiting.id IS NOT NULL AND NOT waiting.runs`,
    [executionIds],
  );
  return rows;
}
