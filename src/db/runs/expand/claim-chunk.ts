import { batchIndexOf } from '../../../domain/expansion/plan.js';
import type { JsonObject } from '../../../domain/json.js';
import { uuidv7 } from '../../../runtime/ids.js';
import { type ClaimedAttempt, LIMITED } from '../../jobs/claim/claim-attempts.js';
import { MOMENT } from '../../jobs/claim/release-claimed.js';
import type { Queryable } from '../../system/queryable.js';
import { releaseUnsent } from '../../workers/worker-lease.js';
import { type BatchClaim, RUN_WAIT_MS, waitAtMost } from '../release-batches.js';
import type { JobChunk } from './job-chunks.js';

export interface ClaimedChunk {
  batchIndex: number;
  claimed: ClaimedAttempt[];
  /**
   * The run was cancelled meanwhile. Nothing may be sent, and whoever cancelled it has not seen the new rows.
   */
  isCancelled: boolean;
}

/**
 * Claims jobs of the due batch of a run that are not rows yet, as many as the worker has room for. They
 * become rows with the claim, which saves a version of each row. The batch stays due.
 *
 * @returns undefined if there are none, another worker was faster, or this worker may not claim them
 * @throws lock_not_available if another transaction locks the run for long
 */
export async function claimChunk(
  client: Queryable,
  executionId: string,
  claim: BatchClaim,
): Promise<ClaimedChunk | undefined> {
  const due = await findDueChunk(client, executionId, claim.isAlone ? null : claim.lease.workerId);
  if (!due) return undefined;
  const { origin, call } = due.settings;
  if (!claim.served.includes(call.requirements) || claim.limited.includes(call.agentId)) return undefined;
  const jobs = jobsOf(due, claim.limit);
  const { lease, limited } = claim;
  const sendWithinMs = claim.sendWithinMs + RUN_WAIT_MS;
  const rest = due.params.slice(jobs.length);
  const { rows } = await client.query<{ at: Date; tookMs: number; cancelled: boolean }>(CLAIM, [
    ...[lease.workerId, lease.epoch, executionId, due.part, limited, due.firstIndex, sendWithinMs],
    rest.length === 0 ? null : rest.join('\n'),
    jobs.length,
    batchIndexOf(due.firstIndex + jobs.length, due.batchSize),
    jobs.map(({ id }) => id).join(),
    jobs.map(({ jobId }) => jobId).join(),
    due.params.slice(0, jobs.length).join('\n'),
    due.batchSize,
    ...[origin.scheduleId, origin.traceId, call.agentId, call.agentVersion, call.priority],
    ...[call.attemptTimeout, call.heartbeatTimeout, call.maxQueueTime, JSON.stringify(call.retryConfig)],
    ...[call.retryConfig.maxRetries, call.requirements],
  ]);
  const [written] = rows;
  if (!written) return undefined;
  if (written.cancelled) {
    await releaseUnsent(
      client,
      lease,
      jobs.map(({ id }) => id),
    );
    return { batchIndex: due.batchIndex, claimed: [], isCancelled: true };
  }
  const timeoutMs = call.attemptTimeout + sendWithinMs;
  const deadlineAt = new Date(written.at.getTime() + timeoutMs);
  const msLeft = timeoutMs - written.tookMs;
  const claimed = jobs.map(
    ({ id, jobId }, place): ClaimedAttempt => ({
      id,
      jobId,
      retryCount: 0,
      agentId: call.agentId,
      agentVersion: call.agentVersion,
      scheduleId: origin.scheduleId,
      scheduleExecutionId: executionId,
      pipelineId: null,
      pipelineStepId: null,
      contextId: null,
      turn: 0,
      priority: call.priority,
      params: JSON.parse(due.params[place] as string) as JsonObject,
      dependencies: NO_DEPENDENCIES,
      deadlineAt,
      traceId: origin.traceId,
      redeliveries: 0,
      heartbeatTimeout: call.heartbeatTimeout,
      msLeft,
    }),
  );
  return { batchIndex: due.batchIndex, claimed, isCancelled: false };
}

const NO_DEPENDENCIES: readonly string[] = [];

interface DueChunk extends JobChunk {
  /** The batch that is due. */
  batchIndex: number;
}

/**
 * @param among the worker, if others may claim at the same time. Each of them takes the chunks in an order of
 * its own: if they took the same one, all but the first would wait for it, and then claim nothing.
 */
