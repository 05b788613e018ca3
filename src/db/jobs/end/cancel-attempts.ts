import type { CancelReason } from '../../../domain/run/reasons.js';
import { longStatement } from '../../../runtime/database/watched-client.js';
import type { Queryable } from '../../system/queryable.js';

export interface CancelledAttempt {
  executionId: string;
  jobId: string;
  agentId: string;
  /** Whether an agent may be working on it. */
  wasRunning: boolean;
}

/** Which open attempts of a locked run: those of one context, or of some jobs. */
export interface CancelScope {
  scheduleExecutionId: string;
  contextId?: string;
  jobIds?: readonly string[];
}

const CANCELLED = `a.id AS "executionId", a."jobId", a."agentId", open.status = 'running' AND open."sentAt" IS NOT NULL AS "wasRunning"`;

/** Attempts of a {@link CancelScope}, whose values are `scopeValues`. */
const IN_SCOPE = `"scheduleExecutionId" = $1 AND ($2::text[] IS NULL OR "jobId" = ANY ($2)) AND ($3::text IS NULL OR "contextId" = $3)`;
const scopeValues = ({ scheduleExecutionId, contextId, jobIds }: CancelScope) => [
  scheduleExecutionId,
  jobIds ?? null,
  contextId ?? null,
];

/**
 * Ends open attempts as cancelled. The engine settles them later. First give workers time:
 * {@link requestCancellation}.
 */
export async function cancelAttempts(client: Queryable, scope: CancelScope): Promise<CancelledAttempt[]> {
  // The previous status comes from the locked row, so attempts that another transaction has just ended are
  // left out.
  const { rows } = await client.query<CancelledAttempt>(
    longStatement(
      `UPDATE "AgentJobExecution" a SET status = 'cancelled', reason = 'operator'
     FROM (
       SELECT id, status, "sentAt" FROM "AgentJobExecution"
       WHERE ${IN_SCOPE} AND status IN ('pending', 'running')
       ORDER BY id FOR UPDATE
     ) open
     WHERE a.id = open.id
     RETURNING ${CANCELLED}`,
      scopeValues(scope),
    ),
  );
  return rows;
}

/**
 * How long attempts that are cancelled, or whose run was asked to stop, are left to their worker, in
 * milliseconds. It needs a few of them, unless it hangs or the database is unavailable.
 */
export const STOP_GRACE_MS = 5_000;

/**
 * A living worker has claimed the attempt: it has not sent it, waits for the answer, or has an answer that it
 * has not written yet. With a status code, the answer is in the row, and the agent reports the end.
 */
const LEFT_TO_WORKER = `j.status = 'running' AND j."statusCode" IS NULL AND EXISTS (SELECT FROM "Worker" w
  WHERE w.id = j."workerId" AND w.epoch = j."leaseEpoch" AND w.state <> 'dead' AND w."leaseExpiresAt" > clock_timestamp())`;

/**
 * A cancellation of the attempt has been requested. If that has not happened after this time, it
 * was refused, or the process that was to do so has stopped.
 */
export const IS_CANCELLED_NEXT = `coalesce("cancelRequestedAt" > statement_timestamp() - ${2 * STOP_GRACE_MS} * interval '1 millisecond', false)`;

/**
 * Asks workers to give back the attempts that they have claimed, or to write the answers that they have. As
 * long as they are {@link IS_CANCELLED_NEXT}, no worker claims what is given back, or was given back before,
 * and the caller can end it: {@link cancelAttempts}. Leaves out attempts that another transaction locks.
 */
export async function requestCancellation(
  client: Queryable,
  scope: CancelScope,
): Promise<{ id: string; isClaimed: boolean }[]> {
  const { rows } = await client.query<{ id: string; isClaimed: boolean }>(
    `UPDATE "AgentJobExecution" a SET "cancelRequestedAt" = clock_timestamp()
     FROM (
       SELECT j.id FROM "AgentJobExecution" j
       WHERE ${IN_SCOPE} AND (${LEFT_TO_WORKER} OR j.status = 'running' AND j."workerId" IS NULL AND j."acceptedAt" IS NULL)
       ORDER BY j.id FOR UPDATE OF j SKIP LOCKED
     ) found
     WHERE a.id = found.id RETURNING a.id, a."workerId" IS NOT NULL AS "isClaimed"`,
    scopeValues(scope),
  );
  return rows;
}

/**
 * Whether no worker holds these attempts, and what follows from attempts of the scope that have ended
 * is applied. If not, reminds the workers.
 */
