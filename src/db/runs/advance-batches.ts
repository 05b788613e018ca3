import { THROTTLED_REASONS } from '../../domain/job/states.js';
import { among } from '../system/among.js';
import type { Queryable } from '../system/queryable.js';

/**
 * True of a run e without first attempts that fulfill the condition and are not answered. OFFSET 0 forces one
 * index lookup per run. A join would read all waiting attempts.
 */
const noneUnanswered = (condition = 'true') =>
  [`j.status = 'pending'`, `j.status = 'running' AND j."acceptedAt" IS NULL`]
    .map(
      (state) => `NOT EXISTS (
    SELECT FROM "AgentJobExecution" j WHERE j."scheduleExecutionId" = e.id AND j."retryCount" = 0 AND ${state} AND ${condition} OFFSET 0)`,
    )
    .join(' AND ');

/**
 * Agents whose waiting jobs are throttled, because their circuit is open or their rate limit is reached.
 * There are few of them.
 */
const THROTTLED_AGENTS = `SELECT "agentId" FROM "AgentCircuit" WHERE state <> 'closed' UNION ALL SELECT "agentId" FROM "AgentPace" WHERE "throttledAt" IS NOT NULL`;

/**
 * Every released first attempt of the newest released batch is answered, throttled ones aside. Steps that
 * wait for others do not delay the next batch. Steps that follow from an ended step do, because they are
 * released when that end is settled.
 */
const BATCH_ANSWERED = `${noneUnanswered(`j."batchIndex" = e."batchCursor" AND j."releasedAt" IS NOT NULL
    AND coalesce(j.reason, '') <> ALL ('{${THROTTLED_REASONS.join()}}'::text[])
    AND NOT (j.status = 'pending' AND j."agentId" = ANY (ARRAY(${THROTTLED_AGENTS})))`)}
  AND (e."targetType" <> 'pipeline' OR NOT EXISTS (
    SELECT FROM "AgentJobExecution" j WHERE j."scheduleExecutionId" = e.id AND j."settledAt" IS NULL
      AND j.status IN ('completed', 'failed', 'cancelled', 'skipped', 'dead_letter') AND j."batchIndex" = e."batchCursor" OFFSET 0))`;

const ANOTHER_FOLLOWS = `e."nextBatchAt" IS NULL AND e."batchCursor" < e.batches - 1 AND ${BATCH_ANSWERED}`;

/** Every first attempt was answered or has ended, so the delivery status is known. */
const DELIVERED = `e.status = 'pending' AND e."batchCursor" = e.batches - 1 AND ${noneUnanswered()}`;

/** The newest batch changed within this many milliseconds. */
const IN_MOTION = `EXISTS (SELECT FROM "AgentJobExecution" j
  WHERE j."scheduleExecutionId" = e.id AND j."batchIndex" = e."batchCursor" AND j."updatedAt" > clock_timestamp() - $2 * interval '1 millisecond' OFFSET 0)`;

/**
 * Finds runs whose newest batch is answered while the consequences are still to be applied, in `ids` or in
 * all runs. Does not lock them, so check again under the lock. `CASE` fixes the order of the conditions, because
 * the last one reads the jobs of a run: PostgreSQL 15 would begin with it.
 *
 * @param quietMs leaves out runs that changed within this many milliseconds, because a worker is handling
 * them
 */