async function findDueChunk(
  client: Queryable,
  executionId: string,
  among: string | null,
): Promise<DueChunk | undefined> {
  const { rows } = await client.query<Omit<DueChunk, 'params'> & { params: string }>(
    `SELECT c.part, c."firstIndex", c."batchSize", c.settings, c.params, e."batchCursor" + 1 AS "batchIndex"
     FROM "ScheduleExecution" e JOIN "JobChunk" c ON c."executionId" = e.id
     WHERE e.id = $1 AND ${IS_DUE} AND c."firstBatch" <= e."batchCursor" + 1 ORDER BY md5($2::text || c.part), c.part LIMIT 1`,
    [executionId, among],
  );
  const [row] = rows;
  return row && { ...row, params: row.params.split('\n') };
}

interface NewJob {
  id: string;
  jobId: string;
}

/** The first jobs of the chunk, as far as they belong to the due batch. */
function jobsOf({ firstIndex, batchSize, batchIndex, params }: DueChunk, limit: number): NewJob[] {
  const ofBatch = (batchIndex + 1) * batchSize - firstIndex;
  return Array.from({ length: Math.min(limit, params.length, ofBatch) }, () => ({
    id: uuidv7(),
    jobId: uuidv7(),
  }));
}

const IS_DUE = `e."nextBatchAt" <= statement_timestamp() AND e."runStatus" = 'running' AND e."cancelRequestedAt" IS NULL`;

/**
 * The chunk is taken only as it was read: its first index moves with each claim. $8: the params that are
 * left; null: none.
 */
const MAY_TAKE = `c."executionId" = $3 AND c.part = $4 AND c."firstIndex" = $6 AND now."holdsLease" AND $17 <> ALL (now.limited)
  AND EXISTS (SELECT FROM "ScheduleExecution" e WHERE e.id = $3 AND ${IS_DUE})`;

/**
 * One statement, so that the jobs are rows and their chunk is smaller at the same time. It locks the run
 * last, when only events are left to write, because answers need that lock all the time.
 */
const CLAIM = `WITH ${LIMITED}, instant AS MATERIALIZED (SELECT * FROM ${MOMENT}), taken AS (
    DELETE FROM "JobChunk" c USING instant now WHERE $8::text IS NULL AND ${MAY_TAKE} RETURNING c.part
  ), shortened AS (
    UPDATE "JobChunk" c SET params = $8, jobs = c.jobs - $9::int, "firstIndex" = c."firstIndex" + $9::int, "firstBatch" = $10
    FROM instant now WHERE $8::text IS NOT NULL AND ${MAY_TAKE} RETURNING c.part
  ), inserted AS (
    INSERT INTO "AgentJobExecution" (id, "jobId", params, "batchIndex", "enqueuedAt", "releasedAt", "startedAt", "sentAt", "deadlineAt", "createdAt", "updatedAt",
      status, "workerId", "leaseEpoch", "scheduleExecutionId", "scheduleId", "traceId", "agentId", "agentVersion", priority,
      "attemptTimeout", "heartbeatTimeout", "maxQueueTime", "retryConfig", "retriesLeft", requirements)
    SELECT a.id, a."jobId", a.params::jsonb, ($6::int + a.place::int - 1) / $14::int, now.at, now.at, now.at, now.at, now.at + ($20::int + $7::float8) * interval '1 millisecond', now.at, now.at,
      'running', $1, $2::int, $3, $15, $16, $17, $18, $19::int, $20::int, $21::int, $22::int, $23::jsonb, $24::int, $25
    FROM ROWS FROM (string_to_table($11::text, ','), string_to_table($12::text, ','), string_to_table($13::text, E'\\n')) WITH ORDINALITY AS a(id, "jobId", params, place),
      instant now, (SELECT part FROM taken UNION ALL SELECT part FROM shortened) changed
    RETURNING id
  ), moved AS (
    UPDATE "ScheduleExecution" e SET "jobsEnqueued" = e."jobsEnqueued" + $9::int, "jobsUnanswered" = e."jobsUnanswered" + $9::int
    WHERE e.id = $3 AND (SELECT count(*) FROM inserted) > 0 AND ${waitAtMost(RUN_WAIT_MS, 'inserted')}
    RETURNING e."cancelRequestedAt" IS NOT NULL AS cancelled
  )
  SELECT now.at::timestamptz(3) AS at, date_part('epoch', clock_timestamp() - now.at) * 1000 AS "tookMs", moved.cancelled FROM moved, instant now`;
