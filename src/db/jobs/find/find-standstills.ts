import { alongIndex } from '../../system/along-index.js';
import type { Queryable } from '../../system/queryable.js';
import { IS_SENT } from '../end/running-attempts.js';

export interface Standstill {
  executionId: string;
  /** The waiting attempt. */
  attemptId: string;
}

/**
 * Number of attempts to read for each run, newest first. A job that waits for its next attempt is among the
 * newest.
 */
const NEWEST = 200;

/** Finds those of these runs in which nothing runs and a released attempt waits. */
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
         (SELECT id, status, "releasedAt" FROM "AgentJobExecution"
          WHERE ${alongIndex('"scheduleExecutionId"', 'e.id')} ORDER BY "scheduleExecutionId" DESC, id DESC LIMIT ${NEWEST})
         UNION
         (SELECT id, status, "releasedAt" FROM "AgentJobExecution"
          WHERE "scheduleExecutionId" = e.id AND status = 'pending' ORDER BY "scheduleExecutionId", "batchIndex" LIMIT ${NEWEST})
         UNION
         (SELECT id, status, "releasedAt" FROM "AgentJobExecution" WHERE "scheduleExecutionId" = e.id AND ${IS_SENT} LIMIT 1)) attempt) waiting
     WHERE waiting.id IS NOT NULL AND NOT waiting.runs`,
    [executionIds],
  );
  return rows;
}