export async function executionsToAdvance(
  client: Queryable,
  ids: readonly string[] | null,
  quietMs = 0,
): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT e.id FROM "ScheduleExecution" e
     WHERE ${among(ids, 'e.id')} AND e."runStatus" = 'running'
       AND CASE WHEN ${ANOTHER_FOLLOWS} OR ${DELIVERED} THEN $2 = 0 OR NOT ${IN_MOTION} ELSE false END LIMIT 1000`,
    [ids, quietMs],
  );
  return rows.map(({ id }) => id);
}

/**
 * For locked runs whose newest batch is answered and not the last, sets the instant at which the next batch
 * is released.
 *
 * @returns the runs whose first attempts are all answered, so that their delivery status is known
 */
export async function armNextBatches(client: Queryable, lockedIds: readonly string[]): Promise<string[]> {
  if (lockedIds.length === 0) return [];
  await client.query(
    `UPDATE "ScheduleExecution" e SET "nextBatchAt" = clock_timestamp() + e."staggerDelay" * interval '1 millisecond'
     WHERE e.id = ANY ($1::text[]) AND e."runStatus" = 'running' AND e."cancelRequestedAt" IS NULL AND ${ANOTHER_FOLLOWS}`,
    [lockedIds],
  );
  const { rows } = await client.query<{ id: string }>(
    `SELECT e.id FROM "ScheduleExecution" e WHERE e.id = ANY ($1::text[]) AND e."runStatus" = 'running' AND ${DELIVERED}`,
    [lockedIds],
  );
  return rows.map(({ id }) => id);
}

/**
 * Counts answers that arrived as reports while their requests were still in progress. The statements that
 * write answers and ends do not count these.
 */
export async function countAcceptances(client: Queryable, lockedIds: readonly string[]): Promise<void> {
  await client.query(
    `WITH accepted AS (
       UPDATE "AgentJobExecution" SET "answersCounted" = 1 WHERE id = ANY (ARRAY(
         SELECT j.id FROM "AgentJobExecution" j WHERE j."scheduleExecutionId" = ANY ($1::text[]) AND j."retryCount" = 0 AND j."answersCounted" = 0
           AND j.status = 'running' AND j."acceptedAt" IS NOT NULL FOR UPDATE SKIP LOCKED))
       RETURNING "scheduleExecutionId" AS id
     )
     UPDATE "ScheduleExecution" e SET "jobsUnanswered" = e."jobsUnanswered" - c.answered, "jobsStarted" = e."jobsStarted" + c.answered
     FROM (SELECT id, count(*)::int AS answered FROM accepted GROUP BY id) c WHERE e.id = c.id`,
    [lockedIds],
  );
}

export interface ReleasedBatch {
  scheduleExecutionId: string;
  batchIndex: number;
  released: number;
  /** Jobs among them that were claimed together with their release, so they do not wait for a worker. */
  claimed?: number;
  /** True if the batch has more jobs to release. */
  more: boolean;
  /** Whether some of these are not rows yet. */
  chunked?: boolean;
  priority: number;
  targetType: 'agent' | 'pipeline';
}

export interface DueBatch {
  /** Id of the run. */
  id: string;
  targetType: 'agent' | 'pipeline';
}

const DUE = `"nextBatchAt" <= statement_timestamp()`;

/**
 * Nothing of the due batch of a run e can be released before jobs of it are rows, and they become rows as
 * soon as a worker gets to them. There may be more such runs than one transaction locks, so they are passed
 * over.
 */
const WAITS_FOR_ROWS = `EXISTS (
    SELECT FROM "JobChunk" c WHERE c."executionId" = e.id AND c."firstBatch" <= e."batchCursor" + 1 AND c."storeAt" <= statement_timestamp())
  AND NOT EXISTS (
    SELECT FROM "AgentJobExecution" j WHERE j."scheduleExecutionId" = e.id AND j."batchIndex" = e."batchCursor" + 1 AND j."retryCount" = 0
      AND j.status = 'pending' AND j."releasedAt" IS NULL OFFSET 0)`;
const RELEASABLE = `${DUE} AND NOT (${WAITS_FOR_ROWS})`;

/**
 * Locks the runs of which jobs of the due batch can be released, the longest due first, or only one of them.
 */
export async function lockDueBatches(
  client: Queryable,
  limit: number,
  only: string | null = null,
): Promise<string[]> {
  const ids = only === null ? null : [only];
  const { rows } = await client.query<{ id: string }>(
    `SELECT id FROM "ScheduleExecution" e WHERE ${RELEASABLE} AND ${among(ids, 'id')} ORDER BY "nextBatchAt" LIMIT $2
     FOR UPDATE OF e SKIP LOCKED`,
    [ids, limit],
  );
  return rows.map(({ id }) => id);
}

/** Finds the runs whose next batch is due, without locking them. */
export async function dueBatches(client: Queryable, limit: number): Promise<DueBatch[]> {
  const { rows } = await client.query<DueBatch>(
    `SELECT id, "targetType" FROM "ScheduleExecution" WHERE ${DUE} ORDER BY "nextBatchAt" LIMIT $1`,
    [limit],
  );
  return rows;
}

/** Finds the runs that `lockDueBatches` would lock. */
export async function releasableBatches(client: Queryable, limit: number): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT id FROM "ScheduleExecution" e WHERE ${RELEASABLE} ORDER BY "nextBatchAt" LIMIT $1`,
    [limit],
  );
  return rows.map(({ id }) => id);
}

/** Postpones a batch by half a second, because another transaction has locked one of its jobs. */
export async function postponeBatch(client: Queryable, id: string): Promise<void> {
  await client.query(
    `UPDATE "ScheduleExecution" SET "nextBatchAt" = clock_timestamp() + interval '500 milliseconds'
     WHERE id IN (SELECT id FROM "ScheduleExecution" WHERE id = $1 AND ${DUE} FOR UPDATE SKIP LOCKED)`,
    [id],
  );
}
