import { groupBy } from '../../../domain/group-by.js';
import type { Queryable } from '../../system/queryable.js';
import { ERROR_CODE, ERROR_KEY } from '../error-key.js';
import type { JobAttempt } from './load-latest-attempts.js';

const FAILED = `"isLatest" AND status IN ('failed', 'dead_letter')`;

/**
 * The settled attempts of the failed jobs of a run, those of earlier turns of a loop included.
 *
 * @param message limits them to the group with this message
 */
export async function loadFailedAttempts(
  client: Queryable,
  scheduleExecutionId: string,
  message: string | null,
): Promise<JobAttempt[]> {
  const { rows } = await client.query<JobAttempt>(
    `SELECT id, "jobId", "scheduleExecutionId", "contextId" FROM "AgentJobExecution"
     WHERE "scheduleExecutionId" = $1 AND ${FAILED} AND "settledAt" IS NOT NULL AND ($2::text IS NULL OR ${ERROR_KEY} = left($2, 300))
     ORDER BY id`,
    [scheduleExecutionId, message],
  );
  return rows;
}

/** Jobs of a run that failed for the same reason. */
export interface ErrorGroup {
  /** The beginning of the message, at most 300 characters. */
  message: string;
  /** The code of the first job. */
  code: string | null;
  count: number;
  firstAt: Date;
  lastAt: Date;
  /** The ID of the first job. */
  jobId: string;
}

/** Groups the first `sample` failed jobs of each run, the largest groups first. */
export async function groupFailedJobs(
  client: Queryable,
  scheduleExecutionIds: readonly string[],
  { sample, limit }: { sample: number; limit: number },
): Promise<Map<string, ErrorGroup[]>> {
  const { rows } = await client.query<ErrorGroup & { scheduleExecutionId: string }>(
    `SELECT e.id AS "scheduleExecutionId", g.* FROM unnest($1::text[]) AS e(id) CROSS JOIN LATERAL (
       SELECT message, (array_agg(code ORDER BY id))[1] AS code, count(*)::int AS count, min("completedAt") AS "firstAt", max("completedAt") AS "lastAt",
         (array_agg("jobId" ORDER BY id))[1] AS "jobId"
       FROM (
         SELECT id, "jobId", coalesce(${ERROR_KEY}, '') AS message, ${ERROR_CODE} AS code, coalesce("completedAt", "updatedAt") AS "completedAt"
         FROM "AgentJobExecution" WHERE "scheduleExecutionId" = e.id AND ${FAILED} ORDER BY id LIMIT $2) failed
       GROUP BY message ORDER BY count(*) DESC, message LIMIT $3) g`,
    [scheduleExecutionIds, sample, limit],
  );
  return groupBy(rows, ({ scheduleExecutionId }) => scheduleExecutionId);
}
