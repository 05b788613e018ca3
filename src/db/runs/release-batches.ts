import { type ClaimedAttempt, inOrder, type Lease, LIMITED, RETURNED } from '../jobs/claim/claim-attempts.js';
import { MAY_BE_CLAIMED, MOMENT, releaseClaimed } from '../jobs/claim/release-claimed.js';
import type { Queryable } from '../system/queryable.js';
import { releaseUnsent } from '../workers/worker-lease.js';
import type { ReleasedBatch } from './advance-batches.js';

/** The worker that claims jobs when they are released. */
export interface BatchClaim {
  lease: Lease;
  /** Maximum number of jobs. */
  limit: number;
  served: readonly string[];
  /** Agents that, as far as the worker knows, may not be called at any time. */
  limited: readonly string[];
  sendWithinMs: number;
  /** False if other workers may claim jobs of the same batch at the same time. */
  isAlone: boolean;
  /** A run whose last claimed jobs were no rows, so that it probably has no rows to claim. */
  chunked?: string | undefined;
}

/**
 * Number of jobs of a batch that one statement releases. Workers start with the first jobs while the rest
 * follows, and answers wait for the lock only for milliseconds.
 */
export const RELEASED_AT_ONCE = 1_000;

/**
 * Releases the next batch of locked runs, or a part of it. Jobs that another transaction has locked are
 * passed over. The batch stays due, and does not become the newest, until its last part is released. A batch
 * without remaining jobs counts as released, with 0 jobs. A run that was cancelled or has ended releases
 * nothing more and stops waiting. For pipelines, only the batch index advances: the caller begins the
 * contexts.
 */
export async function releaseNextBatches(
  client: Queryable,
  lockedIds: readonly string[],
): Promise<ReleasedBatch[]> {
  const { rows } = await client.query<ReleasedBatch>(RELEASE, [lockedIds, RELEASED_AT_ONCE]);
  return rows.filter(({ released }) => released !== null);
}

/**
 * Releases the next batch of one run, for a worker that sends its jobs at once. As many jobs as the worker
 * has room for are released and claimed in one version of the row. Jobs that the worker may not claim are
 * only released.
 *
 * Answers of the same run need its lock all the time. This is therefore one statement, which takes the lock
 * when the jobs are changed and only their events are left to write. It may have started before other
 * changes, so it checks each job and the batch again when it changes them.
 *
 * @returns no batch if it is no longer due, or if other workers have locked all that is left of it
 * @throws lock_not_available if another transaction has locked one of the jobs, or the run for long
 */
export async function releaseClaimedBatch(
  client: Queryable,
  executionId: string,
  { lease, limit, served, limited, sendWithinMs, isAlone }: BatchClaim,
): Promise<{ batch: ReleasedBatch | undefined; claimed: ClaimedAttempt[] }> {
  type Batch = ReleasedBatch & { released: number | null; cancelled: boolean };
  type Row = ClaimedAttempt & { batch: Batch | null; claimed: boolean | null };
  const { rows } = await client.query<Row>(isAlone ? RELEASE_CLAIMED : RELEASE_CLAIMED_AMONG_OTHERS, [
    ...[lease.workerId, lease.epoch, executionId, served, limited, sendWithinMs + RUN_WAIT_MS],
    Math.min(limit, RELEASED_AT_ONCE),
  ]);
  const batch = rows.find((row) => row.batch)?.batch;
  if (!batch || batch.released === null) return { batch: undefined, claimed: [] };
  const claimed = rows.filter((row) => row.claimed);
  if (batch.cancelled) {
    // Nothing is sent for a run that was cancelled meanwhile. Whoever cancels it ends these jobs, too.
    await releaseUnsent(
      client,
      lease,
      claimed.map(({ id }) => id),
    );
    return { batch: undefined, claimed: [] };
  }
  return { batch: { ...batch, claimed: claimed.length }, claimed: inOrder(claimed) };
}

/** First attempts of batch `next` that are not released. */
const UNRELEASED = `FROM "AgentJobExecution" j WHERE j."scheduleExecutionId" = next.id AND j."batchIndex" = next."batchIndex" AND j."retryCount" = 0
           AND j.status = 'pending' AND j."releasedAt" IS NULL AND next."targetType" = 'agent'`;

interface Parts {
  /** Query for the runs. */
  executions: string;
  /** Query for their ids. */
  ids: string;
  size: string;
  /** Statement that changes the jobs whose ids are in `part` and returns "scheduleExecutionId". */
  release: string;
  /** CTEs before all others. */
  first?: string;
  /**
   * How the jobs are locked when they are read. By default, jobs that another worker is claiming are passed
   * over.
   */
  lock?: string;
  /** Whether jobs of the batch are left. By default, those that were passed over are. */
  more?: string;
  /** Condition on each run, which is read after the jobs are changed. */
  only?: string;
}

