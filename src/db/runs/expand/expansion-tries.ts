import type { DelayReason } from '../../../domain/run/reasons.js';
import type { Queryable } from '../../system/queryable.js';
import { EXPANDABLE_NOW } from './lock-expansion.js';

export interface BegunTry {
  tries: number;
  scheduleId: string | null;
  traceId: string;
}

/**
 * Counts a try before it begins. The next try waits 10 s, 40 s, 160 s … from then. Undefined if the run
 * cannot be expanded now, is being expanded (see the lock in `lockExpansion`), or is locked by another
 * transaction: runs behind it in the queue do not wait for that.
 *
 * @returns the number of tries so far, including this one, and their run
 */
export async function beginExpansionTry(
  client: Queryable,
  executionId: string,
): Promise<BegunTry | undefined> {
  const { rows } = await client.query<BegunTry>(
    `UPDATE "ScheduleExecution" SET "expandTries" = "expandTries" + 1, reason = nullif(reason, 'slow_expansions'),
       "nextTryAt" = clock_timestamp() + least(10 * 4 ^ "expandTries", 300) * interval '1 second'
     WHERE id = (SELECT id FROM "ScheduleExecution" WHERE id = $1 AND ${EXPANDABLE_NOW} FOR UPDATE SKIP LOCKED)
       AND try_mutex('expand/' || $1)
     RETURNING "expandTries" AS tries, "scheduleId", "traceId"`,
    [executionId],
  );
  return rows[0];
}

/**
 * Takes back a try that failed for a reason outside the run, and records why the run is still pending. It is
 * tried again soon.
 */
export async function postponeExpansion(
  client: Queryable,
  executionId: string,
  reason: DelayReason,
): Promise<void> {
  await client.query(
    `UPDATE "ScheduleExecution" SET reason = $2, "expandTries" = greatest("expandTries" - 1, 0),
       "nextTryAt" = clock_timestamp() + interval '5 seconds'
     WHERE id = $1 AND "expandedAt" IS NULL AND "runStatus" = 'pending'`,
    [executionId, reason],
  );
}

/** Records why a run is still pending after a try that counts. */
export async function noteFailedTry(
  client: Queryable,
  executionId: string,
  reason: DelayReason,
): Promise<void> {
  await client.query(
    `UPDATE "ScheduleExecution" SET reason = $2 WHERE id = $1 AND "expandedAt" IS NULL AND "runStatus" = 'pending'`,
    [executionId, reason],
  );
}

/** Records that a run waits until other slow expansions have ended. Passes over a run that another transaction locks. */
export async function noteHeld(client: Queryable, executionId: string): Promise<void> {
  const reason: DelayReason = 'slow_expansions';
  await client.query(
    `UPDATE "ScheduleExecution" SET reason = $2
     WHERE id = (SELECT id FROM "ScheduleExecution" WHERE id = $1 AND ${EXPANDABLE_NOW} AND reason IS DISTINCT FROM $2 FOR UPDATE SKIP LOCKED)`,
    [executionId, reason],
  );
}
