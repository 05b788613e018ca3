import { deliveryStatus } from '../../../domain/job/states.js';
import { MAY_BE_OVERDUE } from '../../system/next-due.js';
import type { Queryable } from '../../system/queryable.js';

/** Reason of a run that was stopped because it exceeded the time limit of its schedule. */
export const RUN_TIMEOUT = 'run_timeout';

/** Maximum number of runs that one statement asks to stop. */
export const OVERDUE_AT_ONCE = 1_000;

export interface OverdueRun {
  id: string;
  /** True if the run has jobs, whose open attempts must be ended. */
  isExpanded: boolean;
}

/**
 * Asks runs to stop that exceed the `zombieThresholdMs` of their schedule. From then on, none of their jobs
 * is created, released or retried. Runs without jobs fail at once, since there is nothing to settle. Runs
 * whose jobs have all ended get the outcome of their jobs. A run that another transaction has locked is left
 * for the next check.
 */
export async function stopOverdueRuns(client: Queryable): Promise<OverdueRun[]> {
  const { rows } = await client.query<OverdueRun>(
    `UPDATE "ScheduleExecution" SET "cancelRequestedAt" = clock_timestamp(), "nextBatchAt" = NULL, reason = '${RUN_TIMEOUT}',
       errors = jsonb_build_array(jsonb_build_object(
         'message', format('The run exceeded zombieThresholdMs (%s ms) and was stopped.', snapshot ->> 'zombieThresholdMs'),
         'timestamp', to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'count', 1)) || errors,
       "completedAt" = CASE WHEN "expandedAt" IS NULL THEN clock_timestamp() END,
       "runStatus" = CASE WHEN "expandedAt" IS NULL THEN 'failed' ELSE "runStatus" END,
       status = CASE WHEN "expandedAt" IS NULL THEN $1 ELSE status END
     WHERE id IN (
       SELECT id FROM "ScheduleExecution" e WHERE ${MAY_BE_OVERDUE} AND "overdueAt" <= statement_timestamp()
         AND ("expandedAt" IS NULL OR EXISTS (
           SELECT FROM "AgentJobExecution" j WHERE j."scheduleExecutionId" = e.id AND j.status IN ('pending', 'running') OFFSET 0)
           OR EXISTS (SELECT FROM "JobChunk" WHERE "executionId" = e.id))
       ORDER BY "overdueAt" LIMIT $2 FOR UPDATE SKIP LOCKED)
     RETURNING id, "expandedAt" IS NOT NULL AS "isExpanded"`,
    [deliveryStatus({ created: 1, started: 0 }), OVERDUE_AT_ONCE],
  );
  return rows;
}
