import type { CancelReason } from '../../domain/execution/reasons.js';
import { longStatement } from '../../runtime/watched-client.js';
import type { Queryable } from '../system/queryable.js';

export interface CancelledAttempt {
  executionId: string;
  jobId: string;
  agentId: string;
  /** An agent was at work on it. */
  wasRunning: boolean;
}

/** Which open attempts: those of one context, or of some jobs. The execution is locked. */
export interface CancelScope {
  scheduleExecutionId: string;
  contextId?: string;
  jobIds?: readonly string[];
}

const CANCELLED = `a.id AS "executionId", a."jobId", a."agentId", open.status = 'running' AS "wasRunning"`;

/** Ends open attempts as cancelled. What the engine draws from that, it does when it settles them. */
export async function cancelAttempts(
  client: Queryable,
  { scheduleExecutionId, contextId, jobIds }: CancelScope,
): Promise<CancelledAttempt[]> {
  // The status before comes from the locked row, so that an attempt just ended by another is not among them.
  const { rows } = await client.query<CancelledAttempt>(
    longStatement(
      `UPDATE "AgentJobExecution" a SET status = 'cancelled', reason = 'operator'
     FROM (
       SELECT id, status FROM "AgentJobExecution"
       WHERE "scheduleExecutionId" = $1 AND ($2::text[] IS NULL OR "jobId" = ANY ($2)) AND ($3::text IS NULL OR "contextId" = $3)
         AND status IN ('pending', 'running')
       ORDER BY id FOR UPDATE
     ) open
     WHERE a.id = open.id
     RETURNING ${CANCELLED}`,
      [scheduleExecutionId, jobIds ?? null, contextId ?? null],
    ),
  );
  return rows;
}

/**
 * Ends up to `limit` open attempts of a locked execution, oldest first: batches that were released come before those that were not.
 * Attempts whose row another transaction holds are left for later.
 */
export async function cancelOpenAttempts(
  client: Queryable,
  scheduleExecutionId: string,
  reason: CancelReason,
  limit: number,
): Promise<CancelledAttempt[]> {
  const { rows } = await client.query<CancelledAttempt>(
    `UPDATE "AgentJobExecution" a SET status = 'cancelled', reason = $2
     FROM (
       SELECT id, status FROM "AgentJobExecution"
       WHERE "scheduleExecutionId" = $1 AND status IN ('pending', 'running') ORDER BY id LIMIT $3 FOR UPDATE SKIP LOCKED
     ) open
     WHERE a.id = open.id
     RETURNING ${CANCELLED}`,
    [scheduleExecutionId, reason, limit],
  );
  return rows;
}

/** How many attempts of an execution are open. */
export async function countOpenAttempts(client: Queryable, scheduleExecutionId: string): Promise<number> {
  const { rows } = await client.query<{ open: number }>(
    `SELECT count(*) AS open FROM "AgentJobExecution" WHERE "scheduleExecutionId" = $1 AND status IN ('pending', 'running')`,
    [scheduleExecutionId],
  );
  return rows[0]?.open ?? 0;
}

/**
 * Which of these locked executions are being cancelled and still have open attempts. To replay a job of one would take the request
 * back, and what is still open would go on.
 */
export async function stillCancelling(client: Queryable, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT e.id FROM "ScheduleExecution" e
     WHERE e.id = ANY ($1::text[]) AND e."cancelRequestedAt" IS NOT NULL AND e."runStatus" = 'running' AND EXISTS (
       SELECT FROM "AgentJobExecution" j WHERE j."scheduleExecutionId" = e.id AND j.status IN ('pending', 'running') OFFSET 0)`,
    [ids],
  );
  return new Set(rows.map(({ id }) => id));
}
