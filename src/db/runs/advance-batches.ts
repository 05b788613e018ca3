import { THROTTLED_REASONS } from '../../domain/job/states.js';
import type { Queryable } from '../system/queryable.js';

// OFFSET 0 in each of these makes it one look at an index for each execution, where a join would read what waits of all.
const UNANSWERED = `FROM "AgentJobExecution" j
  WHERE j."scheduleExecutionId" = e.id AND j."retryCount" = 0 AND j."acceptedAt" IS NULL AND j.status IN ('pending', 'running')`;

/** Agents whose waiting jobs are throttled: nobody answers, or the rate limit holds them back. Few. */
const THROTTLED_AGENTS = `SELECT "agentId" FROM "AgentCircuit" WHERE state <> 'closed' UNION ALL SELECT "agentId" FROM "AgentPace" WHERE "parkedAt" IS NOT NULL`;

/**
 * No released first attempt of the newest released batch waits for an answer any more, throttled ones left aside. Steps that wait for others do not hold
 * it; what follows from the end of a step does: that is released when the end is settled.
 */
const BATCH_ANSWERED = `NOT EXISTS (SELECT ${UNANSWERED} AND j."batchIndex" = e."batchCursor" AND j."releasedAt" IS NOT NULL
    AND coalesce(j.reason, '') <> ALL ('{${THROTTLED_REASONS.join()}}'::text[])
    AND NOT (j.status = 'pending' AND j."agentId" = ANY (ARRAY(${THROTTLED_AGENTS}))) OFFSET 0)
  AND (e."targetType" <> 'pipeline' OR NOT EXISTS (
    SELECT FROM "AgentJobExecution" j WHERE j."scheduleExecutionId" = e.id AND j."settledAt" IS NULL
      AND j.status IN ('completed', 'failed', 'cancelled', 'skipped', 'dead_letter') AND j."batchIndex" = e."batchCursor" OFFSET 0))`;

const ANOTHER_FOLLOWS = `e."nextBatchAt" IS NULL AND e."batchCursor" < e.batches - 1 AND ${BATCH_ANSWERED}`;

/** Each first attempt was answered, or has ended without: how the delivery went can be told. */
const DELIVERED = `e.status = 'pending' AND e."batchCursor" = e.batches - 1 AND NOT EXISTS (SELECT ${UNANSWERED} OFFSET 0)`;

/** Its newest batch had news within so many milliseconds. */
const IN_MOTION = `EXISTS (SELECT FROM "AgentJobExecution" j
  WHERE j."scheduleExecutionId" = e.id AND j."batchIndex" = e."batchCursor" AND j."updatedAt" > clock_timestamp() - $2 * interval '1 millisecond' OFFSET 0)`;

/**
 * Executions whose newest batch is answered with nothing done about it yet; of `among`, or of all. Not locked: ask again under
 * the lock.
 *
 * @param quietMs leaves out those with news within so many milliseconds: they are being seen to
 */
export async function executionsToAdvance(
  client: Queryable,
  among: readonly string[] | null,
  quietMs = 0,
): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT e.id FROM "ScheduleExecution" e
     WHERE ($1::text[] IS NULL OR e.id = ANY ($1)) AND e."runStatus" = 'running' AND (${ANOTHER_FOLLOWS} OR ${DELIVERED})
       AND ($2 = 0 OR NOT ${IN_MOTION}) LIMIT 1000`,
    [among, quietMs],
  );
  return rows.map(({ id }) => id);
}

/**
 * Of locked executions: where the newest batch is answered and another follows, sets the instant of its release.
 *
 * @returns the executions all of whose first attempts are answered, so that their delivery can be told now
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
 * Counts the answers of locked executions that reports brought, while their requests are still under way: the statements that write
 * answers and ends have not seen them.
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
  /** Of these, jobs that were claimed with their release: they wait for nobody. */
  claimed?: number;
  /** More of it is to be released. */
  more: boolean;
  priority: number;
  targetType: 'agent' | 'pipeline';
}

export interface DueBatch {
  /** The execution's. */
  id: string;
  targetType: 'agent' | 'pipeline';
}

const DUE = `"nextBatchAt" <= statement_timestamp()`;

/** Locks executions whose next batch is due, the longest due first; or only one of them. */
export async function lockDueBatches(
  client: Queryable,
  limit: number,
  only: string | null = null,
): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT id FROM "ScheduleExecution" WHERE ${DUE} AND ($2::text IS NULL OR id = $2) ORDER BY "nextBatchAt" LIMIT $1 FOR UPDATE SKIP LOCKED`,
    [limit, only],
  );
  return rows.map(({ id }) => id);
}

/** The same without locking them. */
export async function dueBatches(client: Queryable, limit: number): Promise<DueBatch[]> {
  const { rows } = await client.query<DueBatch>(
    `SELECT id, "targetType" FROM "ScheduleExecution" WHERE ${DUE} ORDER BY "nextBatchAt" LIMIT $1`,
    [limit],
  );
  return rows;
}

/** Half a second later: somebody holds a job of the batch. */
export async function putOffBatch(client: Queryable, id: string): Promise<void> {
  await client.query(
    `UPDATE "ScheduleExecution" SET "nextBatchAt" = clock_timestamp() + interval '500 milliseconds'
     WHERE id IN (SELECT id FROM "ScheduleExecution" WHERE id = $1 AND ${DUE} FOR UPDATE SKIP LOCKED)`,
    [id],
  );
}
