import type { LateAttempt } from '../../jobs/end/fail-late-attempts.js';
import { QUEUE_ENDS_AT, WAITS_FOR_A_TIME } from '../../system/next-due.js';
import type { Queryable } from '../../system/queryable.js';

export interface QueuedTooLong {
  id: string;
  /** Milliseconds. */
  maxQueueTime: number;
}

const EXPIRED = `${WAITS_FOR_A_TIME} AND ${QUEUE_ENDS_AT} <= statement_timestamp() AT TIME ZONE 'UTC'`;

/**
 * Finds released jobs that have not started within their `maxQueueTime`. Passes over those that another
 * transaction locks, because they must not keep others from being found.
 */
export async function findQueuedTooLong(client: Queryable, limit: number): Promise<QueuedTooLong[]> {
  const { rows } = await client.query<QueuedTooLong>(
    `SELECT id, "maxQueueTime" FROM "AgentJobExecution" WHERE ${EXPIRED} ORDER BY ${QUEUE_ENDS_AT} LIMIT $1 FOR UPDATE SKIP LOCKED`,
    [limit],
  );
  return rows;
}

/**
 * Fails those of these jobs that still wait, each with its own message. A job that a worker is claiming at
 * this moment starts after all.
 */
export async function failQueuedTooLong(
  client: Queryable,
  jobs: readonly { id: string; message: string }[],
): Promise<LateAttempt[]> {
  const { rows } = await client.query<LateAttempt>(
    `UPDATE "AgentJobExecution" j SET status = 'failed',
       error = jsonb_build_object('message', late.message, 'code', 'QUEUE_TIMEOUT', 'retryable', false)
     FROM unnest($1::text[], $2::text[]) AS late(id, message)
     WHERE j.id = late.id AND j.id IN (
       SELECT id FROM "AgentJobExecution" WHERE id = ANY ($1::text[]) AND ${EXPIRED} FOR UPDATE SKIP LOCKED)
     RETURNING j.id AS "executionId", j."jobId", j."agentId"`,
    [jobs.map(({ id }) => id), jobs.map(({ message }) => message)],
  );
  return rows;
}
