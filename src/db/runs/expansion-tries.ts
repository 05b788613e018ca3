import type { DelayReason } from '../../domain/execution/reasons.js';
import type { Queryable } from '../system/queryable.js';
import { EXPANDABLE_NOW } from './lock-expansion.js';

export interface BegunTry {
  tries: number;
  scheduleId: string | null;
  traceId: string;
}

/**
 * Counts a try before it begins; the next one waits 10 s, 40 s, 160 s … from then. Undefined when the execution cannot be
 * expanded now, or is being expanded (the lock is the one of `lockExpansion`), or while another transaction holds its row: the
 * executions behind it in line do not wait for that.
 *
 * @returns how many there have been, with this one, and of which run
 */
export async function beginExpansionTry(
  client: Queryable,
  executionId: string,
): Promise<BegunTry | undefined> {
  const { rows } = await client.query<BegunTry>(
    `UPDATE "ScheduleExecution" SET "expandTries" = "expandTries" + 1,
       "nextTryAt" = clock_timestamp() + least(10 * 4 ^ "expandTries", 300) * interval '1 second'
     WHERE id = (SELECT id FROM "ScheduleExecution" WHERE id = $1 AND ${EXPANDABLE_NOW} FOR UPDATE SKIP LOCKED)
       AND try_mutex('expand/' || $1)
     RETURNING "expandTries" AS tries, "scheduleId", "traceId"`,
    [executionId],
  );
  return rows[0];
}

/** Takes a try back that failed for a reason outside the run, and says why the run is still pending; it is tried again soon. */
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

/** Says why an execution is still pending after a try that counts. */
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
