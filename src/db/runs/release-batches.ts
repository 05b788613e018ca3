import { type ClaimedAttempt, inOrder, type Lease, LIMITED, RETURNED } from '../jobs/claim-attempts.js';
import { MAY_BE_MINE, MOMENT, releaseClaimed } from '../jobs/release-claimed.js';
import type { Queryable } from '../system/queryable.js';
import type { ReleasedBatch } from './advance-batches.js';

/** By whom jobs are claimed with their release. */
export interface BatchClaim {
  lease: Lease;
  /** Jobs at most. */
  limit: number;
  served: readonly string[];
  /** Agents that may not be called at any time, as far as the worker knows. */
  limited: readonly string[];
  holdMs: number;
}

/** Of a batch, in one statement: workers have the first of it while the rest follows, and answers that wait for the lock do so for milliseconds. */
export const RELEASED_AT_ONCE = 1_000;

/**
 * Releases the next batch of locked executions, or a part of it: it is due, and not the newest, until the last part is released. A batch
 * of which nothing is left counts as released, with 0 jobs; an execution that was cancelled or has ended releases nothing more, and waits
 * for nothing more. Of a pipeline's batch only the turn comes: its contexts are to be begun.
 */
export async function releaseNextBatches(
  client: Queryable,
  lockedIds: readonly string[],
): Promise<ReleasedBatch[]> {
  const { rows } = await client.query<ReleasedBatch>(RELEASE, [lockedIds, RELEASED_AT_ONCE]);
  return rows.filter(({ released }) => released !== null);
}

/**
 * The same for a worker that sends the jobs at once, of one execution of an agent whose next batch is due: as many as the worker has room for, released
 * and claimed in one version of the row. Jobs that it may not claim are put in line.
 *
 * One statement, because answers of the same run wait for its lock: round trips to a busy process would make that twice as long. The
 * statement may have begun before the lock was free, so what it read of the jobs is checked again as each is changed.
 *
 * @returns no batch if another transaction holds the execution, or it is not due any more
 * @throws lock_not_available if another transaction holds one of the jobs
 */
export async function releaseClaimedBatch(
  client: Queryable,
  executionId: string,
  { lease, limit, served, limited, holdMs }: BatchClaim,
): Promise<{ batch: ReleasedBatch | undefined; claimed: ClaimedAttempt[] }> {
  type Row = ClaimedAttempt & { batch: ReleasedBatch | null; claimed: boolean | null };
  const { rows } = await client.query<Row>(RELEASE_CLAIMED, [
    ...[lease.workerId, lease.epoch, executionId, served, limited, holdMs],
    Math.min(limit, RELEASED_AT_ONCE),
  ]);
  const batch = rows.find((row) => row.batch)?.batch ?? undefined;
  const claimed = rows.flatMap(({ batch: _, claimed: isClaimed, ...attempt }) =>
    isClaimed ? [attempt] : [],
  );
  return {
    batch: batch && batch.released !== null ? { ...batch, claimed: claimed.length } : undefined,
    claimed: inOrder(claimed),
  };
}

interface Parts {
  /** Locked executions. */
  executions: string;
  /** Their ids. */
  ids: string;
  size: string;
  /** What is done to the jobs whose ids are in `part`; returns "scheduleExecutionId". */
  release: string;
  /** Before all else. */
  first?: string;
}

/** As CTEs, of which `moved` has the batches. */
function batchesMoved({ executions, ids, size, release, first = '' }: Parts): string {
  return `WITH ${first} next AS (
       SELECT id, "batchCursor" + 1 AS "batchIndex", (snapshot ->> 'priority')::int AS priority, "targetType"
       FROM ${executions} WHERE id = ANY (${ids}::text[]) AND "runStatus" = 'running' AND "cancelRequestedAt" IS NULL
     ), part AS MATERIALIZED (
       SELECT waiting.id, next.id AS "of" FROM next CROSS JOIN LATERAL (
         SELECT j.id FROM "AgentJobExecution" j WHERE j."scheduleExecutionId" = next.id AND j."batchIndex" = next."batchIndex" AND j."retryCount" = 0
           AND j."acceptedAt" IS NULL AND j.status = 'pending' AND j."releasedAt" IS NULL AND next."targetType" = 'agent' LIMIT ${size}) waiting
     ), released AS (
       ${release}
     ), counted AS (
       SELECT next.*, (SELECT count(*) FROM released WHERE released."scheduleExecutionId" = next.id)::int AS released,
         (SELECT count(*) FROM part WHERE "of" = next.id) = ${size} AS more FROM next
     ), moved AS (
       UPDATE "ScheduleExecution" e SET "batchCursor" = CASE WHEN c.more THEN e."batchCursor" ELSE coalesce(c."batchIndex", e."batchCursor") END,
         "nextBatchAt" = CASE WHEN c.more THEN e."nextBatchAt" END,
         "jobsEnqueued" = e."jobsEnqueued" + coalesce(c.released, 0), "jobsUnanswered" = e."jobsUnanswered" + coalesce(c.released, 0)
       FROM unnest(${ids}::text[]) AS due(id) LEFT JOIN counted c USING (id) WHERE e.id = due.id AND e.id = ANY (${ids})
       RETURNING e.id AS "scheduleExecutionId", c."batchIndex", c.released, c.more, c.priority, c."targetType"
     )`;
}

const OF_PART = `id = ANY (ARRAY(SELECT id FROM part)) AND coalesce(a.status = 'pending' AND a."releasedAt" IS NULL, false)`;

const RELEASE = `${batchesMoved({
  executions: '"ScheduleExecution"',
  ids: '$1',
  size: '$2',
  release: `UPDATE "AgentJobExecution" a SET "releasedAt" = statement_timestamp(), "enqueuedAt" = statement_timestamp(), "updatedAt" = clock_timestamp()
       WHERE a.${OF_PART} RETURNING a."scheduleExecutionId"`,
})} SELECT * FROM moved`;

/** Its size stands in a subquery, so that one plan serves every claim. */
const RELEASE_CLAIMED = `${batchesMoved({
  executions: 'due',
  ids: 'ARRAY(SELECT id FROM due)',
  size: '(SELECT $7::int)',
  first: `${LIMITED}, due AS MATERIALIZED (
       SELECT id, "batchCursor", snapshot, "targetType", "runStatus", "cancelRequestedAt" FROM "ScheduleExecution"
       WHERE id = $3 AND "targetType" = 'agent' AND "nextBatchAt" <= statement_timestamp() AND (SELECT set_config('lock_timeout', '50ms', true)) IS NOT NULL FOR UPDATE
     ),`,
  release: `UPDATE "AgentJobExecution" a SET ${releaseClaimed(MAY_BE_MINE)} FROM ${MOMENT}
       WHERE a.${OF_PART} RETURNING a.status = 'running' AS claimed, ${RETURNED}`,
})} SELECT CASE WHEN row_number() OVER () = 1 THEN to_jsonb(moved) END AS batch, released.* FROM moved LEFT JOIN released ON released.claimed`;
