import { longStatement } from '../runtime/watched-client.js';
import type { Queryable } from './queryable.js';

export interface CancelledAttempt {
  executionId: string;
  jobId: string;
  agentId: string;
  /** An agent was at work on it. */
  wasRunning: boolean;
}

/** Which open attempts: all of an execution, of one of its contexts, or those of some jobs. The execution is locked. */
export interface CancelScope {
  scheduleExecutionId: string;
  contextId?: string;
  jobIds?: readonly string[];
  /** What is told as the attempts' reason; default: an operator. */
  reason?: 'operator' | 'replaced';
}

/** Ends open attempts as cancelled. What the engine draws from that, it does when it settles them. */
export async function cancelAttempts(
  client: Queryable,
  { scheduleExecutionId, contextId, jobIds, reason = 'operator' }: CancelScope,
): Promise<CancelledAttempt[]> {
  // The status before comes from the locked row, so that an attempt just ended by another is not among them.
  const { rows } = await client.query<CancelledAttempt>(
    longStatement(
      `UPDATE "AgentJobExecution" a SET status = 'cancelled', reason = $4
     FROM (
       SELECT id, status FROM "AgentJobExecution"
       WHERE "scheduleExecutionId" = $1 AND ($2::text[] IS NULL OR "jobId" = ANY ($2)) AND ($3::text IS NULL OR "contextId" = $3)
         AND status IN ('pending', 'running')
       ORDER BY id FOR UPDATE
     ) open
     WHERE a.id = open.id
     RETURNING a.id AS "executionId", a."jobId", a."agentId", open.status = 'running' AS "wasRunning"`,
      [scheduleExecutionId, jobIds ?? null, contextId ?? null, reason],
    ),
  );
  return rows;
}