export async function areGivenBack(
  client: Queryable,
  scope: CancelScope,
  attemptIds: readonly string[],
): Promise<boolean> {
  const { rowCount } = await client.query(
    `SELECT pg_notify('callboard_engine', 'attempt') FROM (
       SELECT FROM "AgentJobExecution" j WHERE j.id = ANY ($4::text[]) AND ${LEFT_TO_WORKER}
       UNION ALL
       SELECT FROM "AgentJobExecution" WHERE ${IN_SCOPE} AND status NOT IN ('pending', 'running') AND "settledAt" IS NULL
       LIMIT 1) waiting`,
    [...scopeValues(scope), attemptIds],
  );
  return rowCount === 0;
}

/**
 * Makes attempts that workers have given back claimable again, because they are not cancelled after all.
 * Those that were sent count as redelivered. A worker may still give back the others: see {@link
 * IS_CANCELLED_NEXT}.
 */
export async function withdrawCancellation(client: Queryable, attemptIds: readonly string[]): Promise<void> {
  await client.query(
    `WITH kept AS (
       UPDATE "AgentJobExecution" SET "cancelRequestedAt" = NULL, redeliveries = redeliveries + ("sentAt" IS NOT NULL)::int
       WHERE id = ANY ($1::text[]) AND status = 'running' AND "workerId" IS NULL AND "cancelRequestedAt" IS NOT NULL RETURNING id
     ) SELECT pg_notify('callboard_engine', 'attempt') FROM (SELECT FROM kept LIMIT 1) any_kept`,
    [attemptIds],
  );
}

/**
 * Ends up to `limit` open attempts of a locked run, oldest first, so released batches come before later ones.
 * Leaves out attempts that another transaction locks. Also leaves out those that a worker has claimed, for
 * {@link STOP_GRACE_MS} after the run was asked to stop: only the worker knows what it has sent and which
 * answers it has. It writes the answers and gives back the other attempts.
 *
 * @param after only attempts with higher ids, so that a large run is not read from its beginning each time
 */
export async function cancelOpenAttempts(
  client: Queryable,
  scheduleExecutionId: string,
  reason: CancelReason,
  limit: number,
  after = '',
): Promise<CancelledAttempt[]> {
  const { rows } = await client.query<CancelledAttempt>(
    `UPDATE "AgentJobExecution" a SET status = 'cancelled', reason = $2
     FROM (
       SELECT j.id, j.status, j."sentAt" FROM "AgentJobExecution" j
       WHERE j."scheduleExecutionId" = $1 AND j.id > $5 AND j.status IN ('pending', 'running') AND NOT (${LEFT_TO_WORKER}
         AND (SELECT "cancelRequestedAt" FROM "ScheduleExecution" WHERE id = $1) > clock_timestamp() - $4 * interval '1 millisecond')
       ORDER BY j.id LIMIT $3 FOR UPDATE OF j SKIP LOCKED
     ) open
     WHERE a.id = open.id
     RETURNING ${CANCELLED}`,
    [scheduleExecutionId, reason, limit, STOP_GRACE_MS, after],
  );
  return rows;
}

/** Counts the open jobs of a run, those included that are not rows yet. */
export async function countOpenJobs(client: Queryable, scheduleExecutionId: string): Promise<number> {
  const { rows } = await client.query<{ open: number }>(
    `SELECT count(*) + (SELECT coalesce(sum(jobs), 0) FROM "JobChunk" WHERE "executionId" = $1) AS open
     FROM "AgentJobExecution" WHERE "scheduleExecutionId" = $1 AND status IN ('pending', 'running')`,
    [scheduleExecutionId],
  );
  return rows[0]?.open ?? 0;
}

/**
 * Which of these locked runs are being cancelled and still have open attempts. Replaying one of their jobs
 * would revoke the cancellation, and the open attempts would continue.
 */
export async function stillCancelling(client: Queryable, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT e.id FROM "ScheduleExecution" e
     WHERE e.id = ANY ($1::text[]) AND e."cancelRequestedAt" IS NOT NULL AND e."runStatus" = 'running' AND (EXISTS (
       SELECT FROM "AgentJobExecution" j WHERE j."scheduleExecutionId" = e.id AND j.status IN ('pending', 'running') OFFSET 0)
       OR EXISTS (SELECT FROM "JobChunk" WHERE "executionId" = e.id))`,
    [ids],
  );
  return new Set(rows.map(({ id }) => id));
}