const SKIP_LOCKED = 'FOR UPDATE OF j SKIP LOCKED';
const isFull = (size: string) => `(SELECT count(*) FROM part WHERE "of" = next.id) = ${size}`;
const isAnyLeft = (size: string) =>
  `${isFull(size)} OR EXISTS (SELECT ${UNRELEASED} AND j.id <> ALL (ARRAY(SELECT id FROM part)))`;

/**
 * CTEs that release a part of each batch. `moved` contains the batches. Only who still finds the batch before
 * this one as the newest makes this one the newest.
 */
function batchesMoved(parts: Parts): string {
  const { executions, ids, size, release, first = '', only = '' } = parts;
  const { lock = SKIP_LOCKED, more = isAnyLeft(size) } = parts;
  const stays = `c.more OR e."batchCursor" >= c."batchIndex"`;
  return `WITH ${first} next AS (
       SELECT id, "batchCursor" + 1 AS "batchIndex", (snapshot ->> 'priority')::int AS priority, "targetType",
         EXISTS (SELECT FROM "JobChunk" WHERE "executionId" = id AND "firstBatch" <= "batchCursor" + 1) AS chunked
       FROM ${executions} WHERE id = ANY (${ids}::text[]) AND "runStatus" = 'running' AND "cancelRequestedAt" IS NULL
     ), part AS MATERIALIZED (
       SELECT waiting.id, next.id AS "of" FROM next CROSS JOIN LATERAL (
         SELECT j.id ${UNRELEASED} LIMIT ${size} ${lock}) waiting
     ), released AS (
       ${release}
     ), counted AS (
       SELECT next.*, (SELECT count(*) FROM released WHERE released."scheduleExecutionId" = next.id)::int AS released,
         ${more} OR next.chunked AS more FROM next
     ), moved AS (
       UPDATE "ScheduleExecution" e SET "batchCursor" = CASE WHEN ${stays} THEN e."batchCursor" ELSE coalesce(c."batchIndex", e."batchCursor") END,
         "nextBatchAt" = CASE WHEN ${stays} THEN e."nextBatchAt" END,
         "jobsEnqueued" = e."jobsEnqueued" + coalesce(c.released, 0), "jobsUnanswered" = e."jobsUnanswered" + coalesce(c.released, 0)
       FROM unnest(${ids}::text[]) AS due(id) LEFT JOIN counted c USING (id) WHERE e.id = due.id AND e.id = ANY (${ids}) ${only}
       RETURNING e.id AS "scheduleExecutionId", c."batchIndex", c.released, c.more, c.chunked, c.priority, c."targetType",
         e."cancelRequestedAt" IS NOT NULL AS cancelled
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

/** The longest wait for the lock of the run, in milliseconds. Deadlines begin after it. */
export const RUN_WAIT_MS = 500;

/** The size is in a subquery, so that one plan suits every claim. */
const CLAIMED_SIZE = '(SELECT $7::int)';

/**
 * The setting applies to each wait that follows. `moved` waits for the lock of the run only if there is
 * something to count, or if the batch is complete.
 */
export const waitAtMost = (ms: number, after: string) =>
  `(SELECT set_config('lock_timeout', '${ms}ms', true) FROM (SELECT count(*) FROM ${after}) done) IS NOT NULL`;

function releaseClaimedFrom(parts: Pick<Parts, 'lock' | 'more'>): string {
  return `${batchesMoved({
    executions: 'due',
    ids: 'ARRAY(SELECT id FROM due)',
    size: CLAIMED_SIZE,
    first: `${LIMITED}, due AS MATERIALIZED (
       SELECT id, "batchCursor", snapshot, "targetType", "runStatus", "cancelRequestedAt" FROM "ScheduleExecution"
       WHERE id = $3 AND "targetType" = 'agent' AND "nextBatchAt" <= statement_timestamp()
     ),`,
    release: `UPDATE "AgentJobExecution" a SET ${releaseClaimed(MAY_BE_CLAIMED)} FROM ${MOMENT}
       WHERE a.${OF_PART} AND ${waitAtMost(50, 'due')} RETURNING a.status = 'running' AS claimed, ${RETURNED}`,
    only: `AND (c.released > 0 OR c.more IS NOT TRUE) AND ${waitAtMost(RUN_WAIT_MS, 'released')}`,
    ...parts,
  })} SELECT CASE WHEN row_number() OVER () = 1 THEN to_jsonb(moved) END AS batch, released.* FROM moved LEFT JOIN released ON released.claimed`;
}

/** Nobody else is expected to claim jobs of the batch, so they are locked only when they are changed. */
const RELEASE_CLAIMED = releaseClaimedFrom({ lock: '', more: isFull(CLAIMED_SIZE) });
const RELEASE_CLAIMED_AMONG_OTHERS = releaseClaimedFrom({});
