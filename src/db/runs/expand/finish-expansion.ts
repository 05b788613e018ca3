import type { Queryable } from '../../system/queryable.js';
import { toJsonb } from '../../system/to-jsonb.js';

export interface FinishedExpansion {
  executionId: string;
  jobsCreated: number;
  batches: number;
  /** Number of jobs of batch 0 that were released with the expansion. 0: the batch is due for release. */
  released: number;
  /** Milliseconds between batches. */
  staggerDelay: number;
  metadata: unknown;
}

/**
 * Attaches the expanded jobs to the run.
 * @returns false if the run was cancelled or withdrawn meanwhile; the caller then rolls back
 */
export async function finishExpansion(client: Queryable, expansion: FinishedExpansion): Promise<boolean> {
  const { executionId, jobsCreated, batches, released, staggerDelay, metadata } = expansion;
  const { rowCount } = await client.query(
    `UPDATE "ScheduleExecution" SET "expandedAt" = clock_timestamp(), "jobsCreated" = $2::int, "jobsEnqueued" = $3::int, "jobsUnanswered" = $3::int, batches = $4,
       "batchCursor" = CASE WHEN $3::int = 0 THEN -1 ELSE 0 END, "nextBatchAt" = CASE WHEN $3::int = 0 AND $4 > 0 THEN clock_timestamp() END,
       "staggerDelay" = $5, metadata = $6,
       "runStatus" = CASE WHEN $2::int = 0 THEN 'succeeded' ELSE 'running' END,
       status = CASE WHEN $2::int = 0 THEN 'success' ELSE status END,
       "completedAt" = CASE WHEN $2::int = 0 THEN clock_timestamp() END, reason = NULL, "nextTryAt" = NULL
     WHERE id = $1 AND "expandedAt" IS NULL AND "runStatus" = 'pending' AND "cancelRequestedAt" IS NULL`,
    [executionId, jobsCreated, released, batches, staggerDelay, JSON.stringify(metadata)],
  );
  return rowCount === 1;
}

/** Fails a run that could not be expanded and has no jobs. */
export async function failExpansion(
  client: Queryable,
  executionId: string,
  messages: readonly string[],
): Promise<void> {
  await client.query(
    `UPDATE "ScheduleExecution" SET "expandedAt" = clock_timestamp(), "completedAt" = clock_timestamp(), status = 'failed', "runStatus" = 'failed', reason = NULL, "nextTryAt" = NULL,
       errors = (SELECT coalesce(jsonb_agg(jsonb_build_object('message', m, 'timestamp', clock_timestamp(), 'count', 1)), '[]') FROM jsonb_array_elements_text($2::jsonb) m)
     WHERE id = $1 AND "expandedAt" IS NULL AND "runStatus" = 'pending'`,
    [executionId, toJsonb(messages)],
  );
}
